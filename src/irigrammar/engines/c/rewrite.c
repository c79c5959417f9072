#include "rewrite.h"

#include "texts.h"
#include "utf8.h"

/* A byte is at most three when it is percent-encoded, and a character never becomes longer when it is decoded. */
#define MOST_OF_A_BYTE 3

/* Python is asked about hosts of at most that many bytes, because it remembers its answers. */
#define LONGEST_HOST 1024

static const char digits[] = "0123456789ABCDEF";

/* The value of a hexadecimal digit, -1 where it is none. */
static inline int
value_of(uint8_t digit)
{
    uint8_t lower = digit | 0x20;
    return digit >= '0' && digit <= '9' ? digit - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Reads the byte that a triplet at the start of a text encodes; -1 where there is none. */
static inline int
read_triplet(const uint8_t *text, size_t size)
{
    if (size < 3 || text[0] != '%')
        return -1;
    int high = value_of(text[1]), low = value_of(text[2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

static inline uint8_t *
write_triplet(uint8_t *to, uint8_t byte)
{
    to[0] = '%';
    to[1] = (uint8_t)digits[byte >> 4];
    to[2] = (uint8_t)digits[byte & 15];
    return to + 3;
}

/* Writes the percent-encoded character at the start of a text; returns how much of the text that is, 0 to leave it. */
static size_t
write_encoded(const Rewriter *self, const CharacterTable *table, const uint8_t *text, size_t size, uint8_t **to)
{
    uint8_t bytes[4];
    size_t count = 0, width = 1;
    for (int byte; count < 4 && (byte = read_triplet(text + 3 * count, size - 3 * count)) >= 0; count++) {
        bytes[count] = (uint8_t)byte;
        if (byte < 0x80 && count == 0) {
            count = 1;
            break;
        }
    }
    if (count == 0)
        return 0;
    uint32_t point = bytes[0];
    uint8_t does = 0;
    if (point >= 0x80)
        width = decode_point(bytes, count, &point);
    if (width)
        does = table->does[class_of(&self->classes, point)];
    else
        width = 1; /* a byte that is part of no character */
    if (does & LEAVE_ENCODED)
        return 0;
    if (does & WRITE) {
        memcpy(*to, bytes, width);
        *to += width;
    }
    else if (bytes[0] < 0x80 && table->encoded != DECODED_UPPER) {
        memcpy(*to, text, 3);
        *to += 3;
    }
    else
        for (size_t at = 0; at < width; at++)
            *to = write_triplet(*to, bytes[at]);
    return 3 * width;
}

/* Writes a part of a text by a table; IRI_EXCEPTION, LEFT or WRITTEN. */
static int
write_by_table(const Rewriter *self, const CharacterTable *table, const uint8_t *text, size_t size, Buffer *out)
{
    if (size > PY_SSIZE_T_MAX / MOST_OF_A_BYTE || reserve(out, MOST_OF_A_BYTE * size) < 0)
        return IRI_EXCEPTION;
    uint8_t *to = out->bytes + out->size;
    for (size_t at = 0; at < size;) {
        size_t start = at;
        at = read_over(table->plain, text, at, size);
        memcpy(to, text + start, at - start);
        to += at - start;
        if (at == size)
            break;
        if (text[at] == '%') {
            size_t count = read_triplet(text + at, size - at) < 0 ? 0 : 3;
            if (count && table->encoded == COPIED) {
                memcpy(to, text + at, count);
                to += count;
            }
            else if (count)
                count = write_encoded(self, table, text + at, size - at, &to);
            if (!count)
                return LEFT;
            at += count;
            continue;
        }
        uint32_t point = text[at];
        size_t count = point < 0x80 ? 1 : decode_point(text + at, size - at, &point);
        uint8_t does = count ? table->does[class_of(&self->classes, point)] : LEAVE;
        if (does & LEAVE)
            return LEFT;
        for (size_t byte = 0; byte < count; byte++)
            if (does & ENCODE)
                to = write_triplet(to, text[at + byte]);
            else
                *to++ = text[at + byte];
        at += count;
    }
    out->size = (size_t)(to - out->bytes);
    return WRITTEN;
}

static inline int
is_upper(uint8_t byte)
{
    return byte >= 'A' && byte <= 'Z';
}

static void
lower(uint8_t *text, size_t size)
{
    for (size_t at = 0; at < size; at++)
        text[at] = (uint8_t)(text[at] | (is_upper(text[at]) << 5));
}

enum { BEYOND_ASCII = 1, ENCODED = 2, ACE = 4 };

/* What a host has that not every host has. */
static int
traits_of(const uint8_t *host, size_t size)
{
    int traits = 0;
    for (size_t at = 0; at < size; at++) {
        traits |= (host[at] >= 0x80 ? BEYOND_ASCII : 0) | (host[at] == '%' ? ENCODED : 0);
        if (host[at] == '-' && at >= 3 && host[at - 1] == '-' && (host[at - 2] | 0x20) == 'n' &&
            (host[at - 3] | 0x20) == 'x')
            traits |= ACE;
    }
    return traits;
}

int
may_be_encoded(const uint8_t *text, size_t size)
{
    if (memchr(text, '%', size))
        return 1;
    const uint8_t *at = text, *end = text + size;
    while ((at = memchr(at, '-', (size_t)(end - at))) && ++at < end)
        if (*at == '-')
            return 1;
    return 0;
}

/* Replaces the host at the end of a buffer by what Python says; IRI_EXCEPTION, LEFT or WRITTEN. */
static int
ask_host(Rewriter *self, PyObject *ask, Buffer *out, size_t start)
{
    size_t size = out->size - start;
    const KnownHost *known = find_host(&self->hosts, ask, out->bytes + start, size);
    if (known) {
        if (known->length < 0)
            return LEFT;
        out->size = start;
        return put(out, known->bytes + known->size, (size_t)known->length) < 0 ? IRI_EXCEPTION : WRITTEN;
    }
    Py_ssize_t length = -1;
    const char *text = NULL;
    int done = IRI_EXCEPTION;
    PyObject *asked = PyUnicode_DecodeUTF8((const char *)out->bytes + start, (Py_ssize_t)size, NULL);
    PyObject *host = asked ? PyObject_CallOneArg(ask, asked) : NULL;
    Py_XDECREF(asked);
    if (host == Py_None || (host && (text = PyUnicode_AsUTF8AndSize(host, &length)))) {
        keep_host(&self->hosts, ask, out->bytes + start, size, text, length);
        out->size = text ? start : out->size;
        done = !text ? LEFT : put(out, (const uint8_t *)text, (size_t)length) < 0 ? IRI_EXCEPTION : WRITTEN;
    }
    Py_XDECREF(host);
    return done;
}

/* A part of a text: NULL where it is absent. */
static inline const uint8_t *
part_of(const uint8_t *text, const int32_t *row, int part, size_t *size)
{
    int32_t start = row[2 * part], end = row[2 * part + 1];
    *size = end > start ? (size_t)(end - start) : 0;
    return end < 0 ? NULL : text + start;
}

static int
write_part(const Rewriter *self, const Plan *plan, int part, const uint8_t *text, size_t size, Buffer *out)
{
    int number = plan->tables[part];
    if (number < 0)
        return put(out, text, size) < 0 ? IRI_EXCEPTION : WRITTEN;
    return write_by_table(self, &self->tables[number], text, size, out);
}

static int
write_host(Rewriter *self, const Plan *plan, const uint8_t *host, size_t size, Buffer *out)
{
    size_t start = out->size;
    int done = write_part(self, plan, HOST, host, size, out);
    if (done != WRITTEN)
        return done;
    int traits = traits_of(out->bytes + start, out->size - start);
    if (traits & ENCODED && plan->flags & LEAVE_ENCODED_HOST)
        return LEFT;
    if (plan->flags & LOWER && !(traits & BEYOND_ASCII))
        lower(out->bytes + start, out->size - start);
    if ((traits & BEYOND_ASCII && plan->flags & ASK_BEYOND_ASCII) || (traits & ACE && plan->flags & ASK_ACE))
        return out->size - start > LONGEST_HOST ? LEFT : ask_host(self, plan->ask, out, start);
    return WRITTEN;
}

/* Whether a port is empty or the default one; a port in which zeros do not count begins after them. */
static int
is_dropped(const Plan *plan, const uint8_t **port, size_t *size)
{
    if (!(plan->flags & DROP_PORT))
        return 0;
    while (*size > 1 && **port == '0')
        ++*port, --*size;
    return !*size || (strlen(plan->port) == *size && memcmp(plan->port, *port, *size) == 0);
}

static int
write_authority(Rewriter *self, const Plan *plan, const uint8_t *text, const int32_t *row, Buffer *out)
{
    size_t size, host_size;
    const uint8_t *host = part_of(text, row, HOST, &host_size), *part;
    int done = put(out, (const uint8_t *)"//", 2) < 0 ? IRI_EXCEPTION : WRITTEN;
    if ((part = part_of(text, row, USERINFO, &size)) && done == WRITTEN) {
        done = write_part(self, plan, USERINFO, part, size, out);
        if (done == WRITTEN && put(out, (const uint8_t *)"@", 1) < 0)
            done = IRI_EXCEPTION;
    }
    if (host && done == WRITTEN)
        done = write_host(self, plan, host, host_size, out);
    if ((part = part_of(text, row, PORT, &size)) && done == WRITTEN && !is_dropped(plan, &part, &size)) {
        if (put(out, (const uint8_t *)":", 1) < 0)
            return IRI_EXCEPTION;
        done = write_part(self, plan, PORT, part, size, out);
    }
    return done;
}

static int
write_path(const Rewriter *self, const Plan *plan, const uint8_t *path, size_t size, int has_authority, Buffer *out)
{
    size_t start = out->size;
    if (!size && has_authority && put(out, (const uint8_t *)plan->path, strlen(plan->path)) < 0)
        return IRI_EXCEPTION;
    int done = write_part(self, plan, PATH, path, size, out);
    if (done == WRITTEN && plan->flags & REMOVE_DOTS && size && path[0] == '/') {
        uint8_t *written = out->bytes + start;
        out->size = start + remove_dots(written, out->size - start);
        if (!has_authority && out->size - start > 1 && written[1] == '/')
            return LEFT; /* it needs a guard */
    }
    return done;
}

static size_t
hash(const char *name, size_t size)
{
    size_t sum = size;
    for (size_t at = 0; at < size; at++)
        sum = 31 * sum + (uint8_t)name[at];
    return sum;
}

void
add_name(Rewriter *self, const char *name, size_t size, int plan)
{
    size_t slot = hash(name, size) & (self->slots - 1);
    while (self->named[slot].size)
        slot = (slot + 1) & (self->slots - 1);
    self->named[slot].size = (uint8_t)size;
    self->named[slot].plan = plan;
    memcpy(self->named[slot].name, name, size);
}

static const Plan *
plan_of(const Rewriter *self, const uint8_t *scheme, size_t size)
{
    char name[LONGEST_SCHEME + 1]; /* a whole number of blocks, or gcc warns */
    if (!scheme)
        return &self->plans[0];
    if (size > LONGEST_SCHEME)
        return &self->plans[1];
    memcpy(name, scheme, size);
    lower((uint8_t *)name, size);
    for (size_t slot = hash(name, size);; slot++) {
        const NamedPlan *known = &self->named[slot & (self->slots - 1)];
        if (!known->size)
            return &self->plans[1];
        if (known->size == size && !memcmp(known->name, name, size))
            return &self->plans[known->plan];
    }
}

/* Whether a reference is to be left for its parts. */
static int
is_left(const Plan *plan, const int32_t *row)
{
    int has_authority = row[2 * AUTHORITY + 1] >= 0, has_path = row[2 * PATH + 1] > row[2 * PATH];
    int has_host = row[2 * HOST + 1] > row[2 * HOST];
    if (plan->flags & LEAVE_ALL || (plan->flags & LEAVE_WITHOUT_AUTHORITY && !has_authority && has_path) ||
        (plan->flags & LEAVE_WITH_HOST && has_host))
        return 1;
    int completes = plan->flags & DROP_PORT || *plan->path;
    return plan->flags & LEAVE_WITHOUT_HOST && has_authority && !has_host && (has_path || completes);
}

static int
write_parts(Rewriter *self, const Plan *plan, const uint8_t *text, const int32_t *row, Buffer *out)
{
    size_t size, scheme_size;
    const uint8_t *scheme = part_of(text, row, SCHEME, &scheme_size), *part;
    int done = WRITTEN, has_authority = row[2 * AUTHORITY + 1] >= 0;
    size_t start = out->size;
    if (scheme) {
        if (put(out, scheme, scheme_size) < 0 || put(out, (const uint8_t *)":", 1) < 0)
            return IRI_EXCEPTION;
        if (plan->flags & LOWER)
            lower(out->bytes + start, scheme_size);
    }
    if (has_authority)
        done = write_authority(self, plan, text, row, out);
    if (done != WRITTEN)
        return done;
    part = part_of(text, row, PATH, &size);
    done = write_path(self, plan, part ? part : text, size, has_authority, out);
    for (int number = QUERY; number <= FRAGMENT && done == WRITTEN; number++) {
        if (!(part = part_of(text, row, number, &size)))
            continue;
        if (put(out, (const uint8_t *)(number == QUERY ? "?" : "#"), 1) < 0)
            return IRI_EXCEPTION;
        done = write_part(self, plan, number, part, size, out);
    }
    return done;
}

/* Whether a part is copied, if there is one. */
static int
is_copied(const Rewriter *self, const Plan *plan, int part, const uint8_t *text, const int32_t *row)
{
    size_t size;
    const uint8_t *bytes = part_of(text, row, part, &size);
    if (!bytes || plan->tables[part] < 0)
        return 1;
    return read_over(self->tables[plan->tables[part]].plain, bytes, 0, size) == size;
}

static int
has_upper(const uint8_t *text, size_t size)
{
    int is_any = 0;
    for (size_t at = 0; at < size; at++)
        is_any |= is_upper(text[at]);
    return is_any;
}

/* Whether a text is sure to stay what it is, which is soon said of most. */
static int
stays(const Rewriter *self, const Plan *plan, const uint8_t *text, const int32_t *row)
{
    size_t scheme_size, host_size, size;
    const uint8_t *scheme = part_of(text, row, SCHEME, &scheme_size), *host = part_of(text, row, HOST, &host_size);
    const uint8_t *path = part_of(text, row, PATH, &size);
    for (int part = USERINFO; part < PARTS; part++)
        if (!is_copied(self, plan, part, text, row))
            return 0;
    if (host && (traits_of(host, host_size) || (plan->flags & LOWER && has_upper(host, host_size)) ||
                 (!size && *plan->path) || (row[2 * PORT + 1] >= 0 && plan->flags & DROP_PORT)))
        return 0;
    if (plan->flags & REMOVE_DOTS && size && path[0] == '/' && may_have_dots(path, size))
        return 0;
    return !(scheme && plan->flags & LOWER && has_upper(scheme, scheme_size));
}

static inline int
is_end(const Rewriter *self, uint8_t byte)
{
    return byte < 0x80 && self->ends[byte];
}

int
is_sure_to_stay(const Rewriter *self, const uint8_t *text, size_t size)
{
    int broken;
    if (!self->stays || (self->unencoded && may_be_encoded(text, size)))
        return 0;
    return walk_text(self->stays, UTF8, text, (Py_ssize_t)size, &broken) == IRI_MATCHES;
}

int
write_anew(Rewriter *self, const uint8_t *text, size_t size, Buffer *out)
{
    if (is_sure_to_stay(self, text, size))
        return put(out, text, size) < 0 ? IRI_EXCEPTION : WRITTEN;
    return write_by_plan(self, text, size, out);
}

int
write_by_plan(Rewriter *self, const uint8_t *text, size_t size, Buffer *out)
{
    Row row;
    size_t scheme_size, start = out->size;
    if (size > INT32_MAX || (size && (is_end(self, text[0]) || is_end(self, text[size - 1]))))
        return LEFT;
    int done = find_spans(self->spans, CODED, text, (Py_ssize_t)size, &row);
    if (done == IRI_EXCEPTION)
        return done;
    if (done != 1)
        return done == 0 && self->refuses ? REFUSED : LEFT;
    const uint8_t *scheme = part_of(text, row, SCHEME, &scheme_size);
    const Plan *plan = plan_of(self, scheme, scheme_size);
    if (is_left(plan, row))
        return LEFT;
    if (stays(self, plan, text, row))
        return put(out, text, size) < 0 ? IRI_EXCEPTION : WRITTEN;
    done = write_parts(self, plan, text, row, out);
    int no_host = row[2 * HOST + 1] <= row[2 * HOST];
    if (done == WRITTEN && (plan->flags & LEAVE_CHANGED || (plan->flags & LEAVE_CHANGED_WITHOUT_HOST && no_host)) &&
        (out->size - start != size || memcmp(out->bytes + start, text, size)))
        return LEFT;
    return done;
}

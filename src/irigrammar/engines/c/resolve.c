#include "rewrite.h"

/* Where the segment that begins at an offset ends. */
static inline size_t
end_of_segment(const uint8_t *path, size_t at, size_t size)
{
    const uint8_t *slash = at < size ? memchr(path + at, '/', size - at) : NULL;
    return slash ? (size_t)(slash - path) : size;
}

/* How many dots a dot segment has, 0 where it is none. */
static inline size_t
dots_of(const uint8_t *segment, size_t size)
{
    return size && size <= 2 && segment[0] == '.' && segment[size - 1] == '.' ? size : 0;
}

/* Where the first dot segment begins, with the slash before it; the size where there is none. */
static size_t
first_dots(const uint8_t *path, size_t size)
{
    if (size && path[0] == '.')
        return 0;
    for (size_t at = 0; at < size; at++) {
        const uint8_t *dot = memchr(path + at, '.', size - at);
        if (!dot)
            return size;
        at = (size_t)(dot - path);
        if (path[at - 1] == '/' && dots_of(path + at, end_of_segment(path, at, size) - at))
            return at - 1;
    }
    return size;
}

int
may_have_dots(const uint8_t *path, size_t size)
{
    return first_dots(path, size) < size;
}

size_t
remove_dots(uint8_t *path, size_t size)
{
    size_t from = first_dots(path, size), to = from;
    int ends_with_dots = 0;
    if (from == size)
        return size;
    while (from < size && path[from] != '/') { /* only at the start: the first segment, as long as it is dots */
        size_t end = end_of_segment(path, from, size);
        if (!dots_of(path + from, end - from)) {
            memmove(path, path + from, end - from);
            to = end - from;
            from = end;
            break;
        }
        if (end == size)
            return 0;
        from = end + 1;
        if (from == size || path[from] == '/')
            break; /* an empty segment comes first */
    }
    while (from < size) {
        size_t end = end_of_segment(path, from + 1, size), dots = dots_of(path + from + 1, end - from - 1);
        ends_with_dots = dots != 0;
        if (!dots) {
            memmove(path + to, path + from, end - from);
            to += end - from;
        }
        else if (dots == 2) {
            while (to > 0 && path[to - 1] != '/')
                to--;
            to -= to > 0; /* the slash before it */
        }
        from = end;
    }
    if (ends_with_dots)
        path[to++] = '/';
    return to;
}

/* A reference, its parts, and its text. */
typedef struct {
    const uint8_t *text;
    Row row;
} Parts;

static inline int
has(const Parts *parts, int part)
{
    return parts->row[2 * part + 1] >= 0;
}

static inline size_t
size_of(const Parts *parts, int part)
{
    int32_t start = parts->row[2 * part], end = parts->row[2 * part + 1];
    return end > start ? (size_t)(end - start) : 0;
}

/* Writes a part after its mark, which may be nothing; nothing where the part is absent. */
static int
put_part(Buffer *out, const Parts *parts, int part, const char *mark)
{
    if (!has(parts, part))
        return 0;
    if (put(out, (const uint8_t *)mark, strlen(mark)) < 0)
        return -1;
    return put(out, parts->text + parts->row[2 * part], size_of(parts, part));
}

/* Writes a relative path after the base's directory (RFC 3986, 5.2.3), with its dot segments. */
static int
put_merged(Buffer *out, const Parts *base, const Parts *relative)
{
    size_t size = size_of(base, PATH);
    const uint8_t *path = base->text + base->row[2 * PATH];
    if (!size && has(base, AUTHORITY)) {
        if (put(out, (const uint8_t *)"/", 1) < 0)
            return -1;
    }
    while (size && path[size - 1] != '/')
        size--;
    return put(out, path, size) < 0 ? -1 : put_part(out, relative, PATH, "");
}

/* Writes the path of a target, without dot segments, except the base's own; -1 with an exception set. */
static int
put_path(Buffer *out, const Parts *base, const Parts *relative, int alone)
{
    size_t start = out->size;
    int is_empty = !size_of(relative, PATH), from_base = !alone && is_empty;
    const uint8_t *path = relative->text + relative->row[2 * PATH];
    if (from_base                 ? put_part(out, base, PATH, "") < 0
        : alone || path[0] == '/' ? put_part(out, relative, PATH, "") < 0
                                  : put_merged(out, base, relative) < 0)
        return -1;
    if (!from_base)
        out->size = start + remove_dots(out->bytes + start, out->size - start);
    return 0;
}

int
write_target(Spans *spans, const uint8_t *base_text, size_t base_size, const uint8_t *text, size_t size, Buffer *out)
{
    Parts base = {.text = base_text}, relative = {.text = text};
    if (base_size > INT32_MAX || size > INT32_MAX)
        return LEFT;
    int done = find_spans(spans, CODED, base_text, (Py_ssize_t)base_size, &base.row);
    if (done == 1 && has(&base, SCHEME))
        done = find_spans(spans, CODED, text, (Py_ssize_t)size, &relative.row);
    else if (done != IRI_EXCEPTION)
        return LEFT;
    if (done != 1)
        return done == IRI_EXCEPTION ? done : LEFT;
    int alone = has(&relative, SCHEME) || has(&relative, AUTHORITY);
    const Parts *host_of = alone ? &relative : &base;
    const Parts *query_of = alone || size_of(&relative, PATH) || has(&relative, QUERY) ? &relative : &base;
    if (put_part(out, has(&relative, SCHEME) ? &relative : &base, SCHEME, "") < 0 ||
        put(out, (const uint8_t *)":", 1) < 0 || put_part(out, host_of, AUTHORITY, "//") < 0)
        return IRI_EXCEPTION;
    size_t start = out->size;
    if (put_path(out, &base, &relative, alone) < 0)
        return IRI_EXCEPTION;
    if (!has(host_of, AUTHORITY) && out->size - start > 1 && !memcmp(out->bytes + start, "//", 2))
        return LEFT; /* it needs a guard */
    if (put_part(out, query_of, QUERY, "?") < 0 || put_part(out, &relative, FRAGMENT, "#") < 0)
        return IRI_EXCEPTION;
    return WRITTEN;
}

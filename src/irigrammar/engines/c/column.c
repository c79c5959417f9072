#include "column.h"

#include <string.h>

enum { NOTHING, SMALL_OFFSETS, LARGE_OFFSETS, VIEWS, NO_TEXTS };
enum { UNMATCHED, MATCHED, MISSING };

/* The number of values that are answered before they are packed into bits. */
#define PART 8192
#define MOST_STRUCTS 64 /* as in Arrow's own libraries */
#define INLINE_BYTES 12
#define VIEW_BYTES 16

static const char *const messages[] = {
    [BROKEN_ARRAY] = "an Arrow array does not have the buffers and children of its type",
    [BROKEN_OFFSETS] = "an Arrow array has offsets that fall, or are negative",
    [BROKEN_VIEW] = "an Arrow array has a view that does not lie in one of its buffers",
    [BROKEN_KEY] = "an Arrow array has a key that is not in its dictionary",
};

void
refuse_array(Wrong wrong)
{
    if (wrong == NO_MEMORY)
        PyErr_NoMemory();
    else
        PyErr_SetString(PyExc_ValueError, messages[wrong]);
}

/* Formats that people know by another name. */
/* clang-format off */
static const char *const names[][2] = {
    {"b", "bool"},   {"c", "int8"},    {"C", "uint8"},   {"s", "int16"},  {"S", "uint16"}, {"i", "int32"},
    {"I", "uint32"}, {"l", "int64"},   {"L", "uint64"},  {"e", "half"},   {"f", "float"},  {"g", "double"},
    {"+l", "list"},  {"+L", "list"},   {"+s", "struct"}, {"+m", "map"},   {"+r", "run-end encoded"},
    {"tdD", "date"}, {"tdm", "date"},
};
/* clang-format on */

static int
layout_of(const char *format)
{
    if (!strcmp(format, "u") || !strcmp(format, "z"))
        return SMALL_OFFSETS;
    if (!strcmp(format, "U") || !strcmp(format, "Z"))
        return LARGE_OFFSETS;
    if (!strcmp(format, "vu") || !strcmp(format, "vz"))
        return VIEWS;
    return !strcmp(format, "n") ? NOTHING : NO_TEXTS;
}

/* Says what is in a column instead of texts. */
static int
refuse(const struct ArrowSchema *schema)
{
    const char *name = schema->format;
    for (size_t at = 0; at < sizeof names / sizeof *names; at++)
        if (!strcmp(name, names[at][0]))
            name = names[at][1];
    PyErr_Format(PyExc_TypeError,
                 "texts are a column of strings, or of binary data in UTF-8, or a dictionary of those, not of %s%s",
                 name == schema->format ? "the Arrow format " : "", name);
    return -1;
}

/* Sets an exception where a schema cannot be read: 0 then. */
static int
is_readable(const struct ArrowSchema *schema)
{
    if (schema && schema->release && schema->format)
        return 1;
    PyErr_SetString(PyExc_ValueError, !schema            ? "an Arrow schema lacks a child that it says it has"
                                      : !schema->release ? "an Arrow schema was released before it was read"
                                                         : "an Arrow schema does not say its format");
    return 0;
}

int
read_column(const struct ArrowSchema *schema, Column *column)
{
    *column = (Column){0};
    if (!is_readable(schema))
        return -1;
    while (!strcmp(schema->format, "+s")) {
        if (schema->n_children != 1) {
            PyErr_Format(PyExc_TypeError, "texts are one column, not a table of %lld", (long long)schema->n_children);
            return -1;
        }
        if (++column->structs > MOST_STRUCTS) { /* a schema that holds itself has no end */
            PyErr_Format(PyExc_ValueError, "texts are in at most %d structs", MOST_STRUCTS);
            return -1;
        }
        schema = schema->children ? schema->children[0] : NULL;
        if (!is_readable(schema))
            return -1;
    }
    const struct ArrowSchema *values = schema->dictionary ? schema->dictionary : schema;
    if (!is_readable(values))
        return -1;
    if (schema->dictionary)
        column->keys = schema->format[0];
    column->layout = (char)layout_of(values->format);
    if (column->layout == NO_TEXTS || values->dictionary || (column->keys && !strchr("cCsSiIlL", column->keys)))
        return refuse(values);
    return 0;
}

static inline int
is_valid(const uint8_t *valid, int64_t at)
{
    return !valid || (valid[at >> 3] >> (at & 7) & 1);
}

/* The map of what is not null, NULL where nothing is. */
static const uint8_t *
valid_of(const struct ArrowArray *array)
{
    return array->null_count == 0 || array->n_buffers < 1 ? NULL : array->buffers[0];
}

static inline int64_t
read_offset(const uint8_t *offsets, int64_t at, int large)
{
    int32_t small;
    int64_t found;
    if (large) {
        memcpy(&found, offsets + 8 * at, 8);
        return found;
    }
    memcpy(&small, offsets + 4 * at, 4);
    return small;
}

static Wrong
check_offsets(int large, Lanes *lanes, const struct ArrowArray *array, int64_t from, int64_t count, uint8_t *verdict)
{
    const uint8_t *valid = valid_of(array), *offsets = array->buffers[1], *texts = array->buffers[2];
    int64_t start = read_offset(offsets, from, large);
    if (start < 0)
        return BROKEN_OFFSETS;
    for (int64_t at = 0; at < count; at++) {
        int64_t end = read_offset(offsets, from + at + 1, large);
        if (end < start)
            return BROKEN_OFFSETS;
        if (!texts && end != start)
            return BROKEN_ARRAY;
        if (is_valid(valid, from + at))
            lanes_add(lanes, end == start ? (const uint8_t *)"" : texts + start, (size_t)(end - start), verdict + at);
        else
            verdict[at] = MISSING;
        start = end;
    }
    return NOTHING_WRONG;
}

/* A view has a size, and the text itself where it is short, else its first bytes, a buffer's number and an offset. */
static inline Wrong
read_view(const struct ArrowArray *array, int64_t at, const uint8_t **text, size_t *size)
{
    const uint8_t *views = array->buffers[1], *sizes = array->buffers[array->n_buffers - 1];
    const uint8_t *view = views + VIEW_BYTES * at;
    int32_t place[4];
    int64_t most;
    memcpy(place, view, sizeof place);
    if (place[0] < 0)
        return BROKEN_VIEW;
    *text = view + 4;
    *size = (size_t)place[0];
    if (place[0] > INLINE_BYTES) {
        if (place[2] < 0 || place[2] >= array->n_buffers - 3 || place[3] < 0 || !sizes || !array->buffers[2 + place[2]])
            return BROKEN_VIEW;
        memcpy(&most, sizes + 8 * (size_t)place[2], sizeof most);
        if ((int64_t)place[3] + place[0] > most)
            return BROKEN_VIEW;
        *text = (const uint8_t *)array->buffers[2 + place[2]] + place[3];
    }
    return NOTHING_WRONG;
}

static Wrong
check_views(Lanes *lanes, const struct ArrowArray *array, int64_t from, int64_t count, uint8_t *verdict)
{
    const uint8_t *valid = valid_of(array);
    for (int64_t at = 0; at < count; at++) {
        const uint8_t *text;
        size_t size;
        if (!is_valid(valid, from + at)) { /* what the view says then is undefined */
            verdict[at] = MISSING;
            continue;
        }
        Wrong wrong = read_view(array, from + at, &text, &size);
        if (wrong)
            return wrong;
        lanes_add(lanes, text, size, verdict + at);
    }
    return NOTHING_WRONG;
}

/* Whether an array with values has the buffers of its layout. */
static int
has_buffers(int layout, const struct ArrowArray *array)
{
    return (layout == VIEWS ? array->n_buffers >= 3 : array->n_buffers == 3) && array->buffers[1];
}

/* Answers `count` values of an array from the one at `from`, the array's own offset counted. */
static Wrong
check_texts(int layout, Lanes *lanes, const struct ArrowArray *array, int64_t from, int64_t count, uint8_t *verdict)
{
    Wrong wrong = NOTHING_WRONG;
    if (layout == NOTHING)
        memset(verdict, MISSING, (size_t)count);
    else if (count && !has_buffers(layout, array))
        wrong = BROKEN_ARRAY;
    else if (count && layout == VIEWS)
        wrong = check_views(lanes, array, from, count, verdict);
    else if (count)
        wrong = check_offsets(layout == LARGE_OFFSETS, lanes, array, from, count, verdict);
    lanes_finish(lanes);
    return wrong;
}

static int64_t
read_key(const uint8_t *keys, int64_t at, char format)
{
    int8_t one;
    int16_t two;
    int32_t four;
    int64_t eight;
    switch (format) {
    case 'c':
        memcpy(&one, keys + at, 1);
        return one;
    case 'C':
        return keys[at];
    case 's':
        memcpy(&two, keys + 2 * at, 2);
        return two;
    case 'S':
        memcpy(&two, keys + 2 * at, 2);
        return (uint16_t)two;
    case 'i':
        memcpy(&four, keys + 4 * at, 4);
        return four;
    case 'I':
        memcpy(&four, keys + 4 * at, 4);
        return (uint32_t)four;
    default:
        memcpy(&eight, keys + 8 * at, 8);
        return eight;
    }
}

/* Answers keys by the verdicts on their dictionary. */
static Wrong
check_keys(char format, const struct ArrowArray *array, int64_t from, int64_t count, const uint8_t *known,
           uint8_t *verdict)
{
    const uint8_t *valid = valid_of(array), *keys = count ? array->buffers[1] : NULL;
    int64_t most = array->dictionary->length;
    if (count && !keys)
        return BROKEN_ARRAY;
    for (int64_t at = 0; at < count; at++) {
        if (!is_valid(valid, from + at)) {
            verdict[at] = MISSING;
            continue;
        }
        int64_t key = read_key(keys, from + at, format);
        if (key < 0 || key >= most)
            return BROKEN_KEY;
        verdict[at] = known[key];
    }
    return NOTHING_WRONG;
}

/* Whether an array is there and can have the length and the offset that it says: no place in it overflows an address.
   Nulls alone take no memory, so that they can be as many as there are numbers. */
static int
is_possible(const struct ArrowArray *array, int nulls)
{
    if (!array || !array->release || (array->n_buffers > 0 && !array->buffers))
        return 0;
    int64_t most = nulls ? INT64_MAX : INT64_MAX / (2 * VIEW_BYTES);
    return array->length >= 0 && array->offset >= 0 && array->length <= most && array->offset <= most - array->length;
}

/* Whether an array can be what its schema says; gives the array that has the texts, or the keys. */
static const struct ArrowArray *
innermost(const Column *column, const struct ArrowArray *array)
{
    for (int left = column->structs; left; left--, array = array->children[0])
        if (!is_possible(array, 1) || array->n_children != 1 || !array->children || !array->children[0] ||
            array->children[0]->length < 0 || array->children[0]->length - array->length < array->offset)
            return NULL;
    int nulls = column->layout == NOTHING;
    if (!is_possible(array, nulls && !column->keys) ||
        (column->keys && (array->n_buffers != 2 || !is_possible(array->dictionary, nulls))))
        return NULL;
    return array;
}

size_t
texts_of(const Column *column, const struct ArrowArray *array)
{
    const struct ArrowArray *inner = innermost(column, array);
    return !inner ? 0 : (size_t)(column->keys ? inner->dictionary->length : array->length);
}

static void
pack(const uint8_t *verdict, int64_t count, uint8_t *bits, uint8_t *valid, int64_t *nulls)
{
    for (int64_t at = 0; at < count; at++) {
        int missing = verdict[at] == MISSING;
        bits[at >> 3] |= (uint8_t)((verdict[at] & 1) << (at & 7));
        valid[at >> 3] |= (uint8_t)(!missing << (at & 7));
        *nulls += missing;
    }
}

/* Answers a part of a column: its values, then what is null because a struct around it is. */
static Wrong
check_part(const Column *column, Lanes *lanes, const struct ArrowArray *array, int64_t from, int64_t count,
           const uint8_t *known, uint8_t *verdict)
{
    const struct ArrowArray *inner = array;
    int64_t at_inner = from + array->offset;
    for (int left = column->structs; left; left--) {
        inner = inner->children[0];
        at_inner += inner->offset;
    }
    Wrong wrong = column->keys ? check_keys(column->keys, inner, at_inner, count, known, verdict)
                               : check_texts(column->layout, lanes, inner, at_inner, count, verdict);
    int64_t at_outer = from + array->offset;
    for (int left = column->structs; left; left--) {
        const uint8_t *valid = valid_of(array);
        for (int64_t at = 0; valid && at < count; at++)
            if (!is_valid(valid, at_outer + at))
                verdict[at] = MISSING;
        array = array->children[0];
        at_outer += array->offset;
    }
    return wrong;
}

Wrong
check_column(const Column *column, Lanes *lanes, const struct ArrowArray *array, uint8_t *bits, uint8_t *valid,
             int64_t *nulls)
{
    const struct ArrowArray *inner = innermost(column, array);
    uint8_t verdict[PART], *known = NULL;
    Wrong wrong = inner ? NOTHING_WRONG : BROKEN_ARRAY;
    *nulls = 0;
    if (inner && column->keys) {
        const struct ArrowArray *dictionary = inner->dictionary;
        known = PyMem_RawMalloc((size_t)dictionary->length + 1);
        wrong = known ? check_texts(column->layout, lanes, dictionary, dictionary->offset, dictionary->length, known)
                      : NO_MEMORY;
    }
    for (int64_t from = 0; !wrong && from < array->length; from += PART) {
        int64_t count = array->length - from < PART ? array->length - from : PART;
        wrong = check_part(column, lanes, array, from, count, known, verdict);
        if (!wrong)
            pack(verdict, count, bits + from / 8, valid + from / 8, nulls);
    }
    PyMem_RawFree(known);
    return wrong;
}

int
read_plain_column(const struct ArrowSchema *schema, Column *column)
{
    if (read_column(schema, column) < 0)
        return -1;
    if (!column->structs && !column->keys)
        return 0;
    PyErr_Format(PyExc_TypeError, "texts are a plain column here, not a %s", column->keys ? "dictionary" : "struct");
    return -1;
}

Wrong
check_plain(const Column *column, const struct ArrowArray *array)
{
    if (!is_possible(array, column->layout == NOTHING))
        return BROKEN_ARRAY;
    if (!array->length || column->layout == NOTHING)
        return NOTHING_WRONG;
    return has_buffers(column->layout, array) ? NOTHING_WRONG : BROKEN_ARRAY;
}

int
has_large_offsets(const Column *column)
{
    return column->layout == LARGE_OFFSETS || column->layout == VIEWS;
}

Wrong
read_text(const Column *column, const struct ArrowArray *array, int64_t at, const uint8_t **text, size_t *size)
{
    *text = NULL;
    *size = 0;
    at += array->offset;
    if (column->layout == NOTHING || !is_valid(valid_of(array), at))
        return NOTHING_WRONG;
    if (column->layout == VIEWS)
        return read_view(array, at, text, size);
    const uint8_t *offsets = array->buffers[1], *texts = array->buffers[2];
    int large = column->layout == LARGE_OFFSETS;
    int64_t start = read_offset(offsets, at, large), end = read_offset(offsets, at + 1, large);
    if (start < 0 || end < start)
        return BROKEN_OFFSETS;
    if (!texts && end != start)
        return BROKEN_ARRAY;
    *text = end == start ? (const uint8_t *)"" : texts + start;
    *size = (size_t)(end - start);
    return NOTHING_WRONG;
}

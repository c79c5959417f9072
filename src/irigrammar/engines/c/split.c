#include "capsules.h"
#include "column.h"
#include "field.h"
#include "spans.h"

#include <string.h>

/* The number of texts between two checks for signals. */
#define BETWEEN_SIGNALS 65536
#define MOST_FIELDS (MOST_REGISTERS / 2)

typedef struct {
    Field fields[MOST_FIELDS]; /* the last one has a name's number for each value, in a byte of `texts` */
    int count, large;
    PyObject *valid; /* which texts match */
    int64_t nulls;
} Table;

static int
table_init(Table *table, int count, int large, int64_t values)
{
    if (values > PY_SSIZE_T_MAX / 16) {
        PyErr_NoMemory();
        return -1;
    }
    Py_ssize_t length = (Py_ssize_t)values, bytes = map_bytes(values);
    int wide = large ? 8 : 4;
    *table = (Table){.count = count, .large = large, .nulls = values};
    if (!(table->valid = PyBytes_FromStringAndSize(NULL, bytes)))
        return -1;
    memset(PyBytes_AS_STRING(table->valid), 0, (size_t)bytes);
    for (int at = 0; at < count; at++)
        if (field_init(&table->fields[at], values, at == count - 1 ? 0 : wide, at == count - 1 ? length : 0) < 0)
            return -1;
    return 0;
}

static void
table_free(Table *table)
{
    Py_CLEAR(table->valid);
    for (int at = 0; at < table->count; at++)
        field_free(&table->fields[at]);
}

/* Writes the value at `at` of each field; `row` is NULL where all are null. What is not part of the text is empty, as
   Python's slices have it: what registers are set to comes from Python. */
static int
write_fields(Table *table, int64_t at, const uint8_t *text, size_t size, const int32_t *row)
{
    for (int number = 0; number < table->count - 1; number++) {
        Field *field = &table->fields[number];
        if (row && row[2 * number + 1] >= 0) {
            int32_t start = row[2 * number], end = row[2 * number + 1];
            if ((size_t)end > size)
                end = (int32_t)size;
            if (start >= 0 && start < end && append(field, text + start, end - start) < 0)
                return -1;
            set_valid(field->valid, &field->nulls, at);
        }
        end_text(field, at);
    }
    Field *last = &table->fields[table->count - 1];
    int32_t name = row ? row[2 * (table->count - 1)] : -1;
    if (name >= 0 && last->texts) { /* it is always there, which gcc's -fanalyzer does not see */
        PyBytes_AS_STRING(last->texts)[at] = (char)name;
        set_valid(last->valid, &last->nulls, at);
    }
    if (row)
        set_valid(table->valid, &table->nulls, at);
    return 0;
}

/* Fills a table: 1, IRI_EXCEPTION with an exception set, or IRI_FULL. */
static int
fill(Spans *self, const Column *column, const struct ArrowArray *array, Table *table)
{
    Wrong wrong = check_plain(column, array);
    for (int64_t at = 0; !wrong && at < array->length; at++) {
        Row row;
        const uint8_t *text;
        size_t size;
        int found = 0;
        if ((wrong = read_text(column, array, at, &text, &size)))
            break;
        if (text && size > INT32_MAX)
            found = IRI_FULL;
        else if (text)
            found = find_spans(self, CODED, text, (Py_ssize_t)size, &row);
        if (found < 0)
            return found;
        if (write_fields(table, at, text, size, found ? row : NULL) < 0 ||
            (at % BETWEEN_SIGNALS == BETWEEN_SIGNALS - 1 && PyErr_CheckSignals() < 0))
            return IRI_EXCEPTION;
    }
    if (wrong)
        refuse_array(wrong);
    return wrong ? IRI_EXCEPTION : 1;
}

/* Makes a tuple of what a table holds. */
static PyObject *
give(Table *table, int64_t length)
{
    PyObject *fields = PyTuple_New(table->count);
    for (int at = 0; fields && at < table->count; at++) {
        PyObject *one = give_field(&table->fields[at]);
        if (one)
            PyTuple_SET_ITEM(fields, at, one);
        else
            Py_CLEAR(fields);
    }
    if (!fields)
        return NULL;
    return Py_BuildValue("LLOON", (long long)length, (long long)table->nulls, table->valid,
                         table->large ? Py_True : Py_False, fields);
}

static PyObject *
split_array(Spans *self, const Column *column, const struct ArrowArray *array)
{
    Table table = {.count = 0};
    PyObject *made = NULL;
    int64_t length = array->length < 0 ? 0 : array->length;
    if (PyTuple_GET_SIZE(self->names) > 256)
        return Py_NewRef(Py_NotImplemented);
    if (table_init(&table, self->fields, has_large_offsets(column), length) == 0) {
        int found = fill(self, column, array, &table);
        if (found == IRI_FULL)
            made = Py_NewRef(Py_NotImplemented);
        else if (found != IRI_EXCEPTION)
            made = give(&table, length);
    }
    table_free(&table);
    return made;
}

const char components_arrow_array_doc[] =
    "components_arrow_array($self, schema, array, /)\n--\n\n"
    "Return the fields of `components` of each text of a plain column, as what columns of Arrow are made of.\n\n"
    "It is (length, nulls, the map of what is not null, whether ends are of 64 bits and not 32, fields); null is what does\n"
    "not match or was null. A field is (nulls, the map, ends, texts); of the last one texts are numbers of names, in an\n"
    "byte each. NotImplemented where there are too many states or names.";

PyObject *
components_arrow_array(Spans *self, PyObject *args)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    Column column;
    PyObject *schemas, *arrays, *made = NULL;
    if (!PyArg_ParseTuple(args, "OO:components_arrow_array", &schemas, &arrays))
        return NULL;
    if (!TAKE(struct ArrowSchema, ARROW_SCHEMA, schemas, &schema))
        return NULL;
    if (TAKE(struct ArrowArray, ARROW_ARRAY, arrays, &array)) {
        if (read_plain_column(&schema, &column) == 0)
            made = split_array(self, &column, &array);
        RELEASE(&array);
    }
    RELEASE(&schema);
    return made;
}

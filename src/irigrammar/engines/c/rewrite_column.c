#include "capsules.h"
#include "column.h"
#include "field.h"
#include "rewrite.h"

/* The number of texts between two checks for signals. */
#define BETWEEN_SIGNALS 65536

/* Writes what Python says of a text that is left; -1 with an exception set, 0 where it has no result, else 1. */
static int
put_other(PyObject *other, const uint8_t *text, size_t size, Buffer *out)
{
    char *bytes;
    Py_ssize_t length;
    int done = -1;
    PyObject *result = PyObject_CallFunction(other, "y#", (const char *)text, (Py_ssize_t)size);
    if (result == Py_None)
        done = 0;
    else if (result && PyBytes_AsStringAndSize(result, &bytes, &length) == 0) {
        out->size = 0;
        done = put(out, (const uint8_t *)bytes, (size_t)length) < 0 ? -1 : 1;
    }
    Py_XDECREF(result);
    return done;
}

/* Writes the text at an index, if it has a result; IRI_EXCEPTION, IRI_FULL where ends of 32 bits cannot say where it
   ends, else 0. */
static int
put_text(Rewriter *self, PyObject *other, const uint8_t *text, size_t size, int64_t at, Field *field)
{
    Buffer out;
    buffer_init(&out);
    int done = write_anew(self, text, size, &out);
    if (done == LEFT && (done = put_other(other, text, size, &out)) == 0)
        done = REFUSED;
    int result = done < 0 ? IRI_EXCEPTION : 0;
    if (done == WRITTEN) {
        if (field->wide == 4 && out.size > (size_t)(INT32_MAX - field->used))
            result = IRI_FULL;
        else if (append(field, out.bytes, (Py_ssize_t)out.size) < 0)
            result = IRI_EXCEPTION;
        else
            set_valid(field->valid, &field->nulls, at);
    }
    buffer_free(&out);
    return result;
}

static int
fill(Rewriter *self, PyObject *other, const Column *column, const struct ArrowArray *array, Field *field)
{
    Wrong wrong = check_plain(column, array);
    int done = 0;
    for (int64_t at = 0; !wrong && !done && at < array->length; at++) {
        const uint8_t *text;
        size_t size;
        if ((wrong = read_text(column, array, at, &text, &size)))
            break;
        if (text)
            done = put_text(self, other, text, size, at, field);
        end_text(field, at);
        if (at % BETWEEN_SIGNALS == BETWEEN_SIGNALS - 1 && PyErr_CheckSignals() < 0)
            done = IRI_EXCEPTION;
    }
    if (wrong)
        refuse_array(wrong);
    return wrong ? IRI_EXCEPTION : done;
}

static PyObject *
rewrite_array(Rewriter *self, PyObject *other, const Column *column, const struct ArrowArray *array)
{
    Field field;
    PyObject *given = NULL;
    int64_t length = array->length < 0 ? 0 : array->length;
    int large = has_large_offsets(column);
    Py_ssize_t bytes = length < PY_SSIZE_T_MAX / 64 ? (Py_ssize_t)(64 * length) : 0;
    if (field_init(&field, length, large ? 8 : 4, bytes) == 0) {
        int done = fill(self, other, column, array, &field);
        PyObject *texts = done == 0 ? give_field(&field) : NULL;
        if (done == IRI_FULL)
            given = Py_NewRef(Py_NotImplemented);
        else if (texts)
            given = Py_BuildValue("LON", (long long)length, large ? Py_True : Py_False, texts);
    }
    field_free(&field);
    return given;
}

const char rewrite_arrow_array_doc[] =
    "rewrite_arrow_array($self, schema, array, other, /)\n--\n\n"
    "Return each text of a plain column written anew, as what a column of Arrow is made of: (length, whether ends are of\n"
    "64 bits and not 32, (nulls, the map of what is not null, ends, texts)). `other` takes the bytes of a text that is left\n"
    "to Python, and returns bytes, or None for null. NotImplemented where the ends are too large.";

PyObject *
rewrite_arrow_array(Rewriter *self, PyObject *args)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    Column column;
    PyObject *schemas, *arrays, *other, *given = NULL;
    if (!PyArg_ParseTuple(args, "OOO:rewrite_arrow_array", &schemas, &arrays, &other))
        return NULL;
    if (!TAKE(struct ArrowSchema, ARROW_SCHEMA, schemas, &schema))
        return NULL;
    if (TAKE(struct ArrowArray, ARROW_ARRAY, arrays, &array)) {
        if (read_plain_column(&schema, &column) == 0)
            given = rewrite_array(self, other, &column, &array);
        RELEASE(&array);
    }
    RELEASE(&schema);
    return given;
}

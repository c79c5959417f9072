#include "capsules.h"
#include "column.h"
#include "many.h"

#include <string.h>

/* How many code points some bytes of UTF-8 are. */
static int64_t
count_points(const uint8_t *text, Py_ssize_t size)
{
    int64_t count = 0;
    for (Py_ssize_t at = 0; at < size; at++)
        count += (text[at] & 0xC0) != 0x80;
    return count;
}

/* Writes the offset of the fault of each text that does not match, and makes `valid` say which these are. */
static Wrong
locate(const Automaton *automaton, const Column *column, const struct ArrowArray *array, const uint8_t *bits,
       uint8_t *valid, int64_t *offsets, int64_t *nulls)
{
    *nulls = array->length;
    for (int64_t at = 0; at < array->length; at++) {
        if (at % 8 == 0)
            valid[at >> 3] &= (uint8_t)~bits[at >> 3];
        if (!valid[at >> 3]) {
            at |= 7;
            continue;
        }
        if (!(valid[at >> 3] >> (at & 7) & 1))
            continue;
        const uint8_t *text;
        size_t size;
        int broken;
        Wrong wrong = read_text(column, array, at, &text, &size);
        if (wrong)
            return wrong;
        Py_ssize_t found = automaton->walk[UTF8](automaton, text, (Py_ssize_t)size, &broken);
        offsets[at] = count_points(text, found);
        --*nulls;
    }
    return NOTHING_WRONG;
}

static PyObject *
locate_array(Automaton *automaton, const Column *column, const struct ArrowArray *array)
{
    Wrong wrong = check_plain(column, array);
    if (wrong) {
        refuse_array(wrong);
        return NULL;
    }
    if (array->length > PY_SSIZE_T_MAX / 16)
        return PyErr_NoMemory();
    Py_ssize_t length = (Py_ssize_t)array->length, bytes = map_bytes(length);
    PyObject *bits = PyBytes_FromStringAndSize(NULL, bytes), *valid = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *offsets = PyBytes_FromStringAndSize(NULL, 8 * length);
    PyObject *answers = NULL;
    int64_t nulls = 0;
    Lanes lanes;
    if (!bits || !valid || !offsets)
        goto done;
    memset(PyBytes_AS_STRING(bits), 0, (size_t)bytes);
    memset(PyBytes_AS_STRING(valid), 0, (size_t)bytes);
    memset(PyBytes_AS_STRING(offsets), 0, 8 * (size_t)length);
    lanes_init(&lanes, automaton, UTF8, texts_of(column, array));
    Py_BEGIN_ALLOW_THREADS
    wrong = check_column(column, &lanes, array, (uint8_t *)PyBytes_AS_STRING(bits), (uint8_t *)PyBytes_AS_STRING(valid),
                         &nulls);
    if (!wrong)
        wrong = locate(automaton, column, array, (const uint8_t *)PyBytes_AS_STRING(bits),
                       (uint8_t *)PyBytes_AS_STRING(valid), (int64_t *)PyBytes_AS_STRING(offsets), &nulls);
    Py_END_ALLOW_THREADS
    if (wrong)
        refuse_array(wrong);
    else
        answers = Py_BuildValue("LLOO", (long long)length, (long long)nulls, valid, offsets);
done:
    Py_XDECREF(bits);
    Py_XDECREF(valid);
    Py_XDECREF(offsets);
    return answers;
}

const char fault_arrow_array_doc[] =
    "fault_arrow_array($self, schema, array, /)\n--\n\n"
    "Return where the texts of a plain column leave the language, in code points from 0.\n\n"
    "It is (length, nulls, the map of what is not null, 64-bit offsets), both as bytes; null is what matches or was null.";

PyObject *
fault_arrow_array(Automaton *self, PyObject *args)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    Column column;
    PyObject *schemas, *arrays, *answers = NULL;
    if (!PyArg_ParseTuple(args, "OO:fault_arrow_array", &schemas, &arrays))
        return NULL;
    if (!TAKE(struct ArrowSchema, ARROW_SCHEMA, schemas, &schema))
        return NULL;
    if (TAKE(struct ArrowArray, ARROW_ARRAY, arrays, &array)) {
        if (read_plain_column(&schema, &column) == 0)
            answers = locate_array(self, &column, &array);
        RELEASE(&array);
    }
    RELEASE(&schema);
    return answers;
}

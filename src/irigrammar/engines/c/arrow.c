#include "capsules.h"
#include "column.h"
#include "many.h"

#include <string.h>

/* Answers of one array: (how many, nulls, the map of what is not null or None, bits), both maps as bytes. */

static PyObject *
check_array(Automaton *automaton, const Column *column, const struct ArrowArray *array)
{
    Py_ssize_t bytes = map_bytes(array->length < 0 ? 0 : array->length);
    if (bytes < 0)
        return NULL;
    PyObject *bits = PyBytes_FromStringAndSize(NULL, bytes), *valid = PyBytes_FromStringAndSize(NULL, bytes);
    PyObject *answers = NULL;
    int64_t nulls = 0;
    Wrong wrong = NOTHING_WRONG;
    Lanes lanes;
    if (!bits || !valid)
        goto done;
    memset(PyBytes_AS_STRING(bits), 0, (size_t)bytes);
    memset(PyBytes_AS_STRING(valid), 0, (size_t)bytes);
    lanes_init(&lanes, automaton, UTF8, texts_of(column, array));
    Py_BEGIN_ALLOW_THREADS
    wrong = check_column(column, &lanes, array, (uint8_t *)PyBytes_AS_STRING(bits), (uint8_t *)PyBytes_AS_STRING(valid),
                         &nulls);
    Py_END_ALLOW_THREADS
    if (wrong)
        refuse_array(wrong);
    else
        answers = Py_BuildValue("LLOO", (long long)array->length, (long long)nulls, nulls ? valid : Py_None, bits);
done:
    Py_XDECREF(bits);
    Py_XDECREF(valid);
    return answers;
}

const char match_arrow_array_doc[] =
    "match_arrow_array($self, schema, array, /)\n--\n\n"
    "Return the answers to an array that two capsules of the Arrow C data interface hold.\n\n"
    "They are (length, nulls, the map of what is not null or None, bits), both maps as bytes.";

PyObject *
match_arrow_array(Automaton *self, PyObject *args)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    Column column;
    PyObject *schemas, *arrays, *answers = NULL;
    if (!PyArg_ParseTuple(args, "OO:match_arrow_array", &schemas, &arrays))
        return NULL;
    if (!TAKE(struct ArrowSchema, ARROW_SCHEMA, schemas, &schema))
        return NULL;
    if (TAKE(struct ArrowArray, ARROW_ARRAY, arrays, &array)) {
        if (read_column(&schema, &column) == 0)
            answers = check_array(self, &column, &array);
        RELEASE(&array);
    }
    RELEASE(&schema);
    return answers;
}

static void
stream_failed(struct ArrowArrayStream *stream, int code)
{
    const char *why = stream->get_last_error ? stream->get_last_error(stream) : NULL;
    PyObject *error = Py_BuildValue("(is)", code, why ? why : "the Arrow stream failed, and does not say why");
    if (error)
        PyErr_SetObject(PyExc_OSError, error);
    Py_XDECREF(error);
}

/* Appends the answers to the stream's next array; 0 at its end, -1 with an exception set. */
static int
match_next(Automaton *automaton, const Column *column, struct ArrowArrayStream *stream, PyObject *list)
{
    struct ArrowArray array = {.release = NULL};
    int code;
    Py_BEGIN_ALLOW_THREADS /* others may have to run before there is one */
    code = stream->get_next(stream, &array);
    Py_END_ALLOW_THREADS
    if (code) {
        stream_failed(stream, code);
        return -1;
    }
    if (!array.release)
        return 0;
    PyObject *answers = check_array(automaton, column, &array);
    RELEASE(&array);
    int appended = answers ? PyList_Append(list, answers) : -1;
    Py_XDECREF(answers);
    return appended < 0 ? -1 : 1;
}

const char match_arrow_stream_doc[] =
    "match_arrow_stream($self, stream, /)\n--\n\n"
    "Return a list of the answers to each array of the stream in a capsule of the Arrow C stream interface.";

PyObject *
match_arrow_stream(Automaton *self, PyObject *capsule)
{
    struct ArrowArrayStream stream;
    struct ArrowSchema schema = {.release = NULL};
    Column column;
    int code, more = -1;
    if (!TAKE(struct ArrowArrayStream, ARROW_STREAM, capsule, &stream))
        return NULL;
    PyObject *list = NULL;
    if (!stream.get_schema || !stream.get_next)
        PyErr_SetString(PyExc_ValueError, "an Arrow stream lacks get_schema or get_next");
    else if ((list = PyList_New(0))) {
        Py_BEGIN_ALLOW_THREADS
        code = stream.get_schema(&stream, &schema);
        Py_END_ALLOW_THREADS
        if (code)
            stream_failed(&stream, code);
        else if (read_column(&schema, &column) == 0)
            while ((more = match_next(self, &column, &stream, list)) > 0)
                ;
        if (!code && schema.release)
            RELEASE(&schema);
    }
    RELEASE(&stream);
    if (more < 0)
        Py_CLEAR(list);
    return list;
}

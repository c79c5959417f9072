#include "arrow.h"
#include "many.h"

#include <stdlib.h>
#include <string.h>

/* What is given away has memory of its own, so that it can be released without Python. */

static void
release_schema(struct ArrowSchema *schema)
{
    schema->release = NULL;
}

static void
fill_schema(struct ArrowSchema *schema)
{
    *schema = (struct ArrowSchema){.format = "b", .name = "", .flags = ARROW_FLAG_NULLABLE, .release = release_schema};
}

static void
release_array(struct ArrowArray *array)
{
    free(array->private_data);
    array->release = NULL;
}

/* An array of the answers that `check_array` returned; -1 with an exception set. */
static int
fill_array(struct ArrowArray *array, PyObject *answers)
{
    long long length, nulls;
    PyObject *valid, *bits;
    if (!PyArg_ParseTuple(answers, "LLOO!:answers", &length, &nulls, &valid, &PyBytes_Type, &bits))
        return -1;
    size_t bytes = (size_t)PyBytes_GET_SIZE(bits);
    if (length < 0 || (uint64_t)bytes < (uint64_t)(length / 8 + (length % 8 != 0)) ||
        (valid != Py_None && (!PyBytes_Check(valid) || (size_t)PyBytes_GET_SIZE(valid) != bytes))) {
        PyErr_SetString(PyExc_ValueError, "answers have a bit for each value");
        return -1;
    }
    const void **buffers = bytes > PY_SSIZE_T_MAX / 2 - 64 ? NULL : malloc(2 * sizeof *buffers + 2 * bytes + 1);
    if (!buffers) {
        PyErr_NoMemory();
        return -1;
    }
    char *maps = (char *)(buffers + 2);
    memcpy(maps, PyBytes_AS_STRING(bits), bytes);
    if (valid != Py_None)
        memcpy(maps + bytes, PyBytes_AS_STRING(valid), bytes);
    buffers[0] = valid == Py_None ? NULL : maps + bytes;
    buffers[1] = maps;
    *array = (struct ArrowArray){.length = length,
                                 .null_count = valid == Py_None ? 0 : nulls,
                                 .n_buffers = 2,
                                 .buffers = buffers,
                                 .release = release_array,
                                 .private_data = buffers};
    return 0;
}

typedef struct {
    size_t count, next;
    struct ArrowArray arrays[];
} Chunks;

static int
next_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
    (void)stream;
    fill_schema(schema);
    return 0;
}

static int
next_array(struct ArrowArrayStream *stream, struct ArrowArray *array)
{
    Chunks *chunks = stream->private_data;
    if (chunks->next == chunks->count)
        array->release = NULL;
    else
        *array = chunks->arrays[chunks->next++];
    return 0;
}

static const char *
last_error(struct ArrowArrayStream *stream)
{
    (void)stream;
    return NULL;
}

static void
free_chunks(Chunks *chunks)
{
    for (; chunks->next < chunks->count; chunks->next++)
        chunks->arrays[chunks->next].release(&chunks->arrays[chunks->next]);
    free(chunks);
}

static void
release_stream(struct ArrowArrayStream *stream)
{
    free_chunks(stream->private_data);
    stream->release = NULL;
}

/* A capsule of each kind releases what was not taken out of it. */
#define CAPSULE(type, name, destructor, maker) \
    static void destructor(PyObject *capsule) \
    { \
        type *held = PyCapsule_GetPointer(capsule, name); \
        if (held->release) \
            held->release(held); \
        free(held); \
    } \
    static PyObject *maker(const type *given) \
    { \
        type *held = malloc(sizeof *held); \
        PyObject *capsule = NULL; \
        if (held) { \
            *held = *given; \
            capsule = PyCapsule_New(held, name, destructor); \
        } \
        else \
            PyErr_NoMemory(); \
        if (!capsule) { \
            free(held); \
            type gone = *given; \
            gone.release(&gone); \
        } \
        return capsule; \
    }

CAPSULE(struct ArrowSchema, ARROW_SCHEMA, destroy_schema, schema_capsule)
CAPSULE(struct ArrowArray, ARROW_ARRAY, destroy_array, array_capsule)
CAPSULE(struct ArrowArrayStream, ARROW_STREAM, destroy_stream, stream_capsule)

PyDoc_STRVAR(arrow_array_doc,
             "arrow_array($module, answers, /)\n--\n\n"
             "Return the two capsules of an Arrow array of bool, from the answers of match_arrow_array.");

static PyObject *
arrow_array(PyObject *module, PyObject *answers)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    (void)module;
    if (fill_array(&array, answers) < 0)
        return NULL;
    fill_schema(&schema);
    PyObject *arrays = array_capsule(&array), *schemas = arrays ? schema_capsule(&schema) : NULL;
    if (schemas)
        return Py_BuildValue("NN", schemas, arrays);
    Py_XDECREF(arrays);
    return NULL;
}

PyDoc_STRVAR(arrow_stream_doc,
             "arrow_stream($module, chunks, /)\n--\n\n"
             "Return the capsule of an Arrow stream of arrays of bool, from the list of match_arrow_stream.");

static PyObject *
arrow_stream(PyObject *module, PyObject *list)
{
    (void)module;
    if (!PyList_CheckExact(list)) {
        PyErr_SetString(PyExc_TypeError, "chunks are a list");
        return NULL;
    }
    size_t count = (size_t)PyList_GET_SIZE(list);
    Chunks *chunks = calloc(1, sizeof *chunks + count * sizeof *chunks->arrays);
    if (!chunks)
        return PyErr_NoMemory();
    for (; chunks->count < count; chunks->count++)
        if (fill_array(&chunks->arrays[chunks->count], PyList_GET_ITEM(list, chunks->count)) < 0) {
            free_chunks(chunks);
            return NULL;
        }
    struct ArrowArrayStream stream = {.get_schema = next_schema,
                                      .get_next = next_array,
                                      .get_last_error = last_error,
                                      .release = release_stream,
                                      .private_data = chunks};
    return stream_capsule(&stream);
}

PyMethodDef arrow_functions[] = {
    {"arrow_array", arrow_array, METH_O, arrow_array_doc},
    {"arrow_stream", arrow_stream, METH_O, arrow_stream_doc},
    {NULL, NULL, 0, NULL},
};

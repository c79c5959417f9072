#include "lanes.h"
#include "many.h"

#include <string.h>

/* The bytes of narrowed texts, and the texts, that are kept before their verdicts are read. */
#define ROOM 65536
#define PART 256

/* Copies code points that are all below 256, a byte each; returns the highest bits of all of them together. */
static uint32_t
narrow(const uint32_t *points, size_t size, uint8_t *bytes)
{
    uint32_t all = 0;
    for (size_t at = 0; at < size; at++) {
        all |= points[at];
        bytes[at] = (uint8_t)points[at];
    }
    return all;
}

static int
is_code_points(const uint32_t *points, size_t size)
{
    for (size_t at = 0; at < size; at++)
        if (points[at] > IRI_LAST_POINT)
            return 0;
    return 1;
}

/* Walks texts of `width` code points each, NULs at their ends left out; -1 without memory. What is walked is
   a copy: another thread may write into the buffer between a look at its code points and the walk. */
static int
check_points(Lanes *lanes, const uint32_t *texts, size_t width, size_t count, uint8_t *verdict)
{
    size_t part = width > ROOM / PART ? ROOM / width + 1 : PART;
    uint8_t *bytes = PyMem_RawMalloc(part * width + 1);
    uint32_t *wide = PyMem_RawMalloc(width * sizeof *wide + 1);
    int broken;
    if (!bytes || !wide) {
        PyMem_RawFree(bytes);
        PyMem_RawFree(wide);
        return -1;
    }
    for (size_t at = 0; at < count; at++) {
        const uint32_t *text = texts + at * width;
        uint8_t *copy = bytes + at % part * width;
        size_t size = width;
        if (at % part == 0)
            lanes_finish(lanes);
        while (size && !text[size - 1])
            size--;
        if (narrow(text, size, copy) < 256)
            lanes_add(lanes, copy, size, verdict + at);
        else {
            memcpy(wide, text, size * sizeof *wide);
            verdict[at] =
                is_code_points(wide, size) &&
                lanes->automaton->walk[FOUR](lanes->automaton, wide, (Py_ssize_t)size, &broken) == IRI_MATCHES;
        }
    }
    lanes_finish(lanes);
    PyMem_RawFree(bytes);
    PyMem_RawFree(wide);
    return 0;
}

/* The same for texts of bytes in UTF-8. */
static void
check_bytes(Lanes *lanes, const uint8_t *texts, size_t width, size_t count, uint8_t *verdict)
{
    for (size_t at = 0; at < count; at++) {
        const uint8_t *text = texts + at * width;
        size_t size = width;
        while (size && !text[size - 1])
            size--;
        lanes_add(lanes, text, size, verdict + at);
    }
    lanes_finish(lanes);
}

const char match_fixed_doc[] =
    "match_fixed($self, data, count, points, /)\n--\n\n"
    "Return a byte (1 where it matches, else 0) for each of `count` texts of the same width, NULs at their ends left out.\n\n"
    "They are code points of 32 bits each where `points` is true, else bytes in UTF-8.";

PyObject *
match_fixed(Automaton *self, PyObject *args)
{
    Py_buffer data;
    Py_ssize_t count;
    int points, checked = 0;
    Lanes lanes;
    PyObject *found = NULL;
    if (!PyArg_ParseTuple(args, "y*np:match_fixed", &data, &count, &points))
        return NULL;
    Py_ssize_t unit = points ? (Py_ssize_t)sizeof(uint32_t) : 1, width = count > 0 ? data.len / count / unit : 0;
    if (count < 0 || width * unit * count != data.len || (points && (uintptr_t)data.buf % sizeof(uint32_t)))
        PyErr_SetString(PyExc_ValueError, "texts of the same width lie one behind the other, aligned");
    else
        found = PyBytes_FromStringAndSize(NULL, count);
    if (found) {
        uint8_t *verdict = (uint8_t *)PyBytes_AS_STRING(found);
        lanes_init(&lanes, self, points ? LATIN : UTF8, (size_t)count);
        Py_BEGIN_ALLOW_THREADS
        if (points)
            checked = check_points(&lanes, data.buf, (size_t)width, (size_t)count, verdict);
        else
            check_bytes(&lanes, data.buf, (size_t)width, (size_t)count, verdict);
        Py_END_ALLOW_THREADS
    }
    if (checked < 0) {
        PyErr_NoMemory();
        Py_CLEAR(found);
    }
    PyBuffer_Release(&data);
    return found;
}

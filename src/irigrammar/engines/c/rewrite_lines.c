#include "rewrite.h"

/* The number of lines between two checks for signals. */
#define BETWEEN_SIGNALS 65536

/* Writes what Python says of a line that is left, with a line feed, or nothing for None; IRI_EXCEPTION or WRITTEN. */
static int
put_other(PyObject *other, const char *text, size_t size, Py_ssize_t number, Buffer *out)
{
    char *bytes;
    Py_ssize_t length;
    int done = IRI_EXCEPTION;
    PyObject *result = PyObject_CallFunction(other, "y#n", text, (Py_ssize_t)size, number);
    if (result == Py_None)
        done = WRITTEN;
    else if (result && PyBytes_AsStringAndSize(result, &bytes, &length) == 0 &&
             put(out, (const uint8_t *)bytes, (size_t)length) == 0 && put(out, (const uint8_t *)"\n", 1) == 0)
        done = WRITTEN;
    Py_XDECREF(result);
    return done;
}

/* Writes the lines of a text anew; each LF, or CRLF, ends one. IRI_EXCEPTION or WRITTEN. */
static int
put_lines(Rewriter *self, PyObject *other, const char *text, size_t size, Buffer *out)
{
    Py_ssize_t number = 0;
    for (size_t start = 0, next; start < size; start = next) {
        const char *feed = memchr(text + start, '\n', size - start);
        size_t end = feed ? (size_t)(feed - text) : size, before = out->size;
        next = end + 1;
        number++;
        if (feed && end > start && text[end - 1] == '\r')
            end--;
        int done = write_anew(self, (const uint8_t *)text + start, end - start, out);
        if (done == WRITTEN)
            done = put(out, (const uint8_t *)"\n", 1) < 0 ? IRI_EXCEPTION : WRITTEN;
        else if (done != IRI_EXCEPTION) {
            out->size = before;
            done = put_other(other, text + start, end - start, number, out);
        }
        if (done == IRI_EXCEPTION || (number % BETWEEN_SIGNALS == 0 && PyErr_CheckSignals() < 0))
            return IRI_EXCEPTION;
    }
    return WRITTEN;
}

const char rewrite_lines_doc[] =
    "lines($self, text, other, /)\n--\n\n"
    "Return the lines of bytes in UTF-8 written anew. `other` takes the bytes of a line that is left to Python, or\n"
    "does not match, and its number from 1, and returns bytes, or None for no line.";

PyObject *
rewrite_lines(Rewriter *self, PyObject *args)
{
    Py_buffer text;
    PyObject *other, *lines = NULL;
    Buffer out;
    if (!PyArg_ParseTuple(args, "y*O:lines", &text, &other))
        return NULL;
    buffer_init(&out);
    if (reserve(&out, (size_t)text.len) == 0 && put_lines(self, other, text.buf, (size_t)text.len, &out) == WRITTEN)
        lines = PyBytes_FromStringAndSize((const char *)out.bytes, (Py_ssize_t)out.size);
    buffer_free(&out);
    PyBuffer_Release(&text);
    return lines;
}

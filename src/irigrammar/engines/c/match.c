#include "texts.h"

/* How many texts ahead of the one that is walked are fetched into the cache. */
#define AHEAD 12

void
refuse_value(const char *wanted, PyObject *value)
{
    PyObject *name = PyType_GetName(Py_TYPE(value));
    if (name)
        PyErr_Format(PyExc_TypeError, "a text is %s, not %U", wanted, name);
    Py_XDECREF(name);
}

Py_ssize_t
walk_octets(const Automaton *automaton, PyObject *octets, int *broken)
{
    if (PyBytes_Check(octets))
        return walk_text(automaton, UTF8, PyBytes_AS_STRING(octets), PyBytes_GET_SIZE(octets), broken);
    if (!PyByteArray_Check(octets) && !PyMemoryView_Check(octets)) {
        refuse_value("str or bytes", octets);
        return -2;
    }
    PyObject *copy = PyBytes_FromObject(octets);
    if (!copy)
        return -2;
    Py_ssize_t found = walk_text(automaton, UTF8, PyBytes_AS_STRING(copy), PyBytes_GET_SIZE(copy), broken);
    Py_DECREF(copy);
    return found;
}

/* Whether a text matches: 1 or 0, -1 with an exception set. */
static inline int
is_match(const Automaton *automaton, PyObject *text)
{
    int broken;
    Py_ssize_t found = PyUnicode_Check(text) ? walk_str(automaton, text) : walk_octets(automaton, text, &broken);
    return found == -2 ? -1 : found == WALK_MATCHES;
}

PyDoc_STRVAR(matches_doc, "matches($self, text, /)\n--\n\n"
"Tell whether a text matches as a whole: a str, or bytes, bytearray or memoryview in strict UTF-8.\n\n"
"It never raises for a text of any content; a value of another type is a TypeError.");

static PyObject *
matches(Automaton *self, PyObject *text)
{
    int found = is_match(self, text);
    return found < 0 ? NULL : PyBool_FromLong(found);
}

PyDoc_STRVAR(fault_offset_doc, "fault_offset($self, text, /)\n--\n\n"
"Return where a str leaves the language, in code points from 0, or None where it is in it.");

static PyObject *
fault_offset(Automaton *self, PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        refuse_value("str", text);
        return NULL;
    }
    Py_ssize_t found = walk_str(self, text);
    if (found == -2)
        return NULL;
    if (found == WALK_MATCHES)
        Py_RETURN_NONE;
    return PyLong_FromSsize_t(found);
}

static inline void
fetch(const void *object)
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(object);
    __builtin_prefetch((const char *)object + 64);
#else
    (void)object;
#endif
}

/* Whether a signal raised an exception; looked at once in so many texts. */
static inline int
interrupted(Py_ssize_t at)
{
    return at % 4096 == 4095 && PyErr_CheckSignals() < 0;
}

static PyObject *
match_list(Automaton *self, PyObject *texts)
{
    Py_ssize_t size = PyList_GET_SIZE(texts);
    PyObject *verdicts = PyList_New(size);
    if (verdicts)
        PyObject_GC_UnTrack(verdicts); /* nobody finds it through the gc module before it is filled */
    for (Py_ssize_t at = 0; verdicts && at < size; at++) {
        if (at + AHEAD < PyList_GET_SIZE(texts))
            fetch(PyList_GET_ITEM(texts, at + AHEAD));
        if (at >= PyList_GET_SIZE(texts)) { /* without the GIL another thread may shorten it */
            PyErr_SetString(PyExc_RuntimeError, "the list changed its size while it was read");
            Py_CLEAR(verdicts);
            break;
        }
        PyObject *text = PyList_GET_ITEM(texts, at);
        Py_INCREF(text);
        int found = is_match(self, text);
        Py_DECREF(text);
        if (found < 0 || interrupted(at))
            Py_CLEAR(verdicts);
        else
            PyList_SET_ITEM(verdicts, at, PyBool_FromLong(found));
    }
    if (verdicts)
        PyObject_GC_Track(verdicts);
    return verdicts;
}

PyDoc_STRVAR(matches_many_doc, "matches_many($self, texts, /)\n--\n\n"
"Return a list of whether each text of an iterable matches.");

static PyObject *
matches_many(Automaton *self, PyObject *texts)
{
    if (PyList_CheckExact(texts))
        return match_list(self, texts);
    PyObject *iterator = PyObject_GetIter(texts), *verdicts = iterator ? PyList_New(0) : NULL, *text;
    while (verdicts && (text = PyIter_Next(iterator))) {
        int found = is_match(self, text);
        Py_DECREF(text);
        if (found < 0 || PyList_Append(verdicts, found ? Py_True : Py_False) < 0 ||
            interrupted(PyList_GET_SIZE(verdicts)))
            Py_CLEAR(verdicts);
    }
    Py_XDECREF(iterator);
    if (PyErr_Occurred())
        Py_CLEAR(verdicts);
    return verdicts;
}

PyMethodDef automaton_methods[] = {
    {"matches", (PyCFunction)matches, METH_O, matches_doc},
    {"matches_many", (PyCFunction)matches_many, METH_O, matches_many_doc},
    {"fault_offset", (PyCFunction)fault_offset, METH_O, fault_offset_doc},
    {NULL, NULL, 0, NULL},
};

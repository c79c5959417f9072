#include "texts.h"

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
        return IRI_EXCEPTION;
    }
    PyObject *copy = PyBytes_FromObject(octets);
    if (!copy)
        return IRI_EXCEPTION;
    Py_ssize_t found = walk_text(automaton, UTF8, PyBytes_AS_STRING(copy), PyBytes_GET_SIZE(copy), broken);
    Py_DECREF(copy);
    return found;
}

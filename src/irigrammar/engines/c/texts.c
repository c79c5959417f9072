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
walk_bytes(const Automaton *automaton, PyObject *bytes, int *broken)
{
    if (PyBytes_Check(bytes))
        return walk_text(automaton, UTF8, PyBytes_AS_STRING(bytes), PyBytes_GET_SIZE(bytes), broken);
    if (!PyByteArray_Check(bytes) && !PyMemoryView_Check(bytes)) {
        refuse_value("str or bytes", bytes);
        return IRI_EXCEPTION;
    }
    PyObject *copy = PyBytes_FromObject(bytes);
    if (!copy)
        return IRI_EXCEPTION;
    Py_ssize_t found = walk_text(automaton, UTF8, PyBytes_AS_STRING(copy), PyBytes_GET_SIZE(copy), broken);
    Py_DECREF(copy);
    return found;
}

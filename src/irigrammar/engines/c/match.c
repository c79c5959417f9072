#include "match.h"

#include "many.h"
#include "texts.h"

PyDoc_STRVAR(matches_doc,
             "matches($self, text, /)\n--\n\n"
             "Return whether a text matches as a whole: a str, or bytes, bytearray or memoryview in strict UTF-8.\n\n"
             "It never raises for a text of any content; a value of another type is a TypeError.");

static PyObject *
matches(Automaton *self, PyObject *text)
{
    int found = is_match(self, text);
    return found < 0 ? NULL : PyBool_FromLong(found);
}

PyDoc_STRVAR(fault_offset_doc,
             "fault_offset($self, text, /)\n--\n\n"
             "Return where a str leaves the language, in code points from 0, or None where it is in it.");

static PyObject *
fault_offset(Automaton *self, PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        refuse_value("str", text);
        return NULL;
    }
    Py_ssize_t found = walk_str(self, text);
    if (found == IRI_EXCEPTION)
        return NULL;
    if (found == IRI_MATCHES)
        Py_RETURN_NONE;
    return PyLong_FromSsize_t(found);
}

static PyObject *
automaton_reduce(Automaton *self, PyObject *unused)
{
    (void)unused;
    if (!self->origin) {
        PyErr_SetString(PyExc_TypeError, "an automaton without an origin cannot be pickled");
        return NULL;
    }
    return Py_NewRef(self->origin);
}

PyMethodDef automaton_methods[] = {
    {"matches", (PyCFunction)matches, METH_O, matches_doc},
    MANY_METHODS,
    {"fault_offset", (PyCFunction)fault_offset, METH_O, fault_offset_doc},
    {"__reduce__", (PyCFunction)automaton_reduce, METH_NOARGS, "Return the origin."},
    {NULL, NULL, 0, NULL},
};

/* The kernel: what the pure engines answer, from the same tables, without a Python object per character. */
#include "automaton_type.h"
#include "many.h"
#include "rewrite.h"
#include "spans.h"
#include "tree.h"

#include <string.h>

static int
fill_module(PyObject *module)
{
    PyTypeObject *types[] = {&AutomatonType, &SpansType, &RewriterType, &TreeType};
    PyObject *names = PyList_New(0);
    for (size_t at = 0; names && at < sizeof types / sizeof *types; at++) {
        PyObject *name =
            PyModule_AddType(module, types[at]) < 0 ? NULL : PyUnicode_FromString(strrchr(types[at]->tp_name, '.') + 1);
        if (!name || PyList_Append(names, name) < 0)
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    int added = names ? PyModule_AddObjectRef(module, "__all__", names) : -1;
    Py_XDECREF(names);
    return added;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, fill_module},
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_USED}, /* until it is tested without */
#endif
    {0, NULL},
};

static struct PyModuleDef kernel = {
    PyModuleDef_HEAD_INIT,
    .m_name = "irigrammar.engines._kernel",
    .m_doc = "The minimal automaton walked in C.",
    .m_size = 0,
    .m_methods = arrow_functions,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit__kernel(void)
{
    return PyModuleDef_Init(&kernel);
}

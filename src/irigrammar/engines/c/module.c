/* The kernel: what the pure engines answer, from the same tables, without a Python object per character. */
#include "many.h"
#include "spans.h"
#include "tree.h"

#include <string.h>

static struct PyModuleDef kernel = {
    PyModuleDef_HEAD_INIT,
    .m_name = "irigrammar.engines._kernel",
    .m_doc = "The minimal automaton walked in C.",
    .m_size = -1,
    .m_methods = arrow_functions,
};

PyMODINIT_FUNC
PyInit__kernel(void)
{
    PyObject *module = PyModule_Create(&kernel);
    if (!module)
        return NULL;
    PyTypeObject *types[] = {&AutomatonType, &SpansType, &TreeType};
    PyObject *names = PyList_New(0);
    for (size_t at = 0; names && at < sizeof types / sizeof *types; at++) {
        PyObject *name = PyModule_AddType(module, types[at]) < 0
                             ? NULL
                             : PyUnicode_FromString(strrchr(types[at]->tp_name, '.') + 1);
        if (!name || PyList_Append(names, name) < 0)
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    if (!names || PyModule_AddObjectRef(module, "__all__", names) < 0)
        Py_CLEAR(module);
    Py_XDECREF(names);
    return module;
}

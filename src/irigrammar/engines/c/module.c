/* The kernel: what the pure engines answer, from the same tables, without a Python object per character. */
#include "automaton.h"

static struct PyModuleDef kernel = {
    PyModuleDef_HEAD_INIT,
    .m_name = "irigrammar.engines._kernel",
    .m_doc = "The minimal automaton walked in C.",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit__kernel(void)
{
    PyObject *module = PyModule_Create(&kernel);
    if (module && PyModule_AddType(module, &AutomatonType) < 0)
        Py_CLEAR(module);
    return module;
}

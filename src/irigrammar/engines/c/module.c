/* The kernel: what the pure engines answer, from the same tables, without a Python object per character. */
#include "many.h"
#include "types.h"

#include <string.h>

/* Makes a type, and adds it and its name. */
static int
add_type(PyObject *module, PyObject *names, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    PyObject *name = type ? PyUnicode_FromString(strrchr(spec->name, '.') + 1) : NULL;
    int added = name && PyModule_AddType(module, (PyTypeObject *)type) == 0 ? PyList_Append(names, name) : -1;
    Py_XDECREF(name);
    Py_XDECREF(type);
    return added;
}

static int
fill_module(PyObject *module)
{
    PyType_Spec *specs[] = {&automaton_spec, &found_spec,  &nested_spec, &nodes_spec,  &rewriter_spec,
                             &rows_spec,      &search_spec, &spans_spec,  &tokens_spec, &tree_spec};
    PyObject *names = PyList_New(0);
    int added = names ? 0 : -1;
    for (size_t at = 0; added == 0 && at < sizeof specs / sizeof *specs; at++)
        added = add_type(module, names, specs[at]);
    if (added == 0)
        added = PyModule_AddObjectRef(module, "__all__", names);
    Py_XDECREF(names);
    return added;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, fill_module},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
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

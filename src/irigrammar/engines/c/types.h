/* What the types have in common, and the locks of builds without the GIL. */
#ifndef IRI_TYPES_H
#define IRI_TYPES_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Types are made for each interpreter from these. No object leads back to itself, so that none takes part in garbage
   collection. */
extern PyType_Spec automaton_spec, found_spec, nested_spec, nodes_spec, rewriter_spec, rows_spec, search_spec,
    spans_spec, tokens_spec, tree_spec;

#define TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)

/* Gives the memory of an object back, and its type, which it has held. */
static inline void
free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* Says what is wrong with an argument, unless an exception says it; -1. */
static inline int
refuse_argument(const char *message)
{
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, message);
    return -1;
}

/* In builds without the GIL, a method that changes its object runs in a critical section of it, which is left and
   entered again as the GIL is: wherever Python may run. WITH_LOCK(name) defines the method, LOCKED(name) is it. */
#ifdef Py_GIL_DISABLED
#define BEGIN_LOCK(object) Py_BEGIN_CRITICAL_SECTION(object)
#define END_LOCK() Py_END_CRITICAL_SECTION()
#else
#define BEGIN_LOCK(object) {
#define END_LOCK() }
#endif

#define WITH_LOCK(type, name) \
    static PyObject *locked_##name(PyObject *self, PyObject *argument) \
    { \
        PyObject *answer; \
        BEGIN_LOCK(self); \
        answer = name((type *)self, argument); \
        END_LOCK(); \
        return answer; \
    }
#define LOCKED(name) locked_##name

#endif

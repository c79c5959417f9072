#include "search_object.h"

#include "types.h"

Sets *
lend_sets(SearchObject *self)
{
    Sets *sets;
    BEGIN_LOCK(self);
    sets = self->idle;
    if (sets)
        self->idle = sets->next;
    END_LOCK();
    if (!sets)
        sets = sets_new(self->dfa);
    if (!sets)
        PyErr_NoMemory();
    return sets;
}

void
return_sets(SearchObject *self, Sets *sets)
{
    BEGIN_LOCK(self);
    sets->next = self->idle;
    self->idle = sets;
    END_LOCK();
}

static PyObject *
search_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"automaton", NULL};
    PyObject *automaton;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O:Search", names, &automaton))
        return NULL;
    if (!is_automaton(automaton)) {
        PyErr_SetString(PyExc_TypeError, "a search is that of an Automaton");
        return NULL;
    }
    const ByteDfa *dfa = byte_dfa_of((Automaton *)automaton);
    if (!dfa || dfa->states > MOST_SEARCHED) {
        PyErr_SetString(PyExc_MemoryError, "the automaton would be too large over bytes");
        return NULL;
    }
    SearchObject *self = (SearchObject *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->automaton = Py_NewRef(automaton);
    self->dfa = dfa;
    find_outside(self->outside, dfa);
    if (!find_factors(&self->factors, dfa)) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void
search_dealloc(SearchObject *self)
{
    while (self->idle) {
        Sets *sets = self->idle;
        self->idle = sets->next;
        sets_free(sets);
    }
    Py_XDECREF(self->automaton);
    free_object((PyObject *)self);
}

static PyMethodDef methods[] = {
    {"spans", (PyCFunction)new_found, METH_O, spans_doc},
    {"byte_spans", (PyCFunction)new_found, METH_O, byte_spans_doc},
    {"lines", (PyCFunction)(void (*)(void))search_lines, METH_VARARGS | METH_KEYWORDS, search_lines_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"The search for the matches of an Automaton; MemoryError where it would be too large."},
    {Py_tp_new, search_new},
    {Py_tp_dealloc, search_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec search_spec = {
    .name = "irigrammar.engines._kernel.Search",
    .basicsize = sizeof(SearchObject),
    .flags = TYPE_FLAGS,
    .slots = slots,
};

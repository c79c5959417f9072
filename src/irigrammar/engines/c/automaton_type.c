#include "match.h"
#include "byte_dfa.h"
#include "runs.h"
#include "types.h"
#include "walk.h"

#include <stddef.h>
#include <string.h>
#include <structmember.h>

#define MOST_STATES UINT16_MAX

/* Copies the rows, a byte a state or two (the higher first), into a table; -1 with an exception set. */
static int
copy_rows(Automaton *self, const Py_buffer *rows, int width)
{
    unsigned count = self->classes.count;
    size_t cell = self->classes.wide ? 2 : 1;
    const uint8_t *from = rows->buf;
    if (self->start >= self->states || (uint64_t)rows->len != (uint64_t)self->states * count * (unsigned)width) {
        PyErr_SetString(PyExc_ValueError, "there is a row for each state, and in it a state for each class");
        return -1;
    }
    while (1u << self->shift < count)
        self->shift++;
    self->table = PyMem_Calloc((size_t)self->states << self->shift, cell);
    if (!self->table) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t state = 0; state < self->states; state++)
        for (size_t number = 0; number < count; number++) {
            unsigned to = *from++;
            if (width == 2)
                to = to << 8 | *from++;
            if (to >= self->states) {
                PyErr_SetString(PyExc_ValueError, "a row leads to a state that is not there");
                return -1;
            }
            size_t at = state << self->shift | number;
            if (self->classes.wide)
                ((uint16_t *)self->table)[at] = (uint16_t)to;
            else
                ((uint8_t *)self->table)[at] = (uint8_t)to;
        }
    return 0;
}

/* `runs` says whether states are read on in runs, which takes time to find out, and pays for long texts and many. */
static int
fill(Automaton *self, PyObject *starts, PyObject *ids, Py_buffer *accepting, int width, Py_buffer *rows, int runs)
{
    if ((width != 1 && width != 2) || accepting->len == 0 || accepting->len > MOST_STATES) {
        PyErr_SetString(PyExc_ValueError, "a cell has one byte or two, and there are 1 to 65,535 states");
        return -1;
    }
    self->states = (unsigned)accepting->len;
    if (classes_init(&self->classes, starts, ids, self->states > 256) < 0 || copy_rows(self, rows, width) < 0)
        return -1;
    self->accepting = PyMem_Malloc(self->states);
    if (!self->accepting) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(self->accepting, accepting->buf, self->states);
    if (find_runs(self, runs) < 0)
        return -1;
    choose_walks(self);
    return 0;
}

static PyObject *
automaton_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"starts", "ids", "start", "accepting", "width", "rows", "runs", NULL};
    PyObject *starts, *ids;
    Py_buffer accepting, rows;
    int start, width, runs = 1;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O!O!iy*iy*|p:Automaton", names, &PyTuple_Type, &starts,
                                     &PyTuple_Type, &ids, &start, &accepting, &width, &rows, &runs))
        return NULL;
    Automaton *self = (Automaton *)type->tp_alloc(type, 0);
    if (self) {
        self->start = start < 0 ? UINT32_MAX : (unsigned)start;
        if (fill(self, starts, ids, &accepting, width, &rows, runs) < 0)
            Py_CLEAR(self);
    }
    PyBuffer_Release(&accepting);
    PyBuffer_Release(&rows);
    return (PyObject *)self;
}

static void
automaton_dealloc(Automaton *self)
{
    classes_free(&self->classes);
    free_runs(self);
    free_byte_dfa(self);
    PyMem_Free(self->table);
    PyMem_Free(self->accepting);
    Py_XDECREF(self->origin);
    free_object((PyObject *)self);
}

int
is_automaton(PyObject *object)
{
    return Py_TYPE(object)->tp_dealloc == (destructor)automaton_dealloc; /* it has no subtypes */
}

static PyMemberDef members[] = {
    {"origin", T_OBJECT_EX, offsetof(Automaton, origin), 0, "A callable and its arguments, which give an equal one."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"A minimal automaton, from the values of automata.dfa.Dfa; state 0 is the dead one."},
    {Py_tp_new, automaton_new},
    {Py_tp_dealloc, automaton_dealloc},
    {Py_tp_methods, automaton_methods},
    {Py_tp_members, members},
    {0, NULL},
};

PyType_Spec automaton_spec = {
    .name = "irigrammar.engines._kernel.Automaton",
    .basicsize = sizeof(Automaton),
    .flags = TYPE_FLAGS,
    .slots = slots,
};

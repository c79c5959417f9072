#include "tree.h"

#include "types.h"

#include <string.h>

/* The tables hold so much and no more: a program can have more states than fit into memory. */
#define MOST_STATES 4096
#define MOST_CELLS (1 << 20)
#define PLACES (1 << 14)
#define MOST_DECISIONS (PLACES / 2)

static size_t
states_that_fit(const Tree *self)
{
    size_t fit = MOST_CELLS >> self->shift;
    return fit < MOST_STATES ? fit : MOST_STATES;
}

/* The number of a suffix state (a new reference, which is taken over); IRI_EXCEPTION or IRI_FULL. */
static int
number_of(Tree *self, PyObject *suffix)
{
    int number = IRI_EXCEPTION;
    PyObject *live = PyObject_GetAttrString(suffix, "live");
    PyObject *known = live ? PyDict_GetItemWithError(self->numbers, live) : NULL;
    if (known)
        number = (int)PyLong_AsLong(known);
    else if (live && !PyErr_Occurred()) {
        if ((size_t)self->states == states_that_fit(self))
            number = IRI_FULL;
        else {
            PyObject *made = PyLong_FromLong(self->states);
            PyObject *start = PyLong_FromUnsignedLong(self->start);
            int alive = PyObject_IsTrue(live), begins = start ? PySequence_Contains(live, start) : IRI_EXCEPTION;
            if (made && alive >= 0 && begins >= 0 && PyDict_SetItem(self->numbers, live, made) == 0) {
                number = self->states++;
                self->suffixes[number] = suffix;
                Py_INCREF(suffix);
                self->dead[number] = !alive;
                self->begins[number] = (uint8_t)begins;
                memset(self->left + ((size_t)number << self->shift), -1, sizeof(int16_t) << self->shift);
            }
            Py_XDECREF(made);
            Py_XDECREF(start);
        }
    }
    if (number == IRI_FULL)
        self->full = 1;
    Py_XDECREF(live);
    Py_DECREF(suffix);
    return number;
}

/* Asks for the state one character of a class further left. */
static int
ask_left(Tree *self, int state, unsigned class)
{
    PyObject *found = PyObject_CallMethod(self->reverse, "left", "OI", self->suffixes[state], class);
    int number = found ? number_of(self, found) : IRI_EXCEPTION;
    if (number >= 0)
        self->left[(size_t)state << self->shift | class] = (int16_t)number;
    return number;
}

/* Goes on to the left from `at` for as long as all is known; returns the offset that is reached. */
static INLINED Py_ssize_t
go_left(const Tree *self, int kind, int wide, const void *text, Py_ssize_t at, int *state, uint16_t *states)
{
    int here = *state;
    for (; at > 0; at--) {
        uint32_t point = PyUnicode_READ(kind, text, at - 1);
        unsigned class = wide ? CLASS_OF(&self->classes, uint16_t, point) : CLASS_OF(&self->classes, uint8_t, point);
        int next = self->left[(size_t)here << self->shift | class];
        if (next < 0 || self->dead[next])
            break;
        states[at - 1] = (uint16_t)next;
        here = next;
    }
    *state = here;
    return at;
}

static Py_ssize_t
go_left_in(const Tree *self, int kind, const void *text, Py_ssize_t at, int *state, uint16_t *states)
{
#define GO_LEFT(kind) \
    (self->classes.wide ? go_left(self, kind, 1, text, at, state, states) \
                        : go_left(self, kind, 0, text, at, state, states))
    if (kind == PyUnicode_1BYTE_KIND)
        return GO_LEFT(PyUnicode_1BYTE_KIND);
    if (kind == PyUnicode_2BYTE_KIND)
        return GO_LEFT(PyUnicode_2BYTE_KIND);
    return GO_LEFT(PyUnicode_4BYTE_KIND);
#undef GO_LEFT
}

int
tree_suffixes(Tree *self, int kind, const void *text, Py_ssize_t size, uint16_t *states)
{
    int state = 0;
    if (self->states == 0) {
        PyObject *end = PyObject_CallMethod(self->reverse, "end", NULL);
        if (!end || (state = number_of(self, end)) < 0)
            return IRI_EXCEPTION;
    }
    Py_ssize_t at = size;
    states[at] = 0;
    for (;;) {
        at = go_left_in(self, kind, text, at, &state, states);
        if (at == 0)
            return self->begins[state];
        unsigned class = class_of(&self->classes, PyUnicode_READ(kind, text, at - 1));
        int next = self->left[(size_t)state << self->shift | class];
        if (next < 0 && (next = ask_left(self, state, class)) < 0)
            return next;
        if (self->dead[next])
            return 0;
        states[--at] = (uint16_t)next;
        state = next;
    }
}

static Place *
place_of(const Tree *self, uint32_t state, uint32_t node)
{
    size_t at = (state * 0x9E3779B1u ^ node * 0x85EBCA6Bu) >> 12;
    for (;; at++) {
        Place *place = &self->places[at & (PLACES - 1)];
        if (place->decision < 0 || (place->state == state && place->node == node))
            return place;
    }
}

int
tree_decide(Tree *self, uint32_t state, uint32_t node)
{
    Place *place = place_of(self, state, node);
    if (place->decision >= 0)
        return place->decision;
    if (self->decisions_made == MOST_DECISIONS) {
        self->full = 1;
        return IRI_FULL;
    }
    PyObject *pick = PyObject_CallMethod(self->reverse, "pick", "IO", node, self->suffixes[state]);
    if (!pick)
        return IRI_EXCEPTION;
    PyObject *after = PyObject_GetAttrString(pick, "after");
    Decision made = {pick, after ? (uint32_t)PyLong_AsUnsignedLong(after) : 0};
    Py_XDECREF(after);
    if (PyErr_Occurred()) {
        Py_DECREF(pick);
        return IRI_EXCEPTION;
    }
    place = place_of(self, state, node); /* while Python ran, another thread may have come here */
    if (place->decision >= 0 || self->decisions_made == MOST_DECISIONS) {
        Py_DECREF(pick);
        return place->decision >= 0 ? place->decision : IRI_FULL;
    }
    self->decisions[self->decisions_made] = made;
    *place = (Place){state, node, self->decisions_made};
    return self->decisions_made++;
}

static void
forget(Tree *self)
{
    for (int at = 0; at < self->states; at++)
        Py_CLEAR(self->suffixes[at]);
    for (int at = 0; at < self->decisions_made; at++)
        Py_CLEAR(self->decisions[at].pick);
    self->states = self->decisions_made = self->full = 0;
    for (int at = 0; self->places && at < PLACES; at++)
        self->places[at].decision = -1;
    if (self->numbers)
        PyDict_Clear(self->numbers);
}

void
tree_enter(Tree *self)
{
    if (self->full && !self->busy)
        forget(self);
    self->busy++;
}

static int
fill(Tree *self, PyObject *starts, PyObject *ids)
{
    if (classes_init(&self->classes, starts, ids, 0) < 0)
        return -1;
    while (1u << self->shift < self->classes.count)
        self->shift++;
    size_t states = states_that_fit(self);
    self->numbers = PyDict_New();
    self->suffixes = PyMem_Calloc(states, sizeof(PyObject *));
    self->left = PyMem_Malloc(states * sizeof(int16_t) << self->shift);
    self->dead = PyMem_Malloc(states);
    self->begins = PyMem_Malloc(states);
    self->decisions = PyMem_Malloc(MOST_DECISIONS * sizeof(Decision));
    self->places = PyMem_Malloc(PLACES * sizeof(Place));
    if (!self->numbers || !self->suffixes || !self->left || !self->dead || !self->begins || !self->decisions ||
        !self->places) {
        PyErr_NoMemory();
        return -1;
    }
    forget(self);
    return 0;
}

static PyObject *
tree_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"starts", "ids", "start", "reverse", NULL};
    PyObject *starts, *ids, *reverse;
    unsigned start;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O!O!IO:Tree", names, &PyTuple_Type, &starts, &PyTuple_Type, &ids,
                                     &start, &reverse))
        return NULL;
    Tree *self = (Tree *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->start = start;
    self->reverse = Py_NewRef(reverse);
    if (fill(self, starts, ids) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void
tree_dealloc(Tree *self)
{
    forget(self);
    classes_free(&self->classes);
    Py_XDECREF(self->reverse);
    Py_XDECREF(self->numbers);
    PyMem_Free(self->suffixes);
    PyMem_Free(self->left);
    PyMem_Free(self->dead);
    PyMem_Free(self->begins);
    PyMem_Free(self->decisions);
    PyMem_Free(self->places);
    free_object((PyObject *)self);
}

static PyType_Slot slots[] = {
    {Py_tp_doc,
     (void *)"The greedy parser of a program, by the reverse automaton (automata.reverse.Reverse) that it asks."},
    {Py_tp_new, tree_new},
    {Py_tp_dealloc, tree_dealloc},
    {Py_tp_methods, tree_methods},
    {0, NULL},
};

PyType_Spec tree_spec = {
    .name = "irigrammar.engines._kernel.Tree",
    .basicsize = sizeof(Tree),
    .flags = TYPE_FLAGS,
    .slots = slots,
};

/* A pushdown automaton (automata.pushdown.Pushdown): walks, and the passes of a parse (engines.nested.Passes). */
#include "byte_dfa.h"
#include "texts.h"
#include "types.h"

#include <stddef.h>
#include <structmember.h>

#define POPS UINT32_MAX
#define MOST_FRAMES UINT16_MAX

/* What a pass has asked: three numbers, and what the answer was. */
typedef struct {
    uint32_t one, other, third;
    int32_t answer; /* -1 where the place is free */
} Asked;

typedef struct {
    Asked *places;
    size_t made, mask;
} Memory;

/* A decision (engines.nested.Decision). */
typedef struct {
    PyObject *step;
    int32_t place, back;
} Decision;

typedef struct {
    PyObject_HEAD
    Automaton *automaton; /* its states, and from `first` on the actions */
    uint32_t first, actions, frames, finished;
    uint32_t *frame_of, *target; /* by action: what is pushed, or POPS; the state, or the number of what is finished */
    uint32_t *pops;              /* the state by `finished * frames + frame` */
    PyObject *origin, *passes;
    Memory left, opening, closing, decided;
    Decision *decisions;
    size_t decisions_made, decisions_room;
} Nested;

/* A stack of frames: a byte for each, or two. */
typedef struct {
    uint8_t *frames;
    size_t size, room;
} Stack;

static INLINED int
push(Stack *stack, int wide, uint32_t frame)
{
    size_t width = wide ? 2 : 1;
    if (stack->size == stack->room) {
        size_t room = stack->room ? 2 * stack->room : 1024;
        uint8_t *more = PyMem_RawRealloc(stack->frames, room * width);
        if (!more)
            return -1;
        stack->frames = more;
        stack->room = room;
    }
    if (wide)
        ((uint16_t *)stack->frames)[stack->size++] = (uint16_t)frame;
    else
        stack->frames[stack->size++] = (uint8_t)frame;
    return 0;
}

/* The state after an action; 0 where there is none, POPS without memory. */
static INLINED uint32_t
act(const Nested *self, Stack *stack, int wide, uint32_t action)
{
    uint32_t frame = self->frame_of[action], to = self->target[action];
    if (frame != POPS)
        return push(stack, wide, frame) < 0 ? POPS : to;
    if (stack->size == 0)
        return 0;
    stack->size--;
    uint32_t top = wide ? ((const uint16_t *)stack->frames)[stack->size] : stack->frames[stack->size];
    return self->pops[(size_t)to * self->frames + top];
}

/* Walks over bytes, by the byte; a code point of UTF-8 goes through parts, which come after the actions. */
static INLINED Py_ssize_t
walk_by_bytes(const Nested *self, const ByteDfa *bytes, const uint8_t *text, Py_ssize_t size, Stack *stack, int wide)
{
    uint32_t row = bytes->start, limit = self->first << bytes->shift;
    if (!row)
        return 0;
    for (Py_ssize_t at = 0; at < size; at++) {
        while (bytes->cells[row | bytes->classes[text[at]]] == row) /* most characters do not change it */
            if (++at == size)
                return bytes->accepting[row >> bytes->shift] ? IRI_MATCHES : size;
        row = bytes->cells[row | bytes->classes[text[at]]];
        if (row >= limit && (row >> bytes->shift) - self->first < self->actions) {
            uint32_t state = act(self, stack, wide, (row >> bytes->shift) - self->first);
            if (state == POPS)
                return IRI_EXCEPTION;
            row = state << bytes->shift;
        }
        if (!row)
            return at;
    }
    return bytes->accepting[row >> bytes->shift] ? IRI_MATCHES : size;
}

/* Walks over the characters of a str; the states before them are written, and the last one, if they are wanted. */
static INLINED Py_ssize_t
walk_characters(const Nested *self, int kind, const void *text, Py_ssize_t size, Stack *stack, uint16_t *states)
{
    const Automaton *automaton = self->automaton;
    unsigned state = automaton->start;
    int wide = self->frames > 256;
    if (states)
        states[0] = (uint16_t)state;
    if (!state)
        return 0;
    for (Py_ssize_t at = 0; at < size; at++) {
        state = next_state(automaton, state, class_of(&automaton->classes, PyUnicode_READ(kind, text, at)));
        if (state >= self->first) {
            uint32_t after = act(self, stack, wide, state - self->first);
            if (after == POPS)
                return IRI_EXCEPTION;
            state = after;
        }
        if (!state)
            return at;
        if (states)
            states[at + 1] = (uint16_t)state;
    }
    return automaton->accepting[state] ? IRI_MATCHES : size;
}

static Py_ssize_t
walk_kind(const Nested *self, int kind, const void *text, Py_ssize_t size, Stack *stack, uint16_t *states)
{
    if (kind == PyUnicode_1BYTE_KIND)
        return walk_characters(self, PyUnicode_1BYTE_KIND, text, size, stack, states);
    if (kind == PyUnicode_2BYTE_KIND)
        return walk_characters(self, PyUnicode_2BYTE_KIND, text, size, stack, states);
    return walk_characters(self, PyUnicode_4BYTE_KIND, text, size, stack, states);
}

static Py_ssize_t
walk_bytes_of(const Nested *self, const ByteDfa *bytes, const void *text, Py_ssize_t size, Stack *stack)
{
    return self->frames > 256 ? walk_by_bytes(self, bytes, text, size, stack, 1)
                              : walk_by_bytes(self, bytes, text, size, stack, 0);
}

/* Gives a walk's stack back; IRI_EXCEPTION with the exception set. */
static Py_ssize_t
finish_walk(Stack *stack, Py_ssize_t found)
{
    PyMem_RawFree(stack->frames);
    if (found == IRI_EXCEPTION)
        PyErr_NoMemory();
    return found;
}

/* Walks over a str; the offset is in code points. */
static Py_ssize_t
walk_nested(Nested *self, PyObject *text, uint16_t *states)
{
    Stack stack = {0};
    Py_ssize_t found, size = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const ByteDfa *bytes = NULL;
    if (kind == PyUnicode_1BYTE_KIND && !states)
        bytes = byte_dfa_for(self->automaton, LATIN, (size_t)size);
    const void *data = PyUnicode_DATA(text);
    PyThreadState *saved = size < LONG_TEXT ? NULL : PyEval_SaveThread();
    found = bytes ? walk_bytes_of(self, bytes, data, size, &stack) : walk_kind(self, kind, data, size, &stack, states);
    if (saved)
        PyEval_RestoreThread(saved);
    return finish_walk(&stack, found);
}

static int
is_ready(PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        refuse_value("str", text);
        return 0;
    }
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0)
        return 0;
#endif
    return 1;
}

/* Walks over bytes; those for which the table of bytes is not made are decoded. */
static Py_ssize_t
walk_coded(Nested *self, PyObject *coded)
{
    Py_ssize_t found, size = PyBytes_GET_SIZE(coded);
    const ByteDfa *bytes = byte_dfa_for(self->automaton, UTF8, (size_t)size);
    if (bytes) {
        Stack stack = {0};
        const void *data = PyBytes_AS_STRING(coded);
        Py_BEGIN_ALLOW_THREADS
        found = walk_bytes_of(self, bytes, data, size, &stack);
        Py_END_ALLOW_THREADS
        return finish_walk(&stack, found);
    }
    PyObject *decoded = PyUnicode_DecodeUTF8(PyBytes_AS_STRING(coded), size, "strict");
    if (decoded) {
        found = walk_nested(self, decoded, NULL);
        Py_DECREF(decoded);
        return found;
    }
    if (!PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
        return IRI_EXCEPTION;
    PyErr_Clear();
    return 0;
}

/* Whether a text matches, or -1 with an exception set. */
static int
is_nested(Nested *self, PyObject *text)
{
    Py_ssize_t found = IRI_EXCEPTION;
    if (PyUnicode_Check(text))
        found = is_ready(text) ? walk_nested(self, text, NULL) : IRI_EXCEPTION;
    else if (!PyBytes_Check(text) && !PyByteArray_Check(text) && !PyMemoryView_Check(text))
        refuse_value("str or bytes", text);
    else {
        PyObject *copy = PyBytes_FromObject(text);
        if (copy)
            found = walk_coded(self, copy);
        Py_XDECREF(copy);
    }
    return found == IRI_EXCEPTION ? -1 : found == IRI_MATCHES;
}

PyDoc_STRVAR(matches_doc, "matches($self, text, /)\n--\n\n"
                          "Return whether a text matches as a whole: a str, or bytes in strict UTF-8.");

static PyObject *
matches(Nested *self, PyObject *text)
{
    int found = is_nested(self, text);
    return found < 0 ? NULL : PyBool_FromLong(found);
}

PyDoc_STRVAR(matches_many_of_doc, "matches_many($self, texts, /)\n--\n\n"
                                  "Return a list of whether each text of an iterable matches.");

static PyObject *
matches_many_of(Nested *self, PyObject *texts)
{
    PyObject *iterator = PyObject_GetIter(texts), *answers = iterator ? PyList_New(0) : NULL, *text;
    while (answers && (text = PyIter_Next(iterator))) {
        int found = is_nested(self, text);
        Py_DECREF(text);
        if (found < 0 || PyList_Append(answers, found ? Py_True : Py_False) < 0 || PyErr_CheckSignals() < 0)
            Py_CLEAR(answers);
    }
    Py_XDECREF(iterator);
    if (PyErr_Occurred())
        Py_CLEAR(answers);
    return answers;
}

PyDoc_STRVAR(fault_offset_doc, "fault_offset($self, text, /)\n--\n\n"
                               "Return where a str leaves the language, in code points, or None where it is in it.");

static PyObject *
fault_offset(Nested *self, PyObject *text)
{
    if (!is_ready(text))
        return NULL;
    Py_ssize_t found = walk_nested(self, text, NULL);
    if (found == IRI_EXCEPTION)
        return NULL;
    if (found == IRI_MATCHES)
        Py_RETURN_NONE;
    return PyLong_FromSsize_t(found);
}

static Asked *
asked(const Memory *memory, uint32_t one, uint32_t other, uint32_t third)
{
    uint64_t mixed = ((uint64_t)one << 32 | other) * 0x9E3779B97F4A7C15u + third * 0x85EBCA6Bu;
    for (size_t at = (size_t)(mixed >> 20);; at++) {
        Asked *place = &memory->places[at & memory->mask];
        if (place->answer < 0 || (place->one == one && place->other == other && place->third == third))
            return place;
    }
}

/* Keeps an answer; -1 with an exception set. */
static int
keep(Memory *memory, uint32_t one, uint32_t other, uint32_t third, int32_t answer)
{
    if (2 * memory->made >= memory->mask) {
        Memory more = {.mask = memory->mask ? 2 * memory->mask + 1 : 1023};
        more.places = PyMem_Malloc((more.mask + 1) * sizeof(Asked));
        if (!more.places) {
            PyErr_NoMemory();
            return -1;
        }
        for (size_t at = 0; at <= more.mask; at++)
            more.places[at].answer = -1;
        for (size_t at = 0; memory->places && at <= memory->mask; at++) {
            const Asked *old = &memory->places[at];
            if (old->answer >= 0)
                *asked(&more, old->one, old->other, old->third) = *old;
        }
        more.made = memory->made;
        PyMem_Free(memory->places);
        *memory = more;
    }
    Asked *place = asked(memory, one, other, third);
    memory->made += place->answer < 0;
    *place = (Asked){one, other, third, answer};
    return 0;
}

/* Asks the passes for a number, and keeps it; -1 with an exception set. */
static int32_t
ask(Nested *self, Memory *memory, const char *name, uint32_t one, uint32_t other, uint32_t third)
{
    PyObject *found = memory == &self->closing ? PyObject_CallMethod(self->passes, name, "I", one)
                                               : PyObject_CallMethod(self->passes, name, "IIi", one, other, (int)third);
    long number = found ? PyLong_AsLong(found) : -1;
    Py_XDECREF(found);
    if (number < 0 || number > INT32_MAX) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "a pass returns a number");
        return -1;
    }
    return keep(memory, one, other, third, (int32_t)number) < 0 ? -1 : (int32_t)number;
}

static int32_t
ask_decision(Nested *self, uint32_t live, uint32_t place)
{
    PyObject *found = PyObject_CallMethod(self->passes, "decide", "II", live, place), *step;
    Decision made;
    if (!found || !PyArg_ParseTuple(found, "Oii", &step, &made.place, &made.back)) {
        Py_XDECREF(found);
        return -1;
    }
    if (!PyTuple_Check(step) || PyTuple_GET_SIZE(step) == 0) {
        Py_DECREF(found);
        return refuse_argument("a step is a tuple");
    }
    made.step = Py_NewRef(step);
    Py_DECREF(found);
    if (self->decisions_made == self->decisions_room) {
        size_t room = self->decisions_room ? 2 * self->decisions_room : 256;
        Decision *more = PyMem_Realloc(self->decisions, room * sizeof(Decision));
        if (!more) {
            Py_DECREF(made.step);
            PyErr_NoMemory();
            return -1;
        }
        self->decisions = more;
        self->decisions_room = room;
    }
    int32_t number = (int32_t)self->decisions_made;
    self->decisions[self->decisions_made++] = made;
    return keep(&self->decided, live, place, 0, number) < 0 ? -1 : number;
}

static INLINED int32_t
known(const Memory *memory, uint32_t one, uint32_t other, uint32_t third)
{
    return memory->places ? asked(memory, one, other, third)->answer : -1;
}

/* Writes what is live at each offset over `lives`, from its last entry to its first; -1 with an exception set. */
static int
go_left(Nested *self, PyObject *text, Py_ssize_t size, const uint16_t *states, uint32_t *lives, uint32_t *outer)
{
    const Automaton *automaton = self->automaton;
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    size_t depth = 0;
    for (Py_ssize_t at = size - 1; at >= 0; at--) {
        uint32_t state = states[at], class = class_of(&automaton->classes, PyUnicode_READ(kind, data, at));
        uint32_t to = next_state(automaton, state, class), live = lives[at + 1];
        int32_t found;
        if (to < self->first) {
            found = known(&self->left, live, state, class);
            if (found < 0)
                found = ask(self, &self->left, "left", live, state, class);
        }
        else if (self->frame_of[to - self->first] == POPS) {
            outer[depth++] = live;
            found = known(&self->closing, self->target[to - self->first], 0, 0);
            if (found < 0)
                found = ask(self, &self->closing, "finished", self->target[to - self->first], 0, 0);
        }
        else {
            uint32_t frame = self->frame_of[to - self->first], beyond = depth ? outer[--depth] : (uint32_t)-1;
            found = known(&self->opening, live, frame, beyond);
            if (found < 0)
                found = ask(self, &self->opening, "opening", live, frame, beyond);
        }
        if (found < 0)
            return -1;
        lives[at] = (uint32_t)found;
    }
    return 0;
}

/* The list of decisions; `around` has room for the places after the bodies that are open. */
static PyObject *
go_right(Nested *self, Py_ssize_t size, const uint32_t *lives, uint32_t *around, int only_picks)
{
    PyObject *list = PyList_New(size + 1);
    int32_t place = 0;
    size_t depth = 0;
    if (list)
        PyObject_GC_UnTrack(list); /* Python runs below: nobody finds it through the gc module before it is filled */
    for (Py_ssize_t at = 0; list && at <= size; at++) {
        int32_t number = known(&self->decided, lives[at], (uint32_t)place, 0);
        if (number < 0 && (number = ask_decision(self, lives[at], (uint32_t)place)) < 0) {
            Py_CLEAR(list);
            break;
        }
        const Decision *decision = &self->decisions[number];
        PyList_SET_ITEM(list, at, Py_NewRef(only_picks ? PyTuple_GET_ITEM(decision->step, 0) : decision->step));
        place = decision->place;
        if (decision->back >= 0)
            around[depth++] = (uint32_t)decision->back;
        else if (place < 0)
            place = depth ? (int32_t)around[--depth] : 0;
    }
    if (list)
        PyObject_GC_Track(list);
    return list;
}

PyDoc_STRVAR(steps_doc, "steps($self, text, size, live, only_picks, /)\n--\n\n"
                        "Return the decisions on the first characters of a str, given what is live after them.\n\n"
                        "None where they cannot be read, or do not match where that is the end (0).");

static PyObject *
steps(Nested *self, PyObject *args)
{
    PyObject *text, *list = NULL;
    Py_ssize_t size;
    unsigned live;
    int only_picks;
    if (!PyArg_ParseTuple(args, "UnIp:steps", &text, &size, &live, &only_picks) || !is_ready(text))
        return NULL;
    size_t length = (size_t)PyUnicode_GET_LENGTH(text);
    if (size < 0 || (size_t)size > length)
        size = (Py_ssize_t)length;
    uint16_t *states = PyMem_Malloc((length + 1) * sizeof *states);
    uint32_t *lives = PyMem_Malloc(((size_t)size + 1) * sizeof *lives);
    uint32_t *outer = PyMem_Malloc(((size_t)size + 1) * sizeof *outer);
    Py_ssize_t found = IRI_EXCEPTION;
    if (!states || !lives || !outer)
        PyErr_NoMemory();
    else
        found = walk_nested(self, text, states);
    if (found != IRI_EXCEPTION) {
        lives[size] = live;
        if (found != IRI_MATCHES && (live == 0 || found < size))
            list = Py_NewRef(Py_None);
        else if (go_left(self, text, size, states, lives, outer) == 0)
            list = go_right(self, size, lives, outer, only_picks);
    }
    PyMem_Free(states);
    PyMem_Free(lives);
    PyMem_Free(outer);
    return list;
}

WITH_LOCK(Nested, steps)

static PyObject *
nested_reduce(Nested *self, PyObject *unused)
{
    (void)unused;
    if (!self->origin)
        return PyErr_Format(PyExc_TypeError, "an automaton without an origin cannot be pickled");
    return Py_NewRef(self->origin);
}

/* Copies a buffer of numbers below a limit, or POPS where that is allowed; NULL with an exception set. */
static uint32_t *
numbers_of(const Py_buffer *buffer, size_t count, uint32_t limit, int pops)
{
    const uint32_t *from = buffer->buf;
    uint32_t *copy = (size_t)buffer->len == count * sizeof *from ? PyMem_Malloc(count * sizeof *from + 1) : NULL;
    if (!copy) {
        PyErr_SetString(PyExc_ValueError, "a table of the automaton has another size");
        return NULL;
    }
    for (size_t at = 0; at < count; at++) {
        copy[at] = from[at];
        if (from[at] >= limit && !(pops && from[at] == POPS)) {
            PyErr_SetString(PyExc_ValueError, "a table leads to what is not there");
            PyMem_Free(copy);
            return NULL;
        }
    }
    return copy;
}

static int
fill(Nested *self, const Py_buffer *frames, const Py_buffer *targets, const Py_buffer *pops)
{
    const Automaton *automaton = self->automaton;
    self->actions = automaton->states - self->first;
    size_t cells = (size_t)self->frames * self->finished;
    if (self->first == 0 || self->first > automaton->states || self->frames > MOST_FRAMES ||
        self->finished > MOST_FRAMES || automaton->start >= self->first)
        return refuse_argument("the numbers of an automaton with a stack do not fit");
    if (!(self->frame_of = numbers_of(frames, self->actions, self->frames, 1)) ||
        !(self->pops = numbers_of(pops, cells, self->first, 0)) ||
        !(self->target = numbers_of(targets, self->actions, UINT32_MAX, 0)))
        return -1;
    for (uint32_t action = 0; action < self->actions; action++)
        if (self->target[action] >= (self->frame_of[action] == POPS ? self->finished : self->first))
            return refuse_argument("an action leads to what is not there");
    return 0;
}

static PyObject *
nested_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"automaton", "first", "frames", "targets", "pops", "sizes", "passes", NULL};
    PyObject *automaton, *passes;
    Py_buffer frames, targets, pops;
    unsigned first, sizes[2];
    if (!PyArg_ParseTupleAndKeywords(args, named, "OIy*y*y*(II)O:Nested", names, &automaton, &first, &frames, &targets,
                                     &pops, &sizes[0], &sizes[1], &passes))
        return NULL;
    Nested *self = NULL;
    if (!is_automaton(automaton))
        PyErr_SetString(PyExc_TypeError, "the automaton is not one of the kernel");
    else
        self = (Nested *)type->tp_alloc(type, 0);
    if (self) {
        self->automaton = (Automaton *)Py_NewRef(automaton);
        self->passes = Py_NewRef(passes);
        self->first = first;
        self->frames = sizes[0];
        self->finished = sizes[1];
        if (fill(self, &frames, &targets, &pops) < 0)
            Py_CLEAR(self);
    }
    PyBuffer_Release(&frames);
    PyBuffer_Release(&targets);
    PyBuffer_Release(&pops);
    return (PyObject *)self;
}

static void
nested_dealloc(Nested *self)
{
    for (size_t at = 0; at < self->decisions_made; at++)
        Py_DECREF(self->decisions[at].step);
    PyMem_Free(self->decisions);
    PyMem_Free(self->left.places);
    PyMem_Free(self->opening.places);
    PyMem_Free(self->closing.places);
    PyMem_Free(self->decided.places);
    PyMem_Free(self->frame_of);
    PyMem_Free(self->target);
    PyMem_Free(self->pops);
    Py_XDECREF(self->automaton);
    Py_XDECREF(self->passes);
    Py_XDECREF(self->origin);
    free_object((PyObject *)self);
}

static PyMethodDef methods[] = {
    {"matches", (PyCFunction)matches, METH_O, matches_doc},
    {"matches_many", (PyCFunction)matches_many_of, METH_O, matches_many_of_doc},
    {"fault_offset", (PyCFunction)fault_offset, METH_O, fault_offset_doc},
    {"steps", LOCKED(steps), METH_VARARGS, steps_doc},
    {"__reduce__", (PyCFunction)nested_reduce, METH_NOARGS, "Return the origin."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"origin", T_OBJECT_EX, offsetof(Nested, origin), 0, "A callable and its arguments, which give an equal one."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"An automaton with a stack, from the values of automata.pushdown.Pushdown."},
    {Py_tp_new, nested_new},
    {Py_tp_dealloc, nested_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {0, NULL},
};

PyType_Spec nested_spec = {
    .name = "irigrammar.engines._kernel.Nested",
    .basicsize = sizeof(Nested),
    .flags = TYPE_FLAGS,
    .slots = slots,
};

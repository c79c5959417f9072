#include "automaton.h"
#include "types.h"

#include <string.h>

/* How a row is tried: not here, at the fault alone, or by what its automata find. The part of SOMEWHERE begins where a
   production begins, which is not known here: whether one may begin at any offset decides whether it is tried. */
enum { ELSEWHERE, AT_FAULT, CUT, PART, AROUND, SOMEWHERE, KINDS_OF_ROWS };

/* Places of a text that are tried one by one; where there are more, the row is tried elsewhere. */
#define MOST_TRIED 64
/* Characters of a text in which an identifier is looked for here; in a longer one it is elsewhere, if at all. */
#define LONGEST_AROUND 2000
/* Characters of a text in which a part may begin anywhere: each offset is tried. */
#define LONGEST_SOMEWHERE 256

/* A row of grammar/hints.toml (faults/hinting.py): the ASCII characters that a text must have, a string that it or the
   part must have, and automata, NULL for none. */
typedef struct {
    uint64_t needs[2];
    int kind;
    PyObject *has;
    Automaton *rest, *first, *then, *middle, *after;
} Row;

typedef struct {
    PyObject_HEAD
    PyObject *source; /* the values that it was made from, which keep its automata alive */
    Row *rows;
    Py_ssize_t count;
} Rows;

/* A str, and what is asked about it. */
typedef struct {
    PyObject *object;
    const void *data;
    int kind;
    Py_ssize_t size, fault;
    uint64_t has[2];
} Text;

/* What a row finds: a part, and the identifier in it. */
typedef struct {
    Py_ssize_t start, end, first, last;
} Match;

static inline unsigned
step(const Automaton *automaton, unsigned state, const Text *text, Py_ssize_t at)
{
    return next_state(automaton, state, class_of(&automaton->classes, PyUnicode_READ(text->kind, text->data, at)));
}

/* Whether an automaton matches the text from an offset on. */
static int
matches_rest(const Automaton *automaton, const Text *text, Py_ssize_t at)
{
    unsigned state = automaton->start;
    while (state && at < text->size)
        state = step(automaton, state, text, at++);
    return automaton->accepting[state];
}

/* The ends of the matches from an offset on: the last one is returned, -1 for none; the first MOST_TRIED are written
   where they are asked for, with their number, which may be more. */
static Py_ssize_t
last_end(const Automaton *automaton, const Text *text, Py_ssize_t at, Py_ssize_t *ends, int *count)
{
    Py_ssize_t last = -1;
    for (unsigned state = automaton->start; state; state = step(automaton, state, text, at++)) {
        if (automaton->accepting[state]) {
            last = at;
            if (ends && (*count)++ < MOST_TRIED)
                ends[*count - 1] = at;
        }
        if (at == text->size)
            break;
    }
    return last;
}

/* Finds an identifier with other text around it: after the longest beginning, the shortest one. 1 where there is one, 0
   for none, -1 where too many characters would have to be read, or places tried. */
static int
find_around(const Row *row, const Text *text, Match *match)
{
    Py_ssize_t ends[MOST_TRIED];
    int count = 0, tried = 0;
    if (text->size > LONGEST_AROUND)
        return -1;
    last_end(row->first, text, 0, ends, &count);
    if (count > MOST_TRIED)
        return -1;
    while (count && !matches_rest(row->then, text, ends[count - 1]))
        count--;
    if (!count)
        return 0;
    Py_ssize_t at = ends[count - 1];
    *match = (Match){0, text->size, at, -1};
    for (unsigned state = row->middle->start; state; state = step(row->middle, state, text, at++)) {
        if (row->middle->accepting[state] &&
            (at == text->size || step(row->after, row->after->start, text, at))) {
            if (matches_rest(row->after, text, at)) {
                match->last = at;
                return 1;
            }
            if (++tried > MOST_TRIED)
                return -1;
        }
        if (at == text->size)
            break;
    }
    return 0;
}

/* Whether a part from an offset on reaches the fault, and the rest follows. */
static int
is_part(const Row *row, const Text *text, Py_ssize_t at, Py_ssize_t *end)
{
    *end = last_end(row->first, text, at, NULL, NULL);
    return *end >= text->fault && (!row->then || matches_rest(row->then, text, *end));
}

/* Whether a part may begin somewhere up to the fault; in a long text always. */
static int
is_somewhere(const Row *row, const Text *text)
{
    Py_ssize_t at = 0, end;
    while (at <= text->fault && text->size <= LONGEST_SOMEWHERE && !is_part(row, text, at, &end))
        at++;
    return at <= text->fault;
}

/* Whether a part of a text has a string; -1 with an exception set. */
static int
has_string(const Row *row, const Text *text, Py_ssize_t start, Py_ssize_t end)
{
    Py_ssize_t at = row->has ? PyUnicode_Find(text->object, row->has, start, end, 1) : 0;
    return at == -2 ? -1 : at >= 0;
}

/* Tries a row: 1 where it applies, 0 where not, -1 where it is to be tried elsewhere; -2 with an exception set. */
static int
try_row(const Row *row, const Text *text, Match *match)
{
    if ((row->needs[0] & ~text->has[0]) || (row->needs[1] & ~text->has[1]))
        return 0;
    if (row->rest && !matches_rest(row->rest, text, text->fault))
        return 0;
    *match = (Match){text->fault, text->fault + (text->fault < text->size), -1, -1};
    if (row->kind == CUT) {
        match->end = last_end(row->first, text, text->fault, NULL, NULL);
        if (match->end <= 0)
            return 0;
    }
    if (row->kind == PART) {
        match->start = 0;
        if (!is_part(row, text, 0, &match->end))
            return 0;
    }
    int part = row->kind == PART, found = has_string(row, text, 0, part ? match->end : text->size);
    if (found < 0)
        return -2;
    if (!found || row->kind == ELSEWHERE)
        return found ? -1 : 0;
    if (row->kind == SOMEWHERE)
        return is_somewhere(row, text) ? -1 : 0;
    return row->kind == AROUND ? find_around(row, text, match) : 1;
}

PyDoc_STRVAR(find_doc,
             "find($self, text, fault, row, /)\n--\n\n"
             "Return the number of the first row, from `row` on, that applies to a str with a fault at an offset, the\n"
             "start and end of its part and those of the identifier in it, in code points; None where none does. Before\n"
             "that, a row that is to be tried elsewhere is returned with the start -1; -1 is also no identifier.");

static PyObject *
find(Rows *self, PyObject *arguments)
{
    Text text = {0};
    Py_ssize_t number;
    if (!PyArg_ParseTuple(arguments, "Unn:find", &text.object, &text.fault, &number))
        return NULL;
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text.object) < 0)
        return NULL;
#endif
    text.size = PyUnicode_GET_LENGTH(text.object);
    text.kind = PyUnicode_KIND(text.object);
    text.data = PyUnicode_DATA(text.object);
    if (text.fault < 0 || text.fault > text.size || number < 0)
        return PyErr_Format(PyExc_ValueError, "the offset %zd is outside of the text", text.fault);
    for (Py_ssize_t at = 0; at < text.size; at++) {
        Py_UCS4 point = PyUnicode_READ(text.kind, text.data, at);
        if (point < 128)
            text.has[point >> 6] |= (uint64_t)1 << (point & 63);
    }
    for (; number < self->count; number++) {
        Match match;
        int found = try_row(&self->rows[number], &text, &match);
        if (found == -2)
            return NULL;
        if (found == -1)
            match.start = -1;
        if (found)
            return Py_BuildValue("nnnnn", number, match.start, match.end, match.first, match.last);
    }
    Py_RETURN_NONE;
}

/* Reads a row; -1 with an exception set. */
static int
read_row(Row *row, PyObject *source)
{
    PyObject *needs, *has, *parts[5];
    Automaton **automata[] = {&row->rest, &row->first, &row->then, &row->middle, &row->after};
    if (!PyTuple_Check(source) ||
        !PyArg_ParseTuple(source, "iUUOOOOO", &row->kind, &needs, &has, &parts[0], &parts[1], &parts[2], &parts[3],
                          &parts[4]))
        return refuse_argument("a row is a tuple of an int, two str and five automata");
    for (int at = 0; at < 5; at++) {
        if (parts[at] != Py_None && !is_automaton(parts[at]))
            return refuse_argument("an automaton of a row is one of the kernel, or None");
        *automata[at] = parts[at] == Py_None ? NULL : (Automaton *)parts[at];
    }
    int kind = row->kind, around = row->then && row->middle && row->after;
    if (kind < 0 || kind >= KINDS_OF_ROWS || (kind >= CUT && !row->first) || (kind == AROUND && !around))
        return refuse_argument("a row has a kind from 0 to 5, and the automata of its kind");
    row->has = PyUnicode_GET_LENGTH(has) ? has : NULL;
    for (Py_ssize_t at = 0; at < PyUnicode_GET_LENGTH(needs); at++) {
        Py_UCS4 point = PyUnicode_READ_CHAR(needs, at);
        if (point < 128)
            row->needs[point >> 6] |= (uint64_t)1 << (point & 63);
    }
    return 0;
}

static PyObject *
rows_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"rows", NULL};
    PyObject *source;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O!:Rows", names, &PyTuple_Type, &source))
        return NULL;
    Rows *self = (Rows *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->source = Py_NewRef(source);
    self->count = PyTuple_GET_SIZE(source);
    self->rows = PyMem_Calloc((size_t)self->count, sizeof(Row));
    int failed = !self->rows;
    if (failed)
        PyErr_NoMemory();
    for (Py_ssize_t at = 0; !failed && at < self->count; at++)
        failed = read_row(&self->rows[at], PyTuple_GET_ITEM(source, at)) < 0;
    if (failed)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void
rows_dealloc(Rows *self)
{
    PyMem_Free(self->rows);
    Py_XDECREF(self->source);
    free_object((PyObject *)self);
}

static PyMethodDef methods[] = {
    {"find", (PyCFunction)find, METH_VARARGS, find_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"Rows of reasons: of each the kind, characters and a string that it needs, and its automata."},
    {Py_tp_new, rows_new},
    {Py_tp_dealloc, rows_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec rows_spec = {
    .name = "irigrammar.engines._kernel.Rows",
    .basicsize = sizeof(Rows),
    .flags = TYPE_FLAGS,
    .slots = slots,
};

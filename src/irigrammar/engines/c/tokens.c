#include "automaton.h"
#include "texts.h"
#include "types.h"

#include <string.h>

/* The roles of a kind of tokens; engines/tokens.py names them. */
enum { KEPT = 1, OPENS = 2, CLOSES = 4, VALUE = 8, KEYED = 16, NEXT = 32, KEY = 64, STOPS = 128, PARTS = 256 };

#define UNKNOWN (-2)
#define FIELDS 6
/* Keys whose answer is remembered, and characters that are read before signals are looked at. */
#define MOST_KEYS 4096
#define MOST_TRIES 16 /* to find a set of classes that is smaller */
#define CHARACTERS_AT_ONCE ((Py_ssize_t)1 << 20)

typedef struct Tokens {
    PyObject_HEAD
    Automaton *tokens, *holds;
    struct Tokens *parts; /* those of tokens, NULL for none */
    int kinds;
    uint16_t roles[256];
    uint8_t quiet[256]; /* the other code points */
    uint8_t *ends;      /* by class of `holds`: each text that it accepts has one of these */
    uint8_t *leaves;    /* by state of `tokens`: whether nothing leads on */
} Tokens;

/* An open level: where it was opened, its key, whether values of that are wanted, and the number of the row that the
   key has, UNKNOWN until that is looked for, -1 without one. */
typedef struct {
    int32_t opener, kind, start, end, row; /* kind 0 stands for no key of its own; else it is negative */
    int is_wanted, is_keyed, is_due;       /* whether it begins with a key, and whether one is due */
} Level;

typedef struct {
    uint64_t hash;
    int32_t start, size;
    int is_wanted;
} Key;

typedef struct {
    const Tokens *tokens;
    PyObject *text, *wanted;
    unsigned answers; /* the bits of all answers about keys */
    int kind;         /* of the text */
    const void *data;
    int32_t *rows;
    size_t made, room; /* numbers in `rows` */
    Py_ssize_t left_out; /* values that are not kept */
    Level *levels;
    size_t depth, level_room;
    Key *keys; /* NULL until one is asked about */
} Pass;

static INLINED uint32_t
read_character(int kind, const void *data, Py_ssize_t at)
{
    return kind == PyUnicode_1BYTE_KIND   ? ((const uint8_t *)data)[at]
           : kind == PyUnicode_2BYTE_KIND ? ((const uint16_t *)data)[at]
                                          : ((const uint32_t *)data)[at];
}

static INLINED unsigned
step(const Automaton *automaton, unsigned state, int kind, const void *data, Py_ssize_t at)
{
    return next_state(automaton, state, class_of(&automaton->classes, read_character(kind, data, at)));
}

/* The offset of the first character that changes the state. */
static INLINED Py_ssize_t
read_on(const Automaton *automaton, const Run *run, int kind, const void *data, Py_ssize_t at, Py_ssize_t end)
{
    if (kind == PyUnicode_1BYTE_KIND) {
        const uint8_t *roles = run->roles, *bytes = data;
        while (end - at >= 4 &&
               roles[bytes[at]] & roles[bytes[at + 1]] & roles[bytes[at + 2]] & roles[bytes[at + 3]] & 1 << STAYS)
            at += 4;
    }
    for (; at < end; at++) {
        uint32_t point = read_character(kind, data, at);
        if (point < 256 ? !(run->roles[point] & 1 << STAYS) : !run->stays[class_of(&automaton->classes, point)])
            break;
    }
    return at;
}

/* The kind and the end of the token at an offset; `text_kind` and `wide` are constants where speed matters. */
static INLINED int
next_token(const Tokens *self, int text_kind, int wide, const void *data, Py_ssize_t at, Py_ssize_t end, Py_ssize_t *last)
{
    const Automaton *tokens = self->tokens;
    const uint8_t *cells = tokens->table,
                  *page = (const uint8_t *)tokens->classes.pages + (tokens->classes.index[0] << 8);
    const unsigned shift = tokens->shift;
    unsigned state = tokens->start;
    int kind = 0;
    Py_ssize_t next = at;
    *last = at + 1;
    while (next < end) {
        uint32_t point = read_character(text_kind, data, next++);
        if (wide)
            state = next_state(tokens, state, class_of(&tokens->classes, point));
        else
            state = cells[(size_t)state << shift |
                          (point < 256 ? page[point] : CLASS_OF(&tokens->classes, uint8_t, point))];
        if (!state)
            break;
        const Run *run = tokens->run_of[state];
        if (run)
            next = read_on(tokens, run, text_kind, data, next, end);
        if (tokens->accepting[state]) {
            kind = tokens->accepting[state];
            *last = next;
            if (self->leaves[state])
                break;
        }
    }
    return kind;
}

static int
add_row(Pass *pass, int kind, Py_ssize_t start, Py_ssize_t end, size_t depth, int32_t key, int32_t opener)
{
    if (pass->room - pass->made < FIELDS) {
        size_t room = pass->room ? 2 * pass->room : 64 * FIELDS;
        int32_t *more = room > INT32_MAX ? NULL : PyMem_Realloc(pass->rows, room * sizeof *more);
        if (!more) {
            PyErr_NoMemory();
            return -1;
        }
        pass->rows = more;
        pass->room = room;
    }
    int32_t row[FIELDS] = {kind, (int32_t)start, (int32_t)end, (int32_t)depth, key, opener};
    memcpy(pass->rows + pass->made, row, sizeof row);
    pass->made += FIELDS;
    return 0;
}

static int
open_level(Pass *pass, int32_t opener, int is_wanted, int is_keyed)
{
    if (pass->depth == pass->level_room) {
        size_t room = pass->level_room ? 2 * pass->level_room : 64;
        Level *more = PyMem_Realloc(pass->levels, room * sizeof *more);
        if (!more) {
            PyErr_NoMemory();
            return -1;
        }
        pass->levels = more;
        pass->level_room = room;
    }
    pass->levels[pass->depth++] =
        (Level){.opener = opener, .row = UNKNOWN, .is_wanted = is_wanted, .is_keyed = is_keyed, .is_due = is_keyed};
    return 0;
}

/* Keeps the parts of a token, after its row; -1 with an exception set. */
static int
keep_parts(Pass *pass, Py_ssize_t at, Py_ssize_t end, size_t depth, int32_t opener)
{
    const Tokens *parts = pass->tokens->parts;
    int32_t row = (int32_t)(pass->made / FIELDS - 1);
    while (at < end) {
        Py_ssize_t last;
        int kind = next_token(parts, pass->kind, 1, pass->data, at, end, &last);
        if (parts->roles[kind] & KEPT &&
            add_row(pass, pass->tokens->kinds + kind, at, last, depth, row, opener) < 0)
            return -1;
        at = last;
    }
    return 0;
}

/* Keeps the key of the innermost level, and those around it, unless they are; -1 with an exception set. */
static int
keep_key(Pass *pass)
{
    size_t first = pass->depth;
    while (first > 0 && pass->levels[first - 1].row == UNKNOWN)
        first--;
    int32_t row = first ? pass->levels[first - 1].row : -1;
    for (; first < pass->depth; first++) {
        Level *level = &pass->levels[first];
        if (level->kind) {
            if (add_row(pass, level->kind, level->start, level->end, first, row, level->opener) < 0)
                return -1;
            row = (int32_t)(pass->made / FIELDS - 1);
            if (pass->tokens->roles[-level->kind] & PARTS &&
                keep_parts(pass, level->start, level->end, first, level->opener) < 0)
                return -1;
        }
        level->row = row;
    }
    return 0;
}

/* Asks whether values of a key are wanted: the first two bits of the answer; -1 with an exception set. */
static int
ask(Pass *pass, Py_ssize_t start, Py_ssize_t end)
{
    PyObject *name = PyUnicode_Substring(pass->text, start, end);
    PyObject *answer = name ? PyObject_CallOneArg(pass->wanted, name) : NULL;
    unsigned long bits = answer ? PyLong_AsUnsignedLong(answer) : 0;
    Py_XDECREF(answer);
    Py_XDECREF(name);
    if (PyErr_Occurred())
        return -1;
    pass->answers |= (unsigned)bits;
    return bits & 3;
}

/* The same, remembered by the characters of the key. */
static int
is_wanted(Pass *pass, Py_ssize_t start, Py_ssize_t end)
{
    Py_ssize_t unit = pass->kind, size = end - start, rest = size * unit;
    const char *name = (const char *)pass->data + start * unit;
    uint64_t hash = 0xCBF29CE484222325u, word = 0;
    for (const char *from = name; rest > 0; from += sizeof word, rest -= sizeof word) {
        memcpy(&word, from, rest < (Py_ssize_t)sizeof word ? (size_t)rest : sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    if (!pass->keys && !(pass->keys = PyMem_Calloc(MOST_KEYS, sizeof(Key)))) {
        PyErr_NoMemory();
        return -1;
    }
    Key *key = &pass->keys[(hash ^ hash >> 32) % MOST_KEYS];
    if (key->size == size && key->hash == hash &&
        memcmp((const char *)pass->data + key->start * unit, name, (size_t)(size * unit)) == 0)
        return key->is_wanted;
    int answer = ask(pass, start, end);
    if (answer >= 0)
        *key = (Key){hash, (int32_t)start, (int32_t)size, answer};
    return answer;
}

/* Whether the second automaton accepts the beginning of a token. Most have no character that it needs. */
static INLINED int
is_held(const Pass *pass, int kind, Py_ssize_t start, Py_ssize_t end)
{
    const Automaton *holds = pass->tokens->holds;
    const uint8_t *ends = pass->tokens->ends;
    unsigned state = holds->start;
    Py_ssize_t at = start;
    if (kind == PyUnicode_1BYTE_KIND)
        at = (Py_ssize_t)read_over(pass->tokens->quiet, pass->data, (size_t)start, (size_t)end);
    else
        while (at < end && !ends[class_of(&holds->classes, read_character(kind, pass->data, at))])
            at++;
    if (at == end)
        return holds->accepting[state];
    while (start < end && state && !holds->accepting[state])
        state = step(holds, state, kind, pass->data, start++);
    return holds->accepting[state];
}

/* Does with a token what its role says; -1 with an exception set. */
static INLINED int
take(Pass *pass, int text_kind, int kind, Py_ssize_t start, Py_ssize_t end)
{
    int role = pass->tokens->roles[kind], is_own_key = role & OPENS && role & KEY;
    if (is_own_key && open_level(pass, (int32_t)start, 0, 0) < 0)
        return -1;
    Level *level = &pass->levels[pass->depth - 1];
    if (role & NEXT)
        level->is_due = level->is_keyed;
    if (role & KEY && (level->is_due || is_own_key)) {
        int answer = is_wanted(pass, start, end);
        if (answer < 0)
            return -1;
        *level = (Level){level->opener, -kind, (int32_t)start, (int32_t)end, UNKNOWN, answer & 1, level->is_keyed, 0};
        int is_kept = role & KEPT || (is_own_key && answer & 2);
        if (!is_kept && is_own_key && role & VALUE)
            is_kept = is_held(pass, text_kind, start, end);
        if (is_kept && keep_key(pass) < 0)
            return -1;
    }
    else if (role & KEPT || (role & VALUE && (level->is_wanted || is_held(pass, text_kind, start, end)))) {
        if (keep_key(pass) < 0 || add_row(pass, kind, start, end, pass->depth - 1, level->row, level->opener) < 0)
            return -1;
        if (role & PARTS && keep_parts(pass, start, end, pass->depth - 1, level->opener) < 0)
            return -1;
    }
    else if (role & VALUE)
        pass->left_out++;
    if (role & OPENS && !is_own_key)
        return open_level(pass, (int32_t)start, level->is_wanted, role & KEYED);
    if (role & CLOSES && pass->depth > 1)
        pass->depth = role & NEXT ? 1 : pass->depth - 1;
    return 0;
}

/* Reads a part of a text; -1 with an exception set. `text_kind` and `wide` are constants wherever it is called. */
static INLINED int
read_tokens(Pass *pass, int text_kind, int wide, Py_ssize_t at, Py_ssize_t end)
{
    Py_ssize_t rest = CHARACTERS_AT_ONCE;
    while (at < end) {
        Py_ssize_t last;
        int kind = next_token(pass->tokens, text_kind, wide, pass->data, at, end, &last), role = pass->tokens->roles[kind];
        if (role && take(pass, text_kind, kind, at, last) < 0)
            return -1;
        if (role & STOPS)
            return 0;
        rest -= last - at;
        at = last;
        if (rest < 0) {
            rest = CHARACTERS_AT_ONCE;
            if (PyErr_CheckSignals() < 0)
                return -1;
        }
    }
    return 0;
}

static INLINED int
read_kind(Pass *pass, int wide, Py_ssize_t at, Py_ssize_t end)
{
    return pass->kind == PyUnicode_1BYTE_KIND   ? read_tokens(pass, PyUnicode_1BYTE_KIND, wide, at, end)
           : pass->kind == PyUnicode_2BYTE_KIND ? read_tokens(pass, PyUnicode_2BYTE_KIND, wide, at, end)
                                                : read_tokens(pass, PyUnicode_4BYTE_KIND, wide, at, end);
}

PyDoc_STRVAR(
    tokens_doc,
    "tokens($self, text, start, end, wanted, /)\n--\n\n"
    "Return the rows of the tokens that are kept, the bits of all answers, and the number of values that are not kept:\n"
    "engines.tokens.Tokenizer.by_keys.");

static PyObject *
tokens(Tokens *self, PyObject *args)
{
    PyObject *text, *wanted, *answer = NULL;
    Py_ssize_t start, end;
    if (!PyArg_ParseTuple(args, "UnnO:tokens", &text, &start, &end, &wanted))
        return NULL;
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0)
        return NULL;
#endif
    if (start < 0 || end > PyUnicode_GET_LENGTH(text) || PyUnicode_GET_LENGTH(text) > INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "a part of a text, which has at most 2,147,483,647 characters");
        return NULL;
    }
    Pass *pass = PyMem_Calloc(1, sizeof *pass);
    if (!pass)
        return PyErr_NoMemory();
    pass->tokens = self;
    pass->text = text;
    pass->wanted = wanted;
    pass->kind = PyUnicode_KIND(text);
    pass->data = PyUnicode_DATA(text);
    int done = open_level(pass, -1, 0, 1);
    if (done == 0)
        pass->levels[0].is_due = 0;
    if (done == 0)
        done = self->tokens->classes.wide ? read_kind(pass, 1, start, end) : read_kind(pass, 0, start, end);
    if (done == 0)
        answer = Py_BuildValue("y#In", pass->rows ? (const char *)pass->rows : "",
                               (Py_ssize_t)(pass->made * sizeof *pass->rows), pass->answers, pass->left_out);
    PyMem_Free(pass->keys);
    PyMem_Free(pass->rows);
    PyMem_Free(pass->levels);
    PyMem_Free(pass);
    return answer;
}

/* Whether an automaton accepts a text without some classes; `states` and `waiting` have room for each state. */
static int
accepts_without(const Automaton *holds, const uint8_t *classes, uint8_t *states, uint16_t *waiting)
{
    size_t size = 0;
    memset(states, 0, holds->states);
    states[0] = 1;
    states[holds->start] = 1;
    waiting[size++] = (uint16_t)holds->start;
    while (size) {
        unsigned state = waiting[--size];
        if (holds->accepting[state])
            return 1;
        for (unsigned number = 0; number < holds->classes.count; number++) {
            unsigned to = next_state(holds, state, number);
            if (!classes[number] && !states[to]) {
                states[to] = 1;
                waiting[size++] = (uint16_t)to;
            }
        }
    }
    return 0;
}

/* Fills in classes of which each accepted text has one: of those that lead to acceptance, the ones that are needed. */
static int
find_ends(const Automaton *holds, uint8_t *ends)
{
    uint8_t *states = PyMem_Malloc(holds->states);
    uint16_t *waiting = PyMem_Malloc(holds->states * sizeof *waiting);
    int done = states && waiting ? 0 : -1;
    if (done < 0)
        PyErr_NoMemory();
    for (unsigned state = 0; state < holds->states; state++)
        for (unsigned number = 0; number < holds->classes.count; number++)
            ends[number] |= !holds->accepting[state] && holds->accepting[next_state(holds, state, number)];
    int tries = MOST_TRIES;
    for (unsigned number = 0; done == 0 && number < holds->classes.count; number++)
        if (ends[number] && tries-- > 0) {
            ends[number] = 0;
            ends[number] = (uint8_t)accepts_without(holds, ends, states, waiting);
        }
    PyMem_Free(states);
    PyMem_Free(waiting);
    return done;
}

static PyObject *
tokens_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"tokens", "holds", "roles", "parts", NULL};
    PyObject *one, *other, *parts = Py_None;
    const char *roles;
    Py_ssize_t count, highest = 0;
    if (!PyArg_ParseTupleAndKeywords(args, named, "OOy#|O:Tokens", names, &one, &other, &roles, &count, &parts))
        return NULL;
    count /= (Py_ssize_t)sizeof(uint16_t);
    if (parts != Py_None && Py_TYPE(parts) != type)
        return PyErr_Format(PyExc_TypeError, "the parts are Tokens, or None");
    if (!is_automaton(one) || !is_automaton(other)) {
        PyErr_SetString(PyExc_TypeError, "tokens are those of an Automaton, and held by one");
        return NULL;
    }
    for (unsigned state = 0; state < ((Automaton *)one)->states; state++)
        if (((Automaton *)one)->accepting[state] > highest)
            highest = ((Automaton *)one)->accepting[state];
    if (count <= highest || count > 256 || ((Automaton *)one)->accepting[((Automaton *)one)->start]) {
        PyErr_SetString(PyExc_ValueError, "there is a role for each kind of tokens, and no token is empty");
        return NULL;
    }
    Tokens *self = (Tokens *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    const Automaton *tokens = (Automaton *)one, *holds = (Automaton *)other;
    self->tokens = (Automaton *)Py_NewRef(one);
    self->holds = (Automaton *)Py_NewRef(other);
    self->parts = parts == Py_None ? NULL : (Tokens *)Py_NewRef(parts);
    self->kinds = (int)count - 1;
    memcpy(self->roles, roles, (size_t)count * sizeof(uint16_t));
    for (int kind = 0; !self->parts && kind < 256; kind++)
        self->roles[kind] &= (uint16_t)~PARTS;
    self->ends = PyMem_Calloc(holds->classes.count, 1);
    self->leaves = PyMem_Calloc(tokens->states, 1);
    if (!self->ends || !self->leaves) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    if (find_ends(holds, self->ends) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    for (uint32_t point = 0; point < 256; point++)
        self->quiet[point] = !self->ends[class_of(&holds->classes, point)];
    for (unsigned state = 0; state < tokens->states; state++) {
        unsigned number = 0;
        while (number < tokens->classes.count && !next_state(tokens, state, number))
            number++;
        self->leaves[state] = number == tokens->classes.count;
    }
    return (PyObject *)self;
}

static void
tokens_dealloc(Tokens *self)
{
    Py_XDECREF(self->tokens);
    Py_XDECREF(self->holds);
    Py_XDECREF(self->parts);
    PyMem_Free(self->ends);
    PyMem_Free(self->leaves);
    free_object((PyObject *)self);
}

static PyMethodDef methods[] = {
    {"tokens", (PyCFunction)tokens, METH_VARARGS, tokens_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"Cuts texts into the tokens of one Automaton, and keeps values by another one."},
    {Py_tp_new, tokens_new},
    {Py_tp_dealloc, tokens_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec tokens_spec = {
    .name = "irigrammar.engines._kernel.Tokens",
    .basicsize = sizeof(Tokens),
    .flags = TYPE_FLAGS,
    .slots = slots,
};

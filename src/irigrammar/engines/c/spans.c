#include "spans.h"

#include "texts.h"
#include "types.h"
#include "utf8.h"

#include <string.h>

#define MOST_POINTS 4096
#define MOST_ROWS 32
#define UNKNOWN (-1)
#define CURRENT (-1) /* automata.tagged's */

static int
registers(const Spans *self)
{
    return 2 * self->fields - 1;
}

/* What a tagged automaton answers is checked here, once, and trusted from then on. Types are exact: no code of Python
   runs when such a value is read or looked up. */

static int
is_tuple(PyObject *value, Py_ssize_t size)
{
    return value && PyTuple_CheckExact(value) && (size < 0 || PyTuple_GET_SIZE(value) == size);
}

static int
is_number(PyObject *value, long least, long most)
{
    int overflow;
    long number = PyLong_CheckExact(value) ? PyLong_AsLongAndOverflow(value, &overflow) : least - 1;
    return number >= least && number <= most;
}

/* Whether a value is automata.tagged.Sets. */
static int
is_sets(const Spans *self, PyObject *sets)
{
    if (!is_tuple(sets, -1) || PyTuple_GET_SIZE(sets) > INT32_MAX)
        return 0;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(sets); at++) {
        PyObject *pair = PyTuple_GET_ITEM(sets, at);
        if (!is_tuple(pair, 2) || !is_number(PyTuple_GET_ITEM(pair, 0), 0, registers(self) - 1) ||
            !is_number(PyTuple_GET_ITEM(pair, 1), CURRENT, INT32_MAX))
            return 0;
    }
    return 1;
}

/* How many rows the parses of a state have (automata.tagged.Parses); -1 where they are none of a state. */
static int
rows_of(const Spans *self, PyObject *parses)
{
    int rows = 0;
    if (!is_tuple(parses, -1))
        return -1;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(parses); at++) {
        PyObject *parse = PyTuple_GET_ITEM(parses, at);
        if (!is_tuple(parse, 3) || !is_number(PyTuple_GET_ITEM(parse, 0), 0, INT32_MAX) ||
            !is_number(PyTuple_GET_ITEM(parse, 1), 0, INT32_MAX - 1) || !is_sets(self, PyTuple_GET_ITEM(parse, 2)))
            return -1;
        int row = (int)PyLong_AsLong(PyTuple_GET_ITEM(parse, 1));
        rows = row < rows ? rows : row + 1;
    }
    return rows;
}

/* Whether a step from a state with `before` rows is one: a state, and rows (automata.tagged.Rows) that are made of
   those before and are enough for it. */
static int
is_step(const Spans *self, PyObject *step, int before)
{
    if (!is_tuple(step, 2) || !is_tuple(PyTuple_GET_ITEM(step, 1), -1))
        return 0;
    PyObject *rows = PyTuple_GET_ITEM(step, 1);
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(rows); at++) {
        PyObject *row = PyTuple_GET_ITEM(rows, at);
        if (!is_tuple(row, 2) || !is_number(PyTuple_GET_ITEM(row, 0), 0, before - 1L) ||
            !is_sets(self, PyTuple_GET_ITEM(row, 1)))
            return 0;
    }
    int after = rows_of(self, PyTuple_GET_ITEM(step, 0));
    return after >= 0 && after <= PyTuple_GET_SIZE(rows);
}

static int
refuse(void)
{
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "a tagged automaton gave what is not one of its states or steps");
    return IRI_EXCEPTION;
}

/* Writes a row: what it is a copy of, and what is set in it. */
static void
write_row(PyObject *from, PyObject *sets, int32_t **code)
{
    Py_ssize_t size = PyTuple_GET_SIZE(sets);
    *(*code)++ = (int32_t)PyLong_AsLong(from);
    *(*code)++ = (int32_t)size;
    for (Py_ssize_t set = 0; set < size; set++)
        for (int part = 0; part < 2; part++)
            *(*code)++ = (int32_t)PyLong_AsLong(PyTuple_GET_ITEM(PyTuple_GET_ITEM(sets, set), part));
}

/* Reads rows; IRI_EXCEPTION or IRI_FULL. */
static int
read_rows(PyObject *rows, Change *change)
{
    Py_ssize_t count = PyTuple_GET_SIZE(rows), size = 0;
    if (count > MOST_ROWS)
        return IRI_FULL;
    for (Py_ssize_t row = 0; row < count; row++)
        size += 2 + 2 * PyTuple_GET_SIZE(PyTuple_GET_ITEM(PyTuple_GET_ITEM(rows, row), 1));
    change->rows = (int32_t)count;
    change->code = PyMem_Malloc(((size_t)size + 1) * sizeof(int32_t));
    if (!change->code) {
        PyErr_NoMemory();
        return IRI_EXCEPTION;
    }
    int32_t *code = change->code;
    for (Py_ssize_t row = 0; row < count; row++) {
        PyObject *one = PyTuple_GET_ITEM(rows, row);
        write_row(PyTuple_GET_ITEM(one, 0), PyTuple_GET_ITEM(one, 1), &code);
    }
    return 0;
}

/* Says whether a change copies rows: not where each is a copy of itself. Where also nothing is set, it has no rows. */
static void
simplify(Change *change)
{
    const int32_t *code = change->code;
    int32_t sets = 0;
    change->copies = 0;
    for (int32_t row = 0; row < change->rows; row++, code += 2 + 2 * code[1]) {
        change->copies |= code[0] != row;
        sets += code[1];
    }
    if (!change->copies && !sets)
        change->rows = 0;
}

static void
free_point(Point *point, unsigned count)
{
    for (unsigned number = 0; point->changes && number < count; number++)
        PyMem_Free(point->changes[number].code);
    PyMem_Free(point->changes);
    PyMem_Free(point->next);
    PyMem_Free(point->stays);
    PyMem_Free(point->end.code);
    Py_CLEAR(point->parses);
}

/* Finds the parse that is at the end; -1 with an exception set. */
static int
read_end(PyObject *parses, Change *end)
{
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(parses); at++) {
        PyObject *parse = PyTuple_GET_ITEM(parses, at), *sets = PyTuple_GET_ITEM(parse, 2);
        if (PyLong_AsLong(PyTuple_GET_ITEM(parse, 0)) != 0)
            continue;
        int32_t *code = end->code = PyMem_Malloc(2 * sizeof(int32_t) * ((size_t)PyTuple_GET_SIZE(sets) + 1));
        end->rows = end->copies = 1;
        if (!code) {
            PyErr_NoMemory();
            return -1;
        }
        write_row(PyTuple_GET_ITEM(parse, 1), sets, &code);
        break;
    }
    return 0;
}

/* The number of a state; IRI_EXCEPTION or IRI_FULL. */
static int
number_of(Spans *self, PyObject *parses)
{
    if (PyTuple_GET_SIZE(parses) == 0)
        return 0;
    PyObject *known = PyDict_GetItemWithError(self->numbers, parses);
    if (known || PyErr_Occurred())
        return known ? (int)PyLong_AsLong(known) : IRI_EXCEPTION;
    if (self->made == MOST_POINTS)
        return IRI_FULL;
    unsigned count = self->classes.count;
    Point *point = &self->points[self->made];
    PyObject *number = PyLong_FromLong(self->made);
    memset(point, 0, sizeof *point);
    point->next = PyMem_Malloc(count * sizeof *point->next);
    point->changes = PyMem_Calloc(count, sizeof *point->changes);
    point->stays = PyMem_Calloc(count, 1);
    if (!point->next || !point->changes || !point->stays)
        PyErr_NoMemory();
    else if (number && read_end(parses, &point->end) == 0 && PyDict_SetItem(self->numbers, parses, number) == 0) {
        Py_DECREF(number);
        point->parses = Py_NewRef(parses);
        point->rows = rows_of(self, parses);
        for (unsigned class = 0; class < count; class++)
            point->next[class] = UNKNOWN;
        return self->made++;
    }
    Py_XDECREF(number);
    free_point(point, count);
    return IRI_EXCEPTION;
}

/* Reads a state and the rows after the step to it from a state with `before` rows; the number of the state,
   IRI_EXCEPTION or IRI_FULL. */
static int
read_step(Spans *self, PyObject *step, int before, Change *change)
{
    int number = IRI_EXCEPTION;
    change->code = NULL;
    if (!is_step(self, step, before))
        refuse();
    else if ((number = read_rows(PyTuple_GET_ITEM(step, 1), change)) == 0)
        number = number_of(self, PyTuple_GET_ITEM(step, 0));
    if (number < 0)
        PyMem_Free(change->code);
    if (number == IRI_FULL)
        self->full = 1;
    Py_XDECREF(step);
    return number;
}

/* Asks what a character of a class does in a state; the number of the state after it, IRI_EXCEPTION or IRI_FULL. */
static int
ask(Spans *self, int at, unsigned class)
{
    Change change;
    PyObject *step = PyObject_CallMethod(self->tagged, "step", "OI", self->points[at].parses, class);
    int next = read_step(self, step, self->points[at].rows, &change);
    if (next < 0)
        return next;
    Point *point = &self->points[at];
    if (point->next[class] != UNKNOWN) { /* while Python ran, another thread has been here */
        PyMem_Free(change.code);
        return point->next[class];
    }
    simplify(&change);
    point->changes[class] = change;
    point->next[class] = next;
    if (change.rows)
        return next;
    point->stays[class] = next == at;
    for (uint32_t latin = 0; latin < 256; latin++)
        if (class_of(&self->classes, latin) == class) {
            point->latin[latin] = next == at;
            if (latin < 128) {
                point->coded[latin] = next == at;
                point->plain[latin] = (uint16_t)next;
            }
        }
    return next;
}

/* Makes the new rows of the old ones, which may be the same where nothing is copied. */
static inline void
apply(const Change *change, const Row *old, Row *new, Py_ssize_t at)
{
    const int32_t *code = change->code;
    for (int32_t row = 0; row < change->rows; row++) {
        if (change->copies)
            memcpy(new[row], old[code[0]], sizeof(Row));
        int32_t sets = code[1];
        for (code += 2; sets > 0; sets--, code += 2)
            new[row][code[0]] = code[1] == CURRENT ? (int32_t)at : code[1];
    }
}

/* Reads the character at an offset; returns the offset behind it, 0 for bytes that are not UTF-8. */
static INLINED Py_ssize_t
read_character(int kind, const void *text, Py_ssize_t at, Py_ssize_t size, uint32_t *character)
{
    if (kind != CODED) {
        *character = PyUnicode_READ(kind, text, at);
        return at + 1;
    }
    const uint8_t *bytes = (const uint8_t *)text + at;
    *character = *bytes;
    size_t count = *bytes < 0x80 ? 1 : decode_point(bytes, (size_t)(size - at), character);
    return count ? at + (Py_ssize_t)count : 0;
}

/* Whether a character leads back and changes nothing. */
static INLINED int
stays(const Spans *self, const Point *point, int kind, uint32_t character)
{
    if (kind == PyUnicode_1BYTE_KIND || (kind == CODED && character < 0x80))
        return point->latin[character];
    return point->stays[class_of(&self->classes, character)];
}

/* The row of the first match of a text, in `found`: 1, 0 where there is none, IRI_EXCEPTION or IRI_FULL. */
static INLINED int
scan(Spans *self, int kind, const void *text, Py_ssize_t size, Row *found)
{
    Row rows[2][MOST_ROWS];
    int side = 0, number = self->first;
    uint32_t character;
    memset(rows[0][0], 0xFF, sizeof(Row));
    for (Py_ssize_t at = 0, after; at < size; at = after) {
        const Point *point = &self->points[number];
        if (kind == CODED || kind == PyUnicode_1BYTE_KIND)
            at = (Py_ssize_t)read_over(kind == CODED ? point->coded : point->latin, text, (size_t)at, (size_t)size);
        if (at == size)
            break;
        if (!(after = read_character(kind, text, at, size, &character)))
            return 0;
        while (stays(self, point, kind, character)) {
            if ((at = after) == size)
                goto end;
            if (!(after = read_character(kind, text, at, size, &character)))
                return 0;
        }
        if (character < 128 && point->plain[character]) {
            number = point->plain[character];
            continue;
        }
        unsigned class = class_of(&self->classes, character);
        int next = point->next[class];
        if (next < 0 && (next = ask(self, number, class)) < 0)
            return next;
        if (next == 0)
            return 0;
        const Change *change = &self->points[number].changes[class];
        if (change->rows) {
            apply(change, (const Row *)rows[side], rows[side ^ change->copies], at);
            side ^= change->copies;
        }
        number = next;
    }
end:
    apply(&self->points[number].end, (const Row *)rows[side], found, size);
    return self->points[number].end.rows;
}

static void
forget(Spans *self)
{
    for (int at = 1; at < self->made; at++)
        free_point(&self->points[at], self->classes.count);
    self->made = 1; /* without parses */
    self->first = self->full = 0;
    if (self->numbers)
        PyDict_Clear(self->numbers);
}

int
find_spans(Spans *self, int kind, const void *data, Py_ssize_t size, Row *row)
{
    int found = 0;
    if (self->full && !self->busy)
        forget(self);
    self->busy++;
    if (!self->first) {
        PyObject *begin = PyObject_CallMethod(self->tagged, "begin", NULL);
        int rows = rows_of(self, begin);
        found = rows == 0 || rows == 1 ? number_of(self, begin) : refuse();
        self->first = found > 0 ? found : 0;
        Py_XDECREF(begin);
    }
    if (found >= 0 && self->first) {
        if (size > INT32_MAX)
            found = IRI_FULL;
        else if (kind == CODED)
            found = scan(self, CODED, data, size, row);
        else if (kind == PyUnicode_1BYTE_KIND)
            found = scan(self, PyUnicode_1BYTE_KIND, data, size, row);
        else if (kind == PyUnicode_2BYTE_KIND)
            found = scan(self, PyUnicode_2BYTE_KIND, data, size, row);
        else
            found = scan(self, PyUnicode_4BYTE_KIND, data, size, row);
    }
    self->busy--;
    return found;
}

/* Makes the part of a text that is a field, which may be that of the field two before: an authority is often a host. */
static PyObject *
part(PyObject *made, PyObject *text, const int32_t *row, int field)
{
    const int32_t *span = row + 2 * field;
    if (field >= 2 && span[0] == span[-4] && span[1] == span[-3])
        return Py_NewRef(PyTuple_GET_ITEM(made, field - 2));
    return PyUnicode_Substring(text, span[0], span[1]);
}

/* Makes the tuple of a row. */
static PyObject *
make(const Spans *self, PyObject *text, const int32_t *row)
{
    PyTypeObject *type = (PyTypeObject *)self->type;
    PyObject *made = type->tp_alloc(type, self->fields);
    for (int field = 0; made && field < self->fields; field++) {
        PyObject *value = Py_None;
        if (field == self->fields - 1) {
            int32_t name = row[2 * field];
            value = Py_NewRef(name >= 0 && name < PyTuple_GET_SIZE(self->names) ? PyTuple_GET_ITEM(self->names, name)
                                                                                : Py_None);
        }
        else if (row[2 * field + 1] >= 0)
            value = part(made, text, row, field);
        else
            Py_INCREF(value);
        if (value)
            PyTuple_SET_ITEM(made, field, value);
        else
            Py_CLEAR(made);
    }
    return made;
}

PyDoc_STRVAR(
    components_doc,
    "components($self, text, /)\n--\n\n"
    "Return what the first match of a str sets, as the type of tuples that was given: for each field but the last the part\n"
    "of the text between two registers, for the last the name of the number in one; None where a field is not set. Return\n"
    "None where the text does not match, NotImplemented where there are too many states.");

static PyObject *
components(Spans *self, PyObject *text)
{
    Row row;
    int found;
    if (!PyUnicode_Check(text)) {
        refuse_value("str", text);
        return NULL;
    }
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0)
        return NULL;
#endif
    found = find_spans(self, PyUnicode_KIND(text), PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), &row);
    if (found == IRI_EXCEPTION)
        return NULL;
    if (found == IRI_FULL)
        Py_RETURN_NOTIMPLEMENTED;
    if (found == 0)
        Py_RETURN_NONE;
    return make(self, text, row);
}

WITH_LOCK(Spans, components)
WITH_LOCK(Spans, components_arrow_array)

PyDoc_STRVAR(fields_doc,
             "split(text, /)\n--\n\n"
             "Return the components of a reference; raise NoMatch with the fault where the text does not match.");

/* What or_else makes: `pair` is the spans and what is asked otherwise. */
static PyObject *
fields(PyObject *pair, PyObject *text)
{
    PyObject *answer = NULL;
    if (PyUnicode_CheckExact(text)) {
        answer = locked_components(PyTuple_GET_ITEM(pair, 0), text);
        if (answer != Py_None && answer != Py_NotImplemented)
            return answer;
        Py_DECREF(answer);
    }
    return PyObject_CallOneArg(PyTuple_GET_ITEM(pair, 1), text);
}

static PyMethodDef fields_method = {"split", fields, METH_O, fields_doc};

PyDoc_STRVAR(
    or_else_doc,
    "or_else($self, otherwise, /)\n--\n\n"
    "Return a function of a text that returns what `components` does, and where that is None or NotImplemented, or\n"
    "the text is not a str, what `otherwise` returns for the text.");

static PyObject *
or_else(PyObject *self, PyObject *otherwise)
{
    PyObject *pair = PyTuple_Pack(2, self, otherwise), *function = pair ? PyCFunction_New(&fields_method, pair) : NULL;
    Py_XDECREF(pair);
    return function;
}

static PyMethodDef methods[] = {
    {"components", LOCKED(components), METH_O, components_doc},
    {"or_else", or_else, METH_O, or_else_doc},
    {"components_arrow_array", LOCKED(components_arrow_array), METH_VARARGS, components_arrow_array_doc},
    {NULL, NULL, 0, NULL},
};

static PyObject *
spans_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *words[] = {"starts", "ids", "tagged", "names", "type", "fields", NULL};
    PyObject *starts, *ids, *tagged, *names, *made;
    int fields;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O!O!OO!O!i:Spans", words, &PyTuple_Type, &starts, &PyTuple_Type,
                                     &ids, &tagged, &PyTuple_Type, &names, &PyType_Type, &made, &fields))
        return NULL;
    if (fields < 1 || 2 * fields - 1 > MOST_REGISTERS || !PyType_IsSubtype((PyTypeObject *)made, &PyTuple_Type)) {
        PyErr_SetString(PyExc_ValueError, "a type of tuples with 1 to 16 fields");
        return NULL;
    }
    Spans *self = (Spans *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->fields = fields;
    self->tagged = Py_NewRef(tagged);
    self->names = Py_NewRef(names);
    self->type = Py_NewRef(made);
    self->numbers = PyDict_New();
    self->points = PyMem_Malloc(MOST_POINTS * sizeof(Point));
    if (!self->points)
        PyErr_NoMemory();
    forget(self);
    if (!self->numbers || !self->points || classes_init(&self->classes, starts, ids, 0) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void
spans_dealloc(Spans *self)
{
    forget(self);
    classes_free(&self->classes);
    PyMem_Free(self->points);
    Py_XDECREF(self->tagged);
    Py_XDECREF(self->names);
    Py_XDECREF(self->type);
    Py_XDECREF(self->numbers);
    free_object((PyObject *)self);
}

int
is_spans(PyObject *object)
{
    return Py_TYPE(object)->tp_dealloc == (destructor)spans_dealloc; /* it has no subtypes */
}

static PyType_Slot slots[] = {
    {Py_tp_doc,
     (void *)"What the first match of a text sets, by the tagged automaton (automata.tagged.Tagged) that it asks."},
    {Py_tp_new, spans_new},
    {Py_tp_dealloc, spans_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec spans_spec = {
    .name = "irigrammar.engines._kernel.Spans",
    .basicsize = sizeof(Spans),
    .flags = TYPE_FLAGS,
    .slots = slots,
};

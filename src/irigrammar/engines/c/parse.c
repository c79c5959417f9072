#include "tree.h"

/* Texts up to this length need no memory for the states of their offsets. */
#define SHORT_TEXT 512
#define MOST_MARKS 64
#define MOST_FIELDS 16

/* A parse: a text, and the states of its offsets. */
typedef struct {
    Tree *tree;
    PyObject *text;
    Py_ssize_t size;
    uint16_t *states, few[SHORT_TEXT + 1];
    int found; /* as tree_suffixes says */
} Parse;

static int
begin(Parse *parse, Tree *tree, PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "a text is str, not %s", Py_TYPE(text)->tp_name);
        return -1;
    }
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0)
        return -1;
#endif
    parse->tree = tree;
    parse->text = text;
    parse->size = PyUnicode_GET_LENGTH(text);
    parse->states = parse->few;
    if (parse->size > SHORT_TEXT)
        parse->states = PyMem_Malloc(((size_t)parse->size + 1) * sizeof(uint16_t));
    if (!parse->states) {
        PyErr_NoMemory();
        return -1;
    }
    tree_enter(tree);
    parse->found = tree_suffixes(tree, PyUnicode_KIND(text), PyUnicode_DATA(text), parse->size, parse->states);
    return 0;
}

static void
finish(Parse *parse)
{
    parse->tree->busy--;
    if (parse->states != parse->few)
        PyMem_Free(parse->states);
}

/* The answer of a parse that made nothing: none, NotImplemented where the tables are full, or the exception. */
static PyObject *
nothing(int found)
{
    if (found == -1)
        return NULL;
    return Py_NewRef(found == 0 ? Py_None : Py_NotImplemented);
}

PyDoc_STRVAR(picks_doc, "picks($self, text, /)\n--\n\n"
"Return what engines.tree.TreeEngine.picks does; NotImplemented where the tables are full.");

static PyObject *
picks(Tree *self, PyObject *text)
{
    Parse parse;
    if (begin(&parse, self, text) < 0)
        return NULL;
    PyObject *list = parse.found == 1 ? PyList_New(parse.size + 1) : NULL;
    int found = parse.found;
    uint32_t node = self->start;
    for (Py_ssize_t at = 0; list && at <= parse.size; at++) {
        int number = tree_decide(self, parse.states[at], node);
        if (number < 0) {
            found = number;
            Py_CLEAR(list);
            break;
        }
        const Decision *decision = &self->decisions[number];
        PyList_SET_ITEM(list, at, Py_NewRef(decision->pick));
        node = (uint32_t)decision->after;
    }
    finish(&parse);
    if (parse.found == 1 && found == 1)
        return list;
    return nothing(found);
}

/* Takes the events at an offset: where marks open, and the components that close. */
static int
take(const Parse *parse, const Decision *decision, Py_ssize_t at, Py_ssize_t *opened, PyObject **values, Py_ssize_t most)
{
    const Tree *tree = parse->tree;
    for (int32_t number = 0; number < decision->count; number++) {
        int32_t event = decision->events[number];
        if (event > 0) {
            opened[event] = at;
            continue;
        }
        long field = PyLong_AsLong(PyTuple_GET_ITEM(tree->fields, -event));
        if (field < 0 || field > most)
            continue;
        /* The last one is that of the production's name; of several the outermost closes last. */
        PyObject *value = field == most ? Py_NewRef(PyTuple_GET_ITEM(tree->marks, -event))
                                        : PyUnicode_Substring(parse->text, opened[-event], at);
        if (!value)
            return -1;
        Py_XDECREF(values[field]);
        values[field] = value;
    }
    return 0;
}

PyDoc_STRVAR(components_doc, "components($self, text, /)\n--\n\n"
"Return the components as the type of tuples that was given: of each field the part of the text, and last the name of\n"
"the mark that closed last among those of the last field; None where the text does not match, NotImplemented where the\n"
"tables are full.");

static PyObject *
components(Tree *self, PyObject *text)
{
    PyObject *values[MOST_FIELDS] = {NULL};
    Py_ssize_t opened[MOST_MARKS] = {0}, most = self->last;
    if (most < 0 || most >= MOST_FIELDS || PyTuple_GET_SIZE(self->marks) > MOST_MARKS)
        return Py_NewRef(Py_NotImplemented);
    Parse parse;
    if (begin(&parse, self, text) < 0)
        return NULL;
    int found = parse.found, number = -1;
    uint32_t node = self->start, state = 0, before = UINT32_MAX;
    for (Py_ssize_t at = 0; found == 1 && at <= parse.size; at++) {
        if (number < 0 || parse.states[at] != state || node != before) {
            state = parse.states[at];
            before = node;
            number = tree_decide(self, state, node);
            if (number < 0) {
                found = number;
                break;
            }
        }
        const Decision *decision = &self->decisions[number];
        if (decision->count && take(&parse, decision, at, opened, values, most) < 0)
            found = -1;
        node = (uint32_t)decision->after;
    }
    finish(&parse);
    PyTypeObject *type = (PyTypeObject *)self->type;
    PyObject *made = found == 1 ? type->tp_alloc(type, most + 1) : NULL;
    for (Py_ssize_t field = 0; field <= most; field++)
        if (made)
            PyTuple_SET_ITEM(made, field, values[field] ? values[field] : Py_NewRef(Py_None));
        else
            Py_XDECREF(values[field]);
    return found == 1 ? made : nothing(found);
}

PyMethodDef tree_methods[] = {
    {"picks", (PyCFunction)picks, METH_O, picks_doc},
    {"components", (PyCFunction)components, METH_O, components_doc},
    {NULL, NULL, 0, NULL},
};

#include "texts.h"
#include "tree.h"
#include "types.h"

/* Texts up to this length need no memory for the states of their offsets. */
#define SHORT_TEXT 512

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
        refuse_value("str", text);
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
    if (found == IRI_EXCEPTION)
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
    if (list)
        PyObject_GC_UnTrack(list); /* Python runs below: nobody finds it through the gc module before it is filled */
    for (Py_ssize_t at = 0; list && at <= parse.size; at++) {
        int number = tree_decide(self, parse.states[at], node);
        if (number < 0) {
            found = number;
            Py_CLEAR(list);
            break;
        }
        const Decision *decision = &self->decisions[number];
        PyList_SET_ITEM(list, at, Py_NewRef(decision->pick));
        node = decision->after;
    }
    finish(&parse);
    if (!list)
        return nothing(parse.found == 1 && found == 1 ? IRI_EXCEPTION
                                                      : found); /* without memory, an exception is set */
    PyObject_GC_Track(list);
    return list;
}

WITH_LOCK(Tree, picks)

PyMethodDef tree_methods[] = {
    {"picks", LOCKED(picks), METH_O, picks_doc},
    {NULL, NULL, 0, NULL},
};

/* The nodes of a tree (engines.node.Node), made of what the tree engine decided, some at a time. */
#include "types.h"

#include <structmember.h> /* Python.h has it from 3.12 */
#include <stdint.h>
#include <string.h>

/* How many nodes are made at once at the most. */
#define MOST_NODES 1024

enum { TREE, RULE, START, END, MARK, EVENT_INDEX, SLOTS };

/* A mark: where it closes, the number of that event among those of its offset, and the first mark that opens after. */
typedef struct {
    uint32_t end, closer, after;
} Mark;

typedef struct {
    PyObject_HEAD
    PyTypeObject *type; /* Node */
    PyObject *names;    /* of the events, a tuple of str */
    PyObject *leaf;     /* the name of a leaf */
    Py_ssize_t slots[SLOTS];
    uint32_t size, marks_made; /* `size` offsets, the end of the text too */
    uint32_t *first;           /* by offset its first event, and behind the last one */
    int32_t *events;
    uint8_t *leaves; /* by offset whether a leaf begins */
    Mark *marks;
} Nodes;

/* Where the walk over the events is: the next one is the `number`-th of an offset, the next mark that opens `mark`. */
typedef struct {
    uint32_t offset, number, mark;
    Py_ssize_t leaf; /* where the last leaf began, -1 for none */
} Place;

/* Finds where objects of a type keep the attributes of nodes. */
static int
find_slots(Nodes *self)
{
    static const char *names[SLOTS] = {"_tree", "rule", "start", "end", "_mark", "_event_index"};
    for (int slot = 0; slot < SLOTS; slot++) {
        PyObject *name = PyUnicode_InternFromString(names[slot]);
        PyObject *member = name ? PyObject_GetAttr((PyObject *)self->type, name) : NULL;
        PyMemberDescrObject *known = (PyMemberDescrObject *)member;
        int fits = member && Py_IS_TYPE(member, &PyMemberDescr_Type) && PyDescr_TYPE(known) == self->type;
        self->slots[slot] = fits ? known->d_member->offset : 0;
        Py_XDECREF(member);
        Py_XDECREF(name);
        if (!fits)
            return refuse_argument("a node keeps its attributes in slots of its own");
    }
    return 0;
}

/* Counts the events of picks and copies them; the room for them is made in between. */
static int
read_picks(Nodes *self, PyObject *picks, PyObject *of_events, PyObject *of_leaf)
{
    size_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1 && !(self->events = PyMem_Malloc((count + 1) * sizeof(int32_t))))
            return PyErr_NoMemory(), -1;
        count = 0;
        for (uint32_t offset = 0; offset < self->size; offset++) {
            if (PyList_GET_SIZE(picks) != self->size)
                return refuse_argument("the picks have changed");
            PyObject *pick = Py_NewRef(PyList_GET_ITEM(picks, offset));
            PyObject *events = PyObject_GetAttr(pick, of_events), *leaf = PyObject_GetAttr(pick, of_leaf);
            int begins = leaf ? PyObject_IsTrue(leaf) : -1, fits = begins >= 0 && events && PyTuple_CheckExact(events);
            Py_ssize_t size = fits ? PyTuple_GET_SIZE(events) : 0;
            fits = fits && (size_t)size < INT32_MAX - count;
            fits = fits && (pass == 0 || count + (size_t)size == self->first[offset + 1]); /* the same as before */
            for (Py_ssize_t at = 0; fits && pass == 1 && at < size; at++) {
                int overflow;
                long event = PyLong_AsLongAndOverflow(PyTuple_GET_ITEM(events, at), &overflow);
                fits = !overflow && event && event > -INT32_MAX && event < PyTuple_GET_SIZE(self->names) &&
                       (event != -1 || !PyErr_Occurred());
                self->events[count + (size_t)at] = (int32_t)event;
            }
            self->first[offset] = (uint32_t)count;
            self->leaves[offset] = begins > 0;
            count += (size_t)size;
            Py_DECREF(pick);
            Py_XDECREF(events);
            Py_XDECREF(leaf);
            if (!fits)
                return refuse_argument("a pick has events that are names, and not too many");
        }
        self->first[self->size] = (uint32_t)count;
    }
    return 0;
}

/* Finds where each mark closes. */
static int
close_marks(Nodes *self)
{
    uint32_t opens = 0, depth = 0;
    for (uint32_t at = 0; at < self->first[self->size]; at++)
        opens += self->events[at] > 0;
    uint32_t *opened = PyMem_Malloc(((size_t)opens + 1) * sizeof(uint32_t));
    self->marks = PyMem_Malloc(((size_t)opens + 1) * sizeof(Mark));
    if (!opened || !self->marks) {
        PyMem_Free(opened);
        return PyErr_NoMemory(), -1;
    }
    int wrong = 0;
    for (uint32_t offset = 0; !wrong && offset < self->size; offset++)
        for (uint32_t at = self->first[offset]; !wrong && at < self->first[offset + 1]; at++) {
            if (self->events[at] > 0)
                opened[depth++] = self->marks_made++;
            else if (depth == 0)
                wrong = 1;
            else
                self->marks[opened[--depth]] = (Mark){offset, at - self->first[offset], self->marks_made};
        }
    PyMem_Free(opened);
    return wrong || depth ? refuse_argument("each mark that opens closes") : 0;
}

static void
put(const Nodes *self, PyObject *node, int slot, PyObject *value)
{
    memcpy((char *)node + self->slots[slot], &value, sizeof value);
}

/* Appends a node; -1 with an exception set. */
static int
add(const Nodes *self, PyObject *nodes, PyObject *tree, PyObject *rule, Py_ssize_t start, Py_ssize_t end,
    Py_ssize_t mark, Py_ssize_t number)
{
    PyObject *node = self->type->tp_alloc(self->type, 0);
    if (!node)
        return -1;
    put(self, node, TREE, Py_NewRef(tree));
    put(self, node, RULE, Py_NewRef(rule));
    put(self, node, START, PyLong_FromSsize_t(start)); /* NULL is an attribute that is not there */
    put(self, node, END, PyLong_FromSsize_t(end));
    put(self, node, MARK, PyLong_FromSsize_t(mark));
    put(self, node, EVENT_INDEX, PyLong_FromSsize_t(number));
    int added = PyErr_Occurred() ? -1 : PyList_Append(nodes, node);
    Py_DECREF(node);
    return added;
}

/* Walks on until the mark closes at an offset by an event, or enough nodes are made: 1 at the end, 0, or -1 with an
   exception set. */
static int
walk_on(const Nodes *self, PyObject *nodes, PyObject *tree, uint32_t stop, uint32_t closer, int deep, Place *place)
{
    for (;;) {
        if (place->offset >= self->size)
            return refuse_argument("a place that is not in the tree");
        uint32_t first = self->first[place->offset], count = self->first[place->offset + 1] - first;
        if (place->number < count || self->leaves[place->offset]) {
            if (place->leaf >= 0 &&
                add(self, nodes, tree, self->leaf, place->leaf, (Py_ssize_t)place->offset, -1, 0) < 0)
                return -1;
            place->leaf = -1;
        }
        if (place->number < count) {
            if (place->offset == stop && place->number == closer)
                return 1;
            if (PyList_GET_SIZE(nodes) >= MOST_NODES)
                return 0;
            int32_t event = self->events[first + place->number++];
            if (event < 0)
                continue;
            if (place->mark >= self->marks_made)
                return refuse_argument("a place that is not in the tree");
            const Mark *mark = &self->marks[place->mark];
            if (add(self, nodes, tree, PyTuple_GET_ITEM(self->names, event), (Py_ssize_t)place->offset,
                    (Py_ssize_t)mark->end, (Py_ssize_t)place->mark, (Py_ssize_t)place->number) < 0)
                return -1;
            *place = deep ? (Place){place->offset, place->number, place->mark + 1, -1}
                          : (Place){mark->end, mark->closer + 1, mark->after, -1};
            continue;
        }
        if (self->leaves[place->offset])
            place->leaf = (Py_ssize_t)place->offset;
        place->offset++;
        place->number = 0;
    }
}

PyDoc_STRVAR(inside_doc,
             "inside($self, tree, mark, deep, place, /)\n--\n\n"
             "Return the nodes below that of a mark, or its children, from a place on, and the place after them.\n\n"
             "A place is an offset, the number of an event there, the number of a mark, and where a leaf began; None\n"
             "comes after the last node. `tree` is what the nodes are given as theirs.");

static PyObject *
inside(Nodes *self, PyObject *args)
{
    PyObject *tree;
    unsigned mark;
    int deep;
    Place place;
    if (!PyArg_ParseTuple(args, "OIp(IIIn):inside", &tree, &mark, &deep, &place.offset, &place.number, &place.mark,
                          &place.leaf))
        return NULL;
    if (mark >= self->marks_made || place.leaf > (Py_ssize_t)place.offset) {
        refuse_argument("a place that is not in the tree");
        return NULL;
    }
    PyObject *nodes = PyList_New(0);
    int done = nodes ? walk_on(self, nodes, tree, self->marks[mark].end, self->marks[mark].closer, deep, &place) : -1;
    if (done < 0) {
        Py_XDECREF(nodes);
        return NULL;
    }
    if (done)
        return Py_BuildValue("NO", nodes, Py_None);
    return Py_BuildValue("N(IIIn)", nodes, place.offset, place.number, place.mark, place.leaf);
}

static void
nodes_dealloc(PyObject *object)
{
    Nodes *self = (Nodes *)object;
    Py_XDECREF(self->type);
    Py_XDECREF(self->names);
    Py_XDECREF(self->leaf);
    PyMem_Free(self->first);
    PyMem_Free(self->events);
    PyMem_Free(self->leaves);
    PyMem_Free(self->marks);
    free_object(object);
}

static int
fill(Nodes *self, PyObject *picks)
{
    size_t size = (size_t)PyList_GET_SIZE(picks);
    if (size == 0 || size >= INT32_MAX)
        return refuse_argument("there are picks, and not too many");
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(self->names); at++)
        if (!PyUnicode_Check(PyTuple_GET_ITEM(self->names, at)))
            return refuse_argument("names are str");
    self->size = (uint32_t)size;
    self->leaf = PyUnicode_FromString("");
    self->first = PyMem_Calloc(size + 1, sizeof(uint32_t));
    self->leaves = PyMem_Malloc(size);
    if (!self->leaf || !self->first || !self->leaves) {
        if (!PyErr_Occurred())
            PyErr_NoMemory();
        return -1;
    }
    PyObject *of_events = PyUnicode_InternFromString("events"), *of_leaf = PyUnicode_InternFromString("leaf");
    int wrong = !of_events || !of_leaf || find_slots(self) < 0 || read_picks(self, picks, of_events, of_leaf) < 0;
    Py_XDECREF(of_events);
    Py_XDECREF(of_leaf);
    return wrong ? -1 : close_marks(self);
}

static PyObject *
nodes_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *words[] = {"picks", "marks", "type", NULL};
    PyObject *picks, *names, *of;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O!O!O!:Nodes", words, &PyList_Type, &picks, &PyTuple_Type, &names,
                                     &PyType_Type, &of))
        return NULL;
    Nodes *self = (Nodes *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->type = (PyTypeObject *)Py_NewRef(of);
    self->names = Py_NewRef(names);
    int filled;
    BEGIN_LOCK(picks);
    filled = fill(self, picks);
    END_LOCK();
    if (filled < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static PyMethodDef methods[] = {
    {"inside", (PyCFunction)inside, METH_VARARGS, inside_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     (void *)"The nodes of a tree: picks of a parse, names of marks, and the type (engines.node.Node) to make."},
    {Py_tp_new, nodes_new},
    {Py_tp_dealloc, nodes_dealloc},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec nodes_spec = {
    .name = "irigrammar.engines._kernel.Nodes",
    .basicsize = sizeof(Nodes),
    .flags = TYPE_FLAGS,
    .slots = slots,
};

#include "search_object.h"
#include "texts.h"
#include "types.h"

/* Blocks that are searched before the GIL is taken again and signals are looked at: 4 MB. */
#define BLOCKS_AT_ONCE 256

typedef struct {
    PyObject_HEAD
    SearchObject *search;
    PyObject *text;   /* str, bytes, or those of a str that is not ASCII */
    int points;       /* whether offsets are counted in code points */
    int is_searching; /* whether a thread searches on without the GIL */
    int is_done;
    const uint8_t *data;
    size_t size;
    int has_probe, is_inside; /* whether only parts are searched, and whether one is */
    Probe probe;
    size_t at, part; /* how much was looked through, and where the part begins */
    Search place;    /* in the part, or in the whole text */
    Matches matches;
    size_t next;          /* of the matches, to be given away */
    size_t byte, counted; /* the same place in bytes and in code points */
} Found;

const char spans_doc[] =
    "spans($self, text, /)\n--\n\n"
    "Return an iterator of start and end (exclusive) of each match in a str, in code points from 0.";
const char byte_spans_doc[] =
    "byte_spans($self, data, /)\n--\n\n"
    "Return an iterator of start and end (exclusive) of each match in bytes, from 0; what is not UTF-8 matches nothing.";

/* The bytes of a text in UTF-8, lone surrogates written as they would be; NULL with an exception set. */
static PyObject *
coded(PyObject *text)
{
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_Check(text) && PyUnicode_READY(text) < 0)
        return NULL;
#endif
    if (PyBytes_Check(text) || (PyUnicode_Check(text) && PyUnicode_IS_ASCII(text)))
        return Py_NewRef(text);
    if (PyUnicode_Check(text))
        return PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
    refuse_value("str or bytes", text);
    return NULL;
}

PyObject *
new_found(SearchObject *self, PyObject *text)
{
    PyTypeObject *type;
    PyObject *bytes = coded(text), *module = bytes ? PyType_GetModule(Py_TYPE(self)) : NULL;
    PyObject *name = module ? PyObject_GetAttrString(module, "Found") : NULL;
    Found *found = NULL;
    if (name) {
        type = (PyTypeObject *)name;
        found = (Found *)type->tp_alloc(type, 0);
    }
    Py_XDECREF(name);
    if (!found) {
        Py_XDECREF(bytes);
        return NULL;
    }
    found->search = (SearchObject *)Py_NewRef(self);
    found->text = bytes;
    found->points = bytes != text;
    int is_text = PyUnicode_Check(bytes);
    const void *data = is_text ? PyUnicode_DATA(bytes) : PyBytes_AS_STRING(bytes);
    size_t size = (size_t)(is_text ? PyUnicode_GET_LENGTH(bytes) : PyBytes_GET_SIZE(bytes));
    found->data = data;
    found->size = size;
    found->has_probe = size >= LONG_TEXT && choose_probe(&found->probe, &self->factors, data, SAMPLE);
    Sets *sets = lend_sets(self);
    int begun = !sets ? -1 : found->has_probe ? 0 : search_begin(&found->place, sets, data, size);
    if (sets)
        return_sets(self, sets);
    if (begun < 0) {
        Py_DECREF(found);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    return (PyObject *)found;
}

/* Goes to the next part that can have a match, up to bytes that none has; 0 where there is none, -1 without memory. */
static int
find_part(Found *self, const Sets *sets)
{
    const uint8_t *outside = self->search->outside;
    size_t place = probe_from(&self->probe, self->data, self->at, self->size), start = place, end = place + 1;
    if (place == self->size)
        return 0;
    while (start > self->at && !outside[self->data[start - 1]])
        start--;
    while (end < self->size && !outside[self->data[end]])
        end++;
    search_end(&self->place);
    self->part = start;
    self->at = end;
    self->is_inside = 1;
    return search_begin(&self->place, sets, self->data + start, end - start) < 0 ? -1 : 1;
}

/* Goes on by a block: 1 where there is more to do, 0 at the end, -1 without memory. */
static int
go_on(Found *self, Sets *sets)
{
    int more = self->has_probe && !self->is_inside ? find_part(self, sets) : 1;
    if (more <= 0)
        return more;
    size_t made = self->matches.made;
    more = search_on(&self->place, sets, &self->matches);
    for (; made < self->matches.made; made++) {
        self->matches.matches[made].start += self->part;
        self->matches.matches[made].end += self->part;
    }
    if (more == 0 && self->has_probe) {
        self->is_inside = 0;
        more = self->at < self->size;
    }
    return more;
}

/* Searches until there are matches, or none are left; -1 with an exception set. */
static int
find_more(Found *self)
{
    while (self->next == self->matches.made && !self->is_done) {
        Sets *sets = lend_sets(self->search);
        if (!sets)
            return -1;
        self->next = self->matches.made = 0;
        self->is_searching = 1;
        int more = 1;
        if (self->size < LONG_TEXT)
            while (more > 0)
                more = go_on(self, sets);
        else {
            Py_BEGIN_ALLOW_THREADS
            for (int count = 0; more > 0 && count < BLOCKS_AT_ONCE && !self->matches.made; count++)
                more = go_on(self, sets);
            Py_END_ALLOW_THREADS
        }
        self->is_searching = 0;
        return_sets(self->search, sets);
        if (more < 0) {
            PyErr_NoMemory();
            return -1;
        }
        self->is_done = !more;
        if (PyErr_CheckSignals() < 0)
            return -1;
    }
    return 0;
}

/* The offset in code points of a byte that is not before those that were asked for. */
static size_t
point_of(Found *self, size_t byte)
{
    const uint8_t *text = self->data;
    size_t inside = 0;
    for (size_t at = self->byte; at < byte; at++)
        inside += (text[at] & 0xC0) == 0x80;
    self->counted += byte - self->byte - inside;
    self->byte = byte;
    return self->counted;
}

static PyObject *
found_next_unlocked(Found *self)
{
    if (self->is_searching) {
        PyErr_SetString(PyExc_ValueError, "another thread is searching on");
        return NULL;
    }
    if (find_more(self) < 0 || self->next == self->matches.made)
        return NULL;
    Match match = self->matches.matches[self->next++];
    if (self->points) {
        match.start = point_of(self, match.start);
        match.end = point_of(self, match.end);
    }
    return Py_BuildValue("nn", (Py_ssize_t)match.start, (Py_ssize_t)match.end);
}

static PyObject *
found_next(Found *self)
{
    PyObject *answer;
    BEGIN_LOCK(self);
    answer = found_next_unlocked(self);
    END_LOCK();
    return answer;
}

static void
found_dealloc(Found *self)
{
    search_end(&self->place);
    PyMem_RawFree(self->matches.matches);
    Py_XDECREF(self->text);
    Py_XDECREF(self->search);
    free_object((PyObject *)self);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"The matches in a text, one after the other."},
    {Py_tp_dealloc, found_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, found_next},
    {0, NULL},
};

PyType_Spec found_spec = {
    .name = "irigrammar.engines._kernel.Found",
    .basicsize = sizeof(Found),
    .flags = TYPE_FLAGS | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = slots,
};

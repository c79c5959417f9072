#include "rewrite.h"

#include "texts.h"
#include "types.h"

/* A str as UTF-8: its own memory where it is ASCII, else in a buffer. */
typedef struct {
    const uint8_t *bytes;
    size_t size;
    Buffer buffer;
} Utf8;

static inline uint8_t *
put_point(uint8_t *to, uint32_t point)
{
    if (point < 0x80)
        *to++ = (uint8_t)point;
    else if (point < 0x800) {
        *to++ = (uint8_t)(0xC0 | point >> 6);
        *to++ = (uint8_t)(0x80 | (point & 0x3F));
    }
    else if (point < 0x10000) {
        *to++ = (uint8_t)(0xE0 | point >> 12);
        *to++ = (uint8_t)(0x80 | (point >> 6 & 0x3F));
        *to++ = (uint8_t)(0x80 | (point & 0x3F));
    }
    else {
        *to++ = (uint8_t)(0xF0 | point >> 18);
        *to++ = (uint8_t)(0x80 | (point >> 12 & 0x3F));
        *to++ = (uint8_t)(0x80 | (point >> 6 & 0x3F));
        *to++ = (uint8_t)(0x80 | (point & 0x3F));
    }
    return to;
}

/* Reads a str; LEFT for another value or a surrogate, which UTF-8 does not have, IRI_EXCEPTION or WRITTEN. */
static int
read_str(PyObject *text, Utf8 *utf8)
{
    buffer_init(&utf8->buffer);
    if (!PyUnicode_CheckExact(text))
        return LEFT;
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0)
        return IRI_EXCEPTION;
#endif
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    utf8->bytes = data;
    utf8->size = (size_t)length;
    if (PyUnicode_IS_ASCII(text))
        return WRITTEN;
    if (length > PY_SSIZE_T_MAX / 4 || reserve(&utf8->buffer, 4 * (size_t)length) < 0)
        return IRI_EXCEPTION;
    uint8_t *to = utf8->buffer.bytes;
    for (Py_ssize_t at = 0; at < length; at++) {
        uint32_t point = PyUnicode_READ(kind, data, at);
        if (point >= 0xD800 && point < 0xE000)
            return LEFT;
        to = put_point(to, point);
    }
    utf8->bytes = utf8->buffer.bytes;
    utf8->size = (size_t)(to - utf8->bytes);
    return WRITTEN;
}

/* What a method answers where Python has to. */
static inline PyObject *
left(int done)
{
    return done == IRI_EXCEPTION ? NULL : Py_NewRef(Py_NotImplemented);
}

/* Makes a str of what was written of another one, which it may be. */
static PyObject *
give_text(PyObject *text, const Utf8 *utf8, const Buffer *out)
{
    if (out->size == utf8->size && !memcmp(out->bytes, utf8->bytes, out->size))
        return Py_NewRef(text);
    return PyUnicode_DecodeUTF8((const char *)out->bytes, (Py_ssize_t)out->size, NULL);
}

static PyObject *
give_bytes(PyObject *text, const Utf8 *utf8, const Buffer *out)
{
    (void)text, (void)utf8;
    return PyBytes_FromStringAndSize((const char *)out->bytes, (Py_ssize_t)out->size);
}

/* Whether an ASCII str is sure to stay what it is: as is_sure_to_stay, by the walk that verdicts take. */
static inline int
stays_str(const Rewriter *self, PyObject *text)
{
    if (!self->stays || !PyUnicode_IS_COMPACT_ASCII(text))
        return 0;
    if (self->unencoded && may_be_encoded(PyUnicode_DATA(text), (size_t)PyUnicode_GET_LENGTH(text)))
        return 0;
    return is_match(self->stays, text) > 0;
}

/* Writes a str anew; NULL with an exception set. */
static PyObject *
rewrite_str(Rewriter *self, PyObject *text, PyObject *(*give)(PyObject *, const Utf8 *, const Buffer *))
{
    Utf8 utf8;
    Buffer out;
    if (give == give_text && PyUnicode_CheckExact(text) && stays_str(self, text))
        return Py_NewRef(text);
    buffer_init(&out);
    int done = read_str(text, &utf8);
    int stays = done == WRITTEN && give == give_text && utf8.bytes == utf8.buffer.bytes &&
                is_sure_to_stay(self, utf8.bytes, utf8.size);
    if (done == WRITTEN && !stays)
        done = write_by_plan(self, utf8.bytes, utf8.size, &out);
    PyObject *written = stays ? Py_NewRef(text) : done == WRITTEN ? give(text, &utf8, &out) : left(done);
    buffer_free(&out);
    buffer_free(&utf8.buffer);
    return written;
}

PyDoc_STRVAR(text_doc,
             "text($self, text, /)\n--\n\n"
             "Return a str written anew; NotImplemented for what only Python can tell, and for what does not\n"
             "match.");

static PyObject *
text_method(Rewriter *self, PyObject *text)
{
    return rewrite_str(self, text, give_text);
}

PyDoc_STRVAR(coded_doc, "coded($self, text, /)\n--\n\nReturn what `text` returns, as bytes of UTF-8.");

static PyObject *
coded_method(Rewriter *self, PyObject *text)
{
    return rewrite_str(self, text, give_bytes);
}

PyDoc_STRVAR(texts_doc,
             "texts($self, texts, other, /)\n--\n\n"
             "Return the list of what `text` returns for each of a list, or `other` in place of NotImplemented.");

static PyObject *
texts_method(Rewriter *self, PyObject *args)
{
    PyObject *texts, *other;
    if (!PyArg_ParseTuple(args, "O!O:texts", &PyList_Type, &texts, &other))
        return NULL;
    PyObject *kept = PyList_AsTuple(texts), *list = kept ? PyList_New(0) : NULL; /* Python may change the list */
    for (Py_ssize_t at = 0; list && at < PyTuple_GET_SIZE(kept); at++) {
        PyObject *text = PyTuple_GET_ITEM(kept, at), *written = rewrite_str(self, text, give_text);
        if (written && written == Py_NotImplemented) { /* which is not NULL, as gcc's -fanalyzer does not see */
            Py_DECREF(written);
            written = PyObject_CallOneArg(other, text);
        }
        if (!written || PyList_Append(list, written) < 0)
            Py_CLEAR(list);
        Py_XDECREF(written);
    }
    Py_XDECREF(kept);
    return list;
}

PyDoc_STRVAR(target_doc, "target($self, base, text, /)\n--\n\n"
                         "Return the target of a reference by a base (RFC 3986, 5.2); NotImplemented as `text`.");

static PyObject *
target_method(Rewriter *self, PyObject *args)
{
    PyObject *base, *text;
    Utf8 bases, texts;
    Buffer out;
    if (!PyArg_ParseTuple(args, "OO:target", &base, &text))
        return NULL;
    buffer_init(&out);
    buffer_init(&texts.buffer);
    int done = read_str(base, &bases);
    if (done == WRITTEN)
        done = read_str(text, &texts);
    if (done == WRITTEN)
        done = write_target(self->spans, bases.bytes, bases.size, texts.bytes, texts.size, &out);
    PyObject *target = done == WRITTEN ? give_text(text, &texts, &out) : left(done);
    buffer_free(&out);
    buffer_free(&texts.buffer);
    buffer_free(&bases.buffer);
    return target;
}

/* Reads the tables: a tuple of what is done with the characters of each class, and with encoded ones. */
static int
read_tables(Rewriter *self, PyObject *tables)
{
    Py_ssize_t count = PyTuple_GET_SIZE(tables);
    self->tables = PyMem_Calloc((size_t)count + 1, sizeof *self->tables);
    if (!self->tables) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t number = 0; number < count; number++) {
        CharacterTable *table = &self->tables[number];
        const char *does;
        Py_ssize_t size;
        PyObject *row = PyTuple_GET_ITEM(tables, number);
        if (!PyTuple_Check(row) || !PyArg_ParseTuple(row, "y#i:tables", &does, &size, &table->encoded) ||
            size != (Py_ssize_t)self->classes.count || table->encoded < COPIED || table->encoded > DECODED_UPPER)
            return refuse_argument("a table has a byte for each class, and says what becomes of encoded characters");
        table->does = (const uint8_t *)does;
        for (unsigned byte = 0; byte < 0x80; byte++)
            table->plain[byte] = byte != '%' && !(table->does[class_of(&self->classes, byte)] & (ENCODE | LEAVE));
    }
    return 0;
}

static int
read_plans(Rewriter *self, PyObject *plans, Py_ssize_t tables)
{
    Py_ssize_t count = PyTuple_GET_SIZE(plans);
    self->plans = PyMem_Calloc((size_t)count + 1, sizeof *self->plans);
    if (!self->plans) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t number = 0; number < count; number++) {
        Plan *plan = &self->plans[number];
        int *table = plan->tables;
        PyObject *row = PyTuple_GET_ITEM(plans, number);
        if (!PyTuple_Check(row) ||
            !PyArg_ParseTuple(row, "(iiiiiiii)issO:plans", table, table + 1, table + 2, table + 3, table + 4, table + 5,
                              table + 6, table + 7, &plan->flags, &plan->port, &plan->path, &plan->ask))
            return refuse_argument(
                "a plan is the numbers of tables, flags, a port, a path and what is asked about hosts");
        for (int part = 0; part < PARTS; part++)
            if (table[part] >= tables || (part == SCHEME && table[part] >= 0))
                return refuse_argument("a plan names a table that there is not, or one for the scheme");
    }
    return count < 2 ? refuse_argument("there are plans for no scheme and for any") : 0;
}

static int
read_names(Rewriter *self, PyObject *names, Py_ssize_t plans)
{
    PyObject *key, *value;
    Py_ssize_t place = 0;
    self->slots = 4;
    while (self->slots < 3 * (size_t)PyDict_GET_SIZE(names))
        self->slots *= 2;
    self->named = PyMem_Calloc(self->slots, sizeof *self->named);
    if (!self->named) {
        PyErr_NoMemory();
        return -1;
    }
    while (PyDict_Next(names, &place, &key, &value)) {
        Py_ssize_t size;
        const char *name = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, &size) : NULL;
        long plan = name && PyLong_Check(value) ? PyLong_AsLong(value) : -1;
        if (!name || size < 1 || size > LONGEST_SCHEME || plan < 0 || plan >= plans)
            return refuse_argument("a scheme is a name of at most 31 characters, and has the number of a plan");
        add_name(self, name, (size_t)size, (int)plan);
    }
    return 0;
}

static int
read_ends(Rewriter *self, const char *ends, Py_ssize_t size)
{
    for (Py_ssize_t at = 0; at < size; at++) {
        if ((uint8_t)ends[at] >= sizeof self->ends)
            return refuse_argument("the characters at the ends are ASCII");
        self->ends[(uint8_t)ends[at]] = 1;
    }
    return 0;
}

static PyObject *
rewriter_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *words[] = {"spans", "starts",  "ids",   "tables",    "plans", "names",
                            "ends",  "refuses", "stays", "unencoded", NULL};
    PyObject *spans, *starts, *ids, *tables, *plans, *names, *stays = Py_None;
    const char *ends;
    Py_ssize_t size;
    int refuses, unencoded = 0;
    if (!PyArg_ParseTupleAndKeywords(args, named, "OO!O!O!O!O!y#p|Op:Rewriter", words, &spans, &PyTuple_Type, &starts,
                                     &PyTuple_Type, &ids, &PyTuple_Type, &tables, &PyTuple_Type, &plans, &PyDict_Type,
                                     &names, &ends, &size, &refuses, &stays, &unencoded))
        return NULL;
    if (!is_spans(spans) || (stays != Py_None && !is_automaton(stays))) {
        PyErr_SetString(PyExc_TypeError, "the components are found by Spans, what stays by an Automaton");
        return NULL;
    }
    Rewriter *self = (Rewriter *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->spans = (Spans *)Py_NewRef(spans);
    self->refuses = refuses;
    self->stays = stays == Py_None ? NULL : (Automaton *)Py_NewRef(stays);
    self->unencoded = unencoded;
    self->kept = PyTuple_Pack(2, tables, plans);
    if (self->spans->fields != PARTS + 1)
        refuse_argument("the spans are those of the components");
    else if (self->kept && classes_init(&self->classes, starts, ids, 0) == 0 && read_tables(self, tables) == 0 &&
             read_plans(self, plans, PyTuple_GET_SIZE(tables)) == 0 &&
             read_names(self, names, PyTuple_GET_SIZE(plans)) == 0 && read_ends(self, ends, size) == 0)
        return (PyObject *)self;
    Py_DECREF(self);
    return NULL;
}

static int
rewriter_traverse(Rewriter *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->kept);
    return 0;
}

static int
rewriter_clear(Rewriter *self)
{
    (void)self; /* a tuple leads to whatever leads here */
    return 0;
}

static void
rewriter_dealloc(Rewriter *self)
{
    PyObject_GC_UnTrack(self);
    classes_free(&self->classes);
    PyMem_Free(self->tables);
    PyMem_Free(self->plans);
    PyMem_Free(self->named);
    Py_XDECREF(self->spans);
    Py_XDECREF(self->stays);
    Py_XDECREF(self->kept);
    forget_hosts(&self->hosts);
    free_object((PyObject *)self);
}

/* The lock of the spans that a rewriter asks is that of its hosts, too. Nothing else of it changes. */
#define WITH_SPANS(name) \
    static PyObject *locked_##name(PyObject *self, PyObject *argument) \
    { \
        PyObject *answer; \
        BEGIN_LOCK((PyObject *)((Rewriter *)self)->spans); \
        answer = name((Rewriter *)self, argument); \
        END_LOCK(); \
        return answer; \
    }

WITH_SPANS(text_method)
WITH_SPANS(coded_method)
WITH_SPANS(texts_method)
WITH_SPANS(target_method)
WITH_SPANS(rewrite_lines)
WITH_SPANS(rewrite_arrow_array)

static PyMethodDef methods[] = {
    {"text", LOCKED(text_method), METH_O, text_doc},
    {"coded", LOCKED(coded_method), METH_O, coded_doc},
    {"texts", LOCKED(texts_method), METH_VARARGS, texts_doc},
    {"target", LOCKED(target_method), METH_VARARGS, target_doc},
    {"lines", LOCKED(rewrite_lines), METH_VARARGS, rewrite_lines_doc},
    {"rewrite_arrow_array", LOCKED(rewrite_arrow_array), METH_VARARGS, rewrite_arrow_array_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, (void *)"References written anew by tables for each component and scheme (engines.rewriter)."},
    {Py_tp_new, rewriter_new},
    {Py_tp_dealloc, rewriter_dealloc},
    {Py_tp_traverse, rewriter_traverse},
    {Py_tp_clear, rewriter_clear},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec rewriter_spec = {
    .name = "irigrammar.engines._kernel.Rewriter",
    .basicsize = sizeof(Rewriter),
    .flags = TYPE_FLAGS | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

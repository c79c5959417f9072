#include "many.h"

#include "lanes.h"
#include "texts.h"
#include "types.h"

/* How many texts ahead of the one that is taken in are fetched into the cache. */
#define AHEAD 32
/* The number of texts between two checks for signals. */
#define BETWEEN_SIGNALS 65536

static inline void
fetch(const void *object)
{
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(object);
    __builtin_prefetch((const char *)object + 64);
    __builtin_prefetch((const char *)object + 128);
#else
    (void)object;
#endif
}

/* Takes in a text that is walked without running anything of Python, so that no other text can go; 0 for any other. */
static inline int
take_in(Lanes *latin, Lanes *coded, PyObject *text, uint8_t *verdict)
{
    if (PyUnicode_Check(text)) {
#if PY_VERSION_HEX < 0x030C0000
        if (!PyUnicode_IS_READY(text))
            return 0;
#endif
        Py_ssize_t size = PyUnicode_GET_LENGTH(text);
        if (size >= LONG_TEXT)
            return 0;
        if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND)
            lanes_add(latin, PyUnicode_DATA(text), (size_t)size, verdict);
        else
            *verdict = walk_str(latin->automaton, text) == IRI_MATCHES;
        return 1;
    }
    if (!PyBytes_Check(text) || PyBytes_GET_SIZE(text) >= LONG_TEXT)
        return 0;
    lanes_add(coded, PyBytes_AS_STRING(text), (size_t)PyBytes_GET_SIZE(text), verdict);
    return 1;
}

/* Whether a list or tuple has as many texts as it had before Python ran; 0 with an exception set. */
static int
has_size(PyObject *texts, Py_ssize_t size)
{
    if (PySequence_Fast_GET_SIZE(texts) == size)
        return 1;
    PyErr_SetString(PyExc_RuntimeError, "the list changed its size while it was read");
    return 0;
}

/* Writes a verdict for each text of a list or tuple, which is locked; -1 with an exception set. */
static int
check_many(Automaton *automaton, PyObject *texts, Py_ssize_t size, uint8_t *verdict)
{
    Lanes latin, coded;
    int is_bytes = size && has_size(texts, size) && PyBytes_Check(PySequence_Fast_GET_ITEM(texts, 0));
    lanes_init(&latin, automaton, LATIN, (size_t)size);
    lanes_init(&coded, automaton, UTF8, is_bytes ? (size_t)size : 0);
    if (!has_size(texts, size))
        return -1;
    PyObject **items = PySequence_Fast_ITEMS(texts);
    for (Py_ssize_t at = 0; at < size; at++) {
        if (at + AHEAD < size)
            fetch(items[at + AHEAD]);
        int taken = take_in(&latin, &coded, items[at], verdict + at);
        if (taken && at % BETWEEN_SIGNALS != BETWEEN_SIGNALS - 1)
            continue;
        lanes_finish(&latin);
        lanes_finish(&coded);
        if (!taken) {
            PyObject *text = items[at];
            Py_INCREF(text);
            int found = is_match(automaton, text);
            Py_DECREF(text);
            if (found < 0)
                return -1;
            verdict[at] = (uint8_t)found;
        }
        if (PyErr_CheckSignals() < 0 || !has_size(texts, size))
            return -1;
        items = PySequence_Fast_ITEMS(texts);
    }
    lanes_finish(&latin);
    lanes_finish(&coded);
    return 0;
}

static PyObject *
match_items(Automaton *automaton, PyObject *texts)
{
    Py_ssize_t size = PySequence_Fast_GET_SIZE(texts);
    uint8_t *verdict = PyMem_Malloc((size_t)size + 1);
    PyObject *answers = NULL;
    if (!verdict)
        return PyErr_NoMemory();
    int checked;
    BEGIN_LOCK(texts);
    checked = check_many(automaton, texts, size, verdict);
    END_LOCK();
    if (checked == 0)
        answers = PyList_New(size);
    for (Py_ssize_t at = 0; answers && at < size; at++)
        PyList_SET_ITEM(answers, at, PyBool_FromLong(verdict[at]));
    PyMem_Free(verdict);
    return answers;
}

const char matches_many_doc[] = "matches_many($self, texts, /)\n--\n\n"
                                "Return a list of whether each text of an iterable matches.";

PyObject *
matches_many(Automaton *self, PyObject *texts)
{
    if (PyList_CheckExact(texts) || PyTuple_CheckExact(texts))
        return match_items(self, texts);
    PyObject *iterator = PyObject_GetIter(texts), *answers = iterator ? PyList_New(0) : NULL, *text;
    while (answers && (text = PyIter_Next(iterator))) {
        int found = is_match(self, text);
        Py_DECREF(text);
        if (found < 0 || PyList_Append(answers, found ? Py_True : Py_False) < 0 ||
            (PyList_GET_SIZE(answers) % BETWEEN_SIGNALS == 0 && PyErr_CheckSignals() < 0))
            Py_CLEAR(answers);
    }
    Py_XDECREF(iterator);
    if (PyErr_Occurred())
        Py_CLEAR(answers);
    return answers;
}

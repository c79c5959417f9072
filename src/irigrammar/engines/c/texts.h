/* A Python value as a text to walk. */
#ifndef IRI_TEXTS_H
#define IRI_TEXTS_H

#include "automaton.h"

/* Texts longer than this are walked without the GIL: they are immutable, or held as buffers. */
#define LONG_TEXT 65536

static inline Py_ssize_t
walk_text(const Automaton *automaton, int kind, const void *text, Py_ssize_t size, int *broken)
{
    Py_ssize_t found;
    if (size < LONG_TEXT)
        return automaton->walk[kind](automaton, text, size, broken);
    Py_BEGIN_ALLOW_THREADS
    found = automaton->walk[kind](automaton, text, size, broken);
    Py_END_ALLOW_THREADS
    return found;
}

/* Walks over a str; IRI_EXCEPTION with one set. The offset is in code points. */
static inline Py_ssize_t
walk_str(const Automaton *automaton, PyObject *text)
{
    int broken, kind = LATIN;
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0)
        return IRI_EXCEPTION;
#endif
    if (PyUnicode_KIND(text) != PyUnicode_1BYTE_KIND)
        kind = PyUnicode_KIND(text) == PyUnicode_2BYTE_KIND ? TWO : FOUR;
    return walk_text(automaton, kind, PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), &broken);
}

/* Sets the TypeError of a value that is not a text: what a text is, then what it is. */
void refuse_value(const char *wanted, PyObject *value);

/* Walks over bytes, bytearray or memoryview as UTF-8; IRI_EXCEPTION with one set. The offset is in bytes. */
Py_ssize_t walk_bytes(const Automaton *automaton, PyObject *bytes, int *broken);

/* Whether a text matches: 1 or 0, IRI_EXCEPTION with one set. */
static inline int
is_match(const Automaton *automaton, PyObject *text)
{
    int broken;
    Py_ssize_t found = PyUnicode_Check(text) ? walk_str(automaton, text) : walk_bytes(automaton, text, &broken);
    return found == IRI_EXCEPTION ? IRI_EXCEPTION : found == IRI_MATCHES;
}

#endif

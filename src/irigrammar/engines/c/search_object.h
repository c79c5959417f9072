/* The type `Search` of the kernel, which lends its sets to whoever searches. */
#ifndef IRI_SEARCH_OBJECT_H
#define IRI_SEARCH_OBJECT_H

#include "factor.h"
#include "search.h"

typedef struct {
    PyObject_HEAD
    PyObject *automaton; /* it owns the automaton over bytes */
    const ByteDfa *dfa;
    Sets *idle; /* sets that nobody uses; those in use are with one thread each */
    Factors factors;
    uint8_t outside[256]; /* bytes that are in no match */
} SearchObject;

/* Lends sets; NULL with an exception set. */
Sets *lend_sets(SearchObject *self);
void return_sets(SearchObject *self, Sets *sets);

/* grep.c: the lines of a text. */
PyObject *search_lines(SearchObject *self, PyObject *args, PyObject *named);
extern const char search_lines_doc[];

/* found.c: the matches of a text, one after the other. */
PyObject *new_found(SearchObject *self, PyObject *text);
extern const char spans_doc[], byte_spans_doc[];

#endif

/* The methods of an automaton that answer for many texts at once; the table of methods has them. */
#ifndef IRI_MANY_H
#define IRI_MANY_H

#include "automaton.h"

/* many.c: texts that are Python objects. */
PyObject *matches_many(Automaton *automaton, PyObject *texts);
extern const char matches_many_doc[];

/* fixed.c: texts of one width in a buffer. */
PyObject *match_fixed(Automaton *automaton, PyObject *args);
extern const char match_fixed_doc[];

/* lines.c: a text of lines in a buffer. */
PyObject *match_lines(Automaton *automaton, PyObject *args);
extern const char match_lines_doc[];

/* arrow.c: columns in Arrow's memory, and answers to give away. */
PyObject *match_arrow_array(Automaton *automaton, PyObject *args);
PyObject *match_arrow_stream(Automaton *automaton, PyObject *capsule);
extern const char match_arrow_array_doc[], match_arrow_stream_doc[];
extern PyMethodDef arrow_functions[];

/* faults.c: where the texts of a column leave the language. */
PyObject *fault_arrow_array(Automaton *automaton, PyObject *args);
extern const char fault_arrow_array_doc[];

/* clang-format off */
#define MANY_METHODS \
    {"matches_many", (PyCFunction)matches_many, METH_O, matches_many_doc}, \
    {"match_fixed", (PyCFunction)match_fixed, METH_VARARGS, match_fixed_doc}, \
    {"match_lines", (PyCFunction)match_lines, METH_VARARGS, match_lines_doc}, \
    {"match_arrow_array", (PyCFunction)match_arrow_array, METH_VARARGS, match_arrow_array_doc}, \
    {"match_arrow_stream", (PyCFunction)match_arrow_stream, METH_O, match_arrow_stream_doc}, \
    {"fault_arrow_array", (PyCFunction)fault_arrow_array, METH_VARARGS, fault_arrow_array_doc}
/* clang-format on */

#endif

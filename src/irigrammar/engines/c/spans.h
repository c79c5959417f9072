/* One pass over a text that finds what the first match sets (automata.tagged), its states asked for as they are met. */
#ifndef IRI_SPANS_H
#define IRI_SPANS_H

#include "classes.h"
#include "sentinels.h"

/* The rows of registers after a step, as numbers: for each the old one that it is a copy of, how many registers are set
   in it, and of each the register and its value. `rows` is 0 where nothing changes; where each row is a copy of itself,
   there is nothing to copy. */
typedef struct {
    int32_t rows, copies, *code;
} Change;

/* A state: the steps that are known of it. */
typedef struct {
    PyObject *parses;
    int rows;           /* of registers that its parses have */
    int32_t *next;      /* by class, UNKNOWN or a state; 0 is the one without parses */
    Change *changes;    /* by class */
    uint8_t *stays;     /* by class, whether the step leads back and changes nothing */
    uint8_t latin[256]; /* the same by code point */
    uint8_t coded[256]; /* the same by byte of UTF-8: of ASCII alone */
    /* by character of ASCII, the state after a step that is known and changes nothing, or 0 */
    uint16_t plain[128];
    Change end; /* the row of the parse that is at the end; none where the text may not end */
} Point;

typedef struct {
    PyObject_HEAD
    Classes classes;
    PyObject *tagged, *names, *type;
    int fields; /* of the tuple; all but the last are spans, the last one is a name */
    Point *points;
    PyObject *numbers;
    int made, first, full, busy;
} Spans;

/* Whether an object is one of any interpreter's. */
int is_spans(PyObject *object);

#define MOST_REGISTERS 32
typedef int32_t Row[MOST_REGISTERS];

/* Beside the kinds of str: bytes of UTF-8, in which offsets are those of bytes. */
enum { CODED = 0 };

/* The row of the first match of a text: of each field but the last where it starts and where it ends, then the number
   of the last one's name; -1 where it is not set. Returns 1, 0 where the text does not match, IRI_EXCEPTION, or
   IRI_FULL where there are too many states, or bytes. The GIL is held: it may ask Python. */
int find_spans(Spans *self, int kind, const void *data, Py_ssize_t size, Row *row);

/* split.c: the same of a column. */
PyObject *components_arrow_array(Spans *self, PyObject *args);
extern const char components_arrow_array_doc[];

#endif

/* The minimal automaton of a production, as the kernel walks it. */
#ifndef IRI_AUTOMATON_H
#define IRI_AUTOMATON_H

#include "classes.h"
#include "sentinels.h"

/* What a character below 256 may do in a run: leave the state as it is, or be one of the three of an escape. */
enum { STAYS, FIRST, SECOND, THIRD, ROLES };

/* How a state reads on without leaving: single characters, and rows of three that come back to it (an escape).

   Both are found in the automaton. No FIRST is a STAYS, SECOND or THIRD, so that a row can begin only where it does.
   A set of bytes is two rows of 16 masks, for bytes below 0x80 and from 0x80: the mask of the low four bits has a bit
   for each value of the next three. */
typedef struct {
    uint8_t roles[256]; /* bit 1 << role of each code point below 256 */
    uint8_t low[ROLES][16], high[ROLES][16];
    int escapes;    /* whether there is a row of three */
    uint8_t *stays; /* STAYS by class */
} Run;

struct Automaton;
struct ByteDfa;

/* What a walk finds: the offset of the fault, or IRI_MATCHES; for bytes, whether it is one of UTF-8. */
typedef Py_ssize_t Walk(const struct Automaton *automaton, const void *text, Py_ssize_t size, int *broken);

enum { LATIN, TWO, FOUR, UTF8, KINDS };

typedef struct Automaton {
    PyObject_HEAD
    Classes classes;
    unsigned states, start, shift; /* the row of a state begins at cell `state << shift` */
    void *table;                   /* cells as wide as those of the classes */
    uint8_t *accepting;
    Run **run_of; /* by state, NULL where there is none */
    Run *runs;
    size_t runs_made;
    Walk *walk[KINDS];
    struct ByteDfa *bytes[KINDS]; /* byte_dfa.c: for many texts, made when there were many */
    size_t walked[KINDS];
    PyObject *origin; /* what it is pickled as, NULL where nobody has set it */
} Automaton;

/* Whether an object is one of any interpreter's. */
int is_automaton(PyObject *object);

static inline unsigned
next_state(const Automaton *automaton, unsigned state, unsigned number)
{
    size_t at = ((size_t)state << automaton->shift) | number;
    return automaton->classes.wide ? ((const uint16_t *)automaton->table)[at] : ((const uint8_t *)automaton->table)[at];
}

#endif

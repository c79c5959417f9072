/* The automaton over bytes, for many texts at once: a code point of UTF-8 takes as many steps as it has bytes. */
#ifndef IRI_BYTE_DFA_H
#define IRI_BYTE_DFA_H

#include "automaton.h"

typedef struct ByteDfa {
    uint8_t classes[256];
    unsigned shift, columns; /* a row has so many cells, and room for 1 << shift */
    size_t states;
    uint32_t start;     /* the row of the start state: rows are numbered by their first cell */
    uint32_t *cells;    /* the row after a byte at `row | class`; row 0 is the dead state's */
    uint8_t *accepting; /* by `row >> shift` */
} ByteDfa;

/* Texts of this many bytes are walked faster by the code that skips 16 at a time. */
#define LONGEST_BY_BYTES 256

/* Returns what walks `more` texts of Latin-1 or UTF-8; NULL where making it would not pay yet, or it is too large.
   It belongs to the automaton. The GIL is held. */
const ByteDfa *byte_dfa_for(Automaton *automaton, int kind, size_t more);

/* Returns the same for searches, which pay at once; NULL where it is too large. The GIL is held. */
const ByteDfa *byte_dfa_of(Automaton *automaton);
void free_byte_dfa(Automaton *automaton);

#endif

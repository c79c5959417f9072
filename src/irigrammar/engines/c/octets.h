/* The automaton over octets, for many texts at once: a code point of UTF-8 takes as many steps as it has octets. */
#ifndef IRI_OCTETS_H
#define IRI_OCTETS_H

#include "automaton.h"

typedef struct Octets {
    uint8_t classes[256];
    unsigned shift;
    uint32_t start;     /* the row of the start state: rows are told by their first cell */
    uint32_t *cells;    /* the row after an octet at `row | class`; row 0 is the dead state's */
    uint8_t *accepting; /* by `row >> shift` */
} Octets;

/* Texts of so many octets are walked sooner by what skips 16 at a time. */
#define LONGEST_BY_OCTETS 256

/* Returns what walks `more` texts of Latin-1 or UTF-8; NULL where making it would not pay yet, or it is too large.
   It belongs to the automaton. The GIL is held. */
const Octets *octets_for(Automaton *automaton, int kind, size_t more);
void free_octets(Automaton *automaton);

#endif

/* Sets of states of an automaton over bytes: those from which a match can still end. They are met from the end of a
   text to its start, and each is kept with the sets that come before it. */
#ifndef IRI_SETS_H
#define IRI_SETS_H

#include "byte_dfa.h"

/* Automata with more states are searched by the pure engine. */
#define MOST_SEARCHED ((size_t)8192)
/* More sets are forgotten before a block is read; a block meets at most one for each byte. */
#define MOST_SETS ((size_t)8192)
#define SET_BLOCK ((size_t)16384)

/* The state that a set never has stands for "a match can begin here": bit 0, that of the dead state. */
typedef struct Sets {
    struct Sets *next; /* of those that nobody uses */
    const ByteDfa *dfa;
    size_t words, made, room; /* words of 64 bits of a set; set 0 is none */
    uint64_t *bits, *scratch;
    uint32_t *rows; /* which set comes before, by `set << shift | class`; a set is the first cell of its row, or 0 */
    uint8_t *begins;
    uint32_t *slots; /* number of the set, 0 where there is none */
    size_t mask;
    uint32_t last;       /* the set at the end of a text: the accepting states */
    uint32_t ids[SET_BLOCK + 1]; /* the sets at the offsets of the block that is searched */
} Sets;

/* What follows runs without the GIL. NULL, or 0, is returned without memory. */
Sets *sets_new(const ByteDfa *dfa);
void sets_free(Sets *sets);

/* Forgets all sets where there are many. */
int sets_trim(Sets *sets);

/* The set with some bits, which is kept. */
uint32_t set_of(Sets *sets, const uint64_t *bits);

/* The set before a byte of a class, given the one after it. */
uint32_t set_before(Sets *sets, uint32_t after, unsigned number);

static inline const uint64_t *
bits_of(const Sets *sets, uint32_t set)
{
    return sets->bits + (size_t)(set >> sets->dfa->shift) * sets->words;
}

/* Whether a set has the state of a row; the dead state is in none. */
static inline int
has_state(const Sets *sets, uint32_t set, uint32_t row)
{
    uint32_t state = row >> sets->dfa->shift;
    return row && bits_of(sets, set)[state >> 6] >> (state & 63) & 1;
}

#endif

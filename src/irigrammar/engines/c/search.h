/* The matches in a text, leftmost and longest: engines/search.py in C, over bytes of UTF-8. Nothing here needs the
   GIL. */
#ifndef IRI_SEARCH_H
#define IRI_SEARCH_H

#include "sets.h"

typedef struct {
    size_t start, end;
} Match;

typedef struct {
    Match *matches;
    size_t made, room;
} Matches;

/* How far a search has come. The sets at the ends of blocks are found first, from the last block on. */
typedef struct {
    const uint8_t *text;
    size_t size;
    size_t block, marked; /* the block to be searched next, and the one that was marked last */
    uint64_t *edges;      /* the set at the end of each block but the last, NULL where there is only one */
    size_t start;         /* of the match that is read where a block ends */
    uint32_t state;       /* the row of the state that it has come to, 0 where there is none */
} Search;

int search_begin(Search *search, const Sets *sets, const uint8_t *text, size_t size);
void search_end(Search *search);

/* Goes on by a block: 1 where there is more to do, 0 at the end, -1 without memory. */
int search_on(Search *search, Sets *sets, Matches *matches);

/* Whether any match begins in a text of one block: 1 or 0, -1 without memory. */
int has_match(Sets *sets, const uint8_t *text, size_t size);

/* The same, and adds all matches. */
int search_block(Sets *sets, const uint8_t *text, size_t size, Matches *matches);

#endif

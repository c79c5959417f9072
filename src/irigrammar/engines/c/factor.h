/* Rows of sets of bytes that are in each match of an automaton: texts without one need not be searched. */
#ifndef IRI_FACTOR_H
#define IRI_FACTOR_H

#include "blocks.h"
#include "byte_dfa.h"

#define MOST_FACTORS 32
#define LONGEST_FACTOR 8

typedef struct {
    int size;
    uint8_t sets[LONGEST_FACTOR][256];
} Factor;

typedef struct {
    size_t made;
    Factor all[MOST_FACTORS];
} Factors;

/* Two sets of bytes, of which one comes `gap` bytes after the other one; a gap of 0 stands for one set. */
typedef struct {
    const uint8_t *first, *second;
    size_t gap;
    int rare, is_ascii; /* the role of the rarer one, and whether both have only bytes below 0x80 */
    Run run;            /* the sets as roles FIRST and SECOND, for blocks */
} Probe;

/* Bytes of a text by which a probe is chosen. */
#define SAMPLE ((size_t)1 << 13)

/* Fills in the bytes that are in no match. */
void find_outside(uint8_t outside[256], const ByteDfa *dfa);

/* Finds the factors of an automaton, perhaps none; it may stop at a limit of work. 0 without memory. */
int find_factors(Factors *factors, const ByteDfa *dfa);

/* Chooses the two sets that are rarest in some bytes; 0 where so many places have them that looking does not pay. */
int choose_probe(Probe *probe, const Factors *factors, const uint8_t *sample, size_t size);

/* The first offset from one on where a probe's sets are, the size where there is none. */
size_t probe_from(const Probe *probe, const uint8_t *text, size_t at, size_t size);

#endif

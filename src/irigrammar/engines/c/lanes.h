/* Several texts walked at once, each a byte further in turn: while the table is read for one of them, the processor
   goes on with the others. Texts that are long, or of an automaton without a table of bytes, are walked alone. */
#ifndef IRI_LANES_H
#define IRI_LANES_H

#include "byte_dfa.h"

#ifndef LANES
#define LANES 5
#endif

typedef struct {
    const Automaton *automaton;
    const ByteDfa *bytes;
    int kind, waiting; /* how many lanes wait for a text */
    uint8_t idle[LANES];
    const uint8_t *at[LANES];
    size_t left[LANES];
    uint32_t row[LANES];
    uint8_t *verdict[LANES];
} Lanes;

/* Lanes for texts of a kind, of which `more` will come. The GIL is held; walking does not need it. */
void lanes_init(Lanes *lanes, Automaton *automaton, int kind, size_t more);
/* Walks on until a lane waits for a text. */
void lanes_walk(Lanes *lanes);
/* Walks all texts to their ends. */
void lanes_finish(Lanes *lanes);

/* Takes a text in. It and its verdict (0 or 1) must stay where they are until `lanes_finish`, when that is written. */
static inline void
lanes_add(Lanes *lanes, const void *text, size_t size, uint8_t *verdict)
{
    if (!size || size >= LONGEST_BY_BYTES || !lanes->bytes) {
        int broken;
        const Automaton *automaton = lanes->automaton;
        *verdict = automaton->walk[lanes->kind](automaton, text, (Py_ssize_t)size, &broken) == IRI_MATCHES;
        return;
    }
    int lane = lanes->idle[--lanes->waiting];
    lanes->at[lane] = text;
    lanes->left[lane] = size;
    lanes->row[lane] = lanes->bytes->start;
    lanes->verdict[lane] = verdict;
    if (!lanes->waiting)
        lanes_walk(lanes);
}

#endif

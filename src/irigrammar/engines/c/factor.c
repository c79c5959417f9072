#include "factor.h"

#include "runs.h"

#include <string.h>

#define MOST_STEPS ((size_t)1 << 24)

/* Marks the states that are reached from the start without passing one (0: none), with the state that each was reached
   from; whether one of them accepts. States here are numbers of rows. */
static int
reach(const ByteDfa *dfa, uint32_t without, uint32_t *from, uint32_t *todo)
{
    size_t made = 0;
    uint32_t start = dfa->start >> dfa->shift;
    int accepts = 0;
    memset(from, 0, dfa->states * sizeof *from);
    todo[made++] = start;
    from[start] = start;
    for (size_t at = 0; at < made; at++) {
        for (unsigned column = 0; column < dfa->columns; column++) {
            uint32_t to = dfa->cells[todo[at] << dfa->shift | column] >> dfa->shift;
            if (!to || to == without)
                continue;
            accepts |= dfa->accepting[to];
            if (!from[to]) {
                from[to] = todo[at];
                todo[made++] = to;
            }
        }
    }
    return accepts;
}

/* Writes the bytes that lead to a state from states that are marked, and returns the only one of these, 0 where there
   are several. */
static uint32_t
entries(const ByteDfa *dfa, uint32_t state, const uint32_t *from, uint8_t set[256])
{
    uint8_t columns[256] = {0};
    uint32_t only = 0;
    int several = 0;
    for (uint32_t before = 1; before < dfa->states; before++)
        for (unsigned column = 0; column < dfa->columns && from[before]; column++)
            if (dfa->cells[before << dfa->shift | column] >> dfa->shift == state) {
                columns[column] = 1;
                several |= only && only != before;
                only = before;
            }
    for (int byte = 0; byte < 256; byte++)
        set[byte] = columns[dfa->classes[byte]];
    return several ? 0 : only;
}

/* Adds the factor that ends where a state is first reached, which all matches do. `from` marks what is reached before;
   the last byte is of an edge from there, the others are found by going back while only one state leads on. */
static void
add_factor(Factors *factors, const ByteDfa *dfa, uint32_t state, const uint32_t *from)
{
    Factor *factor = &factors->all[factors->made++];
    uint8_t back[LONGEST_FACTOR][256];
    int size = 0;
    while (state && state != dfa->start >> dfa->shift && size < LONGEST_FACTOR)
        state = entries(dfa, state, from, back[size++]);
    factor->size = size;
    for (int at = 0; at < size; at++)
        memcpy(factor->sets[at], back[size - 1 - at], 256);
}

int
find_factors(Factors *factors, const ByteDfa *dfa)
{
    size_t states = dfa->states, steps = states * dfa->columns, end = 0;
    uint32_t *memory = PyMem_Calloc(3 * states, sizeof *memory), start = dfa->start >> dfa->shift;
    uint32_t *path = memory, *from = memory + states, *todo = memory + 2 * states;
    factors->made = 0;
    if (!memory)
        return 0;
    if (start && reach(dfa, 0, path, todo)) {
        /* The states are in the order of their distance: the first one that accepts ends a shortest path. A match has
           at least one byte, so that the start is not looked at, unless something leads back to it. */
        for (end = 1; end < states && !dfa->accepting[todo[end]]; end++)
            ;
        uint32_t state = end < states ? todo[end] : start;
        for (size_t work = 0; state != start && factors->made < MOST_FACTORS; state = path[state]) {
            work += 4 * steps;
            if (work > MOST_STEPS)
                break;
            if (!reach(dfa, state, from, todo))
                add_factor(factors, dfa, state, from);
        }
    }
    PyMem_Free(memory);
    return 1;
}

void
find_outside(uint8_t outside[256], const ByteDfa *dfa)
{
    uint8_t columns[256] = {0};
    for (size_t state = 1; state < dfa->states; state++)
        for (unsigned column = 0; column < dfa->columns; column++)
            columns[column] |= dfa->cells[state << dfa->shift | column] != 0;
    for (int byte = 0; byte < 256; byte++)
        outside[byte] = !columns[dfa->classes[byte]];
}

static double
share_of(const uint8_t set[256], const size_t counts[256], size_t size)
{
    size_t found = 0;
    for (int byte = 0; byte < 256; byte++)
        found += set[byte] ? counts[byte] : 0;
    return (double)(found + 1) / (double)(size + 256);
}

int
choose_probe(Probe *probe, const Factors *factors, const uint8_t *sample, size_t size)
{
    size_t counts[256] = {0};
    double best = 1.0 / 64; /* of the places */
    memset(probe, 0, sizeof *probe);
    for (size_t at = 0; at < size; at++)
        counts[sample[at]]++;
    for (size_t number = 0; number < factors->made; number++) {
        const Factor *factor = &factors->all[number];
        for (int one = 0; one < factor->size; one++)
            for (int other = one; other < factor->size; other++) {
                double share = share_of(factor->sets[one], counts, size);
                if (other > one)
                    share *= share_of(factor->sets[other], counts, size);
                if (share < best) {
                    best = share;
                    probe->first = factor->sets[one];
                    probe->second = factor->sets[other];
                    probe->gap = (size_t)(other - one);
                }
            }
    }
    if (!probe->first)
        return 0;
    probe->is_ascii = 1;
    for (int byte = 0; byte < 256; byte++) {
        probe->run.roles[byte] = (uint8_t)(probe->first[byte] << FIRST | probe->second[byte] << SECOND);
        probe->is_ascii &= byte < 0x80 || !probe->run.roles[byte];
    }
    probe->rare = share_of(probe->first, counts, size) <= share_of(probe->second, counts, size) ? FIRST : SECOND;
    set_masks(&probe->run);
    return 1;
}

#if HAVE_BLOCKS
/* Looks at the rarer set; at the other one only near a byte of that. */
static BLOCKS INLINED size_t
probe_blocks(const Probe *probe, const uint8_t *text, size_t at, size_t size, int coded)
{
    size_t rare = probe->rare == SECOND ? probe->gap : 0, other = probe->gap - rare;
    for (; size - at >= 16 + probe->gap; at += 16) {
        uint32_t both = within(load_block(text + at + rare), &probe->run, probe->rare, coded);
        if (both)
            both &= within(load_block(text + at + other), &probe->run, FIRST + SECOND - probe->rare, coded);
        if (both)
            return at + (size_t)__builtin_ctz(both);
    }
    return at;
}

static BLOCKS size_t
probe_by_blocks(const Probe *probe, const uint8_t *text, size_t at, size_t size)
{
    return probe->is_ascii ? probe_blocks(probe, text, at, size, 1) : probe_blocks(probe, text, at, size, 0);
}
#endif

size_t
probe_from(const Probe *probe, const uint8_t *text, size_t at, size_t size)
{
    if (size < probe->gap)
        return size;
#if HAVE_BLOCKS
    if (have_blocks())
        at = probe_by_blocks(probe, text, at, size);
#endif
    while (at + probe->gap < size && !(probe->first[text[at]] & probe->second[text[at + probe->gap]]))
        at++;
    return at + probe->gap < size ? at : size;
}

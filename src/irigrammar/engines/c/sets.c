#include "sets.h"

#include <string.h>

static size_t
slot_of(const Sets *sets, const uint64_t *bits)
{
    uint64_t mixed = 0;
    for (size_t word = 0; word < sets->words; word++)
        mixed = ((mixed ^ bits[word]) * 0x9E3779B97F4A7C15u) ^ mixed >> 29;
    size_t slot = (size_t)(mixed >> 32) & sets->mask;
    while (sets->slots[slot] &&
           memcmp(sets->bits + sets->slots[slot] * sets->words, bits, sets->words * sizeof *bits) != 0)
        slot = (slot + 1) & sets->mask;
    return slot;
}

/* Makes room for twice as many sets; -1 without memory. */
static int
sets_grow(Sets *sets)
{
    size_t room = sets->room ? 2 * sets->room : 64, columns = (size_t)1 << sets->dfa->shift;
    uint64_t *bits = PyMem_RawRealloc(sets->bits, room * sets->words * sizeof *bits);
    if (bits)
        sets->bits = bits;
    uint32_t *rows = bits ? PyMem_RawRealloc(sets->rows, room * columns * sizeof *rows) : NULL;
    if (rows)
        sets->rows = rows;
    uint8_t *begins = rows ? PyMem_RawRealloc(sets->begins, room) : NULL;
    if (begins)
        sets->begins = begins;
    uint32_t *slots = begins ? PyMem_RawCalloc(4 * room, sizeof *slots) : NULL;
    if (!slots)
        return -1;
    PyMem_RawFree(sets->slots);
    sets->slots = slots;
    sets->mask = 4 * room - 1;
    sets->room = room;
    for (size_t set = 1; set < sets->made; set++)
        slots[slot_of(sets, sets->bits + set * sets->words)] = (uint32_t)set;
    return 0;
}

uint32_t
set_of(Sets *sets, const uint64_t *bits)
{
    if (sets->made == sets->room && sets_grow(sets) < 0)
        return 0;
    size_t slot = slot_of(sets, bits), set = sets->slots[slot], columns = (size_t)1 << sets->dfa->shift;
    if (!set) {
        set = sets->slots[slot] = (uint32_t)sets->made++;
        memcpy(sets->bits + set * sets->words, bits, sets->words * sizeof *bits);
        memset(sets->rows + set * columns, 0, columns * sizeof *sets->rows);
        sets->begins[set] = bits[0] & 1;
    }
    return (uint32_t)(set << sets->dfa->shift);
}

uint32_t
set_before(Sets *sets, uint32_t after, unsigned number)
{
    const ByteDfa *dfa = sets->dfa;
    uint64_t *scratch = sets->scratch;
    memset(scratch, 0, sets->words * sizeof *scratch);
    for (size_t state = 1; state < dfa->states; state++) {
        uint32_t to = dfa->cells[state << dfa->shift | number];
        if (dfa->accepting[state] || has_state(sets, after, to))
            scratch[state >> 6] |= (uint64_t)1 << (state & 63);
    }
    scratch[0] |= (uint64_t)has_state(sets, after, dfa->cells[dfa->start | number]);
    uint32_t before = set_of(sets, scratch);
    if (before)
        sets->rows[after | number] = before;
    return before;
}

/* Keeps the first set, that of the accepting states; -1 without memory. */
static int
begin_sets(Sets *sets)
{
    sets->made = 1;
    memset(sets->scratch, 0, sets->words * sizeof *sets->scratch);
    for (size_t state = 1; state < sets->dfa->states; state++)
        if (sets->dfa->accepting[state])
            sets->scratch[state >> 6] |= (uint64_t)1 << (state & 63);
    sets->last = set_of(sets, sets->scratch);
    return sets->last ? 0 : -1;
}

int
sets_trim(Sets *sets)
{
    if (sets->made < MOST_SETS)
        return 0;
    memset(sets->slots, 0, (sets->mask + 1) * sizeof *sets->slots);
    return begin_sets(sets);
}

void
sets_free(Sets *sets)
{
    if (!sets)
        return;
    PyMem_RawFree(sets->bits);
    PyMem_RawFree(sets->scratch);
    PyMem_RawFree(sets->rows);
    PyMem_RawFree(sets->begins);
    PyMem_RawFree(sets->slots);
    PyMem_RawFree(sets);
}

Sets *
sets_new(const ByteDfa *dfa)
{
    Sets *sets = PyMem_RawCalloc(1, sizeof *sets);
    if (!sets)
        return NULL;
    sets->dfa = dfa;
    sets->words = (dfa->states + 63) / 64;
    sets->scratch = PyMem_RawCalloc(sets->words, sizeof *sets->scratch);
    sets->made = 1;
    if (!sets->scratch || sets_grow(sets) < 0 || begin_sets(sets) < 0) {
        sets_free(sets);
        return NULL;
    }
    return sets;
}

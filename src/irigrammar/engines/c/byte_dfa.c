#include "byte_dfa.h"

#include "types.h"

#include <string.h>

/* More cells than these are not made: texts are then walked one after the other. */
#define MOST_CELLS ((size_t)1 << 22)
#define MOST_PARTS 65536
/* Making it takes as long as walking some thousand texts. */
#define FEWEST_TEXTS 4096

/* A row of 64 numbers: what each byte from 0x80 to 0xBF leads to. Numbers are states and, from `states` on, parts:
   what is between the bytes of a code point. */
typedef struct {
    uint32_t to[64];
} Part;

typedef struct {
    Part *parts;
    size_t made, room, states;
    uint32_t *slots; /* number + 1 of the part, 0 where there is none */
    size_t mask;
} Parts;

static size_t
slot_of(const Parts *parts, const Part *part)
{
    uint64_t mixed = 0;
    for (int at = 0; at < 64; at++)
        mixed = (mixed ^ part->to[at]) * 0x9E3779B97F4A7C15u;
    size_t slot = (size_t)(mixed >> 32) & parts->mask;
    while (parts->slots[slot] && memcmp(&parts->parts[parts->slots[slot] - 1], part, sizeof *part) != 0)
        slot = (slot + 1) & parts->mask;
    return slot;
}

static int
parts_grow(Parts *parts)
{
    size_t room = parts->room ? 2 * parts->room : 256;
    Part *more = room > MOST_PARTS ? NULL : PyMem_Realloc(parts->parts, room * sizeof(Part));
    if (!more)
        return -1;
    parts->parts = more;
    parts->room = room;
    PyMem_Free(parts->slots);
    parts->mask = 4 * room - 1;
    parts->slots = PyMem_Calloc(4 * room, sizeof(uint32_t));
    if (!parts->slots)
        return -1;
    for (size_t at = 0; at < parts->made; at++)
        parts->slots[slot_of(parts, &more[at])] = (uint32_t)at + 1;
    return 0;
}

/* The number of a part, made when it is new: 0 (dead) where each byte leads to that; -1 where it cannot be made. */
static int64_t
number_of(Parts *parts, const Part *part)
{
    static const Part dead;
    if (memcmp(part, &dead, sizeof dead) == 0)
        return 0;
    if (parts->made == parts->room && parts_grow(parts) < 0)
        return -1;
    size_t slot = slot_of(parts, part);
    if (!parts->slots[slot]) {
        parts->parts[parts->made] = *part;
        parts->slots[slot] = (uint32_t)++parts->made;
    }
    return (int64_t)(parts->states + parts->slots[slot] - 1);
}

static void
free_parts(Parts *parts)
{
    PyMem_Free(parts->parts);
    PyMem_Free(parts->slots);
}

/* The classes of code points in blocks of 64, and blocks of 64 of those, each distinct one once. */
#define BLOCKS_64 ((IRI_LAST_POINT + 1) / 64)
#define BLOCKS_4096 ((IRI_LAST_POINT + 1) / 4096)

typedef struct {
    Parts small, large;
    uint32_t small_of[BLOCKS_64], large_of[BLOCKS_4096];
} Blocks;

/* Classes and blocks are counted from 1 in them, so that no block is dead. */
static int
find_blocks(Blocks *blocks, const Classes *classes)
{
    Part part;
    blocks->small.states = blocks->large.states = 1;
    for (uint32_t block = 2; block < BLOCKS_64; block++) { /* what is below 0x80 is one byte */
        for (uint32_t at = 0; at < 64; at++)
            part.to[at] = class_of(classes, block << 6 | at) + 1;
        int64_t number = number_of(&blocks->small, &part);
        if (number < 0)
            return -1;
        blocks->small_of[block] = (uint32_t)number - 1;
    }
    for (uint32_t block = 0; block < BLOCKS_4096; block++) {
        for (uint32_t at = 0; at < 64; at++)
            part.to[at] = blocks->small_of[block << 6 | at] + 1;
        int64_t number = number_of(&blocks->large, &part);
        if (number < 0)
            return -1;
        blocks->large_of[block] = (uint32_t)number - 1;
    }
    return 0;
}

/* Whether any code point from 0x80 on leads on from a state. */
static int
reads_on(const Automaton *automaton, unsigned state, const Parts *blocks)
{
    for (size_t block = 0; block < blocks->made; block++)
        for (int at = 0; at < 64; at++)
            if (next_state(automaton, state, blocks->parts[block].to[at] - 1))
                return 1;
    return 0;
}

/* What leads on from a state by bytes from 0x80: a column for each byte, `columns[byte * states + state]`. -1 where
   it cannot be made. */
static int
lead_on(const Automaton *automaton, unsigned state, const Blocks *blocks, uint32_t *small, uint32_t *large,
        Parts *parts, uint32_t *columns)
{
    Part part;
    int64_t number;
    size_t states = automaton->states;
    for (size_t block = 0; block < blocks->small.made; block++) {
        for (int at = 0; at < 64; at++)
            part.to[at] = next_state(automaton, state, blocks->small.parts[block].to[at] - 1);
        if ((number = number_of(parts, &part)) < 0)
            return -1;
        small[block] = (uint32_t)number;
    }
    for (size_t block = 0; block < blocks->large.made; block++) {
        for (int at = 0; at < 64; at++)
            part.to[at] = small[blocks->large.parts[block].to[at] - 1];
        if ((number = number_of(parts, &part)) < 0)
            return -1;
        large[block] = (uint32_t)number;
    }
    for (uint32_t byte = 0xC2; byte < 0xE0; byte++)
        columns[byte * states + state] = small[blocks->small_of[byte & 0x1F]];
    for (uint32_t byte = 0xE0; byte < 0xF5; byte++) {
        uint32_t four = byte >= 0xF0, block = four ? (byte & 7) << 6 : (byte & 15) << 6;
        /* No code point is written longer than it must be, none is a surrogate, none is behind the last. */
        uint32_t low = byte == 0xE0 ? 0x20 : byte == 0xF0 ? 0x10 : 0;
        uint32_t high = byte == 0xED ? 0x20 : byte == 0xF4 ? 0x10 : 64;
        for (uint32_t at = 0; at < 64; at++)
            part.to[at] = at < low || at >= high ? 0
                          : four                 ? large[blocks->large_of[block | at]]
                                                 : small[blocks->small_of[block | at]];
        if ((number = number_of(parts, &part)) < 0)
            return -1;
        columns[byte * states + state] = (uint32_t)number;
    }
    return 0;
}

/* Whether two bytes lead to the same, from each state and in each part. */
static int
same_bytes(int one, int other, const uint32_t *columns, size_t states, const Parts *parts)
{
    if (memcmp(columns + (size_t)one * states, columns + (size_t)other * states, states * sizeof *columns) != 0)
        return 0;
    for (size_t part = 0; part < parts->made; part++) {
        const uint32_t *to = parts->parts[part].to;
        uint32_t first = (one & 0xC0) == 0x80 ? to[one & 63] : 0, second = (other & 0xC0) == 0x80 ? to[other & 63] : 0;
        if (first != second)
            return 0;
    }
    return 1;
}

static void
free_one(ByteDfa *bytes)
{
    if (bytes) {
        PyMem_Free(bytes->cells);
        PyMem_Free(bytes->accepting);
        PyMem_Free(bytes);
    }
}

/* Packs columns and parts; NULL where that is too large. */
static ByteDfa *
pack(const Automaton *automaton, const uint32_t *columns, const Parts *parts)
{
    size_t states = automaton->states, all = states + parts->made;
    ByteDfa *bytes = PyMem_Calloc(1, sizeof *bytes);
    int first[256] = {0}, count = 0;
    if (!bytes)
        return NULL;
    for (int byte = 0; byte < 256; byte++) {
        int number = 0;
        while (number < count && !same_bytes(first[number], byte, columns, states, parts))
            number++;
        if (number == count)
            first[count++] = byte;
        bytes->classes[byte] = (uint8_t)number;
    }
    while (1 << bytes->shift < count)
        bytes->shift++;
    unsigned shift = bytes->shift;
    if (all << shift <= MOST_CELLS) {
        bytes->cells = PyMem_Calloc(all << shift, sizeof *bytes->cells);
        bytes->accepting = PyMem_Calloc(all, 1);
    }
    if (!bytes->cells || !bytes->accepting) {
        free_one(bytes);
        return NULL;
    }
    memcpy(bytes->accepting, automaton->accepting, states);
    bytes->columns = (unsigned)count;
    bytes->states = all;
    bytes->start = (uint32_t)automaton->start << shift;
    for (int number = 0; number < count; number++) {
        int byte = first[number];
        for (size_t state = 0; state < states; state++)
            bytes->cells[state << shift | (size_t)number] = columns[(size_t)byte * states + state] << shift;
        for (size_t part = 0; part < parts->made && (byte & 0xC0) == 0x80; part++)
            bytes->cells[(states + part) << shift | (size_t)number] = parts->parts[part].to[byte & 63] << shift;
    }
    return bytes;
}

/* Writes the columns of bytes of UTF-8; -1 where they cannot be made. */
static int
fill_coded(const Automaton *automaton, Parts *parts, uint32_t *columns)
{
    int made = -1;
    Blocks *blocks = PyMem_Calloc(1, sizeof *blocks);
    uint32_t *numbers = NULL;
    if (blocks && find_blocks(blocks, &automaton->classes) == 0)
        numbers = PyMem_Calloc(blocks->small.made + blocks->large.made, sizeof *numbers);
    if (numbers) {
        made = 0;
        for (unsigned state = 1; made == 0 && state < automaton->states; state++)
            if (reads_on(automaton, state, &blocks->small))
                made = lead_on(automaton, state, blocks, numbers, numbers + blocks->small.made, parts, columns);
    }
    PyMem_Free(numbers);
    if (blocks) {
        free_parts(&blocks->small);
        free_parts(&blocks->large);
    }
    PyMem_Free(blocks);
    return made;
}

static ByteDfa *
make_byte_dfa(const Automaton *automaton, int kind)
{
    size_t states = automaton->states;
    uint32_t plain = kind == UTF8 ? 0x80 : 0x100;
    ByteDfa *bytes = NULL;
    Parts parts = {.states = states};
    uint32_t *columns = states > MOST_CELLS / 256 ? NULL : PyMem_Calloc(256 * states, sizeof *columns);
    if (!columns)
        return NULL;
    for (uint32_t byte = 0; byte < plain; byte++)
        for (unsigned state = 1; state < states; state++)
            columns[byte * states + state] = next_state(automaton, state, class_of(&automaton->classes, byte));
    if (kind != UTF8 || fill_coded(automaton, &parts, columns) == 0)
        bytes = pack(automaton, columns, &parts);
    free_parts(&parts);
    PyMem_Free(columns);
    return bytes;
}

const ByteDfa *
byte_dfa_of(Automaton *automaton)
{
    const ByteDfa *bytes;
    BEGIN_LOCK(automaton);
    automaton->walked[UTF8] = FEWEST_TEXTS;
    if (!automaton->bytes[UTF8])
        automaton->bytes[UTF8] = make_byte_dfa(automaton, UTF8);
    bytes = automaton->bytes[UTF8];
    END_LOCK();
    return bytes;
}

const ByteDfa *
byte_dfa_for(Automaton *automaton, int kind, size_t more)
{
    const ByteDfa *bytes;
    BEGIN_LOCK(automaton);
    if (!automaton->bytes[kind] && automaton->walked[kind] < FEWEST_TEXTS) {
        automaton->walked[kind] += more < FEWEST_TEXTS ? more : FEWEST_TEXTS;
        if (automaton->walked[kind] >= FEWEST_TEXTS)
            automaton->bytes[kind] = make_byte_dfa(automaton, kind);
    }
    bytes = automaton->bytes[kind];
    END_LOCK();
    return bytes;
}

void
free_byte_dfa(Automaton *automaton)
{
    for (int kind = 0; kind < KINDS; kind++)
        free_one(automaton->bytes[kind]);
}

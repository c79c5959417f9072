/* Sets of bytes looked up 16 bytes at a time (SSSE3), as bits: bit i is that of the i-th byte. */
#ifndef IRI_BLOCKS_H
#define IRI_BLOCKS_H

#include <tmmintrin.h>

#include "automaton.h"

#define BLOCKS __attribute__((target("ssse3")))

typedef __m128i Block;

static inline BLOCKS Block
load_block(const uint8_t *text)
{
    return _mm_loadu_si128((const __m128i *)text);
}

/* Which bytes are in the set of a role: low four bits choose a mask, the next three a bit of it. In UTF-8 (`coded`)
   bytes from 0x80 are in none. */
static inline BLOCKS uint32_t
within(Block block, const Run *run, int role, int coded)
{
    const Block bits = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
    Block masks = _mm_shuffle_epi8(load_block(run->low[role]), block);
    if (!coded) {
        Block upper = _mm_xor_si128(block, _mm_set1_epi8(-128));
        masks = _mm_or_si128(masks, _mm_shuffle_epi8(load_block(run->high[role]), upper));
    }
    Block bit = _mm_shuffle_epi8(bits, _mm_and_si128(_mm_srli_epi16(block, 4), _mm_set1_epi8(7)));
    Block none = _mm_cmpeq_epi8(_mm_and_si128(masks, bit), _mm_setzero_si128());
    return (uint32_t)_mm_movemask_epi8(none) ^ 0xFFFF;
}

/* Which bytes from the `before`-th on, counted from there, belong to rows of three that lie in the block. */
static inline BLOCKS uint32_t
escapes_from(Block block, const Run *run, int before, int coded)
{
    uint32_t first = within(block, run, FIRST, coded) >> before, second = within(block, run, SECOND, coded) >> before,
             third = within(block, run, THIRD, coded) >> before;
    uint32_t rows = first & second >> 1 & third >> 2;
    return rows | rows << 1 | rows << 2;
}

/* The first of 16 bytes that is not read on over; `stay` says which of them leave the state as it is. */
static inline BLOCKS int
stop_of_16(Block block, const Run *run, uint32_t stay, int coded)
{
    return __builtin_ctz(~(stay | escapes_from(block, run, 0, coded)));
}

/* The first of 64 bytes that is not read on over, 64 where there is none. */
static inline BLOCKS int
stop_of_64(const uint8_t *text, const Run *run, int coded)
{
    uint64_t roles[ROLES] = {0};
    for (int at = 0; at < 64; at += 16) {
        Block block = load_block(text + at);
        for (int role = 0; role < ROLES; role++)
            roles[role] |= (uint64_t)within(block, run, role, coded) << at;
    }
    uint64_t rows = roles[FIRST] & roles[SECOND] >> 1 & roles[THIRD] >> 2;
    uint64_t read = roles[STAYS] | rows | rows << 1 | rows << 2;
    return ~read ? __builtin_ctzll(~read) : 64;
}

#endif

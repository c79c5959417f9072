/* Blocks of 16 bytes on x86 (SSSE3). */
#ifndef IRI_BLOCKS_X86_H
#define IRI_BLOCKS_X86_H

#include <tmmintrin.h>

#include "automaton.h"

#define BLOCKS __attribute__((target("ssse3")))

typedef __m128i Block;

static inline int
have_blocks(void)
{
    return __builtin_cpu_supports("ssse3");
}

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

#endif

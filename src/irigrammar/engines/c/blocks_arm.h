/* Blocks of 16 bytes on 64-bit ARM (NEON). */
#ifndef IRI_BLOCKS_ARM_H
#define IRI_BLOCKS_ARM_H

#include <arm_neon.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

#include "automaton.h"

#define BLOCKS

typedef uint8x16_t Block;

/* All processors with a system on them have NEON; Linux says so. */
static inline int
have_blocks(void)
{
#if defined(__linux__) && defined(AT_HWCAP)
    return (getauxval(AT_HWCAP) & 1u << 1) != 0; /* HWCAP_ASIMD */
#else
    return 1;
#endif
}

static inline Block
load_block(const uint8_t *text)
{
    return vld1q_u8(text);
}

/* Which bytes are in the set of a role, as on x86. A table gives 0 for an index from 16, so bit 7 of a byte is left. */
static inline uint32_t
within(Block block, const Run *run, int role, int coded)
{
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const Block each = vld1q_u8(bits), index = vandq_u8(block, vdupq_n_u8(0x8F));
    Block masks = vqtbl1q_u8(load_block(run->low[role]), index);
    if (!coded)
        masks = vorrq_u8(masks, vqtbl1q_u8(load_block(run->high[role]), veorq_u8(index, vdupq_n_u8(0x80))));
    Block bit = vqtbl1q_u8(each, vandq_u8(vshrq_n_u8(block, 4), vdupq_n_u8(7)));
    Block sums = vandq_u8(vtstq_u8(masks, bit), each);
    for (int half = 0; half < 3; half++)
        sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u16(vreinterpretq_u16_u8(sums), 0);
}

#endif

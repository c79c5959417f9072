/* Sets of bytes looked up 16 bytes at a time, as bits: bit i is that of the i-th byte. HAVE_BLOCKS says whether there
   is code for the processor; whether it is there at run time, `have_blocks`. */
#ifndef IRI_BLOCKS_H
#define IRI_BLOCKS_H

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define HAVE_BLOCKS 1
#include "blocks_x86.h"
#elif defined(__GNUC__) && defined(__aarch64__) && defined(__AARCH64EL__)
#define HAVE_BLOCKS 1
#include "blocks_arm.h"
#else
#define HAVE_BLOCKS 0
#endif

#if HAVE_BLOCKS

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
#endif

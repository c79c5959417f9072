#include "automaton.h"
#include "utf8.h"

#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
#define HAVE_BLOCKS 1
#include "blocks.h"
#else
#define HAVE_BLOCKS 0
#endif

/* How many of the lowest bits are 1. */
#if defined(__GNUC__) || defined(__clang__)
#define COUNT_ONES(bits) (__builtin_ctz(~(bits)))
#else
static inline int
count_ones(unsigned bits)
{
    int found = 0;
    for (; bits & 1; bits >>= 1)
        found++;
    return found;
}
#define COUNT_ONES(bits) (count_ones(bits))
#endif

#define NAME latin_8
#define CHAR uint8_t
#define CELL uint8_t
#define OCTETS 1
#define CODED 0
#define FAST 0
#define TARGET
#include "walk.h"

#define NAME two_8
#define CHAR uint16_t
#define CELL uint8_t
#define OCTETS 0
#define CODED 0
#define FAST 0
#define TARGET
#include "walk.h"

#define NAME four_8
#define CHAR uint32_t
#define CELL uint8_t
#define OCTETS 0
#define CODED 0
#define FAST 0
#define TARGET
#include "walk.h"

#define NAME utf8_8
#define CHAR uint8_t
#define CELL uint8_t
#define OCTETS 1
#define CODED 1
#define FAST 0
#define TARGET
#include "walk.h"

#define NAME latin_16
#define CHAR uint8_t
#define CELL uint16_t
#define OCTETS 1
#define CODED 0
#define FAST 0
#define TARGET
#include "walk.h"

#define NAME two_16
#define CHAR uint16_t
#define CELL uint16_t
#define OCTETS 0
#define CODED 0
#define FAST 0
#define TARGET
#include "walk.h"

#define NAME four_16
#define CHAR uint32_t
#define CELL uint16_t
#define OCTETS 0
#define CODED 0
#define FAST 0
#define TARGET
#include "walk.h"

#define NAME utf8_16
#define CHAR uint8_t
#define CELL uint16_t
#define OCTETS 1
#define CODED 1
#define FAST 0
#define TARGET
#include "walk.h"

#if HAVE_BLOCKS
#define NAME latin_8_fast
#define CHAR uint8_t
#define CELL uint8_t
#define OCTETS 1
#define CODED 0
#define FAST 1
#define TARGET BLOCKS
#include "walk.h"

#define NAME utf8_8_fast
#define CHAR uint8_t
#define CELL uint8_t
#define OCTETS 1
#define CODED 1
#define FAST 1
#define TARGET BLOCKS
#include "walk.h"

#define NAME latin_16_fast
#define CHAR uint8_t
#define CELL uint16_t
#define OCTETS 1
#define CODED 0
#define FAST 1
#define TARGET BLOCKS
#include "walk.h"

#define NAME utf8_16_fast
#define CHAR uint8_t
#define CELL uint16_t
#define OCTETS 1
#define CODED 1
#define FAST 1
#define TARGET BLOCKS
#include "walk.h"
#endif

void
choose_walks(Automaton *automaton)
{
    int wide = automaton->classes.wide;
    automaton->walk[LATIN] = wide ? latin_16 : latin_8;
    automaton->walk[TWO] = wide ? two_16 : two_8;
    automaton->walk[FOUR] = wide ? four_16 : four_8;
    automaton->walk[UTF8] = wide ? utf8_16 : utf8_8;
#if HAVE_BLOCKS
    if (__builtin_cpu_supports("ssse3")) {
        automaton->walk[LATIN] = wide ? latin_16_fast : latin_8_fast;
        automaton->walk[UTF8] = wide ? utf8_16_fast : utf8_8_fast;
    }
#endif
}

#include "walk.h"

#include "blocks.h"
#include "utf8.h"

/* How many of the lowest bits are 1, of which not all are. */
static INLINED int
count_ones(uint32_t bits)
{
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctz(~bits);
#else
    int found = 0;
    for (; bits & 1; bits >>= 1)
        found++;
    return found;
#endif
}

/* The character at an offset; of UTF-8 the byte. */
static INLINED uint32_t
read_at(int kind, const void *text, Py_ssize_t at)
{
    if (kind == TWO)
        return ((const uint16_t *)text)[at];
    if (kind == FOUR)
        return ((const uint32_t *)text)[at];
    return ((const uint8_t *)text)[at];
}

static INLINED unsigned
class_at(const Automaton *automaton, int wide, uint32_t point)
{
    return wide ? CLASS_OF(&automaton->classes, uint16_t, point) : CLASS_OF(&automaton->classes, uint8_t, point);
}

/* 1 where a character has a role in a run, else 0; bytes of UTF-8 from 0x80 have none. */
static INLINED unsigned
has_role(const Run *run, int kind, uint32_t character, int role)
{
    if (kind != LATIN && character >= (kind == UTF8 ? 0x80 : 0x100))
        return 0;
    return run->roles[character] >> role & 1u;
}

/* 1 where a character leaves the state as it is, else 0. */
static INLINED unsigned
stays_at(const Automaton *automaton, const Run *run, int kind, int wide, uint32_t character)
{
    if (kind == TWO || kind == FOUR)
        return run->stays[class_at(automaton, wide, character)];
    return has_role(run, kind, character, STAYS);
}

#define NAME(name) name
#define FAST 0
#define TARGET
#define RUN_INLINED INLINED
#include "walk_body.inc"
#undef NAME
#undef FAST
#undef TARGET
#undef RUN_INLINED

#if HAVE_BLOCKS
#define NAME(name) name##_fast
#define FAST 1
#define TARGET BLOCKS
#if defined(__clang__)
#define RUN_INLINED INLINED
#else
#define RUN_INLINED __attribute__((noinline)) /* gcc compiles it for each kind all the same, with faster loops */
#endif
#include "walk_body.inc"
#undef NAME
#undef FAST
#undef TARGET
#undef RUN_INLINED
#endif

/* The walks: the kind of text, the name, the body, whether cells are wide, and the attribute. */
#define PLAIN_WALKS(WALK) \
    WALK(LATIN, latin_8, walk, 0, ) \
    WALK(LATIN, latin_16, walk, 1, ) \
    WALK(TWO, two_8, walk, 0, ) \
    WALK(TWO, two_16, walk, 1, ) \
    WALK(FOUR, four_8, walk, 0, ) \
    WALK(FOUR, four_16, walk, 1, ) \
    WALK(UTF8, utf8_8, walk, 0, ) \
    WALK(UTF8, utf8_16, walk, 1, )

#if HAVE_BLOCKS
#define FAST_WALKS(WALK) \
    WALK(LATIN, latin_8_fast, walk_fast, 0, BLOCKS) \
    WALK(LATIN, latin_16_fast, walk_fast, 1, BLOCKS) \
    WALK(UTF8, utf8_8_fast, walk_fast, 0, BLOCKS) \
    WALK(UTF8, utf8_16_fast, walk_fast, 1, BLOCKS)
#else
#define FAST_WALKS(WALK)
#endif

#define DEFINE(kind, name, body, wide, target) \
    static target Py_ssize_t name(const Automaton *automaton, const void *text, Py_ssize_t size, int *broken) \
    { \
        return body(automaton, text, size, broken, kind, wide); \
    }

PLAIN_WALKS(DEFINE)
FAST_WALKS(DEFINE)

#define CHOOSE(kind, name, body, is_wide, target) \
    if (automaton->classes.wide == is_wide) \
        automaton->walk[kind] = name;

void
choose_walks(Automaton *automaton)
{
    PLAIN_WALKS(CHOOSE)
#if HAVE_BLOCKS
    if (have_blocks()) {
        FAST_WALKS(CHOOSE)
    }
#endif
}

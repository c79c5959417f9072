@HEAD@
#ifndef @UPPER@_H
#define @UPPER@_H

#include <stddef.h>
#include <stdint.h>
@STACK
#include <stdlib.h>
@END
@SPLIT
#include <string.h>
@END

// clang-format off
// @INTERVALS@
static const uint32_t @PREFIX@_points[] = {@POINTS@};
static const uint16_t @PREFIX@_classes[] = {@CLASSES@};
@CODE

// @ASCII_CLASSES@
static const uint16_t @PREFIX@_ascii[] = {@ASCII@};
@END
@TABLES

// @CLASS_SETS@
static const uint32_t @PREFIX@_sets[] = {@SETS@};

// @FIRST_EDGES@
static const uint16_t @PREFIX@_states[] = {@STATES@};

// @EDGE_SETS@
static const uint16_t @PREFIX@_edges[] = {@EDGES@};
@END

// @NEXT_STATES@
static const uint@SIZE@_t @PREFIX@_targets[] = {@TARGETS@};
@STACK

// @STACK_ACTIONS@
static const uint16_t @PREFIX@_actions[] = {@ACTIONS@};

// @STATES_AFTER@
static const uint@SIZE@_t @PREFIX@_pops[] = {@POPS@};
@END
@SPLIT

// @STEP_INDEXES@
static const uint16_t @PREFIX@_actions[] = {@ACTIONS@};

// @STEP_NUMBERS@
static const uint8_t @PREFIX@_steps[] = {@STEPS@};
@END
// clang-format on
@SPLIT

// The offsets in bytes of a component; both are -1 where there is none.
typedef struct {
    ptrdiff_t start, end;
} @PREFIX@_span;

typedef struct {
@FIELDS
    @PREFIX@_span @FIELD@;
@END
} @PREFIX@_components;
@END

// Returns the number of bytes of the first character, or 0 if it is not UTF-8.
static inline size_t @PREFIX@_decode(const unsigned char *bytes, size_t length, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = bytes[0];
    size_t size = lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
    *point = lead;
    if (lead < 0x80)
        return 1;
    if (size == 0 || size > length)
        return 0;
    *point &= 0x7Fu >> size;
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        *point = *point << 6 | (bytes[i] & 0x3Fu);
    }
    if (*point < least[size] || *point > 0x10FFFF || (*point >= 0xD800 && *point <= 0xDFFF))
        return 0;
    return size;
}

// Returns the class of a code point, by its interval.
static inline size_t @PREFIX@_search(uint32_t point)
{
    size_t low = 0, high = sizeof @PREFIX@_points / sizeof *@PREFIX@_points;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (@PREFIX@_points[middle] <= point)
            low = middle;
        else
            high = middle;
    }
    return @PREFIX@_classes[low];
}

// @NEXT@
static inline size_t @PREFIX@_edge(size_t state, size_t number)
{
@CODE
    return state + number;
@END
@TABLES
    for (size_t edge = @PREFIX@_states[state]; edge < @PREFIX@_states[state + 1]; edge++) {
        uint32_t word = @PREFIX@_sets[@PREFIX@_edges[edge] + number / 32];
        if (word >> number % 32 & 1)
            return edge;
    }
    return 0;
@END
}

// Returns where the transition of a code point is.
static inline size_t @PREFIX@_next(size_t state, uint32_t point)
{
@CODE
    if (point < 0x80)
        return @PREFIX@_edge(state, @PREFIX@_ascii[point]);
@END
    return @PREFIX@_edge(state, @PREFIX@_search(point));
}

// Returns @FAULT@@MEMORY@
static inline ptrdiff_t @PREFIX@_fault(const char *utf8, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)utf8;
    size_t state = @START@, offset = 0;
    uint32_t point = 0;
@STACK
    uint16_t *stack = NULL;
    size_t depth = 0, room = 0;
@END
    while (offset < length) {
        size_t size = @PREFIX@_decode(bytes + offset, length - offset, &point);
        size_t edge = size == 0 ? 0 : @PREFIX@_next(state, point);
        state = @PREFIX@_targets[edge];
        if (state == 0)
            break;
@STACK
        if (@PREFIX@_actions[edge] == @POP@) {
            state = @PREFIX@_pops[state + stack[--depth]];
        } else if (@PREFIX@_actions[edge] != 0) {
            if (depth == room) {
                room = 2 * room + 64;
                uint16_t *larger = (uint16_t *)realloc(stack, room * sizeof *stack);
                if (larger == NULL)
                    break;
                stack = larger;
            }
            stack[depth++] = @PREFIX@_actions[edge];
        }
@END
        offset += size;
    }
@STACK
    free(stack);
@END
    if (offset == length && @PREFIX@_targets[@PREFIX@_edge(state, @END@)] != 0)
        return -1;
    return (ptrdiff_t)offset;
}

// Returns 1 if the whole text matches, 0 if not.
static inline int @PREFIX@_matches(const char *utf8, size_t length)
{
    return @PREFIX@_fault(utf8, length) < 0;
}
@SPLIT

static inline void @PREFIX@_run(ptrdiff_t rows[@ROWS@][@WIDTH@], size_t step, ptrdiff_t offset)
{
    ptrdiff_t old[@ROWS@][@WIDTH@];
    if (step == 0)
        return;
    memcpy(old, rows, sizeof old);
    size_t count = @PREFIX@_steps[step++];
    for (size_t row = 0; row < count; row++) {
        memcpy(rows[row], old[@PREFIX@_steps[step++]], sizeof *old);
        for (size_t sets = @PREFIX@_steps[step++]; sets > 0; sets--)
            rows[row][@PREFIX@_steps[step++]] = offset;
    }
}

// Returns 1 and sets the components if the whole text matches, else returns 0.
static inline int @PREFIX@_split(const char *utf8, size_t length, @PREFIX@_components *components)
{
    ptrdiff_t rows[@ROWS@][@WIDTH@];
    const unsigned char *bytes = (const unsigned char *)utf8;
    size_t state = @START@, offset = 0;
    uint32_t point = 0;
    if (!@PREFIX@_matches(utf8, length))
        return 0;
    for (size_t i = 0; i < @ROWS@ * @WIDTH@; i++)
        rows[i / @WIDTH@][i % @WIDTH@] = -1;
    while (offset < length) {
        size_t size = @PREFIX@_decode(bytes + offset, length - offset, &point);
        size_t edge = @PREFIX@_next(state, point);
        @PREFIX@_run(rows, @PREFIX@_actions[edge], (ptrdiff_t)offset);
        state = @PREFIX@_targets[edge];
        offset += size;
    }
    @PREFIX@_run(rows, @PREFIX@_actions[@PREFIX@_edge(state, @END@)], (ptrdiff_t)length);
@FIELDS
    components->@FIELD@.start = rows[0][@LOW@];
    components->@FIELD@.end = rows[0][@HIGH@];
@END
    return 1;
}
@END

#endif

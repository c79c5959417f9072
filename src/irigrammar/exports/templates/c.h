@HEAD@
#ifndef @UPPER@_H
#define @UPPER@_H

#include <stddef.h>
#include <stdint.h>
@SPLIT
#include <string.h>
@END

// @INTERVALS@
static const uint32_t @PREFIX@_points[] = {@POINTS@};
static const uint32_t @PREFIX@_classes[] = {@CLASSES@};

// @CLASS_SETS@
static const uint32_t @PREFIX@_sets[] = {@SETS@};

// @TRANSITIONS@
static const uint16_t @PREFIX@_edges[] = {@EDGES@};

// @NUMBERS@
static const uint32_t @PREFIX@_states[] = {@STATES@};
@SPLIT
// @STEP_INDEXES@
static const uint16_t @PREFIX@_actions[] = {@ACTIONS@};
static const uint16_t @PREFIX@_ends[] = {@ENDS@};

// @STEP_NUMBERS@
static const uint8_t @PREFIX@_steps[] = {@STEPS@};

// The offsets in bytes of a component; both are -1 where there is none.
typedef struct {
    ptrdiff_t start, end;
} @PREFIX@_span;

typedef struct {
    @PREFIX@_span @FIELD@;
} @PREFIX@_components;
@END

// Returns the number of bytes of the first character, or 0 if it is not UTF-8.
static inline size_t @PREFIX@_decode(const unsigned char *bytes, size_t length, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = bytes[0];
    size_t size = lead < 0x80 ? 1 : lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
    if (size == 0 || size > length)
        return 0;
    *point = size == 1 ? lead : lead & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        *point = *point << 6 | (bytes[i] & 0x3Fu);
    }
    if (*point < least[size] || *point > 0x10FFFF || (*point >= 0xD800 && *point <= 0xDFFF))
        return 0;
    return size;
}

// @NEXT@
static inline uint32_t @PREFIX@_next(uint32_t state, uint32_t point)
{
    size_t low = 0, high = sizeof @PREFIX@_points / sizeof *@PREFIX@_points;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (@PREFIX@_points[middle] <= point)
            low = middle;
        else
            high = middle;
    }
    uint32_t number = @PREFIX@_classes[low];
    for (uint32_t edge = @PREFIX@_states[state] >> 1; edge < @PREFIX@_states[state + 1] >> 1; edge++) {
        uint32_t word = @PREFIX@_sets[@PREFIX@_edges[2 * edge] + number / 32];
        if (word >> number % 32 & 1)
            return 2 * edge + 1;
    }
    return 0;
}

// Returns @FAULT@
static inline ptrdiff_t @PREFIX@_fault(const char *utf8, size_t length)
{
    uint32_t state = @START@, point = 0;
    size_t offset = 0;
    while (offset < length) {
        size_t size = @PREFIX@_decode((const unsigned char *)utf8 + offset, length - offset, &point);
        uint32_t edge = size == 0 ? 0 : @PREFIX@_next(state, point);
        if (edge == 0)
            return (ptrdiff_t)offset;
        state = @PREFIX@_edges[edge];
        offset += size;
    }
    return @PREFIX@_states[state] & 1 ? -1 : (ptrdiff_t)length;
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
    uint32_t state = @START@, point = 0;
    size_t offset = 0;
    if (!@PREFIX@_matches(utf8, length))
        return 0;
    for (size_t i = 0; i < @ROWS@ * @WIDTH@; i++)
        rows[i / @WIDTH@][i % @WIDTH@] = -1;
    while (offset < length) {
        size_t size = @PREFIX@_decode((const unsigned char *)utf8 + offset, length - offset, &point);
        uint32_t edge = @PREFIX@_next(state, point);
        @PREFIX@_run(rows, @PREFIX@_actions[edge / 2], (ptrdiff_t)offset);
        state = @PREFIX@_edges[edge];
        offset += size;
    }
    @PREFIX@_run(rows, @PREFIX@_ends[state], (ptrdiff_t)length);
    components->@FIELD@.start = rows[0][@LOW@];
    components->@FIELD@.end = rows[0][@HIGH@];
    return 1;
}
@END

#endif

/* One code point of strict UTF-8 (RFC 3629, section 3; Unicode, table 3-7). */
#ifndef IRI_UTF8_H
#define IRI_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* How many bytes the code point beginning with a byte from 0x80 has, 0 where there is none; `left` are there. */
static inline size_t
decode_point(const uint8_t *text, size_t left, uint32_t *point)
{
    uint8_t lead = text[0];
    if (lead < 0xC2 || left < 2)
        return 0;
    uint8_t one = text[1];
    if (lead < 0xE0) {
        *point = (lead & 0x1Fu) << 6 | (one & 0x3Fu);
        return (one & 0xC0) == 0x80 ? 2 : 0;
    }
    if (left < 3 || (one & 0xC0) != 0x80 || (text[2] & 0xC0) != 0x80)
        return 0;
    if (lead < 0xF0) {
        *point = (lead & 0x0Fu) << 12 | (one & 0x3Fu) << 6 | (text[2] & 0x3Fu);
        return *point < 0x800 || (*point >= 0xD800 && *point < 0xE000) ? 0 : 3;
    }
    if (lead > 0xF4 || left < 4 || (text[3] & 0xC0) != 0x80)
        return 0;
    *point = (lead & 0x07u) << 18 | (one & 0x3Fu) << 12 | (text[2] & 0x3Fu) << 6 | (text[3] & 0x3Fu);
    return *point < 0x10000 || *point > 0x10FFFF ? 0 : 4;
}

#endif

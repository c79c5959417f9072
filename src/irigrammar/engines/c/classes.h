/* Classes of code points as a two-stage table: the page of each 256 code points, and the pages. */
#ifndef IRI_CLASSES_H
#define IRI_CLASSES_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

/* For functions that are compiled once for each constant that they are called with. */
#if defined(__GNUC__) || defined(__clang__)
#define INLINED inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define INLINED __forceinline
#else
#define INLINED inline
#endif

#define IRI_LAST_POINT 0x10FFFF
#define IRI_PAGES ((IRI_LAST_POINT + 1) / 256)

typedef struct {
    uint16_t index[IRI_PAGES]; /* the page of each 256 code points */
    void *pages;               /* cells of one byte, or of two where `wide` */
    int wide;
    unsigned count;
} Classes;

/* Fills in the classes of automata.charset.Classes (`starts` and `ids`, tuples of int), with cells of two bytes where
   they are asked for or there are more than 256; -1 with an exception set. */
int classes_init(Classes *classes, PyObject *starts, PyObject *ids, int wide);
void classes_free(Classes *classes);

/* The offset of the first byte from one on that is not in a set, the size where there is none. */
static INLINED size_t
read_over(const uint8_t set[256], const uint8_t *bytes, size_t at, size_t size)
{
    while (size - at >= 4 && set[bytes[at]] & set[bytes[at + 1]] & set[bytes[at + 2]] & set[bytes[at + 3]])
        at += 4;
    while (at < size && set[bytes[at]])
        at++;
    return at;
}

/* The class of a code point, for cells of a type. */
#define CLASS_OF(classes, cell, point) \
    (((const cell *)(classes)->pages)[((size_t)(classes)->index[(point) >> 8] << 8) | ((point) & 255)])

static inline unsigned
class_of(const Classes *classes, uint32_t point)
{
    return classes->wide ? CLASS_OF(classes, uint16_t, point) : CLASS_OF(classes, uint8_t, point);
}

#endif

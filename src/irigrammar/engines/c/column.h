/* A column of texts in Arrow's memory, and what an automaton answers to it. */
#ifndef IRI_COLUMN_H
#define IRI_COLUMN_H

#include "arrow.h"
#include "lanes.h"

/* What a schema says of a column: how its texts lie, and where they are. */
typedef struct {
    int structs; /* how many structs of one field it is in */
    char keys;   /* the format of a dictionary's keys, 0 where the texts lie in the column itself */
    char layout;
} Column;

/* What is wrong with an array, found without the GIL; `refuse_array` sets the exception. */
typedef enum {
    NOTHING_WRONG,
    BROKEN_ARRAY,
    BROKEN_OFFSETS,
    BROKEN_VIEW,
    BROKEN_KEY,
    NO_MEMORY,
} Wrong;

void refuse_array(Wrong wrong);

/* The bytes of a map of `bits` bits; -1 with MemoryError set if no memory can hold it. */
static inline Py_ssize_t
map_bytes(int64_t bits)
{
    int64_t bytes = bits / 8 + (bits % 8 != 0);
    if (bytes <= PY_SSIZE_T_MAX)
        return (Py_ssize_t)bytes;
    PyErr_NoMemory();
    return -1;
}

/* Reads a schema; -1 with TypeError set where it is not a column of texts, with ValueError where it is broken. */
int read_column(const struct ArrowSchema *schema, Column *column);

/* How many texts will be walked, to begin the lanes with. */
size_t texts_of(const Column *column, const struct ArrowArray *array);

/* Writes a bit for each value, and one that says whether it is not null; counts nulls. Both maps are all 0 before.
   It needs no GIL. */
Wrong check_column(const Column *column, Lanes *lanes, const struct ArrowArray *array, uint8_t *bits, uint8_t *valid,
                   int64_t *nulls);

/* A plain column has its texts in itself: no struct is around it, and it has no dictionary. Reads the schema of one; -1
   with TypeError set where it is not. */
int read_plain_column(const struct ArrowSchema *schema, Column *column);

/* What is wrong with the array of a plain column: to be asked before its texts are read. */
Wrong check_plain(const Column *column, const struct ArrowArray *array);

/* Whether the texts of a plain column may be more bytes than 31 bits can say. */
int has_large_offsets(const Column *column);

/* Gives the text of a value of a plain column, NULL for a null. */
Wrong read_text(const Column *column, const struct ArrowArray *array, int64_t at, const uint8_t **text, size_t *size);

#endif

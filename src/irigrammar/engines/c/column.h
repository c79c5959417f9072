/* A column of texts in Arrow's memory, and what an automaton answers to it. */
#ifndef IRI_COLUMN_H
#define IRI_COLUMN_H

#include "arrow.h"
#include "lanes.h"

/* What a schema says of a column: how its texts lie, and where they are. */
typedef struct {
    int structs;  /* how many structs of one field it is in */
    char keys;    /* the format of a dictionary's keys, 0 where the texts lie in the column itself */
    char layout;
} Column;

/* Reads a schema; -1 with TypeError set where it is no column of texts. */
int read_column(const struct ArrowSchema *schema, Column *column);

/* How many texts will be walked, to begin the lanes with. */
size_t texts_of(const Column *column, const struct ArrowArray *array);

/* Writes a bit for each value, and one that says whether it is not null; counts nulls. Both maps are all 0 before.
   Returns NULL, or what is wrong with the array (`no_memory` is nothing of it). It needs no GIL. */
extern const char no_memory[];
const char *judge_column(const Column *column, Lanes *lanes, const struct ArrowArray *array, uint8_t *bits,
                         uint8_t *valid, int64_t *nulls);

#endif

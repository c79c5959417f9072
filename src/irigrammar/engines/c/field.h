/* A column of texts that is made: where they end, and what they are. */
#ifndef IRI_FIELD_H
#define IRI_FIELD_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

/* `wide` is the number of bytes that says where a text ends, 0 where `texts` has a byte for each value. */
typedef struct {
    PyObject *ends, *texts, *valid;
    Py_ssize_t used;
    int64_t nulls;
    int wide;
} Field;

/* Makes a column of nulls, all of whose texts are empty; -1 with an exception set. `bytes` is how many there are at
   first for texts. Free it in any case. */
int field_init(Field *field, int64_t values, int wide, Py_ssize_t bytes);
void field_free(Field *field);

/* Appends a text; -1 with an exception set. */
int append(Field *field, const uint8_t *text, Py_ssize_t size);

/* Gives what was made as (nulls, the map of what is not null, ends, texts); NULL with an exception set. */
PyObject *give_field(Field *field);

/* Says that the value at `at` is not null. */
static inline void
set_valid(PyObject *valid, int64_t *nulls, int64_t at)
{
    PyBytes_AS_STRING(valid)[at >> 3] |= (char)(1 << (at & 7));
    --*nulls;
}

/* Says that the text at `at` ends where the last appended one does. */
static inline void
end_text(const Field *field, int64_t at)
{
    char *ends = PyBytes_AS_STRING(field->ends);
    int64_t large = field->used;
    int32_t small = (int32_t)field->used;
    if (field->wide == 8)
        memcpy(ends + 8 * (at + 1), &large, 8);
    else
        memcpy(ends + 4 * (at + 1), &small, 4);
}

#endif

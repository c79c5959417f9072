/* Bytes that grow: on the stack at first, on the heap where they are too many. */
#ifndef IRI_BUFFER_H
#define IRI_BUFFER_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define FIRST_BYTES 1024

typedef struct {
    uint8_t *bytes;
    size_t size, room;
    uint8_t first[FIRST_BYTES];
} Buffer;

static inline void
buffer_init(Buffer *buffer)
{
    buffer->bytes = buffer->first;
    buffer->size = 0;
    buffer->room = FIRST_BYTES;
}

static inline void
buffer_free(Buffer *buffer)
{
    if (buffer->bytes != buffer->first)
        PyMem_Free(buffer->bytes);
}

/* Makes room for more bytes; -1 with an exception set. */
static inline int
reserve(Buffer *buffer, size_t more)
{
    if (more <= buffer->room - buffer->size)
        return 0;
    size_t room = more > PY_SSIZE_T_MAX / 2 - buffer->size ? 0 : 2 * (buffer->size + more);
    int is_first = buffer->bytes == buffer->first;
    uint8_t *bytes = room ? PyMem_Realloc(is_first ? NULL : buffer->bytes, room) : NULL;
    if (!bytes) {
        PyErr_NoMemory();
        return -1;
    }
    if (is_first)
        memcpy(bytes, buffer->first, buffer->size);
    buffer->bytes = bytes;
    buffer->room = room;
    return 0;
}

/* Appends bytes; -1 with an exception set. */
static inline int
put(Buffer *buffer, const uint8_t *bytes, size_t size)
{
    if (reserve(buffer, size) < 0)
        return -1;
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    return 0;
}

#endif

#include "classes.h"

#include <string.h>

/* The number at a place of a tuple, or -1 where it is none from 0 to `most` (no exception set). */
static long
item(PyObject *tuple, Py_ssize_t at, long most)
{
    long found = PyLong_AsLong(PyTuple_GET_ITEM(tuple, at));
    if (found == -1 && PyErr_Occurred())
        PyErr_Clear();
    return found > most ? -1 : found;
}

/* Whether starts begin with 0 and rise, and how many classes there are: 0 where anything is wrong. */
static unsigned
checked_count(PyObject *starts, PyObject *ids)
{
    Py_ssize_t size = PyTuple_GET_SIZE(starts);
    long before = -1, most = -1;
    if (size == 0 || size != PyTuple_GET_SIZE(ids) || item(starts, 0, IRI_LAST_POINT) != 0)
        return 0;
    for (Py_ssize_t at = 0; at < size; at++) {
        long start = item(starts, at, IRI_LAST_POINT), id = item(ids, at, UINT16_MAX - 1);
        if (start <= before || id < 0)
            return 0;
        before = start;
        most = id > most ? id : most;
    }
    return (unsigned)most + 1;
}

int
classes_are_wide(PyObject *ids)
{
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(ids); at++)
        if (item(ids, at, LONG_MAX) > 255)
            return 1;
    return 0;
}

/* The page that is equal to the one just written behind `used` pages, or `used` where there is none. */
static size_t
same_page(const char *pages, size_t used, size_t bytes)
{
    for (size_t page = 0; page < used; page++)
        if (memcmp(pages + page * bytes, pages + used * bytes, bytes) == 0)
            return page;
    return used;
}

int
classes_init(Classes *classes, PyObject *starts, PyObject *ids, int wide)
{
    classes->pages = NULL;
    classes->count = checked_count(starts, ids);
    if (classes->count == 0 || (!wide && classes->count > 256)) {
        PyErr_SetString(PyExc_ValueError, "classes are intervals that begin with 0 and rise, and their numbers");
        return -1;
    }
    classes->wide = wide;
    size_t cell = wide ? 2 : 1, bytes = 256 * cell, used = 0, room = 16;
    char *pages = PyMem_Malloc((room + 1) * bytes);
    Py_ssize_t size = PyTuple_GET_SIZE(starts), interval = 0;
    long next = size > 1 ? item(starts, 1, IRI_LAST_POINT) : IRI_LAST_POINT + 1;
    for (size_t number = 0; pages && number < IRI_PAGES; number++) {
        char *page = pages + used * bytes;
        for (size_t low = 0; low < 256; low++) {
            if ((long)(number * 256 + low) == next) {
                interval++;
                next = interval + 1 < size ? item(starts, interval + 1, IRI_LAST_POINT) : IRI_LAST_POINT + 1;
            }
            long id = item(ids, interval, UINT16_MAX);
            if (wide)
                ((uint16_t *)page)[low] = (uint16_t)id;
            else
                ((uint8_t *)page)[low] = (uint8_t)id;
        }
        size_t same = same_page(pages, used, bytes);
        classes->index[number] = (uint16_t)same;
        if (same == used && ++used == room) {
            char *more = PyMem_Realloc(pages, (2 * room + 1) * bytes);
            if (!more)
                PyMem_Free(pages);
            pages = more;
            room *= 2;
        }
    }
    classes->pages = pages;
    if (!pages)
        PyErr_NoMemory();
    return pages ? 0 : -1;
}

void
classes_free(Classes *classes)
{
    PyMem_Free(classes->pages);
    classes->pages = NULL;
}

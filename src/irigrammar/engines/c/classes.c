#include "classes.h"

#include <string.h>

/* The number at a place of a tuple, or -1 where it is none from 0 to `most` (no exception set). Only an int is taken:
   what has an __index__ could answer otherwise the next time. */
static long
item(PyObject *tuple, Py_ssize_t at, long most)
{
    PyObject *number = PyTuple_GET_ITEM(tuple, at);
    if (!PyLong_Check(number))
        return -1;
    long found = PyLong_AsLong(number);
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
    if (classes->count == 0) {
        PyErr_SetString(PyExc_ValueError, "classes are intervals that begin with 0 and rise, and their numbers");
        return -1;
    }
    wide = classes->wide = wide || classes->count > 256;
    size_t cell = wide ? 2 : 1, bytes = 256 * cell, used = 0, room = 16;
    char *pages = PyMem_Malloc((room + 1) * bytes);
    Py_ssize_t size = PyTuple_GET_SIZE(starts), interval = 0;
    long next = size > 1 ? item(starts, 1, IRI_LAST_POINT) : IRI_LAST_POINT + 1, id = item(ids, 0, UINT16_MAX);
    long before = -1; /* the class of all of the page before, if it has but one */
    for (size_t number = 0; pages && number < IRI_PAGES; number++) {
        long first = (long)number * 256;
        if (id == before && next >= first + 256) {
            classes->index[number] = classes->index[number - 1];
            continue;
        }
        before = next >= first + 256 ? id : -1;
        char *page = pages + used * bytes;
        for (long low = 0; low < 256; low++) {
            if (first + low == next) {
                interval++;
                next = interval + 1 < size ? item(starts, interval + 1, IRI_LAST_POINT) : IRI_LAST_POINT + 1;
                id = item(ids, interval, UINT16_MAX);
            }
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

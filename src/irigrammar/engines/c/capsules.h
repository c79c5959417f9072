/* Structures of Arrow that come in capsules. */
#ifndef IRI_CAPSULES_H
#define IRI_CAPSULES_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <string.h>

#include "arrow.h"

/* Takes a structure out of its capsule, which is left released; 0 with an exception set. */
#define TAKE(type, name, capsule, into) take(capsule, name, into, sizeof(type), offsetof(type, release))

static inline int
take(PyObject *capsule, const char *name, void *into, size_t size, size_t release)
{
    void (*const none)(void) = NULL;
    char *held = PyCapsule_GetPointer(capsule, name);
    if (!held)
        return 0;
    if (memcmp(held + release, &none, sizeof none) == 0) {
        PyErr_Format(PyExc_ValueError, "the capsule %s was used already", name);
        return 0;
    }
    memcpy(into, held, size);
    memcpy(held + release, &none, sizeof none);
    return 1;
}

/* Releases what was taken, while an exception may be set: what releases it may run Python too. */
#if PY_VERSION_HEX >= 0x030C0000
#define RELEASE(held) \
    do { \
        PyObject *raised = PyErr_GetRaisedException(); \
        (held)->release(held); \
        PyErr_SetRaisedException(raised); \
    } while (0)
#else
#define RELEASE(held) \
    do { \
        PyObject *type, *value, *trace; \
        PyErr_Fetch(&type, &value, &trace); \
        (held)->release(held); \
        PyErr_Restore(type, value, trace); \
    } while (0)
#endif

#endif

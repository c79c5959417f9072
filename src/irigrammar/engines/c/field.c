#include "field.h"

#include "column.h"

#include <string.h>

#define FEWEST_BYTES 256

static PyObject *
zeros(Py_ssize_t size)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, size);
    if (bytes)
        memset(PyBytes_AS_STRING(bytes), 0, (size_t)size);
    return bytes;
}

int
field_init(Field *field, int64_t values, int wide, Py_ssize_t bytes)
{
    *field = (Field){.nulls = values, .wide = wide};
    if (values > PY_SSIZE_T_MAX / 16) {
        PyErr_NoMemory();
        return -1;
    }
    field->valid = zeros(map_bytes(values));
    if (field->valid)
        field->texts =
            wide ? PyBytes_FromStringAndSize(NULL, bytes < FEWEST_BYTES ? FEWEST_BYTES : bytes) : zeros(bytes);
    field->ends = field->texts ? zeros(wide ? ((Py_ssize_t)values + 1) * wide : 0) : NULL;
    return field->ends ? 0 : -1;
}

void
field_free(Field *field)
{
    Py_CLEAR(field->ends);
    Py_CLEAR(field->texts);
    Py_CLEAR(field->valid);
}

int
append(Field *field, const uint8_t *text, Py_ssize_t size)
{
    Py_ssize_t room = PyBytes_GET_SIZE(field->texts);
    if (size > PY_SSIZE_T_MAX - field->used) {
        PyErr_NoMemory();
        return -1;
    }
    if (field->used + size > room) {
        room = room > PY_SSIZE_T_MAX / 2 ? PY_SSIZE_T_MAX : 2 * room;
        if (_PyBytes_Resize(&field->texts, room > field->used + size ? room : field->used + size) < 0)
            return -1;
    }
    memcpy(PyBytes_AS_STRING(field->texts) + field->used, text, (size_t)size);
    field->used += size;
    return 0;
}

PyObject *
give_field(Field *field)
{
    if (field->wide && _PyBytes_Resize(&field->texts, field->used) < 0)
        return NULL;
    return Py_BuildValue("LOOO", (long long)field->nulls, field->valid, field->ends, field->texts);
}

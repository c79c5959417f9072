/* What Python said about hosts, which is remembered: a host that comes again costs a look-up. */
#ifndef IRI_HOSTS_H
#define IRI_HOSTS_H

#include "buffer.h"

typedef struct {
    const PyObject *ask; /* who said it */
    size_t hash;
    size_t size;       /* of the host */
    Py_ssize_t length; /* of what it is written as, which follows it; -1 where Python has to write the text */
    uint8_t *bytes;    /* NULL in an empty slot */
} KnownHost;

typedef struct {
    KnownHost *known;
    size_t slots, count; /* `slots` is 0 or a power of two */
} Hosts;

/* What is known about a host, or NULL; valid until the next call. */
const KnownHost *find_host(const Hosts *hosts, const PyObject *ask, const uint8_t *host, size_t size);

/* Remembers what a host is written as (with length -1, that Python has to write the text), if there is memory for it.
 */
void keep_host(Hosts *hosts, const PyObject *ask, const uint8_t *host, size_t size, const char *text,
               Py_ssize_t length);

void forget_hosts(Hosts *hosts);

#endif

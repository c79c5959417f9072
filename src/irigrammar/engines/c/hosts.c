#include "hosts.h"

/* Beyond that number, all are forgotten. */
#define MOST_HOSTS 16384

static size_t
hash_of(const uint8_t *host, size_t size)
{
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a */
    for (size_t at = 0; at < size; at++)
        hash = (hash ^ host[at]) * 0x100000001B3u;
    return (size_t)(hash ^ hash >> 32);
}

/* The slot of a host, which is empty where it is not known. There is an empty one. */
static KnownHost *
slot_of(const Hosts *hosts, const PyObject *ask, const uint8_t *host, size_t size, size_t hash)
{
    for (size_t slot = hash;; slot++) {
        KnownHost *known = &hosts->known[slot & (hosts->slots - 1)];
        if (!known->bytes ||
            (known->hash == hash && known->ask == ask && known->size == size && !memcmp(known->bytes, host, size)))
            return known;
    }
}

const KnownHost *
find_host(const Hosts *hosts, const PyObject *ask, const uint8_t *host, size_t size)
{
    if (!hosts->slots)
        return NULL;
    const KnownHost *known = slot_of(hosts, ask, host, size, hash_of(host, size));
    return known->bytes ? known : NULL;
}

/* Makes room for one more; 0 where memory is short. */
static int
grow(Hosts *hosts)
{
    if (hosts->count == MOST_HOSTS)
        forget_hosts(hosts);
    if (2 * (hosts->count + 1) <= hosts->slots)
        return 1;
    Hosts more = {.slots = hosts->slots ? 2 * hosts->slots : 64, .count = hosts->count};
    if (!(more.known = PyMem_Calloc(more.slots, sizeof *more.known)))
        return 0;
    for (size_t slot = 0; slot < hosts->slots; slot++) {
        const KnownHost *known = &hosts->known[slot];
        if (known->bytes)
            *slot_of(&more, known->ask, known->bytes, known->size, known->hash) = *known;
    }
    PyMem_Free(hosts->known);
    *hosts = more;
    return 1;
}

void
keep_host(Hosts *hosts, const PyObject *ask, const uint8_t *host, size_t size, const char *text, Py_ssize_t length)
{
    if (!grow(hosts))
        return;
    size_t hash = hash_of(host, size);
    KnownHost *known = slot_of(hosts, ask, host, size, hash);
    size_t more = length > 0 ? (size_t)length : 0;
    uint8_t *bytes = known->bytes ? NULL : PyMem_Malloc(size + more + 1); /* while Python ran, it may have come here */
    if (!bytes)
        return;
    memcpy(bytes, host, size);
    if (more)
        memcpy(bytes + size, text, more);
    *known = (KnownHost){ask, hash, size, length, bytes};
    hosts->count++;
}

void
forget_hosts(Hosts *hosts)
{
    for (size_t slot = 0; slot < hosts->slots; slot++)
        PyMem_Free(hosts->known[slot].bytes);
    PyMem_Free(hosts->known);
    *hosts = (Hosts){NULL, 0, 0};
}

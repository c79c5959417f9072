/* A reference written anew, component by component, as tables say: what conversions and normal forms have in common.

   The texts are UTF-8. What a table cannot tell is left to Python, which knows all of it. */
#ifndef IRI_REWRITE_H
#define IRI_REWRITE_H

#include "automaton.h"
#include "buffer.h"
#include "hosts.h"
#include "spans.h"

/* The fields of grammars.COMPONENT_FIELDS that hold text. */
enum { SCHEME, AUTHORITY, USERINFO, HOST, PORT, PATH, QUERY, FRAGMENT, PARTS };

/* What becomes of a character, as it is (ENCODE, LEAVE) and where it is percent-encoded (WRITE, LEAVE_ENCODED). Those
   with none of these bits stay what they are. */
enum { ENCODE = 1, LEAVE = 2, WRITE = 4, LEAVE_ENCODED = 8 };

/* What becomes of percent-encoded characters that stay so: hexadecimal digits as they are, or in upper case. Where they
   are COPIED, they are not read. */
enum { COPIED, DECODED, DECODED_UPPER };

typedef struct {
    const uint8_t *does; /* by class */
    int encoded;
    uint8_t plain[256]; /* by byte: whether it is copied */
} CharacterTable;

/* What else is done with references of a scheme. engines.rewriter.Flag has the same numbers. */
enum {
    LOWER = 1,                   /* the scheme, and a host in ASCII */
    REMOVE_DOTS = 2,             /* from a path that begins with "/" */
    LEAVE_WITHOUT_AUTHORITY = 4, /* where there is a path */
    LEAVE_WITHOUT_HOST = 8,      /* where the authority has an empty one, and there is a path */
    LEAVE_ENCODED_HOST = 16,
    ASK_BEYOND_ASCII = 32, /* Python about the host */
    ASK_ACE = 64,          /* the same, of one with A-labels */
    DROP_PORT = 128,       /* an empty one, or the plan's own; leading zeros of others */
    LEAVE_ALL = 256,
    LEAVE_CHANGED = 512,
    LEAVE_CHANGED_WITHOUT_HOST = 1024,
    LEAVE_WITH_HOST = 2048,
};

typedef struct {
    int tables[PARTS]; /* the number of a table, -1 where the part is copied */
    int flags;
    const char *port, *path; /* the default port; what an empty path after an authority is written as */
    PyObject *ask;           /* takes a host, and returns one, or None for what Python has to do */
} Plan;

#define LONGEST_SCHEME 31

typedef struct {
    uint8_t size; /* 0 where there is none */
    char name[LONGEST_SCHEME];
    int plan;
} NamedPlan;

typedef struct {
    PyObject_HEAD
    Spans *spans;
    Classes classes;
    CharacterTable *tables;
    Plan *plans; /* of references without a scheme, of unknown schemes, of others */
    NamedPlan *named;
    size_t slots;      /* of `named`, a power of two */
    PyObject *kept;    /* what the pointers above point into */
    uint8_t ends[128]; /* the characters that a text is left for which begins or ends with them */
    int refuses;       /* whether a text that the spans do not match has no result */
    Automaton *stays;  /* texts that it matches stay what they are, or NULL */
    Hosts hosts;       /* that Python has been asked about */
    int unencoded;     /* if they have no percent-encoding and no A-label */
} Rewriter;

/* Enters the plan of a scheme, in lower case, into `named`, which has room. */
void add_name(Rewriter *self, const char *name, size_t size, int plan);

/* What became of a text; else IRI_EXCEPTION. */
enum { LEFT, WRITTEN, REFUSED };

/* Writes a text anew, behind what is in the buffer. The GIL is held: it may ask Python. */
int write_anew(Rewriter *self, const uint8_t *text, size_t size, Buffer *out);

/* Whether a text may have percent-encoding or an A-label. */
int may_be_encoded(const uint8_t *text, size_t size);

/* Whether an automaton says that a text stays what it is, sooner than the spans could; what else is to be written. */
int is_sure_to_stay(const Rewriter *self, const uint8_t *text, size_t size);
int write_by_plan(Rewriter *self, const uint8_t *text, size_t size, Buffer *out);

/* resolve.c: removes dot segments (RFC 3986, 5.2.4) in place; returns the new size. */
size_t remove_dots(uint8_t *path, size_t size);

/* Whether a path may have some, by a quick test. */
int may_have_dots(const uint8_t *path, size_t size);

/* Writes the target of a reference by a base (RFC 3986, 5.2), strictly. */
int write_target(Spans *spans, const uint8_t *base, size_t base_size, const uint8_t *text, size_t size, Buffer *out);

/* rewrite_column.c: the same of a column. */
PyObject *rewrite_arrow_array(Rewriter *self, PyObject *args);
extern const char rewrite_arrow_array_doc[];

/* rewrite_lines.c: the same of lines. */
PyObject *rewrite_lines(Rewriter *self, PyObject *args);
extern const char rewrite_lines_doc[];

#endif

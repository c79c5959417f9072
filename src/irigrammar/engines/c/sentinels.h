/* What is returned in place of an offset, a count or the number of a state, all of which are 0 or more.

   A function that has nothing to return but success returns 0, or -1 with an exception set, as those of Python do. */
#ifndef IRI_SENTINELS_H
#define IRI_SENTINELS_H

enum {
    IRI_MATCHES = -1,   /* the text matches, without the offset of a fault */
    IRI_EXCEPTION = -2, /* an exception is set */
    IRI_FULL = -3,      /* the tables are full, or the text is too long for them: the pure engine answers */
};

#endif

/* One walk over a text, for a kind of text and a size of cells. It is included once for each, with

   NAME    the function's
   CHAR    the type of a character
   CELL    the type of a cell
   OCTETS  1 where characters are octets (of Latin-1, or of UTF-8), which can be looked at 16 at a time
   CODED   1 where they are UTF-8
   FAST    1 where the processor looks up 16 octets at a time (SSSE3)
   TARGET  the attribute that says so to the compiler */

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define RUN CAT(NAME, _run)

#if CODED
#define ROLES_OF(character) ((character) < 0x80 ? run->roles[character] : 0)
#elif OCTETS
#define ROLES_OF(character) (run->roles[character])
#else
#define ROLES_OF(character) ((character) < 0x100 ? run->roles[character] : 0)
#endif

#if OCTETS
#define STAYS_AT(at) (ROLES_OF(text[at]) >> STAYS & 1u)
#else
#define STAYS_AT(at) ((unsigned)run->stays[CLASS_OF(&automaton->classes, CELL, text[at])])
#endif

/* Reads on for as long as the state stays as it is; returns the offset after that. */
static inline TARGET Py_ssize_t
RUN(const Automaton *automaton, const Run *run, const CHAR *text, Py_ssize_t at, Py_ssize_t size)
{
    (void)automaton;
    for (;;) {
#if FAST
        while (size - at >= 16) {
            Block block = load_block(text + at);
            uint32_t stay = within(block, run, STAYS, CODED);
            if (stay == 0xFFFF) {
                at += 16;
                continue;
            }
            int stop = COUNT_ONES(stay);
            if (!(ROLES_OF(text[at + stop]) >> FIRST & 1))
                return at + stop;
            int seen = size - at >= 64 ? 64 : 16;
            stop = seen == 64 ? stop_of_64(text + at, run, CODED) : stop_of_16(block, run, stay, CODED);
            at += stop;
            if (stop < seen - 2) /* where a row of three would be seen, were there one */
                return at;
        }
        if (at < size && size >= 16) {
            /* The last 16 characters; what was read before is shifted out. */
            int before = 16 - (int)(size - at);
            Block block = load_block(text + size - 16);
            uint32_t stay = within(block, run, STAYS, CODED) >> before;
            int stop = COUNT_ONES(stay);
            if (stop == 16 - before)
                return size;
            if (!(ROLES_OF(text[at + stop]) >> FIRST & 1))
                return at + stop;
            return at + COUNT_ONES(stay | escapes_from(block, run, before, CODED));
        }
#endif
        while (size - at >= 8) {
            unsigned stay = STAYS_AT(at) | STAYS_AT(at + 1) << 1 | STAYS_AT(at + 2) << 2 | STAYS_AT(at + 3) << 3 |
                            STAYS_AT(at + 4) << 4 | STAYS_AT(at + 5) << 5 | STAYS_AT(at + 6) << 6 |
                            STAYS_AT(at + 7) << 7;
            if (stay == 0xFF) {
                at += 8;
                continue;
            }
            at += COUNT_ONES(stay);
            goto stopped;
        }
        while (at < size && STAYS_AT(at))
            at++;
stopped:
        if (size - at < 3 || !(ROLES_OF(text[at]) >> FIRST & ROLES_OF(text[at + 1]) >> SECOND &
                               ROLES_OF(text[at + 2]) >> THIRD & 1))
            return at;
        at += 3;
    }
}

static TARGET Py_ssize_t
NAME(const Automaton *automaton, const void *start, Py_ssize_t size, int *broken)
{
    const CHAR *text = start;
    const CELL *table = automaton->table;
    unsigned state = automaton->start, shift = automaton->shift;
    Py_ssize_t at = 0;
    *broken = 0;
    if (!state)
        return 0;
    while (at < size) {
        const Run *run = automaton->run_of[state];
        if (run) {
            at = RUN(automaton, run, text, at, size);
            if (at == size)
                break;
        }
        uint32_t point = text[at];
        Py_ssize_t next = at + 1;
#if CODED
        while (point >= 0x80) {
            size_t octets = decode_point(text + at, (size_t)(size - at), &point);
            if (!octets) {
                *broken = 1;
                return at;
            }
            next = at + (Py_ssize_t)octets;
            if (next == size || !run || !run->stays[CLASS_OF(&automaton->classes, CELL, point)])
                break;
            at = next;
            point = text[at];
            next = at + 1;
            if (point < 0x80) {
                at = RUN(automaton, run, text, at, size);
                if (at == size)
                    goto done;
                point = text[at];
                next = at + 1;
            }
        }
#endif
        state = table[((size_t)state << shift) | CLASS_OF(&automaton->classes, CELL, point)];
        if (!state)
            return at;
        at = next;
    }
#if CODED
done:
#endif
    return automaton->accepting[state] ? WALK_MATCHES : size;
}

#undef CAT_
#undef CAT
#undef RUN
#undef ROLES_OF
#undef STAYS_AT
#undef NAME
#undef CHAR
#undef CELL
#undef OCTETS
#undef CODED
#undef FAST
#undef TARGET

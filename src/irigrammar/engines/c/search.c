#include "search.h"

/* Writes the sets at the offsets of a block into `ids`, given the one at its end; the first of them, 0 without memory.
   `begins` becomes whether a match begins somewhere; where that is enough, reading ends there. */
static INLINED uint32_t
read_back(Sets *sets, const uint8_t *text, size_t size, uint32_t set, int enough, int *begins)
{
    const uint8_t *classes = sets->dfa->classes;
    unsigned shift = sets->dfa->shift;
    uint32_t *ids = sets->ids;
    int found = 0;
    ids[size] = set;
    for (size_t at = size; at > 0 && !(enough && found); ids[--at] = set) {
        unsigned number = classes[text[at - 1]];
        uint32_t before = sets->rows[set | number];
        set = before ? before : set_before(sets, set, number);
        if (!set)
            break;
        found |= sets->begins[set >> shift];
    }
    *begins = found;
    return set;
}

int
has_match(Sets *sets, const uint8_t *text, size_t size)
{
    int begins;
    return read_back(sets, text, size, sets->last, 1, &begins) ? begins : -1;
}

static int
add_match(Matches *matches, size_t start, size_t end)
{
    if (matches->made == matches->room) {
        size_t room = matches->room ? 2 * matches->room : 64;
        Match *more = PyMem_RawRealloc(matches->matches, room * sizeof *more);
        if (!more)
            return -1;
        matches->matches = more;
        matches->room = room;
    }
    matches->matches[matches->made++] = (Match){start, end};
    return 0;
}

/* Reads a block whose sets are known from its start; -1 without memory. */
static int
read_on(Search *search, const Sets *sets, size_t first, size_t size, Matches *matches)
{
    const ByteDfa *dfa = sets->dfa;
    const uint8_t *text = search->text + first;
    const uint32_t *ids = sets->ids;
    uint32_t state = search->state;
    for (size_t at = 0; at < size;) {
        if (!state) {
            while (at < size && !sets->begins[ids[at] >> dfa->shift])
                at++;
            if (at == size)
                break;
            search->start = first + at;
            state = dfa->start;
        }
        uint32_t to;
        while (at < size && has_state(sets, ids[at + 1], to = dfa->cells[state | dfa->classes[text[at]]])) {
            state = to;
            at++;
        }
        if (at < size) {
            if (add_match(matches, search->start, first + at) < 0)
                return -1;
            state = 0;
        }
    }
    search->state = state;
    return 0;
}

int
search_block(Sets *sets, const uint8_t *text, size_t size, Matches *matches)
{
    int begins;
    Search search = {.text = text, .size = size};
    if (!read_back(sets, text, size, sets->last, 0, &begins))
        return -1;
    if (begins && (read_on(&search, sets, 0, size, matches) < 0 ||
                   (search.state && add_match(matches, search.start, size) < 0)))
        return -1;
    return begins;
}

int
search_begin(Search *search, const Sets *sets, const uint8_t *text, size_t size)
{
    size_t blocks = size ? (size - 1) / SET_BLOCK + 1 : 0;
    *search = (Search){.text = text, .size = size, .marked = blocks ? blocks - 1 : 0};
    if (blocks < 2)
        return 0;
    search->edges = PyMem_RawCalloc(blocks - 1, sets->words * sizeof *search->edges);
    return search->edges ? 0 : -1;
}

void
search_end(Search *search)
{
    PyMem_RawFree(search->edges);
    search->edges = NULL;
}

/* Finds the sets of a block; the first of them, 0 without memory. */
static uint32_t
read_block(Search *search, Sets *sets, size_t block)
{
    size_t first = block * SET_BLOCK, size = search->size - first;
    if (sets_trim(sets) < 0)
        return 0;
    int begins;
    uint32_t set = size <= SET_BLOCK ? sets->last : set_of(sets, search->edges + block * sets->words);
    return set ? read_back(sets, search->text + first, size < SET_BLOCK ? size : SET_BLOCK, set, 0, &begins) : 0;
}

int
search_on(Search *search, Sets *sets, Matches *matches)
{
    if (search->marked) {
        uint32_t set = read_block(search, sets, search->marked);
        if (!set)
            return -1;
        memcpy(search->edges + --search->marked * sets->words, bits_of(sets, set), sets->words * sizeof *search->edges);
        return 1;
    }
    size_t first = search->block * SET_BLOCK, size = search->size - first;
    if (size > 0) {
        if (!read_block(search, sets, search->block++) ||
            read_on(search, sets, first, size < SET_BLOCK ? size : SET_BLOCK, matches) < 0)
            return -1;
        if (size > SET_BLOCK)
            return 1;
    }
    return search->state && add_match(matches, search->start, search->size) < 0 ? -1 : 0;
}

#include "runs.h"

#include <string.h>

/* Each distinct run takes about 500 bytes and is looked for among those before it. */
#define MOST_RUNS 256
/* The steps after which looking for rows of three ends; states after that read them one character at a time. */
#define MOST_STEPS 8000000

static void
set_role(Run *run, const Automaton *automaton, int role, unsigned from, unsigned to)
{
    for (uint32_t point = 0; point < 256; point++)
        if (next_state(automaton, from, class_of(&automaton->classes, point)) == to)
            run->roles[point] |= (uint8_t)(1 << role);
}

/* What was looked at on the way: when a state was last the first and the second one, and for which state it was last
   `asked` whether it `leads` there; and how many code points below 256 each class has. */
typedef struct {
    uint32_t *first, *second, *asked;
    uint8_t *leads;
    uint16_t *weights;
    uint32_t rows; /* of first states so far, which number the marks in `second` */
    long steps;
} Search;

/* Whether a class leads from a state to another one. */
static int
leads(const Automaton *automaton, unsigned from, unsigned to, Search *search)
{
    if (search->asked[from] == to)
        return search->leads[from];
    unsigned number = 0, count = automaton->classes.count;
    while (number < count && next_state(automaton, from, number) != to)
        number++;
    search->steps -= count;
    search->asked[from] = to;
    search->leads[from] = number < count;
    return number < count;
}

/* The number of second times that of third characters below 256 in a row of three that comes back to a state; 0 where
   no first character is below 256, and where one could be taken for another one of the run. */
static unsigned
row_size(const Automaton *automaton, unsigned state, unsigned one, unsigned other, Search *search)
{
    unsigned firsts = 0, seconds = 0, thirds = 0;
    search->steps -= automaton->classes.count;
    for (unsigned number = 0; number < automaton->classes.count; number++) {
        unsigned weight = search->weights[number];
        int is_first = next_state(automaton, state, number) == one;
        int is_second = next_state(automaton, one, number) == other;
        int is_third = next_state(automaton, other, number) == state;
        if (weight && is_first && (is_second || is_third))
            return 0;
        firsts += is_first ? weight : 0;
        seconds += is_second ? weight : 0;
        thirds += is_third ? weight : 0;
    }
    return firsts ? seconds * thirds : 0;
}

/* Looks for the row of three that comes back to a state with most characters below 256 in its second and third. */
static void
find_escape(Automaton *automaton, unsigned state, Run *run, Search *search)
{
    unsigned count = automaton->classes.count, best = 0, best_one = 0, best_other = 0;
    for (unsigned first = 0; first < count && search->steps > 0; first++) {
        unsigned one = next_state(automaton, state, first);
        if (!one || one == state || search->first[one] == state)
            continue;
        search->first[one] = state;
        search->rows++;
        for (unsigned second = 0; second < count && search->steps > 0; second++) {
            search->steps--;
            unsigned other = next_state(automaton, one, second);
            if (!other || other == state || other == one || search->second[other] == search->rows)
                continue;
            search->second[other] = search->rows;
            if (!leads(automaton, other, state, search))
                continue;
            unsigned size = row_size(automaton, state, one, other, search);
            if (size > best) {
                best = size;
                best_one = one;
                best_other = other;
            }
        }
    }
    if (best) {
        set_role(run, automaton, FIRST, state, best_one);
        set_role(run, automaton, SECOND, best_one, best_other);
        set_role(run, automaton, THIRD, best_other, state);
        run->escapes = 1;
    }
}

void
set_masks(Run *run)
{
    for (int role = 0; role < ROLES; role++)
        for (int byte = 0; byte < 256; byte++)
            if (run->roles[byte] >> role & 1) {
                uint8_t *masks = byte < 128 ? run->low[role] : run->high[role];
                masks[byte & 15] |= (uint8_t)(1 << (byte >> 4 & 7));
            }
}

/* Fills in the run of a state; 0 where it has none. `stays` has room for a mark for each class. */
static int
run_of(Automaton *automaton, unsigned state, Run *run, uint8_t *stays, Search *search)
{
    int found = 0;
    memset(run, 0, sizeof *run);
    run->stays = stays;
    for (unsigned number = 0; number < automaton->classes.count; number++)
        found |= stays[number] = next_state(automaton, state, number) == state;
    if (!found && search->steps <= 0)
        return 0;
    set_role(run, automaton, STAYS, state, state);
    find_escape(automaton, state, run, search);
    set_masks(run);
    return found || run->escapes;
}

/* Gives back the room for runs that were not found. */
static int
fit_runs(Automaton *automaton)
{
    Run *fit = PyMem_Malloc(automaton->runs_made * sizeof(Run));
    if (!fit)
        return -1;
    memcpy(fit, automaton->runs, automaton->runs_made * sizeof(Run));
    for (unsigned state = 0; state < automaton->states; state++)
        if (automaton->run_of[state])
            automaton->run_of[state] = fit + (automaton->run_of[state] - automaton->runs);
    PyMem_Free(automaton->runs);
    automaton->runs = fit;
    return 0;
}

int
find_runs(Automaton *automaton, int any)
{
    unsigned count = automaton->classes.count;
    size_t states = automaton->states;
    automaton->run_of = PyMem_Calloc(states, sizeof(Run *));
    if (!any && automaton->run_of)
        return 0;
    automaton->runs = PyMem_Calloc(MOST_RUNS, sizeof(Run));
    uint8_t *stays = PyMem_Malloc(count), *led = PyMem_Calloc(states, 1);
    uint32_t *marks = PyMem_Calloc(3 * states, sizeof *marks);
    uint16_t *weights = PyMem_Calloc(count, sizeof *weights);
    if (!automaton->run_of || !automaton->runs || !stays || !led || !marks || !weights)
        goto nomemory;
    for (uint32_t point = 0; point < 256; point++)
        weights[class_of(&automaton->classes, point)]++;
    Search search = {marks, marks + states, marks + 2 * states, led, weights, 0, MOST_STEPS};
    for (unsigned state = 1; state < automaton->states; state++) {
        Run run;
        size_t at = 0;
        if (!run_of(automaton, state, &run, stays, &search))
            continue;
        for (; at < automaton->runs_made; at++) {
            Run *old = &automaton->runs[at];
            if (memcmp(old->roles, run.roles, sizeof run.roles) == 0 && memcmp(old->stays, stays, count) == 0)
                break;
        }
        if (at == MOST_RUNS)
            continue;
        if (at == automaton->runs_made) {
            automaton->runs[at] = run;
            automaton->runs[at].stays = PyMem_Malloc(count);
            if (!automaton->runs[at].stays)
                goto nomemory;
            memcpy(automaton->runs[at].stays, stays, count);
            automaton->runs_made++;
        }
        automaton->run_of[state] = &automaton->runs[at];
    }
    if (fit_runs(automaton) < 0)
        goto nomemory;
    PyMem_Free(stays);
    PyMem_Free(led);
    PyMem_Free(marks);
    PyMem_Free(weights);
    return 0;
nomemory:
    PyMem_Free(stays);
    PyMem_Free(led);
    PyMem_Free(marks);
    PyMem_Free(weights);
    PyErr_NoMemory();
    return -1;
}

void
free_runs(Automaton *automaton)
{
    for (size_t at = 0; at < automaton->runs_made; at++)
        PyMem_Free(automaton->runs[at].stays);
    PyMem_Free(automaton->runs);
    PyMem_Free(automaton->run_of);
}

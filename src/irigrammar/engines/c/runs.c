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

static unsigned
count_role(const Run *run, int role)
{
    unsigned found = 0;
    for (int point = 0; point < 256; point++)
        found += run->roles[point] >> role & 1;
    return found;
}

/* Whether two states have a class that leads from one to the other. */
static int
leads(const Automaton *automaton, unsigned from, unsigned to, long *steps)
{
    *steps -= automaton->classes.count;
    for (unsigned number = 0; number < automaton->classes.count; number++)
        if (next_state(automaton, from, number) == to)
            return 1;
    return 0;
}

/* Whether a first character of a row could be taken for another one of the run. */
static int
ambiguous(const Run *run)
{
    for (int point = 0; point < 256; point++)
        if (run->roles[point] >> FIRST & 1 && run->roles[point] & ~(1 << FIRST))
            return 1;
    return 0;
}

/* Looks for the row of three that comes back to a state with most characters below 256 in its second and third. */
static void
find_escape(Automaton *automaton, unsigned state, Run *run, long *steps)
{
    unsigned count = automaton->classes.count, best = 0;
    Run plain = *run;
    for (unsigned first = 0; first < count && *steps > 0; first++) {
        unsigned one = next_state(automaton, state, first);
        if (!one || one == state)
            continue;
        for (unsigned second = 0; second < count && *steps > 0; second++) {
            --*steps;
            unsigned other = next_state(automaton, one, second);
            if (!other || other == state || other == one || !leads(automaton, other, state, steps))
                continue;
            Run tried = plain;
            set_role(&tried, automaton, FIRST, state, one);
            set_role(&tried, automaton, SECOND, one, other);
            set_role(&tried, automaton, THIRD, other, state);
            unsigned size = count_role(&tried, SECOND) * count_role(&tried, THIRD);
            *steps -= 1024;
            if (size > best && count_role(&tried, FIRST) && !ambiguous(&tried)) {
                best = size;
                tried.escapes = 1;
                *run = tried;
            }
        }
    }
}

static void
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
run_of(Automaton *automaton, unsigned state, Run *run, uint8_t *stays, long *steps)
{
    int found = 0;
    memset(run, 0, sizeof *run);
    run->stays = stays;
    for (unsigned number = 0; number < automaton->classes.count; number++)
        found |= stays[number] = next_state(automaton, state, number) == state;
    if (!found && *steps <= 0)
        return 0;
    set_role(run, automaton, STAYS, state, state);
    find_escape(automaton, state, run, steps);
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
find_runs(Automaton *automaton)
{
    unsigned count = automaton->classes.count;
    long steps = MOST_STEPS;
    automaton->run_of = PyMem_Calloc(automaton->states, sizeof(Run *));
    automaton->runs = PyMem_Calloc(MOST_RUNS, sizeof(Run));
    uint8_t *stays = PyMem_Malloc(count);
    if (!automaton->run_of || !automaton->runs || !stays)
        goto nomemory;
    for (unsigned state = 1; state < automaton->states; state++) {
        Run run;
        size_t at = 0;
        if (!run_of(automaton, state, &run, stays, &steps))
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
    return 0;
nomemory:
    PyMem_Free(stays);
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

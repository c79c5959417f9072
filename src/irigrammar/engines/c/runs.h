/* How states read on without leaving, found in the automaton. */
#ifndef IRI_RUNS_H
#define IRI_RUNS_H

#include "automaton.h"

/* Finds the runs, none unless there may be `any`; -1 with an exception set. */
int find_runs(Automaton *automaton, int any);

/* Writes the masks of a run from its roles. */
void set_masks(Run *run);
void free_runs(Automaton *automaton);

#endif

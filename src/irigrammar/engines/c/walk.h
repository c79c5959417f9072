/* The walks over one text, for each kind of text and both sizes of cells. */
#ifndef IRI_WALK_H
#define IRI_WALK_H

#include "automaton.h"

void choose_walks(Automaton *automaton);

#endif

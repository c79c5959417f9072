/* The methods of an automaton. */
#ifndef IRI_MATCH_H
#define IRI_MATCH_H

#include <Python.h>

extern PyMethodDef automaton_methods[];

#endif

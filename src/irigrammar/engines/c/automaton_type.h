/* The type of automata in Python. */
#ifndef IRI_AUTOMATON_TYPE_H
#define IRI_AUTOMATON_TYPE_H

#include <Python.h>

extern PyTypeObject AutomatonType;

#endif

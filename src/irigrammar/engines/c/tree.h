/* The two passes of the tree engine; what they meet for the first time is asked of automata.reverse. */
#ifndef IRI_TREE_H
#define IRI_TREE_H

#include "classes.h"
#include "sentinels.h"

/* What the pass from left to right does at a node in a state (automata.reverse.Pick), and the node after that. */
typedef struct {
    PyObject *pick;
    uint32_t after;
} Decision;

/* The place of a decision: a state and a node; `decision` -1 where the place is free. */
typedef struct {
    uint32_t state, node;
    int32_t decision;
} Place;

typedef struct {
    PyObject_HEAD
    Classes classes;
    PyObject *reverse;
    uint32_t start;
    unsigned shift;
    /* States are numbered as they are met; `left[state << shift | class]` is the state one character further left, -1
       where it is not known. */
    PyObject **suffixes;
    PyObject *numbers;
    int16_t *left;
    uint8_t *dead, *begins; /* whether nothing is live in a state, and whether the start is */
    int states;
    Decision *decisions;
    int decisions_made;
    Place *places;
    int full, busy;
} Tree;

/* The states of the offsets of a text, in `states` (size + 1 of them): 1, or 0 without a parse, IRI_EXCEPTION,
   or IRI_FULL. */
int tree_suffixes(Tree *self, int kind, const void *text, Py_ssize_t size, uint16_t *states);

/* The number of the decision at a node in a state; IRI_EXCEPTION or IRI_FULL. */
int tree_decide(Tree *self, uint32_t state, uint32_t node);

/* Forgets everything where the tables are full and nobody is reading them. */
void tree_enter(Tree *self);
void tree_clear(Tree *self);

extern PyMethodDef tree_methods[];

#endif

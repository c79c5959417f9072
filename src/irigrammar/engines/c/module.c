/* The kernel: what the pure engines answer, from the same tables, without a Python object per character. */
#include "many.h"
#include "spans.h"
#include "tree.h"

#include <string.h>

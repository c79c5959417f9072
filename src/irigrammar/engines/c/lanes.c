#include "lanes.h"

void
lanes_init(Lanes *lanes, Automaton *automaton, int kind, size_t more)
{
    *lanes = (Lanes){.automaton = automaton, .bytes = byte_dfa_for(automaton, kind, more), .kind = kind};
    lanes->waiting = LANES;
    for (int lane = 0; lane < LANES; lane++)
        lanes->idle[lane] = (uint8_t)lane;
}

void
lanes_walk(Lanes *lanes)
{
    const ByteDfa *bytes = lanes->bytes;
    const uint8_t *classes = bytes->classes;
    const uint32_t *cells = bytes->cells;
    const uint8_t *at[LANES];
    uint32_t row[LANES];
    size_t steps = lanes->left[0];
    for (int lane = 0; lane < LANES; lane++) {
        at[lane] = lanes->at[lane];
        row[lane] = lanes->row[lane];
        steps = lanes->left[lane] < steps ? lanes->left[lane] : steps;
    }
    for (size_t step = 0; step < steps; step++)
        for (int lane = 0; lane < LANES; lane++)
            row[lane] = cells[row[lane] | classes[at[lane][step]]];
    for (int lane = 0; lane < LANES; lane++) { /* without branches that could be foretold badly */
        lanes->at[lane] = at[lane] + steps;
        lanes->row[lane] = row[lane];
        lanes->left[lane] -= steps;
        *lanes->verdict[lane] = bytes->accepting[row[lane] >> bytes->shift];
        lanes->idle[lanes->waiting] = (uint8_t)lane;
        lanes->waiting += !lanes->left[lane];
    }
}

void
lanes_finish(Lanes *lanes)
{
    const ByteDfa *bytes = lanes->bytes;
    for (int lane = 0; lane < LANES && lanes->waiting < LANES; lane++)
        if (lanes->left[lane]) {
            uint32_t row = lanes->row[lane];
            for (size_t step = 0; step < lanes->left[lane]; step++)
                row = bytes->cells[row | bytes->classes[lanes->at[lane][step]]];
            *lanes->verdict[lane] = bytes->accepting[row >> bytes->shift];
            lanes->left[lane] = 0;
            lanes->idle[lanes->waiting++] = (uint8_t)lane;
        }
}

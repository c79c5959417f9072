@HEAD@

// @INTERVALS@
const points = [@POINTS@];
const classes = [@CLASSES@];

// @CLASS_SETS@
const sets = [@SETS@];

// @TRANSITIONS@
const edges = [@EDGES@];

// @NUMBERS@
const states = [@STATES@];

function next(state/*: number*/, point/*: number*/)/*: number*/ {
  let low = 0;
  let high = points.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle]/*!*/ <= point) low = middle;
    else high = middle;
  }
  const number = classes[low]/*!*/;
  const end = states[state + 1]/*!*/ >> 1;
  for (let edge = states[state]/*!*/ >> 1; edge < end; edge++) {
    const word = sets[edges[2 * edge]/*!*/ + (number >> 5)]/*!*/;
    if ((word >>> (number & 31)) & 1) return edges[2 * edge + 1]/*!*/;
  }
  return 0;
}

/**
 * Returns @FAULT@
 */
export function fault(text/*: string*/)/*: number*/ {
  let state = @START@;
  let offset = 0;
  while (offset < text.length) {
    const point = text.codePointAt(offset)/* as number*/;
    state = next(state, point);
    if (state === 0) return offset;
    offset += point > 0xffff ? 2 : 1;
  }
  return states[state]/*!*/ & 1 ? -1 : text.length;
}

/** Returns whether the whole text matches. */
export function matches(text/*: string*/)/*: boolean*/ {
  return fault(text) < 0;
}

@HEAD@

// @INTERVALS@
const points = [@POINTS@];
const classes = [@CLASSES@];
@CODE

// @ASCII_CLASSES@
const ascii = new Uint16Array([@ASCII@]);
@END
@TABLES

// @CLASS_SETS@
const sets = [@SETS@];

// @FIRST_EDGES@
const states = [@STATES@];

// @EDGE_SETS@
const edges = [@EDGES@];
@END

// @NEXT_STATES@
const targets = new Uint@SIZE@Array([@TARGETS@]);
@STACK

// @STACK_ACTIONS@
const actions = [@ACTIONS@];

// @STATES_AFTER@
const pops = [@POPS@];
@END
@SPLIT

// @STEP_INDEXES@
const actions = [@ACTIONS@];

// @STEP_NUMBERS@
const steps = [@STEPS@];
/*::

/** The start and end of each component; null where there is none. */
export interface Components {
@FIELDS
  @FIELD@: [number, number] | null;
@END
}
::*/
@END

// Returns the code point at an offset; for bytes that are not UTF-8 a surrogate, which nothing matches.
function pointAt(text/*: string | Uint8Array*/, offset/*: number*/)/*: number*/ {
  if (typeof text === "string") return text.codePointAt(offset)/* as number*/;
  const lead = text[offset]/*!*/;
  if (lead < 0x80) return lead;
  const size = lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let point = lead & (0x7f >> size);
  for (let i = offset + 1; i < offset + size; i++) {
    if ((text[i]/*!*/ & 0xc0) !== 0x80) return 0xd800;
    point = (point << 6) | (text[i]/*!*/ & 0x3f);
  }
  if (lead > 0xf7 || size !== sizeOf(text, point)) return 0xd800;
  return point;
}

function sizeOf(text/*: string | Uint8Array*/, point/*: number*/)/*: number*/ {
  if (typeof text === "string") return point > 0xffff ? 2 : 1;
  if (point < 0x80) return 1;
  return point < 0x800 ? 2 : point < 0x10000 ? 3 : point < 0x110000 ? 4 : 0;
}

// Returns the class of a code point, by its interval.
function search(point/*: number*/)/*: number*/ {
  let low = 0;
  let high = points.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle]/*!*/ <= point) low = middle;
    else high = middle;
  }
  return classes[low]/*!*/;
}

// @NEXT@
function edgeOf(state/*: number*/, number/*: number*/)/*: number*/ {
@CODE
  return state + number;
@END
@TABLES
  const end = states[state + 1]/*!*/;
  for (let edge = states[state]/*!*/; edge < end; edge++) {
    const word = sets[edges[edge]/*!*/ + (number >> 5)]/*!*/;
    if ((word >>> (number & 31)) & 1) return edge;
  }
  return 0;
@END
}

// Returns where the transition of a code point is.
function next(state/*: number*/, point/*: number*/)/*: number*/ {
@CODE
  if (point < 0x80) return edgeOf(state, ascii[point]/*!*/);
@END
  return edgeOf(state, search(point));
}

/**
 * Returns @FAULT@
 */
export function fault(text/*: string | Uint8Array*/)/*: number*/ {
  let state = @START@;
  let offset = 0;
@STACK
  const stack/*: number[]*/ = [];
@END
  while (offset < text.length) {
    const unit =
      typeof text === "string" ? text.charCodeAt(offset) : text[offset]/*!*/;
    const point = unit < 0x80 ? unit : pointAt(text, offset);
    const edge = next(state, point);
    state = targets[edge]/*!*/;
    if (state === 0) return offset;
@STACK
    if (actions[edge] === @POP@) {
      const top = stack.pop()/* as number*/;
      state = pops[state + top]/*!*/;
    } else if (actions[edge] !== 0) {
      stack.push(actions[edge]/*!*/);
    }
@END
    offset += unit < 0x80 ? 1 : sizeOf(text, point);
  }
  return targets[edgeOf(state, @END@)] !== 0 ? -1 : text.length;
}

/** Returns whether the whole text matches. */
export function matches(text/*: string | Uint8Array*/)/*: boolean*/ {
  return fault(text) < 0;
}
@SPLIT

function run(rows/*: number[][]*/, step/*: number*/, offset/*: number*/)/*: number[][]*/ {
  if (step === 0) return rows;
  const moved/*: number[][]*/ = [];
  for (let count = steps[step++]/*!*/; count > 0; count--) {
    const row = [...rows[steps[step++]/*!*/]/*!*/];
    for (let sets = steps[step++]/*!*/; sets > 0; sets--) {
      row[steps[step++]/*!*/] = offset;
    }
    moved.push(row);
  }
  return moved;
}

/**
 * Returns the start and end of each component, in @UNIT@; null if the text does not match.
 */
export function split(text/*: string | Uint8Array*/)/*: Components | null*/ {
  if (!matches(text)) return null;
  let rows/*: number[][]*/ = [new Array(@WIDTH@).fill(-1)];
  let state = @START@;
  let offset = 0;
  while (offset < text.length) {
    const point = pointAt(text, offset);
    const edge = next(state, point);
    rows = run(rows, actions[edge]/*!*/, offset);
    state = targets[edge]/*!*/;
    offset += sizeOf(text, point);
  }
  const row = run(rows, actions[edgeOf(state, @END@)]/*!*/, text.length)[0]/*!*/;
  const span = (start/*: number*/)/*: [number, number] | null*/ =>
    row[start]/*!*/ < 0 ? null : [row[start]/*!*/, row[start + 1]/*!*/];
  return {
@FIELDS
    @FIELD@: span(@LOW@),
@END
  };
}
@END

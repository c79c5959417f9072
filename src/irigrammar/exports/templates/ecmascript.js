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
@SPLIT

// @STEP_INDEXES@
const actions = [@ACTIONS@];
const ends = [@ENDS@];

// @STEP_NUMBERS@
const steps = [@STEPS@];
/*::

/** The start and end of each component; null where there is none. */
export interface Components {
  @FIELD@: [number, number] | null;
}
::*/
@END

// @NEXT@
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
    if ((word >>> (number & 31)) & 1) return 2 * edge + 1;
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
    const edge = next(state, point);
    if (edge === 0) return offset;
    state = edges[edge]/*!*/;
    offset += point > 0xffff ? 2 : 1;
  }
  return states[state]/*!*/ & 1 ? -1 : text.length;
}

/** Returns whether the whole text matches. */
export function matches(text/*: string*/)/*: boolean*/ {
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
 * Returns the start and end of each component, in UTF-16 code units; null if the text does not match.
 */
export function split(text/*: string*/)/*: Components | null*/ {
  if (!matches(text)) return null;
  let rows/*: number[][]*/ = [new Array(@WIDTH@).fill(-1)];
  let state = @START@;
  let offset = 0;
  while (offset < text.length) {
    const point = text.codePointAt(offset)/* as number*/;
    const edge = next(state, point);
    rows = run(rows, actions[edge >> 1]/*!*/, offset);
    state = edges[edge]/*!*/;
    offset += point > 0xffff ? 2 : 1;
  }
  const row = run(rows, ends[state]/*!*/, text.length)[0]/*!*/;
  const span = (start/*: number*/)/*: [number, number] | null*/ =>
    row[start]/*!*/ < 0 ? null : [row[start]/*!*/, row[start + 1]/*!*/];
  return {
    @FIELD@: span(@LOW@),
  };
}
@END

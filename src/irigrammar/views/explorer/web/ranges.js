// Sets of code points as sorted, disjoint ranges [low, high], both included; and the classes that sets make of all.

const MAX = 0x10ffff;

/** Return the numbers of which there are the gaps: how much greater each is than the one before. */
export function summed(gaps) {
  let sum = 0;
  return gaps.map((gap) => (sum += gap));
}

/** Return the ranges of which there are the distances: from each end to the next beginning, and from that to its end. */
export function rangesOf(distances) {
  const ranges = [];
  let end = 0;
  for (let at = 0; at < distances.length; at += 2) {
    const low = end + distances[at];
    end = low + distances[at + 1];
    ranges.push([low, end]);
  }
  return ranges;
}

/** Return the code points that are in any of the sets. */
export function union(...sets) {
  const merged = [];
  for (const [low, high] of sets.flat().sort((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

/** Return the code points that are in both sets. */
export function intersection(one, other) {
  const found = [];
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const low = Math.max(one[i][0], other[j][0]);
    const high = Math.min(one[i][1], other[j][1]);
    if (low <= high) found.push([low, high]);
    if (one[i][1] < other[j][1]) i += 1;
    else j += 1;
  }
  return found;
}

/** Return the code points of the first set that are not in the second. */
export function difference(one, other) {
  const gaps = [];
  let start = 0;
  for (const [low, high] of other) {
    if (start < low) gaps.push([start, low - 1]);
    start = high + 1;
  }
  if (start <= MAX) gaps.push([start, MAX]);
  return intersection(one, gaps);
}

/** Return how many code points a set has. */
export function sizeOf(ranges) {
  return ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0);
}

/** Return whether a code point is in a set. */
export function holds(ranges, point) {
  let from = 0;
  let to = ranges.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ranges[middle][1] < point) from = middle + 1;
    else to = middle;
  }
  return from < ranges.length && ranges[from][0] <= point;
}

/** A partition of all code points: interval i begins at starts[i] and belongs to class ids[i]; 0 is what no set holds. */
export class Classes {
  /** `letters` are the most readable code points of the classes but 0, the most readable first. */
  constructor(starts, ids, letters = []) {
    this.starts = starts;
    this.ids = ids;
    this.letters = letters;
    this.count = Math.max(...ids) + 1;
    this.low = Uint16Array.from({ length: 256 }, (_, point) => this.search(point));
  }

  of(point) {
    return point < 256 ? this.low[point] : this.search(point);
  }

  search(point) {
    let from = 0;
    let to = this.starts.length;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (this.starts[middle] <= point) from = middle;
      else to = middle;
    }
    return this.ids[from];
  }

  /** Return the class of each of some code points. */
  encode(points) {
    const classes = new Uint16Array(points.length);
    for (let at = 0; at < points.length; at += 1) classes[at] = this.of(points[at]);
    return classes;
  }

  /** Return the code points of a class. */
  ranges(number) {
    const found = [];
    this.ids.forEach((id, at) => {
      if (id === number) found.push([this.starts[at], (this.starts[at + 1] ?? MAX + 1) - 1]);
    });
    return union(found);
  }

  /** Return the letters, those of classes of one character, as delimiters are, first. */
  delimitersFirst() {
    if (!this.ordered) {
      const isSingle = (point) => {
        const ranges = this.ranges(this.of(point));
        return ranges[0][0] === ranges.at(-1)[1];
      };
      this.ordered = [...this.letters.filter(isSingle), ...this.letters.filter((point) => !isSingle(point))];
    }
    return this.ordered;
  }

  /** Return which classes lie within a set, 1 for each that does; a class lies within the set or outside. */
  within(ranges) {
    const found = new Uint8Array(this.count);
    this.starts.forEach((start, at) => {
      if (holds(ranges, start)) found[this.ids[at]] = 1;
    });
    return found;
  }
}

/** Return the coarsest classes such that each of the sets is a union of classes. */
export function partition(sets) {
  const edges = new Map([[0, []]]);
  const edge = (point, number) => {
    if (!edges.has(point)) edges.set(point, []);
    edges.get(point).push(number);
  };
  sets.forEach((ranges, number) => {
    for (const [low, high] of ranges) {
      edge(low, number);
      edge(high + 1, number);
    }
  });
  const inside = new Set();
  const numbers = new Map([["", 0]]);
  const starts = [];
  const ids = [];
  for (const start of [...edges.keys()].sort((one, other) => one - other)) {
    if (start > MAX) break;
    for (const number of edges.get(start)) {
      if (!inside.delete(number)) inside.add(number);
    }
    const key = [...inside].sort((one, other) => one - other).join();
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    if (ids.at(-1) !== numbers.get(key)) {
      starts.push(start);
      ids.push(numbers.get(key));
    }
  }
  return new Classes(starts, ids);
}

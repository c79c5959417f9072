// Answers that are asked for again.

/** Return a function that keeps what it made of each value. */
export function remembered(make) {
  const known = new Map();
  return (value) => {
    if (!known.has(value)) known.set(value, make(value));
    return known.get(value);
  };
}

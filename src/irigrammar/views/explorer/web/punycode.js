// Punycode (RFC 3492): code points as letters, digits and hyphens.

import { textOf } from "./text.js";

const [BASE, FIRST, LAST, SKEW, DAMP] = [36, 1, 26, 38, 700];
const [FIRST_BIAS, FIRST_POINT, LAST_POINT] = [72, 0x80, 0x10ffff];
const DELIMITER = "-";

/** Return code points in ASCII (6.3). */
export function encodedPunycode(points) {
  const plain = [...points].filter((point) => point < FIRST_POINT);
  let made = textOf(Uint32Array.from(plain)) + (plain.length ? DELIMITER : "");
  let done = plain.length;
  let [delta, bias, next] = [0, FIRST_BIAS, FIRST_POINT];
  while (done < points.length) {
    const least = points.reduce((low, point) => (point >= next && point < low ? point : low), Infinity);
    delta += (least - next) * (done + 1);
    next = least;
    for (const point of points) {
      if (point < next) delta += 1;
      if (point !== next) continue;
      made += variableLength(delta, bias);
      bias = adapted(delta, done + 1, done === plain.length);
      delta = 0;
      done += 1;
    }
    delta += 1;
    next += 1;
  }
  return made;
}

/** Return the code points that are written in ASCII (6.2); null for what writes none. */
export function decodedPunycode(text) {
  const end = text.lastIndexOf(DELIMITER);
  const points = Array.from(text.slice(0, Math.max(end, 0)), (char) => char.codePointAt(0));
  let [at, index, bias, next] = [end + 1, 0, FIRST_BIAS, FIRST_POINT];
  while (at < text.length) {
    const before = index;
    let weight = 1;
    for (let place = BASE; ; place += BASE) {
      const digit = digitOf(text[at]);
      at += 1;
      if (digit === null) return null;
      index += digit * weight;
      const threshold = thresholdAt(place, bias);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    bias = adapted(index - before, points.length + 1, before === 0);
    next += Math.floor(index / (points.length + 1));
    index %= points.length + 1;
    if (next > LAST_POINT) return null;
    points.splice(index, 0, next);
    index += 1;
  }
  return Uint32Array.from(points);
}

function variableLength(number, bias) {
  let made = "";
  for (let place = BASE; ; place += BASE) {
    const threshold = thresholdAt(place, bias);
    if (number < threshold) return made + letterOf(number);
    const digit = threshold + ((number - threshold) % (BASE - threshold));
    made += letterOf(digit);
    number = Math.floor((number - threshold) / (BASE - threshold));
  }
}

/** Return a digit: letters come before numbers, which they follow elsewhere. */
function letterOf(digit) {
  return ((digit + BASE - LAST) % BASE).toString(BASE);
}

function digitOf(char = "") {
  const digit = parseInt(char, BASE);
  return Number.isNaN(digit) ? null : (digit + LAST) % BASE;
}

function thresholdAt(place, bias) {
  return Math.min(Math.max(place - bias, FIRST), LAST);
}

function adapted(delta, count, isFirst) {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  for (; rest > ((BASE - FIRST) * LAST) / 2; bias += BASE) rest = Math.floor(rest / (BASE - FIRST));
  return bias + Math.floor((BASE * rest) / (rest + SKEW));
}

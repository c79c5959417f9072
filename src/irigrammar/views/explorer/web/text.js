// Texts and their code points. A lone surrogate counts as a code point of its own, as in Python.

const ESCAPE = /\\u\{([0-9A-Fa-f]{1,6})\}/g;
const TRIPLET = /%([0-9A-Fa-f]{2})/g;
const LAST_CODE_POINT = 0x10ffff;
const CHUNK = 8192;
const utf8 = new TextEncoder();

/** Return a field's text with each \u{HEX} read as that code point; what names none stays. */
export function unescaped(field) {
  return field.replace(ESCAPE, (written, digits) => {
    const point = parseInt(digits, 16);
    return point <= LAST_CODE_POINT ? String.fromCodePoint(point) : written;
  });
}

/** Return a code point as an escape that `unescaped` reads. */
export function escapeOf(point) {
  return `\\u{${point.toString(16).toUpperCase()}}`;
}

/** Return a text in which surrogates without a partner are escapes: what an address can carry. */
export function portable(text) {
  return text.isWellFormed?.() ? text : [...text].map(portableCharacter).join("");
}

function portableCharacter(char) {
  const point = char.codePointAt(0);
  return isSurrogate(point) ? escapeOf(point) : char;
}

/** Return whether a code point is half of a pair: such have no bytes, and match nothing. */
export function isSurrogate(point) {
  return point >>> 11 === 0x1b;
}

/** Return the code points of a text. */
export function pointsOf(text) {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at);
    points[count++] = point;
    if (point > 0xffff) at += 1;
  }
  return points.subarray(0, count);
}

/** Return the text of code points, of all or of those from `start` to `end`. */
export function textOf(points, start = 0, end = points.length) {
  let made = "";
  for (let at = start; at < end; at += CHUNK) {
    made += String.fromCodePoint.apply(null, points.subarray(at, Math.min(end, at + CHUNK)));
  }
  return made;
}

/** Return a text with each character given to a function, which is asked once for each that there is. */
export function eachMapped(text, make) {
  const known = new Map();
  let made = "";
  for (const char of text) {
    if (!known.has(char)) known.set(char, make(char));
    made += known.get(char);
  }
  return made;
}

/** Return a code point as standards write it. */
export function codePoint(point) {
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Return the bytes of a text in UTF-8, percent-encoded (RFC 3986, 2.1); a surrogate has none and stays. */
export function percentEncoded(text) {
  let made = "";
  for (const char of text) {
    if (isSurrogate(char.codePointAt(0))) made += char;
    else for (const byte of utf8.encode(char)) made += triplet(byte);
  }
  return made;
}

/** Return the bytes of a text in UTF-8 that is percent-decoded, each as a character. */
export function decodedBytes(text) {
  const bytes = textOf(Uint32Array.from(utf8.encode(text)));
  return bytes.replace(TRIPLET, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
}

/** Return a byte percent-encoded. */
export function triplet(byte) {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

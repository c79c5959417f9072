// Advice on references that match, and are probably not what was meant: schemes, slashes, hosts in other places.

import { isAscii } from "./encoding.js";
import { textOf } from "./text.js";
import { inMarks } from "./words.js";

export const HIGHEST_PORT = 2 ** 16 - 1;
const LOCAL = "localhost";
const SHORTEST = 3; // letters: of a scheme so short only its own letters are taken for a slip
const NAME = /^[\p{L}\p{N}]+$/u;
const NUMBER = /^\p{Nd}+$/u;
const BACKSLASH = /\\|%5c/gi;
const BEGINS_PATH = /^(?:\/|\\|%5c)/i;
const SECOND = /(?:[,;|]|%20|%2c|%7c|%0[ad])(?=https?:)|(?<=[^/:@])(?=https?:\/\/)/gi;

/** Return what is to be said of the mistakes in a subject: [code, start, end, words]. */
export function* adviceOnMistakes(subject) {
  const mistakes = new Mistakes(subject);
  if (mistakes.user && mistakes.host) yield* mistakes.inUser();
  if (mistakes.path) yield* mistakes.scheme ? mistakes.inScheme() : mistakes.host ? [] : mistakes.inPath();
  yield* mistakes.twice();
  if (mistakes.path) yield* mistakes.drive();
  if (mistakes.host) yield* mistakes.inHost();
}

class Mistakes {
  constructor(subject) {
    this.subject = subject;
    this.data = subject.data.advice.mistakes;
    this.text = textOf(subject.points);
    [this.scheme, this.user, this.host, this.path] = ["scheme", "userinfo", "host", "path"].map((name) => {
      const part = subject.part(name);
      return part && { ...part, text: textOf(subject.points, part.start, part.end) };
    });
    this.name = this.scheme?.text.toLowerCase();
    const typed = this.data.typed.join("|");
    this.again = this.text.match(new RegExp(`^(?:${typed}):/{0,2}(${typed}):?//`, "i"));
  }

  /** Return what is written with all that comes after an offset. */
  writing(before, start) {
    return `write ${inMarks(before + textOf(this.subject.points, start))}`;
  }

  *inUser() {
    const { start, text } = this.user;
    const name = text.split(":")[0];
    const { bytes } = this.subject;
    const decoded = (run) =>
      bytes
        .characters(run)
        .map(({ written, char }) => (isAscii(char) ? char : "") || written)
        .join("");
    const shown = bytes.mapped(name, String, decoded).split("/")[0];
    if (!this.isHostLike(shown) || this.isFileNameLike(shown)) return;
    const says = `${inMarks(name)} is a user name; the host that is contacted is ${inMarks(this.host.text)}`;
    yield ["R013", start, start + lengthOf(name), says];
  }

  *inPath() {
    const { start, text } = this.path;
    const missing = text.match(new RegExp(`^(${this.data.typed.join("|")})([;,.\uff1a]?//)`, "i"));
    const [first, ...others] = text.split("/");
    const at = first.lastIndexOf("@");
    const [user, name] = [first.slice(0, Math.max(at, 0)), first.slice(at + 1)];
    if (at > 0 && !user.includes("@") && this.isHostLike(name) && !others.length) {
      const says = `${inMarks(first)} looks like an e-mail address, but without a scheme it is a path`;
      yield ["R014", start, start + lengthOf(first), `${says}; write ${inMarks(`mailto:${first}`)}`];
    } else if (
      at < 0 &&
      (first.toLowerCase() === LOCAL || (this.isHostLike(first) && (others.length || !this.isFileNameLike(first))))
    ) {
      const isAddress = NUMBER.test(first.split(".").at(-1));
      const scheme = isAddress || first.toLowerCase() === LOCAL ? "http" : "https";
      const what = isAddress ? "an IPv4 address" : "a host name";
      const says = `${inMarks(first)} looks like ${what}, but without a scheme it is a path`;
      yield ["R014", start, start + lengthOf(first), `${says}; ${this.writing(`${scheme}://`, 0)}`];
    }
    if (!missing) return;
    const [, name_, mark] = missing;
    const end = lengthOf(name_ + mark);
    yield [
      "R016",
      name_.length,
      end,
      `the colon after ${inMarks(name_)} is missing; ${this.writing(`${name_}://`, end)}`,
    ];
  }

  *inScheme() {
    const { scheme, name, path, data } = this;
    const isRegistered = data.registered.includes(name);
    const [port, ...others] = path.text.split("/");
    if (!this.host && NUMBER.test(port) && !isRegistered && Number(port) <= HIGHEST_PORT)
      if (name === LOCAL || this.isHostLike(name) || (others.length && [...port].length > 1)) {
        const says = `${inMarks(scheme.text)} is read as the scheme; if it is a host, ${this.writing("http://", 0)}`;
        yield ["R015", 0, scheme.end, says];
      }
    if (!this.host && path.text && this.needsHost() && !path.text.startsWith("\\") && !this.again) {
      const meant = `${scheme.text}://${textOf(this.subject.points, path.start).replace(/^[:/]+/, "")}`;
      const what = path.text.startsWith("/") ? "a slash is" : "two slashes are";
      yield path.text.startsWith(":")
        ? ["R017", scheme.end, path.start + 1, `the colon is written twice; write ${inMarks(meant)}`]
        : ["R017", 0, path.start, `${what} missing after "${scheme.text}:"; write ${inMarks(meant)}`];
    }
    if (!isRegistered && !data.meant.includes(name) && this.pairOf(name) === undefined) {
      for (const meant of data.typed) {
        const fits = meant === "mailto" ? path.text.includes("@") : Boolean(this.host);
        const what = fits && misspelling(name, meant);
        if (!what) continue;
        yield ["R019", 0, scheme.end, `the scheme ${inMarks(scheme.text)} ${what}; did you mean ${inMarks(meant)}?`];
        break;
      }
    }
    const stands = data.defanged[name];
    if (stands === undefined) return;
    const says = `the scheme ${inMarks(scheme.text)} stands for ${inMarks(stands)} where nothing should follow the link`;
    yield ["R027", 0, scheme.end, says];
  }

  needsHost() {
    return Boolean(this.subject.data.schemes[this.name]?.domainName) && !this.data.local.includes(this.name);
  }

  /** Return the second of two schemes that are one word. */
  pairOf(name) {
    const { typed } = this.data;
    const isPair = (first, second) => second.length > 2 && first + second === name;
    return typed.find((second) => typed.some((first) => isPair(first, second)));
  }

  *twice() {
    const { again, scheme, host, subject } = this;
    const pair = scheme && this.pairOf(this.name);
    if (again) {
      const end = again[0].length;
      yield ["R018", 0, end, `the scheme is written twice; ${this.writing(`${again[1]}://`, end)}`];
    } else if (pair) {
      yield ["R018", 0, scheme.end, `the scheme is written twice; ${this.writing(pair, scheme.end)}`];
    }
    if (!host?.text || again) return;
    const query = subject.part("query") ?? subject.part("fragment");
    const end = query ? query.start - 1 : subject.points.length;
    SECOND.lastIndex = host.start + 1;
    const match = SECOND.exec(subject.text);
    if (!match || match.index >= end || !(match[0] || match.index < host.end)) return;
    const second = subject.quoted(match.index + match[0].length, subject.points.length);
    const says = `these are two identifiers; the second begins at ${second}`;
    yield ["R022", match.index, subject.points.length, says];
  }

  *drive() {
    const { scheme, host, path } = this;
    const drive = scheme && !host ? scheme : host && this.subject.hasDriveAsHost ? host : null;
    if (!drive || (drive === scheme && (scheme.text.length !== 1 || !BEGINS_PATH.test(path.text)))) return;
    const rest = path.text
      .replace(/^[/\\]+/, "")
      .replace(BACKSLASH, "/")
      .replace(/^\/+/, "");
    const what = drive === scheme ? "scheme" : "host";
    const says = `the drive letter ${inMarks(drive.text)} is read as the ${what}; write ${inMarks(`file:///${drive.text}:/${rest}`)}`;
    yield ["R020", drive.start, drive.end, says];
  }

  *inHost() {
    const { start, end, text } = this.host;
    if (this.name !== "file" || !this.data.folders.includes(text)) return;
    const says = `${inMarks(text)} is read as the host; if it is a folder, ${this.writing("file:///", start)}`;
    yield ["R028", start, end, says];
  }

  /** Return whether a text is an IPv4 address, or labels that end in a top-level domain or begin with "www". */
  isHostLike(text) {
    if (this.subject.is("IPv4address", text)) return true;
    const labels = text.toLowerCase().replace(/\.$/, "").split(".");
    if (labels.length < 2 || !labels.every((label) => NAME.test(label.replaceAll("-", "")))) return false;
    return labels[0] === "www" || this.data.domains.includes(this.subject.catalog.labels.toUnicode(labels.at(-1)));
  }

  /** Return whether a text that looks like a host is far more often the name of a file, or of something in a program. */
  isFileNameLike(text) {
    const labels = text.split(".");
    const isUpper = (word) => word === word.toUpperCase() && word !== word.toLowerCase();
    if (labels[0].toLowerCase() === "www") return false;
    return this.data.extensions.includes(labels.at(-1).toLowerCase()) || (isUpper(labels.at(-1)) && !isUpper(text));
  }
}

function lengthOf(text) {
  return [...text].length;
}

/** Return what is wrong with a name that is one edit from another, null where it is not. */
function misspelling(name, meant) {
  const letters = (text) => [...new Set(text)].sort().join("");
  if (meant.length < SHORTEST || (meant.length === SHORTEST && letters(name) !== letters(meant))) return null;
  if (name.length === meant.length + 1) return lacksOne(meant, name) ? "has a letter too many" : null;
  if (name.length === meant.length - 1) return lacksOne(name, meant) ? "lacks a letter" : null;
  const places = [...meant].flatMap((char, at) => (char === name[at] ? [] : [at]));
  if (name.length !== meant.length || !places.length || places.length > 2) return null;
  if (places.length === 1) return "has a wrong letter";
  const [one, other] = places;
  const isSwapped = other === one + 1 && name[one] === meant[other] && name[other] === meant[one];
  return isSwapped ? "has two letters in the wrong order" : null;
}

function lacksOne(short, long) {
  return [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short);
}

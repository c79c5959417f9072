// Advice by the rules of schemes: the grammar of the scheme, and what holds for hosts, ports and slashes of all of them.

import { HIGHEST_PORT } from "./advice_mistakes.js";
import { isAscii } from "./encoding.js";
import { explainerOf } from "./explain.js";
import { hostToAscii } from "./host_names.js";
import { holds } from "./ranges.js";
import { Refused } from "./steps.js";
import { isSurrogate, percentEncoded, pointsOf, textOf } from "./text.js";
import { inMarks } from "./words.js";

const [SLASHES, NUMBER_SIGN] = ["//", "#"];
const SEEN_PARTS = new Set(["authority", "userinfo", "host", "port", "fragment"]); // rules of RFC 3986

/** Return what the rules of its scheme find in a subject: [code, start, end, words]. */
export function* adviceByScheme(subject) {
  if (subject.scheme === undefined || subject.production.grammar.entry.prefer) return; // which is converted first
  const uri = new SchemeUri(subject);
  for (const [code, { start, end }, says] of [...ofGrammar(uri), ...ofAuthority(uri), ...ofFragment(uri)])
    yield [code, ...uri.span(start, end), says];
}

/** A text with a scheme in URI notation, and how its scheme's grammar reads it. */
class SchemeUri {
  constructor(subject) {
    const { catalog, scheme, points } = subject;
    this.subject = subject;
    this.scheme = scheme;
    this.text = textOf(points);
    this.entry = catalog.data.schemes[scheme];
    const [grammar, rule] = this.entry?.rule?.split(":") ?? [];
    this.production = catalog.grammars.has(grammar) ? catalog.production(grammar, rule) : null;
    const pieces = this.pieces(points);
    this.offsets = pieces.flatMap(([written, offset]) => Array(pointsOf(written).length).fill(offset));
    this.offsets.push(points.length);
    this.uri = pieces.map(([written]) => written).join("");
    this.points = pointsOf(this.uri);
    const [head, ...fragment] = this.uri.split(NUMBER_SIGN);
    const may = [this.uri, ...(fragment.length ? [head] : [])];
    this.matched = may.find((text) => this.production?.table.matches(pointsOf(text))) ?? null;
    const generic = catalog.start("rfc3986");
    const found = generic.parts(this.points, (name) => SEEN_PARTS.has(name)) ?? [];
    this.parts = Object.fromEntries(found.map((part) => [part.rule, part]));
  }

  /** Return what each character is in the URI, with its offset: a host that is a domain name in ASCII, others encoded
   * where a URI, or as unreserved ones the grammar of the scheme, lacks them. */
  pieces(points) {
    if (!this.production) return Array.from(points, (point, at) => [String.fromCodePoint(point), at]);
    const { catalog } = this.subject;
    const generic = catalog.start("rfc3986").table.alphabet();
    const unreserved = catalog.production("rfc3986", "unreserved").table.alphabet();
    const own = this.production.table.alphabet();
    const stays = (point) => holds(own, point) || (holds(generic, point) && !holds(unreserved, point));
    const pieces = Array.from(points, (point, at) => {
      const char = String.fromCodePoint(point);
      return [stays(point) || isSurrogate(point) ? char : percentEncoded(char), at];
    });
    const host = isAscii(this.text) || !this.entry.domainName ? null : this.nameOfHost(points);
    if (host) pieces.splice(host.start, host.end - host.start, [host.ascii, host.start]);
    return pieces;
  }

  nameOfHost(points) {
    const { subject } = this;
    const [part] = subject.catalog.production("rfc3987", "IRI").parts(points, (name) => name === "ireg-name") ?? [];
    try {
      return part && { ...part, ascii: hostToAscii(textOf(points, part.start, part.end), subject, "", []) };
    } catch (problem) {
      if (problem instanceof Refused) return null;
      throw problem;
    }
  }

  /** Return the offsets in the text of a part of the URI. */
  span(start, end) {
    const first = this.offsets[start];
    return [first, Math.max(this.offsets[end], first + (end > start ? 1 : 0))];
  }

  /** Return a part by its rule in RFC 3986, with its text. */
  part(rule) {
    return this.withValue(this.parts[rule]);
  }

  /** Return the first part that matches a rule of the scheme's grammar. */
  ownPart(rule) {
    return this.withValue(this.production?.parts(pointsOf(this.matched ?? this.uri), (name) => name === rule)?.[0]);
  }

  withValue(part) {
    return part && { ...part, value: this.uri.slice(part.start, part.end) };
  }
}

function* ofGrammar(uri) {
  const doubled = doubledSlashes(uri);
  if (!uri.production || uri.matched !== null) {
    if (doubled) yield ["X005", ...doubled];
    return;
  }
  if (doubled) {
    yield ["X002", ...doubled];
    return;
  }
  const { production, subject, points } = uri;
  const said = (text) => {
    const offset = production.table.faultOffset(text);
    return offset === null ? null : explainerOf(subject.catalog, production).explain(text, offset);
  };
  const encoded = said(points);
  const [{ start, end }] = encoded.labels;
  const written = said(subject.points);
  const [place] = uri.span(start, end);
  const { message, help } = written?.offset === place && written.code === encoded.code ? written : encoded;
  yield ["X002", { start, end }, help ? `${message}; ${help}` : message];
}

/** Return the slashes without which a URI matches its scheme's grammar, which has no authority: [place, words]. */
function doubledSlashes({ uri, scheme, entry, production }) {
  const head = uri.slice(0, scheme.length + 1);
  const meant = head + uri.slice(head.length).replace(/^\/+/, "");
  if (!production || entry.hasAuthority || !uri.startsWith(head + SLASHES)) return null;
  if (!production.table.matches(pointsOf(meant))) return null;
  const end = head.length + uri.length - meant.length;
  return [{ start: head.length, end }, `${scheme} has no "//" after its colon; write ${inMarks(meant)}`];
}

function* ofAuthority(uri) {
  const { entry, scheme, subject } = uri;
  const [authority, host, user] = ["authority", "host", "userinfo"].map((rule) => uri.part(rule));
  if (entry?.needsHost && host?.value === "") yield ["X003", host, `the host is empty, but ${scheme} needs one`];
  const port = authority ? uri.part("port") : uri.ownPart("port");
  if (port && Number(port.value) > HIGHEST_PORT)
    yield ["X004", port, `${inMarks(port.value)} is not a port; the highest is ${HIGHEST_PORT}`];
  if (entry?.noUserinfo && user) {
    const says = `user information is not to be sent in ${scheme} URIs, and to be treated as an error`;
    yield ["X006", user, says];
  }
  const name = authority?.value.split(":")[0].toLowerCase() ?? "";
  if (!entry?.domainName || !subject.data.schemes[name]?.address || authority.value.length === name.length) return;
  const meant = inMarks(uri.uri.slice(authority.start));
  yield ["X021", authority, `${inMarks(name)} is not a host but a scheme; write ${meant}`];
}

function* ofFragment(uri) {
  const fragment = uri.part("fragment");
  if (uri.entry?.noFragment && fragment)
    yield ["X022", { start: fragment.start - 1, end: fragment.end }, `${uri.scheme} URIs have no fragment`];
}

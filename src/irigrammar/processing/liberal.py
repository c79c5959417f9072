"""Split any string into components.

Characters that are not allowed are changed and reported. Draft-weber-iri-guidelines-00, 5.1 to 5.5 and 6.1; 6.2 to 6.4
only name documents, whose schemes are split like others.
"""

# typed: 0xFFFD: what stands for a surrogate, which has no bytes
# typed: iri, uri: what the parameter form takes
from __future__ import annotations

import re
from functools import cache, partial
from itertools import groupby
from typing import get_args

from irigrammar.automata.charset import difference, union
from irigrammar.dataclass import dataclass
from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.grammar import grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components, components_of
from irigrammar.processing.characters import alphabet, characters
from irigrammar.processing.choices import Form, HostPolicy
from irigrammar.processing.deviations import DeviationNote, Deviations
from irigrammar.processing.host import host_policy, host_to_ascii
from irigrammar.processing.percent import encode_bytes
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.support.build import refusal_pattern, standing
from irigrammar.processing.trace import Trace, record, requested_trace
from irigrammar.processing.ucs import charset_name, encode_in_charset, encoder
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted
from irigrammar.unicode import general_category

_DRAFT = "draft-weber-iri-guidelines-00"
_GRAMMARS = {"iri": "rfc3987", "uri": "rfc3986"}
# The sections of the draft that percent-encode what the grammar refuses, and all of ucschar.
_ENCODE_REFUSED = ("5.3", "5.4")
_ENCODE_UCSCHAR = ("5.3", "5.4", "5.5")
_SHOWN = 4  # bytes of a run that a report shows
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Change:
    """A change that gave a string components.

    `component` is the field of `Components`, `offset` where in the input (code points from 0), `what` what was done, in
    words, with parts of the input as they are, `section` the document and section that ask for it.
    """

    component: str
    offset: int
    what: str
    section: str


@dataclass(frozen=True, slots=True)
class Liberal:
    """Components, and the changes that were needed, in the order of the components; `str()` gives the reference."""

    components: Components
    changes: tuple[Change, ...] = ()

    def __str__(self) -> str:
        """Return the reference that the components make."""
        return str(self.components)


def split_liberal(
    s: str | bytes,
    /,
    *,
    form: Form = "iri",
    host: HostPolicy = "idna",
    charset: str = "utf-8",
    schemes: Schemes | None = None,
) -> Liberal:
    """Return the components of any string or bytes, never an error for one (draft-weber-iri-guidelines-00, 5, 7).

    With `form="iri"` (the default) what the grammar of RFC 3987 refuses is percent-encoded, and so are the bidi
    formatting characters, which its section 4.1 forbids; with `form="uri"` all that is not ASCII is too, and a host
    that is not ASCII becomes the one that IDNA gives by the policy `host` (see `iri_to_uri`), where `schemes` (by
    default those that come with the package) say that it is a domain name (5.2.2 to 5.5). `charset` is the label of the
    document's: unless it is a Unicode one, what is not ASCII in the query of a scheme that takes it (http and https) is
    percent-encoded as its bytes in both forms (6.1), and what it lacks as a numeric character reference. Userinfo ends
    at the first "@", a port that is not digits is left out, a lone surrogate becomes U+FFFD. Bytes are read as UTF-8,
    and invalid ones are percent-encoded unchanged; in offsets each of these counts as one code point. Put together
    again, the result is a reference of that grammar with the same components. Characters that only the URI form encodes
    are not reported as changes.

    Raises `ConversionError` for a charset that cannot be used, and `ValueError` for an unknown form or policy.

    Warning: do not use it for access control. The draft ends userinfo at the first "@" and takes "\\" for text, so the
    host is not always the one that browsers use: of `http://a@b@c/` it is `b%40c` here, and `c` there (see
    `irigrammar.matching.browser`).

    >>> result = split_liberal("http://a@b@[c]:80x/d e#f#g")
    >>> str(result)
    'http://a@b%40%5Bc%5D/d%20e#f%23g'
    >>> [(change.component, change.offset, change.what) for change in result.changes][-2:]
    [('path', 20, '" " percent-encoded'), ('fragment', 24, '"#" percent-encoded')]
    """
    trace = requested_trace()
    check_text(s, (str, bytes, bytearray))
    check_choice("form", form, get_args(Form))
    host_policy(None, host)
    if charset_name(charset, web=True) != "utf-8":
        encoder(charset, web=True)  # raises for a charset that cannot be used
    # From here on a surrogate stands for a byte that is not UTF-8, which never decodes to one.
    text = s if isinstance(s, str) else s.decode(errors="surrogateescape")
    return _Work(text, isinstance(s, bytes), form, host, charset, schemes, trace).run()


@dataclass()
class _Work:
    """The split of one text; `is_bytes` says that its surrogates stand for bytes."""

    text: str
    is_bytes: bool
    form: Form
    policy: HostPolicy
    charset: str
    known: Schemes | None
    trace: Trace

    def __post_init__(self) -> None:
        self._changes: list[Change] = []
        self._shown = cache(self._description)

    def run(self) -> Liberal:
        """Split the text into components, each converted, and return them with the changes that were made; the
        components are read again from their text, in the grammar of the form.
        """
        text = self.text
        scheme, offset = self._scheme()
        authority: dict[str, str | None] = {}
        if text.startswith("//", offset):
            end = _first(text, "/?#", offset + 2)
            authority = self._authority(offset + 2, end, scheme)
            offset = end
        end = _first(text, "?#", offset)
        path = self._path(offset, end, alone=scheme is None)
        query = fragment = None
        if text.startswith("?", end):
            offset, end = end + 1, _first(text, "#", end)
            query = self._query(offset, end, scheme)
        if text.startswith("#", end):
            fragment = self._part("fragment", end + 1, len(text), "5.5")
        components = components_of(scheme=scheme, path=path, query=query, fragment=fragment, **authority)
        return Liberal(grammar(_GRAMMARS[self.form]).start.split(str(components)), tuple(self._changes))

    def _scheme(self) -> tuple[str | None, int]:
        """Return the scheme and the offset after its colon, None and 0 if the text begins without one; record the
        step.
        """
        before, colon, _ = self.text.partition(":")
        if colon and _productions("iri")["scheme"][0].matches(before):
            self._step("5.1", before, before, "the scheme")
            return before, len(before) + 1
        anyway = self.text.startswith("//")
        self._step("5.1", self.text, self.text, Deviations.NO_SCHEME.note() if anyway else "no scheme")
        return None, 0

    def _authority(self, start: int, end: int, scheme: str | None) -> dict[str, str | None]:
        """Return userinfo, host and port, each converted, from the text between two offsets, None for a component that
        is absent. The first "@" ends the userinfo; the last ":" after it, and after a bracketed host, begins the port.
        """
        text = self.text
        userinfo = None
        at_sign = text.find("@", start, end)
        if at_sign >= 0:
            userinfo = self._part("userinfo", start, at_sign, "5.2.1")
            start = at_sign + 1
        bracket = text.find("]", start, end) if text.startswith("[", start) else -1
        colon = text.rfind(":", max(start, bracket), end)
        if bracket >= 0 and colon < 0 <= text.find(":", start, bracket):
            self._step("5.2.2", text[start:end], text[start:end], Deviations.BRACKETED_HOST.note())
        host = self._host(start, end if colon < 0 else colon, scheme)
        port = None if colon < 0 else self._port(colon, end)
        return {"userinfo": userinfo, "host": host, "port": port}

    def _host(self, start: int, end: int, scheme: str | None) -> str:
        """Return the host between two offsets, with the characters percent-encoded that IRIs refuse; for URIs also in
        ASCII by the policy, or percent-encoded, which is reported as a change, where IDNA cannot convert it.
        """
        raw = self.text[start:end]
        matcher = _productions("iri")["host"][0]
        stays = matcher.matches(raw) and not any(char in characters("bidi-formatting") for char in raw)
        host = raw if stays else self._encode_refused("host", start, end, "5.2.2")
        if host.isascii() or self.form == "iri":
            return self._step("5.2.2", raw, host, "the host" if host == raw else Deviations.REFUSED_ENCODED.note())
        policy = host_policy(scheme, self.policy, self.known)
        try:
            result = host_to_ascii(host, policy, trace=self.trace)
            is_host = _productions("uri")["host"][0].matches(result)
            why = "" if is_host else f"{quoted(result)} is not a host of a URI"
        except ConversionError as error:
            result, why = "", error.reason
        if why:
            result = self._uri_text("host", host)
            self._change("host", start, f"percent-encoded because IDNA cannot convert it: {why}", "5.2.2")
        return self._step("5.2.2", raw, result, "the host, percent-encoded" if why else "the host, converted")

    def _port(self, colon: int, end: int) -> str | None:
        """Return the text after a colon if it has only digits or is empty, else report its removal as a change and
        return None.
        """
        port = self.text[colon + 1 : end]
        if _productions("iri")["port"][0].matches(port):
            return self._step("5.2.3", port, port, "the port")
        self._change("port", colon + 1, f"{quoted(self._readable(port))} removed: a port has only digits", "5.2.3")
        self._step("5.2.3", port, "", "remove the port, which is not a number")
        return None

    def _path(self, start: int, end: int, *, alone: bool) -> str:
        """Return the path between two offsets, converted to the form, and record the step. `alone` says that no scheme
        is before it: then the colons of its first segment are encoded, since the first one would end a scheme.
        """
        first = _first(self.text[:end], "/", start) if alone else start
        encoded_path = self._encode_refused("path", start, first, "5.3", colon=False) + self._encode_refused(
            "path", first, end, "5.3"
        )
        return self._component("path", self.text[start:end], encoded_path, "5.3")

    def _part(self, field: str, start: int, end: int, section: str) -> str:
        """Return the component between two offsets, converted to the form, and record the step with the section."""
        return self._component(field, self.text[start:end], self._encode_refused(field, start, end, section), section)

    def _query(self, start: int, end: int, scheme: str | None) -> str:
        """Return a query; where its scheme takes the document's charset, and that is none of Unicode, with characters
        outside ASCII percent-encoded in that charset. Characters that the charset lacks become numeric character
        references, which is reported as a change.
        """
        known = (shipped() if self.known is None else self.known).find(scheme)
        if known is None or not known.document_charset or charset_name(self.charset, web=True) == "utf-8":
            return self._part("query", start, end, "5.4")
        query = self._encode_refused("query", start, end, "5.4")
        encoded = partial(encode_in_charset, query, self.charset, web=True)
        try:
            result = encoded("strict")
        except ConversionError as error:
            result = encoded("reference")
            self._change("query", start, f"written with character references: {error.reason}", "6.1")
        return self._step("6.1", query, result, f"the query, encoded in {self.charset}")

    def _component(self, field: str, raw: str, encoded_text: str, section: str) -> str:
        """Return a component in the requested form, given its text in the input and that text with refused characters
        encoded, and record the step.
        """
        departs = [Deviations.REFUSED_ENCODED] if encoded_text != raw and section not in _ENCODE_REFUSED else []
        if not encoded_text.isascii():
            if (self.form == "uri") != (section in _ENCODE_UCSCHAR):
                departs.append(Deviations.UCSCHAR_KEPT if self.form == "iri" else Deviations.UCSCHAR_ENCODED)
            if self.form == "uri":
                encoded_text = self._uri_text(field, encoded_text)
        if not departs:
            return self._step(section, raw, encoded_text, f"the {field}")
        return self._step(
            section,
            raw,
            encoded_text,
            DeviationNote(departs[0], ", and ".join(departure.text for departure in departs)),
        )

    def _encode_refused(self, field: str, start: int, end: int, section: str, *, colon: bool = True) -> str:
        """Return a part with the characters percent-encoded that the grammar of IRIs refuses there, and report each
        run. Without `colon`, colons are encoded too.
        """
        text, pieces, done = self.text, [], start
        for match in _refusal_pattern("iri", field, colon).finditer(text, start, end):
            pieces.append(text[done : match.start()])
            done = match.start()
            for lone, chars in groupby(match[0], _is_surrogate):
                run = "".join(chars)
                pieces.append(self._encoded(run))
                self._change(field, done, self._shown(run, lone), section)
                done += len(run)
        return "".join([*pieces, text[done:end]])

    def _description(self, run: str, lone: bool) -> str:
        """Return the words of a change: the run that is percent-encoded, in quotation marks.

        `lone` says that it is of surrogates: of a text from bytes, these are shown as numbers; of any other, the words
        add that they are encoded as U+FFFD.
        """
        if lone and self.is_bytes:
            data = run.encode(errors="surrogateescape")
            shown = " ".join(f"0x{byte:02X}" for byte in data[:_SHOWN]) + (" …" if len(data) > _SHOWN else "")
            many = f"{len(data):,} bytes" if len(data) > 1 else "a byte"
            return f"{many} percent-encoded (not UTF-8): {shown}"
        return f"{quoted(run)} percent-encoded{' as U+FFFD' if lone else ''}"

    def _encoded(self, run: str) -> str:
        """Return characters as percent-encoded UTF-8; a surrogate, which has no bytes, as U+FFFD."""
        if not self.is_bytes:
            run = "".join(_REPLACEMENT if _is_surrogate(char) else char for char in run)
        return encode_bytes(run.encode(errors="surrogateescape"))

    def _readable(self, text: str) -> str:
        """Return a part of the input for messages: bytes that are not UTF-8 as escapes."""
        return text.encode(errors="surrogateescape").decode(errors="backslashreplace") if self.is_bytes else text

    def _uri_text(self, field: str, text: str) -> str:
        return _refusal_pattern("uri", field).sub(lambda run: self._encoded(run[0]), text)

    def _change(self, field: str, offset: int, description: str, section: str) -> None:
        self._changes.append(Change(field, offset, description, f"{_DRAFT}, {section}"))

    def _step(self, section: str, before: str, after: str, note: str | DeviationNote) -> str:
        return record(self.trace, f"{_DRAFT}, {section}", self._readable(before), self._readable(after), note)


def _first(text: str, chars: str, start: int) -> int:
    """Return the offset of the first of some characters, the end of the text if there is none."""
    match = re.compile(f"[{chars}]").search(text, start)
    return match.start() if match else len(text)


def _is_surrogate(char: str) -> bool:
    return general_category(char) == "Cs"


@cache
def _productions(form: Form) -> dict[str, list[Matcher]]:
    """Return the productions of each component in a reference of this form."""
    owner = grammar(_GRAMMARS[form])
    reachable = {name.lower() for name in owner.rules.reach(owner.start.rule)}
    matchers: dict[str, list[Matcher]] = {}
    for production, field in owner.entry.components.items():
        if production.lower() in reachable:
            matchers.setdefault(field, []).append(owner[production])
    return matchers


@cache
def _refusal_pattern(form: Form, field: str, colon: bool = True) -> re.Pattern[str]:
    """Return a pattern that finds runs of characters to be encoded in a component; in a host, those to be encoded in a
    name. Without `colon`, colons are encoded too.
    """
    matchers = _productions(form)[field]
    ranges = (standing(matcher) or () if field == "host" else alphabet(matcher).ranges for matcher in matchers)
    stay = difference(union(*ranges), characters("bidi-formatting").ranges)  # RFC 3987, 4.1
    stay = difference(stay, () if colon else tuple((ord(char), ord(char)) for char in ":"))
    return re.compile(f"(?:{refusal_pattern(stay, triplets=True).pattern})+")

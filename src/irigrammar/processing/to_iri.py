"""URIs to IRIs.

RFC 3987, 3.2; draft-ietf-iri-3987bis-04, 3.7, 6.4.
"""

# typed: unreserved: RFC 3987, 3.1 and 3.2
from __future__ import annotations

from collections.abc import Callable, Container
from functools import cache, lru_cache, partial
from typing import get_args

from irigrammar.automata.charset import union
from irigrammar.dataclass import dataclass
from irigrammar.errors import ConversionError
from irigrammar.lazy import regex
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.idna_labels import ACE_PREFIX
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components, with_fields
from irigrammar.processing.characters import Characters, allowed_characters, alphabet, characters, productions
from irigrammar.processing.choices import HostForm
from irigrammar.processing.deviations import DeviationNote, Deviations
from irigrammar.processing.host import host_policy, host_rule, host_to_unicode
from irigrammar.processing.path import cut, is_dots
from irigrammar.processing.percent import decode, encode, encoded, has_triplets, replace_runs, stages
from irigrammar.processing.rewrite import map_components, parts
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.text_fragment import decode_fragment, pieces
from irigrammar.processing.trace import Trace, record
from irigrammar.text.choices import check_choice
from irigrammar.text.links import breaks
from irigrammar.text.names import character, quoted

_STEP = "RFC 3987, 3.2, step {}"
_LAST_STEP = "draft-ietf-iri-3987bis-04, 3.7, step 6"

# Steps 1 to 5 of RFC 3987, 3.2.
_DONE = (
    "the URI reference as given",
    'decode percent-encoding to bytes, except "%", reserved characters and ASCII that URIs do not allow',
    "percent-encode bytes that are not valid UTF-8 again",
    "no other character needs percent-encoding",
    "decode the remaining bytes as UTF-8",
)

_MOST = 3  # the number of characters that a note names for one reason

_SHORT_RUN = 12  # a character outside the Basic Multilingual Plane

_KEPT = "invisible or private, see RFC 3987, 6.1"


def _reason(row: Deviations) -> str:
    """Return why a character stays encoded, by the note of a deviation."""
    return row.text.partition(": ")[2]


_ANOTHER, _DIRECTIVE = _reason(Deviations.STAYS_ENCODED), _reason(Deviations.DELIMITER_STAYS)


def decode_by_steps(
    s: str, host: HostForm, keep: Container[str] | None, grammar: str | Grammar, schemes: Schemes | None, trace: Trace
) -> str:
    """Return the result of `uri_to_iri`, whose parameters these are, and record its steps in the trace. Raises
    `ConversionError` where it has no form in the grammar, and the other errors of `uri_to_iri`.
    """
    check_choice("host form", host, get_args(HostForm))
    target = grammar_of(grammar)
    iri = decode_reference(s, keep=keep, grammar=grammar, schemes=schemes, trace=trace)
    if "." in iri and "%" in s:
        iri = _without_new_dots(s, iri, target, trace)
    if not target.start.matches(iri):
        raise ConversionError(f"{quoted(s)} has no form in {target.name}: {target.start._no_match(iri)}")
    if host == "keep":
        return iri
    split = target.start.split(iri)
    kind = host_rule(split, target)
    if kind is None:
        return record(trace, _LAST_STEP, iri, iri, "no host")
    if host_policy(split.scheme, known=schemes) == "percent":
        note = f"the host is not known to be a domain name: the scheme is {split.scheme}"
        return record(trace, _LAST_STEP, iri, iri, note)
    if ACE_PREFIX not in (split.host or "").lower():
        return record(trace, _LAST_STEP, iri, iri, "no A-label to convert")
    shown = partial(_with_unicode_labels, kind=kind, keep=encoded_by_default() if keep is None else keep)
    components = map_components(split, lambda field, text: shown(text) if field == "host" else text)
    after = str(components)
    is_left = any(label.lower().startswith(ACE_PREFIX) for label in (components.host or "").split("."))
    plain = "show each A-label that maps back as a U-label" if after != iri else "no A-label to convert"
    return record(trace, _LAST_STEP, iri, after, Deviations.LABELS_STAY.note() if is_left else plain)


def found_whole(s: str, iri: str, grammar: str | Grammar, trace: Trace) -> str:
    """Return the IRI of a URI with those characters encoded by which a program would not find it whole in text. A dot
    at the end is encoded only if `s`, the URI, ends with an encoded one. The step is recorded.

    >>> found_whole("http://e/a%2e", "http://e/a.", "rfc3987", None)
    'http://e/a%2e'
    """
    split = grammar_of(grammar).start.split(iri)
    rest = str(with_fields(split, scheme=None, userinfo=None, host=None, port=None))
    offsets = breaks(iri, len(iri) - len(rest), part="" if rest.startswith(("/", "?", "#")) else "/")
    pieces = [*iri]
    for offset in offsets:
        if not iri[offset].isascii():
            pieces[offset] = encode(iri[offset], lambda _: False)
        elif iri[offset] == "." and _ENCODED_DOT.search(s):
            pieces[offset] = s[-3:]
    after = "".join(pieces)
    note = "encode what would end it in running text" if after != iri else "nothing in it would end it in running text"
    return record(trace, "UTS #58, minimal escaping", iri, after, note)


_ENCODED_DOT = regex(r"%2[Ee]\Z")


def _without_new_dots(s: str, iri: str, target: Grammar, trace: Trace) -> str:
    """Return an IRI with the dots encoded, as they were, that decoding would make dot segments of. The step is
    recorded; an IRI that does not match `target` stays.
    """
    if not target.start.matches(iri):
        return iri
    matcher = target.start if target.start.matches(s) else grammar_of("rfc3986").start
    was, components = matcher.split(s).path or "", target.start.split(iri)
    pieces = [
        old if is_dots(new.removeprefix("/")) and old != new else new
        for old, new in zip(cut(was), cut(components.path or ""), strict=True)
    ]
    safe_text = str(with_fields(components, path="".join(pieces)))
    return iri if safe_text == iri else record(trace, _STEP.format(5), iri, safe_text, Deviations.NEW_DOTS_STAY.note())


def decode_reference(
    s: str,
    *,
    keep: Container[str] | None = None,
    grammar: str | Grammar = "rfc3987",
    schemes: Schemes | None = None,
    trace: Trace = None,
) -> str:
    """Return a reference with each percent-encoded character decoded that its component allows: steps 1 to 5 of
    `uri_to_iri` (RFC 3987, 3.2), also used by normalization (RFC 3987, 5.3.2.3).

    The parameters and errors are those of `uri_to_iri`; with `grammar="rfc3986"` only unreserved characters are
    decoded. The result matches the grammar, except for a URI reference that has no form in it.

    >>> decode_reference("http://e/%7e%c3%bc%e2%80%ae"), decode_reference("http://e/%7e%c3%bc", grammar="rfc3986")
    ('http://e/~ü%E2%80%AE', 'http://e/~%C3%BC')
    """
    target, uri = grammar_of(grammar), grammar_of("rfc3986").start
    matcher = target.start if target.start.matches(s) or not uri.matches(s) else uri
    components = matcher.split(s)
    if trace is not None:
        return _record_stages(
            matcher,
            s,
            _Places(target, _has_domain(components, schemes), encoded_by_default() if keep is None else keep),
            trace,
        )
    return str(decode_components(components, target, keep=keep, schemes=schemes)) if has_triplets(s) else s


def decode_components(
    components: Components, target: Grammar, *, keep: Container[str] | None = None, schemes: Schemes | None = None
) -> Components:
    """Return the components of a reference with each percent-encoded character decoded that its component allows in
    `target`, as `decode_reference` does it; of ASCII only unreserved ones, and those in `keep` stay encoded. In a host
    that is a domain name by `schemes` only ASCII is decoded. `host_kind` is left out.

    >>> str(decode_components(grammar_of("rfc3986").start.split("a://h/%7e%2f"), grammar_of("rfc3987")))
    'a://h/~%2f'
    """
    domain = _has_domain(components, schemes)

    def decode_part(field: str, text: str) -> str:
        if keep is None:
            return replace_runs(text, _decoder(target, domain, field))
        return decode(text, _Places(target, domain, keep).is_allowed(field))

    def decoded(field: str, text: str) -> str:
        if "%" not in text:
            return text
        part = partial(decode_part, field)
        return decode_fragment(text, part) if field == "fragment" else part(text)

    return map_components(components, decoded)


def _has_domain(components: Components, schemes: Schemes | None) -> bool:
    """Return whether the host of a reference is a domain name, if there is one."""
    return host_policy(components.scheme, known=schemes) != "percent"


@cache
def encoded_by_default() -> Characters:
    """Return the characters that `uri_to_iri` leaves encoded by default although IRIs allow them.

    They have the properties White_Space and Default_Ignorable_Code_Point, look like a space, or are for private use:
    they cannot be seen and retyped (RFC 3987, 3.2, leaves the choice, "see section 6.1"), and `advise` warns of them.

    >>> [char in encoded_by_default() for char in ("\\u3000", "\\u2800", "\\ue000", "é")]
    [True, True, True, False]
    """
    names = ("white-space", "default-ignorable", "space-look-alike", "private-use")
    return Characters(union(*(characters(name).ranges for name in names)))


@dataclass(frozen=True, slots=True)
class _Places:
    """The encoded characters that are allowed, by component; `domain` says that the host is a domain name."""

    target: Grammar
    domain: bool
    keep: Container[str]

    def is_allowed(self, field: str) -> Callable[[str], bool]:
        return lambda char: self.reason(char, field) is None

    def reason(self, char: str, field: str) -> str | None:
        """Return why a character stays encoded in a component, None if it does not."""
        if char.isascii():
            unreserved = alphabet(grammar_of("rfc3986")["unreserved"])
            return _KEPT if char in self.keep else None if char in unreserved else "reserved, or not allowed in URIs"
        if char in characters("bidi-control"):
            return "bidi formatting, see RFC 3987, 4.1"
        if char not in allowed_characters(self.target)[field]:
            return f"not allowed in the {field}, see RFC 3987, 2.2"
        if field == "host" and self.domain:
            return _ANOTHER
        return _KEPT if char in self.keep else None


@cache
def _decoder(target: Grammar, domain: bool, field: str) -> Callable[[str], str]:
    """Return a function that decodes runs of percent-encoded bytes in a component; it caches short ones."""
    is_allowed = lru_cache(maxsize=4096)(_Places(target, domain, encoded_by_default()).is_allowed(field))
    known = lru_cache(maxsize=4096)(lambda run: decode(run, is_allowed))
    return lambda run: known(run) if len(run) <= _SHORT_RUN else decode(run, is_allowed)


def _record_stages(matcher: Matcher, text: str, places: _Places, trace: Trace) -> str:
    """Return the result of steps 1 to 5 for a text, each recorded in the notation of RFC 3987, 3.2.1."""
    fields = productions(matcher.grammar)
    columns: tuple[list[str], ...] = ([], [], [], [])
    stay: dict[str, dict[str, None]] = {}  # by the reason
    done = 0
    for name, start, end in parts(matcher, text, frozenset(fields)):
        part, field = text[start:end], fields[name.lower()]
        for column in columns:
            column.append(text[done:start])
        for place, piece_text in enumerate(pieces(part) if field == "fragment" else [part]):
            is_allowed = _never if place % 2 else places.is_allowed(field)
            for column, after in zip(columns, stages(piece_text, is_allowed), strict=True):
                column.append(after)
            if place % 2:
                stay.setdefault(_DIRECTIVE, {})[decode(piece_text, str.isascii)] = None
        for piece in encoded(part):
            reason = None if isinstance(piece, str) or piece.char.isascii() else places.reason(piece.char, field)
            if reason is not None and not isinstance(piece, str):
                stay.setdefault(reason, {})[piece.char] = None
        done = end
    rows = ["".join([*column, text[done:]]) for column in columns]
    reasons = "; ".join(f"{list_in_words(list(chars))} stays encoded: {reason}" for reason, chars in stay.items())
    departures = [row for row in (Deviations.STAYS_ENCODED, Deviations.DELIMITER_STAYS) if _reason(row) in stay]
    step_4 = DeviationNote(departures[0], reasons) if departures else reasons
    notes = ["", "", step_4, _new_kind(matcher, text, places.target, rows[-1])]
    step_1 = _DONE[0] if text.isascii() else Deviations.NO_URI.note()
    before = record(trace, _STEP.format(1), text, text, step_1)
    for number, (after, note, default_note) in enumerate(zip(rows, notes, _DONE[1:], strict=True), start=2):
        before = record(trace, _STEP.format(number), before, after, note or default_note)
    return before


def _never(_: str) -> bool:
    return False


def list_in_words(chars: list[str]) -> str:
    """Return characters that stay encoded as "each of ... and ...", by code point and name; of more than three only the
    first three, and how many more; a single one without "each of".

    >>> list_in_words(["-", "~"])
    'each of U+002D HYPHEN-MINUS and U+007E TILDE'
    """
    more = len(chars) - _MOST
    shown_characters = [*map(character, chars[:_MOST]), *([f"{more:,} more"] if more > 0 else [])]
    return shown_characters[0] if len(shown_characters) == 1 else f"each of {' and '.join(shown_characters)}"


def _new_kind(matcher: Matcher, before: str, target: Grammar, after: str) -> str:
    """Return a note if the host is matched by a different production than before; "" if not, or if the result does not
    match.
    """
    if not target.start.matches(after):
        return ""
    was, now = matcher.split(before).host_kind, target.start.split(after).host_kind
    pairs = target.entry.pairs
    same = was is None or now is None or pairs.get(was, was) == pairs.get(now, now)
    return "" if same else f"the host was read as {was} and is now read as {now}"


def _with_unicode_labels(text: str, kind: Matcher, keep: Container[str]) -> str:
    """Return a host with its A-labels as U-labels, except labels with a character beyond ASCII that the host's rule
    `kind` lacks or that is in `keep`.
    """
    is_allowed = alphabet(kind)
    return ".".join(
        now if all(char in is_allowed and char not in keep for char in now if not char.isascii()) else was
        for was, now in zip(text.split("."), host_to_unicode(text).split("."), strict=True)
    )

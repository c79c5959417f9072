"""The restrictions on bidirectional IRIs.

RFC 3987, 4.1 and 4.2; draft-ietf-iri-3987bis-04, 4.1 and 4.2; draft-ietf-iri-bidi-guidelines-03, 2 and 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, get_args

from irigrammar._generated.codes import CODES as _ALL
from irigrammar.bidi.classes import derived_class
from irigrammar.bidi.components import Component, Division, components_of, matcher_of, percent_encoded
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import check_text
from irigrammar.finding import Finding, Severity
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.characters import characters
from irigrammar.processing.percent import triplets
from irigrammar.processing.schemes import Schemes
from irigrammar.text.bidi_classes import LEFT_TO_RIGHT, MARK, NUMBERS, RIGHT_TO_LEFT, STRONG
from irigrammar.text.choices import check_choice
from irigrammar.text.names import character

Edition = Literal["guidelines", "rfc3987"]

_GUIDELINES = "draft-ietf-iri-bidi-guidelines-03"


class Code(NamedTuple):
    """A code of bidi findings: name, severity, document and section."""

    name: str
    severity: Severity
    section: str


CODES: Mapping[str, Code] = {
    code: Code(row["name"], row["severity"], row["section"]) for code, row in _ALL.items() if code.startswith("B")
}


class _Row(NamedTuple):
    """A finding before its fix is known; `place` is the component to percent-encode, None where that would not help."""

    start: int
    code: str
    end: int
    message: str
    place: Component | None = None


def findings(
    s: str,
    /,
    *,
    grammar: str | Grammar = "rfc3987",
    components: Division = "parts",
    edition: Edition = "guidelines",
    schemes: Schemes | None = None,
) -> list[Finding]:
    """Return where a reference departs from the structure of bidirectional IRIs, in order of place (RFC 3987, 4.2;
    draft-ietf-iri-3987bis-04, 4.2 and 4.4).

    B001 (error): a formatting character of RFC 3987, 4.1. B002 (advice): one that Unicode has added since. B003
    (warning): a component with right-to-left and left-to-right characters. B004 and B005 (warning): one with
    right-to-left characters whose first or last character is not a letter, such as a digit or a percent-encoded byte;
    at the end nonspacing marks may follow (draft-ietf-iri-bidi-guidelines-03, 3), and with `edition="rfc3987"` they are
    found too. A component that begins or ends with a left-to-right letter is only B003. B006 and B007 (advice): one
    without right-to-left characters that has digits, alone or before letters, after right-to-left characters: it is
    shown before them (RFC 3987, 4.4, Example 10; draft-ietf-iri-bidi-guidelines-03, 5, Example 11, and only there).
    `components` and `schemes` decide what the components are, see `irigrammar.bidi.components`.

    `fix` has the formatting characters, or the components that break a restriction, mapped to URI notation: labels of
    domain names to A-labels, all else percent-encoded. It is None where IDNA refuses a label: percent-encoded, it would
    be in no domain name (draft-ietf-iri-3987bis-04, 3.4). Classes of characters are those of Unicode in the version
    `irigrammar.unicode_version`; unassigned ones have the class of their block.

    Raises `NoMatch` where the string is not a reference of the grammar, `GrammarError` for a grammar that names no
    components, `UnknownGrammar`, and `ValueError` for another edition or division.

    >>> for finding in findings("http://ab.cd.ef/\\u05d0\\u05d11/2\\u05d2/"):
    ...     print(finding.code, finding.start, finding.end, finding.message)
    B005 18 19 isegment has right-to-left characters and ends with U+0031 DIGIT ONE
    B004 20 21 isegment has right-to-left characters and begins with U+0032 DIGIT TWO
    >>> findings("a/\\u05d0b")[0].fix
    'a/%D7%90b'
    """
    return findings_by(matcher_of(grammar), s, components, edition, schemes)


def findings_by(
    matcher: Matcher,
    s: str,
    division: Division = "parts",
    edition: Edition = "guidelines",
    schemes: Schemes | None = None,
) -> list[Finding]:
    """Return the findings in a string that a matcher of references reads, sorted by offset; see `findings`. Raises
    `NoMatch` for a string that does not match, `ValueError` for an unknown edition or division.
    """
    check_text(s)
    check_choice("edition", edition, get_args(Edition))
    check_choice("components", division, get_args(Division))
    if not _may_have_findings(s) and matcher.matches(s):
        return []
    parts = components_of(matcher, s, division, schemes)
    rows = sorted([*_formatting(s, parts), *_structure(s, parts, edition)])
    places: dict[str, list[Component]] = {}
    for row in rows:
        if row.place:
            places.setdefault(row.code, []).append(row.place)
    fixes = {code: percent_encoded(matcher, s, components) for code, components in places.items()}
    return [
        Finding(
            row.code, name, severity, row.start, row.end, row.message, section, fixes[row.code] if row.place else None
        )
        for row in rows
        for name, severity, section in (CODES[row.code],)
    ]


def _may_have_findings(text: str) -> bool:
    """Return whether a text has right-to-left or formatting characters, without which no rule is broken."""
    if text.isascii():
        return False
    controls = _controls()
    return any(char in controls or derived_class(char) in RIGHT_TO_LEFT for char in {*text})


def _formatting(text: str, components: list[Component]) -> Iterator[_Row]:
    """Yield the findings of formatting characters, to be percent-encoded alone, or with their component where that has
    right-to-left characters. The code is B001 for the formatting characters of RFC 3987, B002 for others; outside of
    components nothing is to be encoded.
    """
    controls, formatting = _controls(), characters("bidi-formatting")
    inside = iter(components)
    component = next(inside, None)
    direction = False
    known = -1
    for offset, char in enumerate(text):
        if char not in controls:
            continue
        while component is not None and component.end <= offset:
            component = next(inside, None)
        place = None
        if component is not None and component.start <= offset:
            if known != component.start:
                known = component.start
                letters = (letter for letter in text[component.start : component.end] if letter not in controls)
                direction = any(derived_class(letter) in RIGHT_TO_LEFT for letter in letters)
            alone = component._replace(start=offset, end=offset + 1, whole=False)
            place = component if direction else alone
        if char in formatting:
            yield _Row(
                offset, "B001", offset + 1, f"{character(char)} is a formatting character, not allowed in IRIs", place
            )
        else:
            message = f"{character(char)} changes the display order, like a formatting character"
            yield _Row(offset, "B002", offset + 1, message, place)


def _structure(text: str, components: list[Component], edition: Edition) -> Iterator[_Row]:
    """Yield the findings of components that mix directions, or begin or end with a character without one, and of
    numbers after right-to-left text in components without a right-to-left character. Controls of direction are passed
    over.
    """
    controls = _controls()
    encoded = dict(triplets(text))
    starts = {end: start for start, end in encoded.items()}
    rtl_before = False  # whether the last letter before the component is a right-to-left one
    done = 0
    for component in components:
        rtl_before = _ends_rtl(text, done, component.start, rtl_before)
        done = component.start
        places: Sequence[int] = range(component.start, component.end)
        part = text[component.start : component.end]
        if not controls.isdisjoint(part):
            places = [offset for offset in places if text[offset] not in controls]
            part = "".join(text[offset] for offset in places)
        kinds = [*map(derived_class, part)]
        if RIGHT_TO_LEFT.isdisjoint(kinds):
            if rtl_before:
                yield from _number(component, kinds, edition)
            continue
        if not LEFT_TO_RIGHT.isdisjoint(kinds):
            message = f"{component.words} has right-to-left and left-to-right characters"
            yield _Row(component.start, "B003", component.end, message, component)
        if kinds[0] not in STRONG:
            end = encoded.get(places[0], places[0] + 1)
            yield _Row(places[0], "B004", end, _message(component, "begins", text[places[0] : end]), component)
        last = len(kinds) - 1
        while edition == "guidelines" and kinds[last] == MARK:
            last -= 1
        start = starts.get(places[last] + 1, places[last])
        if kinds[last] not in STRONG or start < places[last]:
            yield _Row(
                start, "B005", places[last] + 1, _message(component, "ends", text[start : places[last] + 1]), component
            )


@cache
def _controls() -> frozenset[str]:
    return frozenset(characters("bidi-control"))


def _ends_rtl(text: str, start: int, end: int, otherwise: bool) -> bool:
    """Return whether the last letter of a part of a text is a right-to-left one, `otherwise` where it has no letter."""
    kinds = (derived_class(text[offset]) for offset in range(end - 1, start - 1, -1))
    last = next((kind for kind in kinds if kind in STRONG), None)
    return otherwise if last is None else last in RIGHT_TO_LEFT


def _number(component: Component, kinds: list[str], edition: Edition) -> Iterator[_Row]:
    """Yield the finding of a component that begins with a number and follows right-to-left characters: B006 for one
    without a left-to-right character, B007, in the edition of the guidelines, for others.
    """
    first = next((kind for kind in kinds if kind in STRONG | NUMBERS), None)
    if first not in NUMBERS:
        return
    position = "after right-to-left characters, and its digits are shown before them"
    if LEFT_TO_RIGHT.isdisjoint(kinds):
        yield _Row(component.start, "B006", component.end, f"{component.words} is a number {position}")
    elif edition == "guidelines":
        yield _Row(component.start, "B007", component.end, f"{component.words} begins with digits {position}")


def _message(component: Component, does: str, edge: str) -> str:
    edge_name = character(edge) if len(edge) == 1 else "a percent-encoded byte"
    return f"{component.words} has right-to-left characters and {does} with {edge_name}"

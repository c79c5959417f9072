"""Fixed beginnings of a language, and texts that begin otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.production import shipped_production
from irigrammar.engines.recognizer import Recognizer
from irigrammar.lazy import regex
from irigrammar.shipped.registries import registered_schemes
from irigrammar.unicode import is_letter, is_printable

_MOST = 8  # beginnings that a grammar of schemes may have
_LONGEST = 32  # characters
_NEAR = 0.7  # of the letters of a scheme that is mistyped
# What somebody may type between a scheme and the rest.
_BETWEEN = regex(r"(?:[ :;/\\|\uFF1A]|[,.](?=/)){1,8}+(?![ :;/\\|\uFF1A]|\Z)")


class Beginning(NamedTuple):
    """The fault of a text that has none of the beginnings of its language.

    `kind` is "other" where another scheme stands there, "mistyped" where the scheme is right and the punctuation after
    it is not, else "missing"; `expected` says in words what should, `start` and `end` are those of what is in its
    place, and `repairs` are texts of the language that begin rightly.
    """

    kind: str
    expected: str
    start: int
    end: int
    repairs: tuple[str, ...]


def beginnings(dfa: Dfa) -> tuple[str, ...]:
    """Return the beginnings of which every string of a language has one, in small letters, shortest first.

    They are spelled by letters, either case of which is allowed, and other characters, up to where characters of
    several kinds may follow. () where there are many, or none of two characters.

    >>> [beginnings(shipped_production(*rule).dfa) for rule in (("sip", "SIP-URI"), ("http", "http-URI"))]
    [('sip:',), ('http://',)]
    >>> beginnings(shipped_production("rfc3986", "URI").dfa)
    ()
    """
    letters = [_letter(dfa, number) for number in range(dfa.classes.count)]
    prefixes: list[str] = []
    todo = [("", dfa.start)]
    for text, state in todo:  # grows during the loop
        row = dfa.rows[state]
        following = {number: letters[number] for number, to in enumerate(row) if to != DEAD}
        is_fixed = not dfa.accepting[state] and all(following.values()) and len(text) < _LONGEST
        if is_fixed and len({*following.values()}) <= _MOST and len(todo) < _MOST * _LONGEST:
            by_letter = {letter: row[number] for number, letter in following.items()}
            todo += [(text + letter, to) for letter, to in by_letter.items()]
        else:
            prefixes.append(text)
    is_scheme = all(":" in text for text in prefixes)
    are_few = 0 < len(prefixes) <= (_MOST if is_scheme else 1)
    return tuple(prefixes) if are_few and all(len(text) > 1 and is_printable(text) for text in prefixes) else ()


def _letter(dfa: Dfa, number: int) -> str:
    """Return the one character of a class, in lower case where it is a letter of either case; "" for several."""
    ranges = dfa.classes.ranges(number)
    chars = {chr(point).lower() for low, high in ranges[:3] for point in range(low, min(high, low + 2) + 1)}
    return chars.pop() if len(chars) == 1 and len(ranges) < 3 else ""


def beginning_of(text: str, expected_starts: Iterable[str], language: Recognizer) -> Beginning | None:
    """Return how a text begins otherwise than all strings of a language; None where it has one of its beginnings. None,
    too, for a text with the right scheme that is not mistyped, for "" where a scheme is expected, and where a beginning
    that is no scheme would not make the text match. `expected_starts`, in small letters, must not be empty.

    >>> rule = shipped_production("mailto", "mailtoURI")
    >>> beginning_of("jane@example.org", ["mailto:"], rule.recognizer)
    Beginning(kind='missing', expected='mailto:', start=0, end=0, repairs=('mailto:jane@example.org',))
    """
    expected_starts = tuple(expected_starts)
    small, head = text.lower(), text.partition(":")[0]
    names = tuple(dict.fromkeys(start.partition(":")[0] for start in expected_starts))
    is_scheme = ":" in expected_starts[0]
    typo = _mistyped_beginning(text, expected_starts, language) if is_scheme else None
    if typo is not None:
        return typo
    if any(start.startswith(small) or small.startswith(start) for start in expected_starts):
        return None
    if is_scheme and (head.lower() in names or not text):
        return None
    start_by_whole = {
        whole: start for start in expected_starts for whole in _wholes(start, text) if language.matches(whole)
    }
    has_scheme = is_scheme and ":" in text and shipped_production("rfc3986", "scheme").recognizer.matches(head)
    is_registered = head.lower() in registered_schemes()
    if has_scheme and not (is_registered and text[len(head) + 1 :]):
        candidates = [name + text[len(head) :] for name in _near(head, names) or (() if start_by_whole else names)]
        repairs = tuple(filter(language.matches, candidates))
        if repairs:
            return Beginning("other", _either(names), 0, len(head), repairs)
    if has_scheme and (text.startswith("//", len(head) + 1) or (is_registered and not start_by_whole)):
        return Beginning("other", _either(names), 0, len(head), ())
    if not is_scheme and not start_by_whole:
        return None
    starts = [
        start.removesuffix("/") if start.endswith(":/") else start
        for start in start_by_whole.values() or expected_starts
    ]
    words = starts if is_scheme else [f'"{expected_starts[0]}"']
    return Beginning("missing", _either(dict.fromkeys(words)), 0, 0, tuple(start_by_whole))


def _mistyped_beginning(text: str, expected_starts: Iterable[str], language: Recognizer) -> Beginning | None:
    """Return the fault "mistyped" of a text with the scheme of an expected start and other punctuation after it, where
    the right one makes the text match; None for other texts, and where more may follow the punctuation that it has.
    """
    fault_offset = language.fault_offset(text)
    for start in expected_starts:
        name = start.partition(":")[0]
        between = _BETWEEN.match(text, len(name))
        if between is None or text[: len(name)].lower() != name:
            continue
        if start.endswith(":/") and ":" in between[0]:  # of file: how many slashes are meant is not known
            continue
        if fault_offset is None or fault_offset > between.end():
            continue
        begun = text[: len(name)] + start[len(name) :] + "//" * start.endswith(":/")
        repair = begun + text[between.end() :]
        if repair != text and language.matches(repair):
            words = f'"{text[: between.end()]}" must be "{begun}"'
            return Beginning("mistyped", words, between.start(), between.end(), (repair,))
    return None


def _wholes(start: str, text: str) -> Iterator[str]:
    """Yield texts with a beginning in front, the likeliest first: with two slashes, joined where both overlap, and of
    numbers without white space.
    """
    if start.endswith((":", ":/")) and text.startswith("/") and not text.startswith("//"):
        yield f"{start.removesuffix('/')}//{text}"
    yield _concatenation(start, text)
    if not any(map(is_letter, text)):  # only of numbers
        yield _concatenation(start, "".join(text.split()))


def _concatenation(start: str, text: str) -> str:
    """Return the concatenation of a beginning and a text, an overlap of the two written once. An overlap is shorter
    than the beginning.
    """
    overlap = next(size for size in range(len(start) - 1, -1, -1) if text.startswith(start[len(start) - size :]))
    return start + text[overlap:]


def _near(head: str, names: tuple[str, ...]) -> list[str]:
    from difflib import get_close_matches

    begun = [name for name in names if name.startswith(head.lower()) or head.lower().startswith(name)]
    return begun or get_close_matches(head.lower(), names, n=1, cutoff=_NEAR)


def _either(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last

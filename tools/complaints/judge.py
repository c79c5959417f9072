"""What a message says: the place, the production, what is allowed there, a fix. Measured, not judged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import irigrammar
from tools.complaints.ours import GRAMMAR, RULE

__all__ = ["PHRASES", "Judgement", "judged"]

# Words that stand for a production without being its name, as patterns: a message with them names it all the same.
PHRASES = {
    r"percent[ -]encod\w+": "pct-encoded",  # RFC 3986, section 2.1, calls it so
    r"ipv6 address": "IPv6address",  # its name, but for a space
}
CORE = "rfc5234"  # its rules are of characters, and no place
WORD = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
QUOTED = re.compile(r"'([^']+)'|\"([^\"]+)\"")
NUMBER = re.compile(r"\b\d+\b")
TEXT = "\0"  # stands for the string itself in what is searched


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a message says of a string.

    `fault` is the offset that the automaton has, `offset` the one that the message has; `quoted` is a part of the
    string that the message quotes, with its offset, where it has no number. `production` is the first one it names, but
    for the one that was asked for; `expected` is how many allowed things it lists, 0 if it lists none.
    `fix` is a string of the language in it.
    """

    fault: int
    offset: int | None = None
    quoted: tuple[str, int] | None = None
    production: str | None = None
    expected: int | None = None
    fix: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether the message has the fault's offset, or quotes what the fault is in."""
        if self.quoted is not None:
            part, start = self.quoted
            return start <= self.fault < start + len(part)
        return self.offset == self.fault


def judged(text: str, message: str, position: str | None = None, base: int = 0) -> Judgement:
    """Return what a message says of an invalid string; `position` and `base` are the `Teller`'s.

    Raises `ValueError` where the string is valid or where a message has a number of which nobody says what it is.

    >>> judged("http://h/a[b]", "'[' is not in path, at 11; try http://h/a%5Bb%5D", r"at (\\d+)", 1)
    Judgement(fault=10, offset=10, quoted=None, production='path', expected=None, fix='http://h/a%5Bb%5D')
    """
    fault = irigrammar.grammar(GRAMMAR)[RULE].check(text).fault
    if fault is None:
        raise ValueError(f"{text!r} is valid")
    words = _own_words(text, message)
    offset = _offset(words, position, base)
    return Judgement(
        fault.offset,
        offset,
        _quoted(text, words) if offset is None else None,
        _production(words),
        _expected(words),
        _fix(text, words),
    )


def _own_words(text: str, message: str) -> str:
    """Return a message without the string, where this stands by itself."""
    return re.sub(rf"(?<![^\s'\"`]){re.escape(text)}(?=['\"`]?[.,:;)]*(?:\s|$))", TEXT, message)


def _offset(words: str, position: str | None, base: int) -> int | None:
    if position is not None:
        match = re.search(position, words)
        return int(match.group(1)) - base if match else None
    if NUMBER.search(words):
        raise ValueError(f"what is the number in {words!r}?")
    return None


def _quoted(text: str, words: str) -> tuple[str, int] | None:
    """Return the first part in quotation marks that occurs once in the string."""
    parts = (single or double for single, double in QUOTED.findall(words))
    return next(((part, text.index(part)) for part in parts if text.count(part) == 1), None)


def _production(words: str) -> str | None:
    return min(_named(words.lower()), default=(0, None))[1]


def _named(words: str) -> Iterator[tuple[int, str]]:
    """Yield the productions that are named, with the place."""
    names = {name.lower(): name for name in irigrammar.grammar(GRAMMAR).rules.names()}
    for name in (RULE, *irigrammar.grammar(CORE).rules.names()):
        del names[name.lower()]
    for match in WORD.finditer(words):
        name = match.group().replace("_", "-")
        if name in names:
            yield match.start(), names[name]
    for phrase, name in PHRASES.items():
        yield from ((match.start(), name) for match in re.finditer(rf"\b{phrase}\b", words))


def _expected(words: str) -> int | None:
    if not re.search(r"\bexpected\b", words, re.IGNORECASE):
        return None
    return len(re.findall(r"^\s*\* ", words, re.MULTILINE))


def _fix(text: str, words: str) -> str | None:
    """Return the first word that is of the language and has the string's scheme."""
    matches = irigrammar.grammar(GRAMMAR)[RULE].matches
    scheme = f"{text.partition(':')[0]}:"
    stripped = (word.strip("'\"`.,;)") for word in words.split())
    return next((word for word in stripped if word.startswith(scheme) and matches(word)), None)

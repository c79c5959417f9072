"""Unicode scripts and look-alikes (UTS #39)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from irigrammar.advice.context import Context, Part
from irigrammar.advice.quiet import condition, decoded
from irigrammar.advice.rule import rule
from irigrammar.advice.scripts import is_highly_restrictive, script_names, scripts, skeleton
from irigrammar.advice.undecodable import units
from irigrammar.finding import Flaw
from irigrammar.text.names import character, quoted
from irigrammar.unicode import is_letter


@rule("U001", "mixed-scripts-label", "warning", "UTS #39, 5.2", where="odd-host mixed-word")
def _mixed_label(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each label whose scripts are not "highly restrictive" (UTS #39, 5.2)."""
    for label in context.labels:
        if not label.text.isascii() and not is_highly_restrictive(label.text):
            names = " and ".join(script_names(label.text))
            yield Flaw(label.start, label.end, f"the label {quoted(label.text[:63])} mixes the scripts {names}")


_MIXED_WORD_LONGEST = 60  # characters that are shown


@rule("U002", "mixed-scripts-word", "warning", "UTS #39, 5.2", where="mixed-word")
def _mixed_word(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each word whose scripts are not "highly restrictive" (UTS #39, 5.2); bytes that are not UTF-8
    apart.
    """
    words = _mixed_words(context)
    # Those in another charset, whose bytes are not characters.
    others = [(unit.start, unit.end) for unit in units(context)] if words else []
    for word in words:
        if any(start <= word.start < end for start, end in others):
            continue
        names = " and ".join(script_names(word.text))
        yield Flaw(
            word.start, word.end, f"the word {quoted(word.text[:_MIXED_WORD_LONGEST])} mixes the scripts {names}"
        )


@lru_cache(maxsize=1)  # two rules ask
def _mixed_words(context: Context) -> list[Part]:
    """Return the words whose scripts are not "highly restrictive" (UTS #39, 5.2)."""
    if not condition("mixed-word")(decoded(context.text)):
        return []
    return [word for word in context.words if not word.text.isascii() and not is_highly_restrictive(word.text)]


@rule("U003", "mixed-scripts-segment", "advice", "UTS #39, 5.2", profiles=("publish",), where="mixed-segment")
def _mixed_segment(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each path segment that mixes scripts while none of its words does (UTS #39, 5.2)."""
    starts = [word.start for word in _mixed_words(context)]
    index = 0
    for segment in context.segments:
        while index < len(starts) and starts[index] < segment.start:
            index += 1
        if index < len(starts) and starts[index] < segment.end:
            continue
        text = decoded(segment.text)
        if condition("mixed-segment")(text):
            yield Flaw(segment.start, segment.end, f"the segment mixes {' and '.join(script_names(text))}")


_LATIN = "Latn"
_IN_USE = tuple(f"iso8859_{part}" for part in range(1, 17) if part != 12)


@rule("U005", "latin-look-alike", "warning", "UTS #39, 4", where="odd-host")
def _latin_look_alike(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each label in which a rare letter of Latin looks like one of ASCII, the first of it."""
    for label in context.labels:
        char = next(filter(is_latin_look_alike, label.text), None)
        if char is not None and scripts(label.text) == frozenset({_LATIN}):
            shown = f"{character(char)}, which looks like {quoted(skeleton(char))}"
            yield Flaw(label.start, label.end, f"the label {quoted(label.text[:63])} has {shown}")


@lru_cache(maxsize=4096)
def is_latin_look_alike(char: str) -> bool:
    """Return whether a letter of Latin looks like a letter of ASCII and is in no part of ISO 8859, as those of most
    languages are.

    >>> [is_latin_look_alike(char) for char in ("\u0261", "\u0131", "e")]
    [True, False, False]
    """
    if char.isascii() or not is_letter(char) or _LATIN not in (scripts(char) or ()):
        return False
    shown = skeleton(char)
    is_alike = len(shown) == 1 and shown.isascii() and is_letter(shown)
    return is_alike and not any(_encodes(charset, char) for charset in _IN_USE)


def _encodes(charset: str, char: str) -> bool:
    try:
        return bool(char.encode(charset))
    except UnicodeEncodeError:
        return False


_WHOLE_SCRIPT_LONGEST = 63  # bytes of a label


@rule(
    "U004", "whole-script-confusable", "warning", "UTS #39, 4.1", profiles=("accept",), where="odd-host ascii-like-host"
)
def _whole_script(context: Context) -> Iterator[Flaw]:
    """Yield a flaw for each label that looks like ASCII as a whole (UTS #39, 4.1); not for Latin ones, nor in the
    top-level domain's script, nor for that domain itself or long labels.
    """
    labels = context.labels
    for label in labels[: max(len(labels) - 1, 1)]:
        if label.text.isascii() or len(label.text) > _WHOLE_SCRIPT_LONGEST:
            continue
        own = scripts(label.text)
        if not own or _LATIN in own or (len(labels) > 1 and own & (scripts(labels[-1].text) or own - own)):
            continue
        shown = skeleton(label.text)
        if shown.isascii():
            yield Flaw(
                label.start, label.end, f"all of the label {quoted(label.text)} looks like ASCII: {quoted(shown)}", None
            )

"""Runs of characters in a text: the common part of the rules on characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw
from irigrammar.processing.groups import group_of
from irigrammar.processing.percent import encode
from irigrammar.text.names import character


def runs(text: str, chars: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each run of some characters, in time linear in the text.

    >>> list(runs("a--b-", "-"))
    [(1, 3), (4, 5)]
    """
    members = "".join(map(re.escape, sorted(chars)))
    if members:
        yield from (found.span() for found in re.finditer(f"[{members}]+", text))


def group_flaws(name: str) -> Callable[[Context], Iterator[Flaw]]:
    """Return the check for a group of characters, as they stand in the text (draft-ietf-iri-3987bis-04, 7.3).

    What to write instead is the same octets percent-encoded, which every IRI can hold.
    """

    def check(context: Context) -> Iterator[Flaw]:
        text = context.text
        members = context.groups.get(name)
        for start, end in runs(text, members) if members else ():
            first = text[start]
            group = group_of(first)
            assert group is not None
            message = f"{character(first)}: {group.says}"
            yield Flaw(start, end, message, encode(text[start:end], lambda _: False))

    return check


def kind_flaws(
    context: Context, is_kind: Callable[[str], bool], says: Callable[[str], str], instead: Callable[[str], str | None]
) -> Iterator[Flaw]:
    """Yield a flaw for each run of characters of a kind in the decoded text, percent-encoded ones too.

    `says` makes the message from the first of them, and `instead` what to write in the place of a run.
    """
    whole = context.decoded
    members = [char for char in context.alphabet if is_kind(char)]
    for start, end in runs(whole.text, members) if members else ():
        meant = instead(whole.text[start:end])
        written = None if meant is None else whole.written(start, end, meant)
        yield Flaw(*whole.span(start, end), says(whole.text[start]), written)

"""Percent-encoded characters decoded where they may stand (RFC 3987, 3.2, steps 2 to 5; RFC 3986, 6.2.2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from irigrammar.processing.percent import replace_runs, runs


class Encoded(NamedTuple):
    """What is percent-encoded: the triplets as `written`, and the character; "" for an octet that is part of none."""

    written: str
    char: str


def decode(text: str, may_stand: Callable[[str], bool]) -> str:
    """Return a text with each percent-encoded character decoded that may stand (RFC 3987, 3.2; RFC 3986, 6.2.2.2).

    Octets are read as strict UTF-8: overlong forms, surrogates and sequences cut short stay encoded. What stays keeps
    its case where it is an ASCII character, and is written in upper case where it is not, as encoding it again does.
    `may_stand` is asked for every character that is encoded, ASCII or not.

    >>> decode("%2f%c3%bc%fc%41", lambda char: char != "/")
    '%2fü%FCA'
    """
    return replace_runs(text, lambda run: decode_run(run, may_stand))


def decode_run(run: str, may_stand: Callable[[str], bool]) -> str:
    """Return what `decode` makes of a row of percent-encoded octets, of which the first begins no character before it.

    >>> decode_run("%c3%bc%fc", lambda _: True)
    'ü%FC'
    """
    return "".join([_decoded(one, may_stand) for one in _run(run)])


def stages(text: str, may_stand: Callable[[str], bool]) -> tuple[str, str, str, str]:
    """Return what `decode` has after each of the steps 2 to 5 (RFC 3987, 3.2); octets are written as in 3.2.1.

    >>> stages("D%C3%BCrst %FC %e2%80%ae", "\\u202e".__ne__)[:3]
    ('D<c3><bc>rst <fc> <e2><80><ae>', 'D<c3><bc>rst %FC <e2><80><ae>', 'D<c3><bc>rst %FC %E2%80%AE')
    """
    rows: tuple[list[str], ...] = ([], [], [], [])
    for one in encoded(text):
        columns = (one,) * len(rows) if isinstance(one, str) else _columns(one, may_stand)
        for row, column in zip(rows, columns, strict=True):
            row.append(column)
    second, third, fourth, fifth = map("".join, rows)
    return second, third, fourth, fifth


def encoded(text: str) -> Iterator[str | Encoded]:
    """Yield the parts of a text in order: stretches without percent-encoding, and what is percent-encoded.

    >>> list(encoded("a%C3%A9%FF"))
    ['a', Encoded(written='%C3%A9', char='é'), Encoded(written='%FF', char='')]
    """
    done = 0
    for start, end in runs(text):
        if start > done:
            yield text[done:start]
        yield from _run(text[start:end])
        done = end
    if done < len(text):
        yield text[done:]


def _run(written: str) -> Iterator[Encoded]:
    """Yield what a run of triplets encodes."""
    at = 0
    # An octet that is part of no character becomes a surrogate, which UTF-8 cannot encode.
    for char in bytes.fromhex(written.replace("%", "")).decode(errors="surrogateescape"):
        octets = 1 if char.isascii() else len(char.encode(errors="surrogateescape"))
        triple = written[at : at + 3 * octets]
        yield Encoded(triple, char if char.isascii() or octets > 1 else "")
        at += len(triple)


def _decoded(one: Encoded, may_stand: Callable[[str], bool]) -> str:
    """Return what is left of what is percent-encoded after the step 5."""
    if one.char and may_stand(one.char):
        return one.char
    return one.written if one.char and one.char.isascii() else one.written.upper()


def _columns(one: Encoded, may_stand: Callable[[str], bool]) -> tuple[str, str, str, str]:
    """Return what the steps 2 to 5 make of what is percent-encoded."""
    stands = one.char != "" and may_stand(one.char)
    if one.char and one.char.isascii():
        return (one.char if stands else one.written,) * 4
    octets = "".join(f"<{octet}>" for octet in one.written.lower().split("%")[1:])
    again = one.written.upper()
    return octets, octets if one.char else again, octets if stands else again, one.char if stands else again

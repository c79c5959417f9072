"""Nearby strings of the language, the most natural first.

Each is proved by the matcher.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Any, cast

from irigrammar.automata.charset import Classes
from irigrammar.automata.naming import most_readable, rank
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.recognizer import Recognizer
from irigrammar.faults.expectation import quoted
from irigrammar.faults.filters import AsciiHost, fill
from irigrammar.faults.hinting import MatchedHint
from irigrammar.faults.steps import ByAutomaton, Steps
from irigrammar.faults.words import is_delimiter
from irigrammar.finding import Applicability, Fix
from irigrammar.lazy import cached_property
from irigrammar.text.certain import is_one_identifier
from irigrammar.text.percent import decoded_bytes
from irigrammar.text.splice import shared_start
from irigrammar.unicode import decimal, decomposition, is_decimal, is_letter_or_number, normalize, swapcase


def encoded(char: str) -> str | None:
    """Return the percent-encoded bytes of a character in UTF-8 (RFC 3986, 2.1), None for a surrogate.

    >>> encoded("é")
    '%C3%A9'
    """
    return "".join(f"%{byte:02X}" for byte in char.encode(errors="ignore")) or None


def in_ascii(char: str) -> str:
    """Return the ASCII character that a digit of another script, or a wide form, stands for; "" where it does not.

    >>> in_ascii("８"), in_ascii("٣"), in_ascii("é")
    ('8', '3', '')
    """
    digit = decimal(char)
    ascii_text = str(digit) if digit is not None else normalize("NFKC", char)
    is_meant = digit is not None or decomposition(char).startswith("<wide>")
    return ascii_text if is_meant and ascii_text.isascii() and not char.isascii() else ""


def describe_edit(verb: str, replacement_by_char: Mapping[str, str]) -> str:
    """Return an edit in words, given its verb and the replacement of each edited character."""
    *others, last = map(quoted, replacement_by_char)
    chars = f"{', '.join(others)} and {last}" if others else last
    if verb != "write":
        return f"{verb} {chars}"
    replacements = " and ".join(map(quoted, dict.fromkeys(replacement_by_char.values())))
    return f"write {replacements} instead of {chars}" if any(replacement_by_char.values()) else f"remove {chars}"


def abridge(text: str) -> str:
    """Return a text for display: of more than 40 characters only the first 39, and "…"."""
    return text if len(text) <= 40 else f"{text[:39]}…"


_MOST = 4  # fixes that are offered
_LETTER = 2  # letters and digits that may come where one of them is meant: one, in either case
_AGAIN = 16  # how often the same edit is made further on
_RUN = 16  # how long a run is that is taken out
_WORK = 400_000  # characters that are read for all of the attempts together
_INSERTED = 6  # characters that are put in
_STATES = 200  # states from which that is tried
_CHECK = 2_000  # what it takes to check where a fix leads, in characters


class _Edited(NamedTuple):
    text: str
    how: str
    edits: int


class Broken(NamedTuple):
    """A text with its fault: `char` is None where the text ends too early.

    `known` is the known case; `row` the offset at which an unfinished row of characters (`%4`) began; `lost` start and
    end of the characters that ruled out what the text seems to be. In a reference nothing is guessed: it is only
    percent-encoded, or changed as the known case says. `begun` are texts that begin as they should.
    """

    text: str
    offset: int
    char: str | None
    known: MatchedHint | None = None
    row: int | None = None
    lost: tuple[int, int] | None = None
    is_reference: bool = False
    may_encode: bool = True
    ascii_host: AsciiHost | None = None
    begun: tuple[str, ...] = ()


# How a fix (the second string) of a text (the first) may be offered, given how it would be otherwise; None for not at
# all, as where it leads elsewhere.
Grade = Callable[[str, str, Applicability], Applicability | None]


def certain(text: str, _: str, applicability: Applicability) -> Applicability:
    """Return the applicability of a fix: "unsafe" instead of "safe", unless the text is certainly one identifier; any
    other as it is.

    >>> certain("a^b", "a%5Eb", "safe"), certain("a b", "a%20b", "safe")
    ('safe', 'unsafe')
    """
    return "unsafe" if applicability == "safe" and not is_one_identifier(text) else applicability


def fixes(problem: Broken, steps: Steps, recognizer: Recognizer, grade: Grade | None = None) -> tuple[Fix, ...]:
    """Return at most four strings of the language that are near to a text with a fault, the most natural first.

    First what the known case suggests, then what takes back the loss, percent-encoding, removing, adding. `grade` says
    how each may be offered (by default `certain`).
    """
    return tuple(_FixSearch(problem, steps, recognizer, grade or certain).collect())


def _decoded(text: str) -> bytes:
    return decoded_bytes(text.encode(errors="surrogatepass"))


@lru_cache(maxsize=16)
def _alphabet(classes: Classes) -> tuple[tuple[str, int], ...]:
    """Return the most readable character of each class but 0 with the class's number; classes of one character, as
    delimiters are, come first.
    """
    rows = []
    for number in range(1, classes.count):
        ranges = classes.ranges(number)
        point = most_readable(ranges)
        rows.append(((ranges[0][0] != ranges[-1][1], rank(point)), chr(point), number))
    return tuple((char, number) for _, char, number in sorted(rows))


def _joins_numbers(text: str, fix: str) -> bool:
    """Return whether a fix joins two numbers into one, or makes a fraction a whole number, by deleting characters.

    >>> [_joins_numbers("1;2", "12"), _joins_numbers("1 2", "12"), _joins_numbers(".5", "5"), _joins_numbers("1x", "1")]
    [True, False, True, False]
    """
    if len(fix) >= len(text):
        return False
    place = shared_start(text, fix)
    deletion = text[place : place + len(text) - len(fix)]
    is_removed = text[:place] + text[place + len(deletion) :] == fix
    if not (is_removed and is_decimal(fix[place : place + 1])) or deletion.isspace() or is_letter_or_number(deletion):
        return False
    before = fix[place - 1 : place]
    return is_decimal(before) or (deletion == "." and before != ".")


class _FixSearch:
    def __init__(self, problem: Broken, steps: Steps, recognizer: Recognizer, grade: Grade) -> None:
        self._problem = problem
        self._grade = grade
        self._steps = steps
        self._fault_offset = recognizer.fault_offset
        self._alphabet = _alphabet(steps.classes)
        self._work = _WORK + 4 * len(problem.text)

    def collect(self) -> list[Fix]:
        """Return the fixes that match, at most four, each with the grade that the problem gives it, in the order of the
        attempts; fewer where the work is spent. Those that the grade refuses, those that join two numbers or make a
        fraction whole, and the text itself are left out.
        """
        fixes: dict[str, Fix] = {}
        known = self._problem.known
        own = len(self._proposals) if known and known.hint.applicability else 0
        meant = _decoded(self._problem.text)
        for number, (text, how) in enumerate(self._attempts(lambda: len(fixes))):
            if len(fixes) == _MOST or self._work < 0:
                break
            is_new = text not in fixes and text != self._problem.text and not _joins_numbers(self._problem.text, text)
            if is_new and self._fault(text) is None:
                by_bytes: Applicability = "safe" if _decoded(text) == meant else "unsafe"
                proposal = cast(Applicability, known.hint.applicability) if known and number < own else by_bytes
                self._work -= _CHECK + 4 * len(text) if self._problem.is_reference else 0
                grade = self._grade(self._problem.text, text, proposal)
                if grade is not None:
                    fixes[text] = Fix(text, how, grade)
        return list(fixes.values())

    def _fault(self, text: str) -> int | None:
        self._work -= len(text)
        return self._fault_offset(text)

    def _attempts(self, count: Callable[[], int]) -> Iterator[tuple[str, str]]:
        """Yield texts to try, with how they are made, in words, most plausible first; which come later depends on
        `count`, the number of fixes found so far.
        """
        problem = self._problem
        text, offset, char = problem.text, problem.offset, problem.char
        yield from self._proposals
        known = problem.known
        if known and known.hint.only and not known.hint.fixes:
            yield from self._in_ascii(offset if problem.lost is None else problem.lost[0])
        if known and (known.hint.only or (known.hint.fixes and count())):
            return
        if problem.is_reference:
            yield from self._encodings()
            return
        yield from self._in_ascii(offset if problem.lost is None else problem.lost[0])
        if char is not None and swapcase(char) != char:
            yield from (edit[:2] for edit in self._again(text, offset, swapcase, "write", _AGAIN))
            if count():
                return
        if problem.lost is not None:
            start, end = problem.lost
            yield text[:start] + text[end:], f"remove {quoted(text[start:end])}"
            if not count():
                yield text[:start] + text[offset:], f"remove {quoted(text[start:offset])}"
        if count() and (problem.lost is not None or (known and "cut" in known.hint.conditions)):
            return  # what was meant is clear
        if problem.row is not None:
            yield from (edit[:2] for edit in self._again(text, problem.row, self._encoded, "percent-encode", _AGAIN))
            yield from (edit[:2] for edit in self._again(text, problem.row, lambda _: "", "remove", 2))
            if count() and char is not None:
                return
        yield from self._delimiters() if known is None else ()
        if char is None:
            if missing := self._steps.completion(text, self._alphabet):
                yield text + missing, f"add {quoted(missing)}"
        else:
            escaped = list(self._again(text, offset, self._encoded, "percent-encode", _AGAIN))
            removals = list(self._again(text, offset, lambda _: "", "remove", 2))
            # Where it takes more characters to encode than to remove, what is encoded is no longer what was meant.
            if not removals or (escaped and escaped[0].edits <= removals[0].edits):
                yield from (edit[:2] for edit in escaped)
            yield from (edit[:2] for edit in removals)
        for size in range(2, min(_RUN, len(text) - offset) + 1):
            if count():
                return
            yield text[:offset] + text[offset + size :], f"remove {quoted(text[offset : offset + size])}"
        yield from self._delimiters() if known and not count() else ()
        for where in (offset, *(problem.lost or ())[:1]):
            if not count():
                yield from self._insertions(text, where, count, range(1, 3))
        if count():
            return
        tries = [(text[:offset] + text[offset + 1 :], f"remove {quoted(char or '')}"), *self._substitutions()]
        for fixed_text, how in tries:
            if count() or self._work < 0:
                return
            yield fixed_text, how
        if isinstance(self._steps, ByAutomaton):  # a recursive rule has too many states
            yield from self._insertions(text, offset, count, range(3, _INSERTED + 1))
        for fixed_text, how in tries if is_delimiter(char or "") else tries[:1]:
            if count() or self._work < 0:
                return
            if self._fault(fixed_text) == len(fixed_text):
                missing = self._steps.completion(fixed_text, self._alphabet)
                if not any(map(is_letter_or_number, missing)):
                    yield fixed_text + missing, f"{how}, and add {quoted(missing)}"

    def _delimiters(self) -> Iterator[tuple[str, str]]:
        """Yield the text with a delimiter inserted between two things, or without the first of two delimiters, and
        how.
        """
        text, offset, char = self._problem.text, self._problem.offset, self._problem.char
        before = len(text[:offset].rstrip())
        if is_delimiter(text[before - 1 : before]):
            if char is not None and is_delimiter(char):
                yield text[: before - 1] + text[before:], f"remove {quoted(text[before - 1])}"
        elif char is not None and not is_delimiter(char) and (before < offset or not is_letter_or_number(char)):
            for delimiter, _ in self._letters(self._state(text[:before])):
                if is_delimiter(delimiter):
                    yield text[:before] + delimiter + text[before:], f"insert {quoted(delimiter)}"

    def _encoded(self, char: str) -> str | None:
        """Return a character percent-encoded, None where the grammar does not give that a meaning."""
        return encoded(char) if self._problem.may_encode else None

    def _encodings(self) -> Iterator[tuple[str, str]]:
        """Yield a reference with its invalid characters percent-encoded, or made ASCII, and how; nothing to encode
        after a triplet that is cut short.
        """
        problem = self._problem
        yield from self._in_ascii(problem.offset if problem.lost is None else problem.lost[0])
        offset = problem.offset if problem.row is None else problem.row
        if problem.offset - offset > 1 and problem.text[:offset][-3:-2] == "%":  # of "%C3%A" nobody means "%25"
            return
        yield from (edit[:2] for edit in self._again(problem.text, offset, self._encoded, "percent-encode", _AGAIN))

    def _substitutions(self) -> list[tuple[str, str]]:
        """Return the texts with another character in place of the one at the fault, and how; none at the end, and
        letters only where few are possible.
        """
        text, offset = self._problem.text, self._problem.offset
        if offset >= len(text):
            return []
        state = self._state(text[:offset])
        classes = self._steps.classes
        letters = self._letters(state)
        meant = (classes.ranges(classes.of(ord(char))) for char, _ in letters if is_letter_or_number(char))
        is_meant = sum(high - low + 1 for ranges in meant for low, high in ranges) <= _LETTER
        return [
            (text[:offset] + char + text[offset + 1 :], f"write {quoted(char)} instead of {quoted(text[offset])}")
            for char, _ in letters
            if not is_letter_or_number(char) or is_meant
        ]

    def _in_ascii(self, start: int) -> Iterator[tuple[str, str]]:
        """Yield the text with the digits of other scripts and the wide forms that stand at an offset made ASCII, and
        how; nothing where there are none.
        """
        text = self._problem.text
        ascii_text = "".join(takewhile(bool, map(in_ascii, text[start:])))
        if ascii_text:
            run = text[start : start + len(ascii_text)]
            how = f"write {quoted(ascii_text)} instead of {quoted(run)}"
            yield from self._onward(
                text[:start] + ascii_text + text[start + len(ascii_text) :], how, start + len(ascii_text)
            )

    @cached_property
    def _proposals(self) -> tuple[tuple[str, str], ...]:
        """The texts that the matched hint proposes, and how each is made."""
        return tuple(self._known())

    def _known(self) -> Iterator[tuple[str, str]]:
        """Yield the texts that the matched hint proposes, and how each is made; nothing without a hint."""
        known = self._problem.known
        if known is None:
            return
        text, offset = self._problem.text, self._problem.offset
        part = text[known.start : known.end]
        for begun in self._problem.begun:
            tail_length = len(text) - known.end
            overlap = next(size for size in range(tail_length, -1, -1) if begun.endswith(text[len(text) - size :]))
            put = quoted(begun[known.start : len(begun) - overlap])
            yield begun, f"write {put} instead of {quoted(part)}" if part else f"write {put} in front"
        instead = known.hint.instead
        if known.hint.before:
            yield from self._encoded_before()
        if instead is not None and not known.hint.fixes:
            yield from (edit[:2] for edit in self._again(text, offset, lambda _: instead, "write", _AGAIN, same=True))
        if "cut" in known.hint.conditions:
            yield text[: known.start] + text[known.end :], f"remove {quoted(abridge(part))}"
        if instead is not None:
            part = part.replace(text[offset : offset + 1], instead)
        start, end = known.middle or (known.start, known.end)
        values = {"part": part, "inside": part[1:-1], "middle": text[start:end], "after": text[known.end :]}
        for template in known.hint.fixes:
            replacement, lead = fill(template, values, self._problem.ascii_host) or (None, 0)
            if replacement is None:
                continue
            if not replacement:
                yield text[: known.start] + text[known.end :], f"remove {quoted(abridge(part))}"
                continue
            pieces = " and ".join(quoted(abridge(piece)) for piece in (text[:start], text[end:]) if piece)
            how = f"remove {pieces}" if template == "{middle}" else f"write {quoted(abridge(replacement))}"
            how = known.hint.how or how
            yield from self._onward(text[: known.start] + replacement + text[known.end :], how, known.start + lead)

    def _onward(self, text: str, how: str, after: int) -> Iterator[tuple[str, str]]:
        """Yield an edited text, with how it was made, and where something after the edit is at fault, also one with
        that percent-encoded. `after` is the offset behind the edit.
        """
        yield text, how
        fault = self._fault(text)
        if fault is not None and fault >= after:
            for edit in self._again(text, fault, self._encoded, "percent-encode", _AGAIN):
                yield edit.text, f"{how}, and {edit.how}"

    def _encoded_before(self) -> Iterator[tuple[str, str]]:
        """Yield the text with each earlier one of the character at the fault percent-encoded, where it may come but
        once; nothing where that is not enough. At most 16 are encoded.
        """
        text = self._problem.text
        char = text[self._problem.offset]
        fault: int | None = self._problem.offset
        for _ in range(_AGAIN):
            if fault is None:
                yield text, f"percent-encode the first {quoted(char)}"
                return
            index = text.rfind(char, 0, fault)
            if index < 0 or fault >= len(text) or text[fault] != char:
                return
            text = text[:index] + (encoded(char) or "") + text[index + 1 :]
            fault = self._fault(text)

    def _again(
        self, text: str, offset: int, edit: Callable[[str], str | None], verb: str, times: int, *, same: bool = False
    ) -> Iterator[_Edited]:
        """Yield the text with the character at an offset edited, and those at the faults that come up further on, if it
        then matches; nothing otherwise.

        At most `times` characters are edited; with `same` only the same character is. An `edit` of None ends the
        search.
        """
        first = text[offset : offset + 1]
        replacements: dict[str, str] = {}
        for edits in range(1, times + 1):
            char = text[offset : offset + 1]
            if not char or (same and char != first) or self._work < 0:
                return
            put = edit(char)
            if put is None or (char == ":" and put and self._problem.is_reference):  # which would begin no scheme then
                return
            replacements[char] = put
            text = text[:offset] + put + text[offset + 1 :]
            fault = self._fault(text)
            if fault is None:
                yield _Edited(text, describe_edit(verb, replacements), edits)
                return
            if fault < offset + len(put):
                return
            offset = self._start_of_triplet(text, offset + len(put), fault)

    def _start_of_triplet(self, text: str, start: int, fault: int) -> int:
        """Return the offset, from `start` on, of the percent sign in a reference of which the character at a fault is
        not a digit; the fault for another one, and where that ends a run of triplets, as a byte cut short does.
        """
        sign = text.rfind("%", max(start, fault - 2), fault) if self._problem.is_reference else -1
        is_cut = text[:sign][-3:-2] == "%"
        return fault if sign < 0 or is_cut else sign

    def _insertions(self, text: str, offset: int, count: Callable[[], int], sizes: range) -> Iterator[tuple[str, str]]:
        """Yield the text with the fewest characters inserted at an offset so that the character found there can follow.

        `sizes` are the numbers of characters to try; `count` returns how many fixes are found so far, and the search
        stops as soon as there is one.
        """
        state = self._state(text[:offset])
        if state is None or offset >= len(text):
            return
        number = self._steps.classes.of(ord(text[offset]))
        is_finite = isinstance(self._steps, ByAutomaton)  # states of recursive rules cannot be compared
        level, known, trials = [("", state)], {state} if is_finite else set(), 0
        for size in range(1, sizes.stop):
            further: list[tuple[str, Any]] = []
            for chars, before in level:
                trials += 1
                if trials > _STATES or self._work < 0:
                    return
                for char, after in self._letters(before):
                    if is_finite:
                        if after in known:
                            continue
                        known.add(after)
                    further.append((chars + char, after))
                    if size in sizes and self._steps.step(after, number) is not None:
                        yield text[:offset] + chars + char + text[offset:], f"insert {quoted(chars + char)}"
                        if count():
                            return
            level = further

    def _letters(self, state: Any) -> list[tuple[str, Any]]:
        """Return a character for each class that a state reads, with the state after it; delimiters come first."""
        after = ((char, self._steps.step(state, number)) for char, number in self._alphabet)
        return [(char, further) for char, further in after if further is not None]

    def _state(self, text: str) -> Any:
        """Return the state of the automaton after a text."""
        state = self._steps.start
        for number in self._steps.classes.encode(text):
            state = self._steps.step(state, number)
        return state

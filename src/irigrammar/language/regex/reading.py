"""From the text of a regular expression to its parts, by its grammar.

The text is parsed by the grammar of its dialect, and the tree is walked once. Rules of one name mean the same in all
grammars: there is one method for each name, and a rule without a method is what is in it.
"""

# typed: 0xFFFF: the last unit of 16 bits
# typed: operator: a rule of grammar/notations

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from irigrammar.automata.charset import MAX, Ranges, difference, intersection, union
from irigrammar.automata.dfa import first_characters
from irigrammar.dataclass import dataclass
from irigrammar.engines.node import Node
from irigrammar.errors import RegexError
from irigrammar.language.regex.pattern import (
    EMPTY,
    SURROGATES,
    Atomic,
    Chars,
    Choice,
    Look,
    Part,
    Repeat,
    Sequence,
    Span,
    word_boundary,
)
from irigrammar.language.regex.tables import Tables
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped import loader as shipped


@dataclass(frozen=True)
class _Dialect:
    """The grammar of a dialect, its flags, and those that are set at first."""

    grammar: str
    flags: str
    first_flags: str = ""


DIALECTS = {
    "ecmascript": _Dialect("ecmascript", "dgimsuv"),
    "json-schema": _Dialect("ecmascript", "u", "u"),
    "re2": _Dialect("re2", "imsU"),
    "rust": _Dialect("rust", "imsRUux", "u"),
    "xsd": _Dialect("xsd", ""),
    "i-regexp": _Dialect("i-regexp", ""),
}
DEPTH = 50  # of groups in groups
COUNT = 1000  # RE2 repeats no more often, repetitions in repetitions together
_UNITS: Ranges = ((0, 0xFFFF),)
_ASCII: Ranges = ((0, 0x7F),)
_LF: Ranges = ((10, 10),)
_CR: Ranges = ((13, 13),)
_CONTROLS = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_OPERATORS = ("&&", "--", "~~")
# Rules around others in a class: what is in them counts.
_OPEN = frozenset(
    ("negative", "positive", "operations", "intersection", "subtraction", "lead-intersection", "lead-subtraction")
)


class _Loose(Sequence):
    """Characters of which a quantifier repeats the last: text between \\Q and \\E, the two units of a character."""


@dataclass(frozen=True)
class _Set:
    """The characters of a class and, in ECMAScript with v, its strings of other lengths than one."""

    ranges: Ranges
    strings: frozenset[tuple[int, ...]] = frozenset()
    may_have_strings: bool = False


def read(pattern: str, dialect: str, flags: str, tables: Tables) -> Part:
    """Return the parts of a pattern, with spans in code points of its text.

    `dialect` is one of `DIALECTS`, `flags` are its letters, as in "iu". In ECMAScript without u and v a character
    beyond 16 bits is two units, and sets are sets of units: surrogates are in `Chars` there, and in them only.

    Raises `RegexError` with the offset for a pattern that the dialect does not have, and for backreferences, classes
    that are not known, and flags that change what a text is.
    """
    settings = DIALECTS[dialect]
    for letter in flags:
        if letter not in settings.flags:
            raise RegexError(f"unknown flag {letter!r}", pattern, dialect=dialect, expected=tuple(settings.flags))
    if "u" in flags and "v" in flags:
        raise RegexError("the flags u and v do not go together", pattern, dialect=dialect)
    return _Reader(pattern, dialect, settings, flags, tables).read()


def dialects_of(pattern: str) -> tuple[str, ...]:
    """Return the names of the dialects whose grammar has a pattern, ECMAScript's with the flag u."""
    names = ("ecmascript", "re2", "rust", "xsd", "i-regexp")
    return tuple(name for name in names if _grammar(name)[_start(name, "u")].matches(pattern))


def _start(grammar: str, flags: str) -> str:
    name = _grammar(grammar).start.rule
    mode = next((letter for letter in flags if letter in "uv"), "") if grammar == "ecmascript" else ""
    return f"{name}-{mode}" if mode else name


@cache
def _grammar(name: str) -> Grammar:
    """Return the grammar of notations with a name."""
    return Grammar.from_file(shipped.grammar_directory() / "notations" / f"{name}.abnf")


@cache
def _posix(grammar: str, name: str) -> Ranges:
    return first_characters(_grammar(grammar)[f"posix-{name}"].automaton)


# The characters of names in XML: `\\i` and `\\c` of XSD.
_NAMES = """\
i = NCNameStartChar / ":"
c = NCNameChar / ":"
"""


@cache
def _names(letter: str) -> Ranges:
    return first_characters(Grammar.from_text(_NAMES, extends="curie")[letter].automaton)


class _Reader:
    """One pattern, and the state of the place that is read: `flags`, and the names of groups before it."""

    def __init__(self, pattern: str, dialect: str, settings: _Dialect, flags: str, tables: Tables) -> None:
        self.pattern = pattern
        self.dialect = dialect
        self.grammar = settings.grammar
        self.tables = tables
        self.flags = frozenset(settings.first_flags + flags)
        self.mode = _start(self.grammar, "".join(self.flags))[len(_grammar(self.grammar).start.rule) :]
        self.units = self.grammar == "ecmascript" and not self.mode
        self.all = _UNITS if self.units else difference(((0, MAX),), SURROGATES)
        self.offsets: list[int] | None = None
        self.names: set[str] = set()
        self.numbers: dict[int, int] = {}
        self.references: list[str] = []
        self.has_names = False
        self.depth = 0
        self.count = 1
        self.behind = False

    def read(self) -> Part:
        text = self.pattern
        if self.grammar == "rust" and ("x" in self.flags or "x" in text):
            text, self.offsets = self._without_blanks()
        self.text = text
        matcher = _grammar(self.grammar)[_start(self.grammar, "".join(self.flags))]
        fault = matcher.check(text).fault
        if fault is not None:
            others = tuple(name for name in dialects_of(self.pattern) if name != self.grammar)
            raise RegexError(
                fault.message,
                self.pattern,
                self._place(fault.offset),
                dialect=self.dialect,
                expected=tuple(fault.expected),
                dialects=others,
            )
        tree = matcher.parse(text)
        if self.grammar == "ecmascript":
            self._groups(tree)
        return self.part(tree)

    def _groups(self, tree: Node) -> None:
        """Number the groups, and collect the references to them."""
        starts = []
        for node in tree.walk():
            name = self._name(node)
            if name in {"capture", "named-capture"}:
                starts.append(node.start)
                if name == "named-capture":
                    self.has_names = True
            elif name in {"backreference", "named-backreference"}:
                self.references.append(node.text)
        self.numbers = {start: number for number, start in enumerate(starts, 1)}

    def _without_blanks(self) -> tuple[str, list[int]]:
        """Return a pattern of Rust without the blanks and comments in it where the flag x is set, and the offset of
        each character in the pattern.
        """
        verbose, opened = "x" in self.flags, []
        comment = False
        offsets: list[int] = []
        classes = 0
        for node in _grammar("rust")["verbose"].parse(self.pattern).children:
            if comment:
                comment = "\n" not in node.text
                continue
            if verbose and node.rule in {"blank-token", "break", "hash"}:
                comment = node.rule == "hash"
                continue
            offsets.extend(range(node.start, node.end))
            if node.rule == "open-class":
                classes += 1
            elif node.rule == "close-class":
                classes = max(classes - 1, 0)
            if classes:
                continue
            if node.rule in {"open", "flags-open"}:
                opened.append(verbose)
            elif node.rule == "close" and opened:
                verbose = opened.pop()
            if node.rule in {"flags-open", "flags-only"}:
                on, _, off = node.text.partition("-")
                verbose = (verbose or "x" in on) and "x" not in off
        return "".join(self.pattern[offset] for offset in offsets), offsets

    def _place(self, offset: int) -> int:
        if self.offsets is None:
            return offset
        return self.offsets[offset] if offset < len(self.offsets) else len(self.pattern)

    def span(self, node: Node) -> Span:
        """Return the span of a node in the pattern."""
        start = self._place(node.start)
        return (start, self._place(node.end - 1) + 1) if node.end > node.start else (start, start)

    def refuse(self, node: Node, reason: str) -> RegexError:
        """Return the error for a node."""
        return RegexError(reason, self.pattern, self.span(node)[0], dialect=self.dialect)

    def _name(self, node: Node) -> str:
        name = node.rule.lower()
        return name.removesuffix("-u").removesuffix("-v") if self.grammar == "ecmascript" else name

    def _method(self, prefix: str, node: Node) -> Callable[[Node], object] | None:
        return getattr(self, prefix + self._name(node).replace("-", "_"), None)

    # Parts

    def part(self, node: Node) -> Part:
        """Return the part of a node."""
        method = self._method("_part_", node)
        if method is not None:
            return method(node)  # type: ignore[return-value]  # methods with this prefix return parts
        inner = _rules(node)
        if len(inner) == 1:
            return self.part(inner[0])
        return Sequence(tuple(map(self.part, inner)), self.span(node))

    def _part_pattern(self, node: Node) -> Part:
        parts = [self.part(child) for child in _rules(node)]
        if len(parts) == 1:
            return parts[0]
        first, quoted = parts  # of RE2: text after \Q with no \E belongs to the last branch
        assert isinstance(quoted, Sequence)
        if isinstance(first, Choice) and first.span != (-1, -1) and first.span == self.span(_rules(node)[0]):
            last = Sequence((first.items[-1], *quoted.items), self.span(node))
            return Choice((*first.items[:-1], last), self.span(node))
        return Sequence((first, *quoted.items), self.span(node))

    def _part_regexp(self, node: Node) -> Part:
        self.depth += 1
        if self.depth > DEPTH:
            raise self.refuse(node, f"groups are nested more than {DEPTH} deep")
        before, together, branches = set(self.names), set(self.names), []
        for child in _rules(node):
            if self.grammar == "ecmascript":
                self.names = set(before)
            branches.append(self.part(child))
            together |= self.names
        self.names = together
        self.depth -= 1
        return branches[0] if len(branches) == 1 else Choice(tuple(branches), self.span(node))

    _part_i_regexp = _part_regexp

    def _part_branch(self, node: Node) -> Part:
        items: list[Part] = []
        pieces = _rules(node)
        rest = iter(zip(pieces, [*pieces[1:], None], strict=False))  # one more than there are in an empty branch
        for piece, following in rest:
            body = self._atomic_body(piece, following)
            if body is not None:
                next(rest)
                items.append(Atomic(self.part(body), self.span(piece)))
                continue
            part = self.part(piece)
            if isinstance(part, _Loose):
                items.extend(part.items)
            elif part is not EMPTY:
                items.append(part)
        return items[0] if len(items) == 1 else Sequence(tuple(items), self.span(node))

    def _atomic_body(self, piece: Node, following: Node | None) -> Node | None:
        """Return the group where two pieces are `(?=(X))\\1`, and it is used nowhere else; it is read forwards."""
        if not piece.text.startswith("(?=(") or following is None or self.behind:
            return None
        reference = f"\\{self.numbers.get(piece.start + 3)}"
        if following.text != reference or self.references.count(reference) != 1:
            return None
        node = piece
        while self._name(node) != "capture":
            inner = _rules(node)
            if len(inner) != 1:
                return None
            node = inner[0]
        return node if node.end + 1 == piece.end else None

    def _part_piece(self, node: Node) -> Part:
        first, *quantifiers = _rules(node)
        counts = [quantifier for group in quantifiers for quantifier in self._quantifiers(group)]
        bounds = [self._bounds(quantifier) for quantifier in counts]
        count = self.count
        for quantifier, (low, high) in zip(counts, bounds, strict=True):
            if high is not None and high < low:
                raise self.refuse(quantifier, "the counts are not in order")
            self.count *= max(low if high is None else high, 1)
            if self.grammar == "re2" and (self.count > COUNT or low > COUNT):
                raise self.refuse(quantifier, f"RE2 repeats at most {COUNT:,} times")
        part = self.part(first)
        self.count = count
        before: tuple[Part, ...] = ()
        if isinstance(part, _Loose):
            if not counts:
                return part
            if not part.items:
                raise self.refuse(counts[0], "nothing to repeat")
            *others, part = part.items
            before = tuple(others)
        for quantifier, (low, high) in zip(counts, bounds, strict=True):
            lazy = len(quantifier.text) > 1 and quantifier.text.endswith("?")
            span = (self.span(node)[0], self.span(quantifier)[1])
            part = Repeat(part, low, high, span, lazy != ("U" in self.flags))
        return _Loose((*before, part), self.span(node)) if before else part

    def _quantifiers(self, node: Node) -> Iterator[Node]:
        """Yield the quantifiers in a node, a lazy one with its question mark."""
        if self._name(node) == "quantifiers":
            yield from _rules(node)
        else:
            yield node

    def _bounds(self, quantifier: Node) -> tuple[int, int | None]:
        text = quantifier.text
        simple: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        if text[0] in simple:
            return simple[text[0]]
        numbers = [node.text for node in quantifier.walk() if node.rule == "QuantExact"]
        if max(map(len, numbers)) > 9:  # no engine repeats as often
            raise self.refuse(quantifier, "the count is too large")
        low, *rest = map(int, numbers)
        return low, rest[0] if rest else (None if "," in text else low)

    def _in_group(self, node: Node) -> Part:
        """Return the part in a group, with the flags that it sets; they end with it."""
        flags = self.flags
        inner = _rules(node)
        for child in inner[:-1]:
            if self._name(child) == "flags":
                self._set_flags(child)
        part = self.part(inner[-1])
        self.flags = flags
        return part

    _part_capture = _part_group = _part_flags_group = _in_group

    def _part_atom(self, node: Node) -> Part:
        return self._in_group(node) if node.text.startswith("(") else self.part(_rules(node)[0])

    def _part_named_capture(self, node: Node) -> Part:
        name = next(child for child in _rules(node) if self._name(child) == "group-name")
        if name.text in self.names:
            raise self.refuse(name, f"two groups are named {name.text!r}")
        self.names.add(name.text)
        return self._in_group(node)

    def _part_flags_only(self, node: Node) -> Part:
        for child in _rules(node):
            self._set_flags(child)
        return EMPTY

    def _set_flags(self, node: Node) -> None:
        on, _, off = node.text.partition("-")
        if self.grammar != "re2" and len({*on, *off}) < len(on + off):
            raise self.refuse(node, "a flag is repeated")
        self.flags = (self.flags | {*on}) - {*off}

    def _look(self, node: Node, *, ahead: bool, negative: bool) -> Part:
        behind, self.behind = self.behind, not ahead
        part = self._in_group(node)
        self.behind = behind
        return Look(part, ahead, negative, self.span(node))

    def _part_lookahead(self, node: Node) -> Part:
        return self._look(node, ahead=True, negative=False)

    def _part_negative_lookahead(self, node: Node) -> Part:
        return self._look(node, ahead=True, negative=True)

    def _part_lookbehind(self, node: Node) -> Part:
        return self._look(node, ahead=False, negative=False)

    def _part_negative_lookbehind(self, node: Node) -> Part:
        return self._look(node, ahead=False, negative=True)

    # Places

    def _edge(self, node: Node, *, ahead: bool) -> Part:
        return Look(Chars(self.all), ahead, negative=True, span=self.span(node))

    def _line(self, node: Node, *, ahead: bool) -> Part:
        """Return the start of a text or with `ahead` its end and, with the flag m, that of a line."""
        edge = self._edge(node, ahead=ahead)
        if "m" not in self.flags:
            return edge
        if "R" not in self.flags:
            return Choice((edge, Look(Chars(self.tables.line_ends), ahead)), self.span(node))
        # CR LF is one end of a line: between the two is no place.
        first, second = (_CR, _LF) if ahead else (_LF, _CR)
        between = Sequence((Look(Chars(second), ahead), Look(Chars(first), not ahead, negative=True)))
        return Choice((edge, Look(Chars(first), ahead), between), self.span(node))

    def _part_text_start(self, node: Node) -> Part:
        return self._edge(node, ahead=False)

    def _part_text_end(self, node: Node) -> Part:
        return self._edge(node, ahead=True)

    def _part_line_start(self, node: Node) -> Part:
        return self._line(node, ahead=False)

    def _part_line_end(self, node: Node) -> Part:
        return self._line(node, ahead=True)

    def _word(self) -> Ranges:
        word = self._known(self.tables.word)
        return self.fold(word) if self.grammar == "ecmascript" else word

    def _part_word_boundary(self, _: Node) -> Part:
        return word_boundary(self._word())

    def _part_no_word_boundary(self, _: Node) -> Part:
        return word_boundary(self._word(), negative=True)

    def _at_word(self, node: Node, *, none_before: bool | None, after: bool | None) -> Part:
        """Return a place by whether a word is before it and after it, None for either."""
        word = Chars(self._word())
        looks = [Look(word, False, negative=none_before)] if none_before is not None else []
        looks += [Look(word, True, negative=not after)] if after is not None else []
        return Sequence(tuple(looks), self.span(node))

    def _part_word_start(self, node: Node) -> Part:
        return self._at_word(node, none_before=True, after=True)

    def _part_word_end(self, node: Node) -> Part:
        return self._at_word(node, none_before=False, after=False)

    def _part_word_start_half(self, node: Node) -> Part:
        return self._at_word(node, none_before=True, after=None)

    def _part_word_end_half(self, node: Node) -> Part:
        return self._at_word(node, none_before=None, after=False)

    # Characters

    @property
    def _bytes(self) -> bool:
        """Whether sets are sets of bytes: Rust without u."""
        return self.grammar == "rust" and "u" not in self.flags

    def fold(self, ranges: Ranges) -> Ranges:
        """Return a set with other cases, where the flag i is set."""
        if "i" not in self.flags or not ranges:
            return ranges
        result = self.tables.fold(ranges)
        return union(ranges, intersection(result, _ASCII)) if self._bytes else result

    def _known(self, ranges: Ranges) -> Ranges:
        return intersection(ranges, _ASCII) if self._bytes else ranges

    def complement(self, node: Node, ranges: Ranges) -> Ranges:
        if self._bytes:
            raise self.refuse(node, "without the flag u this matches bytes that are no characters")
        return difference(self.all, ranges)

    def chars(self, node: Node) -> list[int]:
        """Return the code points of a character or an escape."""
        method = self._method("_char_", node)
        if method is not None:
            value = method(node)
            return [value] if isinstance(value, int) else value  # type: ignore[return-value]  # or a list of them
        inner = _rules(node)
        if inner:
            return self.chars(inner[0])
        return self._of(ord(node.text))

    def _of(self, value: int) -> list[int]:
        """Return a character, as its two units where characters are units."""
        if not self.units or value <= _UNITS[0][1]:
            return [value]
        data = chr(value).encode("utf-16-be")
        return [int.from_bytes(data[:2], "big"), int.from_bytes(data[2:], "big")]

    def _char_normalchar(self, node: Node) -> list[int]:
        if node.text == "{":
            end = self.text.find("}", node.start) + 1
            if _grammar(self.grammar)["quantifier"].matches(self.text[node.start : end]):
                raise self.refuse(node, "nothing to repeat")
        return self._of(ord(node.text))

    def _char_singlecharnoesc(self, node: Node) -> list[int]:
        start = node.start
        if self.grammar == "re2" and self.text.startswith("[:", start) and ":]" in self.text[start + 2 :]:
            raise self.refuse(node, "unknown class of POSIX")
        return self._of(ord(node.text))

    def _char_set_char(self, node: Node) -> int:
        if _grammar("ecmascript")["doubled"].matches(self.text[node.start : node.start + 2]):
            raise self.refuse(
                node, f"{self.text[node.start : node.start + 2]!r} is reserved in a class with the flag v"
            )
        return ord(node.text)

    def _char_singlecharesc(self, node: Node) -> int:
        return _CONTROLS.get(node.text[1], ord(node.text[1]))

    _char_control_escape = _char_singlecharesc

    def _char_identity_escape(self, node: Node) -> list[int]:
        if node.text == r"\k" and self.has_names:
            raise self.refuse(node, r"\k is not followed by the name of a group")
        return self._of(ord(node.text[1]))

    _char_punctuator_escape = _char_hyphen_escape = _char_no_boundary = _char_identity_escape

    def _char_control_letter(self, node: Node) -> int:
        return ord(node.text[2]) % 32

    _char_class_control = _char_control_letter

    def _char_backspace(self, _: Node) -> int:
        return _CONTROLS["b"]

    def _char_null_escape(self, node: Node) -> int:
        if _grammar(self.grammar)["QuantExact"].matches(self.text[node.end : node.end + 1]):
            raise self.refuse(node, r"a digit is not allowed after \0")
        return 0

    def _char_octal_escape(self, node: Node) -> int:
        return int(node.text[1:], 8)

    def _char_hex_escape(self, node: Node) -> int:
        return self._scalar(node, node.text[2:])

    def _char_code_point_escape(self, node: Node) -> int:
        return self._scalar(node, node.text[3:-1])

    def _char_unicode_escape(self, node: Node) -> int | list[int]:
        inner = _rules(node)  # digits, or a form that only u has
        return self.chars(inner[0]) if len(inner) == 1 else self._scalar(node, node.text[2:])

    def _char_unicode_pair(self, node: Node) -> int:
        lead, trail = int(node.text[2:6], 16), int(node.text[8:], 16)
        return ord(bytes((lead >> 8, lead & 255, trail >> 8, trail & 255)).decode("utf-16-be"))

    def _char_no_control(self, node: Node) -> list[int]:
        return [ord(char) for char in node.text]

    _char_specials = _char_no_control

    def _scalar(self, node: Node, digits: str) -> int:
        value = int(digits, 16)
        if value > MAX or (self.grammar == "rust" and intersection(((value, value),), SURROGATES)):
            raise self.refuse(node, "not a code point of a character")
        if self._bytes and value > _ASCII[0][1]:
            raise self.refuse(node, "without the flag u this is a byte, and not a character")
        return value

    def _part_chars(self, node: Node) -> Part:
        return self._text(self.chars(node), node)

    _part_normalchar = _part_charescape = _part_singlecharesc = _part_chars

    def _text(self, values: Iterable[int], node: Node) -> Part:
        """Return some characters one after the other."""
        span = self.span(node)
        items = tuple(Chars(self._within(self.fold(((value, value),))), span) for value in values)
        return items[0] if len(items) == 1 else _Loose(items, span)

    def _within(self, ranges: Ranges) -> Ranges:
        return intersection(ranges, self.all)

    def _part_quoted(self, node: Node) -> Part:
        end = node.end - 2 if node.rule == "quoted" else node.end
        items = tuple(
            Chars(self.fold(((ord(char), ord(char)),)), (offset, offset + 1))
            for offset, char in enumerate(self.text[node.start + 2 : end], node.start + 2)
        )
        return _Loose(items, self.span(node))

    _part_open_quoted = _part_quoted

    def _part_any_byte(self, node: Node) -> Part:
        raise self.refuse(node, r"\C matches a byte, and not a character")

    def _part_wildcardesc(self, node: Node) -> Part:
        ends = () if "s" in self.flags else self.tables.line_ends
        ends = union(ends, _CR) if "R" in self.flags and ends else ends
        return Chars(self.complement(node, ends), self.span(node))

    def _part_backreference(self, node: Node) -> Part:
        digits = node.text[1:]
        if self.mode or int(digits) <= len(self.numbers):
            raise self.refuse(node, "a backreference is not regular")
        size = 0  # annex B: an escape in octal, and digits
        while size < min(len(digits), 3) and int("0" + digits[:size], 8) < 32 and digits[size] < "8":
            size += 1
        values = [int(digits[:size], 8)] if size else []
        return self._text([*values, *map(ord, digits[size:])], node)

    def _part_named_backreference(self, node: Node) -> Part:
        if self.mode or self.has_names:
            raise self.refuse(node, "a backreference is not regular")
        return self._text([unit for char in node.text[1:] for unit in self._of(ord(char))], node)

    # Classes

    def _part_class(self, node: Node) -> Part:
        value = self.set_of(node)
        span = self.span(node)
        name = "" if self._name(node) == "charclassexpr" else node.text
        chars = Chars(self._within(self.fold(value.ranges)), span, name)
        if not value.strings:
            return chars
        longest = sorted(value.strings, key=lambda string: (-len(string), string))
        strings: list[Part] = [
            Sequence(tuple(Chars(self.fold(((char, char),)), span) for char in string), span) for string in longest
        ]
        strings.insert(sum(len(string) > 1 for string in longest), chars)
        return Choice(tuple(strings), span)

    _part_charclassexpr = _part_multicharesc = _part_catesc = _part_complesc = _part_class

    def _part_charclass(self, node: Node) -> Part:
        inner = _rules(node)
        return self.part(inner[0]) if inner else self._part_wildcardesc(node)

    def set_of(self, node: Node) -> _Set:
        """Return the set of a node in a class."""
        method = self._method("_set_", node)
        if method is not None:
            return method(node)  # type: ignore[return-value]  # methods with this prefix return sets
        inner = _rules(node)
        if not inner or self._method("_char_", node):
            return self._set_of_points(self.chars(node)) if node.text else _Set(())
        return self._union(map(self.set_of, inner))

    def _set_of_points(self, values: Iterable[int]) -> _Set:
        return _Set(self._leaf(union(*(((value, value),) for value in values))))

    def _leaf(self, ranges: Ranges) -> Ranges:
        """Return a set in a class with other cases, where a dialect looks for them before the rest of the class."""
        return ranges if self.grammar == "ecmascript" and self.mode != "-v" else self.fold(ranges)

    def _union(self, sets: Iterable[_Set]) -> _Set:
        members = list(sets)
        return _Set(
            union(*(member.ranges for member in members)),
            frozenset().union(*(member.strings for member in members)),
            any(member.may_have_strings for member in members),
        )

    def _set_charclassexpr(self, node: Node) -> _Set:
        flat = list(_flat(node.children[1:-1]))
        negative = bool(flat) and flat[0].text == "^" and flat[0].rule in {"", "not"}
        value = self._combination(flat[1:] if negative else flat)
        ranges = self.fold(value.ranges)
        if not negative:
            return _Set(ranges, value.strings, value.may_have_strings)
        if value.may_have_strings:
            raise self.refuse(node, "a negated class has no strings")
        return _Set(self.complement(node, ranges))

    def _combination(self, nodes: Iterable[Node]) -> _Set:
        """Return the set of members of a class with operators between them, the first done first."""
        result, operator = _Set(()), "||"
        members: list[_Set] = []
        for node in nodes:
            if node.rule in {"", "operator"} and node.text in _OPERATORS:
                result, members = self._operation(result, operator, self._union(members)), []
                operator = node.text
            else:
                if operator == "&&" and self.grammar == "ecmascript" and node.text.startswith("&"):
                    raise self.refuse(node, "'&&&' is reserved in a class with the flag v")
                members.append(self.set_of(node))
        return self._operation(result, operator, self._union(members))

    def _operation(self, first: _Set, operator: str, second: _Set) -> _Set:
        if operator == "||":
            return self._union((first, second))
        if operator == "&&":
            may = first.may_have_strings and second.may_have_strings
            return _Set(intersection(first.ranges, second.ranges), first.strings & second.strings, may)
        rest = _Set(difference(first.ranges, second.ranges), first.strings - second.strings, first.may_have_strings)
        return rest if operator == "--" else self._union((rest, _Set(difference(second.ranges, first.ranges))))

    def _set_chargroup(self, node: Node) -> _Set:
        first, *others = map(self.set_of, _rules(node))
        return self._operation(first, "--", self._union(others))

    def _set_negchargroup(self, node: Node) -> _Set:
        return _Set(self.complement(node, self._union(map(self.set_of, _rules(node))).ranges))

    def _set_charrange(self, node: Node) -> _Set:
        inner = _rules(node)
        if len(inner) == 1:
            return self.set_of(inner[0])
        low, high = inner
        if any(self._is_class(end) for end in inner):  # annex B: a class, a hyphen and the other
            return self._union((self.set_of(low), self._set_of_points(self.chars(node.children[1])), self.set_of(high)))
        lows, highs = self.chars(low), self.chars(high)
        if lows[-1] > highs[0]:
            raise self.refuse(node, "the range is not in order")
        ends = self._set_of_points([*lows[:-1], *highs[1:]]).ranges
        return _Set(union(ends, self._leaf(difference(((lows[-1], highs[0]),), () if self.units else SURROGATES))))

    _set_cce1 = _set_lead_range = _set_next_range = _set_charrange_inner = _set_charrange
    _set_tilde_range = _set_ampersand_range = _set_charrange

    def _is_class(self, node: Node) -> bool:
        return any(inner.rule == "MultiCharEsc" for inner in node.walk())

    def _set_multicharesc(self, node: Node) -> _Set:
        letter = node.text[1]
        named = {"d": self.tables.digit, "s": self.tables.space, "w": self.tables.word}
        ranges = self._known(named[letter.lower()] if letter.lower() in named else _names(letter.lower()))
        ranges = self.fold(ranges) if letter in "wW" else self._leaf(ranges)
        return _Set(self.complement(node, ranges) if letter != letter.lower() else ranges)

    def _property(self, node: Node, name: str, value: str) -> Ranges:
        ranges = self.tables.property_of(name, value)
        if ranges is None:
            raise self.refuse(node, f"unknown property {name}{'=' if name and value else ''}{value}")
        return ranges

    def _set_catesc(self, node: Node) -> _Set:
        if self._bytes:
            raise self.refuse(node, "without the flag u there are no properties")
        negative = self._name(node) == "complesc"
        prop = next(part for part in node.walk() if part.rule in {"charProp", "letter-prop"})
        parts = {part.rule: part.text for part in prop.walk()}
        if any(part.rule in {"not", "unequal"} for part in node.walk()):
            negative = not negative
        name, value = "", prop.text
        if "property-value" in parts:
            name, value = parts["property-name"].strip(), parts["property-value"].strip()
        ranges = self._leaf(self._property(prop, name, value))
        return _Set(self.complement(node, ranges) if negative else ranges)

    _set_complesc = _set_catesc

    def _set_posix_class(self, node: Node) -> _Set:
        name = next(part.text for part in node.walk() if part.rule == "posix-name")
        ranges = self.fold(_posix(self.grammar, name))
        return _Set(self.complement(node, ranges) if node.text.startswith("[:^") else ranges)

    def _set_strings(self, node: Node) -> _Set:
        ranges: list[Ranges] = []
        strings = set()
        for child in _rules(node):
            values = [value for char in _rules(child) for value in self.chars(char)]
            if len(values) == 1:
                ranges.append(self._leaf(((values[0], values[0]),)))
            else:  # of the strings that differ in case one
                strings.add(tuple(self.fold(((value, value),))[0][0] for value in values))
        return _Set(union(*ranges), frozenset(strings), bool(strings))


def _rules(node: Node) -> list[Node]:
    """Return the nodes of rules directly in one: no leaves."""
    return [child for child in node.children if child.rule]


def _flat(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield the members and operators of a class."""
    for node in nodes:
        if node.rule.lower().removesuffix("-u").removesuffix("-v") in _OPEN:
            yield from _flat(node.children)
        else:
            yield node

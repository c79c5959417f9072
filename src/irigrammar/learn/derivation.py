"""The leftmost derivation of a string.

Each step replaces the leftmost nonterminal, until only the string is left. ABNF has repetitions and options, so that a
step replaces a rule's name by any one row of symbols that the rule's right side describes (RFC 5234, 3): `port` by two
`DIGIT`s, for example.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.engines.node import Node
from irigrammar.text.canvas import Cell
from irigrammar.text.caret import columns, left_to_right
from irigrammar.text.names import ellipsis, visible_characters
from irigrammar.text.sheet import PLAIN, Sheet


class Symbol(NamedTuple):
    """A symbol that a step puts: a rule's name, or "" and the text of a terminal."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """The symbols of a form from one on: a rule `count` times, or "" and the text of a terminal; then `tail`."""

    symbol: Symbol
    count: int
    tail: Rest | None


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A step: its number from 1, the rule whose production was applied, the bounds of its match in code points (from
    `start`, the end exclusive), the symbols that replaced it, and the sentential form after that: the first `done` code
    points of the string, and the rest, None for nothing.

    `rest` begins with the leftmost nonterminal. Forms share what they have in common, so that a derivation takes no
    more room than its tree.
    """

    number: int
    rule: str
    start: int
    end: int
    into: tuple[Symbol, ...]
    done: int
    rest: Rest | None


def derivation(tree: Node) -> Iterator[Step]:
    """Yield the steps of the leftmost derivation that a parse tree stands for, in time linear in the tree.

    >>> import irigrammar
    >>> tree = irigrammar.grammar("rfc3986")["port"].parse("80")
    >>> for step in derivation(tree):
    ...     print(step.number, step.rule, *(one.rule or one.text for one in step.into))
    1 port DIGIT DIGIT
    2 DIGIT 8
    3 DIGIT 0
    """
    rest: Rest | None = Rest(Symbol(tree.rule, ""), 1, None)
    done = 0
    for number, node in enumerate((node for node in tree.walk() if node.rule), 1):
        assert rest is not None  # the leftmost nonterminal is the next node in the order of the walk
        assert rest.symbol.rule == node.rule
        rest = rest.tail if rest.count == 1 else Rest(rest.symbol, rest.count - 1, rest.tail)
        into = tuple(Symbol(child.rule, "" if child.rule else child.value) for child in node.children)
        for symbol, count in reversed([(symbol, len(list(same))) for symbol, same in groupby(into)]):
            if symbol.rule:
                if rest is not None and rest.symbol == symbol:
                    rest = Rest(symbol, count + rest.count, rest.tail)
                else:
                    rest = Rest(symbol, count, rest)
            elif symbol.text:
                rest = Rest(Symbol("", symbol.text * count), 1, rest)
        while rest is not None and not rest.symbol.rule:
            done += len(rest.symbol.text)
            rest = rest.tail
        yield Step(number, node.rule, node.start, node.end, into, done, rest)


def derivation_at(tree: Node, done: int) -> tuple[int, list[Symbol]]:
    """Return the number of steps of the leftmost derivation to the first `done` code points, and the symbols after
    these.

    >>> from irigrammar.matching.grammar import grammar
    >>> derivation_at(grammar("rfc3986")["port"].parse("80"), 1)
    (2, [Symbol(rule='DIGIT', text='')])
    """
    steps, rest, todo = 0, list[Symbol](), [tree]
    while todo:
        node = todo.pop()
        if node.start >= done or (not node.rule and node.end > done):
            value = "" if node.rule else node.value[max(0, done - node.start) :]
            rest.append(Symbol(node.rule, value))
        else:
            steps += bool(node.rule)
            todo += reversed(node.children)
    return steps, rest


def as_lines(
    tree: Node, rules: Sequence[str], sheet: Sheet = PLAIN, *, only: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield a derivation as lines: the rule that it starts from; for each step its number, the rule whose production
    was applied, and the form after that; at the end the number of steps.

    Terminals are in quotation marks, nonterminals are not, `4DIGIT` meaning four of them, as in ABNF; a form that is
    too long for the sheet is cut around the leftmost nonterminal. `rules` are the names that may occur, which decide
    how wide their column is. `only` are the rules (lower-case names) whose steps are wanted, all by default; with
    them the first line is left out, and the last one also has the number of those shown.

    >>> import irigrammar
    >>> ipv4 = irigrammar.grammar("rfc3986")["dec-octet"]
    >>> print("\\n".join(as_lines(ipv4.parse("204"), ["dec-octet", "DIGIT"])))
                  dec-octet
      1 dec-octet "20" DIGIT
      2 DIGIT     "204"
    2 steps
    """
    width = max((len(rule) for rule in rules), default=0)
    start = Rest(Symbol(tree.rule, ""), 1, None)
    text = tree.value
    if not only:
        yield f"{'':{_NUMBER + width + 2}}{_shown(text, 0, start, sheet.width - _NUMBER - width - 2, sheet)}"
    steps = shown = 0
    for step in derivation(tree):
        steps += 1
        if only and step.rule.lower() not in only:
            continue
        shown += 1
        head = f"{step.number:>{_NUMBER}} {step.rule:<{width}} "
        form = _shown(text, step.done, step.rest, sheet.width - len(head), sheet)
        yield f"{sheet.paint(head, 'faint')}{form}"
    count = f"{steps:,} step{'' if steps == 1 else 's'}"
    yield f"{shown:,} of {count}" if only else count


def as_dict(tree: Node, *, only: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Return a derivation for JSON: the start symbol, and of each step number, rule, start and end of its match in code
    points, and the symbols that replaced it: objects with `rule`, or with `text`.

    The form after a step is the one before it with its leftmost rule replaced. `only` are the rules (lower-case names)
    whose steps are wanted, all by default.
    """
    return {
        "text": tree.value,
        "start": tree.rule,
        "steps": [
            {
                "number": step.number,
                "rule": step.rule,
                "start": step.start,
                "end": step.end,
                "into": [{"rule": piece.rule} if piece.rule else {"text": piece.text} for piece in step.into],
            }
            for step in derivation(tree)
            if not only or step.rule.lower() in only
        ],
    }


_NUMBER = 3  # columns of a step's number, at least
_LEAST = 20  # columns of a form, however long the names of the rules beside it are


def _shown(text: str, done: int, rest: Rest | None, room: int, sheet: Sheet) -> str:
    """Return the painted form after a step, cut around its leftmost nonterminal to `room` columns, but at least
    `_LEAST`: the first `done` characters of the text in quotes, then the symbols of `rest`; `""` if there is neither.
    """
    room = max(room, _LEAST)
    dots = ellipsis(sheet.show)
    cells = _cells(text[max(0, done - room) : done], sheet)
    lead_width = columns("".join(cells)) + 2 if done else 0
    tokens, size = _tokens(rest, room, sheet)
    gap = 1 if lead_width and tokens else 0
    lead = ""
    if lead_width + gap + size > room or len(cells) < done:
        most = max(room // 2, room - gap - size)
        if lead_width > most or len(cells) < done:
            lead = dots
            while cells and lead_width + len(dots) > most:
                lead_width -= columns(cells.pop(0))
            lead_width += len(dots)
    visible_tokens = _fitting(tokens, room - lead_width - gap, dots) if lead_width + gap + size > room else tokens
    parts = [sheet.paint(piece.text, piece.role) for piece in visible_tokens]
    if done:
        parts.insert(0, sheet.paint(f'{lead}"{left_to_right("".join(cells), sheet.encoding)}"', "valid"))
    return " ".join(parts) or sheet.paint('""', "valid")


def _tokens(rest: Rest | None, room: int, sheet: Sheet) -> tuple[list[Cell], int]:
    """Return the symbols of a rest as they are shown, and their columns; of a long one only the first, until they take
    more than `room`.
    """
    tokens: list[Cell] = []
    size = -1
    while rest is not None and size <= room:
        if rest.symbol.rule:
            count = f"{rest.count}" if rest.count > 1 else ""
            token = Cell(f"{count}{rest.symbol.rule}", "note" if tokens else "path")
            rest = rest.tail
        else:
            text = ""
            while rest is not None and not rest.symbol.rule and len(text) <= room:
                text += rest.symbol.text
                rest = rest.tail
            shown = left_to_right("".join(_cells(text, sheet)), sheet.encoding)
            token = Cell(f'"{shown}"', "valid")
        tokens.append(token)
        size += 1 + columns(token.text)
    return tokens, max(size, 0)


def _fitting(tokens: list[Cell], room: int, dots: str) -> list[Cell]:
    """Return the first tokens that fit into `room` columns before an ellipsis, and that ellipsis."""
    visible_tokens: list[Cell] = []
    width = len(dots)
    for token in tokens:
        width += columns(token.text) + 1
        if width > room:
            break
        visible_tokens.append(token)
    return [*visible_tokens, Cell(dots, "faint")]


def _cells(text: str, sheet: Sheet) -> list[str]:
    """Return each character of a text as shown in quotation marks: invisible ones and '"' as escapes."""
    return [f"\\u{{{ord(cell):X}}}" if cell == '"' else cell for cell in visible_characters(text, sheet.encoding)]

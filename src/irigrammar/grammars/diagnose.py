"""Locate the place where a text stops being ABNF.

Also describes what is allowed there. The `abnf` package says where the last whole rule ended. From there an Earley
recogniser runs over the grammar of ABNF itself, as the package ships it, and gives the end of the longest prefix that
some text could still continue.
"""

# typed: dquote, hexdig, digit, bit, wsp: ABNF's grammar of itself
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from irigrammar.dataclass import NamedTuple
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition, Rule

# The rules of a text of ABNF by lower-case name; the second text names its source.
Read = Callable[[str, str], Mapping[str, Rule]]

# The names of ABNF's own productions in messages; the outermost one that could begin at the fault is named.
_WORDS = {
    "rule": "a rule",
    "defined-as": '"=" or "=/"',
    "dquote": "a quotation mark",
    "hexdig": "a hexadecimal digit",
    "digit": "a digit",
    "bit": "a binary digit",
    "elements": "an element (a rule name, string, number, group or option)",
    "alternation": "an element (a rule name, string, number, group or option)",
    "concatenation": "an element",
    "repetition": "another element",
    "element": "an element",
    "c-nl": "the end of the line",
}
# What single characters inside a production are called; None leaves them unsaid, for there white space or more of the
# same may always come.
_INSIDE = {
    "defined-as": '"=" or "=/"',
    "quoted-string": "the closing quotation mark",
    "prose-val": 'the closing ">"',
    "rulename": None,
    "c-wsp": None,
    "wsp": None,
    "c-nl": None,
    "comment": None,
}


class _Item(NamedTuple):
    production: int
    dot: int
    origin: int


class _Grammar(NamedTuple):
    heads: list[str]
    bodies: list[tuple[str | Literal | Range, ...]]
    by_head: dict[str, list[int]]
    nullable: set[str]

    def symbol(self, item: _Item) -> str | Literal | Range | None:
        """Return the next symbol of an item, None at its end."""
        body = self.bodies[item.production]
        return body[item.dot] if item.dot < len(body) else None


def diagnose(text: str, read: Read) -> tuple[int, tuple[str, ...]] | None:
    """Return the offset of the first character that no ABNF rule could have there, and the expectations there, in
    words.

    None means no fault.

    `text` has CRLF line ends. A line that ends too early is said to be at fault at its end, not where the next one
    begins. `read` reads ABNF: that of ABNF itself, too.
    """
    grammar = _grammar(read)
    chart: list[set[_Item]] = []
    todo = [_Item(production, 0, 0) for production in grammar.by_head["rulelist"]]
    while todo:
        _complete(grammar, chart, todo)
        if len(chart) > len(text):
            break
        char = text[len(chart) - 1]
        todo = [item._replace(dot=item.dot + 1) for item in chart[-1] if _reads(grammar.symbol(item), char)]
    offset = len(chart) - 1
    if offset == len(text) and any(
        grammar.heads[item.production] == "rulelist" and grammar.symbol(item) is None for item in chart[-1]
    ):
        return None
    while offset and text[offset - 1] in "\r\n":
        offset -= 1
    # In a comment nothing is expected: then what comes before it decides.
    expected = _expected(grammar, chart[offset], offset)
    if not expected and ";" in text[:offset]:
        code = len(text[:offset].rstrip(";").rstrip(" \t"))
        expected = _expected(grammar, chart[code], code)
    return offset, expected


def _complete(grammar: _Grammar, chart: list[set[_Item]], todo: list[_Item]) -> None:
    """Append a set of items to the chart: those of `todo`, which is emptied, and all that predicting and completing
    adds.
    """
    offset = len(chart)
    chart.append(set())
    while todo:
        item = todo.pop()
        if item in chart[-1]:
            continue
        chart[-1].add(item)
        symbol = grammar.symbol(item)
        if symbol is None:
            head = grammar.heads[item.production]
            waiting = [other for other in chart[item.origin] if grammar.symbol(other) == head]
            todo += (other._replace(dot=other.dot + 1) for other in waiting)
        elif isinstance(symbol, str):
            todo += (_Item(production, 0, offset) for production in grammar.by_head[symbol])
            if symbol in grammar.nullable:
                todo.append(item._replace(dot=item.dot + 1))


def _reads(symbol: str | Literal | Range | None, char: str) -> bool:
    """Return whether a terminal begins with a character (a literal: is it), False for names and None."""
    if isinstance(symbol, Range):
        return symbol.low <= ord(char) <= symbol.high
    if isinstance(symbol, Literal):
        return char == symbol.text if symbol.sensitive else char.lower() == symbol.text.lower()
    return False


def _expected(grammar: _Grammar, items: set[_Item], offset: int) -> tuple[str, ...]:
    """Return the expectations at an offset in words, each once: named productions that could begin there, and
    characters in productions that began before.
    """

    def owner(item: _Item) -> str:
        return grammar.heads[item.production].split("'")[0]

    incomplete_items = [item for item in sorted(items) if grammar.symbol(item) is not None]
    under_way = {owner(item) for item in incomplete_items if item.origin < offset} | {"rulelist"}
    todo = [item for item in incomplete_items if owner(item) in under_way]
    known = set(todo)
    words: dict[str, None] = {}
    for item in todo:  # grows during the loop
        symbol = grammar.symbol(item)
        phrase = _INSIDE.get(owner(item), "") if owner(item) in under_way else ""
        word: str | None = None
        if phrase is None:
            continue
        if not isinstance(symbol, str):
            word = phrase or (f'"{symbol.text}"' if isinstance(symbol, Literal) else None)
        elif symbol in _WORDS:
            word = phrase if phrase and symbol == "dquote" else _WORDS[symbol]
        elif _INSIDE.get(symbol.split("'")[0], "") is not None:  # what the symbol can begin with
            new = [item for item in incomplete_items if grammar.heads[item.production] == symbol and item not in known]
            known.update(new)
            todo.extend(new)
        if word:
            words[word] = None
    return tuple(words)


@cache
def _grammar(read: Read) -> _Grammar:
    """Return the grammar of ABNF with its core rules, from the abnf package, as plain productions. `read` gets a text
    and a label, and returns the rules by their names in lower case.
    """
    from abnf.grammars import rfc5234, rfc7405

    from irigrammar._generated.core import RULES

    texts = [*RULES.values(), *(text for module in (rfc5234, rfc7405) for text in module.Rule.grammar)]
    rules: dict[str, Expr] = {}
    for text in texts:
        rules |= {key: rule.expr for key, rule in read(" ".join(text.split("\n")) + "\n", "abnf").items()}
    heads: list[str] = []
    bodies: list[tuple[str | Literal | Range, ...]] = []

    def add(head: str, *body: str | Literal | Range) -> None:
        heads.append(head)
        bodies.append(body)

    def symbols(expr: Expr, owner: str) -> list[tuple[str | Literal | Range, ...]]:
        """Return the alternatives of an expression, each a row of symbols, none for prose; nested ones get a new head,
        which is added to the grammar.
        """
        match expr:
            case Ref(name):
                return [(name.lower(),)]
            case Literal(text, sensitive):
                return [tuple(Literal(char, sensitive) for char in text)]
            case Range():
                return [(expr,)]
            case Alternation(items):
                return [row for item in items for row in symbols(item, owner)]
            case Concatenation(items):
                return [tuple(symbol for item in items for symbol in single(item, owner))]
            case Repetition(item, low, high):
                inner = single(item, owner)
                head = f"{owner}'{len(heads)}"
                add(head)
                if high is None:
                    add(head, head, *inner)
                elif high > low:
                    add(head, *inner)  # ABNF's own grammar has no bound above one
                return [(*inner * low, head)]
            case Prose():
                return []

    def single(expr: Expr, owner: str) -> tuple[str | Literal | Range, ...]:
        """Return an expression as one row of symbols: its own if it has one, else a new head to which its rows are
        added.
        """
        rows = symbols(expr, owner)
        if len(rows) == 1:
            return rows[0]
        head = f"{owner}'{len(heads)}"
        for row in rows:
            add(head, *row)
        return (head,)

    for name, expr in rules.items():
        for row in symbols(expr, name):
            add(name, *row)
    by_head: dict[str, list[int]] = {}
    for number, head in enumerate(heads):
        by_head.setdefault(head, []).append(number)
    nullable: set[str] = set()
    while more := {head for head, body in zip(heads, bodies, strict=True) if nullable.issuperset(body)} - nullable:
        nullable |= more
    return _Grammar(heads, bodies, by_head, nullable)

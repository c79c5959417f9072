"""A reader of W3C's EBNF (XML 1.0, section 6), so that what is exported can be compared with the grammar.

It knows nothing of the writer: symbols, strings in either quotes, `#xN`, sets in brackets (with `^`), groups, `?`, `*`,
`+`, sequences, `|`, and comments. Each rule becomes an analysable form; a rule must be defined before it is used last.
"""

from __future__ import annotations

import re
from functools import cache

from irigrammar.automata.charset import MAX, Ranges, difference, union
from irigrammar.automata.regular import CharSet, Regular, alternate, concat, repeat

__all__ = ["form_of", "rules_of"]

_TOKEN = re.compile(
    r"""(?P<space>\s+|/\*.*?\*/) | (?P<define>[A-Za-z][\w.-]*\s*::=) | (?P<name>[A-Za-z][\w.-]*)
      | "(?P<double>[^"]*)" | '(?P<single>[^']*)' | \#x(?P<code>[0-9A-Fa-f]+) | \[(?P<set>[^\]]+)\] | (?P<mark>[()|?*+])
    """,
    re.VERBOSE | re.DOTALL,
)
_MEMBER = re.compile(r"#x([0-9A-Fa-f]+)|(.)", re.DOTALL)

Token = tuple[str, str]


def rules_of(text: str) -> dict[str, list[Token]]:
    """Return the tokens of each rule."""
    rules: dict[str, list[Token]] = {}
    at = 0
    current: list[Token] = []
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found, text[at : at + 20]
        at = found.end()
        kind = str(found.lastgroup)
        if kind == "define":
            current = rules.setdefault(found[kind].removesuffix("::=").strip(), [])
        elif kind != "space":
            current.append((kind, found[kind]))
    return rules


def form_of(text: str, name: str) -> Regular:
    """Return the analysable form of a rule of a grammar without recursion."""
    rules = rules_of(text)

    @cache
    def rule(name: str) -> Regular:
        tokens = list(rules[name])

        def options() -> Regular:
            items = [sequence()]
            while tokens and tokens[0] == ("mark", "|"):
                tokens.pop(0)
                items.append(sequence())
            return alternate(*items)

        def sequence() -> Regular:
            items = []
            while tokens and tokens[0] not in (("mark", "|"), ("mark", ")")):
                items.append(term())
            assert items
            return concat(*items)

        def term() -> Regular:
            kind, value = tokens.pop(0)
            match kind:
                case "name":
                    item = rule(value)
                case "double" | "single":
                    item = concat(*(CharSet(((ord(char), ord(char)),)) for char in value))
                case "code":
                    item = CharSet(((int(value, 16), int(value, 16)),))
                case "set":
                    item = CharSet(_members(value))
                case _:
                    assert value == "("
                    item = options()
                    assert tokens.pop(0) == ("mark", ")")
            while tokens and tokens[0] in (("mark", "?"), ("mark", "*"), ("mark", "+")):
                low, high = {"?": (0, 1), "*": (0, None), "+": (1, None)}[tokens.pop(0)[1]]
                item = repeat(item, low, high)
            return item

        made = options()
        assert not tokens
        return made

    return rule(name)


def _members(text: str) -> Ranges:
    negated = text.startswith("^")
    points: list[int | None] = [
        int(found[1], 16) if found[1] else None if found[2] == "-" else ord(found[2])
        for found in _MEMBER.finditer(text.removeprefix("^"))
    ]
    ranges: list[tuple[int, int]] = []
    at = 0
    while at < len(points):
        low = points[at]
        assert low is not None
        if at + 2 < len(points) and points[at + 1] is None:
            high = points[at + 2]
            assert high is not None
            ranges.append((low, high))
            at += 3
        else:
            ranges.append((low, low))
            at += 1
    found = union(tuple(ranges))
    return difference(((0, MAX),), found) if negated else found

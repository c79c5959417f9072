"""A reader of W3C's EBNF (XML 1.0, section 6), for exports.

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
    offset = 0
    current: list[Token] = []
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        assert match, text[offset : offset + 20]
        offset = match.end()
        kind = str(match.lastgroup)
        if kind == "define":
            current = rules.setdefault(match[kind].removesuffix("::=").strip(), [])
        elif kind != "space":
            current.append((kind, match[kind]))
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

        result = options()
        assert not tokens
        return result

    return rule(name)


def _members(text: str) -> Ranges:
    negated = text.startswith("^")
    points: list[int | None] = [
        int(match[1], 16) if match[1] else None if match[2] == "-" else ord(match[2])
        for match in _MEMBER.finditer(text.removeprefix("^"))
    ]
    ranges: list[tuple[int, int]] = []
    offset = 0
    while offset < len(points):
        low = points[offset]
        assert low is not None
        if offset + 2 < len(points) and points[offset + 1] is None:
            high = points[offset + 2]
            assert high is not None
            ranges.append((low, high))
            offset += 3
        else:
            ranges.append((low, low))
            offset += 1
    charset = union(tuple(ranges))
    return difference(((0, MAX),), charset) if negated else charset

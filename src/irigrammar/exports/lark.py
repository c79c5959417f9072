"""Export to a Lark grammar.

It parses character by character with Lark's Earley parser. A rule that matches single code points becomes a terminal,
any other a rule in small letters with `_` for `-`. No terminal is longer than one character, so that no lexer decides
where one ends.
"""

from __future__ import annotations

from collections.abc import Mapping

from irigrammar.automata.charset import Ranges, union
from irigrammar.automata.regular import Alternate, CharSet, Regular
from irigrammar.engines.compile import count_text
from irigrammar.exports.notation import Notation
from irigrammar.exports.rules import Name, Terms, heading, reached_forms, snake_case
from irigrammar.matching.matcher import Matcher

_BYTE = 0xFF
_NOTATION = Notation(
    "",
    "",
    outside=r".^$*+?{}[]\|()",
    inside=r"\]^-[&~|",
    code=lambda point: f"\\x{point:02x}" if point <= _BYTE else f"\\U{point:08x}",
    coded_chars="/",
)


def lark(matcher: Matcher) -> str:
    """Return the text of a Lark grammar, after two comments: the production and all that it references, itself first;
    recursive rules stay so. Raises the errors of `reached_forms`.
    """
    forms = reached_forms(matcher, "lark")
    sets = _sets(forms)
    start = snake_case(matcher.rule)
    lines = [
        f"// {heading(matcher)}",
        f'// Lark(text, start="{start}", parser="earley", lexer="dynamic", keep_all_tokens=True)',
    ]
    if matcher.rule in sets:
        lines.append(f"{start}: {_terminal_name(matcher.rule)}")
    terms = Terms(
        lambda chars: _set(chars.ranges),
        lambda name: _terminal_name(name) if name in sets else snake_case(name),
        _repetition,
    )
    lines += [f"{snake_case(name)}: {terms.text(form)}" for name, form in forms.items() if name not in sets]
    lines += [f"{_terminal_name(name)}: {_set(sets[name])}" for name in forms if name in sets]
    return "".join(f"{line}\n" for line in lines)


def _sets(forms: Mapping[str, Regular]) -> dict[str, Ranges]:
    """Return by name the rules that match single code points, also by way of other such rules, with these code
    points.
    """
    charsets: dict[str, Ranges] = {}
    before = -1
    while before < len(charsets):  # a rule is one once those that it names are
        before = len(charsets)
        for name, form in forms.items():
            parts = form.items if isinstance(form, Alternate) else (form,)
            sets = [
                charsets.get(part.name)
                if isinstance(part, Name)
                else part.ranges
                if isinstance(part, CharSet)
                else None
                for part in parts
            ]
            if all(sets):
                charsets[name] = union(*(ranges for ranges in sets if ranges))
    return charsets


def _terminal_name(name: str) -> str:
    return name.upper().replace("-", "_")


def _repetition(text: str, low: int, high: int | None) -> str:
    """Return an element with a count of Lark, whose maximum is None where it is unbounded."""
    match low, high:
        case (0, 1) | (0 | 1, None):
            return text + count_text(low, high)
        case _, None:
            return f"{text}~{low} {text}*"
    return f"{text}~{low}" if low == high else f"{text}~{low}..{high}"


def _set(ranges: Ranges) -> str:
    """Return a set as a regular expression between slashes; Lark reads its escapes of code points itself."""
    return f"/{_NOTATION.set_text(ranges)}/"

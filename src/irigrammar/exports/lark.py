"""Export to a Lark grammar.

It parses character by character with Lark's Earley parser. A rule that matches single code points becomes a terminal,
any other a rule in small letters with `_` for `-`. No terminal is longer than one character, so that no lexer decides
where one ends.
"""

from __future__ import annotations

from collections.abc import Mapping

from irigrammar.automata.charset import Ranges, union
from irigrammar.exports.notation import Notation
from irigrammar.exports.rules import Chars, Form, Name, Options, Terms, heading, reached_forms, with_signs
from irigrammar.matching.matcher import Matcher

_BYTE = 0xFF


def _code(point: int) -> str:
    return f"\\x{point:02x}" if point <= _BYTE else f"\\U{point:08x}"


_NOTATION = Notation("", "", outside=r".^$*+?{}[]\|()", inside=r"\]^-[&~|", code=_code, coded="/")


def lark(matcher: Matcher) -> str:
    """Return the production and all that it references, itself first; recursive rules stay so."""
    forms = reached_forms(matcher, "lark")
    sets = _sets(forms)
    start = _rule_name(matcher.rule)
    lines = [
        f"// {heading(matcher)}",
        f'// Lark(text, start="{start}", parser="earley", lexer="dynamic", keep_all_tokens=True)',
    ]
    if matcher.rule in sets:
        lines.append(f"{start}: {_terminal_name(matcher.rule)}")
    terms = Terms(
        lambda chars: _set(chars.ranges),
        lambda name: _terminal_name(name) if name in sets else _rule_name(name),
        with_signs(_counted),
    )
    lines += [f"{_rule_name(name)}: {terms.text(form)}" for name, form in forms.items() if name not in sets]
    lines += [f"{_terminal_name(name)}: {_set(sets[name])}" for name in forms if name in sets]
    return "".join(f"{line}\n" for line in lines)


def _sets(forms: Mapping[str, Form]) -> dict[str, Ranges]:
    """Return the rules that match single code points, with these."""
    charsets: dict[str, Ranges] = {}
    before = -1
    while before < len(charsets):  # a rule is one once those that it names are
        before = len(charsets)
        for name, form in forms.items():
            parts = form.items if isinstance(form, Options) else (form,)
            sets = [part.ranges if isinstance(part, Chars) else charsets.get(_name(part)) for part in parts]
            if all(sets):
                charsets[name] = union(*(ranges for ranges in sets if ranges))
    return charsets


def _name(form: Form) -> str:
    return form.name if isinstance(form, Name) else ""


def _rule_name(name: str) -> str:
    return name.lower().replace("-", "_")


def _terminal_name(name: str) -> str:
    return name.upper().replace("-", "_")


def _counted(text: str, low: int, high: int | None) -> str:
    if high is None:
        return f"{text}~{low} {text}*"
    return f"{text}~{low}" if low == high else f"{text}~{low}..{high}"


def _set(ranges: Ranges) -> str:
    """Return a set as a regular expression between slashes; Lark reads its escapes of code points itself."""
    return f"/{_NOTATION.set_text(ranges)}/"

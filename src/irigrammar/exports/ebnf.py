"""Export to the EBNF of the W3C (XML 1.0, section 6).

Railroad diagrams and parser generators read it. It knows no case-insensitive strings and no counts: both are written
out. Like ABNF's, its alternatives say what matches, not which is taken.
"""

from __future__ import annotations

from itertools import groupby

from irigrammar.automata.regular import CharSet, Regular
from irigrammar.exports.rules import Terms, countless_forms, heading, single, written_out
from irigrammar.matching.matcher import Matcher

_SPECIAL = r"#-[\]^"


def ebnf(matcher: Matcher) -> str:
    """Return the production and all that it references, itself first.

    Recursive rules stay so. Raises `ExportError` for prose, and where counts, written out, make a rule too long;
    `GrammarError` for a reference that no rule defines.
    """
    forms = countless_forms(matcher, "ebnf")
    width = max(map(len, forms))
    head = f"/* {heading(matcher)} */\n"
    return head + "".join(f"{name:<{width}} ::= {_TERMS.text(form)}\n" for name, form in forms.items())


class _Strings(Terms):
    """Characters in a row that can be quoted make one string."""

    def row(self, items: tuple[Regular, ...]) -> list[str]:
        """Return the texts of a sequence, with neighbouring single characters joined in one string in quotation
        marks.
        """
        texts: list[str] = []
        for plain, row in groupby(items, key=lambda item: _quotable(single(item))):
            if plain:
                texts.append(f'"{"".join(map(single, row))}"')
            else:
                texts += super().row(tuple(row))
        return texts


def _quotable(char: str) -> bool:
    return " " <= char <= "~" and char != '"'


def _chars(chars: CharSet) -> str:
    """Return a set of characters in W3C EBNF: a string in quotation marks, a number as #x, or ranges in brackets."""
    char = single(chars)
    if char:
        return f'"{char}"' if _quotable(char) else f"#x{ord(char):X}"
    parts = (_end(low) if low == high else f"{_end(low)}-{_end(high)}" for low, high in chars.ranges)
    return f"[{''.join(parts)}]"


def _end(point: int) -> str:
    char = chr(point)
    return char if "!" <= char <= "~" and char not in _SPECIAL else f"#x{point:X}"


_TERMS = _Strings(_chars, str, written_out, "''")

"""Structure of bidirectional identifiers (RFC 3987, 4.1 and 4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Rule
from irigrammar.bidi.structure import CODES
from irigrammar.dataclass import replace
from irigrammar.finding import Flaw


def _rule(code: str) -> Rule:
    """Return the rule for a code of bidi findings, whose check yields those with this code; opt-in for scans."""

    def check(context: Context) -> Iterator[Flaw]:
        return (Flaw(row.start, row.end, row.message) for row in context.bidi if row.code == code)

    def fix(context: Context) -> str | None:
        return next((row.fix for row in context.bidi if row.code == code), None)

    rule = Rule(code, *CODES[code], check, ("publish",), fix)
    return replace(rule, opt_in_for_scans=True, unless=_SAME, where="bidi")


# These say the same of formatting characters.
_SAME = ("C005", "C018")


_b001, _b002, _b003, _b004, _b005, _b006, _b007 = map(_rule, CODES)

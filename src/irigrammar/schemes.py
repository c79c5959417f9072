"""Data of schemes, and checks of an identifier by its scheme's rules.

schemes                               the table, which can be extended
check_scheme                          an identifier by its scheme's grammar and prose (RFC 3986, 3.1)
"""

from __future__ import annotations

from irigrammar.processing.scheme_rules.check import check_scheme
from irigrammar.processing.schemes import schemes

__all__ = ["check_scheme", "schemes"]


def __dir__() -> list[str]:
    return __all__

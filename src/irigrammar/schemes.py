"""Data of schemes, and checks and parts by a scheme's rules.

schemes                               the table, which can be extended
check_scheme                          an identifier by its scheme's grammar and prose (RFC 3986, 3.1)
parts                                 the parts of URNs, mailto, data, tel and sip URIs
"""

from __future__ import annotations

from irigrammar.processing.scheme_rules.check import check_scheme
from irigrammar.processing.scheme_rules.parts import parts
from irigrammar.processing.schemes import schemes

__all__ = ["check_scheme", "parts", "schemes"]


def __dir__() -> list[str]:
    return __all__

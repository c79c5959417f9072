"""Data of schemes, and checks and parts by a scheme's rules.

schemes                               the table, which can be extended
check_scheme                          an identifier by its scheme's grammar and prose (RFC 3986, 3.1)
parts                                 the parts of an identifier by the grammar of its scheme
client_readings                       what clients of the scheme were seen to read
"""

from __future__ import annotations

from irigrammar.processing.clients import client_readings
from irigrammar.processing.scheme_rules.check import check_scheme
from irigrammar.processing.scheme_rules.parts import parts
from irigrammar.processing.schemes import schemes

__all__ = ["check_scheme", "client_readings", "parts", "schemes"]


def __dir__() -> list[str]:
    return __all__

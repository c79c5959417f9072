r"""A private use character stands in the text.

what        A code point whose meaning is agreed upon in private. IRIs have them in queries, Legacy Extended IRIs and
            Web Addresses anywhere.
why         Without the agreement nobody knows how it looks or what it means, and the Internet has no agreement.
example     http://example.org/?q=\u{E000}
instead     http://example.org/?q=a
see         draft-ietf-iri-3987bis-04, 7.3; RFC 3987, 2.2 (iprivate)
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule(
    "C007", "private-use", "warning", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", group_flaws("private use")
)

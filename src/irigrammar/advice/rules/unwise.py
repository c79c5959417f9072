r"""An unwise character stands in the text.

what        One of the characters that the document calls unwise, such as a backslash, a brace or a vertical bar,
            which Legacy Extended IRIs and Web Addresses allow and IRIs do not.
why         Some systems show another character in its place, as a yen sign for a backslash; and as IRIs have none of
            them, what surrounds IRIs gives them a meaning of its own.
grammar     leiri
example     http://example.org/{id}
            http://example.org/a\b
instead     http://example.org/%7Bid%7D
            http://example.org/a/b
see         draft-ietf-iri-3987bis-04, 7.3
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule("C003", "unwise", "warning", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", group_flaws("unwise"))

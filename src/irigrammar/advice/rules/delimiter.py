"""A delimiter of plain text stands in the text.

what        "<", ">" or a double quotation mark, which Legacy Extended IRIs and Web Addresses allow and IRIs do not.
why         Plain text puts identifiers between angle brackets or quotation marks, so that a reader or a program takes
            the identifier to end there.
grammar     leiri
example     http://example.org/<a>
instead     http://example.org/%3Ca%3E
            http://example.org/a
see         draft-ietf-iri-3987bis-04, 7.3; RFC 3986, appendix C
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule("C002", "delimiter", "warning", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", group_flaws("delimiter"))

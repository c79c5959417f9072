"""A space stands in the text.

what        U+0020 as it is, which Legacy Extended IRIs and Web Addresses allow and IRIs do not.
why         Lists put spaces between their items, and printing and typing add and drop them, so that one identifier
            becomes several, or another one.
grammar     leiri
example     http://example.org/a b
instead     http://example.org/a%20b
            http://example.org/a-b
see         draft-ietf-iri-3987bis-04, 7.3; RFC 3986, appendix C
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule("C001", "space", "warning", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", group_flaws("space"))

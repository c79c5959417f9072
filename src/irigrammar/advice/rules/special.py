r"""A special character stands in the text.

what        A code point from U+FFF0 to U+FFFD, such as the replacement character, which Legacy Extended IRIs and Web
            Addresses allow and IRIs do not.
why         They mark byte order, annotations, and what could not be shown or decoded. In an identifier they mean
            nothing; a replacement character tells that something was lost before.
grammar     leiri
example     http://example.org/caf\u{FFFD}
instead     http://example.org/café
see         draft-ietf-iri-3987bis-04, 7.3
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule("C006", "special", "warning", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", group_flaws("special"))

r"""A noncharacter stands in the text.

what        A code point that Unicode will never give to a character, such as U+FDD0 or U+1FFFE.
why         One program may use it within, and others need not take it.
grammar     leiri
example     http://example.org/\u{FDD0}
            http://example.org/\u{1FFFE}
instead     http://example.org/
see         draft-ietf-iri-3987bis-04, 7.3
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule(
    "C009", "noncharacter", "warning", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", group_flaws("noncharacter")
)

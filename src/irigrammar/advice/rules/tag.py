r"""A tag character stands in the text.

what        A code point from U+E0000 to U+E0FFF, most of which tag plain text with a language.
why         In what language an identifier is can be neither seen nor typed, so two that look the same would differ.
grammar     leiri
example     http://example.org/a\u{E0001}
instead     http://example.org/a
see         draft-ietf-iri-3987bis-04, 7.3
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule("C008", "tag", "warning", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", group_flaws("tag"))

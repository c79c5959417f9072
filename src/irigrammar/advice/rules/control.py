r"""A control character stands in the text.

what        A character of C0 or C1, or DEL, which Legacy Extended IRIs and Web Addresses allow and IRIs do not.
why         Controls get lost on the way, or stop a program, and can change a display without being seen.
grammar     leiri
example     http://example.org/a\u{9}b
            http://example.org/\u{85}
instead     http://example.org/ab
see         draft-ietf-iri-3987bis-04, 7.3
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule("C004", "control", "error", "draft-ietf-iri-3987bis-04, 7.3", __doc__ or "", group_flaws("control"))

r"""A bidi formatting character stands in the text.

what        LRM, RLM, LRE, RLE, LRO, RLO or PDF. The grammar has them, and the text beside it forbids them.
why         They are not seen and change the order in which the others are: what is shown could not be typed again,
            and may be made to look like another identifier.
example     http://example.org/\u{202E}gpj.exe
            http://example.org/a\u{200E}b
instead     http://example.org/gpj.exe
see         RFC 3987, 4.1; draft-ietf-iri-3987bis-04, 4.1 and 7.3
"""

from __future__ import annotations

from irigrammar.advice.rule import Rule
from irigrammar.advice.runs import group_flaws

RULE = Rule("C005", "bidi-formatting", "error", "RFC 3987, 4.1", __doc__ or "", group_flaws("bidi formatting"))

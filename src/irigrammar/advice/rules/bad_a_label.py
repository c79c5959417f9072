"""An A-label stands for nothing.

what        A label that begins with "xn--" and is not the ASCII form of any label by IDNA2008.
why         It looks like the form in which a name in Unicode travels, and no name has it: a mistake in converting, or
            a name of before IDNA2008, such as an emoji's.
example     http://xn--zzzzzz.example.org/
            http://xn--n3h.example.org/
instead     http://xn--rsum-bpad.example.org/
see         RFC 5890, 2.3.2.1; RFC 5891, 5.3 and 5.4
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.processing.labels import is_a_label, label_fault
from irigrammar.text.names import quoted


def _check(context: Context) -> Iterator[Flaw]:
    for label in context.labels:
        reason = label_fault(label.written.lower()) if is_a_label(label.written) else None
        if reason:
            yield Flaw(label.start, label.end, f"{quoted(label.written)} looks like an A-label, and is none: {reason}")


RULE = Rule("H003", "bad-a-label", "warning", "RFC 5890, 2.3.2.1", __doc__ or "", _check)

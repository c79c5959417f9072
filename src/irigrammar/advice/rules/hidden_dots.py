"""A dot segment hides in percent-encoded octets.

what        A segment of "." or ".." with a dot written as "%2E".
why         Normalizing decodes the dots, and then the segment goes and takes one before it along; who looks for dot
            segments first does not see them.
example     http://example.org/a/%2E%2E/b
            http://example.org/a/.%2e/b
instead     http://example.org/b
see         RFC 3986, 6.2.2.2 and 6.2.2.3; draft-ietf-iri-3987bis-04, 10
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context, dots, hidden_dots, without_dot_segments
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.text.names import quoted


def _check(context: Context) -> Iterator[Flaw]:
    for one in hidden_dots(context):
        yield Flaw(one.start, one.end, f"{quoted(one.text)} is the dot segment {quoted(dots(one.text))}")


RULE = Rule("P006", "hidden-dots", "warning", "RFC 3986, 6.2.2.3", __doc__ or "", _check, mend=without_dot_segments)

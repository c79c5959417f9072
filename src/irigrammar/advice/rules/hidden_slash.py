r"""A slash or backslash hides in a percent-encoded octet of the path.

what        "%2F" or "%5C" in a path.
why         By the documents it is part of its segment. Many servers and proxies decode it before they look at the
            segments, so that two programs see two paths, and a check of the one says nothing of the other.
example     http://example.org/a%2F..%2Fb
            http://example.org/a%5Cb
instead     http://example.org/a/b
            http://example.org/a?name=b%2Fc
see         RFC 3986, 2.2 and 7.3; draft-ietf-iri-3987bis-04, 10
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.processing.percent import triplets
from irigrammar.text.names import quoted

_HIDDEN = ("/", "\\")


def _check(context: Context) -> Iterator[Flaw]:
    path = context.part("path")
    if path is None or "%" not in path.text:
        return
    for start, end in triplets(path.text):
        char = chr(int(path.text[start + 1 : end], 16))
        if char in _HIDDEN:
            written = quoted(path.text[start:end])
            message = f"{written} is {quoted(char)}, which some programs decode before they separate segments"
            yield Flaw(path.start + start, path.start + end, message)


RULE = Rule("P005", "hidden-slash", "warning", "RFC 3986, 7.3", __doc__ or "", _check, profiles=("accept",))

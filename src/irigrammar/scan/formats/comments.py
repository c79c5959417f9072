"""Comments of documents: ignores, and the identifiers in the others."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.processing.schemes import schemes
from irigrammar.scan.formats.items import IRI, Candidate, Comment, Item
from irigrammar.scan.formats.scalars import may_hold, scalar, within
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.shipped.registries import registered_schemes

IN_COMMENT = "comment"  # what a candidate is in
_OURS = "iri:"


def in_comment(block: str, start: int, end: int, inner: tuple[int, int]) -> Iterator[Item]:
    """Yield a comment if it is for the scan, and the identifiers in it whose schemes are known.

    `start` and `end` are those of the comment with its delimiters, `inner` those of its content. No fix in it
    is safe: who wrote it may have meant the string as it stands.

    >>> text = "# see http://e/a b:c, foo://x"
    >>> [item.text for item in in_comment(text, 0, len(text), (1, len(text)))]
    ['http://e/a']
    """
    first, last = inner
    if block.find(_OURS, first, last) >= 0:
        yield Comment(start, end, block[first:last].strip())
    if may_hold(block, first, last):
        for item in within(scalar(block, first, last), IN_COMMENT, candidates, fixes="unsafe", production=IRI):
            scheme = item.text.partition(":")[0] if isinstance(item, Candidate) else ""
            if scheme.lower() in registered_schemes() or schemes().find(scheme) is not None:
                yield item

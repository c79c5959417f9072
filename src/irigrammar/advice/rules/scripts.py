"""Unicode scripts and look-alikes (UTS #39)."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.advice.context import Context, decoded
from irigrammar.advice.rule import Flaw, rule
from irigrammar.advice.scripts import is_highly_restrictive, script_names, scripts, skeleton
from irigrammar.text.names import quoted

_MIXED_LABEL_PAGE = r"""A host label mixes scripts.

what        A label, in Unicode or as an A-label, whose letters are of several scripts that are not written together.
            Latin may stand beside Japanese, Korean or Chinese writing: UTS #39 calls that highly restrictive.
why         Letters of another script that look the same make the name look like one that somebody else has.
example     http://p\u{430}ypal.example/
            http://xn--pypal-4ve.example/
instead     http://paypal.example/
            http://wi-fi接続.example/
see         UTS #39, 5.1 and 5.2; draft-ietf-iri-3987bis-04, 8.5 and 10
"""


@rule("U001", "mixed-scripts-label", "warning", "UTS #39, 5.2", _MIXED_LABEL_PAGE, needs_data=True)
def _mixed_label(context: Context) -> Iterator[Flaw]:
    for label in context.labels:
        if not label.text.isascii() and not is_highly_restrictive(label.text):
            names = " and ".join(script_names(label.text))
            yield Flaw(label.start, label.end, f"the label {quoted(label.text[:63])} mixes {names}")


_MIXED_WORD_PAGE = r"""A word mixes scripts.

what        A run of letters and digits, in user information, path, query or fragment, whose letters are of several
            scripts that are not written together, percent-encoded ones too.
why         No language writes a word so. Letters of another script that look the same make the word look like
            another, which who types the identifier again will type.
example     http://example.org/p\u{430}ypal
instead     http://example.org/paypal
            http://example.org/история-windows
see         UTS #39, 5.1 and 5.2; draft-ietf-iri-3987bis-04, 8.5
"""
_MIXED_WORD_LONGEST = 60  # characters that are shown


@rule("U002", "mixed-scripts-word", "warning", "UTS #39, 5.2", _MIXED_WORD_PAGE, needs_data=True)
def _mixed_word(context: Context) -> Iterator[Flaw]:
    if not context.alphabet:
        return
    for word in context.words:
        if not word.text.isascii() and not is_highly_restrictive(word.text):
            names = " and ".join(script_names(word.text))
            yield Flaw(word.start, word.end, f"the word {quoted(word.text[:_MIXED_WORD_LONGEST])} mixes {names}")


_MIXED_SEGMENT_PAGE = r"""A segment of the path mixes scripts.

what        A segment with words of several scripts that are not written together, though each word is in one script.
why         The document asks that all of a component be used together in one language; typing it needs more than one
            keyboard. Words that mix scripts by themselves have a rule of their own.
example     http://example.org/история-windows
instead     http://example.org/история/windows
            http://example.org/windowsの歴史
see         UTS #39, 5.1 and 5.2; draft-ietf-iri-3987bis-04, 8.5
"""


@rule(
    "U003",
    "mixed-scripts-segment",
    "advice",
    "UTS #39, 5.2",
    _MIXED_SEGMENT_PAGE,
    profiles=("publish",),
    needs_data=True,
)
def _mixed_segment(context: Context) -> Iterator[Flaw]:
    if not context.alphabet:
        return
    mixed = [word.start for word in context.words if not word.text.isascii() and not is_highly_restrictive(word.text)]
    at = 0
    for segment in context.segments:
        while at < len(mixed) and mixed[at] < segment.start:
            at += 1
        if at < len(mixed) and mixed[at] < segment.end:
            continue
        text = decoded(segment.text).text
        if not text.isascii() and not is_highly_restrictive(text):
            yield Flaw(segment.start, segment.end, f"the segment mixes {' and '.join(script_names(text))}")


_WHOLE_SCRIPT_PAGE = r"""A host label of another script looks like a label in ASCII.

what        A label of letters outside ASCII, in one script other than Latin, each of which looks like a letter of
            ASCII. A label is left in peace where the last label of the host is in its script too.
why         UTS #39 calls it a whole-script confusable. It mixes nothing and looks like a name that somebody else has.
example     http://\u{440}\u{430}\u{443}\u{440}\u{430}\u{4CF}.example/
            http://\u{455}\u{441}\u{43E}\u{440}\u{435}.example/
instead     http://scope.example/
            http://роса.рф/
see         UTS #39, 4.1; draft-ietf-iri-3987bis-04, 8.5 and 10
"""
_LATIN = "Latn"
_WHOLE_SCRIPT_LONGEST = 63  # octets of a label


@rule(
    "U004",
    "whole-script-confusable",
    "warning",
    "UTS #39, 4.1",
    _WHOLE_SCRIPT_PAGE,
    profiles=("accept",),
    needs_data=True,
)
def _whole_script(context: Context) -> Iterator[Flaw]:
    labels = context.labels
    for label in labels[: max(len(labels) - 1, 1)]:
        if label.text.isascii() or len(label.text) > _WHOLE_SCRIPT_LONGEST:
            continue
        own = scripts(label.text)
        if not own or _LATIN in own or (len(labels) > 1 and own & (scripts(labels[-1].text) or own - own)):
            continue
        shown = skeleton(label.text)
        if shown.isascii():
            yield Flaw(
                label.start, label.end, f"all of the label {quoted(label.text)} looks like ASCII: {quoted(shown)}", None
            )

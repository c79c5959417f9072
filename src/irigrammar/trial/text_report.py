"""A trial as lines to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from irigrammar.report.record import section_of
from irigrammar.text.names import visible
from irigrammar.trial.implementation import Kind
from irigrammar.trial.trial import Difference, Mishap, Trial, share

Paint = Callable[[str, str], str]

_STDERR_LINES = 5
_WORDS = ((True, "valid"), (False, "invalid"))
_TROUBLES: dict[Kind, str] = {
    "crash": "crashes",
    "hang": "hangs",
    "few": "answers missing",
    "many": "answers too many",
    "malformed": "answers neither true nor false",
}


def trial_lines(trial: Trial, paint: Paint, encoding: str = "utf-8", *, examples: int = 3) -> Iterator[str]:
    """Yield the lines of a report, with so many examples of each kind.

    `paint` takes a text and its role, as in `TextReporter`; `encoding` is what the reader's terminal can show.
    """

    def show(text: str) -> str:
        return shown(text, encoding)

    what = f"{trial.matcher.rule} ({section_of(trial.matcher)})"
    yield paint(f"{show(what)}: {trial.strings:,} strings given to {show(trial.implementation)}", "summary")
    yield from _score(trial)
    for accepted, title in ((True, "false accepts"), (False, "false rejects")):
        groups = [group for group in trial.groups if group.accepted is accepted]
        count = sum(len(group.differences) for group in groups)
        yield paint(f"{title}: {count:,}", "error" if count else "valid")
        width = max((len(group.production) for group in groups), default=0)
        for group in groups:
            label = f"  {group.production:<{width}}  {len(group.differences):>7,}"
            lines = [shown_difference(found, encoding) for found in group.differences[:examples]]
            yield "  ".join((label, *lines[:1]))
            for line in lines[1:]:
                yield f"{' ' * len(label)}  {line}"
    yield from _troubles(trial, paint, show, examples)
    if trial.known is not None:
        yield from _known(trial, paint, show, examples)
    if trial.stopped:
        yield paint(trial.stopped, "error")
    if trial.proof and trial.agrees:
        yield paint(trial.proof, "valid")


def _score(trial: Trial) -> Iterator[str]:
    rows = [("right verdicts", sum(trial.right.values()), trial.strings)]
    rows += [(f"  on {word} strings", trial.right[valid], trial.asked[valid]) for valid, word in _WORDS]
    for label, part, whole in rows:
        found = share(part, whole)
        percent = "-" if found is None else f"{100 * found:.4f} %"
        yield f"{label:<20}  {percent:>10}  {part:,} of {whole:,}"


def shown(text: str, encoding: str = "utf-8") -> str:
    """Return a text as `visible` does, and so that what is empty, and spaces at its ends, can be seen.

    >>> shown(" a "), shown("")
    ('\\\\u{20}a\\\\u{20}', '(empty)')
    """
    inner = text.strip(" ")
    before = text.index(inner) if inner else 0
    after = len(text) - before - len(inner)
    return "\\u{20}" * before + visible(inner, encoding) + "\\u{20}" * after if text else "(empty)"


def shown_difference(found: Difference, encoding: str = "utf-8") -> str:
    """Return a difference in one line: its text and, where it is invalid, the fault's offset."""
    return shown(found.text, encoding) + (f"  (offset {found.offset})" if found.offset is not None else "")


def _troubles(trial: Trial, paint: Paint, show: Callable[[str], str], examples: int) -> Iterator[str]:
    for kind, title in _TROUBLES.items():
        if kind not in trial.troubles:
            continue
        rows = [mishap for mishap in trial.mishaps if mishap.trouble.kind == kind]
        yield paint(f"{title}: {trial.troubles[kind]:,}", "error")
        for mishap in rows[:examples]:
            yield f"  {_place(mishap)}  {show(mishap.trouble.detail)}" + (
                "" if mishap.text is None else f"  on {show(mishap.text)}"
            )
            for line in mishap.trouble.stderr.splitlines()[-_STDERR_LINES:]:
                yield f"    {paint('| ' + show(line), 'faint')}"


def _place(mishap: Mishap) -> str:
    if mishap.text is not None:
        return f"string {mishap.first:,}"
    return f"strings {mishap.first:,} to {mishap.first + mishap.count - 1:,}, and on none of them alone,"


def _known(trial: Trial, paint: Paint, show: Callable[[str], str], examples: int) -> Iterator[str]:
    met = len(trial.differences) - len(trial.new)
    unmet = f", {trial.unmet:,} not met" if trial.unmet else ""
    yield f"known differences: {met:,} met, {len(trial.mended):,} mended, {len(trial.new):,} new{unmet}"
    rows = [
        (word, text)
        for word, texts in (("new", [one.text for one in trial.new]), ("mended", trial.mended))
        for text in texts[:examples]
    ]
    for word, text in rows:
        yield f"  {paint(f'{word:<6}', 'error')}  {show(text)}"

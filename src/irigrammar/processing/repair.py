"""Make a reference of a text that nearly is one.

Draft-weber-iri-guidelines-00, 4 and 5; draft-ietf-iri-3987bis-04, 8.2.
"""

from __future__ import annotations

from typing import get_args

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.authority import authority_change, fix_adds_host, fix_keeps_authority, fix_loses_host
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.choices import Form, References
from irigrammar.processing.liberal import split_liberal
from irigrammar.processing.prepare import prepare, trim
from irigrammar.processing.reference import matchers
from irigrammar.processing.trace import Step, call_recording, record, requested_trace
from irigrammar.text.certain import has_second_start
from irigrammar.unicode import general_category

_MOST_FIXES = 8  # what is left is percent-encoded at once
_AUTHORITY = ("userinfo", "host", "port")


class Repair(NamedTuple):
    """A reference made of a text, and the steps that changed it, in order: () for a text that was valid."""

    text: str
    steps: tuple[Step, ...] = ()

    def __str__(self) -> str:
        return self.text


def repair(text: str, /, *, references: References = "none", grammar: str | Grammar = "rfc3987") -> Repair:
    """Return the reference that a text is meant to be, with each step that was necessary; or refuse.

    A reference of the grammar comes back unchanged, with no steps. In any other text, and where `references` are those
    of the format that carries it, character references are decoded (see `irigrammar.convert.prepare`; none by default),
    white space is removed from the ends, and spaces are percent-encoded (draft-weber-iri-guidelines-00, 4); then safe
    fixes are applied, one for each fault (`Fix`); and what is left outside the authority is percent-encoded (5.1 to
    5.5). The result matches the grammar's first start rule, and its host, port and user are those that each reader
    finds in the text: RFC 3986, RFC 3987, draft-ietf-iri-3987bis-04, 7.2, and the URL Standard (see
    `irigrammar.matching.authority`).

    Raises `ConversionError`, with the `steps` up to there, for a text that would need more: another host, port or user,
    a guess, or that may be several identifiers; `UnknownGrammar`, and `GrammarError` for a grammar without references;
    `ValueError` for unknown `references`.

    >>> repair("http://example.org/").steps
    ()
    >>> result = repair(" http://example.org/rosé?q=a b|c")
    >>> result.text, [step.note for step in result.steps]
    ('http://example.org/rosé?q=a%20b%7Cc', ['trim white space', 'percent-encode each space', \
'query: "|" percent-encoded'])
    """
    check_text(text)
    trace: list[Step] = []
    try:
        result = _repair(text, matchers(grammar)[0], references, trace)
    except ConversionError as error:
        error.steps = _changes(trace)
        raise
    return Repair(result, _changes(trace))


def repair_text(text: str, /, *, references: References = "none", grammar: str | Grammar = "rfc3987") -> str:
    """Return the text of `repair`, whose steps `irigrammar.convert.traced` returns.

    >>> repair_text("http://example.org/a^b")
    'http://example.org/a%5Eb'
    """
    steps = requested_trace()
    try:
        result = repair(text, references=references, grammar=grammar)
    except ConversionError as error:
        if steps is not None:
            steps += error.steps
        raise
    if steps is not None:
        steps += result.steps
    return result.text


def _changes(trace: list[Step]) -> tuple[Step, ...]:
    return tuple(step for step in trace if step.before != step.after)


def _repair(text: str, matcher: Matcher, references: References, trace: list[Step]) -> str:
    """Return a text that the matcher accepts, by trimming, safe fixes and percent-encoding, or the text itself if it
    already matches and no references are to be read. Raises `ConversionError` for several identifiers in one text, and
    where host, port or user would be others. The steps are recorded.
    """
    if references == "none" and matcher.matches(text):
        return text
    source = trim(text, references, trace)
    if matcher.matches(source):
        return source
    if has_second_start(source):
        raise ConversionError("it may be more than one identifier, or one with other text around it")
    result = _apply_safe_fixes(call_recording(trace, prepare, source), matcher, trace)
    if not matcher.matches(result):
        result = _encoded(result, matcher, trace)
    moves = fix_adds_host(source, result) or fix_loses_host(source, result) or not fix_keeps_authority(source, result)
    if moves or authority_change(source, result) is not None:
        raise _refusal("some reader would find another host, port or user", source, matcher)
    return result


def _apply_safe_fixes(text: str, matcher: Matcher, trace: list[Step]) -> str:
    """Return a text with the first safe fix of each fault applied, as long as there is one, at most 8 times; each is
    recorded as a step.
    """
    for _ in range(_MOST_FIXES):
        fault = matcher.check(text).fault
        fix = next((fix for fix in fault.fixes if fix.applicability == "safe"), None) if fault else None
        if fault is None or fix is None:
            break
        text = record(
            trace, fault.section or matcher.grammar.entry.document, text, fix.text, f"{fix.how} ({fault.code})"
        )
    return text


def _encoded(text: str, matcher: Matcher, trace: list[Step]) -> str:
    """Return a text with the characters percent-encoded that the grammar refuses, and record the step. Raises
    `ConversionError` where that would change the authority or is not enough, and for surrogates.
    """
    for form in get_args(Form):
        liberal = split_liberal(text, form=form)
        if matcher.matches(str(liberal)):
            break
    in_authority = any(change.component in _AUTHORITY for change in liberal.changes)
    if in_authority or not matcher.matches(str(liberal)) or any(general_category(char) == "Cs" for char in text):
        raise _refusal("no safe fix is known", text, matcher)
    sections = dict.fromkeys(change.section for change in liberal.changes)
    note = "; ".join(f"{change.component}: {change.what}" for change in liberal.changes)
    return record(trace, "; ".join(sections), text, str(liberal), note)


def _refusal(reason: str, text: str, matcher: Matcher) -> ConversionError:
    """Return the error for a text that cannot be repaired: the message of its fault, and the reason."""
    fault = matcher.check(text).fault
    return ConversionError(f"{fault.message if fault else matcher.rule}; {reason}")

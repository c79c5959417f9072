"""The small suite: every branch of a rule and its near misses.

Every alternative, option and repetition bound at least once, and a near miss for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from irigrammar.automata.naming import most_readable, rank
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.paths import Marked, shortest_marked, strings_through
from irigrammar.automata.program import Program
from irigrammar.automata.regular import lower
from irigrammar.dataclass import NamedTuple, replace
from irigrammar.faults.steps import steps_of
from irigrammar.grammars.expr import Alternation, Expr, Ref, Repetition
from irigrammar.language.coverage import Recorder, Site, replace_at
from irigrammar.language.derived import writer
from irigrammar.matching.matcher import Matcher

_MARK = "'site"
_TRIED = 500  # strings, of one character for each class: enough for a site that something longer than a few brings out


class Covering(NamedTuple):
    """A string of the small suite: the fields of `Case`, and the site that it touches or nearly touches."""

    text: str
    valid: bool
    offset: int | None
    site: Site


def cover(m: Matcher) -> Iterator[Covering]:
    """Yield, for each site of each rule that the production reaches, a valid string that touches it and a near miss.

    The valid string is a shortest one with a derivation through the site; where the order of alternatives hides that
    derivation, the shortest one of which the site is a part as `parse` derives it. The near miss is one edit away: for
    a bound of a repetition one item more or fewer, where that is wrong, else a character left out, exchanged or put in,
    inside the site if possible. A site that no string can touch is passed over; no string comes twice.

    >>> import irigrammar
    >>> [(case.text, case.valid) for case in cover(irigrammar.grammar("rfc3986")["h16"])][:4]
    [('a', True), ('', False), ('aaaa', True), ('aaaaa', False)]
    """
    fault_offset = m._production.recognizer.fault_offset
    known: set[str] = set()
    recorder = Recorder(m)

    def case(text: str | None, site: Site) -> Iterator[Covering]:
        """Yield a text with its verdict and fault offset, and record it, unless it is None or known."""
        if text is not None and text not in known:
            known.add(text)
            recorder.add(text)
            offset = fault_offset(text)
            yield Covering(text, offset is None, offset, site)

    for site in recorder.sites:
        through = _through(m, site, site.index)
        if through is not None:
            yield from case(through.text, site)
            near = (text for text in _near(m, site, through) if text not in known and not m.matches(text))
            yield from case(next(near, None), site)
    missing = [site for site in recorder.sites if not recorder.times(site)]
    trying = Recorder(m) if missing else recorder
    for site in missing:
        yield from case(_revealing_string(m, site, trying), site)


def _through(m: Matcher, site: Site, count: int) -> Marked | None:
    """Return a shortest string through a site, a repetition there having exactly `count` items, or None."""
    if not m._production.is_expression:
        part, _ = _mark_site(site, count)
        path = (*site.path, site.index) if isinstance(site.expr, Alternation) else site.path
        return writer(m).through(site.rule, path, part)
    return shortest_marked(_marked_program(m, site, count), _MARK)


def _revealing_string(m: Matcher, site: Site, recorder: Recorder) -> str | None:
    """Return the shortest string whose parse touches a site, though shorter ones seem to, or None; only the first 500
    strings through it are tried, and none of a recursive rule. Those that are tried are added to the recorder.
    """
    if not m._production.is_expression:
        return None
    program = _marked_program(m, site, site.index)
    if _MARK in program.marks:
        before = recorder.times(site)
        for text in islice(strings_through(program, _MARK), _TRIED):
            recorder.add(text)
            if recorder.times(site) > before:
                return text
    return None


def _marked_program(m: Matcher, site: Site, count: int) -> Program:
    """Return the program of the matcher's rule with the mark `_MARK` on the ways through a site.

    In an alternation the mark is on the site's alternative, and `count` is not used. Beside a repetition it is on an
    added alternative of exactly `count` items; a `count` outside the bounds extends the language. Raises `GrammarError`
    for a recursive rule.
    """
    rule = m.grammar.rules[site.rule]
    marked_part, whole = _mark_site(site, count)
    new_rule = replace(rule, expr=replace_at(rule.expr, site.path, whole))
    rules = m.grammar.rules.overlay({_MARK: replace(rule, name=_MARK, expr=marked_part), rule.name.lower(): new_rule})
    return compile_program(lower(rules, m.rule, _MARK.__eq__))


def _mark_site(site: Site, count: int) -> tuple[Expr, Expr]:
    """Return the site's part, a repetition with exactly `count` items, and the site's expression with a reference to
    the mark in place of, or beside, that part.
    """
    mark = Ref(_MARK)
    if isinstance(site.expr, Alternation):
        items = site.expr.items
        with_mark = Alternation((*items[: site.index], mark, *items[site.index + 1 :]))
        return items[site.index], with_mark
    assert isinstance(site.expr, Repetition)
    return Repetition(site.expr.item, count, count), Alternation((mark, site.expr))


def _near(m: Matcher, site: Site, through: Marked) -> Iterator[str]:
    """Yield strings near one through a site, whether they match or not, the most instructive first: for a repetition
    one with a count less or more, then those one edit away, in the site first. A string may come again.
    """
    if site.kind == "repeated" and not site.least:
        assert isinstance(site.expr, Repetition)
        count = site.index + 1 if site.index == site.expr.high else site.index - 1
        if count >= 0:
            other = _through(m, site, count)
            if other is not None:
                yield other.text
    classes = steps_of(m._production).classes
    letters = sorted((most_readable(classes.ranges(n)) for n in range(classes.count)), key=rank)
    text = through.text
    inside = range(through.start, through.end)
    places = [*inside, *(index for index in range(len(text)) if index not in inside)]
    for index in places:
        yield text[:index] + text[index + 1 :]
    for index in [*places, len(text)]:
        for letter in letters:
            if index < len(text):
                yield text[:index] + chr(letter) + text[index + 1 :]
            yield text[:index] + chr(letter) + text[index:]

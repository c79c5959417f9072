"""Details of a fault, computed lazily."""

# typed: pct-encoded: how a grammar says that it has percent-encoding
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from irigrammar.automata.positions import Positions
from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.engines.production import Production
from irigrammar.engines.usual import shipped_layout
from irigrammar.faults.beginnings import Beginning, beginning_of, beginnings
from irigrammar.faults.hinting import Case, Hinting, MatchedHint
from irigrammar.faults.naming import Naming
from irigrammar.faults.readings import Abandoned, Facts, Reading, Replay, Trie, losses_at_start
from irigrammar.faults.words import character_name, filled_message, is_delimiter
from irigrammar.finding import Fix, Label
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import Expr
from irigrammar.grammars.hints import Hint
from irigrammar.lazy import cached_property
from irigrammar.shipped.loader import load as grammar_rules
from irigrammar.shipped.place import Place
from irigrammar.unicode import general_category

TYPE_CHECKING = False  # what only descriptions and fixes need is imported there
if TYPE_CHECKING:
    from typing import Protocol

    from irigrammar.engines.earley import Work
    from irigrammar.faults.expectation import Expectation
    from irigrammar.faults.filters import AsciiHost
    from irigrammar.faults.fixes import Grade
    from irigrammar.faults.steps import Steps

    class Explained(Protocol):
        """A matcher, from which faults get the explainer of their production."""

        @property
        def _explainer(self) -> Explainer:
            """The explainer of the matcher's production."""


@dataclass(frozen=True, slots=True)
class OpenProduction:
    """A production that is open at a fault: another character could be read inside of it.

    `start` is the offset in code points at which it began, `place` says where it is written; `complete` says whether
    it could end at the fault.
    """

    rule: str
    start: int
    place: Place
    complete: bool


@dataclass(frozen=True, slots=True)
class RuledOut:
    """A rule that the text began and that `found`, at `offset`, ruled out before the fault."""

    rule: str
    offset: int
    found: str
    place: Place


class Brief(NamedTuple):
    """A fault in one line: code, message, and the place in code points, the end exclusive."""

    code: str
    message: str
    start: int
    end: int


# The codes of the reasons that no row of `grammar/hints.toml` has: any other, and bytes that are not UTF-8.
OTHER, NOT_UTF_8 = "F000", "F001"
_LONGEST = 2_000  # characters of a prefix whose facts are looked up


@dataclass(eq=False)
class Explainer:
    """The compiled data that explains the faults of one production; its only state is caches.

    `grade` says how a fix may be offered, by where it leads; None where the production is not a reference. `comment`
    returns what the comments beside a rule of a user's own say.
    """

    production: Production
    entry: Entry
    comment: Callable[[str], str]
    grade: Grade | None = None
    ascii_host: AsciiHost | None = None

    @cached_property
    def view(self) -> View:
        """The view of a production that is not recursive."""
        production = self.production
        layout = shipped_layout(production.usual, production.name) if production.usual else None
        return View(self, Positions(production.tree.program, layout))

    def views(self, text: str, offset: int, work: Work | None = None) -> tuple[View, ...]:
        """Return how a viable prefix may be read, the way that is nearest to its end first: one, if nothing recurs.

        `work` is what they may take, by default what one text may; beyond it they raise `ParseLimit`.
        """
        if not self.production.is_recursive:
            return (self.view,)
        from irigrammar.engines.earley import Work
        from irigrammar.faults.unfolding import unfold_parses

        work = work or Work(offset)
        views = [
            View(self, Positions(program, spend=work.spend), numbers)
            for program, numbers in unfold_parses(self.production, text[:offset], work.spend)
        ]
        replays = [view.replay(text, offset) for view in views]
        order = sorted(
            range(len(views)), key=lambda place: views[place].positions.completion(replays[place].order()[0])
        )
        return tuple(views[place] for place in order)

    @cached_property
    def _has_known(self) -> bool:
        return not (self.production.is_recursive or self.beginnings)

    def known(self, text: str, offset: int) -> tuple[Facts, MatchedHint] | None:
        """Return the facts of a fault and the hint for it, at once; None where the explanation has to find them: where
        nobody has asked before about such a prefix, and for rows that are tried in Python.
        """
        if offset > _LONGEST or not self._has_known:
            return None
        view, prefix, char = self.view, text[:offset], text[offset : offset + 1]
        trie = view.after(prefix)
        facts = None if trie is None else trie.facts.get(char)
        if trie is None or facts is None:
            return None
        if facts.losses is None:
            if not view.loses_no_start(text, offset):
                return None
            facts = facts._replace(losses=())
        elif facts.losses:
            facts = view.with_offsets(facts, prefix)
        key = (char, *[text[loss.offset] for loss in facts.losses or ()])
        rows = trie.rows.get(key)
        if rows is None:
            names = view.lost_names(facts, text)
            case = Case(text, offset, char or None, facts.names, names, tuple, facts.complete)
            rows = trie.rows[key] = self.hinting.candidates(case)
        row = self.hinting.at_once(rows, text, offset)
        return (facts, row) if row else None

    def brief(self, text: str, offset: int) -> Brief | None:
        """Return a fault in one line, at once; None where it is not `known`, or has a reason of its own."""
        known = self.known(text, offset)
        if known is None or known[1].hint.reason:
            return None
        facts, row = known
        start, end = _place(row, text, offset, facts.losses[0].offset if facts.losses else None)
        return Brief(row.hint.code, _message(row.hint, text[start:end], ""), start, end)

    @cached_property
    def naming(self) -> Naming:
        """The naming of productions in messages."""
        return Naming(self.production, self.entry)

    @cached_property
    def may_encode(self) -> bool:
        """Whether the grammar has percent-encoding: a rule that stands for one character, written as such a row, or of
        its name.
        """
        name = "pct-encoded"
        if self.production.usual:
            return name in self.naming.rows
        encoding = grammar_rules("rfc3986")[name]
        rules = self.production.rules.reach(self.production.name).values()
        return any(rule.expr == encoding.expr or rule.name == name for rule in rules)

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """The beginnings of all strings; () for a rule that no automaton reads, too."""
        return beginnings(self.production.dfa) if self.production.is_regular else ()

    def sibling(self, text: str) -> str | None:
        """Return the name of another start rule of the grammar that a text matches, None where there is none."""
        rules = self.production.rules
        others = (name for name in self.entry.start if name != self.production.name and rules.find(name))
        return next((name for name in others if Production.of(rules, name).recognizer.matches(text)), None)

    @cached_property
    def steps(self) -> Steps:
        """The stepper of the production, which tries characters after a prefix."""
        from irigrammar.faults.steps import steps_of

        return steps_of(self.production)

    @cached_property
    def hinting(self) -> Hinting:
        """The classifier that finds the hint for a fault."""
        return Hinting(self.production, self.entry)


class View:
    """A position automaton with the words for its rules, and caches.

    `numbers` is the prefix that it is for, where it is for one only.
    """

    def __init__(self, explainer: Explainer, positions: Positions, numbers: list[int] | None = None) -> None:
        self.positions = positions
        self._naming = explainer.naming
        self._numbers = numbers
        self._production = explainer.production
        self.names = cache(self._names)
        self._trie: Trie | None = None

    @cached_property
    def scopes(self) -> frozenset[int]:
        """The scopes of productions that are not single characters, and those of the production itself."""
        rules, parents, characters = self.positions.rules, self.positions.parents, self._naming.characters
        return frozenset(
            scope for scope in range(1, len(rules)) if not parents[scope] or rules[scope] not in characters
        )

    def _names(self, position: int) -> frozenset[str]:
        """Return the rules that are open after a position, with the components that they are, and the production
        itself.
        """
        scopes = self.scopes.intersection(self.positions.open(position))
        rules = {self._production.name, *map(self.positions.rules.__getitem__, scopes)}
        return frozenset(rules | {self._naming.field(rule) or "" for rule in rules} - {""})

    @cached_property
    def expectation(self) -> Expectation:
        """The describer of the continuations that this view allows, made once."""
        from irigrammar.faults.expectation import Expectation

        return Expectation(self.positions, self._naming)

    def replay(self, text: str, offset: int) -> Replay:
        """Return the readings of a text's prefix."""
        return Replay(self.positions, text, offset, self.scopes, self._numbers)

    def facts(self, text: str, offset: int) -> Facts:
        """Return the details of a fault that are the same for all texts read in the same steps. Those of an offset up
        to 2,000 are kept for other texts.
        """
        if self._numbers is not None or offset > _LONGEST:
            facts = self.replay(text, offset).facts(self.names)
        else:
            facts = self._shared_facts(text[:offset], text, offset)
        if facts.losses is not None:
            return facts
        is_clear = self._numbers is None and self.loses_no_start(text, offset)
        losses = () if is_clear else losses_at_start(self.positions, self.scopes, text, offset)
        return facts._replace(losses=losses)

    def loses_no_start(self, text: str, offset: int) -> bool:
        """Return whether a text without its first character certainly does not go on beyond a fault."""
        rest = text[1 : offset + 1]
        fault = self._production.recognizer.fault_offset(rest)
        return fault is not None and (fault < len(rest) or offset >= len(text))

    def after(self, prefix: str) -> Trie | None:
        """Return the trie after a prefix, None where it takes too many new steps."""
        first = self._trie
        if first is None or first.budget.all <= 0:
            first = self._trie = Trie(self.positions, self.scopes, self.positions.start)
        return first.through(prefix)

    def _shared_facts(self, prefix: str, text: str, offset: int) -> Facts:
        """Return the facts of a fault, taken from an earlier one with the same character after an equivalent prefix if
        there is one, with the offsets of losses moved; else compute and keep them.
        """
        trie, first = self.after(prefix), self._trie
        if trie is None or first is None:
            return self.replay(text, offset).facts(self.names)
        char = text[offset : offset + 1]
        known = trie.facts.get(char)
        if known is None:
            facts = self.replay(text, offset).facts(self.names)
            trie.facts[char] = _move(facts, first.steps(prefix).index) if facts.losses else facts
            return facts
        return self.with_offsets(known, prefix)

    def with_offsets(self, known: Facts, prefix: str) -> Facts:
        """Return the facts known after a prefix with the offsets of losses instead of the numbers of their steps."""
        return _move(known, self._trie.steps(prefix).__getitem__) if known.losses and self._trie else known

    def lost_names(self, facts: Facts, text: str) -> dict[str, str]:
        """Return the lost rules, and the components that they are, with the characters that ruled them out."""
        rules, field = self.positions.rules, self._naming.field
        lost = [(rules[loss.scope], text[loss.offset]) for loss in facts.losses or ()]
        return {name: char for rule, char in lost for name in (rule, field(rule)) if name}


def _move(facts: Facts, to: Callable[[int], int]) -> Facts:
    """Return facts with the offsets of their losses mapped by a function."""
    return facts._replace(losses=tuple(loss._replace(offset=to(loss.offset)) for loss in facts.losses or ()))


def _place(row: MatchedHint | None, text: str, offset: int, lost: int | None) -> tuple[int, int]:
    """Return the start and end of the primary label of a fault, given the offset of a loss."""
    anchor = (row.hint.at or ("loss" if row.hint.lost else "fault")) if row else "fault"
    if row and anchor in ("part", "start"):
        return row.start, row.end if anchor == "part" else row.start + 1
    if row and row.middle and anchor == "after":
        offset = row.middle[1]
    if anchor == "loss" and lost is not None:
        offset = lost
    return offset, offset + (offset < len(text))


def _message(hint: Hint, part: str, reason: str) -> str:
    """Return the message of a hint about a part of a text."""
    return filled_message(hint.message, part[:1] or None, reason) if "{" in hint.message else hint.message


class Explanation:
    """The details of one fault; picklable with the matcher that it comes from.

    `text` is the whole text or, with `is_cut`, the part before bytes that are not UTF-8; `is_bytes` says that these are
    the fault.
    """

    def __init__(
        self, matcher: Explained, text: str, offset: int, is_bytes: bool = False, is_cut: bool = False
    ) -> None:
        self._matcher = matcher
        self.text = text
        self._offset = offset
        self._is_bytes = is_bytes
        self._is_cut = is_cut

    def __reduce__(self) -> tuple[Callable[..., Explanation], tuple[Explained, str, int, bool, bool]]:
        return Explanation, (self._matcher, self.text, self._offset, self._is_bytes, self._is_cut)

    @property
    def _explainer(self) -> Explainer:
        return self._matcher._explainer

    @property
    def _unexpected_char(self) -> str | None:
        return self.text[self._offset] if self._offset < len(self.text) else None

    @cached_property
    def _views(self) -> tuple[View, ...]:
        return self._explainer.views(self.text, self._offset)

    @cached_property
    def _replays(self) -> tuple[Replay, ...]:
        return tuple(view.replay(self.text, self._offset) for view in self._views)

    @property
    def _view(self) -> View:
        return self._views[0]

    @cached_property
    def _known(self) -> tuple[Facts, MatchedHint] | None:
        return None if self._is_bytes else self._explainer.known(self.text, self._offset)

    @cached_property
    def _facts(self) -> Facts:
        """The facts of the fault; of a recursive rule from its view of this text, `complete` if the prefix matches in
        one of the replays.
        """
        if self._known:
            return self._known[0]
        explainer = self._explainer
        if explainer.production.is_recursive:
            facts = self._view.facts(self.text, self._offset)
            return facts._replace(complete=any(replay.is_complete for replay in self._replays))
        return explainer.view.facts(self.text, self._offset)

    @cached_property
    def _reading(self) -> Reading:
        return self._replays[0].reading(self._facts.position)

    @property
    def _losses(self) -> Sequence[Abandoned]:
        return () if self._is_bytes else self._facts.losses or ()

    @property
    def rule(self) -> str:
        """The production that the text does not match."""
        return self._explainer.production.name

    def definition(self, rule: str) -> Expr:
        """Return the expression of a rule of the grammar, in any case of letters. Raises `UnknownRule`."""
        return self._explainer.production.rules[rule].expr

    @cached_property
    def nothing_more(self) -> bool:
        """Whether no character at all could come in place of the fault, in any reading."""
        return not any(
            replay.positions.characters(position) for replay in self._replays for position in replay.state.positions
        )

    @cached_property
    def open(self) -> tuple[OpenProduction, ...]:
        """The productions that are open in the first reading, innermost first."""
        view, naming = self._view, self._explainer.naming
        rules = view.positions.rules
        return tuple(
            OpenProduction(
                rules[inside.scope],
                inside.start,
                naming.place(rules[inside.scope]),
                view.positions.may_leave(self._reading.position, inside.scope),
            )
            for inside in self._reading.open
            if inside.scope in view.scopes
        )

    @cached_property
    def ruled_out(self) -> tuple[RuledOut, ...]:
        """The productions that were given up before the fault, each with the character that ruled it out, its offset
        and its place.
        """
        explainer = self._explainer
        ruled_out = []
        for loss in self._losses:
            rule = self._view.positions.rules[loss.scope]
            ruled_out.append(RuledOut(rule, loss.offset, self.text[loss.offset], explainer.naming.place(rule)))
        return tuple(ruled_out)

    @cached_property
    def expected(self) -> tuple[str, ...]:
        """The continuations that the first readings allow, as phrases such as "the host", each once, "the end" last."""
        at_end = self._unexpected_char is None and not self._is_bytes
        phrases = dict.fromkeys(
            phrase
            for view, replay in zip(self._views, self._replays, strict=True)
            for phrase in view.expectation.phrases(replay.first(), at_end=at_end)
        )
        return tuple(sorted(phrases, key="the end".__eq__))

    @cached_property
    def _beginning(self) -> Beginning | None:
        """The beginning of the text if all strings of the language have another one."""
        starts = self._explainer.beginnings
        return beginning_of(self.text, starts, self._explainer.production.recognizer) if starts else None

    @cached_property
    def _matched_hint(self) -> MatchedHint | None:
        """The hint that applies at the fault, with its place, None for bytes that are no text, or where none
        applies.
        """
        if self._is_bytes:
            return None
        if self._known:
            return self._known[1]
        explainer = self._explainer
        facts = self._facts
        case = Case(
            self.text,
            self._offset,
            self._unexpected_char,
            facts.names,
            self._view.lost_names(facts, self.text),
            lambda: self._starts,
            facts.complete,
            self._beginning if explainer.beginnings else None,
        )
        return explainer.hinting.of_fault(case)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The offsets at which productions began, the likeliest first, each once; the last one is 0."""
        reading, scopes = self._reading, self._view.scopes
        starts = [inside.start for inside in reading.open if inside.scope in scopes]
        return tuple(dict.fromkeys((*starts, *reading.entries, 0)))

    @property
    def code(self) -> str:
        """The code of the reason: that of a row of `grammar/hints.toml`, F001 for bytes that are not UTF-8, F000 for
        all others.
        """
        return NOT_UTF_8 if self._is_bytes else self._matched_hint.hint.code if self._matched_hint else OTHER

    @cached_property
    def message(self) -> str:
        """The message in one line: that of the hint, filled with its reason, or one in the words of the catalog where
        there is no hint or its reason is not known; a fixed one for bytes that are not UTF-8.
        """
        if self._is_bytes:
            return "the bytes are not UTF-8"
        row = self._matched_hint
        if row is None:
            return self._plain_message
        if row.hint.begins and self._beginning:
            return filled_message(row.hint.message, None, self._beginning.expected)
        reason = None
        if row.hint.reason:
            from irigrammar.faults.filters import REASONS

            reason = REASONS[row.hint.reason](self._text_of_reason(row.hint))
            if reason is None:
                return self._plain_message
        return _message(row.hint, self.text[slice(*self.place)], reason or "")

    @cached_property
    def help(self) -> str | None:
        """The remedy, None for none: of a text without its beginning another start rule that it matches; otherwise that
        of the hint; without a hint the comments beside the rule that reports show.
        """
        if self._beginning and self._matched_hint and self._matched_hint.hint.begins:
            sibling = self._explainer.sibling(self.text)
            if sibling:
                return f"the rule {sibling} matches it: -r {sibling}"
        if self._matched_hint or self.shown_rule is None:
            return (self._matched_hint.hint.help or None) if self._matched_hint else None
        return self._explainer.comment(self.shown_rule[0]) or None

    @property
    def section(self) -> str | None:
        """The document and section that say so, for the reasons that are known; None for others."""
        return (
            "RFC 3629, section 3" if self._is_bytes else self._matched_hint.hint.section if self._matched_hint else None
        )

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The parts of the text that the message is about: the primary one first, then in the text's order. Their kinds
        are "primary", "opened" and "ruled-out"; the others begin before the primary one.
        """
        row = self._matched_hint
        start, end = self.place
        labels = [Label(start, end, row.hint.label if row else "", "primary")]
        if row and row.hint.opened:
            began = next((open_rule.start for open_rule in self.open if open_rule.rule in row.hint.open), None)
            if began is not None and began < start:
                labels.append(Label(began, began + 1, row.hint.opened, "opened"))
        if self.ruled_out and (row is None or not row.hint.only):
            lost = self.ruled_out[0]
            if lost.offset < start:
                words = self._words(lost.rule).replace("the ", "a ", 1)
                labels.append(Label(lost.offset, lost.offset + 1, f"not {words} because of this", "ruled-out"))
        elif row is None and not self._is_bytes and (bracket := self._open_bracket) is not None:
            labels.append(bracket)
        return (labels[0], *sorted(labels[1:], key=lambda label: label.start))

    @cached_property
    def _open_bracket(self) -> Label | None:
        """The bracket of the innermost rule of a user's own that begins with one and is incomplete. None where there is
        none.
        """
        for rule in self.open:
            start = rule.start + len(self.text[rule.start :]) - len(self.text[rule.start :].lstrip())
            is_incomplete = start < self._offset and rule.place.document is None and not rule.complete
            if is_incomplete and general_category(self.text[start]) == "Ps":
                words = "never closed" if self._unexpected_char is None else f"{self._words(rule.rule)} begins here"
                return Label(start, start + 1, words, "opened")
        return None

    @cached_property
    def shown_rule(self) -> tuple[str, Place] | None:
        """The rule that the primary label is about; None where the reason lies outside of all rules."""
        hint = self._matched_hint.hint if self._matched_hint else None
        if self._is_bytes or (hint and ("before" in hint.conditions or hint.complete or hint.at in ("start", "part"))):
            return None
        naming = self._explainer.naming
        inside = [
            open_rule
            for open_rule in self.open
            if hint and {open_rule.rule, naming.field(open_rule.rule)} & {*hint.open}
        ]
        lost = [loss for loss in self.ruled_out if loss.offset == self.place[0]]
        # At the end of the string what is incomplete is at fault, not what may go on.
        incomplete = [open_rule for open_rule in self.open if self._unexpected_char is None and not open_rule.complete]
        about: list[OpenProduction | RuledOut] = [*inside, *lost, *incomplete, *self.open]
        return (about[0].rule, about[0].place) if about else None

    @property
    def checked_rule(self) -> tuple[str, Place]:
        """The rule that the text does not match, and its place."""
        return self.rule, self._explainer.naming.place(self.rule)

    @property
    def is_usual(self) -> bool:
        """Whether that rule is the one that the grammar checks by default."""
        start = self._explainer.entry.start
        return bool(start) and start[0] == self.rule

    @cached_property
    def place(self) -> tuple[int, int]:
        """The start and end of the primary label in code points; at the end of the text both are its length."""
        lost = self.ruled_out[0].offset if self.ruled_out else None
        return _place(self._matched_hint, self.text, self._offset, lost)

    def _text_of_reason(self, hint: Hint) -> str:
        """Return the text from the first open rule that a hint names on, else from after the last "/", "@" or "["
        before the loss or fault; to the end of the whole text, without "[" at its start.
        """
        offset = self.ruled_out[0].offset if self.ruled_out else self._offset
        after = max(self.text.rfind(mark, 0, offset) for mark in "/@[") + 1
        start = next((open_rule.start for open_rule in self.open if open_rule.rule in hint.open), after)
        return self.text[start:].lstrip("[")

    def _words(self, rule: str) -> str:
        return self._explainer.naming.words(rule) or rule

    @property
    def _plain_message(self) -> str:
        """The message in the words of the catalog, without a hint: an end that comes too early, a character that is not
        allowed and where, or a text that goes on after a complete one.
        """
        lost = self.ruled_out[0] if self.ruled_out else None
        if self._unexpected_char is None:
            incomplete_rule = next((open_rule.rule for open_rule in self.open if not open_rule.complete), None)
            more = f": {self._words(incomplete_rule)} is incomplete" if incomplete_rule else ""
            return f"unexpected end of string{more}"
        subject = character_name(self._unexpected_char if lost is None else lost.found)
        if lost is not None:
            return f"{subject} is not allowed in {self._words(lost.rule)}"
        if not self.open and self.nothing_more:
            return f"extra characters after a complete {self.rule}"
        if not self._offset or not self._is_unread(self.open[:1]):
            rule = self.open[0].rule if self.open else self.rule
            return f"{subject} is not allowed {'in' if self._offset else 'at the start of'} {self._words(rule)}"
        read = self.text[: self._offset].rstrip()[-1:]
        requirements = self._requirements
        where = f"after {character_name(read)}" if is_delimiter(read) else "here"
        if len(requirements) == 1:
            return f"{subject} is not allowed {where}: {requirements[0]} must follow"
        if is_delimiter(read):
            return f"{subject} is not allowed {where}"
        begun = [rule.rule for rule in self.open if not rule.complete and not self._is_unread([rule])]
        return f"{subject} is not allowed in {self._words(next(iter(begun), self.rule))}"

    def _is_unread(self, rules: Sequence[OpenProduction]) -> bool:
        """Return whether nothing but white space was read in rules of a user's own."""
        return any(
            open_rule.place.document is None and not self.text[open_rule.start : self._offset].strip()
            for open_rule in rules
        )

    @property
    def _requirements(self) -> list[str]:
        """The expectations that may not be left out, in words, each once; rules by their names."""
        unread = [self._words(open_rule.rule) for open_rule in self.open if self._is_unread([open_rule])]
        optional = {self._words(rule.rule) for rule in self.open if rule.complete} & {*unread}
        phrases = (
            phrase
            for view, replay in zip(self._views, self._replays, strict=True)
            for phrase in view.expectation.phrases(replay.order(), at_end=False)
        )
        begun = (phrase.split(" that begins ")[-1].split(" for ")[0] for phrase in phrases)
        return list(dict.fromkeys(phrase for phrase in begun if phrase not in optional))

    @cached_property
    def fixes(self) -> tuple[Fix, ...]:
        """Strings of the language that are near, the most natural first. () for bytes that are not UTF-8."""
        if self._is_cut:
            return ()
        from irigrammar.faults.fixes import Broken, fixes

        explainer, rules = self._explainer, self._view.positions.rules
        inner = next(filter(self._view.scopes.__contains__, self._view.positions.open(self._facts.position)), 0)
        row = self.open[0].start if inner and rules[inner] in explainer.naming.rows else None
        lost = self._replays[0].ruled_out(self._losses[0]) if self._losses else None
        is_reference = explainer.grade is not None
        problem = Broken(
            self.text,
            self._offset,
            self._unexpected_char,
            self._matched_hint,
            row,
            lost,
            is_reference,
            explainer.may_encode,
            explainer.ascii_host,
            self._beginning.repairs
            if self._beginning and self._matched_hint and self._matched_hint.hint.begins
            else (),
        )
        return fixes(problem, explainer.steps, explainer.production.recognizer, explainer.grade)

"""Alternatives and options that are never used.

The first match wins, and it never reaches them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from irigrammar.automata.nfa import compile_program
from irigrammar.automata.paths import is_in_first_match
from irigrammar.automata.regular import lower
from irigrammar.dataclass import NamedTuple, replace
from irigrammar.errors import GrammarError
from irigrammar.grammars.authors.slips import Slip, slips
from irigrammar.grammars.expr import Alternation, Expr, Literal, Ref, Repetition, Rule, abnf, map_items
from irigrammar.grammars.rulelist import Rulelist

_WORK = 2_000_000  # steps in all the rules of a grammar; what more of them would find is not said
_WHY = "what comes before it matches all that it could, and the rule matches the same"
_NEVER_TAKEN = f"never taken: {_WHY} without it"
_ALWAYS_EMPTY = f'always empty: {_WHY} with "" in its place'
_ALONE = "'"  # the name of the rule that is examined
_RULE = 200  # steps that each rule costs
_NODE = 10  # steps that each node of an automaton costs, to make it


def all_slips(rules: Rulelist) -> Iterator[tuple[Rule, Slip]]:
    """Yield the slips that the rules themselves show, and those that only their strings show."""
    yield from slips(rules)
    yield from unused_parts(rules)


def unused_parts(rules: Rulelist) -> Iterator[tuple[Rule, Slip]]:
    """Yield alternatives, options and repetitions of a grammar's own rules that are never taken, as slips (L029).

    Rules are examined one by one: of all strings that match, none has such a part in the derivation that first match
    wins (RFC 3986, section 4.1) and longest repetitions give it, and the same holds where other rules refer to it. So
    it matches the same without the part. Nothing is said of recursive rules, of those with prose or undefined names,
    and of what would take long.

    >>> from irigrammar.grammars.reader import read
    >>> rules = Rulelist("example", read('a = *"x" [ "x" ] / "xx"\\n', "example"))
    >>> [slip.message.partition(":")[0] for _, slip in unused_parts(rules)]
    ['[ "x" ] is always empty', '"xx" is never taken']
    """
    work = [_WORK]
    for rule in rules.own.values():
        whole, choices = _mark_parts(rule.expr)
        if not choices or work[0] < 0 or rules.cycle(rule.name):
            continue
        parts = {_ALONE: whole} | {name: choice.part for name, choice in choices.items()}
        beside = Rulelist(
            rules.name, {name: replace(rule, name=name, expr=part) for name, part in parts.items()}, rules
        )
        try:
            program = compile_program(lower(beside, _ALONE, choices.__contains__))
        except GrammarError:  # prose, an undefined name, or larger than the limits
            continue
        work[0] -= _RULE + _NODE * len(program.masks)
        never: set[str] = set()
        marks = set(program.marks)
        for mark, choice in choices.items():
            if work[0] < 0:
                break
            if choice.within in never:
                never.add(mark)
            elif mark in marks and is_in_first_match(program, mark, work) is False:
                never.add(mark)
                message = f"{abnf(choice.shown)} is {choice.never}"
                yield rule, Slip("L029", choice.shown, message)


class _Choice(NamedTuple):
    """A part that may be taken: the expression to show, the message if it is never taken, the part itself, and the
    enclosing mark.
    """

    shown: Expr
    never: str
    part: Expr
    within: str


def _reasons(items: Sequence[Expr]) -> Iterator[str]:
    """Yield, for each alternative, the message in case that it is never taken: that strings ignore case, if this is
    why.
    """
    before: dict[str, Literal] = {}
    for item in items:
        text = item.text.lower() if isinstance(item, Literal) else ""
        other = before.get(text) if text else None
        yield f"never taken: strings ignore case, and {abnf(other)} matches it" if other else _NEVER_TAKEN
        if isinstance(item, Literal) and not item.sensitive:
            before.setdefault(text, item)


def _mark_parts(whole: Expr) -> tuple[Expr, dict[str, _Choice]]:
    """Return an expression with references to rules, one for each part that may be taken, and the parts by the names of
    the rules, outer before inner; alternatives that an earlier one is equal to, which is another slip, stay.
    """
    choices: dict[str, _Choice] = {}

    def mark(expr: Expr, within: str) -> Expr:
        """Return an expression in which alternatives and parts that may be left out are references to rules of their
        own, which `choices` gets; `within` is the mark around it.
        """
        match expr:
            case Alternation(items):
                first = {item: index for index, item in reversed([*enumerate(items)])}
                alternatives = (
                    choice(item, item, reason, within) if first[item] == index else item
                    for index, (item, reason) in enumerate(zip(items, _reasons(items), strict=True))
                )
                return replace(expr, items=tuple(alternatives))
            case Repetition(item, 0):
                return replace(expr, item=choice(expr, item, _ALWAYS_EMPTY, within))
        return map_items(expr, lambda part: mark(part, within))

    def choice(shown: Expr, part: Expr, never: str, within: str) -> Ref:
        """Add a part, with the parts within it, to `choices`, and return the reference to it."""
        name = f"'{len(choices)}"
        choices[name] = _Choice(shown, never, part, within)
        choices[name] = choices[name]._replace(part=mark(part, name))
        return Ref(name)

    return mark(whole, ""), choices

"""A production and its references as a grammar of characters.

Exporters write their notations from it.
"""

from __future__ import annotations

from collections.abc import Callable

from irigrammar.automata.charset import Ranges, union
from irigrammar.automata.regular import either_case
from irigrammar.dataclass import dataclass
from irigrammar.exports.notation import refusal
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition
from irigrammar.grammars.rulelist import prose_reason
from irigrammar.matching.matcher import Matcher


@dataclass(frozen=True, slots=True)
class Chars:
    """One code point of a set."""

    ranges: Ranges

    @property
    def single(self) -> str | None:
        """The character, where the set has one."""
        (low, high), *others = self.ranges
        return chr(low) if low == high and not others else None


@dataclass(frozen=True, slots=True)
class Name:
    """A reference to the rule of that name."""

    name: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """The items one after the other."""

    items: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """One of the items."""

    items: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """The item `low` to `high` times, None meaning any number; never once exactly."""

    item: Form
    low: int
    high: int | None


Form = Chars | Name | Sequence | Options | Count


def reached_forms(matcher: Matcher, dialect: str) -> dict[str, Form]:
    """Return, by name, the production and every rule that a derivation from it can use, itself first.

    Raises `GrammarError` for a reference that no rule defines and `ExportError` for prose; recursion does no harm.
    """
    rules = matcher.grammar.rules

    def form(expr: Expr) -> Form:
        match expr:
            case Literal(text, sensitive):
                return _sequence([Chars(either_case(char, sensitive)) for char in text])
            case Range(low, high):
                return Chars(((low, high),))
            case Concatenation(items):
                return _sequence([form(item) for item in items])
            case Alternation(items):
                return _options([form(item) for item in items])
            case Repetition(item, low, high):
                return _count(form(item), low, high)
            case Ref(name) | Prose(name):
                target = rules.find(name)
                if target is None:  # a reference to nothing is an error before
                    raise refusal(matcher, dialect, prose_reason(name))
                return Name(target.name)

    rules.reach(matcher.rule)  # raises where a reference leads nowhere
    order = [rules[matcher.rule]]
    for rule in order:  # grows during the loop
        targets = {target.name: target for ref in rules.refs(rule) if (target := rules.find(ref.name))}
        order += [target for target in targets.values() if target not in order]
    return {rule.name: form(rule.expr) for rule in order}


@dataclass(frozen=True, slots=True)
class Terms:
    """How a notation writes forms: sets of characters, names, an operand that comes `low` to `high` times, nothing."""

    chars: Callable[[Chars], str]
    name: Callable[[str], str]
    count: Callable[[str, int, int | None], str]
    empty: str = ""

    def text(self, form: Form) -> str:
        """Return a form as text, whose alternatives are separated by bars."""
        match form:
            case Chars():
                return self.chars(form)
            case Name(name):
                return self.name(name)
            case Sequence(()):
                return self.empty
            case Sequence(items):
                return " ".join(self.row(items))
            case Options(items):
                return " | ".join(map(self.text, items))
            case Count(item, low, high):
                return self.count(
                    self.text(item) if isinstance(item, Chars | Name) else f"({self.text(item)})", low, high
                )

    def row(self, items: tuple[Form, ...]) -> list[str]:
        """Return the terms of a sequence."""
        return [f"({self.text(item)})" if isinstance(item, Options) else self.text(item) for item in items]


def written_out(text: str, low: int, high: int | None) -> str:
    """Return an operand as often as it comes, for notations without counts.

    >>> written_out("x", 1, 3), written_out("x", 2, None)
    ('x (x x?)?', 'x x x*')
    """
    if high is None:
        return f"{text}+" if low == 1 else " ".join([*[text] * low, f"{text}*"])
    optional = ""
    for _ in range(high - low):
        optional = f"({text} {optional})?" if optional else f"{text}?"
    return " ".join([*[text] * low, *([optional] if optional else [])])


_SIZE_LIMIT = 100_000


def countless_forms(matcher: Matcher, dialect: str) -> dict[str, Form]:
    """Return what `reached_forms` does; raise `ExportError` where counts, written out, make a rule too long."""
    forms = reached_forms(matcher, dialect)
    for name, form in forms.items():
        if _size(form) > _SIZE_LIMIT:
            reason = f"the counts of {name}, written out, come to {_size(form):,} terms; {_SIZE_LIMIT:,} is the limit"
            raise refusal(matcher, dialect, reason)
    return forms


def _size(form: Form) -> int:
    """Return how many terms a form has with its counts written out."""
    match form:
        case Chars() | Name():
            return 1
        case Sequence(items) | Options(items):
            return sum(map(_size, items))
        case Count(item, low, high):
            return _size(item) * max(low + (high is None), high or 0)


def snake_case(rule: str) -> str:
    """Return the name of a rule in small letters with "_" for "-"."""
    return rule.lower().replace("-", "_")


def heading(matcher: Matcher) -> str:
    """Return what a comment says of the production: words on one line, which neither end nor begin a comment."""
    said = f"{matcher.rule} of {matcher.grammar.name}".replace("*/", "* /").replace("/*", "/ *")
    return " ".join(said.split())


def _sequence(items: list[Form]) -> Form:
    flat: list[Form] = []
    for item in items:
        flat += item.items if isinstance(item, Sequence) else (item,)
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def _options(items: list[Form]) -> Form:
    """Neighbouring characters are one set: which of two read a character shows nowhere."""
    flat: list[Form] = []
    for item in items:
        for branch in item.items if isinstance(item, Options) else (item,):
            before = flat[-1] if flat else None
            if isinstance(branch, Chars) and isinstance(before, Chars):
                flat[-1] = Chars(union(before.ranges, branch.ranges))
            else:
                flat.append(branch)
    return flat[0] if len(flat) == 1 else Options(tuple(flat))


def _count(item: Form, low: int, high: int | None) -> Form:
    if high == 0 or item == Sequence(()):
        return Sequence(())
    return item if low == high == 1 else Count(item, low, high)

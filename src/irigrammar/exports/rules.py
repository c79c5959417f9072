"""A production and its references as a grammar of characters.

Exporters write their notations from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from irigrammar.automata.charset import EMPTY, union
from irigrammar.automata.naming import size
from irigrammar.automata.network import empty_rules
from irigrammar.automata.regular import Alternate, Call, CharSet, Concat, Regular, Repeat, concat, either_case, repeat
from irigrammar.dataclass import dataclass
from irigrammar.exports.notation import refusal
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition
from irigrammar.grammars.rulelist import prose_reason
from irigrammar.matching.matcher import Matcher


@dataclass(frozen=True)
class Name(Call):
    """A reference to the rule of that name."""

    name: str = ""


def single(form: Regular) -> str:
    """Return the character that a form is, "" for another form."""
    return chr(form.ranges[0][0]) if isinstance(form, CharSet) and size(form.ranges) == 1 else ""


def reached_forms(matcher: Matcher, dialect: str) -> dict[str, Regular]:
    """Return, by name, the production and every rule that a derivation from it can use, itself first.

    Raises `GrammarError` for a reference that no rule defines and `ExportError` for prose; recursion does no harm.
    """
    rules = matcher.grammar.rules
    empty = empty_rules(rules, matcher.rule)  # raises where a reference leads nowhere

    def form(expr: Expr) -> Regular:
        """Return an expression as a regular one in which rules stay names. Raises `ExportError` for prose that names no
        rule.
        """
        match expr:
            case Literal(text, sensitive):
                return concat(*(CharSet(either_case(char, sensitive)) for char in text))
            case Range(low, high):
                return CharSet(((low, high),))
            case Concatenation(items):
                return concat(*map(form, items))
            case Alternation(items):
                return _options(map(form, items))
            case Repetition(item, low, high):
                return repeat(form(item), low, high)
            case Ref(name) | Prose(name):
                target = rules.find(name)
                if target is None:  # a reference to nothing is an error before
                    raise refusal(matcher, dialect, prose_reason(name))
                return Name(EMPTY, name=target.name, empty=target.name in empty)

    order = [rules[matcher.rule]]
    for rule in order:  # grows during the loop
        targets = {target.name: target for ref in rules.refs(rule) if (target := rules.find(ref.name))}
        order += [target for target in targets.values() if target not in order]
    return {rule.name: form(rule.expr) for rule in order}


@dataclass(frozen=True, slots=True)
class Terms:
    """How a notation writes forms: sets of characters, names, an operand that comes `low` to `high` times, nothing."""

    chars: Callable[[CharSet], str]
    name: Callable[[str], str]
    count: Callable[[str, int, int | None], str]
    empty: str = ""

    def text(self, form: Regular) -> str:
        """Return a form as text, whose alternatives are separated by bars."""
        match form:
            case Name(name=name):
                return self.name(name)
            case CharSet():
                return self.chars(form)
            case Concat(()):
                return self.empty
            case Concat(items):
                return " ".join(self.row(items))
            case Alternate(items):
                return " | ".join(map(self.text, items))
        assert isinstance(form, Repeat)
        item = self.text(form.item)
        return self.count(item if isinstance(form.item, CharSet) else f"({item})", form.low, form.high)

    def row(self, items: tuple[Regular, ...]) -> list[str]:
        """Return the terms of a sequence, alternations in parentheses."""
        return [f"({self.text(item)})" if isinstance(item, Alternate) else self.text(item) for item in items]


def written_out(text: str, low: int, high: int | None) -> str:
    """Return an operand as often as it comes, for notations without counts; they have "?", "*" and, for once or more,
    "+".

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


def countless_forms(matcher: Matcher, dialect: str) -> dict[str, Regular]:
    """Return the forms of `reached_forms`; raise `ExportError` where counts, written out, make a rule longer than
    100,000 terms, and the errors of `reached_forms`.
    """
    forms = reached_forms(matcher, dialect)
    for name, form in forms.items():
        if form.size > _SIZE_LIMIT:
            reason = f"the counts of {name}, written out, come to {form.size:,} terms; {_SIZE_LIMIT:,} is the limit"
            raise refusal(matcher, dialect, reason)
    return forms


def snake_case(rule: str) -> str:
    """Return the name of a rule in small letters with "_" for "-"."""
    return rule.lower().replace("-", "_")


def heading(matcher: Matcher) -> str:
    """Return the words of a comment on the production, on one line, which neither end nor begin a comment."""
    words = f"{matcher.rule} of {matcher.grammar.name}".replace("*/", "* /").replace("/*", "/ *")
    return " ".join(words.split())


def _options(items: Iterable[Regular]) -> Regular:
    """Return the alternation of items, nested ones flattened, and neighbouring sets of characters made one."""
    flat: list[Regular] = []
    for item in items:
        for branch in item.items if isinstance(item, Alternate) else (item,):
            before = flat[-1] if flat else None
            if type(branch) is type(before) is CharSet:
                flat[-1] = CharSet(union(before.ranges, branch.ranges))
            else:
                flat.append(branch)
    return flat[0] if len(flat) == 1 else Alternate(tuple(flat))

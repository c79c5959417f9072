"""The analysable form of a production.

References are inlined, code points are sets, and the requested rules have marks.
"""

# typed: ascii_letters: RFC 5234, 2.3: in ASCII either case matches
from __future__ import annotations

import string
from collections.abc import Callable, Container, Mapping
from itertools import groupby

from irigrammar.automata.charset import Ranges, union
from irigrammar.dataclass import dataclass
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition, Rule
from irigrammar.grammars.rulelist import Rulelist, prose_reason
from irigrammar.lazy import cached_property

_SIZE_LIMIT = 20_000
_DEPTH_LIMIT = 100


class _Sized:
    """The cost of compiling a form, and its hash, which is that of all its parts and is computed once."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, name) for name in type(self).__match_args__))  # type: ignore[attr-defined]  # of a dataclass

    @cached_property
    def size(self) -> int:
        """The number of sets after bounded repetitions are written out; an unbounded one counts once more than its
        minimum.
        """
        match self:
            case Concat(items) | Alternate(items):
                return sum(item.size for item in items)
            case Repeat(item, low, high):
                return item.size * max(low + (high is None), high or 0)
            case Capture(_, item):
                return item.size
        return 1

    @cached_property
    def depth(self) -> int:
        """The depth of nesting, 1 for a leaf."""
        match self:
            case Concat(items) | Alternate(items):
                return 1 + max((item.depth for item in items), default=0)
            case Repeat(item, _, _) | Capture(_, item):
                return 1 + item.depth
        return 1


@dataclass(frozen=True)
class CharSet(_Sized):
    """One code point of `ranges`; with `leaf`, a leaf of the parse tree begins with it."""

    ranges: Ranges
    leaf: bool = False
    __hash__ = _Sized.__hash__


@dataclass(frozen=True)
class Call(CharSet):
    """A match of the recursive rule of that number; `empty` says that the rule matches the empty string.

    It is one letter of an alphabet beyond the code points: it has no ranges.
    """

    number: int = 0
    empty: bool = False
    __hash__ = _Sized.__hash__


@dataclass(frozen=True)
class Concat(_Sized):
    """The items one after the other; none of them is the empty string."""

    items: tuple[Regular, ...]
    __hash__ = _Sized.__hash__


@dataclass(frozen=True)
class Alternate(_Sized):
    """One of the items, earlier ones preferred; without items, nothing matches."""

    items: tuple[Regular, ...]
    __hash__ = _Sized.__hash__


@dataclass(frozen=True)
class Repeat(_Sized):
    """The item `low` to `high` times, as often as possible preferred; `high` None means no bound."""

    item: Regular
    low: int
    high: int | None
    __hash__ = _Sized.__hash__


@dataclass(frozen=True)
class Capture(_Sized):
    """The item, to be reported as a match of the rule `name`."""

    name: str
    item: Regular
    __hash__ = _Sized.__hash__


Regular = CharSet | Concat | Alternate | Repeat | Capture

EMPTY = Concat(())


def concat(*items: Regular) -> Regular:
    """Return the concatenation of items, nested ones flattened; a single item alone."""
    flat: list[Regular] = []
    for item in items:
        flat.extend(item.items if isinstance(item, Concat) else (item,))
    return flat[0] if len(flat) == 1 else Concat(tuple(flat))


def alternate(*items: Regular) -> Regular:
    """Return the alternation of items, nested ones flattened, each once, and neighbouring sets made one; a single item
    alone.
    """
    branches = dict.fromkeys(
        part for item in items for part in (item.items if isinstance(item, Alternate) else (item,))
    )
    flat: dict[Regular, None] = {}
    for leaf, run in groupby(branches, lambda branch: branch.leaf if type(branch) is CharSet else None):
        if leaf is None:
            flat.update(dict.fromkeys(run))
        else:
            flat[CharSet(union(*(item.ranges for item in run if isinstance(item, CharSet))), leaf)] = None
    return next(iter(flat)) if len(flat) == 1 else Alternate(tuple(flat))


def repeat(item: Regular, low: int, high: int | None) -> Regular:
    """Return the repetition of an item, EMPTY where the maximum is 0 or the item is empty, and the item itself for
    exactly one.
    """
    if high == 0 or item == EMPTY:
        return EMPTY
    return item if low == high == 1 else Repeat(item, low, high)


def nullable(item: Regular) -> bool:
    """Return whether a regular expression matches the empty string."""
    match item:
        case Call():
            return item.empty
        case CharSet():
            return False
        case Concat(items):
            return all(nullable(part) for part in items)
        case Alternate(items):
            return any(nullable(part) for part in items)
        case Repeat(inner, low, _):
            return low == 0 or nullable(inner)
        case Capture(_, inner):
            return nullable(inner)


def lower(
    rules: Rulelist,
    name: str,
    track: Callable[[str], bool],
    *,
    leaves: bool = False,
    calls: Mapping[str, Regular] | None = None,
    done: dict[str, Regular] | None = None,
) -> Regular:
    """Return a production as a regular expression.

    `track` says which rules (by spelled name) become marks. With `leaves` the sets say where the leaves of a parse tree
    begin. `calls` has the expressions that stand for references to recursive rules, by spelled name: all of them, or
    none. `done` keeps the expressions of rules, by spelled name, for other calls with the same options. Raises
    `GrammarError` for a recursive grammar without `calls`, naming the cycle, for undefined rules, for
    prose, and for a rule that is too large to compile.
    """
    if calls is None and (cycle := rules.cycle(name)):
        raise GrammarError(
            f"{rules[name].name} is recursive ({' -> '.join(cycle)}): no finite automaton matches it",
            source=rules[cycle[0]].source,
            line=rules[cycle[0]].line,
            cycle=cycle,
        )
    done = {} if done is None else done
    done.update(calls or {})
    for rule in callees_first(rules, name, done):
        body = _lower(rule, rules, done, leaves)
        done[rule.name] = Capture(rule.name, body) if track(rule.name) else body
        _refuse_excess(done[rule.name], rule)
    return done[rules[name].name]


def _refuse_excess(regular: Regular, rule: Rule) -> None:
    """Raise `GrammarError`, with `limit`, if the expression of a rule has more than 20,000 terminals or is nested more
    than 100 deep.
    """
    reason = ""
    if regular.size > _SIZE_LIMIT:
        reason = f"with its repetitions written out it has {regular.size:,} terminals, and {_SIZE_LIMIT:,} is the limit"
    elif regular.depth > _DEPTH_LIMIT:
        reason = f"groups and rules are nested {regular.depth} deep, and {_DEPTH_LIMIT} is the limit"
    if reason:
        reason = f"{rule.name} is too large to compile: {reason}"
        raise GrammarError(reason, source=rule.source, line=rule.line, limit=True)


def callees_first(rules: Rulelist, name: str, known: Container[str]) -> list[Rule]:
    """Return the rules that a rule is made of, except those that are known, each after those that it refers to.
    Undefined references are passed over; in a recursion one of the rules is before some that it refers to. Raises
    `UnknownRule` for an unknown name.
    """
    order: list[Rule] = []
    names_on_path: set[str] = set()
    stack = [(rules[name], False)]
    while stack:
        rule, leaving = stack.pop()
        if leaving:
            order.append(rule)
        elif rule.name not in names_on_path:
            names_on_path.add(rule.name)
            stack.append((rule, True))
            targets = filter(None, (rules.find(ref.name) for ref in rules.refs(rule)))
            stack.extend((target, False) for target in targets if target.name not in known)
    return order


def _lower(rule: Rule, rules: Rulelist, done: dict[str, Regular], leaves: bool) -> Regular:
    """Return a rule as a regular expression, with those of the rules that it refers to, which are done; with `leaves`,
    sets are marked as leaves of the tree. Raises `GrammarError` for undefined names and prose.
    """

    def form(expr: Expr) -> Regular:
        """Return an expression as a regular one. Raises `GrammarError` for undefined names and prose."""
        match expr:
            case Literal(text, sensitive):
                return concat(
                    *(CharSet(either_case(char, sensitive), leaves and index == 0) for index, char in enumerate(text))
                )
            case Range(low, high):
                return CharSet(((low, high),), leaves)
            case Concatenation(items):
                return concat(*map(form, items))
            case Alternation(items):
                return alternate(*map(form, items))
            case Repetition(item, low, high):
                return repeat(form(item), low, high)
            case Ref(name) | Prose(name):
                target = rules.find(name)
                if target is not None:
                    return done[target.name]
                reason = prose_reason(name) if isinstance(expr, Prose) else f"no rule defines {name}"
                raise GrammarError(reason, source=rule.source, line=rule.line)

    return form(rule.expr)


def either_case(char: str, sensitive: bool) -> Ranges:
    """Return the characters that match a character of a literal: both cases of an ASCII letter unless `sensitive` (RFC
    5234, 2.3).
    """
    if sensitive or char not in string.ascii_letters:
        return ((ord(char), ord(char)),)
    return union(*(((ord(variant), ord(variant)),) for variant in (char.lower(), char.upper())))

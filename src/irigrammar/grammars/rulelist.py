"""A grammar's rules, with inherited rules and redirected references."""

# typed: alphabets, delimiters: how prose names documents

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from irigrammar.dataclass import dataclass, field, replace
from irigrammar.errors import GrammarError, UnknownRule
from irigrammar.grammars.expr import (
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Prose,
    Ref,
    Rule,
    alternatives,
    map_items,
    walk,
    without_offsets,
)
from irigrammar.lazy import cached_property, regex

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Rulelist(Mapping[str, Rule]):
    """The rules of one grammar: `own` by lower-case name, then those of `parent`.

    References are resolved here, in the grammar that inherits, so that the parent's rules read the child's `ucschar`.
    `replace` (lower case to lower case) redirects every reference to one rule to another, as the Web Address section
    does ("obtained by replacing the ucschar, pct-form, and path-sep rules").
    """

    name: str
    own: Mapping[str, Rule]
    parent: Rulelist | None = None
    replace: Mapping[str, str] = field(default_factory=dict)

    def find(self, name: str) -> Rule | None:
        """Return the rule that a reference to `name` reads, or None.

        The nearest grammar that redirects or defines the name decides; what it redirects to is looked for from here on.
        """
        key = name.lower()
        rule = self._known.get(key)
        if rule is None:
            rule = self._find(key)
            if rule is not None:
                self._known[key] = rule
        return rule

    def _find(self, key: str) -> Rule | None:
        nearer: list[Rulelist] = []
        for rules in self.line():
            nearer.append(rules)
            if key in rules.replace:
                key = rules.replace[key]
                rule = next((rulelist.own[key] for rulelist in nearer if key in rulelist.own), None)
            else:
                rule = rules.own.get(key)
            if rule is not None:
                return rule
        return None

    @cached_property
    def _known(self) -> dict[str, Rule]:
        """The rules that were found, by lower-case name."""
        return {}

    @cached_property
    def _known_refs(self) -> dict[str, tuple[Rule, tuple[Ref, ...]]]:
        """The references in rules that were asked for, by the rule's name."""
        return {}

    def __getitem__(self, name: str) -> Rule:
        """Return the rule that a reference to `name` reads. Raises `UnknownRule` where there is none, and `TypeError`
        for a key that is no string.
        """
        if not isinstance(name, str):
            raise TypeError(f"rules are looked up by their names, not by {type(name).__name__}")
        rule = self.find(name)
        if rule is None:
            raise UnknownRule(name, self.name, self.names())
        return rule

    def __iter__(self) -> Iterator[str]:
        """Yield all names, as `names` does: the grammar is a mapping of its rules."""
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def names(self) -> list[str]:
        """Return all names in their spelling: the grammar's own in file order, then the inherited ones without those in
        `replace`.
        """
        spelling_by_key = {key: rule.name for key, rule in self.own.items()}
        for name in self.parent.names() if self.parent is not None else ():
            if name.lower() not in self.replace:
                spelling_by_key.setdefault(name.lower(), name)
        return list(spelling_by_key.values())

    def get(self, name: str, default: Any = None) -> Any:
        """Return the rule that a reference to `name` reads, the default where there is none."""
        return self.find(name) or default

    __eq__ = object.__eq__  # other than that of mappings: grammars of the same rules have names, and errata
    __hash__ = object.__hash__

    def line(self) -> Iterator[Rulelist]:
        """Yield the grammar and those that it extends, the nearest first."""
        rules: Rulelist | None = self
        while rules is not None:
            yield rules
            rules = rules.parent

    def overlay(self, new_rules: Mapping[str, Rule]) -> Rulelist:
        """Return the same grammar with some rules changed or added, by lower-case name; the inherited rules are its own
        then, without a parent.
        """
        own = {name.lower(): self[name] for name in self.names()}
        redirects: dict[str, str] = {}
        for rules in self.line():
            redirects = {**rules.replace, **redirects}
        return Rulelist(self.name, {**own, **new_rules}, None, redirects)

    def refs(self, rule: Rule) -> tuple[Ref, ...]:
        """Return the references in a rule, prose that is a rule's name among them, in the order of the text."""
        known = self._known_refs.get(rule.name)
        if known is None or known[0] is not rule:
            known = self._known_refs[rule.name] = rule, tuple(self._refs(rule.expr))
        return known[1]

    def _refs(self, expr: Expr) -> Iterator[Ref]:
        for part in walk(expr):
            if isinstance(part, Ref):
                yield part
            elif isinstance(part, Prose) and self.find(part.text):
                yield Ref(part.text, part.offset)

    def reach(self, name: str) -> dict[str, Rule]:
        """Return every rule that a derivation from `name` can use, by spelled name, itself first. Raises `UnknownRule`
        for an unknown name, and `GrammarError` for a reference that no rule defines.
        """
        rules_by_name: dict[str, Rule] = {}
        todo = [self[name]]
        while todo:
            rule = todo.pop()
            if rule.name in rules_by_name:
                continue
            rules_by_name[rule.name] = rule
            for ref in self.refs(rule):
                target = self.find(ref.name)
                if target is None:
                    raise GrammarError(
                        f"{rule.name} refers to {ref.name}, which no rule defines", source=rule.source, line=rule.line
                    )
                todo.append(target)
        return rules_by_name

    def home(self, name: str) -> Rulelist:
        """Return the farthest ancestor in which `name` has the same meaning. Raises the errors of `reach`."""
        rules_by_name = self.reach(name)
        if self.parent is not None and all(self.parent.find(name) is rule for name, rule in rules_by_name.items()):
            return self.parent.home(name)
        return self

    def cycle(self, name: str) -> tuple[str, ...]:
        """Return the names of a recursion that a rule leads to, the first one again at the end, () where there is none.
        Raises `UnknownRule` for an unknown name; undefined references are passed over.
        """
        known = {self[name].name: self[name]}

        def after(name: str) -> Iterator[str]:
            for ref in self.refs(known[name]):
                if target := self.find(ref.name):
                    yield known.setdefault(target.name, target).name

        return circle(known, after)


def circle(starts: Iterable[str], after: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """Return names that lead from one to the next, the first one again at the end; () where none lead back.

    Ways begin at `starts`, and from a name lead to those `after` it.
    """
    done: set[str] = set()
    for start in [*starts]:
        path = {} if start in done else {start: iter(after(start))}
        while path:
            node, targets = next(reversed(path.items()))
            target = next((name for name in targets if name not in done), None)
            if target is None:
                done.add(node)
                del path[node]
            elif target in path:
                names = [*path]
                return (*names[names.index(target) :], target)
            else:
                path[target] = iter(after(target))
    return ()


# Prose that names a rule of another document, and prose that says only where a rule of the same name is.
_CITED = r"(?:defined|definition|from|imported|see|specified)\b"
_SOURCE = r"\[|(?:RFC|STD|BCP)|\b(?:section|appendix|above|below)\b"
_NAMED = regex(rf"(\S+?),?(?: +(?:{_CITED}|(?:as|in|per)\b.*?(?:{_CITED}|{_SOURCE})).*)?", re.IGNORECASE)
_ELSEWHERE = regex(r"(?:as +)?(?:see|defined|specified|imported|from|(?:in|per) +\W?(?:rfc|section))\b", re.IGNORECASE)


def bound(own: Mapping[str, Rule], parent: Rulelist | None) -> dict[str, Rule]:
    r"""Return a grammar's own rules with their prose bound to the rules that it names, and inherited alternatives
    before those that "=/" adds to a rule of the parent.

    Prose such as `<host, see [URI], Section 3.2.2>` is read as the rule `host` of the parent. A rule that is only
    prose for the parent's rule of the same name is left out: the parent's is inherited.

    >>> from irigrammar.grammars.reader import read
    >>> parent = Rulelist("parent", read('host = "h"\nport = "1"\n', "parent"))
    >>> text = "uri-host = <host, see [URI], Section 3.2.2>\nport = <see RFC 3986 Section 3.2.3>\n"
    >>> [rule.expr for rule in bound(read(text, "child"), parent).values()]
    [Prose(text='host')]
    """
    known = Rulelist("", own, parent)
    rules: dict[str, Rule] = {}

    def read(prose: Prose) -> Prose:
        return replace(prose, text=rule_name_in(prose.text, known) or prose.text)

    for key, rule in own.items():
        if parent is not None and isinstance(rule.expr, Prose) and _inherits(rule.expr.text, key, parent):
            continue
        is_itself = isinstance(rule.expr, Prose) and (name_in(rule.expr.text) or "").lower() == key
        rules[key] = rule if is_itself else replace(rule, expr=with_prose(rule.expr, read))
        if rule.adds and parent is not None and (base := parent.find(key)) is not None:
            first = alternatives(without_offsets(base.expr))
            rules[key] = replace(rules[key], expr=Alternation((*first, *alternatives(rules[key].expr))))
    return rules


def rule_name_in(prose: str, rules: Rulelist) -> str | None:
    """Return the name of the rule that prose refers to, as spelled there; None if it refers to no rule."""
    name = name_in(prose)
    rule = rules.find(name) if name else None
    # The rule of another document, as of `<host, see [URI]>`, may differ in case from one here (`Host` of RFC 9110).
    return name if rule and (rule.name == name or not cites_document(prose)) else None


def name_in(prose: str) -> str | None:
    """Return the first word of prose as the name of a rule, if it is alone or a reference to a document or section
    follows; None for other prose.
    """
    match = _NAMED.fullmatch(prose.strip())
    if match is None or (is_elsewhere(prose) and f"{match[1]}," not in prose):
        return None
    return match[1]


def is_elsewhere(prose: str) -> bool:
    """Return whether prose says only where a rule is."""
    return bool(_ELSEWHERE.match(prose.strip()))


def cites_document(prose: str) -> bool:
    """Return whether prose names another document."""
    return bool(_DOCUMENT.search(prose))


_DOCUMENT = regex(r"\[|\b(?:RFC|STD|BCP)")


def document_of(grammar: str) -> str:
    """Return the name of a grammar in documents: that of its file without folder and suffix, or without `abnf:`."""
    return re.split(r"[/\\:]", grammar)[-1].partition(".")[0]


def mentions(prose: str, label: str) -> bool:
    """Return whether prose names a document, as in RFC 3986, [RFC3986] or rfc3986."""
    words = r"[\W_]{0,2}".join(re.findall(r"[A-Za-z]+|\d+", label))
    return bool(re.search(rf"(?<![A-Za-z0-9]){words}(?![A-Za-z0-9])", prose, re.IGNORECASE))


def prose_reason(prose: str) -> str:
    """Return why prose that names no rule of the grammar cannot be matched, and the remedy.

    >>> prose_reason("URI as per [RFC3986]")
    '<URI as per [RFC3986]> is prose, which nothing can match; import a grammar that defines URI'
    """
    name = name_in(prose)
    remedy = "write a rule in its place, or define it"
    if name or is_elsewhere(prose):
        remedy = f"import a grammar that defines {name or 'the rule'}"
    return f"<{prose}> is prose, which nothing can match; {remedy}"


def _inherits(prose: str, key: str, parent: Rulelist) -> bool:
    """Return whether prose, as the value of a rule, stands for the parent's rule of the same name: by naming it, or by
    referring to another document.
    """
    name = rule_name_in(prose, parent)
    if parent.find(key) is None:
        return False
    if name:
        return name.lower() == key
    # A description of what the rule of that name in a document matches, too
    return is_elsewhere(prose) or any(
        mentions(prose, document_of(name))
        for rules in parent.line()
        if key in rules.own
        for name in rules.name.split(", ")
    )


def with_prose(expr: Expr, read: Callable[[Prose], Expr]) -> Expr:
    """Return an expression with its prose replaced by the results of a function."""
    return read(expr) if isinstance(expr, Prose) else map_items(expr, lambda part: with_prose(part, read))


def choices(rules: Rulelist, name: str, known: Collection[str] = ()) -> list[str]:
    """Return the names of the rules among which a rule chooses, perhaps between characters around the choice, and those
    of such rules in turn; not of the `known`, in lower case. Alternatives that are not rules have no name.

    >>> import irigrammar
    >>> choices(irigrammar.grammar("rfc3986").rules, "host")
    ['IPv6address', 'IPvFuture', 'IPv4address', 'reg-name']
    """
    top = rules[name]
    todo, is_choice = [top], {}
    while todo:
        rule = todo.pop()
        if rule.name in is_choice:
            continue
        items = rule.expr.items if isinstance(rule.expr, Concatenation) else (rule.expr,)
        inner = [item for item in items if not isinstance(item, Literal)]
        options = alternatives(inner[0]) if len(inner) == 1 else ()
        refs = [target for item in options if isinstance(item, Ref) and (target := rules.find(item.name))]
        chooses = len(refs) == len(options) or rule == top or any(ref.name.lower() in known for ref in refs)
        is_choice[rule.name] = bool(refs) and chooses and rule.name.lower() not in known
        todo += reversed(refs if is_choice[rule.name] else [])
    return [rule_name for rule_name, chooses in is_choice.items() if not chooses and rule_name != top.name]


def references(rules: Rulelist) -> dict[str, tuple[str, ...]]:
    """Return, for each rule of a grammar, by spelled name, the rules that it refers to, each once, in the order of the
    text; undefined ones are left out.

    >>> from irigrammar.shipped.loader import load
    >>> references(load("web-address"))["ipath-abempty"]
    ('href-path-sep', 'isegment')
    """
    references: dict[str, tuple[str, ...]] = {}
    todo = [rules[name] for name in rules.names()]
    for rule in todo:  # grows during the loop: a rule may be read that no name leads to any more
        if rule.name not in references:
            targets = [target for ref in rules.refs(rule) if (target := rules.find(ref.name))]
            references[rule.name] = tuple(dict.fromkeys(target.name for target in targets))
            todo += targets
    return references


def users(refers: Mapping[Name, Iterable[Name]]) -> dict[Name, tuple[Name, ...]]:
    """Return, for each rule, the rules that refer to it, in the order of the grammar. Raises `KeyError` for a rule that
    is referred to and is not in the mapping.
    """
    users: dict[Name, list[Name]] = {name: [] for name in refers}
    for name, targets in refers.items():
        for target in targets:
            users[target].append(name)
    return {name: tuple(rows) for name, rows in users.items()}


def reachable(graph: Mapping[str, Iterable[str]], name: str) -> list[str]:
    """Return the names that a way in a graph leads to from a name, nearer ones first, the name itself before all.
    Raises `KeyError` for one that is not in the graph.
    """
    visited_nodes = {name: None}
    todo = [name]
    for node in todo:  # grows during the loop
        new = [target for target in graph[node] if target not in visited_nodes]
        visited_nodes |= dict.fromkeys(new)
        todo += new
    return todo


def recursive(rules: Rulelist, name: str) -> list[str]:
    r"""Return the rules, of those that a derivation from `name` can use, that a way leads back to, by spelled name.

    >>> from irigrammar.grammars.reader import read
    >>> recursive(Rulelist("", read('list = "(" *item ")"\nitem = atom / list\natom = "a"\n', "")), "list")
    ['list', 'item']
    """
    return list(cyclic(below(rules, name)))


def below(rules: Rulelist, name: str) -> dict[str, tuple[str, ...]]:
    """Return the rules that a derivation from `name` can use, as `references` does."""
    every = references(rules)
    return {rule.name: every[rule.name] for rule in rules.reach(name).values()}


def cyclic(graph: Mapping[Name, Collection[Name]]) -> dict[Name, frozenset[Name]]:
    """Return the names from which a way leads back, each with all those on such ways (Kosaraju's algorithm)."""
    order: list[Name] = []
    visited_rules: set[Name] = set()
    for root in graph:
        stack = [(root, False)]
        while stack:
            rule, leaving = stack.pop()
            if leaving:
                order.append(rule)
            elif rule not in visited_rules:
                visited_rules.add(rule)
                stack.append((rule, True))
                stack.extend((target, False) for target in graph[rule])
    back = users(graph)
    done: set[Name] = set()
    cycles: dict[Name, frozenset[Name]] = {}
    for root in reversed(order):
        component: set[Name] = set()
        todo = [root]
        while todo:
            rule = todo.pop()
            if rule not in done:
                done.add(rule)
                component.add(rule)
                todo.extend(back[rule])
        if len(component) > 1 or root in graph[root]:
            cycles |= dict.fromkeys(component, frozenset(component))
    return {name: cycles[name] for name in graph if name in cycles}

"""Rules imported from other grammars.

Each keeps its meaning, under a new name where two clash.
"""

# typed: alphabets: names of grammars, as people write them
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from irigrammar.dataclass import NamedTuple, dataclass, replace
from irigrammar.grammars.expr import Expr, Literal, Prose, Ref, Rule, abnf, mapped, parts
from irigrammar.grammars.rulelist import Rulelist, cites_document, document_of, is_elsewhere, mentions, name_in


class Key(NamedTuple):
    """A rule of a grammar that is imported, its name in lower case."""

    grammar: str
    name: str


# Returns what a reference, or prose, in a rule of a grammar means; None for what keeps its name.
Target = Callable[[str, Rule, Ref | Prose], Key | None]


def collected(
    own: Sequence[Rule], target: Target, rule_of: Callable[[Key], Rule], taken: Iterable[str], first: Iterable[Key] = ()
) -> tuple[list[Rule], dict[str, Rule]]:
    """Return a grammar's own rules, and those of others that they lead to, by lower-case name; references follow.

    The grammar itself is called "". An imported rule whose name is `taken` has that of its grammar before it; those
    that come `first` are there, whether anything leads to them or not.
    """
    names: dict[Key, str] = {}
    used = {name.lower() for name in taken}
    todo: list[Key] = []

    def called(key: Key) -> str:
        if key not in names:
            name = rule_of(key).name
            if name.lower() in used:
                name = f"{key.grammar}-{name}"
            while name.lower() in used:
                name += "-"
            names[key] = name
            used.add(name.lower())
            todo.append(key)
        return names[key]

    def changed(grammar: str, rule: Rule) -> Rule:
        def change(expr: Expr) -> Expr:
            if isinstance(expr, Ref | Prose):
                key = target(grammar, rule, expr)
                return expr if key is None else Ref(called(key), expr.offset)
            return mapped(expr, change)

        return replace(rule, expr=change(rule.expr))

    for key in first:
        called(key)
    rules = [changed("", rule) for rule in own]
    taken_over: dict[str, Rule] = {}
    for key in todo:  # grows while it is read
        rule = replace(changed(key.grammar, rule_of(key)), name=names[key])
        taken_over[rule.name.lower()] = rule
    return rules, taken_over


class Ambiguous(NamedTuple):
    """A reference that two imported grammars answer differently: its rule, itself, its name, problem and remedy."""

    rule: Rule
    part: Ref | Prose
    name: str
    message: str


@dataclass(frozen=True, slots=True)
class Imported:
    """A grammar's own rules, and those that they lead to in imports by lower-case name; which references are ambiguous,
    and which rules that it defines differ from an import's rule of the same name, whose grammar is named.
    """

    own: list[Rule]
    rules: dict[str, Rule]
    ambiguous: list[Ambiguous]
    hiding: list[tuple[Rule, str]]

    @property
    def text(self) -> str:
        """The imported rules in ABNF, a line each."""
        return "".join(f"{rule.name} = {abnf(rule.expr)}\n" for rule in self.rules.values())


def imported(
    own: Sequence[Rule], imports: Sequence[Rulelist], parent: Rulelist, cited: Sequence[Rulelist] = ()
) -> Imported:
    r"""Return the rules of a grammar with those that it refers to and does not have, taken from `imports`.

    A reference means the grammar's own rule; else that of `parent`, which it extends; else that of the import that has
    it. In an import it means the import's own rule; what the import lacks is looked for in the others. Prose that names
    a document (`<host, see RFC 3986>`) means the rule of that import, or of a grammar in `cited`, of which
    nothing else is taken; a rule that is nothing but such prose, whatever it says, means that of its name there. Rules
    of one name and one meaning are one.

    >>> from irigrammar.grammars.reader import read
    >>> other = Rulelist("other", read('item = name\nname = "x"\n', "other"))
    >>> mine = read('list = *item name\nname = "y"\n', "mine")
    >>> imported([*mine.values()], [other], Rulelist("", {})).text
    'item = other-name\nother-name = "x"\n'
    """
    return _Search(own, imports, parent, cited).result(own)


class _Search:
    """Looks up what names mean in the grammar itself, called "", and in those that it imports, by their labels."""

    def __init__(
        self, own: Sequence[Rule], imports: Sequence[Rulelist], parent: Rulelist, cited: Sequence[Rulelist]
    ) -> None:
        self.imports = _labelled([*imports, *cited])
        self.open = [*self.imports.items()][: len(imports)]
        self.parent = parent
        self.ambiguous: dict[str, Ambiguous] = {}
        self.own: dict[str, Rule] = {}
        for rule in own:
            self.own.setdefault(rule.name.lower(), rule)
        self.chosen: dict[str, Key] = {}  # rules that are nothing but prose for an import's rule of their name
        for name, rule in [*self.own.items()]:
            key = self._of_prose("", rule, rule.expr) if isinstance(rule.expr, Prose) else None
            if key and key.name == name:
                self.chosen[name] = key
                del self.own[name]

    def result(self, own: Sequence[Rule]) -> Imported:
        taken = [*self.own, *self.parent.names()]
        rules, taken_over = collected(own, self._target, self._rule, taken, self.chosen.values())
        hiding = [
            (rule, rulelist.name)
            for rule in self.own.values()
            for label, rulelist in self.open
            if (other := rulelist.find(rule.name)) and not self._is_same("", rule, label, other)
        ]
        return Imported(rules, taken_over, [*self.ambiguous.values()], hiding)

    def _rule(self, key: Key) -> Rule:
        return self.imports[key.grammar][key.name]

    def _find(self, grammar: str, name: str) -> Rule | None:
        """Return the meaning of a name in one grammar only."""
        if grammar:
            return self.imports[grammar].find(name)
        return self.own.get(name.lower()) or self.parent.find(name)

    def _target(self, grammar: str, rule: Rule, part: Ref | Prose) -> Key | None:
        if isinstance(part, Prose):
            return None if not grammar and rule.name.lower() in self.chosen else self._of_prose(grammar, rule, part)
        return self._of_name(grammar, rule, part, part.name)

    def _of_name(self, grammar: str, rule: Rule, part: Ref | Prose, name: str) -> Key | None:
        found = self._find(grammar, name)
        if found is None:
            return (None if grammar else self.chosen.get(name.lower())) or self._anywhere(rule, part, name)
        shared = self.parent.find(found.name) is found and found.name.lower() not in self.own
        return None if shared or not grammar else Key(grammar, found.name.lower())

    def _of_prose(self, grammar: str, rule: Rule, prose: Prose) -> Key | None:
        """Return the rule that prose names, or of which it says only where it is; None for other prose."""
        name = name_in(prose.text)
        wanted = [name] if name else []
        is_whole = rule.expr == prose
        if is_elsewhere(prose.text):
            wanted.append(rule.name)
        for label, rules in self.imports.items():
            if label != grammar and mentions(prose.text, label):
                for candidate in [*wanted, rule.name] if is_whole else wanted:
                    if found := rules.find(candidate):
                        return Key(label, found.name.lower())
        own = self._find(grammar, name) if name and name.lower() != rule.name.lower() else None
        if name and own and (own.name == name or not cites_document(prose.text)):
            return self._of_name(grammar, rule, prose, name)
        return next((key for candidate in wanted if (key := self._anywhere(rule, prose, candidate))), None)

    def _anywhere(self, rule: Rule, part: Ref | Prose, name: str) -> Key | None:
        """Return the rule of a name in the imports; the first of several, which are noted where they differ."""
        found = [(label, other) for label, rules in self.open if (other := rules.find(name))]
        for label, other in found[1:]:
            if not self._is_same(*found[0], label, other):
                one, two = self.imports[found[0][0]].name, self.imports[label].name
                message = (
                    f"{name} is a rule of {one}, and another of {two}: write <{name}, see {one}> for the first of them"
                )
                self.ambiguous.setdefault(name.lower(), Ambiguous(rule, part, name, message))
        return Key(found[0][0], found[0][1].name.lower()) if found else None

    def _is_same(self, first: str, rule: Rule, second: str, other: Rule) -> bool:
        """Return whether two rules are equal, and all that they lead to."""
        seen: set[tuple[str, str, str, str]] = set()
        todo = [(rule, other)]
        while todo:
            one, two = todo.pop()
            row = (first, one.name.lower(), second, two.name.lower())
            if row in seen or one is two:
                continue
            seen.add(row)
            pairs = _pairs(one.expr, two.expr)
            if pairs is None:
                return False
            for mine, yours in pairs:
                left, right = self._find(first, mine.name), self._find(second, yours.name)
                if left and right:
                    todo.append((left, right))
                elif left or right or mine.name.lower() != yours.name.lower():
                    return False
        return True


def _labelled(imports: Sequence[Rulelist]) -> dict[str, Rulelist]:
    """Return grammars by what is before the names of their rules: the name of a file without folder and suffix."""
    labelled: dict[str, Rulelist] = {}
    for rules in imports:
        label = re.sub(r"[^A-Za-z0-9]+", "-", document_of(rules.name)).strip("-")
        label = label if label[:1].isalpha() else f"import-{label}".strip("-")
        while label in labelled:
            label += "-2"
        labelled[label] = rules
    return labelled


def _pairs(one: Expr, two: Expr) -> list[tuple[Ref, Ref]] | None:
    """Return the references of two expressions that are otherwise equal; None where they are not."""
    pairs: list[tuple[Ref, Ref]] = []
    blank = Literal("")
    todo = [(one, two)]
    while todo:
        mine, yours = todo.pop()
        if isinstance(mine, Ref) and isinstance(yours, Ref):
            pairs.append((mine, yours))
        elif mapped(mine, lambda _: blank) != mapped(yours, lambda _: blank):
            return None
        todo += zip(parts(mine), parts(yours), strict=True)
    return pairs

"""Rules imported from other grammars.

Each keeps its meaning, under a new name where two clash.
"""

# typed: alphabets: names of grammars, as people write them
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from irigrammar.dataclass import NamedTuple, dataclass, replace
from irigrammar.grammars.expr import Expr, Literal, Prose, Ref, Rule, abnf, map_items, parts
from irigrammar.grammars.rulelist import Rulelist, cites_document, document_of, is_elsewhere, mentions, name_in


class Key(NamedTuple):
    """A rule of a grammar that is imported, its name in lower case."""

    grammar: str
    name: str


# Returns what a reference, or prose, in a rule of a grammar means; None for what keeps its name.
Target = Callable[[str, Rule, Ref | Prose], Key | None]


def collect(
    own: Sequence[Rule],
    target: Target,
    rule_of: Callable[[Key], Rule],
    own_names: Iterable[str],
    first: Iterable[Key] = (),
) -> tuple[list[Rule], dict[str, Rule]]:
    """Return a grammar's own rules, and those of others that they lead to, by lower-case name; references follow.

    The grammar itself is called "". An imported rule with a name of `own_names` has the name of its grammar before its
    own; the rules of `first` are there whether anything leads to them or not. `target` returns the rule that a
    reference or prose in a rule of a grammar means, None for what keeps its name; `rule_of` returns the rule of a key.
    """
    names: dict[Key, str] = {}
    names_in_use = {name.lower() for name in own_names}
    todo: list[Key] = []

    def name_of(key: Key) -> str:
        """Return the name of a rule that is taken over, unique among those in use: with its grammar and hyphens where
        needed; the first time, queue the rule.
        """
        if key not in names:
            name = rule_of(key).name
            if name.lower() in names_in_use:
                name = f"{key.grammar}-{name}"
            while name.lower() in names_in_use:
                name += "-"
            names[key] = name
            names_in_use.add(name.lower())
            todo.append(key)
        return names[key]

    def change_rule(grammar: str, rule: Rule) -> Rule:
        """Return a rule whose references to other grammars have the names under which their rules are taken over."""

        def change(expr: Expr) -> Expr:
            """Return an expression whose references to other grammars are renamed."""
            if isinstance(expr, Ref | Prose):
                key = target(grammar, rule, expr)
                return expr if key is None else Ref(name_of(key), expr.offset)
            return map_items(expr, change)

        return replace(rule, expr=change(rule.expr))

    for key in first:
        name_of(key)
    rules = [change_rule("", rule) for rule in own]
    taken_over: dict[str, Rule] = {}
    for key in todo:  # grows while it is read
        rule = replace(change_rule(key.grammar, rule_of(key)), name=names[key])
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


def import_rules(
    own: Sequence[Rule], imports: Sequence[Rulelist], parent: Rulelist, sources: Sequence[Rulelist] = ()
) -> Imported:
    r"""Return the rules of a grammar with those that it refers to and does not have, taken from `imports`.

    A reference means the grammar's own rule; else that of `parent`, which it extends; else that of the import that has
    it. In an import it means the import's own rule; what the import lacks is looked for in the others. Prose that names
    a document (`<host, see RFC 3986>`) means the rule of that import, or of a grammar in `sources`, of which
    nothing else is taken; a rule that is nothing but such prose, whatever it says, means that of its name there. Rules
    of one name and one meaning are one.

    >>> from irigrammar.grammars.reader import read
    >>> other = Rulelist("other", read('item = name\nname = "x"\n', "other"))
    >>> mine = read('list = *item name\nname = "y"\n', "mine")
    >>> import_rules([*mine.values()], [other], Rulelist("", {})).text
    'item = other-name\nother-name = "x"\n'
    """
    return _Search(own, imports, parent, sources).result(own)


class _Search:
    """A resolver of names in the grammar itself, called "", and in those that it imports, by their labels."""

    def __init__(
        self, own: Sequence[Rule], imports: Sequence[Rulelist], parent: Rulelist, sources: Sequence[Rulelist]
    ) -> None:
        """Take own rules, the imports that any name may lead to, the parent, and sources that only prose names; own
        rules that are only prose for an import's rule of their name are replaced by it.
        """
        self.imports = _by_label([*imports, *sources])
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
        """Return own rules with those that they take over, names that are in several grammars, and own rules that hide
        one of an imported grammar.
        """
        own_names = [*self.own, *self.parent.names()]
        rules, taken_over = collect(own, self._target, self._rule, own_names, self.chosen.values())
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
        """Return the rule of a name in one grammar only, "" for this one with its parent; None where it has none."""
        if grammar:
            return self.imports[grammar].find(name)
        return self.own.get(name.lower()) or self.parent.find(name)

    def _target(self, grammar: str, rule: Rule, part: Ref | Prose) -> Key | None:
        if isinstance(part, Prose):
            return None if not grammar and rule.name.lower() in self.chosen else self._of_prose(grammar, rule, part)
        return self._of_name(grammar, rule, part, part.name)

    def _of_name(self, grammar: str, rule: Rule, part: Ref | Prose, name: str) -> Key | None:
        """Return the key of the rule that a name in a rule of a grammar ("" for own rules) stands for, None for own,
        common and unknown rules.
        """
        target = self._find(grammar, name)
        if target is None:
            return (None if grammar else self.chosen.get(name.lower())) or self._anywhere(rule, part, name)
        is_common = self.parent.find(target.name) is target and target.name.lower() not in self.own
        return None if is_common or not grammar else Key(grammar, target.name.lower())

    def _of_prose(self, grammar: str, rule: Rule, prose: Prose) -> Key | None:
        """Return the key of the rule that prose names, or of which it says only where it is; None for other prose."""
        name = name_in(prose.text)
        candidates = [name] if name else []
        is_whole = rule.expr == prose
        if is_elsewhere(prose.text):
            candidates.append(rule.name)
        for label, rules in self.imports.items():
            if label != grammar and mentions(prose.text, label):
                for candidate in [*candidates, rule.name] if is_whole else candidates:
                    if target := rules.find(candidate):
                        return Key(label, target.name.lower())
        own = self._find(grammar, name) if name and name.lower() != rule.name.lower() else None
        if name and own and (own.name == name or not cites_document(prose.text)):
            return self._of_name(grammar, rule, prose, name)
        return next((key for candidate in candidates if (key := self._anywhere(rule, prose, candidate))), None)

    def _anywhere(self, rule: Rule, part: Ref | Prose, name: str) -> Key | None:
        """Return the key of the rule of a name in the open imports, None where none has it; the first of several, which
        are noted as ambiguous where they differ.
        """
        pairs = [(label, other) for label, rules in self.open if (other := rules.find(name))]
        for label, other in pairs[1:]:
            if not self._is_same(*pairs[0], label, other):
                first_name, other_name = self.imports[pairs[0][0]].name, self.imports[label].name
                message = (
                    f"{name} is a rule of {first_name}, and another of {other_name}:"
                    f" write <{name}, see {first_name}> for the first of them"
                )
                self.ambiguous.setdefault(name.lower(), Ambiguous(rule, part, name, message))
        return Key(pairs[0][0], pairs[0][1].name.lower()) if pairs else None

    def _is_same(self, first: str, rule: Rule, second: str, other: Rule) -> bool:
        """Return whether two rules are equal, with all the rules that they lead to, each in its own grammar. `first`
        and `second` are the labels of their grammars, "" for the own one.
        """
        known: set[tuple[str, str, str, str]] = set()
        todo = [(rule, other)]
        while todo:
            first_rule, second_rule = todo.pop()
            row = (first, first_rule.name.lower(), second, second_rule.name.lower())
            if row in known or first_rule is second_rule:
                continue
            known.add(row)
            pairs = _pairs(first_rule.expr, second_rule.expr)
            if pairs is None:
                return False
            for mine, yours in pairs:
                target, other_target = self._find(first, mine.name), self._find(second, yours.name)
                if target and other_target:
                    todo.append((target, other_target))
                elif target or other_target or mine.name.lower() != yours.name.lower():
                    return False
        return True


def _by_label(imports: Sequence[Rulelist]) -> dict[str, Rulelist]:
    """Return grammars by the prefix of their rules' names: the name of the file without folder and suffix, made unique
    with "-2". A label that does not begin with a letter gets "import-" before it.
    """
    rulelist_by_label: dict[str, Rulelist] = {}
    for rules in imports:
        label = re.sub(r"[^A-Za-z0-9]+", "-", document_of(rules.name)).strip("-")
        label = label if label[:1].isalpha() else f"import-{label}".strip("-")
        while label in rulelist_by_label:
            label += "-2"
        rulelist_by_label[label] = rules
    return rulelist_by_label


def _pairs(first: Expr, second: Expr) -> list[tuple[Ref, Ref]] | None:
    """Return the references of two expressions that are otherwise equal; None where they are not."""
    pairs: list[tuple[Ref, Ref]] = []
    blank = Literal("")
    todo = [(first, second)]
    while todo:
        mine, yours = todo.pop()
        if isinstance(mine, Ref) and isinstance(yours, Ref):
            pairs.append((mine, yours))
        elif map_items(mine, lambda _: blank) != map_items(yours, lambda _: blank):
            return None
        todo += zip(parts(mine), parts(yours), strict=True)
    return pairs

"""Recursive rules as a network of automata that call each other.

Its states are sets of nodes, made on first use. Rules that are not recursive are parts of those that use them, unless
they are large and used more than once, or huge. States are trimmed: from each of them its rule can be matched to the
end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from irigrammar.automata.nfa import compile_network, compile_program
from irigrammar.automata.program import Program
from irigrammar.automata.regular import Call, Regular, callees_first, lower
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Ref, Repetition, holds, walk
from irigrammar.grammars.rulelist import Rulelist, below, cyclic, recursive

_LARGE = 100  # sets of characters in a rule
_HUGE = 5_000
_MOST_INLINED = 300  # rules: making their automaton takes the square of the time
_STATE_LIMIT = 50_000  # that are kept, those of a text that needs more are forgotten and made again


class State:
    """A state of one rule: nodes at which a match may be; its successors are computed on first use.

    `ends` says that the rule may end here, `tail` that it must. `calls` has the rules that may be called here, each
    with the state after a match that is not empty; `passes` says that the rule must end after one of them.
    """

    __slots__ = ("_network", "calls", "ends", "nodes", "passes", "rows", "rule", "tail")

    def __init__(self, network: Network, rule: int, nodes: frozenset[int]) -> None:
        """Take the network, the number of a rule and the nodes of its epsilon closure; successors and calls are
        computed later.
        """
        self._network = network
        self.rule = rule
        self.nodes = nodes
        self.ends = network.exits[rule] in nodes
        self.tail = self.ends and len(nodes) == 1
        self.rows: dict[int, State | None] = {}
        self.calls: tuple[tuple[int, State], ...] | None = None
        self.passes = False

    def step(self, number: int) -> State | None:
        """Return the state after a character of that class, None where there is none."""
        program = self._network.program
        nodes = [program.next[node][0] for node in self.nodes if program.masks[node] >> number & 1]
        state = self.rows[number] = self._network.state(self.rule, nodes)
        return state

    def callee_states(self) -> tuple[tuple[int, State], ...]:
        """Return the rules that are called here, each with the state after its call, and set `calls` and `passes` the
        first time.
        """
        if self.calls is None:
            program = self._network.program
            after: dict[int, list[int]] = {}
            for node in sorted(self.nodes):
                if node in program.calls:
                    after.setdefault(program.calls[node], []).append(program.next[node][0])
            states = ((rule, self._network.state(self.rule, nodes)) for rule, nodes in after.items())
            calls = tuple((rule, state) for rule, state in states if state)
            self.passes = any(state.tail for _, state in calls)
            self.calls = calls
        return self.calls


class Network:
    """The automata of one production and of the rules below it that are called; rule 0 is the production.

    `names` are the rules, `starts` and `exits` their first and last nodes in `program`, `empty` those that match the
    empty string, `cyclic` those that can derive themselves and nothing else, each with all that are on the way.

    With `flat` only as many recursive rules are called as are needed for no other one to recur, and the others are
    parts of those: a text then takes a few steps for a character where rules are nested twenty deep. Raises
    `GrammarError` where that is too large, or more than 300 rules would be parts of others.
    """

    def __init__(self, rules: Rulelist, name: str, *, flat: bool = False) -> None:
        """Compile a rule with those that it calls, the recursive and the large ones; with `flat`, recursive rules that
        need not be called are parts of those that refer to them. Raises `GrammarError` for prose, undefined names, and
        what is too large.
        """
        root = rules[name].name
        callees = _callees(rules, root)
        inner_rules = _inlined_rules(rules, root) if flat else []
        if len(inner_rules) > _MOST_INLINED:
            raise GrammarError(f"more than {_MOST_INLINED} rules would be parts of others", limit=True)
        self.names = (root, *(rule for rule in callees if rule != root and rule not in inner_rules))
        empty = empty_rules(rules, root)
        every = (*self.names, *inner_rules)
        calls = {rule: Call((), number=number, empty=rule in empty) for number, rule in enumerate(every)}
        known = {rule: calls[rule] for rule in callees}
        forms = [lower(rules, rule, lambda _: True, leaves=True, calls=known) for rule in every]
        own = len(self.names)
        self.program: Program
        self.program, self.starts, exits = compile_network(forms[:own], forms[own:])
        self.exits = tuple(exits)
        self.empty = tuple(rule in empty for rule in self.names)
        self._states: dict[tuple[int, frozenset[int]], State] = {}
        self._live: set[int] = set()
        self._silent: set[int] = set()
        self._readable: set[int] = set()
        self._finishing()
        self.cyclic = cyclic({rule: self._alone(rule) for rule in range(len(self.names))})
        self.reach = cache(lambda start: self._reach([start]))
        self.start = cache(self._start)
        self.nodes = cache(self._nodes)

    def state(self, rule: int, nodes: Iterable[int]) -> State | None:
        """Return the state of the epsilon closure of a rule's nodes, None for one from which the rule cannot finish. It
        is the same object each time, until there are 50,000 states; then all are forgotten and made again.
        """
        first = [*nodes]
        closure = self.reach(first[0]) if len(first) == 1 else self._reach(first)
        if not closure:
            return None
        key = rule, closure
        state = self._states.get(key)
        if state is None:
            if len(self._states) >= _STATE_LIMIT:
                for other in self._states.values():
                    other.rows = {}
                self._states = {}
            state = self._states[key] = State(self, rule, closure)
        return state

    def _start(self, rule: int) -> State | None:
        """Return the state at the beginning of a rule, None where the rule cannot finish."""
        return self.state(rule, [self.starts[rule]])

    @property
    def rules(self) -> range:
        """The numbers of the rules."""
        return range(len(self.names))

    def is_live(self, node: int) -> bool:
        """Return whether the end of its rule can be reached from a node."""
        return node in self._live

    def _nodes(self, rule: int) -> frozenset[int]:
        """Return all nodes of a rule, from its first to its exit, without those of the rules that it calls."""
        todo, nodes = [self.starts[rule]], {self.exits[rule]}
        while todo:
            node = todo.pop()
            if node not in nodes:
                nodes.add(node)
                todo.extend(self.program.next[node])
        return frozenset(nodes)

    def _reach(self, todo: list[int]) -> frozenset[int]:
        """Return the nodes that read, and the exit, that come from some nodes without reading, if they can be finished;
        it empties the list.
        """
        program, live = self.program, self._live
        known: set[int] = set()
        while todo:
            node = todo.pop()
            if node not in known and node in live:
                known.add(node)
                todo.extend(program.next[node][1:] if program.masks[node] else program.next[node])
        return frozenset(known & self._readable)

    def _alone(self, rule: int) -> set[int]:
        """Return the rules a match of which can be a whole match of this rule, other calls before or after it being
        empty.
        """
        program = self.program
        todo, rules = [self.starts[rule]], set[int]()
        while todo:
            node = todo.pop()
            if node not in rules:
                rules.add(node)
                todo.extend(program.next[node][1:] if program.masks[node] else program.next[node])
        callers = [node for node in rules if node in program.calls]
        return {program.calls[node] for node in callers if not self._silent.isdisjoint(program.next[node])}

    def _finishing(self) -> None:
        """Set the nodes from which the exit of a rule can be reached without reading, those from which it can be
        reached at all, and those that read on such a way, the exits included.
        """
        program = self.program
        silent = set(self.exits)  # a way to the exit reads nothing
        reading: set[int] = set()  # a way to the exit reads
        is_growing = True
        while is_growing:
            before = len(silent), len(reading)
            for node, (mask, after) in enumerate(zip(program.masks, program.next, strict=True)):
                if not mask:
                    if not silent.isdisjoint(after):
                        silent.add(node)
                    if not reading.isdisjoint(after):
                        reading.add(node)
                    continue
                may_read = node not in program.calls or self.starts[program.calls[node]] in reading
                if may_read and (after[0] in silent or after[0] in reading):
                    reading.add(node)
                    self._readable.add(node)
                for target in after[1:]:
                    if target in silent:
                        silent.add(node)
                    if target in reading:
                        reading.add(node)
            is_growing = before != (len(silent), len(reading))
        self._readable.update(self.exits)
        self._silent = silent
        self._live = silent | reading


def program_of(rules: Rulelist, name: str) -> Program:
    """Return the automaton of a rule without marks, which needs no stack: no rule is recursive, or all of them come
    back to themselves only where they end, as in `list = item [ "," list ]`. A large rule with which others end is in
    it once.

    Raises `GrammarError` for another recursive rule, naming the cycle, for undefined rules, for prose, and for a rule
    that is too large.
    """
    if callees := _callees(rules, name):
        circles = cyclic(below(rules, name))
        inside = {rule.name: _inside(rule.expr, rules) for rule in rules.reach(name).values()}
        if not any(circle & inside[rule] for rule, circle in circles.items()):
            within = set().union(*inside.values())
            program = _of_ends(rules, name, [rule for rule in callees if rule in circles or rule not in within])
            if not cyclic({node: () if program.masks[node] else after for node, after in enumerate(program.next)}):
                return program
    return compile_program(lower(rules, name, lambda _: False))


def _of_ends(rules: Rulelist, name: str, rules_at_ends: list[str]) -> Program:
    """Return the automaton of a rule in which some, with which others end, are once for each continuation."""
    empty = empty_rules(rules, name)
    calls: dict[str, Regular] = {
        rule: Call((), number=number, empty=rule in empty) for number, rule in enumerate(rules_at_ends, 1)
    }
    forms = [lower(rules, rule, lambda _: False, calls=calls) for rule in (name, *rules_at_ends)]
    program, _, _ = compile_network(forms[:1], forms[1:])
    return program


def _inside(expr: Expr, rules: Rulelist) -> set[str]:
    """Return the rules, by spelled name, to which an expression refers elsewhere than where it ends."""
    match expr:
        case Concatenation((*items, last)):
            return set().union(*(_targets(item, rules) for item in items), _inside(last, rules))
        case Alternation(items):
            return set().union(*(_inside(item, rules) for item in items))
        case Repetition(item, _, high):
            return _inside(item, rules) if high == 1 else _targets(item, rules)
    return set()


def _targets(expr: Expr, rules: Rulelist) -> set[str]:
    """Return the rules, by spelled name, to which an expression refers."""
    refs = (part for part in walk(expr) if isinstance(part, Ref | Prose))
    targets = (rules.find(ref.name if isinstance(ref, Ref) else ref.text) for ref in refs)
    return {target.name for target in targets if target is not None}


def _callees(rules: Rulelist, root: str) -> list[str]:
    """Return the rules that are called: the recursive ones, large ones that are used more than once, and huge ones."""
    callees = dict.fromkeys(recursive(rules, root))
    rules_below = rules.reach(root)
    uses = Counter(
        target.name for rule in rules_below.values() for ref in rules.refs(rule) if (target := rules.find(ref.name))
    )
    sizes: dict[str, int] = {}

    def size(expr: Expr) -> int:
        """Return the number of terminals of an expression with its repetitions written out; a call is one."""
        match expr:
            case Concatenation(items) | Alternation(items):
                return sum(map(size, items))
            case Repetition(item, low, high):
                return size(item) * max(low + (high is None), high or 0)
            case Ref(target) | Prose(target):
                rule = rules.find(target)
                return sizes.get(rule.name, 1) if rule and rule.name not in callees else 1
        return len(expr.text) if isinstance(expr, Literal) else 1

    for start in (*callees, root):
        for rule in callees_first(rules, start, callees):
            sizes[rule.name] = size(rule.expr)
            if sizes[rule.name] > (_LARGE if uses[rule.name] > 1 else _HUGE):
                callees[rule.name] = None
    return list(callees)


def _inlined_rules(rules: Rulelist, root: str) -> list[str]:
    """Return the recursive rules to inline, never the root; each cycle still goes through a rule not among them."""
    graph: dict[str, frozenset[str]] = {rule: frozenset(below_rule) for rule, below_rule in below(rules, root).items()}
    roots = {root, *(rule for rule, below_rule in graph.items() if rule in below_rule)}
    while circles := cyclic({rule: below_rule - roots for rule, below_rule in graph.items() if rule not in roots}):
        circle = max(map(sorted, circles.values()), key=len)
        users = Counter(other for rule in circle for other in graph[rule])
        roots.add(max(circle, key=lambda rule: users[rule] * len(graph[rule].intersection(circle))))
    return [rule for rule in recursive(rules, root) if rule not in roots]


def empty_rules(rules: Rulelist, name: str) -> set[str]:
    """Return the rules, of those that a derivation from `name` can use, that match the empty string. Raises the
    errors of `Rulelist.reach`.
    """
    below_root = rules.reach(name).items()
    empty: set[str] = set()

    def of_leaf(leaf: Expr) -> bool:
        """Return whether a leaf matches the empty string: an empty literal, or the name of a rule that is known to."""
        if isinstance(leaf, Ref | Prose):
            rule = rules.find(leaf.name if isinstance(leaf, Ref) else leaf.text)
            return rule is not None and rule.name in empty
        return isinstance(leaf, Literal) and not leaf.text

    while more := {rule for rule, definition in below_root if rule not in empty and holds(definition.expr, of_leaf)}:
        empty |= more
    return empty

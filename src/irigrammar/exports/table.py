"""The minimal automaton as JSON, for short readers in any language.

    {"format": "irigrammar table 1", "grammar": "rfc3986", "rule": "port", "start": 1,
     "accepting": [1], "classes": [[48, 57, 1]], "transitions": [[0, 0], [0, 1]]}

`classes` are ranges of code points, `[first, last, class]`, in order; a code point in none of them, a surrogate too,
has class 0. `transitions[state][class]` is the next state. State 0 refuses: from there nothing matches, whatever
follows. A text is read one code point at a time from `start`; it matches where the last state is one of `accepting`.
Where it does not, the fault is at the code point that led to state 0, or else at the end of the text, which lacks
something: that is the offset of `Fault`. States are numbered breadth first and classes by their first code point, so
that two productions of the same language have the same table.
"""

from __future__ import annotations

import json

from irigrammar.matching.matcher import Matcher

FORMAT = "irigrammar table 1"


def table(matcher: Matcher) -> str:
    """Return the automaton of a rule as JSON: the head, the classes as sorted [low, high, class], and the transitions,
    a state on a line. Raises `GrammarError` for a rule without an automaton.
    """
    dfa = matcher.automaton
    head = {
        "format": FORMAT,
        "grammar": matcher.grammar.name,
        "rule": matcher.rule,
        "start": dfa.start,
        "accepting": [state for state, ends in enumerate(dfa.accepting) if ends],
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    ranges = sorted((*ends, number) for number in range(1, dfa.classes.count) for ends in dfa.classes.ranges(number))
    lines.append(f'"classes": {_compact(ranges)}')
    rows = ",\n".join(_compact(list(row)) for row in dfa.rows)
    lines.append(f'"transitions": [\n{rows}\n]')
    return "{" + ",\n".join(lines) + "}\n"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))

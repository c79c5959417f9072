"""Change the parts of a string that match given productions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from irigrammar.engines.tree import TreeEngine, marked_spans
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import SETTABLE, Components, with_fields
from irigrammar.text.splice import splice

# A production that matched: its name as spelled, and where (offsets in code points, the end exclusive).
Part = tuple[str, int, int]


def parts(matcher: Matcher, text: str, productions: frozenset[str]) -> list[Part]:
    """Return the parts of a text that match some productions (names in any case), outer before inner, in order.

    Where several parses exist the first match wins (RFC 3986, 4.1), or the catalog's `prefer` decides, as for `split`.
    Raises `NoMatch` where the text does not match.

    >>> import irigrammar
    >>> parts(irigrammar.grammar("rfc3986")["URI"], "a://b/c", frozenset({"host", "segment"}))
    [('host', 4, 5), ('segment', 6, 7)]
    """
    names = frozenset(name.lower() for name in productions)
    engine = marked_engine(matcher, names)
    picks = engine.picks(text)
    if picks is None:
        raise matcher._no_match(text)
    spans = marked_spans(picks, engine.program.marks)
    return [(name, start, end) for _, name, start, end in spans if name.lower() in names]


def rewrite(matcher: Matcher, text: str, table: Mapping[str, Callable[[str], str]]) -> str:
    """Return a text with the function of each production in the table applied to the parts that match it.

    The productions must not be nested; everything else stays unchanged. Raises `NoMatch` if the text does not match.

    >>> import irigrammar
    >>> rewrite(irigrammar.grammar("rfc3986")["URI"], "a://b/c?C", {"host": str.upper, "query": str.lower})
    'a://B/c?c'
    """
    functions = {name.lower(): function for name, function in table.items()}
    places = parts(matcher, text, frozenset(functions))
    return splice(text, ((start, end, functions[name.lower()](text[start:end])) for name, start, end in places))


def map_components(components: Components, function: Callable[[str, str], str]) -> Components:
    """Return components with a function of field and text applied to each that is present, in their order.

    The authority is put together from its parts; the kind of the host, which may have changed, is left out.

    >>> import irigrammar
    >>> parts = irigrammar.grammar("rfc3986")["URI"].split("a://u@b:1/c")
    >>> str(map_components(parts, lambda field, text: f"<{field}>"))
    '<scheme>://<userinfo>@<host>:<port><path>'
    """
    parts = {field: getattr(components, field) for field in SETTABLE}
    return with_fields(
        components, **{field: function(field, text) for field, text in parts.items() if text is not None}
    )


@lru_cache(maxsize=64)
def marked_engine(matcher: Matcher, names: frozenset[str]) -> TreeEngine:
    """Return an engine that parses a production, with marks around some productions (names in lower case) and the
    preferred one.

    >>> import irigrammar
    >>> marked_engine(irigrammar.grammar("rfc3986")["URI"], frozenset({"host"})).program.marks[1:]
    ['host']
    """
    prefer = matcher.grammar.entry.prefer
    preferred_rule = matcher.grammar.rules[prefer].name if prefer else None
    marked_form = matcher.grammar._production(matcher.rule).with_marks(
        names | ({preferred_rule.lower()} if preferred_rule else set())
    )
    from irigrammar.automata.nfa import compile_program  # which readers of references do not need

    return TreeEngine(compile_program(marked_form, preferred_rule))

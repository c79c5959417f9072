"""Answer questions about a grammar that is edited in the page.

Such a question has `source`, the ABNF, and may have `imports`, names of grammars that ship or that the abnf package
brings. No name of a file is opened. Places in the source are in UTF-16 units, as editors in browsers count.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from irigrammar.errors import GrammarError, IrigrammarError
from irigrammar.exports.abnf import abnf
from irigrammar.exports.registry import DIALECTS, dialect
from irigrammar.faults.fault import Undecided
from irigrammar.grammars.authors.format import format_text, tokens
from irigrammar.grammars.authors.lint import LintFinding, lint, repair_text
from irigrammar.grammars.limits import GrammarLimits
from irigrammar.language import ambiguous, equal_up_to, suite
from irigrammar.language.audit import engine_of
from irigrammar.language.diff import compare
from irigrammar.learn.derivation import as_lines
from irigrammar.matching.grammar import Grammar, grammar_of, open_grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.reading import cited_grammars
from irigrammar.matching.undecided import fault_of
from irigrammar.shipped.package import package_names
from irigrammar.views.explorer.own import Example, written_examples
from irigrammar.views.explorer.shown import field_of, shown, unescape

Answer = dict[str, Any]

NAME = "your grammar"
LIMITS = GrammarLimits(size=1_000_000)
_MOST_EXAMPLES = 1_000
_MOST_FINDINGS = 200
_SEARCHED = 2_000  # beginnings of strings that the search for an ambiguous one tries
_UP_TO = 6  # letters of strings that are compared where nothing decides
_MOST_CASES = 20_000  # of a suite that is exported
_DERIVATION = 200  # lines


@lru_cache(maxsize=8)
def edited_grammar(source: str, imports: tuple[str, ...] = (), base: Grammar | None = None) -> Grammar:
    """Return the grammar of a source; `base` is a user's own grammar, whose parents, imports and definitions it has.

    Raises `GrammarError` for what cannot be read, `UnknownGrammar` for imports that are not known, and `UnknownRule`
    for a rule that the options of `base` name and the source does not have.
    """
    options: dict[str, Any] = {"imports": tuple(known(name) for name in imports)}
    if base is not None:
        recipe = dict(base._recipe[1])
        options = {name: recipe[name] for name in ("extends", "components", "replace", "prefer")} | options
        options |= {name: dict(recipe[name]) for name in ("components", "replace", "define")}
        options["imports"] += recipe["imports"]
    return Grammar.from_text(source, name=NAME, limits=LIMITS, **options)


@lru_cache(maxsize=64)
def known(name: str) -> Grammar:
    """Return a grammar that ships, or that the abnf package brings, never a file; raise `UnknownGrammar` for others.

    >>> known("abnf:rfc5322").start.rule
    'quoted-pair'
    """
    return open_grammar(name) if name in package_names() else grammar_of(name)


def source_answer(source: str, rule: str, imports: tuple[str, ...], base: Grammar | None) -> Answer:
    """Return the editor's view of a source: tokens, findings with quick fixes, rules, and the engine of one rule.

    A token is start, end and kind: "def" for the name of a rule that is defined, "rule" for a reference to one that
    exists, "unknown" for another, "value" and "comment". Offsets are in UTF-16 code units; the findings are the first
    ones, and `repaired` the source with all its fixes, or None. `error` is not "" where the source is not a grammar.
    """
    units = _units(source)
    grammar, error = None, ""
    try:
        grammar = edited_grammar(source, imports, base)
    except IrigrammarError as refusal:
        error = reason(refusal)
    rules = list(grammar) if grammar else []
    marks = [(units(start), units(end), kind) for start, end, kind in _tokens(source, grammar)]
    answer: Answer = {"tokens": marks, "rules": rules, "error": error, "findings": [], "engine": ""}
    for finding in islice(_findings(source, imports, base), _MOST_FINDINGS):
        answer["findings"].append(_finding(finding, source, units))
    whole = repair_text(source) if any(row["edits"] for row in answer["findings"]) else source
    answer["repaired"] = whole if whole != source else None
    if grammar:
        try:
            name = grammar.rules[rule].name if rule in grammar else grammar.start.rule
            answer["engine"] = f"{name} is read by the {engine_of(grammar, name).engine}"
        except IrigrammarError as refusal:
            answer["error"] = reason(refusal)
    return answer


def reason(error: IrigrammarError) -> str:
    """Return the message of an error, which names lines of an edited grammar as such."""
    line = getattr(error, "line", None)
    text = str(error).removeprefix(f"{NAME}:")
    return f"line {text}" if line is not None and text != str(error) else text


def _units(text: str) -> Callable[[int], int]:
    """Return a function from offsets in code points of a text to offsets in UTF-16 code units."""
    wide = [offset for offset, char in enumerate(text) if char > "\uffff"]
    if not wide:
        return lambda offset: offset
    return lambda offset: offset + bisect_left(wide, offset)


def _tokens(source: str, grammar: Grammar | None) -> Iterator[tuple[int, int, str]]:
    """Yield the start, end and kind (comment, def, value, rule or unknown) of the tokens of ABNF that are coloured.

    Without a grammar, references are left out.
    """
    own_names = {name.lower() for name in grammar} if grammar else set[str]()
    offset, is_first = 0, True
    for kind, token in tokens(source):
        offset = source.index(token, offset)
        end = offset + len(token)
        if kind == "comment":
            yield offset, end, "comment"
        elif kind == "word":
            word = token.lstrip("0123456789*#")
            if is_first and not word.startswith("="):
                yield offset, end, "def"
            elif word[:1] in ('"', "%", "<"):
                yield end - len(word), end, "value"
            elif word and word[0].isalpha() and grammar:
                is_known = word.lower() in own_names or word in grammar
                yield end - len(word), end, "rule" if is_known else "unknown"
        is_first = kind == "end" and source[end : end + 1] not in (" ", "\t")
        offset = end


def _findings(source: str, imports: tuple[str, ...], base: Grammar | None) -> list[LintFinding]:
    """Return the lint findings of a source on top of the base grammar and imports; if an import is unknown, none of
    `imports` counts.
    """
    try:
        imported_rules = [known(name).rules for name in imports]
    except IrigrammarError:
        imported_rules = []
    options: dict[str, Any] = (
        dict(base._recipe[1]) if base is not None else {"extends": grammar_of("rfc5234"), "imports": ()}
    )
    return lint(
        source,
        NAME,
        parent=options["extends"].rules,
        imports=[*imported_rules, *(grammar.rules for grammar in options["imports"])],
        cited=[open_grammar(name).rules for name in cited_grammars(source)],
        define=dict(options.get("define", ())),
    )


def _finding(finding: LintFinding, source: str, units: Callable[[int], int]) -> Answer:
    """Return a lint finding for the page, with offsets converted by `units`; it spans the token at its
    line and column.
    """
    lines = source.split("\n")
    start = sum(len(line) + 1 for line in lines[: finding.line - 1]) + finding.column - 1
    token = next((token for _, token in tokens(source[start:]) if token), "")
    end = max(start + len(token.rstrip("\n")), start)
    return {
        "code": finding.code,
        "severity": finding.severity,
        "line": finding.line,
        "start": units(min(start, len(source))),
        "end": units(min(end, len(source))),
        "message": finding.message,
        "edits": [[units(edit.start), units(edit.end), edit.text] for edit in finding.edits],
    }


def ticks_answer(grammar: Grammar, examples: object) -> Answer:
    """Return `ticks`: for each example (text with escapes, rule, whether it should match), of as many as an answer has,
    whether it matches, the reason where it should and does not, and how it is shown.
    """
    rows = examples if isinstance(examples, list) else []
    return {"ticks": [_tick(grammar, row) for row in rows[:_MOST_EXAMPLES]]}


def _tick(grammar: Grammar, row: object) -> list[Any]:
    """Return the verdict (None if there is none), a message and the shown text of an example row.

    The message is the fault of a text that should match, or the reason why there is no verdict.
    """
    text, rule = map(str, row[:2]) if isinstance(row, list) and len(row) > 1 else ("", "")
    text = unescape(text)
    if rule and rule not in grammar:
        return [None, f"no rule is called {shown(rule, 80)}", shown(text, 160)]
    try:
        fault = fault_of(grammar[rule] if rule else grammar.start, text)
    except GrammarError as error:
        return [None, reason(error), shown(text, 160)]
    should = isinstance(row, list) and row[2:] == [True]
    return [
        None if isinstance(fault, Undecided) else fault is None,
        fault.message if fault and should else "",
        shown(text, 160),
    ]


def ambiguity_answer(matcher: Matcher) -> Answer:
    """Return the shortest string that has two trees, as a field has it, of those that a bounded search looks at; None
    as `text` if it finds none.
    """
    text = ambiguous(matcher, _SEARCHED)
    return {"rule": matcher.rule, "text": None if text is None else field_of(text)}


def compare_answer(a: Matcher, b: Matcher) -> Answer:
    """Return the relation of two rules, whether it is proved, the words for it, and examples of the differences.

    It is proved where automata decide it, else tried with all strings up to a length.
    """
    try:
        row = compare(a, b)
    except GrammarError as undecided:
        comparison = equal_up_to(a, b, _UP_TO)
        words = f"{comparison}; not proved: {reason(undecided)}"
        return {"proved": False, "relation": "equal" if comparison else "different", "words": words} | _only(comparison)
    return {"proved": True, "relation": row.relation, "words": _RELATIONS[row.relation]} | _only(row)


_RELATIONS = {
    "equal": "equal, proved: each matches every string that the other matches",
    "wider": "wider, proved: the first matches every string of the second, and more",
    "narrower": "narrower, proved: the second matches every string of the first, and more",
    "incomparable": "different, proved: each matches strings that the other does not",
    "disjoint": "disjoint, proved: no string matches both",
}


def _only(row: Any) -> Answer:
    return {
        name: None if text is None else {"field": field_of(text), "shown": shown(text, 160)}
        for name, text in (("only_a", row.only_a), ("only_b", row.only_b))
    }


def derivation_answer(matcher: Matcher, text: str) -> Answer:
    """Return the first `lines` of the leftmost derivation of a text, as `iri derive` writes it, and whether there are
    `more`. Raises `NoMatch`.
    """
    rules = list(matcher.grammar.rules.reach(matcher.rule))
    lines = list(islice(as_lines(matcher.parse(text), rules), _DERIVATION + 1))
    return {"lines": lines[:_DERIVATION], "more": len(lines) > _DERIVATION}


def exports() -> list[str]:
    """Return the export formats of an edited grammar: its text, its suite, its examples, and the dialects."""
    return ["abnf", "suite", "examples", *(name for name in DIALECTS if name != "abnf")]


def export_answer(matcher: Matcher, more: Mapping[str, Any]) -> Answer:
    """Return the name and text of an exported file in the format `to`: "abnf", "examples", "suite" or a dialect's name.

    Raises `GrammarError` for a suite of too many cases, `UnknownDialect` for another name, and what the dialect raises
    for a rule that it cannot write.
    """
    to = str(more.get("to"))
    source = str(more.get("source") or "")
    if to == "abnf":
        return {"name": "grammar.abnf", "text": format_text(source) if source else abnf(matcher)}
    if to == "examples":
        return {"name": "examples.jsonl", "text": written_examples(_examples(more.get("examples"), matcher))}
    if to == "suite":
        depth = None if matcher._production.is_regular else 1
        cases = list(islice(suite(matcher, depth=depth), _MOST_CASES + 1))
        if len(cases) > _MOST_CASES:
            raise GrammarError(f"the suite of {matcher.rule} has more than {_MOST_CASES:,} cases; use iri suite")
        rows = (json.dumps({"text": case.text, "valid": case.valid, "rule": matcher.rule}) for case in cases)
        return {"name": f"{matcher.rule}-suite.jsonl", "text": "".join(f"{row}\n" for row in rows)}
    output = dialect(to)
    text = output.write(matcher)
    return {"name": f"{matcher.rule}.{output.name}.txt", "text": text if text.endswith("\n") else f"{text}\n"}


def _examples(rows: object, matcher: Matcher) -> Iterator[Example]:
    """Yield the examples of rows (text, rule, valid) from the page; others are left out."""
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, list) and len(row) > 2:
            yield Example(str(row[0]), NAME, str(row[1]) or matcher.grammar.start.rule, row[2] is True)


def text_answer(name: str) -> Answer:
    """Return a grammar that ships, or that the abnf package brings, as ABNF to start from.

    Raises `UnknownGrammar`.
    """
    grammar = known(name)
    return {"name": name, "text": grammar._recipe[0] if grammar._is_own else abnf(grammar.start)}

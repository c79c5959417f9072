"""Export to a grammar of ANTLR 4.

Its tokens are single characters: one for each class of characters that the rules distinguish, so that the rules of the
ABNF are those of the parser, and no lexer decides where one ends. Left recursion stays where ANTLR reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from irigrammar.automata.charset import EMPTY, Ranges, partition
from irigrammar.automata.dfa import bits
from irigrammar.automata.regular import Alternate, CharSet, Concat, Regular, Repeat, nullable
from irigrammar.exports.notation import Notation, refusal
from irigrammar.exports.rules import Name, Terms, countless_forms, heading, snake_case, written_out
from irigrammar.grammars.rulelist import circle
from irigrammar.matching.matcher import Matcher

_NOTATION = Notation("", "", outside=r"\]-", inside=r"\]-", code=lambda point: f"\\u{{{point:X}}}", coded_chars="'")
_RESERVED = frozenset(
    [
        "catch",
        "channels",
        "class",
        "def",
        "fragment",
        "finally",
        "from",
        "grammar",
        "import",
        "lexer",
        "locals",
        "mode",
        "options",
        "parser",
        "private",
        "protected",
        "public",
        "return",
        "returns",
        "rule",
        "throws",
        "tokens",
        "start_",
    ]
)  # of ANTLR, and of languages that it writes


def antlr(matcher: Matcher) -> str:
    """Return the text of an ANTLR grammar, after a comment: a rule `start_` for a whole string, the production and all
    that it references.

    Raises `GrammarError` for a reference that no rule defines, and `ExportError` for prose, for counts that make a rule
    too long, and for left recursion by way of other rules.
    """
    forms = countless_forms(matcher, "antlr")
    if cycle := _left_recursion(forms):
        reason = f"{' -> '.join(cycle)} is left-recursive, and ANTLR reads a rule only that begins with itself"
        raise refusal(matcher, "antlr", reason)
    classes = partition({ranges for form in forms.values() for ranges in _sets(form)})

    def token_text(chars: CharSet) -> str:
        names = [f"C{number}" for number in bits(classes.mask(chars.ranges)) if number]
        return names[0] if len(names) == 1 else f"({' | '.join(names)})"

    terms = Terms(token_text, _rule_name, written_out)
    grammar_name = "".join(part.capitalize() for part in matcher.rule.split("-"))
    lines = [f"// {heading(matcher)}", f"grammar {grammar_name};", ""]
    lines.append(f"start_ : {_rule_name(matcher.rule)} EOF ;")
    lines += [f"{_rule_name(name)} : {terms.text(form)} ;" for name, form in forms.items()]
    tokens = (_NOTATION.set_in_brackets(classes.ranges(number)) for number in range(1, classes.count))
    lines += ["", *(f"C{number} : {token} ;" for number, token in enumerate(tokens, 1))]
    lines.append("OTHER : . ;")
    return "".join(f"{line}\n" for line in lines)


def _rule_name(name: str) -> str:
    lower = snake_case(name)
    return f"{lower}_" if lower in _RESERVED else lower


def _sets(form: Regular) -> Iterator[Ranges]:
    """Yield the character sets of a form, repeated ones again; names of rules have none."""
    match form:
        case Name():
            pass
        case CharSet(ranges):
            yield ranges
        case Concat(items) | Alternate(items):
            for item in items:
                yield from _sets(item)
        case Repeat(item):
            yield from _sets(item)


def _left_recursion(forms: Mapping[str, Regular]) -> tuple[str, ...]:
    """Return a circle of rules that begin with each other, () without one that ANTLR does not read."""
    begins = {name: {*_first_names(form)} for name, form in forms.items()}
    for name, form in forms.items():
        if name in begins[name] and _is_direct(name, form):
            begins[name].discard(name)
    return circle(forms, lambda name: sorted(begins[name], reverse=True))


def _first_names(form: Regular) -> Iterator[str]:
    """Yield the names of rules with which a form may begin, also after parts that may be empty. A name may come several
    times.
    """
    match form:
        case Name(name=name):
            yield name
        case Alternate(items):
            for item in items:
                yield from _first_names(item)
        case Concat(items):
            for item in items:
                yield from _first_names(item)
                if not nullable(item):
                    return
        case Repeat(item):
            yield from _first_names(item)


def _is_direct(name: str, form: Regular) -> bool:
    """Return whether a rule begins with itself only as the first item of its alternatives, as ANTLR needs it."""
    options = form.items if isinstance(form, Alternate) else (form,)
    itself = Name(EMPTY, name=name)
    others = [item for item in options if not (isinstance(item, Concat) and item.items[:1] == (itself,))]
    return not nullable(form) and not any(name in _first_names(item) for item in others)

"""Export to a grammar of ANTLR 4.

Its tokens are single characters: one for each class of characters that the rules distinguish, so that the rules of the
ABNF are those of the parser, and no lexer decides where one ends. Left recursion stays where ANTLR reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from irigrammar.automata.charset import partition
from irigrammar.automata.dfa import bits
from irigrammar.exports.notation import Notation, refusal
from irigrammar.exports.rules import (
    Chars,
    Count,
    Form,
    Name,
    Options,
    Sequence,
    Terms,
    countless_forms,
    heading,
    snake_case,
    written_out,
)
from irigrammar.matching.matcher import Matcher

_NOTATION = Notation("", "", outside=r"\]-", inside=r"\]-", code=lambda point: f"\\u{{{point:X}}}", coded="'")
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
    """Return the production and all that it references, after a rule `start_` for a whole string.

    Raises `ExportError` for counts that make a rule too long, and for left recursion by way of other rules.
    """
    forms = countless_forms(matcher, "antlr")
    if (cycle := _left_recursion(forms)) is not None:
        reason = f"{' -> '.join(cycle)} is left-recursive, and ANTLR reads a rule only that begins with itself"
        raise refusal(matcher, "antlr", reason)
    classes = partition({chars.ranges for form in forms.values() for chars in _chars(form)})

    def written(chars: Chars) -> str:
        names = [f"C{number}" for number in bits(classes.mask(chars.ranges)) if number]
        return names[0] if len(names) == 1 else f"({' | '.join(names)})"

    terms = Terms(written, _rule_name, written_out)
    grammar_name = "".join(part.capitalize() for part in matcher.rule.split("-"))
    lines = [f"// {heading(matcher)}", f"grammar {grammar_name};", ""]
    lines.append(f"start_ : {_rule_name(matcher.rule)} EOF ;")
    lines += [f"{_rule_name(name)} : {terms.text(form)} ;" for name, form in forms.items()]
    tokens = (_NOTATION.bracketed(classes.ranges(number)) for number in range(1, classes.count))
    lines += ["", *(f"C{number} : {token} ;" for number, token in enumerate(tokens, 1))]
    lines.append("OTHER : . ;")
    return "".join(f"{line}\n" for line in lines)


def _rule_name(name: str) -> str:
    lower = snake_case(name)
    return f"{lower}_" if lower in _RESERVED else lower


def _chars(form: Form) -> Iterator[Chars]:
    match form:
        case Chars():
            yield form
        case Sequence(items) | Options(items):
            for item in items:
                yield from _chars(item)
        case Count(item):
            yield from _chars(item)
        case Name():
            pass


def _left_recursion(forms: Mapping[str, Form]) -> list[str] | None:
    """Return a circle of rules that begin with each other, None without one that ANTLR does not read."""
    nullable: set[str] = set()
    size = -1
    while size < len(nullable):
        size = len(nullable)
        nullable |= {name for name, form in forms.items() if _may_be_empty(form, nullable)}
    begins = {name: {*_first_names(form, nullable)} for name, form in forms.items()}
    for name, form in forms.items():
        if name in begins[name] and _is_direct(name, form, nullable):
            begins[name].discard(name)
    done: set[str] = set()
    for start in forms:
        path: list[str] = []
        todo = [(start, False)]
        while todo:
            name, is_left = todo.pop()
            if is_left:
                path.pop()
                done.add(name)
            elif name in path:
                return [*path[path.index(name) :], name]
            elif name not in done:
                path.append(name)
                todo += [(name, True), *((other, False) for other in sorted(begins[name]))]
    return None


def _may_be_empty(form: Form, nullable: set[str]) -> bool:
    match form:
        case Chars():
            return False
        case Name(name):
            return name in nullable
        case Sequence(items):
            return all(_may_be_empty(item, nullable) for item in items)
        case Options(items):
            return any(_may_be_empty(item, nullable) for item in items)
        case Count(item, low):
            return low == 0 or _may_be_empty(item, nullable)


def _first_names(form: Form, nullable: set[str]) -> Iterator[str]:
    match form:
        case Name(name):
            yield name
        case Options(items):
            for item in items:
                yield from _first_names(item, nullable)
        case Sequence(items):
            for item in items:
                yield from _first_names(item, nullable)
                if not _may_be_empty(item, nullable):
                    return
        case Count(item):
            yield from _first_names(item, nullable)
        case Chars():
            pass


def _is_direct(name: str, form: Form, nullable: set[str]) -> bool:
    """Return whether a rule begins with itself only as the first item of its alternatives, as ANTLR needs it."""
    options = form.items if isinstance(form, Options) else (form,)
    others = [item for item in options if not (isinstance(item, Sequence) and item.items[:1] == (Name(name),))]
    return name not in nullable and not any(name in _first_names(item, nullable) for item in others)

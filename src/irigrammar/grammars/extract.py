"""The ABNF in a document: an RFC or Internet-Draft as text, RFCXML, Markdown or HTML; every line where it stands.

Blocks that a document marks as ABNF are taken as they are. Elsewhere a rule is what reads as one: a name, "=" and
elements, whose further lines are indented more; a lone `name = name` only if other rules lead there.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Ref, walk
from irigrammar.grammars.reader import MOST_BROKEN, Broken, Definition, SourceText, definitions, first_definition


class Line(NamedTuple):
    """A line of a document: its number, from 1, how many characters are before `text`, and the section it is in."""

    number: int
    margin: int
    text: str
    section: str


@dataclass(frozen=True, slots=True)
class Taken:
    """A rule of a document: its name, and its lines."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Extract:
    """What was taken from a document: `rules` in order; `text` has them on their own lines, the other lines empty;
    `margins` says how many characters each line, from 1, lost at its beginning; `problems` are what looks like ABNF and
    is not, and rules that are there twice.
    """

    rules: tuple[Taken, ...]
    text: str
    margins: Mapping[int, int]
    problems: tuple[GrammarError, ...] = field(default=())


_FEW = 3
_HEAD = re.compile(r"(?P<name>[A-Za-z][\w-]*)[ \t]*=/?(?![=>])")
_FOOT = re.compile(r".*\[Page [0-9ivxl]+\]\s*$|\f")
_RUNNING = re.compile(r"(?:RFC \d+|Internet-Draft|INTERNET-DRAFT)\s{2,}.*\d{4}\s*$")
_SECTION = re.compile(r"(?P<number>\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|Appendix [A-Z])\.?\s{1,4}\S.*$")
_MARKS = re.compile(r"""["%/*<\[(]|\d""")
_TAG = re.compile(r"<[^<>]*>")
_REFERENCE = re.compile(r"&(?:#\d+|#x[0-9A-Fa-f]+|\w+);")


def extract(document: str, name: str = "") -> Extract:
    """Return the rules of ABNF in a document; `name`, that of its file, may say of what kind it is.

    >>> found = extract("2. Syntax\\n\\n   port = 1*DIGIT\\n        ; a number\\n\\nRFC 1   Example   [Page 1]\\n")
    >>> [(rule.name, rule.lines[0].number, rule.lines[0].section) for rule in found.rules]
    [('port', 3, '2')]
    """
    marked, lines = _blocks(document, name)
    problems: list[GrammarError] = []
    candidates: list[tuple[Taken, Definition]] = []
    for taken in _rules(lines):
        definition = _read(taken)
        if definition:
            candidates.append((taken, definition))
        elif len(problems) < MOST_BROKEN and (marked or _is_near(taken, candidates)):
            problems += _unread(taken, name)
    kept = candidates if marked else _sure(candidates)
    weight = Counter(taken.lines[0].section for taken, _ in kept)
    chosen: dict[str, tuple[Taken, Definition]] = {}
    for taken, definition in kept:
        if not definition.incremental:
            before = chosen.setdefault(definition.rule.name.lower(), (taken, definition))
            # Of several the first, unless it is in a section with hardly any rules, as examples are.
            if weight[before[0].lines[0].section] < _FEW <= weight[taken.lines[0].section]:
                chosen[definition.rule.name.lower()] = taken, definition
    rules: list[Taken] = []
    for taken, definition in kept:
        there = chosen.get(definition.rule.name.lower())
        if definition.incremental or (there and there[0] is taken):
            rules.append(taken)
        elif there and there[1].rule.expr != definition.rule.expr:
            reason = f"{definition.rule.name} is taken from line {there[0].lines[0].number}, where it is another"
            line = taken.lines[0]
            problems.append(GrammarError(reason, source=name, line=line.number, column=1 + line.margin))
    return _extract(document, tuple(rules), tuple(sorted(problems, key=lambda error: error.line or 0)))


def _extract(document: str, rules: tuple[Taken, ...], problems: tuple[GrammarError, ...]) -> Extract:
    texts = [""] * (document.count("\n") + 1)
    margins: dict[int, int] = {}
    for taken in rules:
        for line in taken.lines:
            texts[line.number - 1] = line.text
            margins[line.number] = line.margin
        inside = range(taken.lines[0].number, taken.lines[-1].number)
        texts[inside.start : inside.stop] = [part or "  ;" for part in texts[inside.start : inside.stop]]  # a page ends
    return Extract(rules, "\n".join(texts).rstrip("\n") + "\n", margins, problems)


def _blocks(document: str, name: str) -> tuple[bool, list[Line]]:
    """Return the lines in which ABNF may be, and whether the document marks them as ABNF."""
    start = document[:2000].lstrip("\ufeff \t\r\n").lower()
    suffix = name.lower().rpartition(".")[2]
    if suffix == "xml" or start.startswith(("<?xml", "<rfc", "<!doctype rfc")):
        return _of_elements(
            document,
            re.compile(r"<(?P<tag>sourcecode|artwork)\b(?P<attributes>[^>]*)>(?P<content>.*?)</(?P=tag)>", re.DOTALL),
            r"""type\s*=\s*["']abnf["']""",
        )
    if suffix in ("html", "htm") or start.startswith(("<!doctype", "<html")):
        return _of_elements(
            document,
            re.compile(r"<(?P<tag>pre)\b(?P<attributes>[^>]*)>(?P<content>.*?)</(?P=tag)>", re.DOTALL | re.IGNORECASE),
            r"\blang-abnf\b|\babnf\b",
        )
    if suffix in ("md", "markdown") or re.search(r"^(?:```|~~~)", document, re.MULTILINE):
        return _of_markdown(document)
    return False, list(_paged(document.split("\n")))


def _of_elements(document: str, element: re.Pattern[str], mark: str) -> tuple[bool, list[Line]]:
    """Return the lines of elements; references are read, and tags in them left out, but no entity is expanded."""
    found = [match for match in element.finditer(document) if "src=" not in match["attributes"]]
    marked = [match for match in found if re.search(mark, match["attributes"], re.IGNORECASE)]
    lines: list[Line] = []
    for match in marked or found:
        number = document.count("\n", 0, match.start("content")) + 1
        margin = match.start("content") - document.rfind("\n", 0, match.start("content")) - 1
        content = re.sub(r"<!\[CDATA\[|\]\]>", lambda cut: " " * len(cut[0]), match["content"])
        for offset, raw in enumerate(content.split("\n")):
            plain = raw if "<![CDATA[" in match["content"] else html.unescape(_TAG.sub("", raw))
            lines.append(Line(number + offset, 0 if offset else margin, plain.removesuffix("\r"), ""))
        lines.append(Line(number + content.count("\n"), 0, "", ""))
    return bool(marked), list(_paged_lines(lines))


def _of_markdown(document: str) -> tuple[bool, list[Line]]:
    from markdown_it import MarkdownIt

    tokens = [token for token in MarkdownIt().parse(document) if token.type in ("fence", "code_block") and token.map]
    source = document.split("\n")

    def is_marked(token: object) -> bool:
        begin, end = token.map  # type: ignore[attr-defined]  # a Token, of which only those with a map are here
        beside = "".join(source[max(begin - 1, 0) : begin] + source[end : end + 1])
        return token.info.strip().lower().startswith("abnf") or bool(re.search(r"""\{:.*type=["']abnf""", beside))  # type: ignore[attr-defined]

    marked = [token for token in tokens if is_marked(token)]
    lines: list[Line] = []
    for token in marked or tokens:
        begin, end = token.map or (0, 0)
        inside = range(begin + 1, end - 1) if token.type == "fence" else range(begin, end)
        lines += (Line(number + 1, 0, source[number].removesuffix("\r"), "") for number in inside)
        lines.append(Line(end, 0, "", ""))
    return bool(marked), lines


def _paged(texts: list[str]) -> Iterator[Line]:
    lines = (Line(number, 0, text.removesuffix("\r"), "") for number, text in enumerate(texts, 1))
    yield from _paged_lines(lines)


def _paged_lines(lines: Iterator[Line] | list[Line]) -> Iterator[Line]:
    """Yield lines without feet and running heads, and the blank ones around them; each with its section."""
    section = ""
    blank: list[Line] = []
    paged = False
    for line in lines:
        if _FOOT.match(line.text) or _RUNNING.match(line.text):
            paged = True
        elif not line.text.strip():
            blank.append(line)
        else:
            if blank and not paged:
                yield blank[0]
            blank, paged = [], False
            heading = _SECTION.match(line.text)
            section = heading["number"] if heading else section
            yield line._replace(section=section)


def _rules(lines: list[Line]) -> Iterator[Taken]:
    """Yield what may be a rule: a head, and the lines after it that are indented more."""
    rule: list[Line] = []
    indent, name, gap = 0, "", False  # a gap is a blank line that is not the end of a page
    for line in lines:
        text = line.text.expandtabs()
        depth = len(text) - len(text.lstrip(" "))
        if not text.strip():
            gap = True
            continue
        if rule and depth > indent and (not gap or text[depth] in "/;"):
            rule.append(line)
        else:
            if rule:
                yield _taken(name, rule, indent)
            rule = []
            head = _HEAD.match(text[depth:])
            if head:
                rule, indent, name = [line], depth, head["name"]
        gap = False
    if rule:
        yield _taken(name, rule, indent)


def _taken(name: str, lines: list[Line], indent: int) -> Taken:
    while len(lines) > 1 and _is_prose(lines[-1].text):
        lines = lines[:-1]
    cut = (line._replace(margin=line.margin + indent, text=line.text.expandtabs()[indent:].rstrip()) for line in lines)
    return Taken(name, tuple(cut))


def _is_prose(text: str) -> bool:
    """Return whether a line cannot go on a rule: a sentence."""
    words = text.split()
    return len(words) > 5 and not re.search(r"""["/*\[\]();%<=]""", text)


def _read(taken: Taken) -> Definition | None:
    """Return the rule that the lines are, without sentences at their end; None where they are something else."""
    lines = [line.text for line in taken.lines]
    if _is_statement(lines):
        return None
    found = first_definition(SourceText("\n".join(lines) + "\n", ""))
    while found is None and len(lines) > 1 and _is_prose(lines[-1]):
        lines.pop()
        found = first_definition(SourceText("\n".join(lines) + "\n", ""))
    return found


def _is_statement(lines: list[str]) -> bool:
    """Return whether this is a statement of a programming language."""
    return len(lines) == 1 and bool(re.search(r"""["\w)]\s*;\s*$""", lines[0]))


def _unread(taken: Taken, name: str) -> Iterator[GrammarError]:
    """Yield what is wrong with lines that are not a rule."""
    broken: list[Broken] = []
    if not _is_statement([line.text for line in taken.lines]):
        with suppress(GrammarError):
            definitions(SourceText("\n".join(line.text for line in taken.lines) + "\n", ""), broken=broken)
    for wrong in broken[:1]:
        first = taken.lines[0]
        yield GrammarError(wrong.error.reason, source=name, line=first.number, column=1 + first.margin)


def _is_near(taken: Taken, candidates: list[tuple[Taken, Definition]]) -> bool:
    """Return whether what cannot be read follows a rule at once."""
    return bool(candidates) and taken.lines[0].number - candidates[-1][0].lines[-1].number <= 3


def _sure(candidates: list[tuple[Taken, Definition]]) -> list[tuple[Taken, Definition]]:
    """Return the rules that have marks of ABNF, and with them those that such rules refer to, or that refer to them."""
    of_name: dict[str, list[int]] = {}  # the candidates that define a name, or refer to it
    names: list[set[str]] = []
    for place, (_, definition) in enumerate(candidates):
        refers = {expr.name.lower() for expr in walk(definition.rule.expr) if isinstance(expr, Ref)}
        names.append({definition.rule.name.lower(), *refers})
        for name in names[-1]:
            of_name.setdefault(name, []).append(place)
    defined = {definition.rule.name.lower() for _, definition in candidates}
    todo = [place for place, (taken, _) in enumerate(candidates) if _has_marks(taken)]
    sure: set[int] = set()
    while todo:
        place = todo.pop()
        if place not in sure:
            sure.add(place)
            for name in names[place] & defined:
                todo += of_name.pop(name, ())
    return [candidates[place] for place in sorted(sure)]


def _has_marks(taken: Taken) -> bool:
    code = " ".join(line.text for line in taken.lines).partition("=")[2]
    return bool(_MARKS.search(code.partition(";")[0]))

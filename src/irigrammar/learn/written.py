"""A rule as in its file, with its comments, wherever the file is."""

from __future__ import annotations

from pathlib import Path

from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Rule
from irigrammar.grammars.reader import SourceText, decode, read, without_comment
from irigrammar.grammars.render import excerpt
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.place import defining, entry_of


def source_of(home: Rulelist, rule: Rule) -> str | None:
    """Return the lines of a rule of a grammar in its file, None without a file or if the file differs."""
    entry = entry_of(home)
    if entry:
        file = catalog.source_file(rule)
        return excerpt(file.read_text(encoding="utf-8"), rule)
    try:
        source = excerpt(decode(Path(rule.source).read_bytes(), rule.source), rule)
        again = read(source, rule.source) if source else {}
    except (OSError, ValueError, GrammarError):
        return None
    same = again.get(rule.name.lower())
    return source if same and same.expr == rule.expr else None


def comments(rules: Rulelist, rule: Rule) -> tuple[str, tuple[str, ...]]:
    """Return the comments of a rule in its file: of the rule as a whole, and of each alternative, "" for nothing; ()
    instead of the latter where no alternative has one.

    A comment at the end of a line is of the alternative that begins on the line, or else of the last one before it; one
    on a line of its own, beside several alternatives, or of a rule without them, is of the whole rule.

    >>> rules = catalog.load("rfc3986")
    >>> comments(rules, rules["dec-octet"])[1]
    ('0-9', '10-99', '100-199', '200-249', '250-255')
    >>> comments(rules, rules["segment-nz-nc"])[0]
    'non-zero-length segment without any colon ":"'
    """
    text = source_of(defining(rules, rule), rule)
    if text is None or ";" not in text:
        return "", ()
    source = SourceText(text, rule.source)
    definition = read(text, rule.source)[rule.name.lower()]
    items = definition.expr.items if isinstance(definition.expr, Alternation) else ()
    begins = [source.place(item.offset)[0] for item in items]
    whole: list[str] = []
    by_alternative: list[list[str]] = [[] for _ in items]
    for number, line in enumerate(text.split("\n"), 1):
        code = without_comment(line)
        comment = line[len(code) :].lstrip(";").strip()
        starting = [index for index, begin in enumerate(begins) if begin == number]
        before = [index for index, begin in enumerate(begins) if begin < number][-1:]
        owners = (starting or before) if code.strip() else []
        if comment:
            (by_alternative[owners[0]] if len(owners) == 1 else whole).append(comment)
    return " ".join(whole), tuple(map(" ".join, by_alternative)) if any(by_alternative) else ()

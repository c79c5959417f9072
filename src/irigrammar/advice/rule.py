"""What a rule is, and what it finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from textwrap import indent
from typing import Any, Literal

from irigrammar.advice.context import Context
from irigrammar.finding import Flaw, Severity

Profile = Literal["publish", "accept", "all"]

PROFILES: tuple[Profile, ...] = ("publish", "accept", "all")
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "advice")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code and name, which never change, its default severity, its document and section, and its check.

    `profiles` are those that it belongs to (and to "all"); `fix` makes the fixed string where the flaws' own `instead`
    cannot; `sees_whole` says that it looks beyond scheme and authority even without percent-encoding and "@", so that
    texts with the same head may differ; `glance` returns, fast and from the text only, False if it finds nothing;
    `asked` that no profile has it, not even "all": it is selected by its code. Where one of the rules `unless` finds
    something, this one is silent.
    """

    code: str
    name: str
    severity: Severity
    section: str
    check: Callable[[Context], Iterable[Flaw]]
    profiles: tuple[Profile, ...] = ("publish", "accept")
    fix: Callable[[Context], str | None] | None = None
    sees_whole: bool = False
    glance: Callable[[str], bool] | None = None
    asked: bool = False
    unless: tuple[str, ...] = ()

    @property
    def page(self) -> str:
        """What there is to know of the rule, as `grammar/advice.toml` has it (see `Page`)."""
        from irigrammar._generated.advice import PAGES

        return PAGES[self.code]


def rule(
    code: str, name: str, severity: Severity, section: str, **more: Any
) -> Callable[[Callable[[Context], Iterable[Flaw]]], Rule]:
    """Return a decorator that makes a rule of a function that yields flaws; the parameters are those of `Rule`."""
    return lambda check: Rule(code, name, severity, section, check, **more)


_LABELS = ("what", "why", "example", "instead", "see", "grammar")
_COLUMN = 12  # where the text beside a label begins


@dataclass(frozen=True, slots=True)
class Page:
    """A page: title, texts, and strings.

    `examples` are strings in which the rule finds something, `instead` such in which it does not; `see` are the
    references, and `grammar` is the one that the examples match.
    """

    title: str
    what: str
    why: str
    examples: tuple[str, ...]
    instead: tuple[str, ...]
    see: tuple[str, ...]
    grammar: str = "rfc3987"


_SHORTHAND = re.compile(r"\\u\{([0-9A-F]+)\}|\{(.)\*([0-9]+)\}")


def _spelled_out(text: str) -> str:
    r"""Return a string of a page, in which `\u{HEX}` is that code point, and `{a*9}` is nine times "a".

    >>> _spelled_out(r"\u{E9}{a*3}")
    'éaaa'
    """
    return _SHORTHAND.sub(lambda match: chr(int(match[1], 16)) if match[1] else match[2] * int(match[3]), text)


def parse_page(text: str) -> Page:
    r"""Return what a page says; raise `ValueError` for one that lacks something.

    >>> rows = ("what        a", "            b", "why         c", "example     x", "instead     y", "see         z")
    >>> parse_page("\n".join(("Title.", "", *rows))).what
    'a b'
    """
    title, _, rest = text.partition("\n")
    rows: dict[str, list[str]] = {}
    label = ""
    for line in rest.splitlines():
        if not line.strip():
            continue
        label = line[:_COLUMN].strip() or label
        if label not in _LABELS:
            raise ValueError(f"a page has no label {label!r}")
        rows.setdefault(label, []).append(line[_COLUMN:].strip())
    missing = [label for label in _LABELS[:-1] if not rows.get(label)]
    if missing or not title:
        raise ValueError(f"the page lacks {', '.join(missing) or 'a title'}")
    return Page(
        title=title.strip(),
        what=" ".join(rows["what"]),
        why=" ".join(rows["why"]),
        examples=tuple(map(_spelled_out, rows["example"])),
        instead=tuple(map(_spelled_out, rows["instead"])),
        see=tuple(rows["see"]),
        grammar=" ".join(rows.get("grammar", ["rfc3987"])),
    )


def page_lines(rule: Rule) -> Iterator[str]:
    """Yield the page of a rule as lines to read: code, name, severity, section and profiles before its page."""
    profiles = ", ".join(rule.profiles) or "none"
    yield f"{rule.code} {rule.name} ({rule.severity}; {rule.section}; profiles {profiles})"
    yield ""
    yield from indent(rule.page.rstrip(), "  ").splitlines()

"""Requirements and constraints files of pip.

URLs of packages, repositories and indexes.
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import URI, Candidate, Comment, Item
from irigrammar.scan.formats.registry import DocumentType, last_line_end
from irigrammar.scan.formats.selection import has_placeholder
from irigrammar.scan.formats.tokens import rows_of, tokens_of, without_surrogates
from irigrammar.shipped.loader import value

_PATTERNS: dict[str, str] = value("tokens-requirements", "patterns")
_OPTION, _EDITABLE, _NAMED, _SCHEME = (regex(_PATTERNS[rule]) for rule in ("option", "editable", "named", "scheme"))
_COMMENT = regex(r"(?:^|(?<=[ \t]))#(?P<text>[^\r\n]*)")
_WORD = regex(r"(?:[^\s\"'\\]|\\(?!\s))++")
_WORDS = regex(rf"{_WORD.pattern}(?:[ \t]++(?![;#\\\-\s]){_WORD.pattern})*+")


def _find(text: str) -> Iterator[Item]:
    """Yield the URLs and the comments with "iri:" of a requirements file, by place; URLs with placeholders are left
    out.
    """
    source = without_surrogates(text)
    for _, start, end, *_ in rows_of(tokens_of("requirements").relevant, source):
        url = _url(source, start, end)
        if url is not None and not has_placeholder(text[slice(*url)]):
            yield Candidate(*url, text[slice(*url)], "URL", fixes="before-fragment")
        if "iri:" in text[start:end]:
            line = text[start:end]
            for match in _COMMENT.finditer(line):
                if "iri:" in match["text"]:
                    yield Comment(start + match.start(), start + match.end(), match["text"])


def _url(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the span of the URL of an option, or of a package, in a line; None where there is none."""
    option = _OPTION.match(text, start, end)
    place, pattern = (option.end(), _WORD) if option else (start, _WORDS)
    for head in (_EDITABLE, _NAMED) if option is None else ():
        match = head.match(text, place, end)
        place = match.end() if match else place
    while text[place : place + 1] in (" ", "\t"):
        place += 1
    place += text.startswith(('"', "'"), place)
    scheme = _SCHEME.match(text, place, end)
    rest = pattern.match(text, scheme.end()) if scheme else None
    return (place, rest.end()) if rest else None


TYPES = (
    DocumentType(
        "requirements",
        "requirements and constraints of pip",
        lambda _: _find,
        URI,
        names=("*requirements*.txt", "*constraints*.txt", "*requirements*.in", "*constraints*.in"),
        cut=last_line_end,
        comment="# iri: ignore[CODE]",
    ),
)

"""Markdown: links, images and HTML that are published, and text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import IRI_REFERENCE, Candidate, Comment, Item, Malformed, TextSchemes
from irigrammar.scan.formats.markdown_reader import MARKDOWN, Part, parts, pieces
from irigrammar.scan.formats.registry import Data, DocumentType, Finder
from irigrammar.scan.formats.scalars import Scalar, inside, locate, scalar
from irigrammar.scan.formats.selection import has_placeholder
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.scan.formats.text.finder import find as find_in_text
from irigrammar.scan.formats.text.template import is_substitution
from irigrammar.text.links import github_end
from irigrammar.text.names import quoted

_SUFFIXES = (".md", ".markdown", ".mdown", ".mdwn", ".mdx", ".mkd", ".mkdn", ".qmd", ".rmd")
# YAML or TOML before the document: it begins with a key, as a thematic break before a heading does not.
_FRONT_MATTER = regex(
    r"(?P<fence>---|\+\+\+)[ \t]*\r?\n(?=(?:\s|#[^\n]*\n)*+[\w\"'-]++[ \t]*+[:=])"
    r".*?^(?:(?P=fence)|\.\.\.)[ \t]*\r?(?:\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
_LINE = regex(r"[^\r\n]++")
_APART = "\N{INFORMATION SEPARATOR ONE}"
# A script is not scanned; "{filename}" and the like name files to some generators of sites.
_LEFT_OUT = regex(r"javascript:|\{[\w|]+\}", re.IGNORECASE | re.ASCII)


def _split(finder: Callable[..., Iterable[Item]], data: Data) -> Iterator[tuple[str, bool, Finder]]:
    for start, end, definitions in [*pieces(data, _without_front_matter)]:
        open_part = partial(finder, definitions=definitions, is_first=start == 0)
        yield data[start:end].decode("utf-8", "surrogatepass"), end == len(data), open_part


def _without_front_matter(text: str) -> str:
    front = _FRONT_MATTER.match(text)
    return _blank(front[0], " ") + text[front.end() :] if front else text


def _blank(text: str, char: str) -> str:
    """Return a text with `char` in place of all characters but the line ends."""
    return _LINE.sub(lambda line: char * len(line[0]), text)


def _find(text: str, schemes: TextSchemes, definitions: str = "", *, is_first: bool = True) -> Iterator[Item]:
    return iter(sorted(_items(text, schemes, definitions, is_first=is_first), key=lambda item: (item.start, item.end)))


def _items(text: str, schemes: TextSchemes, definitions: str, *, is_first: bool) -> Iterator[Item]:
    """Yield the items of a block: front matter (`is_first` only), then HTML, autolinks and destinations as they come,
    and last the identifiers and broken links in running text. So they are not in the order of their places.
    """
    front = _FRONT_MATTER.match(text) if is_first else None
    if front:
        yield from find_in_text(front[0], schemes)
        text = _without_front_matter(text)
    running: list[Part] = []
    for part in parts(text, definitions):
        if part.kind == "text":
            running.append(part)
        elif part.kind == "html":
            yield from _html(text, part)
        elif part.kind == "autolink":
            yield Candidate(part.start, part.end, part.read, part.kind)
        else:
            yield from _destination(text, part)
    alone = _alone(text, running)
    yield from _no_links(alone)
    for item in candidates(alone, schemes):
        yield item
        yield from _broken_link(alone, item.start, item.end)
        yield from _on_github(alone, item.start, item.end)


_TITLED = regex(r"[ \t]++[^\s\"'(]")


def _broken_link(text: str, start: int, end: int) -> Iterator[Malformed]:
    """Yield the error where an identifier in running text should have been the destination of a link."""
    if text.endswith("](", 0, start) and text[end : end + 1] != ")":
        yield Malformed(start - 1, end, "S005", 'the link is not closed: ")" is missing after its destination')
    label = text[text.rfind("\n", max(0, start - _LONGEST_LABEL), start) + 1 : start]
    if _LABEL.fullmatch(label) and _TITLED.match(text, end):
        why = "this is not the definition of a link: text without quotation marks follows its destination"
        yield Malformed(start, end, "S005", why)


def _on_github(text: str, start: int, end: int) -> Iterator[Malformed]:
    """Yield the advice where GitHub makes another link of an identifier in running text."""
    other = github_end(text, start)
    is_link = other is not None and len(text[start:end].split()) == 1 and not text.startswith("<", start - 1)
    if other is not None and is_link and other != end:
        more = text[min(end, other) : max(end, other)]
        deed = f"takes {quoted(more[:_SHOWN])} into it" if other > end else f"ends it before {quoted(more[:_SHOWN])}"
        yield Malformed(
            start, end, "S009", f'GitHub makes another link of this: it {deed}; write "<" and ">" around it'
        )


_SHOWN = 32


def _no_links(text: str) -> Iterator[Malformed]:
    """Yield errors for links that are running text because of white space or of a missing scheme."""
    for match in _SPACED.finditer(text):
        if not has_placeholder(match["spaced"]):
            why = "this is not a link: a space is not allowed in its destination; write %20"
            yield Malformed(*match.span("spaced"), "S005", why)
    for match in _NO_AUTOLINK.finditer(text):
        yield Malformed(*match.span(), "S005", "this is not an autolink: a scheme is missing before the host")


_SPACED = regex(r"\[[^\[\]\n]{0,256}+\]\((?=[^()]*[/.])(?P<spaced>(?!\w+:)[^()<>\s\"']++(?:\s++[^()<>\s\"']++)++)\)")
_NO_AUTOLINK = regex(r"<www\.[^<>\s]++>")
_LONGEST_LABEL = 256
_LABEL = regex(r" {0,3}\[(?!\^)[^\[\]]+\]:[ \t]*+")


def _destination(text: str, part: Part) -> Iterator[Item]:
    """Yield the identifier of a link's destination, or S006 for each bad reference; nothing for an empty one,
    placeholders, `javascript:`, and where the parser read another destination.
    """
    content = scalar(text, part.start, part.end, MARKDOWN)
    for start, end, why in content.bad:
        yield Malformed(part.start + start, part.start + end, "S006", why)
    read = content.text
    is_left_out = has_placeholder(read) or _LEFT_OUT.match(read) or is_substitution(read)
    if read and read == part.read and not content.bad and not is_left_out:
        yield from locate(content, Candidate(0, len(read), read, part.kind))


def _html(text: str, part: Part) -> Iterator[Item]:
    """Yield the identifiers, comments and malformed references of HTML, without bases and those with marks of Markdown
    in them; a tag that ends with its block (`<textarea>`) is not malformed.
    """
    from irigrammar.scan.formats.types.html import find as find_in_html  # many documents have none

    for item in inside(Scalar(part.start, part.end, part.read), find_in_html(part.read)):
        if isinstance(item, Candidate):
            read = part.read[item.start - part.start : item.end - part.start]
            if text[item.start : item.end] == read:  # no marks of a quote in it
                yield item._replace(base=None)
        elif isinstance(item, Comment) or item.code != "S005":
            yield item


def _alone(text: str, content: list[Part]) -> str:
    """Return a text of the same length with just these parts and the line ends.

    The rest is white space that no identifier contains, not even between "<" and ">".
    """
    pieces: list[str] = []
    done = 0
    for part in sorted(content, key=lambda part: part.start):
        if part.end <= done:
            continue
        start = max(part.start, done)
        pieces += (_blank(text[done:start], _APART), text[start : part.end])
        done = part.end
    pieces.append(_blank(text[done:], _APART))
    return "".join(pieces)


TYPES = (
    DocumentType(
        "markdown",
        "Markdown (CommonMark, with tables)",
        lambda options: partial(_find, schemes=options.in_text),
        IRI_REFERENCE,
        suffixes=_SUFFIXES,
        split=_split,
        comment="<!-- iri: ignore[CODE] -->",
        local=True,
    ),
)

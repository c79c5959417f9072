"""Plain text and source code: candidates begin with a known scheme."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import partial

from irigrammar.lazy import regex
from irigrammar.scan.formats.items import Comment, Item, TextSchemes
from irigrammar.scan.formats.registry import DocumentType, last_line_end
from irigrammar.scan.formats.scalars import inside, scalar
from irigrammar.scan.formats.strings import as_it_is, escapes_by
from irigrammar.scan.formats.text.finder import find
from irigrammar.scan.formats.vocabularies import keywords_of

_SUFFIXES = """
.adb .ads .asm .awk .cmake .coffee .cr .d .diff .elm .erl .ex .exs .f .f90 .fs .fsx .hcl .hrl .hs .in .inc .jl
.less .log .lua .m .m4 .mak .mk .ml .mli .mm .nim .nix .pas .patch .proto .r .s .sass .scss .styl .sv .svelte .tcl .text
.textile .tf .txt .v .vb .vhd .vim .vue .zig .creole .ejs .erb .gql .graphql .graphqls .haml .hbs .j2 .jinja .jinja2
.liquid .mediawiki .mustache .njk .pod .slim .texi .texinfo .twig .txi .wiki .wikitext
"""
_NAMES = """
authors changelog changes codeowners contributing contributors copying copyright credits
gemfile history install jenkinsfile licence license maintainers makefile makefile.* news notice rakefile readme thanks
todo vagrantfile .yarnrc go.mod go.sum
"""
_OPEN = regex(r"<(?:URL:)?[A-Za-z][^<>]*+\Z")
_LOOK_BACK = 2048
_CONTINUED = ("\\\n", "\\\r\n")
# PEP 263, which Ruby and Emacs read as well, in one of the first two lines; CSS Syntax, 3.2, at the very beginning.
_COOKIE = regex(
    rb"\A(?:[^\r\n]*+(?:\r\n?|\n))?[ \t\f]*+[#;/*%.-][^\r\n]*?coding[:=][ \t]*+([-\w.]+)|\A@charset \"([^\"]{1,64})\";"
)


# PEP 723: the TOML in the comments of a script.
_SCRIPT = regex(
    r"^# /// script[ \t]*\r?\n(?P<toml>(?:#(?: [^\r\n]*)?(?<!# ///)\r?\n)+)# ///[ \t]*(?=[\r\n]|\Z)", re.MULTILINE
)
_SCRIPT_MARK = "# /// script"
_LONGEST_SCRIPT = 1 << 14
COMMENTED = escapes_by(regex(r"^# ?", re.MULTILINE), lambda _: "", partial(as_it_is, never=regex(r"[\r\n]")))


def _find(text: str, schemes: TextSchemes) -> Iterator[Item]:
    """Return a text's items, by place; the TOML of a script (PEP 723) is read as TOML."""
    items = find(text, schemes)
    script = _SCRIPT.search(text) if _SCRIPT_MARK in text else None
    if script is None:
        return items
    content = scalar(text, *script.span("toml"), COMMENTED)
    from irigrammar.scan.formats.types.toml import find_toml

    inner = find_toml(content.text, keywords_of("a script"))
    of_toml = list(inside(content, (item for item in inner if not isinstance(item, Comment))))
    starts = {item.start for item in of_toml}
    rest = (item for item in items if item.start not in starts)
    return iter(sorted([*rest, *of_toml], key=lambda item: item.start))


def declared_codec(head: bytes) -> str | None:
    """Return the codec that the first lines name, None where they name no known one.

    >>> declared_codec(b"#!/usr/bin/python\\n# -*- coding: latin-1 -*-\\n"), declared_codec(b"# coding: no-such")
    ('latin-1', None)
    """
    match = _COOKIE.match(head)
    name = (match[1] or match[2]).decode("latin-1") if match else None
    try:
        return name if name is not None and codecs.lookup(name) else None
    except LookupError:
        return None


def cut_lines(text: str) -> int:
    """Return where the last line ends that does not go on after a backslash, or the one before an identifier in "<" or
    metadata of a script that go on in the next block; 0 where such metadata begin with the text, and the last line end
    where such an identifier does.
    """
    last = end = last_line_end(text)
    while text.endswith(_CONTINUED, 0, end):
        end = last_line_end(text[: end - 1])
    end = end or last
    script = text.rfind(_SCRIPT_MARK)
    if script >= 0 and len(text) < _LONGEST_SCRIPT and "\n# ///" not in text[script:end]:
        return last_line_end(text[:script])
    match = _OPEN.search(text, max(0, end - _LOOK_BACK), end)
    if match is None:
        return end
    return last_line_end(text[: match.start()]) or end


TYPES = (
    DocumentType(
        "text",
        "plain text and source code",
        lambda options: partial(_find, schemes=options.in_text),
        suffixes=tuple(_SUFFIXES.split()),
        names=tuple(_NAMES.split()),
        cut=cut_lines,
        quiet="running-text",
        declared_charset=declared_codec,
        comment="# iri: ignore[CODE]",
        local=True,
    ),
)

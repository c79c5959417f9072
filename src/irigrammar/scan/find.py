"""The identifiers of a text, as `iri scan` finds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, get_args

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import check_text
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.scan.formats.items import Candidate, scheme_rule
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.text.finder import links
from irigrammar.text.choices import check_choice

# How ends are found in running text: so that faults can be reported, or by Unicode Technical Standard 58.
Detection: TypeAlias = Literal["faults", "uts58"]


class Identifier(NamedTuple):
    """An identifier in a text: its offsets, the end exclusive, and its text.

    `text` differs from what is written there where that has escapes (`&amp;` in HTML), or line breaks within "<" and
    ">".
    """

    start: int
    end: int
    text: str


def find(
    text: str,
    /,
    type: str = "text",  # noqa: A002  # what the command calls it
    *,
    grammar: str | Grammar = "rfc3987",
    schemes: Iterable[str] = (),
    detect: Detection = "faults",
) -> Iterator[Identifier]:
    """Yield the identifiers of a text, or of a document of a type (`iri scan --list-types`), in their order.

    In running text an identifier begins with a scheme in use, and ends at white space, at the partner of what opened
    it, and before punctuation, that of Arabic, Devanagari, Armenian, Ethiopic, Chinese and other scripts, too;
    characters outside ASCII do not end it (draft-ietf-iri-3987bis-04, 8.3). What is faulty is found as well, so that it
    can be checked. Offsets are code points of the text from 0, ends exclusive. `type` is running text by default; an
    unknown one raises `ValueError`.

    What an identifier begins with is `grammar/documents/beginnings.abnf` and the schemes in use. By a `grammar` of
    yours with another rule `scheme`, schemes that only it has are found where an authority follows; `schemes` are
    others that are found there (a scan has both as `--grammar` and in its configuration).

    `detect="uts58"` is for programs that make links: running text is read by Unicode Technical Standard 58, where
    brackets pair within a segment or a parameter, quotation marks and punctuation are part of a link that goes on after
    them, and white space, control and private characters end it. Deviations: an identifier has a scheme, its host or
    mailbox may be faulty, unassigned characters do not end it, and a wide full stop after the host does. Raises
    `ValueError` for another type, and `UnknownGrammar`.

    >>> list(find("see http://example.org/a_(b), <mailto:a@example.org>"))[1]
    Identifier(start=31, end=51, text='mailto:a@example.org')
    >>> [row.text for row in find("(\\u0631\\u0627\\u062c\\u0639 http://example.org/\\u0623\\u060c)")]
    ['http://example.org/\u0623']
    >>> [row.text for row in find('<a href="?a&amp;b">', "html")]
    ['?a&b']
    >>> own = Grammar.from_text('scheme = ALPHA *( ALPHA / "_" )', extends="rfc3987")
    >>> [row.text for row in find("see my_app://h/x and your-app://h/x", grammar=own, schemes=["your-app"])]
    ['my_app://h/x', 'your-app://h/x']
    >>> [[row.text for row in find("see http://e/{a[(b)]}.", detect=detect)] for detect in ("faults", "uts58")]
    [[], ['http://e/{a[(b)]}']]
    """
    check_text(text)
    check_choice("detection", detect, get_args(Detection))
    rule = scheme_rule(grammar_of(grammar))
    options = Options(schemes=tuple(schemes), scheme_rule=rule)
    kind = document_type(type)
    if detect == "uts58" and type != "text":
        raise ValueError(f'detection by UTS #58 is for running text (type="text"), not for {kind.title}')
    if detect == "uts58":
        return (Identifier(item.start, item.end, item.text) for item in links(text, options.in_text))
    spans = kind.spans(text) if kind.spans is not None else None
    if spans is not None:
        return map(Identifier._make, spans[0])
    finder = kind.open(options)
    return (Identifier(item.start, item.end, item.text) for item in finder(text) if isinstance(item, Candidate))

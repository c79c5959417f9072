"""The tokens of documents, by the grammars in `grammar/documents`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from irigrammar.automata.dfa import Dfa
from irigrammar.automata.stacked import Stacked
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.packing import unpack
from irigrammar.engines.stacked import matches
from irigrammar.engines.tokens import Role, Tokenizer
from irigrammar.engines.tokens import Tokens as Rows
from irigrammar.lazy import cache, regex
from irigrammar.shipped.loader import value
from irigrammar.unicode import has_surrogates

# typed: 0xFFFF, 0xD800, 0xDFFF: what stands for surrogates, and these
# typed: iri, prefix: uses of tokens

# What a token is for in a type that a table of tokens describes: an identifier, without and with escapes; the keyword
# of a base, and a prefix that is declared, of which the next identifier is the value; a prefixed name; a comment; a
# literal, read on request; a problem, in the place of an identifier if something is around it; a string that goes on in
# the next block; an identifier as it is; words that may have identifiers, by the escapes for what is before them;
# tokens of another table.
USES = (
    *("iri", "escaped-iri", "base", "prefix", "name", "comment", "literal", "problem", "open", "whole", "text"),
    "inner",
)
ON_REQUEST = "literal"


class Tokens(NamedTuple):
    """The tokens of a type: the tokenizer of those that have something to do with identifiers, that of all but white
    space, the names of the kinds by number, and the number of the last kind that is none of a part.
    """

    relevant: Tokenizer
    every: Tokenizer
    kinds: Mapping[int, str]
    most: int


_SPACE = "space"


@cache
def automata(name: str) -> tuple[Dfa, Dfa, str]:
    """Return the automata of tokens of a type and of values to keep, and the table of parts of tokens, "" for none."""
    tokens, holding, others = value(f"tokens-{name}", "tokens")
    of_tokens = unpack(tokens)
    return of_tokens, of_tokens if holding == tokens else unpack(holding), others


@cache
def tokens_of(name: str) -> Tokens:
    """Return the tokens of a type by the name of its grammar; of those that have parts with the kinds of these."""
    file = f"tokens-{name}"
    roles: dict[str, int] = value(file, "kinds")
    tokens, holding, others = automata(name)
    parts = tokens_of(others) if others else None
    all_kept = [0 if kind == _SPACE else Role.KEPT | role & _STAYING for kind, role in roles.items()]
    relevant, every = (
        Tokenizer(tokens, row, holding, parts and parts.relevant)
        for row in ([0, *roles.values()], [Role.KEPT, *all_kept])
    )
    of_parts = [*parts.kinds.values()][1:] if parts else []
    return Tokens(relevant, every, dict(enumerate((_ERROR, *roles, *of_parts))), len(roles))


_ERROR = "error"  # of the grammar's tokens
_STAYING = Role.STOPS | Role.PARTS

# The kind of a token, or of a part, and its span.
Span = tuple[str, int, int]


def parts_of(name: str, text: str, start: int, end: int, *, every: bool = False) -> Iterator[Span]:
    """Yield the kinds and spans of the tokens of a part of a text that are relevant by a table, or of `every` token but
    white space; one that stops is the last. The text has no surrogates.

    >>> [*parts_of("html-raw", "x</title>", 0, 9)]
    [('raw-end', 1, 9)]
    """
    tokens = tokens_of(name)
    for kind, first, last, *_ in (tokens.every if every else tokens.relevant).tokens(text, start, end):
        yield tokens.kinds[kind], first, last


# A token: its index among those that are kept, that of its key, -1 for none, its kind and span, and its parts.
Token = tuple[int, int, str, int, int, list[Span]]


def with_parts(tokens: Tokens, rows: Rows) -> Iterator[Token]:
    """Yield the tokens of rows with their parts.

    >>> html = tokens_of("html")
    >>> [*with_parts(html, html.every.by_keys("<a b>", 0, 5, lambda _: 0)[0])]
    [(0, -1, 'start-tag', 0, 5, [('opening', 0, 3), ('named', 3, 4)])]
    """
    kinds, most = tokens.kinds, tokens.most
    token: Token | None = None
    parts: list[Span] = []
    for index, (number, start, end, _, key, _) in enumerate(rows):
        if number > most:
            parts.append((kinds[number], start, end))
            continue
        if token is not None:
            yield token
        parts = []
        token = index, key, kinds[abs(number)], start, end, parts
    if token is not None:
        yield token


@cache
def tokenizer_of(name: str, roles: tuple[int, ...], holding: str = "") -> Tokenizer:
    """Return the tokenizer of a type with other roles of its kinds, that of an error first; `holding` is the part of
    the file `quiet` that has the automaton of values to keep, where that is another one.
    """
    tokens, holds, _ = automata(name)
    return Tokenizer(tokens, roles, unpack(value("quiet", holding)) if holding else holds)


def rows_of(tokenizer: Tokenizer, text: str, start: int = 0) -> Rows:
    """Return the tokens of a text from an offset on, of which no key is wanted."""
    return tokenizer.by_keys(without_surrogates(text), start, len(text), none_wanted)[0]


def none_wanted(_: str) -> int:
    """Return the answer about each key where no key is wanted."""
    return 0


@cache
def correctness(name: str) -> Callable[[str], bool]:
    """Return the function that returns whether a document of a type has no error, by the name of its grammar."""
    dfa, first_action, pushes, pops = value(f"tokens-{name}", "document")
    return matches(Stacked(unpack(dfa), first_action, pushes, pops))


_SURROGATE = regex("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Return a text with a noncharacter for each lone surrogate, which stands for a byte that was not decoded
    and is in no rule.

    >>> without_surrogates("a\\udc80")
    'a\uffff'
    """
    return _SURROGATE.sub("\uffff", text) if has_surrogates(text) else text

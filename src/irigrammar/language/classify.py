"""Classify a string: every production it matches, specific first.

The productions are those of every grammar of the catalog.
"""

from __future__ import annotations

from functools import cache, lru_cache

from irigrammar.automata.dfa import Dfa, bits
from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.engines.recognizer import decoded_text
from irigrammar.engines.walk import matches_once
from irigrammar.errors import GrammarError
from irigrammar.language.relations import Above, closed, covers, insert, linear, restrict, transpose
from irigrammar.matching.grammar import Grammar, grammar
from irigrammar.shipped import loader as catalog


class ProductionName(NamedTuple):
    """A production by the name of its grammar and its own exact name."""

    grammar: str
    rule: str


@dataclass(frozen=True, slots=True)
class Kind:
    """A language that a string belongs to, by the productions that have it.

    `productions` are in the catalog's order, and `starts` are those of them that are start rules of their grammar;
    `within` gives, of each language that includes this one with no other between, the first production.
    """

    productions: tuple[ProductionName, ...]
    starts: tuple[ProductionName, ...]
    within: tuple[ProductionName, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A production that `classify` leaves out because it cannot be compiled; `reason` says why, in one line."""

    production: ProductionName
    reason: str


def classify(text: str | bytes, *, also: Grammar | None = None) -> tuple[Kind, ...]:
    """Return every language of the catalog's productions that a text belongs to, most specific first, () for none.

    No language comes before one that lies strictly within it, which is proved on their automata. For the rest the order
    is made from its end: of the languages that no other includes, one without a start rule comes last, and of these the
    last in the catalog; and so on with what is left. So start rules come early, after what lies within them. A
    production that a grammar inherits and does not change stands under the grammar that it comes from, and only there.

    `also` (none by default) is one grammar more, whose productions come after the catalog's; those that it inherits
    from there and does not change are the catalog's. What cannot be compiled is left out, and `left_out` tells what
    that is. An inclusion between two automata so large that the proof would take seconds counts as none.

    A text is `str`, or `bytes` in UTF-8 as for `Matcher`; it may be of any content and length.

    >>> import irigrammar
    >>> kinds = classify("http://example.org/")
    >>> kinds[0]  # doctest: +NORMALIZE_WHITESPACE
    Kind(productions=(ProductionName(grammar='rfc3986', rule='absolute-URI'),),
         starts=(ProductionName(grammar='rfc3986', rule='absolute-URI'),),
         within=(ProductionName(grammar='rfc3986', rule='URI'), ProductionName(grammar='rfc3987', rule='absolute-IRI')))
    >>> mine = irigrammar.Grammar.from_text('year = 4DIGIT', name="mine")
    >>> [kind.productions[0].rule for kind in classify("2005", also=mine)][:3]
    ['year', 'max-length', 'port']
    """
    decoded = text if isinstance(text, str) else decoded_text(text)
    if decoded is None:
        return ()
    catalog_languages = _catalog_languages()
    numbers = catalog_languages.matching(decoded)
    groups = [catalog_languages.groups[number] for number in numbers]
    above = restrict(catalog_languages.above, numbers)
    if also is not None and not catalog.is_shipped(also.rules):
        automata = [catalog_languages.automaton(number) for number in numbers]
        for member, dfa in _compiled(also)[0]:
            if not matches_once(dfa, decoded):
                continue
            if dfa in automata:
                groups[automata.index(dfa)] += (member,)
            else:
                above = insert(above, automata, dfa)
                automata.append(dfa)
                groups.append((member,))
    order = linear(above, lambda number: (not any(member.starts for member in groups[number]), number))
    diagram = covers(above)
    return tuple(
        Kind(
            tuple(member.name for member in groups[number]),
            tuple(member.name for member in groups[number] if member.starts),
            tuple(groups[cover][0].name for cover in diagram[number]),
        )
        for number in order
    )


def left_out(of: Grammar) -> tuple[LeftOut, ...]:
    """Return the productions of a grammar that `classify` leaves out, in its order, each with the reason.

    These are the ones that cannot be compiled: recursive, with prose or an undefined rule, or too large. What a grammar
    inherits unchanged from one of the catalog is that one's.

    >>> import irigrammar
    >>> (row,) = left_out(irigrammar.Grammar.from_text("year = 4DIGIT\\nera = <a name>\\n", name="mine"))
    >>> row.production.rule, row.reason
    ('era', 'mine:2: <a name> is prose, which nothing can match; write a rule in its place, or define it')
    """
    return _compiled(of)[1]


class _Member(NamedTuple):
    """A production and whether it is a start rule."""

    name: ProductionName
    starts: bool


@dataclass(frozen=True, slots=True)
class _Shipped:
    """The productions of the catalog by language, and the order of these."""

    groups: tuple[tuple[_Member, ...], ...]
    above: Above
    below: Above
    order: tuple[int, ...]

    def matching(self, text: str) -> list[int]:
        """Return the numbers of the languages to which a text belongs; an answer implied by an earlier one is not
        computed.
        """
        unknown = (1 << len(self.groups)) - 1
        matches = 0
        for number in self.order:
            if unknown >> number & 1:
                inside = matches_once(self.automaton(number), text)
                known = 1 << number | (self.above if inside else self.below)[number]
                matches |= known if inside else 0
                unknown &= ~known
        return list(bits(matches))

    def automaton(self, number: int) -> Dfa:
        """Return the automaton of a language."""
        name = self.groups[number][0].name
        return grammar(name.grammar)[name.rule].automaton


@cache
def _catalog_languages() -> _Shipped:
    """Return the catalog's languages as computed beforehand, with the order of tests: first those whose answer implies
    most.
    """
    inclusions = catalog.value("inclusions", "inclusions")
    groups = tuple(
        tuple(_Member(ProductionName(*name), name[1] in catalog.entry(name[0]).start) for name in names)
        for names, _ in inclusions
    )
    above = closed([row for _, row in inclusions])
    below = transpose(above)
    order = sorted(range(len(groups)), key=lambda index: -min(above[index].bit_count(), below[index].bit_count()))
    return _Shipped(groups, above, below, tuple(order))


@lru_cache(maxsize=16)
def _compiled(of: Grammar) -> tuple[tuple[tuple[_Member, Dfa], ...], tuple[LeftOut, ...]]:
    """Return the productions that a grammar adds to the catalog, with their automata, and those that have none."""
    compiled: list[tuple[_Member, Dfa]] = []
    without: list[LeftOut] = []
    for rule in dict.fromkeys(of.rules[name].name for name in of.rules.names()):
        home = of.rules
        try:
            home = of.rules.home(rule)
            if home is of.rules or not catalog.is_shipped(home):
                member = _Member(ProductionName(home.name, rule), rule in of.entry.start)
                compiled.append((member, of[rule].automaton))
        except GrammarError as error:
            without.append(LeftOut(ProductionName(home.name, rule), str(error)))
    return tuple(compiled), tuple(without)

"""Export to XML Schema: a simple type with a pattern facet.

XML Schema Part 2, appendix F. A pattern facet matches the whole value; it has no anchors, no groups that do not capture
and no possessive repetitions. Neither a schema nor a document can hold characters that XML 1.0 has not (section 2.2).
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from irigrammar.automata.charset import Ranges, difference, union
from irigrammar.engines.linear import Alt, Atomic, Committed, Piece, Repetition, Seq, linear, plain
from irigrammar.exports.notation import Notation, refusal, simple_form, write
from irigrammar.matching.matcher import Matcher
from irigrammar.unicode import is_printable

# Char of XML 1.0.
_CHARACTERS: Ranges = ((0x9, 0xA), (0xD, 0xD), (0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF))
_NESTED_LIMIT = 64
_NAMED = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}

_SCHEMA = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="{name}">
    <xs:annotation><xs:documentation>{title}</xs:documentation></xs:annotation>
    <xs:restriction base="xs:string">
      <xs:pattern value={pattern}/>
    </xs:restriction>
  </xs:simpleType>
</xs:schema>
"""


def xsd(matcher: Matcher) -> str:
    """Return a schema in ASCII with a simple type of the production's name.

    Raises `ExportError` for a production whose strings hold characters that no document can, and `GrammarError` for a
    rule without an automaton.
    """
    classes = matcher.automaton.classes
    outside = difference(union(*map(classes.ranges, range(1, classes.count))), _CHARACTERS)
    if outside:
        raise refusal(matcher, "xsd", f"it matches U+{outside[0][0]:04X}, which no XML 1.0 document can hold")
    simple = simple_form(matcher, "xsd")
    # Processors may backtrack: the linear form is the better one for them, where there is one.
    piece = _written_out(linear(simple) or plain(simple))
    notation = Notation(
        "",
        "",
        r".^?*+{}[]\|()-",
        r"\]^-[",
        lambda point: _NAMED.get(chr(point), chr(point)),
        group="(",
        never=r"[^\s\S]",
    )
    title = f"{matcher.rule} ({matcher.grammar.entry.document})"
    title = "".join(char if is_printable(char) else " " for char in title)  # as a document can hold it
    return _SCHEMA.format(
        name=matcher.rule, title=_ascii(escape(title)), pattern=_ascii(quoteattr(write(piece, notation)))
    )


def _written_out(piece: Piece) -> Piece:
    """Return a piece with counts as copies, optional ones nested, and without commitments: libxml2 takes `000::` for
    `(D{1,2}:)?D{1,2}::`.
    """
    match piece:
        case Seq(items):
            return Seq(tuple(map(_written_out, items)))
        case Alt(items):
            return Alt(tuple(map(_written_out, items)))
        case Committed(item, _) | Atomic(item):
            return _written_out(item)
        case Repetition(item, low, high, _):
            return _copies(_written_out(item), low, high)
    return piece


def _copies(item: Piece, low: int, high: int | None) -> Piece:
    """Return a repetition as copies and nested options, for engines that are slow with counts; counted where it has
    more than 64 options, "*" or "+" after copies where it is unbounded.
    """
    if high is None:
        more = Repetition(item, low if low <= 1 else 0, None, possessive=False)
        return more if low <= 1 else Seq((*[item] * low, more))
    if high - low > _NESTED_LIMIT:
        return Repetition(item, low, high, possessive=False)
    optional: Piece = Seq(())
    for _ in range(high - low):
        optional = Repetition(Seq((item, optional)) if optional != Seq(()) else item, 0, 1, possessive=False)
    return Seq((*[item] * low, optional))


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode()

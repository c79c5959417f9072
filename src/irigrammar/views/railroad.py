"""Railroad diagrams as SVG, laid out by the package railroad-diagrams, and those of a grammar as one HTML page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from irigrammar.errors import MissingExtra
from irigrammar.grammars.expr import Rule
from irigrammar.grammars.render import abnf
from irigrammar.grammars.rulelist import reached, references, users
from irigrammar.learn.diagram import (
    Choice,
    Diagram,
    Loop,
    Nonterminal,
    Noted,
    Option,
    Terminal,
    Track,
    Words,
    bounds,
    diagram,
)
from irigrammar.learn.written import written
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.place import defining, entry_of, place_of
from irigrammar.text.caret import columns
from irigrammar.text.names import visible
from irigrammar.views.colours import STYLE

try:
    import railroad as rail
except ImportError:
    raise MissingExtra("drawing railroad diagrams", "railroad", "railroad-diagrams") from None

_CHARACTER, _SMALL = 8.5, 7.5  # how wide a character is at most: 14 and 12 pixels high
_MARGIN = 12
_TITLE = 26  # above each diagram of several
_WIDEST = 900  # pixels, after which a sequence goes on below


@dataclass(frozen=True, slots=True)
class Drawn:
    """A diagram as the inside of an SVG element, and its size in pixels."""

    inside: str
    width: float
    height: float


def draw(diagram: Diagram) -> Drawn:
    """Return a diagram drawn.

    Each nonterminal that is `linked` is a link to the fragment of its name. Raises `MissingExtra`, at import, where the
    railroad-diagrams package is not installed.
    """
    drawing = rail.Diagram(items(diagram), type="complex").format(_MARGIN)
    parts: list[str] = []
    for child in drawing.children:
        child.writeSvg(parts.append)
    return Drawn("".join(parts), float(drawing.attrs["width"]), float(drawing.attrs["height"]))


def standalone(diagrams: Mapping[str, Diagram], title: str) -> str:
    """Return one SVG document with the diagrams of rules by name, one below the other, each the target of its name.

    >>> from irigrammar.learn.diagram import Nonterminal
    >>> svg = standalone({"a": Nonterminal("b", True, "")}, "an example")
    >>> 'href="#b"' in svg, 'id="a"' in svg
    (True, True)
    """
    drawn = {name: draw(diagram) for name, diagram in diagrams.items()}
    width = max((drawing.width for drawing in drawn.values()), default=0)
    width = max([width, *(len(name) * _CHARACTER + 2 * _MARGIN for name in drawn)])
    parts: list[str] = []
    y = 0.0
    for name, drawing in drawn.items():
        parts.append(f'<g id="{escape(name)}" transform="translate(0 {y:g})">\n')
        parts.append(f'<text class="name" x="{_MARGIN}" y="{_TITLE - 6}">{escape(name)}</text>\n')
        parts.append(f'<g transform="translate(0 {_TITLE})">\n{drawing.inside}\n</g>\n</g>\n')
        y += _TITLE + drawing.height
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="railroad" viewBox="0 0 {width:g} {y:g}"'
    head += f' width="{width:g}" height="{y:g}">\n<title>{escape(visible(title))}</title>\n<style>\n{STYLE}</style>\n'
    return f'{head}<rect class="paper" width="100%" height="100%"/>\n{"".join(parts)}</svg>\n'


def items(diagram: Diagram) -> Any:
    """Return a diagram as an item of the package."""
    match diagram:
        case Terminal(text, title):
            return _Box("terminal", text, title)
        case Nonterminal(name, linked, title):
            return _Box("nonterminal" if linked else "undefined", name, title, href=f"#{name}" if linked else None)
        case Words(text, title):
            return _Box("words", visible(text), title)
        case Track(()):
            return rail.Skip()
        case Track(parts):
            return _sequence([items(part) for part in parts])
        case Choice(parts, 1):
            return rail.Choice(0, *map(items, parts))
        case Choice(parts, count):
            return rail.HorizontalChoice(*(rail.Choice(0, *map(items, column)) for column in _columns(parts, count)))
        case Option(item):
            return rail.Choice(1, rail.Skip(), items(item))
        case Loop(item, separator):
            words = bounds(diagram)
            back = [items(separator)] if separator else []
            back += [_Box("bounds", words, "")] if words else []
            # It is read from right to left.
            return rail.OneOrMore(items(item), rail.Sequence(*back[::-1]) if back else rail.Skip())
        case Noted(item, comment):
            return _titled(items(item), comment)


def _columns(parts: tuple[Diagram, ...], count: int) -> Iterator[tuple[Diagram, ...]]:
    size = -(-len(parts) // count)
    for start in range(0, len(parts), size):
        yield parts[start : start + size]


def _sequence(parts: list[Any]) -> Any:
    """Return the items on one track, or on several below each other where it would be too wide."""
    rows: list[list[Any]] = [[]]
    width = 0.0
    for part in parts:
        if rows[-1] and width + part.width > _WIDEST:
            rows.append([])
            width = 0
        rows[-1].append(part)
        width += part.width + 20
    tracks = [rail.Sequence(*row) for row in rows]
    return tracks[0] if len(tracks) == 1 else rail.Stack(*tracks)


class _Box(rail.DiagramItem):  # type: ignore[misc]  # the package has no types
    """A label with a title, in a box, that may be a link; the package's own write a link's text twice, with xlink."""

    def __init__(self, kind: str, text: str, title: str, *, href: str | None = None) -> None:
        super().__init__("g", {"class": kind})
        self.kind, self.text, self.title, self.href = kind, text, title, href
        small = kind in ("bounds", "words")
        self.room = -(-columns(text) * (_SMALL if small else _CHARACTER) // 1)
        self.width = self.room + (12 if kind == "bounds" else 20)
        self.up = self.down = 11 if kind != "bounds" else 9
        self.needsSpace = True

    def format(self, x: float, y: float, width: float) -> _Box:
        """Place the box in the middle of its track."""
        gap = (width - self.width) / 2
        middle = x + gap + self.width / 2
        parts = [_Element("title", {}, [visible(self.title)])] if self.title else []
        if self.kind == "bounds":  # on the track itself, which is wiped out below the words
            rail.Path(x, y).h(width).addTo(self)
        else:
            rail.Path(x, y).h(gap).addTo(self)
            rail.Path(x + gap + self.width, y).h(gap).addTo(self)
        box = {"x": x + gap, "y": y - self.up, "width": self.width, "height": self.up + self.down}
        box |= {"rx": 11, "ry": 11} if self.kind == "terminal" else {}
        words = {"x": middle, "y": y + 4.5, "textLength": self.room, "lengthAdjust": "spacingAndGlyphs"}
        inner = [_Element("rect", box, []), _Element("text", words, [self.text])]
        if self.href is None:
            self.children += [*parts, *inner]
        else:
            self.children.append(_Element("a", {"href": self.href}, [*parts, *inner]))
        return self


class _Element(rail.DiagramItem):  # type: ignore[misc]  # the package has no types
    """An element of SVG; the package's own let `]]>` pass, which XML forbids in a text."""

    def __init__(self, name: str, attributes: dict[str, Any], children: Iterable[Any]) -> None:
        super().__init__(name, attributes)
        self.children = [*children]

    def writeSvg(self, write: Callable[[str], object]) -> None:  # noqa: N802  # the package's name
        """Write the element and what is in it."""
        attributes = "".join(
            f' {name}="{escape(value) if isinstance(value, str) else format(value, "g")}"'
            for name, value in self.attrs.items()
        )
        write(f"<{self.name}{attributes}>")
        for child in self.children:
            if isinstance(child, str):
                write(escape(child))
            else:
                child.writeSvg(write)
        write(f"</{self.name}>")


def _titled(item: Any, title: str) -> Any:
    """Return an item of the package with a title."""
    group = rail.Sequence(item)
    group.attrs["class"] = "noted"
    group.children.append(_Element("title", {}, [visible(title)]))
    return group


_STYLE = """body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header, nav { max-width: 75rem; margin: 0 auto; padding: 0 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; margin: 0; padding: 0; list-style: none; }
nav a, h2, pre, .uses a { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
a { color: var(--link); }
h2 { font-size: 1.15rem; margin: 0; }
section { border-top: 1px solid var(--faint); margin-top: 1.5rem; padding-top: 1rem; }
section:target h2 { text-decoration: underline; text-decoration-thickness: 3px; }
.picture, pre { overflow-x: auto; }
.place, .uses { color: var(--faint); margin: 0; font-size: 0.9rem; }
pre { margin: 0.5rem 0; font-size: 0.9rem; }
svg { display: block; }
"""


def shown_rules(grammar: Grammar, names: Iterable[str]) -> list[Rule]:
    """Return the rules of these names and those that they use, in the grammar's order; without names, its own rules,
    its start rules, and those that they use.

    Raises `UnknownRule` with near names where the grammar has no such rule.
    """
    rules = grammar.rules
    refers = references(rules)
    starts = [rules[name].name for name in names] or [*grammar, *(rules[name].name for name in grammar.entry.start)]
    reachable = {name: None for start in starts for name in reached(refers, start)}
    order = {rules[name].name: None for name in rules.names()} | reachable
    return [rules[name] for name in order if name in reachable]


def page(grammar: Grammar, names: Iterable[str] = ()) -> str:
    """Return the page of a grammar, or of some of its rules: of each rule, and of those that it uses, the diagram, in
    which each nonterminal is a link, its ABNF, where that stands, and the rules that use it.

    Raises `UnknownRule` with near names where the grammar has no such rule.

    >>> import irigrammar
    >>> html = page(irigrammar.grammar("rfc3986"), ["port"])
    >>> [rule for rule in ("port", "DIGIT", "host") if f'<section id="{rule}"' in html]
    ['port', 'DIGIT']
    """
    rules = shown_rules(grammar, names)
    entry = entry_of(grammar.rules)
    title = escape(visible(f"{entry.title} ({entry.document})" if entry else grammar.name))
    here = [rule.name for rule in rules]
    refers = references(grammar.rules)
    used = {name: [user for user in by if user in here] for name, by in users(refers).items()}
    return "".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>Railroad diagrams of {title}</title>\n<style>\n{STYLE}{_STYLE}</style>\n</head>\n<body>\n",
            f"<header><h1>{title}</h1></header>\n",
            '<nav aria-label="Rules"><ul>\n',
            *(f"<li>{_link(name)}</li>\n" for name in here),
            "</ul></nav>\n<main>\n",
            *(part for rule in rules for part in _section(grammar, rule, used)),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _section(grammar: Grammar, rule: Rule, used: Mapping[str, list[str]]) -> Iterator[str]:
    name = escape(rule.name)
    text = written(defining(grammar.rules, rule), rule) or f"{rule.name} = {abnf(rule.expr)}"
    yield f'<section id="{name}" aria-labelledby="-{name}">\n<h2 id="-{name}">{name}</h2>\n'
    yield f'<p class="place">{escape(visible(str(place_of(grammar.rules, rule))))}</p>\n'
    yield _picture(draw(diagram(grammar.rules, rule)), name)
    yield f"<pre>{escape(chr(10).join(map(visible, text.split(chr(10)))))}</pre>\n"
    if used[rule.name]:
        yield f'<p class="uses">used by {", ".join(map(_link, used[rule.name]))}</p>\n'
    yield "</section>\n"


def _picture(drawn: Drawn, name: str) -> str:
    size = f'width="{drawn.width:g}" height="{drawn.height:g}" viewBox="0 0 {drawn.width:g} {drawn.height:g}"'
    # What is wider than the page can be scrolled, by keyboard too.
    return (
        f'<div class="picture" tabindex="0" role="group" aria-label="Diagram of {name}">\n'
        f'<svg class="railroad" {size}>\n{drawn.inside}\n</svg>\n</div>\n'
    )


def _link(name: str) -> str:
    return f'<a href="#{escape(name)}">{escape(name)}</a>'

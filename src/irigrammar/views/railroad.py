"""Railroad diagrams as SVG, laid out by the railroad-diagrams package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from irigrammar.errors import MissingExtra
from irigrammar.learn.diagram import Choice, Diagram, Loop, Nonterminal, Noted, Option, Terminal, Track, Words, bounds
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
    made = rail.Diagram(items(diagram), type="complex").format(_MARGIN)
    parts: list[str] = []
    for child in made.children:
        child.writeSvg(parts.append)
    return Drawn("".join(parts), float(made.attrs["width"]), float(made.attrs["height"]))


def standalone(diagrams: Mapping[str, Diagram], title: str) -> str:
    """Return one SVG document with the diagrams of rules by name, one below the other, each the target of its name.

    >>> from irigrammar.learn.diagram import Nonterminal
    >>> made = standalone({"a": Nonterminal("b", True, "")}, "an example")
    >>> 'href="#b"' in made, 'id="a"' in made
    (True, True)
    """
    drawn = {name: draw(diagram) for name, diagram in diagrams.items()}
    width = max((one.width for one in drawn.values()), default=0)
    width = max([width, *(len(name) * _CHARACTER + 2 * _MARGIN for name in drawn)])
    parts: list[str] = []
    y = 0.0
    for name, one in drawn.items():
        parts.append(f'<g id="{escape(name)}" transform="translate(0 {y:g})">\n')
        parts.append(f'<text class="name" x="{_MARGIN}" y="{_TITLE - 6}">{escape(name)}</text>\n')
        parts.append(f'<g transform="translate(0 {_TITLE})">\n{one.inside}\n</g>\n</g>\n')
        y += _TITLE + one.height
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

"""Layout of railroad diagrams: parts on tracks, drawn as SVG.

A part is drawn on a line that enters it at the left and leaves it at the right, at the same height. Lengths are pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import accumulate, pairwise

from irigrammar.dataclass import NamedTuple
from irigrammar.learn.diagram import Choice, Diagram, Loop, Nonterminal, Noted, Option, Terminal, Track, Words, bounds
from irigrammar.text.caret import columns
from irigrammar.text.names import visible

_CHARACTER, _SMALL = 8.5, 7.5  # how wide a character is at most: 14 and 12 pixels high
_GAP = 10  # between parts, and between rows
_TURN = 10  # radius of a turn
_WIDEST = 900  # after which a sequence goes on below


class Part(NamedTuple):
    """A part of a diagram: its width, how far it goes above and below its line, and its marks at a place.

    `draw` takes the place where the line enters, and yields elements of SVG.
    """

    width: float
    up: float
    down: float
    draw: Callable[[float, float], Iterator[str]]


def laid_out(item: Diagram) -> Part:
    """Return the layout of a diagram.

    >>> part = laid_out(Nonterminal("port", True, ""))
    >>> part.width, part.up, part.down
    (54.0, 11, 11)
    """
    match item:
        case Terminal(text, title):
            return _box("terminal", text, title)
        case Nonterminal(name, linked, title):
            return _box("nonterminal" if linked else "undefined", name, title, href=f"#{name}" if linked else None)
        case Words(text, title):
            return _box("words", visible(text), title)
        case Track(parts):
            return _wrap([laid_out(part) for part in parts])
        case Choice(parts, count):
            size = -(-len(parts) // count)
            drawn = [laid_out(part) for part in parts]
            return _beside([_stack(drawn[start : start + size]) for start in range(0, len(drawn), size)])
        case Option(inner):
            return _stack([_track([]), laid_out(inner)], on=1)
        case Loop(inner, separator):
            words = bounds(item)
            back = [_box("bounds", words, "")] if words else []
            back += [laid_out(separator)] if separator else []  # it is read from right to left
            return _loop(laid_out(inner), _track(back))
        case Noted(inner, comment):
            return _with_title(laid_out(inner), comment)


def whole_diagram(part: Part) -> Part:
    """Return a whole diagram: a part between the marks of its start and end."""

    def draw(x: float, y: float) -> Iterator[str]:
        """Yield the SVG of the part between its two ends, with the track's left end at (x, y)."""
        for edge in (x, x + part.width + 4 * _GAP):
            yield f'<circle class="end" cx="{edge:g}" cy="{y:g}" r="4"></circle>'
        yield _path(f"M{x:g} {y:g}h{2 * _GAP}")
        yield from part.draw(x + 2 * _GAP, y)
        yield _path(f"M{x + 2 * _GAP + part.width:g} {y:g}h{2 * _GAP}")

    return Part(part.width + 4 * _GAP, part.up, part.down, draw)


def _box(kind: str, text: str, title: str, *, href: str | None = None) -> Part:
    """Return a text with a title in a box, as a link to `href` if given."""
    is_bounds = kind == "bounds"
    room = -(-columns(text) * (_SMALL if kind in ("bounds", "words") else _CHARACTER) // 1)
    width, half = room + (12 if is_bounds else 20), 9 if is_bounds else 11

    def draw(x: float, y: float) -> Iterator[str]:
        """Yield the SVG of the box with its text and title, as a link if `href` is there; its track
        begins at (x, y).
        """
        round_ = ' rx="11"' if kind == "terminal" else ' rx="3"'
        rect = f'<rect x="{x:g}" y="{y - half:g}" width="{width:g}" height="{2 * half}"{round_}></rect>'
        place = f'x="{x + width / 2:g}" y="{y + 4.5:g}" textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
        inner = f"{_title(title)}{rect}<text {place}>{escape(text, quote=False)}</text>"
        link = inner if href is None else f'<a href="{escape(href)}">{inner}</a>'
        # The words of a loop stand on the track itself.
        track = _path(f"M{x:g} {y:g}h{width:g}") if is_bounds else ""
        yield f'{track}<g class="{kind}">{link}</g>'

    return Part(width, half, half, draw)


def _with_title(part: Part, title: str) -> Part:
    """Return a part with a title, which browsers show when one points at it."""

    def draw(x: float, y: float) -> Iterator[str]:
        yield f'<g class="noted">{_title(title)}'
        yield from part.draw(x, y)
        yield "</g>"

    return part._replace(draw=draw)


def _track(parts: Sequence[Part]) -> Part:
    """Return parts one after the other; without any, a piece of track."""

    def draw(x: float, y: float) -> Iterator[str]:
        """Yield the SVG of the parts side by side from (x, y), joined by lines; a short line if there are none."""
        for number, part in enumerate(parts):
            if number:
                yield _path(f"M{x - _GAP:g} {y:g}h{_GAP}")
            yield from part.draw(x, y)
            x += part.width + _GAP
        if not parts:
            yield _path(f"M{x:g} {y:g}h{_GAP}")

    width = sum(part.width for part in parts) + _GAP * (len(parts) - 1) if parts else _GAP
    up, down = (max((sizes), default=0.0) for sizes in ([part.up for part in parts], [part.down for part in parts]))
    return Part(width, up, down, draw)


def _wrap(parts: Sequence[Part]) -> Part:
    """Return parts one after the other, wrapped into rows of about `_WIDEST`; the last row's track leads back up."""
    rows: list[list[Part]] = [[]]
    width = 0.0
    for part in parts:
        if rows[-1] and width + part.width > _WIDEST:
            rows.append([])
            width = 0
        rows[-1].append(part)
        width += part.width + _GAP
    lines = [_track(row) for row in rows]
    if len(lines) == 1:
        return lines[0]
    inner = max(line.width for line in lines)
    offsets = [
        *accumulate((above.down + 2 * _TURN + 2 * _GAP + below.up for above, below in pairwise(lines)), initial=0)
    ]

    def draw(x: float, y: float) -> Iterator[str]:
        """Yield the SVG of the lines one below the other with the tracks between them; entry and exit are at the height
        y.
        """
        row_start = x + _TURN
        yield _path(f"M{x:g} {y:g}h{_TURN}")
        for line, offset, following in zip(lines, offsets, [*offsets[1:], None], strict=True):
            row_y = y + offset
            yield from line.draw(row_start, row_y)
            right = row_start + line.width
            if following is None:
                yield _path(f"M{right:g} {row_y:g}H{row_start + inner + _TURN:g}{_up(row_y - y)}")
            else:
                between = line.down + _TURN + _GAP
                back = f"{_right_down}v{between - 2 * _TURN:g}{_down_left}H{row_start:g}{_left_down}"
                yield _path(f"M{right:g} {row_y:g}{back}V{y + following - _TURN:g}{_down_right}")

    return Part(inner + 4 * _TURN, lines[0].up, offsets[-1] + lines[-1].down, draw)


def _stack(parts: Sequence[Part], *, on: int = 0) -> Part:
    """Return alternatives one below the other, with the one of index `on` on the main track; an only one as it is."""
    if len(parts) == 1:
        return parts[0]
    inner = max(part.width for part in parts)
    steps = (max(above.down + _GAP + below.up, 2 * _TURN) for above, below in pairwise(parts))
    offsets = [*accumulate(steps, initial=0)]
    offsets = [offset - offsets[on] for offset in offsets]

    def draw(x: float, y: float) -> Iterator[str]:
        """Yield the SVG of the parts one below the other with the tracks to them; the one at the offset 0 is on the
        main track.
        """
        first_x, last_x = x + 2 * _TURN, x + 2 * _TURN + inner
        for part, offset in zip(parts, offsets, strict=True):
            row_y = y + offset
            if offset == 0:
                yield _path(f"M{x:g} {y:g}H{first_x:g}")
                yield _path(f"M{first_x + part.width:g} {y:g}H{last_x + 2 * _TURN:g}")
            else:
                yield _path(f"M{x:g} {y:g}{_down(offset) if offset > 0 else _up(-offset)}")
                yield _path(
                    f"M{first_x + part.width:g} {row_y:g}H{last_x:g}{_up(offset) if offset > 0 else _down(-offset)}"
                )
            yield from part.draw(first_x, row_y)

    up = max(part.up - offset for part, offset in zip(parts, offsets, strict=True))
    down = max(part.down + offset for part, offset in zip(parts, offsets, strict=True))
    return Part(inner + 4 * _TURN, up, down, draw)


def _beside(parts: Sequence[Part]) -> Part:
    """Return alternatives side by side, a track above leading to each and one below leading on; an only
    one as it is.
    """
    if len(parts) == 1:
        return parts[0]
    up = max(part.up for part in parts) + _GAP + _TURN
    down = max(part.down for part in parts) + _GAP + _TURN

    def draw(x: float, y: float) -> Iterator[str]:
        """Yield the SVG of alternatives side by side: tracks lead over the earlier ones to each, and under the later
        ones away.
        """
        end = x + width
        yield _path(f"M{x:g} {y:g}h{2 * _TURN}")
        yield _path(f"M{end - 2 * _TURN:g} {y:g}h{2 * _TURN}")
        at = x + 2 * _TURN
        for number, part in enumerate(parts):
            if number:
                yield _path(f"M{x:g} {y:g}{_up(up)}H{at - 2 * _TURN:g}{_down(up)}")
            yield from part.draw(at, y)
            at += part.width
            if number < len(parts) - 1:
                yield _path(f"M{at:g} {y:g}{_down(down)}H{end - 2 * _TURN:g}{_up(down)}")
            at += 4 * _TURN

    width = sum(part.width for part in parts) + 4 * _TURN * len(parts)
    return Part(width, up, down, draw)


def _loop(part: Part, back: Part) -> Part:
    """Return a part that may be repeated, with the parts on the way back below it."""
    inner = max(part.width, back.width)
    under = max(part.down + _GAP + back.up, 2 * _TURN)

    def draw(x: float, y: float) -> Iterator[str]:
        """Yield the SVG of the part on the main track, and `back` below it on the track from its end to its start."""
        inner_start, inner_end = x + _TURN, x + _TURN + inner
        start, middle = inner_start + (inner - part.width) / 2, inner_start + (inner - back.width) / 2
        yield _path(f"M{x:g} {y:g}H{start:g}")
        yield from part.draw(start, y)
        yield _path(f"M{start + part.width:g} {y:g}H{inner_end + _TURN:g}")
        turn = f"v{under - 2 * _TURN:g}"
        yield _path(f"M{inner_end:g} {y:g}{_right_down}{turn}{_down_left}H{middle + back.width:g}")
        yield from back.draw(middle, y + under)
        up = f"a{_TURN} {_TURN} 0 0 1 -{_TURN} -{_TURN}v{2 * _TURN - under:g}a{_TURN} {_TURN} 0 0 1 {_TURN} -{_TURN}"
        yield _path(f"M{middle:g} {y + under:g}H{inner_start:g}{up}")

    return Part(inner + 2 * _TURN, part.up, under + back.down, draw)


_right_down = f"a{_TURN} {_TURN} 0 0 1 {_TURN} {_TURN}"
_down_left = f"a{_TURN} {_TURN} 0 0 1 -{_TURN} {_TURN}"
_left_down = f"a{_TURN} {_TURN} 0 0 0 -{_TURN} {_TURN}"
_down_right = f"a{_TURN} {_TURN} 0 0 0 {_TURN} {_TURN}"


def _down(way: float) -> str:
    """Return SVG path data from a point to one that is `way` lower, with two turns to the right of it."""
    return f"{_right_down}v{way - 2 * _TURN:g}{_down_right}"


def _up(way: float) -> str:
    """Return SVG path data from a point to one that is `way` higher, with two turns to the right of it."""
    turn = f"a{_TURN} {_TURN} 0 0 0 {_TURN} -{_TURN}"
    return f"{turn}v{2 * _TURN - way:g}a{_TURN} {_TURN} 0 0 1 {_TURN} -{_TURN}"


def _path(way: str) -> str:
    return f'<path d="{way}"></path>'


def _title(text: str) -> str:
    return f"<title>{escape(visible(text), quote=False)}</title>" if text else ""

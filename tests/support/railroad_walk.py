"""Walks along the tracks of a railroad diagram in text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from irigrammar.learn.diagram import Choice, Diagram, Loop, Nonterminal, Noted, Option, Terminal, Track, Words, bounds
from irigrammar.text.canvas import cells
from irigrammar.text.names import visible

SIGNS = set("─│◀●┬├┤└┘┐┌")
RIGHT, LEFT, UP, DOWN = (0, 1), (0, -1), (-1, 0), (1, 0)
# Where a track goes on from a sign, by the direction in which it was reached.
TURNS = {
    "─": {RIGHT: [RIGHT], LEFT: [LEFT]},
    "│": {UP: [UP], DOWN: [DOWN]},
    "◀": {LEFT: [LEFT]},
    "┬": {RIGHT: [RIGHT, DOWN], UP: [RIGHT]},
    "├": {DOWN: [RIGHT, DOWN]},
    "┤": {RIGHT: [UP], UP: [UP]},
    "└": {DOWN: [RIGHT], LEFT: [UP]},
    "┘": {RIGHT: [UP], DOWN: [LEFT]},
    "┐": {RIGHT: [DOWN]},
    "┌": {LEFT: [DOWN]},
}
WAY = tuple[str, ...]


class Place(NamedTuple):
    row: int
    column: int
    heading: tuple[int, int]
    arrow: bool  # whether an arrow was met since the track turned to the left
    way: WAY


def walked(lines: Sequence[str], most: int) -> set[WAY]:
    """Return the labels, in order, of each way through a picture with a limited length."""
    grid = [[cell.text for cell in cells(line.strip("\u202d\u202c"))] for line in lines]
    (row,) = [index for index, line in enumerate(grid) if line and line[0] == "●"]
    ways: set[WAY] = set()
    todo = [Place(row, 1, RIGHT, False, ())]
    seen: set[Place] = set()  # a loop may go round without a label
    while todo:
        place = todo.pop()
        if len(place.way) > most or place in seen:
            continue
        seen.add(place)
        sign = grid[place.row][place.column] if place.column < len(grid[place.row]) else ""
        if sign == "●":
            ways.add(place.way)
        elif sign == " ":
            todo += _read(grid[place.row], place)
        else:
            todo += _turned(sign, place)
    return ways


def _turned(sign: str, place: Place) -> Iterator[Place]:
    for heading in TURNS.get(sign, {}).get(place.heading, []):
        if place.heading == LEFT != heading and not place.arrow:
            return
        arrow = heading == LEFT and (place.arrow or sign == "◀")
        yield Place(place.row + heading[0], place.column + heading[1], heading, arrow, place.way)


def _read(row: list[str], place: Place) -> Iterator[Place]:
    """Read the label whose blank was reached."""
    if place.heading not in (RIGHT, LEFT):
        return
    step = place.heading[1]
    offset = place.column + step
    while 0 <= offset + step < len(row) and not (row[offset] == " " and row[offset + step] in SIGNS):
        offset += step
    label = "".join(row[min(place.column, offset) + 1 : max(place.column, offset)])
    way = place.way if label.startswith("; ") else (*place.way, label)
    yield place._replace(column=offset + step, way=way)


def ways(item: Diagram, most: int) -> set[WAY]:
    """Return the labels, in order, of each way through a diagram with a limited length."""
    return {way for way in _ways(item, most) if len(way) <= most}


def _ways(item: Diagram, most: int) -> set[WAY]:
    match item:
        case Terminal(label):
            return {(label,)}
        case Nonterminal(name, linked):
            return {(name if linked else f"{name}?",)}
        case Words(text):
            return {(visible(text),)}
        case Noted(inner):
            return ways(inner, most)
        case Option(inner):
            return ways(inner, most) | {()}
        case Choice(parts):
            return set().union(*(ways(part, most) for part in parts))
        case Track(parts):
            spelled: set[WAY] = {()}
            for part in parts:
                spelled = _joined(spelled, ways(part, most), most)
            return spelled
        case Loop(inner, separator):
            once = ways(inner, most)
            back: set[WAY] = ways(separator, most) if separator else {()}
            words: set[WAY] = {(f"({bounds(item)})",)} if bounds(item) else {()}
            again = _joined(_joined(back, words, most), once, most)
            spelled = once
            while (more := spelled | _joined(spelled, again, most)) != spelled:
                spelled = more
            return spelled


def _joined(first: set[WAY], second: set[WAY], most: int) -> set[WAY]:
    return {(*left, *right) for left, right in product(first, second) if len(left) + len(right) <= most}

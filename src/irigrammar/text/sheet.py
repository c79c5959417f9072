"""Layout of text pages: width, characters, colours, labelled rows.

Rows are folded where a reader would fold them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from irigrammar.dataclass import dataclass
from irigrammar.lazy import regex
from irigrammar.text.names import visible

WIDTH = 100
_LABEL = 14

# A function that gives a text the colour of its role.
Paint = Callable[[str, str], str]

_TOKEN = regex(r'(?:[^\s"<]|"[^"]*"|<[^>]*>)+')


def wrap_lines(text: str, width: int, *, breaks_words: bool = False) -> list[str]:
    """Return a text in lines of at most a width; [] for white space. Longer words are left whole unless `breaks_words`.

    >>> wrap_lines("a well-known  word", 9)
    ['a', 'well-known', 'word']
    """
    if len(text) <= width and " ".join(text.split()) == text:
        return [text] if text else []
    from textwrap import wrap

    return wrap(text, width, break_long_words=breaks_words, break_on_hyphens=breaks_words)


def abnf_units(text: str) -> list[str]:
    """Return ABNF on one line in the parts between which a line may end; an alternative begins with its slash.

    >>> abnf_units('1*( ALPHA / " " ) [ ":" port ]')
    ['1*( ALPHA', '/ " " )', '[ ":"', 'port ]']
    """
    units: list[str] = []
    is_open = False
    for token in _TOKEN.findall(text):
        if is_open or token in (")", "]"):
            units[-1] += f" {token}"
        else:
            units.append(token)
        is_open = token in ("/", "[") or token.endswith("(")
    return units


def fold(units: Iterable[str], start: int, indent: int) -> list[str]:
    """Return lines of units with a space between them: the first one for column `start`, the others indented. They have
    at most 100 columns, unless a unit is longer.

    >>> fold(["a" * 60, "b" * 60], 4, 2)[1] == "  " + "b" * 60
    True
    """
    lines: list[str] = []
    column = start
    for unit in units:
        if lines and column + 1 + len(unit) <= WIDTH:
            lines[-1] += f" {unit}"
            column += 1 + len(unit)
        else:
            column = (indent if lines else start) + len(unit)
            lines.append(" " * indent + unit if lines else unit)
    return lines


def row(label: str, units: str | Iterable[str], paint: Paint, *, hang: int = 0) -> Iterator[str]:
    """Yield the lines of a label and its text, in units between which a line may end, or in words; later lines
    `hang` columns further to the right.

    >>> list(row("uses", "h16, ls32", lambda text, role: text))
    ['uses          h16, ls32']
    """
    head = paint(f"{label:<{_LABEL}}", "note")
    for line in fold(units.split(" ") if isinstance(units, str) else units, _LABEL, _LABEL + hang):
        yield head + line
        head = ""


def side_by_side(label: str, pairs: Sequence[tuple[str, str]], role: str, paint: Paint) -> Iterator[str]:
    """Yield the lines of a label and pairs, the first of each in the colour of a role; the second ones are in a column,
    or below the first ones if a line would grow too long.
    """
    width = max((len(first) for first, _ in pairs), default=0)
    below = any(_LABEL + width + 2 + len(second) > WIDTH for _, second in pairs)
    for first, second in pairs:
        shown = paint(first, role)
        yield from row(label, [shown if below else f"{shown}{' ' * (width - len(first))}  {second}"], paint)
        label = ""
        if below:
            yield from row("", [f"  {second}"], paint)


def comma_units(items: Iterable[str]) -> list[str]:
    """Return the items of a list, each but the last with a comma, as units between which a line may end.

    >>> comma_units(["a", "b", "c"])
    ['a,', 'b,', 'c']
    """
    units = list(items)
    return [f"{unit}," for unit in units[:-1]] + units[-1:]


INDENT = 2


LABEL = 11  # columns of "expected   "


@dataclass(frozen=True, slots=True)
class Sheet:
    """The layout of a page: columns, the encoding of the reader's terminal, and the colours of roles."""

    width: int = 100
    encoding: str = "utf-8"
    paint: Paint = lambda text, _: text

    def show(self, text: str) -> str:
        """Return a text with escapes for invisible characters and those that the output's encoding lacks."""
        return visible(text, self.encoding)

    def wrap(self, label: str, text: str) -> Iterator[str]:
        """Yield the lines of a text, the first one with its label, each as wide as the sheet at most, unless a word is
        longer.
        """
        lines = wrap_lines(text, self.width - INDENT - LABEL)
        for index, line in enumerate(lines or [""]):
            yield self.row(label if index == 0 else "", line)

    def row(self, label: str, text: str) -> str:
        """Return one line with an indented label before its text, without spaces at its end."""
        return f"{' ' * INDENT}{self.paint(f'{label:<{LABEL}}', 'faint')}{text}".rstrip()


PLAIN = Sheet()


def one_of(words: tuple[str, ...]) -> str:
    """Return alternatives as one text, with commas and "or". Raises `IndexError` for none."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])}, or {words[-1]}"

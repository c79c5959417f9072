"""How pages of text look: width, characters, colours, labelled rows."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from irigrammar.text.names import visible

INDENT = 2


LABEL = 11  # columns of "expected   "


Paint = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a page looks: columns, what the reader's terminal can show, and the colours of roles."""

    width: int = 100
    encoding: str = "utf-8"
    paint: Paint = lambda text, _: text

    def show(self, text: str) -> str:
        """Return a text with escapes for what cannot be shown."""
        return visible(text, self.encoding)

    def wrap(self, label: str, text: str) -> Iterator[str]:
        """Yield a labelled text over as many lines as it takes."""
        lines = textwrap.wrap(text, self.width - INDENT - LABEL, break_long_words=False, break_on_hyphens=False)
        for at, line in enumerate(lines or [""]):
            yield self.row(label if at == 0 else "", line)

    def row(self, label: str, text: str) -> str:
        """Return one line with a label before it."""
        return f"{' ' * INDENT}{self.paint(f'{label:<{LABEL}}', 'faint')}{text}".rstrip()


PLAIN = Sheet()


def one_of(words: tuple[str, ...]) -> str:
    """Return alternatives as one text."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])}, or {words[-1]}"

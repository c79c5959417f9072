"""Where in an HTML document SVG and MathML stand: there elements are tokenized in another way."""

from __future__ import annotations

from collections import Counter

_FOREIGN = frozenset(("svg", "math"))
# HTML Standard, 13.2.6: where HTML goes on in SVG and MathML.
_INTEGRATION = frozenset(("foreignobject", "desc", "title", "annotation-xml", "mi", "mo", "mn", "ms", "mtext"))
# HTML Standard, 13.2.6.5: start tags that end SVG and MathML.
_BREAKOUT_NAMES = """
b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol
p pre ruby s small span strong strike sub sup table tt u ul var
"""
_BREAKOUT = frozenset(_BREAKOUT_NAMES.split())


class Foreign:
    """The elements of SVG and MathML that are open, and those in them whose content is HTML again."""

    __slots__ = ("_counts", "_open")

    def __init__(self) -> None:
        self._open: list[str] = []
        self._counts: Counter[str] = Counter()

    @property
    def foreign(self) -> bool:
        """Whether what comes next is content of SVG or MathML."""
        return bool(self._open) and self._open[-1] in _FOREIGN

    def enter(self, name: str, empty: bool) -> bool:
        """Note a start tag, `empty` if it ends in "/>"; return whether the element is one of SVG or MathML.

        >>> within = Foreign()
        >>> [within.enter(name, False) for name in ("p", "svg", "title", "a", "p")]
        [False, True, True, False, False]
        """
        if self.foreign:
            if name in _BREAKOUT:
                while self.foreign:
                    self._pop()
                return False
            if not empty and (name in _FOREIGN or name in _INTEGRATION):
                self._push(name)
            return True
        if name in _FOREIGN and not empty:
            self._push(name)
        return name in _FOREIGN

    def leave(self, name: str) -> None:
        """Note an end tag."""
        if self._open and self._counts[name] and (name in _FOREIGN or name == self._open[-1]):
            while self._pop() != name:
                pass

    def _push(self, name: str) -> None:
        self._open.append(name)
        self._counts[name] += 1

    def _pop(self) -> str:
        name = self._open.pop()
        self._counts[name] -= 1
        return name

"""Strings, of any length, on which careless matchers are slow."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["KINDS", "Kind"]


@dataclass(frozen=True)
class Kind:
    """A beginning, a unit that is repeated, an end."""

    name: str
    start: str
    unit: str
    end: str = ""

    def text(self, length: int) -> str:
        """Return the string of about that length: the units are whole."""
        return self.start + self.unit * ((length - len(self.start) - len(self.end)) // len(self.unit)) + self.end


KINDS = (
    Kind("path", "http://h/", "ab/"),
    Kind("one segment", "http://h/", "a"),
    Kind("slashes", "", "/"),
    Kind("query", "http://h/?", "a=b&"),
    Kind("fragment", "#", "?"),
    Kind("percent-encodings", "http://h/", "%C3"),
    Kind("Han", "http://h/", "漢"),
    Kind("astral", "http://h/", "\U00020000"),
    Kind("scheme or segment", "", "a"),
    Kind("scheme or segment, refused", "", "a", "^"),
    Kind("colons", "", ":"),
    Kind("colons in a path", "a", ":"),
    Kind("user or host", "http://", "a:"),
    Kind("a@a@a@", "http://", "a@"),
    Kind("percent-encoded user or host", "http://", "%41", "["),
    Kind("digits of a port", "http://h:", "8"),
    Kind("digits and dots", "http://", "1."),
    Kind("[", "", "["),
    Kind("[ in a host", "http://", "["),
    Kind("IPv6 without end", "http://[", "1:"),
    Kind("IPvFuture", "http://[v1.", "a:", "]"),
    Kind("dots", "", "."),
    Kind("dot segments", "http://h/", "../"),
    Kind("backslashes", "http://h", "\\"),
    Kind("backslashes and @", "http://h", "\\a@"),
    Kind("bad last character", "http://h/", "ab/", " "),
    Kind("bad last line feed", "http://h/?", "a", "\n"),
    Kind("bad last percent", "http://h/", "%41", "%4"),
    Kind("lone surrogate last", "http://h/", "a", "\ud800"),
    Kind("all bad", "", " "),
)

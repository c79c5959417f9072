"""Messages for unknown names, with a suggestion."""

from __future__ import annotations

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Collection


def check_choice(noun: str, value: str, known: Collection[str]) -> None:
    """Raise `ValueError` for a value that is not among those known; the message names the nearest one, or all."""
    if value not in known:
        raise ValueError(unknown(noun, value, known))


def unknown(noun: str, value: str, known: Collection[str]) -> str:
    """Return the message for an unknown value: with the known one that it resembles, or with all.

    >>> unknown("level", "x", ["syntax", "scheme"])
    "unknown level 'x'; choose 'syntax' or 'scheme'"
    >>> unknown("level", "schema", ["syntax", "scheme"])
    "unknown level 'schema'; did you mean 'scheme'?"
    """
    from difflib import get_close_matches

    near = get_close_matches(value, known, n=1)
    *others, last = map(repr, known)
    hint = f"did you mean {near[0]!r}?" if near else f"choose {', '.join(others)}{' or ' if others else ''}{last}"
    return f"unknown {noun} {value!r}; {hint}"

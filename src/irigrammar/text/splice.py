"""Exchange parts of a text, and find where two texts differ."""

from __future__ import annotations

from collections.abc import Iterable


def splice(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Return a text with parts replaced, each given by its offsets, the end exclusive, and its new text, in order.

    >>> splice("a b c", [(1, 2, ""), (3, 4, "%20")])
    'ab%20c'
    """
    pieces: list[str] = []
    done = 0
    for start, end, new in edits:
        pieces += (text[done:start], new)
        done = end
    return "".join([*pieces, text[done:]])


def shared_ends(first: str, second: str) -> tuple[int, int]:
    """Return how many characters two texts share at their beginning, and behind that at their end.

    >>> shared_ends("a b", "a%20b"), shared_ends("aa", "a")
    ((1, 1), (1, 0))
    """
    head = shared_start(first, second)
    return head, shared_start(first[head:][::-1], second[head:][::-1])


def shared_start(first: str, second: str) -> int:
    """Return how many characters two texts share at their beginning, by halving: `os.path.commonprefix` takes a step of
    Python for each.

    >>> shared_start("a b", "a%20b"), shared_start("", "a"), shared_start("ab", "ab")
    (1, 0, 2)
    """
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low

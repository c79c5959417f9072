"""Random patterns with all constructs match what their engine matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from random import Random

import pytest
from examples import FULL

from irigrammar.errors import RegexError
from irigrammar.language import from_regex, suite
from tools.proofs import drivers
from tools.proofs.engines import package

pytestmark = pytest.mark.external

_CHARS = ("a", "b", "K", "1", "_", " ", r"\n", "é", "ſ", "😀", ".", r"\w", r"\W", r"\d", r"\s", r"\S", "[a-k]", "[^a]")
_SETS = ("[^a-zé]", r"[\w.]", r"[^\s1]", "[😀é]", r"\p{L}", r"\P{Lu}", r"[\p{Nd}_]", "(?:ab|b)", "(?:)", "-", ",")
_LOOKS = ("(?=a)", "(?!b)", "(?=.a)", "(?!.*1)", "(?<=a)", "(?<!b)", "(?<=a.)", r"(?<!\w)")
_PLACES = ("^", "$", r"\b", r"\B")
_PYTHON = ("(?>a|ab)", "a*+", r"\A", r"\Z", "(?i:k)", "(?s:.)", "(?m:^a)")
_AUTOMATA = (r"\A", r"\z", "(?i:k)", "(?s:.)", "(?m:^a)", "(?m:a$)", "[[:alpha:]]")


def patterns(parts: Sequence[str], seed: int, count: int) -> list[str]:
    """Return random patterns of some parts."""
    draw = Random(seed)

    def pattern(depth: int) -> str:
        items = [piece(depth) for _ in range(draw.randint(1, 3))]
        return "|".join(["".join(items), pattern(depth - 1)]) if depth and draw.random() < 0.2 else "".join(items)

    def piece(depth: int) -> str:
        if depth and draw.random() < 0.25:
            return f"(?:{pattern(depth - 1)}){draw.choice(['', '*', '+', '?', '{2}', '{1,2}', '*?'])}"
        part = draw.choice(parts)
        is_place = part in (*_LOOKS, *_PLACES, r"\A", r"\z", r"\Z", "a*+", "(?:)")
        return part if is_place else part + draw.choice(["", "", "", "*", "+", "?", "{2}", "{1,2}", "+?"])

    return [pattern(2) for _ in range(count)]


def _compiled(module: str, pattern: str, flags: str, texts: Sequence[str]) -> list[bool]:
    engine = pytest.importorskip(module)
    prefix = f"(?{flags})" if flags else ""
    search = engine.compile(prefix + pattern).search
    return [search(text) is not None for text in texts]


def _polars(pattern: str, flags: str, texts: Sequence[str]) -> list[bool]:
    polars = pytest.importorskip("polars")
    prefix = f"(?{flags})" if flags else ""
    verdicts: list[bool] = polars.Series(texts).str.contains(prefix + pattern).to_list()
    return verdicts


def _node(pattern: str, flags: str, texts: Sequence[str]) -> list[bool]:
    if drivers.version("node") is None:
        pytest.skip("Node.js is not installed")
    return drivers.answers("node", f"flags {flags}", pattern, texts)


_ALL = (*_CHARS, *_SETS, *_PLACES)
_ROWS: list[tuple[str, str, Callable[[str, str, Sequence[str]], list[bool]], tuple[str, ...], int]] = [
    ("python", "", partial(_compiled, "re"), (*_CHARS, *_PLACES, *_LOOKS, *_PYTHON), 80),
    ("python", "i", partial(_compiled, "re"), (*_CHARS, *_PLACES, *_LOOKS, *_PYTHON), 40),
    ("re2", "", partial(_compiled, "re2"), (*_ALL, *_AUTOMATA), 80),
    ("re2", "i", partial(_compiled, "re2"), (*_ALL, *_AUTOMATA), 40),
    ("rust", "", _polars, (*_ALL, *_AUTOMATA), 80),
    ("rust", "i", _polars, (*_ALL, *_AUTOMATA), 40),
    ("ecmascript", "u", _node, (*_ALL, *_LOOKS), 40),
    ("ecmascript", "iu", _node, (*_ALL, *_LOOKS), 40),
    ("ecmascript", "v", _node, (*_ALL[:-2], *_LOOKS), 40),
    ("ecmascript", "", _node, (*_CHARS, *_PLACES, *_LOOKS), 40),
    ("ecmascript", "im", _node, (*_CHARS, *_PLACES, *_LOOKS), 40),
]


@pytest.mark.parametrize(
    ("dialect", "flags", "ask", "parts", "count"), _ROWS, ids=[f"{row[0]}-{row[1]}" for row in _ROWS]
)
def test_matches_are_those_of_the_engine(
    dialect: str,
    flags: str,
    ask: Callable[[str, str, Sequence[str]], list[bool]],
    parts: tuple[str, ...],
    count: int,
) -> None:
    """On a part of the suite of each automaton, for some 500 patterns; ten times as many with all examples."""
    if dialect == "re2" and package("google-re2") is None:
        pytest.skip("google-re2 is not installed")
    tried = 0
    refused = []
    for pattern in patterns(parts, 74, count * (10 if FULL else 1)):
        try:
            matcher = from_regex(pattern, dialect=dialect, flags=flags, max_states=300)
        except RegexError as error:
            refused.append((pattern, error))
            continue
        drawn = (case.text for case in islice(suite(matcher, each="class"), 0, 600, 7))
        texts = [text for text in drawn if not any("\ud800" <= char <= "\udfff" for char in text)]
        verdicts = ask(pattern, flags, texts)
        assert [
            text for text, verdict in zip(texts, verdicts, strict=True) if verdict != matcher.matches(text)
        ] == [], pattern
        tried += 1
    assert tried > count / 2
    unknown = [(pattern, str(error)) for pattern, error in refused if not (error.limit or "no text" in error.reason)]
    assert unknown == []

"""Strings to measure with, generated or real.

A seeded script makes them in the shapes of real ones; real ones are used if a folder has some.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

from tools.bench.shapes import SHAPES, UNITS, early, late, page, path, reference, untidy, word

__all__ = [
    "FAULTS",
    "REAL",
    "describe",
    "fresh",
    "generated",
    "messy",
    "parts",
    "real",
    "refused",
    "related",
    "shaped",
    "sized",
    "uniform",
]

SEED = 3987
REAL_FILE = "dbpedia_links_iris.txt"
REAL = "DBpedia"
FAULTS = {"faults early": early, "faults late": late}


def generated(count: int, *, faults: float = 0.1, longest: int | None = None) -> list[str]:
    """Return distinct strings in all shapes, mixed, that share of them with a fault, half of these early, half late."""
    weights, shapes = zip(*SHAPES.values(), strict=True)

    def draw(rng: Random) -> str:
        text: str = rng.choices(shapes, weights)[0](rng)
        return rng.choice((early, late))(rng, text) if rng.random() < faults else text

    return _distinct(draw, count, longest)


def shaped(shape: str, count: int) -> list[str]:
    """Return distinct valid strings in one shape."""
    return _distinct(SHAPES[shape][1], count)


def _distinct(draw: Callable[[Random], str], count: int, longest: int | None = None, seed: int = SEED) -> list[str]:
    rng = Random(seed)
    texts: dict[str, None] = {}
    while len(texts) < count:
        text = draw(rng)
        if longest is None or len(text) <= longest:
            texts[text] = None
    return list(texts)


def parts(count: int, root: Path) -> dict[str, list[str]]:
    """Return the corpus in its parts: each shape, those with a fault early or late in any shape, and real IRIs."""
    parts = {shape: shaped(shape, count) for shape in SHAPES}
    valid = generated(count, faults=0)
    for title, breaks in FAULTS.items():
        rng = Random(SEED)
        parts[title] = list(dict.fromkeys(breaks(rng, text) for text in valid))
    published = real(count, root)
    return {**parts, REAL: published} if published else parts


def messy(count: int) -> list[str]:
    """Return distinct URLs that are not in normal form."""
    return _distinct(untidy, count)


def related(count: int) -> list[tuple[str, str]]:
    """Return bases and references, each base absolute."""
    bases = _distinct(page, count)
    references = _distinct(reference, count, seed=SEED + 1)
    return list(zip(bases, references, strict=True))


def refused(count: int) -> list[str]:
    """Return strings that all have a fault."""
    return generated(count, faults=1)


def real(count: int, root: Path) -> list[str] | None:
    """Return a sample of real IRIs, None without the file that has them.

    Its folder is `IRIGRAMMAR_DATA` of the environment, or `shared/data` beside the checkout.
    """
    folders = [Path(folder) for folder in [os.environ.get("IRIGRAMMAR_DATA")] if folder]
    for folder in [*folders, root.parent / "shared" / "data"]:
        if (folder / REAL_FILE).is_file():
            lines = (folder / REAL_FILE).read_text(encoding="utf-8").splitlines()
            return Random(SEED).sample(lines, min(count, len(lines)))
    return None


def sized(length: int, count: int) -> list[str]:
    """Return distinct URLs of ASCII that all have that many characters, from 18 on."""
    rng = Random(SEED + length)
    texts: dict[str, None] = {}
    while len(texts) < count:
        text = f"http://{word(rng, 4, 6)}.org{path(rng, 1)}"
        while len(text) < length:
            text += f"{rng.choice(('/', '/', '-', '%20' if length > 100 else '.'))}{word(rng)}"
        text = text[:length]
        texts[f"{text[:-2]}az" if "%" in text[-2:] else text] = None
    return list(texts)


def uniform(kind: str, length: int, count: int) -> list[str]:
    """Return distinct strings of about that length (to a unit), all of one kind of character: see `UNITS`."""
    rng = Random(SEED)
    texts = []
    for _ in range(count):
        text = "http://example.org/"
        while len(text) < length:
            text += UNITS[kind](rng)
        texts.append(text)
    return texts


def fresh(texts: list[str]) -> list[str]:
    """Return the same texts as new objects, for a string keeps its hash and its UTF-8 once somebody wanted them."""
    return [f"{text}x"[:-1] for text in texts]


def describe(texts: list[str]) -> str:
    """Say how many texts there are and how long they are."""
    lengths = sorted(map(len, texts))
    beyond = sum(not text.isascii() for text in texts)
    if lengths[0] == lengths[-1]:
        return f"{len(texts)} strings of {lengths[0]} characters"
    middle = lengths[len(lengths) // 2]
    return (
        f"{len(texts)} strings of {lengths[0]} to {lengths[-1]} characters (median {middle}), "
        f"{beyond / len(texts):.0%} of them not ASCII"
    )

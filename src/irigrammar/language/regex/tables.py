"""Character classes and case of regular expressions, by engine.

The rows of `grammar/world/regex.toml`, which `tools/world/patterns/measure.py` measured on all characters.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import pairwise

from irigrammar.automata.charset import EMPTY, Ranges, difference, union
from irigrammar.dataclass import dataclass
from irigrammar.language.regex.pattern import ALL, SURROGATES, complement
from irigrammar.shipped.loader import value
from irigrammar.unicode import categories, ranges_by_value, script_names

# The program or document whose rows an engine has.
SUBJECTS = {
    "python": "CPython",
    "ecmascript": "Node.js",
    "re2": "RE2",
    "go": "Go regexp",
    "rust": "polars",
    "xsd": "XSD",
    "xerces": "JDK Xerces",
    "i-regexp": "I-Regexp",
}
_CASE = ("Node.js", "iu")  # whose pairs others are differences of
ANY_PROPERTY = r"\p{*}"

Pairs = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Tables:
    """The sets of an engine: of `\\d`, `\\s`, `\\w`, and the line ends that `.` does not match.

    `fold` returns a set with the other cases of its characters, as the engine matches without regard to case.
    `property_of` takes the name and the value of a property of characters ("" for none: `\\p{L}` is "", "L"), and
    returns its characters, None for one that the engine does not know, or that is not known here.
    """

    digit: Ranges
    space: Ranges
    word: Ranges
    line_ends: Ranges
    fold: Callable[[Ranges], Ranges]
    property_of: Callable[[str, str], Ranges | None]


@cache
def tables(engine: str, flags: str = "") -> Tables:
    """Return the tables of an engine: "python", "ecmascript", "re2", "go", "rust", "xsd", "i-regexp", and
    "xerces", which departs from XSD.

    `flags` are those that change them: "a" of Python, "i", "u" and "v" of ECMAScript. Raises `KeyError` for another
    engine.

    >>> tables("python").line_ends, tables("python", "a").digit
    (((10, 10),), ((48, 57),))
    """
    subject = SUBJECTS[engine]
    digit, space, word, dot = (_class(subject, name, flags) for name in (r"\d", r"\s", r"\w", "."))
    return Tables(
        *(digit, space, word, complement(dot)),
        fold=partial(_fold, subject, "".join(sorted({*flags, "i"}))),
        property_of=partial(_property, subject),
    )


@cache
def _rows() -> dict[str, dict[str, dict[str, dict[str, str]]]]:
    """Return the rows: subject, operation, pattern and flags to the result."""
    rows: dict[str, dict[str, dict[str, dict[str, str]]]] = value("regex", "rows")
    return rows


def _class(subject: str, pattern: str, flags: str) -> Ranges:
    """Return the set of a class; where a row has not all flags, with those that it has."""
    rows = _rows()[subject]["class"].get(pattern, {})
    for known in sorted(rows, key=len, reverse=True):
        if {*known} <= {*flags}:
            return points_of(rows[known])
    return EMPTY


def points_of(text: str) -> Ranges:
    """Return the ranges that a text names in hexadecimal digits.

    >>> points_of("41-5A 5F")
    ((65, 90), (95, 95))
    """
    ends = (token.split("-") for token in text.split())
    return tuple((int(pair[0], 16), int(pair[-1], 16)) for pair in ends)


def named_points(text: str) -> dict[str, str]:
    """Return the texts of sets by name: of "Lu 41; So 2B97-2B98", those of "Lu" and "So"."""
    parts = (part.strip().partition(" ") for part in text.split(";") if part.strip())
    return {name: value for name, _, value in parts}


def set_of(text: str, known: Mapping[str, Ranges]) -> Ranges:
    """Return the set that a text describes: names of sets, or first letters of them; after "+" characters in it, after
    "-" those that are not.

    >>> set_of("N + 5F - 33", {"Nd": ((48, 57),)})
    ((48, 50), (52, 57), (95, 95))
    """
    named, _, minus = text.partition("-") if text.startswith("-") else text.partition(" - ")
    named, _, plus = named.partition("+")
    sets = (ranges for token in named.split() for name, ranges in known.items() if name.startswith(token))
    return difference(difference(union(*sets, points_of(plus)), points_of(minus)), SURROGATES)


@cache
def _categories(subject: str) -> dict[str, Ranges]:
    rows = _rows()[subject].get("categories", {}).get(ANY_PROPERTY, {})
    return moved_categories(next(iter(rows.values()), ""))


def moved_categories(text: str) -> dict[str, Ranges]:
    """Return the characters of each category, where some have another one than in our version of Unicode."""
    changes = {name: points_of(points) for name, points in named_points(text).items()}
    others = union(*changes.values(), SURROGATES)
    return {name: union(difference(ranges, others), changes.get(name, EMPTY)) for name, ranges in categories().items()}


def scripts(kind: str, gaps: Ranges) -> dict[str, Ranges]:
    """Return the characters of each script, by its code, where some are unassigned; `kind` is "scripts" or
    "extensions".
    """
    result: dict[str, list[Ranges]] = {code: [] for code in script_names()}
    for codes, ranges in ranges_by_value("scripts" if kind == "scripts" else "extensions").items():
        for code in codes.split():
            result.setdefault(code, []).append(ranges)
    result["Zzzz"].append(gaps)
    others = union(gaps, SURROGATES)
    return {code: difference(union(*sets), SURROGATES if code == "Zzzz" else others) for code, sets in result.items()}


def with_changes(ranges: Ranges, text: str) -> Ranges:
    """Return a set with the characters that a text adds after "+", without those that it removes after "-"."""
    return difference(union(ranges, set_of(text.partition(" - ")[0], {})), points_of(f" {text}".partition(" - ")[2]))


def names_in(text: str, names: Iterable[str]) -> frozenset[str]:
    """Return the names that are known: of "all", "none", "all but A B", "only A B".

    >>> sorted(names_in("all but B", ["A", "B"]))
    ['A']
    """
    word, _, rest = text.partition(" ")
    if word == "only":
        return frozenset(rest.split())
    return frozenset(names).difference(rest.removeprefix("but ").split()) if word == "all" else frozenset()


def _property(subject: str, name: str, setting: str) -> Ranges | None:
    """Return the characters of a property, None where the engine does not know it."""
    rows = _rows()[subject]
    known = rows.get("names", {}).get(f"\\p{{{name}=*}}" if name else ANY_PROPERTY, {})
    is_loose = "loose" in rows
    key = _loose(setting) if is_loose else setting
    for kind, text in known.items():
        values = values_of(kind)
        known_values = names_in(text, values)
        for spelling, canonical in values.items():
            if spelling in known_values and key == (_loose(spelling) if is_loose else spelling):
                return _set(subject, kind if not name.startswith(("scx", "Script_E")) else "extensions", canonical)
    return None


def _loose(name: str) -> str:
    """Return a name in the form for loose matching (UAX #44, 5.9.3)."""
    return name.lower().replace("_", "").replace("-", "").replace(" ", "").removeprefix("is")


@cache
def values_of(kind: str) -> Mapping[str, str]:
    """Return the names of a kind of property, and their names in the rows."""
    aliases: Mapping[str, dict[str, dict[str, str]]] = _rows().get("UCD", {})
    match kind:
        case "categories":
            codes = [code for code in categories() if code != "Cs"]
            return {code: code for code in sorted({*codes, *(code[0] for code in codes), "LC", "Cs"})}
        case "long names of categories":
            return named_points(aliases["names"]["categories"][""])
        case "scripts":
            return {name.replace(" ", "_"): code for code, name in script_names().items()}
        case "codes of scripts":
            return {code: code for code in script_names()}
        case "binary properties":
            properties = named_points(aliases["names"]["properties"][""])
            return {**{name: name for name in properties.values()}, **properties}
        case "blocks":
            names = [f"Is{name.replace(' ', '')}" for name in ranges_by_value("blocks") if name != "No_Block"]
            return {name: name for name in [*names, *(f"Is{name}" for name in _other_blocks("XSD"))]}
    raise KeyError(kind)


@cache
def _other_blocks(subject: str) -> dict[str, Ranges]:
    rows = _rows()[subject].get("blocks", {})
    texts = [text for by_flags in rows.values() for text in by_flags.values()]
    return {name: points_of(points) for text in texts for name, points in named_points(text).items()}


@cache
def _set(subject: str, kind: str, name: str) -> Ranges:
    """Return the set of a property by its kind and its canonical name."""
    rows, sets = _rows()[subject], _categories(subject)
    if kind in ("categories", "long names of categories"):
        return set_of({"LC": "Lu Ll Lt"}.get(name, name), sets)
    if kind == "blocks":
        plain = name.removeprefix("Is")
        by_name = {block.replace(" ", ""): ranges for block, ranges in ranges_by_value("blocks").items()}
        return difference((by_name | _other_blocks(subject))[plain], SURROGATES)
    if kind == "binary properties":
        if name in ("Any", "Assigned", "ASCII"):
            return {"Any": ALL, "Assigned": difference(ALL, sets["Cn"]), "ASCII": ((0, 0x7F),)}[name]
        return set_of(next(iter(rows["property"][f"\\p{{{name}}}"].values())), sets)
    family = "extensions" if kind == "extensions" else "scripts"
    base = scripts(family, sets["Cn"])[name]
    differences = next(iter(next(iter(rows[family].values())).values()))
    return with_changes(base, named_points(differences).get(name, ""))


def _fold(subject: str, flags: str, ranges: Ranges) -> Ranges:
    """Return a set with the other cases of its characters."""
    points, orbits = _orbits(subject, flags)
    others: set[int] = set()
    for low, high in ranges:
        for number in range(bisect_left(points, low), len(points)):
            if points[number] > high:
                break
            others.update(orbits[points[number]])
    return union(ranges, tuple((point, point) for point in others))


@cache
def _orbits(subject: str, flags: str) -> tuple[list[int], dict[int, tuple[int, ...]]]:
    """Return the characters that have another case, in order, and each with those that it matches."""
    rows = _rows()[subject].get("case", {}).get(".", {})
    best = max((known for known in rows if {*known} <= {*flags}), key=len, default=None)
    if best is None:
        return [], {}
    pairs = pairs_of(rows[best], _base() if (subject, best) != _CASE else frozenset())
    groups: dict[int, list[int]] = {}
    for first, second in sorted(pairs):
        group = groups.setdefault(first, [first])
        group.append(second)
        groups[second] = group
    return sorted(groups), {point: (*group,) for point, group in groups.items()}


@cache
def _base() -> Pairs:
    return pairs_of(_rows()[_CASE[0]]["case"]["."][_CASE[1]], frozenset())


def pairs_of(text: str, base: Pairs) -> Pairs:
    """Return the pairs of successive characters that match each other, of those of `base` and of a text: runs
    FIRST-LAST/STEP:DISTANCE after "+" are plus, after "-" minus.

    >>> sorted(pairs_of("+ 41-42:20 100-102/2:1", frozenset()))
    [(65, 97), (66, 98), (256, 257), (258, 259)]
    """
    plus, _, minus = f" {text}".partition(" - ")
    return (base - frozenset(_pairs(minus))) | frozenset(_pairs(plus.replace("+", "")))


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    for token in text.split():
        run, _, distance = token.partition(":")
        ends, _, step = run.partition("/")
        low, _, high = ends.partition("-")
        for point in range(int(low, 16), int(high or low, 16) + 1, int(step or "1", 16)):
            yield point, point + int(distance, 16)


def successive(orbits: Iterable[Iterable[int]]) -> Pairs:
    """Return the pairs of successive characters of sets that match each other."""
    return frozenset(pair for orbit in orbits for pair in pairwise(sorted(orbit)))

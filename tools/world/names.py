"""Ask programs which spellings of an identifier are one to them.

The rows of `grammar/world/names.toml`. Packages of Python are those that are installed; ajv is the one of
`tools/world/peers/drivers`.
"""

from __future__ import annotations

import datetime
import json
import platform
import subprocess
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from tools.world.rows import ROOT, Row
from tools.writing import replaced

PAGE = ROOT / "docs/explanation/names.md"
_DRIVERS = ROOT / "tools/world/peers/drivers"
SAME, DIFFERENT = "same", "different"
Pair = tuple[str, str]


def _rdflib(pair: Pair) -> bool:
    """Whether two IRIs are one node of a graph."""
    from rdflib import URIRef

    return bool(URIRef(pair[0]) == URIRef(pair[1]))


def _feedparser(pair: Pair) -> bool:
    """Whether two identifiers of entries are one, in a feed with a base."""
    import feedparser

    entries = "".join(f"<entry><id>{escape(text)}</id></entry>" for text in pair)
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://example.org/">{entries}</feed>'
    first, second = (entry.id for entry in feedparser.parse(feed).entries)
    return bool(first == second)


def _surt(pair: Pair) -> bool:
    """Whether two URIs have one key in an index of a web archive."""
    import surt

    return bool(surt.surt(pair[0]) == surt.surt(pair[1]))


def _rule(pair: Pair) -> str:
    """Return a robots.txt that forbids the path and query of the first."""
    parts = urlsplit(pair[0])
    return f"User-agent: *\nDisallow: {parts.path}{'?' * bool(parts.query)}{parts.query}\n"


def _protego(pair: Pair) -> bool:
    """Whether a rule for the first is one for the second."""
    from protego import Protego

    return not Protego.parse(_rule(pair)).can_fetch(pair[1], "a")


def _robotparser(pair: Pair) -> bool:
    """Whether a rule for the first is one for the second."""
    from urllib.robotparser import RobotFileParser

    parser = RobotFileParser()
    parser.parse(_rule(pair).splitlines())
    return not parser.can_fetch("a", pair[1])


def _referencing(pair: Pair) -> bool:
    """Whether a schema of the first name is found by the second."""
    import referencing
    from referencing.jsonschema import DRAFT202012

    registry: Any = referencing.Registry().with_resource(pair[0], DRAFT202012.create_resource({"$id": pair[0]}))
    try:
        registry.resolver().lookup(pair[1])
    except referencing.exceptions.Unresolvable:
        return False
    return True


_AJV = """
const Ajv = (await import("ajv/dist/2020.js")).default;
const find = ([id, ref]) => {
  try {
    const ajv = new Ajv({strict: false});
    ajv.addSchema({$id: id, type: "string"});
    return !ajv.compile({$id: "http://base.example/", $ref: ref})(1);
  } catch (error) { return false; }
};
console.log(JSON.stringify(JSON.parse(process.argv[1]).map(find)));
"""


def _ajv(pairs: list[Pair]) -> list[bool]:
    """Whether schemas of the first names are found by the second."""
    command = ["node", "--input-type=module", "-e", _AJV, json.dumps(pairs)]
    done = subprocess.run(command, cwd=_DRIVERS, capture_output=True, text=True, check=True)
    return [bool(answer) for answer in json.loads(done.stdout)]


def _one_by_one(ask: Callable[[Pair], bool]) -> Callable[[list[Pair]], list[bool]]:
    return lambda pairs: [ask(pair) for pair in pairs]


# What each program is asked, and where its version is.
PROGRAMS: dict[str, tuple[Callable[[list[Pair]], list[bool]], Callable[[], str]]] = {
    "rdflib": (_one_by_one(_rdflib), lambda: version("rdflib")),
    "feedparser": (_one_by_one(_feedparser), lambda: version("feedparser")),
    "surt": (_one_by_one(_surt), lambda: version("surt")),
    "Protego": (_one_by_one(_protego), lambda: version("protego")),
    "urllib.robotparser": (_one_by_one(_robotparser), platform.python_version),
    "referencing": (_one_by_one(_referencing), lambda: version("referencing")),
    "ajv": (_ajv, lambda: str(json.loads((_DRIVERS / "node_modules/ajv/package.json").read_text())["version"])),
}


def measure(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return the rows of `grammar/world/names.toml` as they are today, and the programs that are not installed."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    measured, missing = list(rows), list[str]()
    for subject, (ask, number_of) in PROGRAMS.items():
        try:
            number = number_of()
        except (PackageNotFoundError, FileNotFoundError):
            missing.append(subject)
            continue
        own = [place for place, row in enumerate(rows) if row.subject == subject]
        answers = ask([(rows[place].example["input"], rows[place].example["other"]) for place in own])
        for place, answer in zip(own, answers, strict=True):
            example = {**rows[place].example, "result": SAME if answer else DIFFERENT}
            measured[place] = rows[place]._replace(version=number, example=example, date=today)
    return measured, missing


def pages(rows: Sequence[Row]) -> dict[Path, str]:
    """Return the text of the page on names, with the table of the rows."""
    answers = {(row.condition, row.subject): row.example["result"] for row in rows}
    examples = {row.condition: (row.example["input"], row.example["other"]) for row in rows}
    versions = {row.subject: row.version for row in rows}
    date = max(row.date for row in rows)
    head = " | ".join(f"{subject} {number}" for subject, number in versions.items())
    lines = [f"Measured on {date}.", "", f"| two spellings | {head} |", f"|---|{'---|' * len(versions)}"]
    for condition, (first, second) in examples.items():
        cells = " | ".join(answers.get((condition, subject), "") for subject in versions)
        lines.append(f"| {condition}: `{first}`, `{second}` | {cells} |")
    return {PAGE: replaced(PAGE.read_text(encoding="utf-8"), "names", "\n".join(lines) + "\n")}

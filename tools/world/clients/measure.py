"""Measure what clients of schemes read from a URI.

The rows are those of `grammar/world/clients.toml`; the operation of a row is the part that is read. Clients are
packages of this Python, of npm in the folder of IRIGRAMMAR_CLIENTS, and libraries and programs of Debian.

    PYTHONPATH=src python -m tools.world.clients.measure COUNT [SCHEME ...]

draws COUNT URIs for each condition of a scheme (default: all), which meet no other condition of it, and reports for how
many of them the clients agree and differ as they do on the example: a condition that is too wide shows. URIs that all
clients refuse do not count.
"""

from __future__ import annotations

import datetime
import json
import os
import random
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from irigrammar import Grammar, matches
from irigrammar.processing.clients import SHARED
from irigrammar.schemes import check_scheme
from tools.world.clients import native, python
from tools.world.clients.python import Read
from tools.world.engines import package
from tools.world.rows import FOLDER, Row, load
from tools.writing import replaced

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "schemes.md"
REFUSED, ABSENT = "refused", "absent"
Pair = tuple[str, str]


def versions() -> dict[str, str | None]:
    """Return the versions of the clients by their names, None for one that is not installed."""
    of_python = {name: package(client.package) for name, client in python.CLIENTS.items()}
    if of_python["libpq"]:
        of_python["libpq"] = python.libpq_version()
    return of_python | _of_debian() | _node([])[0]


def _of_debian() -> dict[str, str | None]:
    """Return the versions of packages of Debian, without the parts that are its own."""
    packages = {client.package for client in native.CLIENTS.values()}
    command = ["dpkg-query", "-W", "-f", r"${Package} ${Version}\n", *packages]
    lines = (
        subprocess.run(command, capture_output=True, text=True, check=False).stdout if shutil.which(command[0]) else ""
    )
    known = dict(re.findall(r"(\S+) (?:\d+:)?(\d+(?:\.\d+)+)", lines))
    return {name: known.get(client.package) for name, client in native.CLIENTS.items()}


def readings(pairs: Iterable[Pair]) -> dict[Pair, Read | None]:
    """Return what installed clients read from URIs, None where one refuses: by pairs of a client and a URI."""
    known = python.CLIENTS | native.CLIENTS
    of_node = [pair for pair in pairs if pair[0] not in known]
    read = dict(zip(of_node, _node(of_node)[1], strict=True))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for client, uri in pairs:
            if client in known:
                try:
                    read[client, uri] = known[client].read(uri)
                except Exception:  # a client refuses by any error
                    read[client, uri] = None
    return read


def _node(pairs: Sequence[Pair]) -> tuple[dict[str, str | None], list[Read | None]]:
    """Return the versions of packages of npm, and what they read."""
    folder = os.environ.get("IRIGRAMMAR_CLIENTS")
    script = Path(__file__).with_name("node.mjs").read_text(encoding="utf-8")
    if not shutil.which("node"):
        return {}, []
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=folder, input=json.dumps(pairs), capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result["versions"], result["answers"]


def text_of(read: Read | None, part: str) -> str:
    """Return a part in text.

    >>> [text_of(read, "host") for read in ({"host": "h"}, {"host": ["a", "b"]}, {"host": ""}, {}, None)]
    ['h', 'a b', '', 'absent', 'refused']
    """
    value = None if read is None else read.get(part)
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return REFUSED if read is None else ABSENT if value is None else str(value)


def measure(before: Sequence[Row]) -> tuple[tuple[Row, ...], list[str]]:
    """Return the rows of `grammar/world/clients.toml` as they are today, and the clients that are not installed."""
    known = versions()
    rows = [row for row in before if known.get(row.subject)]
    read = readings(list(dict.fromkeys((row.subject, row.example["input"]) for row in rows)))
    today = datetime.datetime.now(tz=datetime.UTC).date()

    def again(row: Row) -> Row:
        if not (version := known.get(row.subject)):
            return row
        result = text_of(read[row.subject, row.example["input"]], row.operation)
        return row._replace(version=version, example={**row.example, "result": result}, date=today)

    return tuple(map(again, before)), sorted({row.subject for row in before} - {row.subject for row in rows})


def pages(rows: Sequence[Row]) -> dict[Path, str]:
    """Return the page of schemes with the clients and a table for each scheme in place of those that are there."""
    programs = {f"{row.subject} {row.version}" for row in rows}
    tables: dict[str, dict[tuple[str, str, str], dict[str, list[str]]]] = {}
    for row in rows:
        questions = tables.setdefault(_scheme(row.example["input"]), {})
        results = questions.setdefault((row.example["input"], row.condition, row.operation), {})
        results.setdefault(row.example["result"], []).append(row.subject)
    lines = [f"Clients: {', '.join(sorted(programs, key=str.lower))}.\n"]
    for scheme, questions in sorted(tables.items()):
        lines += [f"\n### {scheme}\n\n", *_table(scheme, questions)]
    return {PAGE: replaced(PAGE.read_text(encoding="utf-8"), "clients", "".join(lines))}


def _scheme(uri: str) -> str:
    return uri.partition(":")[0].lower()


def _table(scheme: str, questions: Mapping[tuple[str, str, str], Mapping[str, Sequence[str]]]) -> Iterator[str]:
    """Yield the lines of a table: what each group of clients reads, the largest group last."""
    is_checked = check_scheme(f"{scheme}:").checked
    also = [other for other, own in SHARED.items() if own == scheme]
    notes = [f"Also {', '.join(map(_code, also))}."] if also else []
    notes += [] if is_checked else ["What the document allows is not checked."]
    yield f"{' '.join(notes)}\n\n" if notes else ""
    columns = ("URI", "condition: part", *(["by the document"] if is_checked else []), "clients read")
    yield f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n"
    for (uri, condition, part), results in questions.items():
        groups = sorted(results.items(), key=lambda pair: len(pair[1]))
        read = "; ".join(f"{_code(result)}: {', '.join(subjects)}" for result, subjects in groups)
        verdict = f" {'yes' if check_scheme(uri) else 'no'} |" if is_checked else ""
        yield f"| {_code(uri)} | {condition}: {part} |{verdict} {read} |\n"


def _code(text: str) -> str:
    shown = text.replace("|", r"\|")
    return text if text in (REFUSED, ABSENT) else f"`{shown}`" if text.strip() else "empty"


_PIECES = [
    *["u@", "u:p@", ":1", "/a", "a", "B", "1", "%41", "%2F", "%C3%A9", "?b=c", "&d=e", "#f", ";x=y", "[::1]"],
    *[".", "/", "-", "=", ":", "+", "~", ",", "?", "#"],
]
# One "@" at most, and a host that all clients take.
_USUAL = re.compile(r"(?ai)[^:]*:(//([^@/?#]*@)?([a-z\d.-]+|\[[\da-f:]+\]|%2Ftmp)(:\d*)?(?![^/?#])[^@]*|(?!//).*)")


def _drawn(example: str, draw: random.Random) -> str:
    """Return an example with other pieces behind its scheme."""
    text, start = example, example.index(":") + 1
    for _ in range(draw.choice([1, 1, 2, 3])):
        place = draw.randint(start, len(text))
        text = text[:place] + draw.choice(_PIECES) + text[place + draw.choice([0, 0, 1]) :]
    return text


def _same(answers: Mapping[str, str], example: Mapping[str, str]) -> bool:
    """Return whether the clients that agree are those that agree on an example."""
    pairs = combinations(answers, 2)
    return all((answers[one] == answers[two]) == (example[one] == example[two]) for one, two in pairs)


def compare(count: int, schemes: Collection[str]) -> Iterator[str]:
    """Yield a line for each condition of some schemes, or of all, with one of the URIs that are read otherwise."""
    grammar, draw = Grammar.from_file(FOLDER / "clients.abnf"), random.Random(1)
    examples: dict[tuple[str, str, str, str], dict[str, str]] = {}
    for row in load(FOLDER / "clients.toml"):
        scheme = _scheme(row.example["input"])
        if not schemes or scheme in schemes:
            question = scheme, row.condition, row.operation, row.example["input"]
            examples.setdefault(question, {})[row.subject] = row.example["result"]
    for (scheme, condition, part, uri), example in examples.items():
        rules = {known: grammar[known.replace(" ", "-")] for own, known, *_ in examples if own == scheme}
        texts = {
            text for _ in range(count * 20) if _USUAL.fullmatch(text := _drawn(uri, draw)) and matches(text, "URI")
        }
        chosen = [
            text for text in sorted(texts) if [name for name in rules if rules[name].matches(text)] == [condition]
        ]
        chosen = draw.sample(chosen, min(count, len(chosen)))
        read = readings([(client, text) for text in chosen for client in example])
        answers = {text: {client: text_of(read[client, text], part) for client in example} for text in chosen}
        counted = {
            text: row for text, row in answers.items() if {*row.values()} != {REFUSED} or len({*example.values()}) == 1
        }
        others = {text: row for text, row in counted.items() if not _same(row, example)}
        first = "".join(f"\n    {text}: {row}" for text, row in [*others.items()][:1])
        yield f"{len(counted) - len(others)} of {len(counted)} {scheme}, {condition}, {part}{first}"


def unshared() -> Iterator[str]:
    """Yield a line for each example that a client reads otherwise with a scheme that shares the facts of its own."""
    rows = load(FOLDER / "clients.toml")
    known = versions()
    asked = [
        (row, scheme if _scheme(uri) == uri.partition(":")[0] else scheme.upper(), uri.partition(":")[2])
        for row in rows
        for scheme, own in SHARED.items()
        if known.get(row.subject) and _scheme(uri := row.example["input"]) == own
    ]
    read = readings([(row.subject, f"{scheme}:{rest}") for row, scheme, rest in asked])
    for row, scheme, rest in asked:
        result = text_of(read[row.subject, f"{scheme}:{rest}"], row.operation).removeprefix(f"{scheme}:")
        if result != row.example["result"].removeprefix(f"{_scheme(row.example['input'])}:"):
            yield f"{row.subject} reads {result!r} from {scheme}:{rest}"


if __name__ == "__main__":
    print(*unshared(), *compare(int(sys.argv[1]), sys.argv[2:]), sep="\n")

"""Measure what clients of schemes read: the rows of `grammar/world/clients.toml`.

The operation of a row is the part of the URI that the client reads. Clients are packages of this Python and, in the folder
of IRIGRAMMAR_CLIENTS, of npm, and libraries and programs of Debian.
"""

from __future__ import annotations

import datetime
import json
import os
import shutil
import subprocess
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tools.world.clients import native, python
from tools.world.clients.python import Read
from tools.world.engines import package, program
from tools.world.rows import Row

REFUSED, ABSENT = "refused", "absent"
Pair = tuple[str, str]


def versions() -> dict[str, str | None]:
    """Return the versions of the clients by their names, None for one that is not installed."""
    of_python = {name: package(client.package) for name, client in python.CLIENTS.items()}
    if of_python["libpq"]:
        of_python["libpq"] = python.libpq_version()
    debian = ("dpkg-query", "-W", "-f", "${Version}")
    return (
        of_python | {name: program(*debian, client.package) for name, client in native.CLIENTS.items()} | _node([])[0]
    )


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


def pages(_rows: Sequence[Row]) -> dict[Path, str]:
    """Return nothing: no page is made of the rows here."""
    return {}

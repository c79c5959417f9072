"""A cache of clean documents, by content.

It is a file in a folder that the user names. Only documents without findings are known again, so that what is reported
always comes from a scan. A folder is named and not found: one that came with a repository could say of anything that it
is clean.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import IO

from irigrammar.errors import IrigrammarError
from irigrammar.files import Place, read_regular, refuse_others
from irigrammar.scan.settings import Settings
from irigrammar.scan.writing import replacing
from irigrammar.store import program

FILE_NAME = "clean.txt"

_MOST = 500_000  # documents that are known; the oldest are forgotten
_LARGEST = 64_000_000  # bytes of the file
_READ = 1 << 20
_DIGEST = 16  # bytes
# The packages whose answers a scan uses: other versions may say something else.
_PACKAGES = ("abnf", "idna", "pyromark", "PyYAML")


def salt(settings: Settings) -> str:
    """Return a key for all inputs of a document's check except its content: settings, grammars, programs.

    Raises `IrigrammarError` for a grammar file that cannot be read.
    """
    digest = blake2b(digest_size=_DIGEST)
    digest.update(json.dumps(asdict(settings), sort_keys=True, default=str).encode())
    for part in (*program(), *map(_version, _PACKAGES)):
        digest.update(f"{part}\n".encode())
    rules = (settings.rules, settings.override, *settings.types.values(), *(row.rules for row in settings.paths))
    files = (*(policy.grammar for policy in settings.policies), *settings.file_grammars.imports, settings.extends)
    for name in (*(row.grammar for row in rules), *files, *(path for _, path in settings.contexts)):
        digest.update(_grammar(name))
    return digest.hexdigest()


def _version(package: str) -> str:
    """Return "NAME VERSION" of an installed package, or the name alone if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package


def _grammar(name: str | None) -> bytes:
    """Return the content of a grammar file, empty if the name is None or no file.

    Raises `IrigrammarError` if it cannot be read.
    """
    if name is None or not Path(name).is_file():
        return b""
    try:
        return read_regular(name, _LARGEST)
    except OSError as error:
        raise IrigrammarError(f"{name}: cannot be read ({error.strerror})") from None


def key(content: IO[bytes], name: str, kind: str, salt: str) -> str:
    """Return the cache key of a document, a digest of its content, path from the root, type, and the salt of the scan.

    >>> from io import BytesIO
    >>> key(BytesIO(b"a"), "a.txt", "text", "") == key(BytesIO(b"a"), "b.txt", "text", "")
    False
    """
    digest = blake2b("\0".join((salt, kind, name)).encode("utf-8", "surrogatepass"), digest_size=_DIGEST)
    digest.update(b"\0")
    while data := content.read(_READ):
        digest.update(data)
    return digest.hexdigest()


@lru_cache(maxsize=4)
def known(folder: str) -> Mapping[str, int]:
    """Return the documents that are known in a folder, by their keys, with the numbers of their identifiers.

    A file that cannot be read, that another user may write, or that has something else in it, knows none. Each folder
    is read once, until `remember` writes to it.
    """
    try:
        refuse_others(Path(folder) / FILE_NAME)
        lines = read_regular(Path(folder) / FILE_NAME, _LARGEST).decode("ascii").splitlines()
        return {name: int(count) for name, count in (line.split() for line in lines)}
    except (OSError, ValueError):
        return {}


def remember(folder: str, clean: Mapping[str, int]) -> None:
    """Add the documents that were clean to those that the cache in a folder knows; the folder is made if it is missing.

    Only the newest 500,000 are kept. Raises `OSError` where it cannot be written.
    """
    rows = {name: count for name, count in known(folder).items() if name not in clean} | dict(clean)
    text = "".join(f"{name} {count}\n" for name, count in list(rows.items())[-_MOST:])
    Path(folder).mkdir(parents=True, exist_ok=True)
    with replacing(Place.of(str(Path(folder) / FILE_NAME))) as stream:
        stream.write(text.encode("ascii"))
    known.cache_clear()

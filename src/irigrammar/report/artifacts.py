"""How reports name files: relative to the root of the source tree with slashes, or as URI references."""

from __future__ import annotations

import ntpath
import os
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from unicodedata import category

from irigrammar.processing.build import encode
from irigrammar.processing.percent import encode_octets

_WORKSPACES = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


@dataclass(frozen=True, slots=True)
class Artifacts:
    """The paths of a report: those under `root` are said relative to it, with slashes; others as they are.

    `here` is the folder that relative paths count from. Both are absolute, or "": then relative paths stay relative.
    `windows` says whose paths these are, by default those of this system.

    >>> there = Artifacts(root="/src/project", here="/src/project/docs", windows=False)
    >>> there.path("./a b.html"), there.path("../../other.txt")
    ('docs/a b.html', '/src/other.txt')
    """

    root: str = ""
    here: str = ""
    windows: bool = os.name == "nt"

    @classmethod
    def around(cls, here: Path, environ: Mapping[str, str]) -> Artifacts:
        """Return those of the source tree that a folder is in: the workspace of GitHub or GitLab, the nearest folder
        with a `.git`, or the folder itself.

        >>> Artifacts.around(Path("/b/p/docs"), {"CI_PROJECT_DIR": "/b/p"}).root.replace("\\\\", "/")
        '/b/p'
        """
        given = [Path(environ[name]) for name in _WORKSPACES if environ.get(name)]
        named = (*given, *(path.resolve() for path in given))
        folders = (here, *here.parents)
        root = next((folder for folder in named if folder in folders), None)
        root = root or next((folder for folder in folders if (folder / ".git").exists()), here)
        return cls(str(root), str(here))

    def path(self, path: str) -> str:
        """Return a path with slashes, relative to the root where it lies under it; "-" is standard input."""
        if path == "-":
            return path
        flavour, pure = (ntpath, PureWindowsPath) if self.windows else (posixpath, PurePosixPath)
        full: PurePath = pure(flavour.normpath(flavour.join(self.here, path)))
        if self.root and full.is_relative_to(pure(self.root)):
            full = full.relative_to(pure(self.root))
        return full.as_posix()

    def reference(self, path: str) -> str:
        """Return a path as a URI reference: relative as `path` says it, a `file` URI where it is absolute.

        What cannot stand in a segment of RFC 3986 is percent-encoded, octets that are no UTF-8 as they are.

        >>> Artifacts(windows=False).reference("a:b/c d#é.md"), Artifacts(windows=True).reference("C:\\\\a\\\\b.md")
        ('a%3Ab/c%20d%23%C3%A9.md', 'file:///C:/a/b.md')
        """
        first, *others = self.path(path).split("/")
        rest = "".join(f"/{_encoded(other, 'segment')}" for other in others)
        if not first and others:  # /a/b, or //server/share of Windows
            return f"file:{rest}" if rest.startswith("//") else f"file://{rest}"
        if self.windows and first.endswith(":"):
            return f"file:///{_encoded(first, 'segment')}{rest}"
        return _encoded(first, "segment-nz-nc") + rest


def _encoded(name: str, rule: str) -> str:
    """Return a name as a segment; a surrogate stands for an octet (as `os.fsdecode` has it), or for itself."""
    parts: list[str] = []
    for lone, chars in groupby(name, lambda char: category(char) == "Cs"):
        part = "".join(chars)
        parts.append(encode_octets(_octets(part)) if lone else encode(part, rule, grammar="rfc3986"))
    return "".join(parts)


def _octets(surrogates: str) -> bytes:
    try:
        return surrogates.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return surrogates.encode("utf-8", "surrogatepass")

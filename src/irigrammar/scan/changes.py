"""The lines that a change adds, as git tells them."""

from __future__ import annotations

import os
import subprocess
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from irigrammar.dataclass import dataclass
from irigrammar.lazy import regex
from irigrammar.scan.config import ConfigError

# Without context, of files and not of what programs make of them; of a renamed file only what was changed in it.
_DIFF = (
    *("diff", "--unified=0", "--inter-hunk-context=0", "--text", "--find-renames"),
    *("--no-color", "--no-ext-diff", "--no-textconv", "--no-prefix"),
)
_HUNK = regex(r"@@ -[0-9,]+ \+(?P<start>[0-9]+)(?:,(?P<count>[0-9]+))? @@")
_QUOTED = regex(r'\\(?:([0-7]{3})|(["\\abfnrtv]))')
_LETTERS = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_EVERY = 1 << 62


@dataclass(frozen=True, slots=True)
class Changes:
    """The lines of the files of a repository that were added since a commit, by paths; a line is in the ranges of its
    file, each the first and the last, in order.
    """

    top: str
    ranges: dict[str, tuple[tuple[int, int], ...]]

    def touches(self, path: str, first: int | None = None, last: int | None = None) -> bool:
        """Return whether one of the lines of a file was added, both ends included, without lines whether any was; true
        for a file outside of the repository.

        >>> changes = Changes("/r", {"/r/a": ((2, 3), (7, 7))})
        >>> [changes.touches("/r/a", *lines) for lines in ((1, 1), (1, 2), (4, 6), (7, 9), ())]
        [False, True, False, True, True]
        >>> changes.touches("/r/b"), changes.touches("/b", 1, 1)
        (False, True)
        """
        real = os.path.realpath(path)
        if not Path(real).is_relative_to(self.top):
            return True
        ranges = self.ranges.get(real, ())
        if first is None:
            return bool(ranges)
        index = bisect_left(ranges, first, key=lambda row: row[1])
        return index < len(ranges) and ranges[index][0] <= (first if last is None else last)


def changes_since(revision: str, folder: Path) -> Changes:
    """Return the lines that were added in the working tree of a folder since the commit that a revision and HEAD have
    in common, or since the revision where they have none; files that git does not track yet are added as a whole.

    Raises `ConfigError` where git is not there, the folder is in no repository, or the revision is not known.
    """
    top = os.path.realpath(_git(folder, "rev-parse", "--show-toplevel").rstrip("\n"))
    try:
        commit = _git(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").strip()
    except ConfigError:
        raise ConfigError(f"--changed-since: git knows no commit {revision!r} here") from None
    with suppress(ConfigError):  # a shallow clone, or another history
        commit = _git(folder, "merge-base", commit, "HEAD").strip()
    ranges = {os.path.join(top, name): rows for name, rows in _ranges_by_name(_git(Path(top), *_DIFF, commit, "--"))}  # noqa: PTH118
    untracked_names = _git(Path(top), "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    ranges |= {os.path.join(top, name): ((1, _EVERY),) for name in untracked_names if name}  # noqa: PTH118
    return Changes(top, ranges)


def _git(folder: Path, *arguments: str) -> str:
    """Return the output of git. Raises `ConfigError` with its first line of errors."""
    command = ["git", "-c", "core.quotePath=off", "-c", "core.fsmonitor=false", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "GIT_DIFF_OPTS"}  # it sets the context
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, env=environment)
    except OSError as error:
        raise ConfigError(f"--changed-since needs git, which cannot be run ({error.strerror})") from None
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").partition("\n")[0]
        raise ConfigError(f"--changed-since: {why or f'git ended with status {done.returncode}'}")
    return os.fsdecode(done.stdout)


def _ranges_by_name(diff: str) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
    r"""Yield the files of a diff without context, with the lines that it adds.

    >>> list(_ranges_by_name("--- a\n+++ b c\t\n@@ -1 +2,2 @@\n-+++ d\n+e\n+f\n@@ -9,2 +8,0 @@ g\n-h\n-i\n"))
    [('b c', ((2, 3),))]
    """
    name, rows, left = "", [], 0
    for line in diff.split("\n"):
        if left:
            left -= not line.startswith("\\")
        elif match := _HUNK.match(line):
            start, count = int(match["start"]), int(match["count"] or 1)
            rows += [(start, start + count - 1)] if count else []
            left = count + _removed_count(line)
        elif line.startswith("+++ "):
            if name:
                yield name, tuple(rows)
            name, rows = _name(line[4:].removesuffix("\t")), []
    if name:
        yield name, tuple(rows)


def _removed_count(hunk: str) -> int:
    """Return the number of lines that a hunk removes."""
    return int(hunk[4 : hunk.index(" +")].partition(",")[2] or 1)


def _name(source: str) -> str:
    r"""Return a path as git writes it, which may be in quotes.

    >>> _name('"a\\tb\\303\\251"'), _name("a b")
    ('a\tbé', 'a b')
    """
    if not source.startswith('"'):
        return source
    data = bytearray()
    done, inner = 0, os.fsencode(source[1:-1]).decode("latin-1")
    for match in _QUOTED.finditer(inner):
        data += inner[done : match.start()].encode("latin-1")
        digits, letter = match.groups()
        data.append(int(digits, 8) if digits else _LETTERS.get(letter, ord(letter)))
        done = match.end()
    return os.fsdecode(bytes(data + inner[done:].encode("latin-1")))

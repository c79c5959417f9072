"""Suppress findings by a baseline or by inline ignores.

A baseline has known findings, an inline ignore an intended one. A finding is known by its fingerprint: its file, code,
text and offset in the text, and which of the same kind in its file it is; not by its line, so that what moves stays
known. In a file that the baseline does not have, it is known by code and text if a file that is gone had it: the file
has a new name. The baseline repeats no password.

`iri: ignore[CODE, ...]` applies to the lines of its comment and, if these have no other words, to the next line
that is not blank; `iri: ignore-file[CODE, ...]` from there to the end of the document. A code may be the beginning of
one; without brackets all are meant.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from irigrammar.advice.codes import ANY_FAULT, covers
from irigrammar.dataclass import NamedTuple, dataclass, field
from irigrammar.files import Place, read_regular
from irigrammar.lazy import cached_property, regex
from irigrammar.scan.formats.items import Comment
from irigrammar.scan.found import Found
from irigrammar.scan.reading import Lines
from irigrammar.scan.writing import replacing

_VERSION = 2


class Known(NamedTuple):
    """A finding: its fingerprint, and for people its code and its masked text, or its message where it has none.

    `path` is relative to the root, with "/". Only the path and the fingerprint count.
    """

    path: str
    fingerprint: str
    code: str
    text: str


class Baseline:
    """The findings that are known in the files below a root; `take` uses one up."""

    def __init__(self, rows: Iterable[Known] = (), root: Path = Path()) -> None:
        self._left = {(row.path, row.fingerprint): row for row in rows}
        self._root = root
        self._paths = {row.path for row in self._left.values()}
        self._renamed: dict[str, str] = {}  # old names by new ones
        self.has_old_names = any(row.code == ANY_FAULT for row in self._left.values())

    def take(self, known: Known) -> bool:
        """Return whether a finding is known, and use it up.

        >>> row = Known("a.md", "0f", "S001", "a b")
        >>> baseline = Baseline([row])
        >>> baseline.take(row), baseline.take(row)
        (True, False)
        """
        if known.path in self._paths:
            return self._left.pop((known.path, known.fingerprint), None) is not None
        rows = self._of_gone_files.get(self._renamed.get(known.path, ""), {}).get(_kind(known))
        if not rows:
            return False
        row = rows.pop()
        return self._left.pop((row.path, row.fingerprint), None) is not None

    def follow(self, path: str, rows: Iterable[Known]) -> None:
        """Take a file that the baseline does not have for one that is gone, if most findings of that are among the rows
        of this: for the one with the most, of several with the nearest name.
        """
        if path in self._paths or path in self._renamed or not self._of_gone_files:
            return
        kinds = Counter(map(_kind, rows))
        best: tuple[int, bool, str] = (0, False, "")
        old_paths = self._of_gone_files.keys() - self._renamed.values()
        for old_path, of_kind in ((old_path, self._of_gone_files[old_path]) for old_path in sorted(old_paths)):
            common = sum(min(kinds[kind], len(of_kind[kind])) for kind in kinds.keys() & of_kind.keys())
            if 2 * common > sum(map(len, of_kind.values())):
                best = max(best, (common, PurePosixPath(old_path).name == PurePosixPath(path).name, old_path))
        if best[0]:
            self._renamed[path] = best[2]

    @cached_property
    def _of_gone_files(self) -> dict[str, dict[tuple[str, str], list[Known]]]:
        """The known findings of files that are gone, by path, and by code (one for all faults) and text."""
        gone = {path for path in self._paths if not (self._root / path).exists()}
        rows: dict[str, dict[tuple[str, str], list[Known]]] = {}
        for row in self._left.values():
            if row.path in gone:
                rows.setdefault(row.path, {}).setdefault(_kind(row), []).append(row)
        return rows

    def gone(self, paths: set[str], root: Path) -> list[Known]:
        """Return the known findings, sorted, that `take` has not used up, and whose path is in `paths` (those of the
        scanned files) or has no file below `root` any more.
        """
        rows = sorted(self._left.values())
        gone = {path: path in paths or not (root / path).exists() for path in {row.path for row in rows}}
        return [row for row in rows if gone[row.path]]

    def others(self, paths: set[str], root: Path) -> list[Known]:
        """Return the known findings that `take` has not used up, of files that exist below `root` and are not in
        `paths`, those of the scanned files.
        """
        return [row for row in self._left.values() if row.path not in paths and (root / row.path).exists()]


def _kind(row: Known) -> tuple[str, str]:
    return ANY_FAULT if row.code.startswith("F") else row.code, row.text


def known(finding: Found, path: str) -> Known:
    """Return the key of a finding in a baseline: path, fingerprint, code, and the text or the message."""
    record = finding.record
    return Known(path, finding.fingerprint, record.code or "", record.message if record.text is None else record.text)


def load(path: Path, *, limit: int, root: Path = Path()) -> Baseline:
    """Return the baseline of a file of at most `limit` bytes, whose paths are from a root.

    Raises `OSError` for a file that cannot be read, `ValueError` for one that is not a baseline, or is one of another
    version.
    """
    import json

    try:
        data: Any = json.loads(read_regular(path, limit).decode("utf-8"))
        version = data["version"]
        rows = [] if version != _VERSION else [_known_of(row) for row in data["findings"]]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"not a baseline that iri scan --write-baseline wrote ({error!r})") from None
    if version != _VERSION:
        raise ValueError(f"a baseline of version {version!r}, and this program reads {_VERSION}: write it again")
    return Baseline(rows, root)


def _known_of(row: Any) -> Known:
    """Return the `Known` of a row of a baseline file.

    Raises `KeyError` or `TypeError` for missing or non-string fields.
    """
    fields = [row[name] for name in Known._fields]
    if not all(isinstance(field, str) for field in fields):
        raise TypeError(f"a finding whose fields are not strings: {row!r:.80}")
    return Known(*fields)


def write_baseline(rows: Iterable[Known], path: Path) -> int:
    """Write a baseline, in the order of paths and codes; return how many findings it has, equal ones counted once.

    Raises `OSError`, as `irigrammar.scan.writing.replacing` does.
    """
    known_rows = sorted(set(rows), key=lambda row: (row.path, row.code, row.text, row.fingerprint))
    import json

    text = json.dumps({"version": _VERSION, "findings": [row._asdict() for row in known_rows]}, indent=1) + "\n"
    with replacing(Place.of(path)) as stream:
        stream.write(text.encode())
    return len(known_rows)


_IGNORE = regex(r"\biri:\s*ignore(?P<file>-file)?(?:\[(?P<codes>[^\]\n]*)\])?(?![\w-])")
_BARE = regex(r"[ \t:=(]+([A-Za-z][0-9]{1,3})\b")
_WORD = regex(r"[^\W_]")
_END = 1 << 62
_ALL = ""  # the name of all codes


@dataclass(frozen=True, slots=True)
class Ignore:
    """One ignore: first and last place of its comment, its line, its words, and the codes as written (() for all)."""

    place: tuple[int, int, int, int]
    source: str
    text: str
    codes: tuple[str, ...]

    def unused_codes(self, codes: Iterable[str]) -> tuple[str, ...] | None:
        """Return those of its codes that cover none of the `codes` that were found.

        An ignore without codes covers all: () if nothing was found. None if all of it is needed.
        """
        names = self.codes or (_ALL,)
        used_names = {next((name for name in names if _means(name, code)), None) for code in codes}
        unused_names = tuple(name for name in self.codes if name not in used_names)
        return None if used_names & set(names) and not unused_names else unused_names


@dataclass(slots=True)
class _Scope:
    """The ignores of the same lines, their codes, and the codes found there, each with the last of its lines."""

    ignores: list[tuple[int, Ignore]] = field(default_factory=list)
    _names: set[str] = field(default_factory=set)
    _is_ignored: dict[str, bool] = field(default_factory=dict)
    _last_lines: dict[str, int] = field(default_factory=dict)

    def add(self, ignore: Ignore, first: int) -> None:
        """Add an ignore that holds from the line `first` on; codes that were asked about before are decided anew."""
        self.ignores.append((first, ignore))
        for name in set(ignore.codes or (_ALL,)) - self._names:
            self._names.add(name)
            for code, is_ignored in self._is_ignored.items():
                self._is_ignored[code] = is_ignored or _means(name, code)

    def covers(self, code: str, last: int) -> bool:
        """Return whether a finding of that code is to be ignored; record that it was found, and its last line."""
        if code not in self._is_ignored:
            self._is_ignored[code] = any(_means(name, code) for name in self._names)
        self._last_lines[code] = max(last, self._last_lines.get(code, 0))
        return self._is_ignored[code]

    def needless(self) -> Iterator[tuple[Ignore, tuple[str, ...]]]:
        """Yield the ignores that are not needed, or not all of them, with their codes that met nothing, () for one
        without codes.
        """
        for first, ignore in self.ignores:
            unused_codes = ignore.unused_codes(code for code, last in self._last_lines.items() if last >= first)
            if unused_codes is not None:
                yield ignore, unused_codes


class Ignores:
    """The ignores of one document, as its blocks come; a finding is looked up by its lines."""

    def __init__(self) -> None:
        self._scopes: dict[tuple[int, int], _Scope] = {}
        self._of_line: defaultdict[int, list[_Scope]] = defaultdict(list)
        self._of_file = _Scope()
        self.unbracketed: list[Ignore] = []  # those that name codes without brackets, and so ignore nothing
        self.old_names = 0  # comments that name codes as they were called once

    def add(self, comment: Comment, lines: Lines) -> None:
        """Record the `iri: ignore` of a comment: for its lines, for the next line with text if it stands alone, or for
        the file.

        Comments without one change nothing; one with codes but no brackets is added to `unbracketed` and ignores
        nothing.
        """
        matches = tuple(_IGNORE.finditer(comment.text))
        if not matches:
            return
        line, column = lines.place(comment.start)
        end_line, end_column = lines.place(comment.end)
        place, last = (line, column, end_line, end_column), end_line
        # The signs of comments may be left in a text.
        if not _WORD.search(lines.line(end_line), end_column - 1) and not _WORD.search(lines.line(line), 0, column - 1):
            following = range(end_line + 1, lines.last + 1)
            last = next((number for number in following if lines.line(number).strip()), lines.last)
        for match in matches:
            if match["codes"] is None and (bare := _BARE.match(comment.text, match.end())):
                words = comment.text[match.start() : bare.end()]
                self.unbracketed.append(Ignore(place, lines.line(line), words, (bare[1].upper(),)))
                continue
            codes = tuple(filter(None, (code.strip().upper() for code in (match["codes"] or "").split(","))))
            self.old_names += ANY_FAULT in codes
            ignore = Ignore(place, lines.line(line), match[0], codes)
            if match["file"]:
                self._of_file.add(ignore, lines.first)
            else:
                self._scope(line, last).add(ignore, line)

    def covers(self, code: str, first: int, last: int) -> bool:
        """Return whether a finding of that code is to be ignored: an ignore for it holds for the file, or for at least
        one of the lines `first` to `last`, both included. All ignores that apply are recorded as used.
        """
        scopes = [self._of_file, *(scope for line in range(first, last + 1) for scope in self._of_line.get(line, ()))]
        answers = [scope.covers(code, last) for scope in scopes]  # all are asked: each notes its use
        return any(answers)

    @property
    def is_idle(self) -> bool:
        """Whether no ignore is waiting for its lines, nor one without brackets to be reported."""
        return not self._scopes and not self.unbracketed

    def needless(self, line: int | None) -> list[tuple[Ignore, tuple[str, ...]]]:
        """Take out the ignores that hold for no line from that one on, None for all; return those of them that are not
        needed, or not all of them, with their codes that met nothing, () for one without codes.
        """
        done = [lines for lines in self._scopes if line is None or lines[1] < line]
        closed = [self._scopes.pop(lines) for lines in done]
        for number in {number for first, last in done for number in range(first, last + 1)}:
            self._of_line.pop(number, None)
        if line is None:
            closed.append(self._of_file)
            self._of_file = _Scope()
        return [row for scope in closed for row in scope.needless()]

    def _scope(self, first: int, last: int) -> _Scope:
        """Return the scope of the lines `first` to `last`, both included; create and index it if it is new."""
        if (first, last) not in self._scopes:
            scope = self._scopes[first, last] = _Scope()
            for number in range(first, last + 1):
                self._of_line[number].append(scope)
        return self._scopes[first, last]


def _means(name: str, code: str) -> bool:
    return name == _ALL or covers(name, code)

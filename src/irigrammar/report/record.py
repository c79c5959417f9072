"""The common record of all machine-readable reports.

Also makes records of verdicts and lint findings.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from irigrammar.dataclass import NamedTuple
from irigrammar.shipped.loader import entry as catalog_entry
from irigrammar.shipped.place import citation, place_of
from irigrammar.text.splice import shared_ends

if TYPE_CHECKING:
    from pathlib import Path, PurePath

    from irigrammar.faults.fault import Fault
    from irigrammar.finding import Finding, Fix, Label
    from irigrammar.grammars.authors.lint import LintFinding
    from irigrammar.matching.matcher import Matcher
    from irigrammar.processing.clients import ClientReadings

_WORKSPACES = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


class Artifacts(NamedTuple):
    """The paths of a report: those under `root` are said relative to it, with slashes; others as they lead from `here`.

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
    def around(cls, start: Path, environ: Mapping[str, str]) -> Artifacts:
        """Return those of the source tree that a folder is in: the workspace of GitHub or GitLab, the nearest folder
        with a `.git`, or the folder itself.

        >>> from pathlib import Path
        >>> Artifacts.around(Path("/b/p/docs"), {"CI_PROJECT_DIR": "/b/p"}).root.replace("\\\\", "/")
        '/b/p'
        """
        from pathlib import Path

        workspaces = [Path(environ[name]) for name in _WORKSPACES if environ.get(name)]
        candidates = (*workspaces, *(path.resolve() for path in workspaces))
        folders = (start, *start.parents)
        root = next((folder for folder in candidates if folder in folders), None)
        root = root or next((folder for folder in folders if (folder / ".git").exists()), start)
        return cls(str(root), str(start))

    def path(self, path: str) -> str:
        """Return a path, counted from `here`, with slashes and without "." and "..": relative to the root where it lies
        under it, else unchanged. "-" (standard input) stays.
        """
        if path == "-":
            return path
        import ntpath
        import posixpath
        from pathlib import PurePosixPath, PureWindowsPath

        flavour, pure = (ntpath, PureWindowsPath) if self.windows else (posixpath, PurePosixPath)
        full: PurePath = pure(flavour.normpath(flavour.join(self.here, path)))
        if self.root and full.is_relative_to(pure(self.root)):
            full = full.relative_to(pure(self.root))
        return full.as_posix()

    def reference(self, path: str) -> str:
        """Return a path as a URI reference: relative as `path` says it, a `file` URI where it is absolute.

        What a segment of RFC 3986 does not allow is percent-encoded, bytes that are not UTF-8 unchanged.

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
    """Return a name percent-encoded as a rule of RFC 3986 allows it; a surrogate stands for a byte (as `os.fsdecode`
    has it), or for itself.
    """
    from itertools import groupby

    from irigrammar.processing.percent import encode_bytes
    from irigrammar.processing.support.build import encode
    from irigrammar.unicode import general_category

    parts: list[str] = []
    for lone, chars in groupby(name, lambda char: general_category(char) == "Cs"):
        part = "".join(chars)
        parts.append(encode_bytes(_bytes(part)) if lone else encode(part, rule, grammar="rfc3986"))
    return "".join(parts)


def _bytes(surrogates: str) -> bytes:
    """Return the bytes of a text, a surrogate as the byte that it stands for; if one stands for none, each as three."""
    try:
        return surrogates.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return surrogates.encode("utf-8", "surrogatepass")


class Record(NamedTuple):
    """One line of a report; fields that do not apply are None. `notes` are warnings and errors on a valid text;
    `checked` says whether a grammar of its scheme was there to check it by; `clients` has the readings by clients of
    the scheme.

    Lines and columns count from 1, ends exclusive; `offset` is in code points from 0, from the start of `text`.
    """

    path: str | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    code: str | None = None
    severity: str | None = None
    message: str = ""
    text: str | None = None
    grammar: str | None = None
    rule: str | None = None
    section: str | None = None
    offset: int | None = None
    help: str | None = None
    url: str | None = None
    labels: tuple[Label, ...] = ()
    fixes: tuple[Fix, ...] = ()
    notes: tuple[Finding, ...] | None = None
    checked: bool | None = None
    clients: tuple[ClientReadings, ...] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the record as JSON has it, in this order; the last three fields only if they were looked for."""
        row: dict[str, Any] = dict(zip(_FIELDS, self, strict=False))
        row |= {"labels": [_row(label) for label in self.labels], "fixes": fix_dicts(self.text or "", self.fixes)}
        row |= {} if self.notes is None else {"notes": [note_dict(note) for note in self.notes]}
        row |= {} if self.checked is None else {"checked": self.checked}
        return row if self.clients is None else row | {"clients": [readings.as_dict() for readings in self.clients]}


_FIELDS = Record._fields[: Record._fields.index("notes")]  # the others come last


def note_dict(note: Finding) -> dict[str, Any]:
    """Return a note on a valid text as JSON has it: `text` is its message; offsets in code points from 0, the end
    exclusive.
    """
    return {
        "code": note.code,
        "severity": note.severity,
        "text": note.message,
        "start": note.start,
        "end": note.end,
        "section": note.section,
        "fix": note.fix,
    }


@lru_cache(maxsize=8)
def section_of(matcher: Matcher) -> str:
    """Return the document and section of a matcher's production; the file's name for a user's own."""
    entry = matcher.grammar.entry
    if matcher.grammar._is_shipped and matcher.rule in entry.start:
        inherited_starts = catalog_entry(entry.extends).start if entry.extends else ()
        if matcher.rule not in inherited_starts:
            return citation(*entry.citation(matcher.rule))  # before its rules are loaded
    rules = matcher.grammar.rules
    place = place_of(rules, rules[matcher.rule])
    return citation(place.document, place.section) if place.document else place.source


def kind_words(matcher: Matcher, text: str | bytes) -> str | None:
    """Return the kind of a valid text for messages, None if it is invalid."""
    kind = matcher.kind(text)
    if kind is None:
        return None
    return matcher.grammar.entry.words.get(kind, kind) if kind != matcher.rule else kind


def fix_dicts(text: str, fixes: Iterable[Fix]) -> list[dict[str, object]]:
    """Return fixes as JSON has them: the whole text, how it comes about, and the edits that make it (offsets in code
    points from 0, ends exclusive).

    >>> from irigrammar import Fix
    >>> fix_dicts("a b", [Fix("a%20b", "percent-encode", "safe")])[0]["edits"]
    [{'start': 1, 'end': 2, 'text': '%20'}]
    """
    return [_row(fix) | {"edits": edits(text, fix.text)} for fix in fixes]


def _row(value: Fix | Label) -> dict[str, object]:
    """Return the fields as a dictionary; `dataclasses.asdict`, which copies values, takes five times as long."""
    return {name: getattr(value, name) for name in value.__slots__}


def edits(text: str, after: str) -> list[dict[str, object]]:
    """Return the change from one text to another as JSON has it (`start`, `end`, `text`): at most one edit, without the
    common prefix and suffix; none for equal texts.
    """
    start, tail = shared_ends(text, after)
    if text == after:
        return []
    return [{"start": start, "end": len(text) - tail, "text": after[start : len(after) - tail]}]


def fault_record(
    matcher: Matcher, text: str | bytes, fault: Fault, path: str | None, line: int | None, *, with_fixes: bool = True
) -> Record:
    """Return the record of an invalid text; `line` None means that the text is not a line of a file. Without
    `with_fixes` there are none, nor in a file any other field that a report in text does not show: they take most of
    the time.
    """
    shown = text if isinstance(text, str) else text.decode(errors="backslashreplace")
    is_brief = not with_fixes and path is not None
    code, message, start, end = fault.brief if is_brief else (fault.code, fault.message, *fault.place)
    if isinstance(fault.found, bytes):
        message += f" (byte offset {fault.byte_offset})"
    if is_brief:
        column, end_column = (start + 1, end + 1) if line else (None, None)
        return Record(path, line, column, line, end_column, code, "error", message, shown)
    return _of_line(
        matcher,
        path,
        line,
        (start, end),
        code=code,
        severity="error",
        message=message,
        text=shown,
        offset=fault.offset,
        help=fault.help,
        url=fault.url,
        labels=fault.labels,
        fixes=fault.fixes if with_fixes else (),
    )


def fault_finding(matcher: Matcher, fault: Fault) -> Finding:
    """Return the fault of a text that does not match as a finding, with the most natural fix."""
    from irigrammar.faults.hinting import fault_name
    from irigrammar.finding import Finding

    fix = next(iter(fault.fixes), None)
    section = fault.section or section_of(matcher)
    return Finding(
        fault.code,
        fault_name(fault.code),
        "error",
        *fault.place,
        fault.message,
        section,
        fix.text if fix else None,
        fault.help,
        fault.labels,
        fault.fixes,
        fault.offset,
    )


def valid_record(
    matcher: Matcher, text: str, path: str | None, line: int | None, notes: tuple[Finding, ...] | None = None
) -> Record:
    """Return the record of a valid text of a kind; it has no code."""
    message = f"valid {kind_words(matcher, text)}"
    return _of_line(matcher, path, line, (0, len(text)), message=message, text=text, notes=notes)


def _of_line(matcher: Matcher, path: str | None, line: int | None, span: tuple[int, int], **more: Any) -> Record:
    """Return the record of a text, with the matcher's production and the span as columns from 1; without a line no
    columns.

    `more` are the other fields.
    """
    return Record(
        path=path,
        line=line,
        column=span[0] + 1 if line else None,
        end_line=line,
        end_column=span[1] + 1 if line else None,
        grammar=matcher.grammar.name,
        rule=matcher.rule,
        section=section_of(matcher),
        **more,
    )


def finding_record(
    matcher: Matcher, text: str, finding: Finding, path: str | None = None, line: int | None = None
) -> Record:
    """Return the record of a finding in a valid text; columns are there without a line too, to say where it ends."""
    return Record(
        path=path,
        line=line,
        column=finding.start + 1,
        end_line=line,
        end_column=finding.end + 1,
        code=finding.code,
        severity=finding.severity,
        message=finding.message,
        text=text,
        grammar=matcher.grammar.name,
        rule=matcher.rule,
        section=finding.section,
        offset=finding.start,
    )


def lint_record(finding: LintFinding, grammar: str | None) -> Record:
    """Return the record of a lint finding; one with a recorded erratum is a note."""
    note = f" (recorded erratum: {finding.erratum.why})" if finding.erratum else ""
    return Record(
        path=finding.source,
        line=finding.line,
        column=finding.column,
        code=finding.code,
        severity="note" if finding.erratum else finding.severity,
        message=finding.message + note,
        grammar=grammar,
        rule=finding.rule,
    )

"""Findings for reports, and the summary of a scan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from irigrammar.dataclass import NamedTuple, dataclass, field
from irigrammar.masking import Masked
from irigrammar.report.record import Record
from irigrammar.scan.files import Target
from irigrammar.text.splice import shared_ends

_COMPARED = 2_000  # characters that are compared one by one


class Edit(NamedTuple):
    """A change to a document: the span in code points from 0 of its block, the end exclusive, and its new text."""

    start: int
    end: int
    new_text: str


class Found(NamedTuple):
    """A finding in a document, in which passwords are masked.

    `name` is the code in words ("no-match"). `source` is the line in which it begins, without its line end, "" where
    there is none to show. `what` says where the identifier is ("href of a"), `fix` is the whole identifier fixed,
    None without a fix; `is_whole` says that nothing in it is masked. `changes` are what makes the identifier
    the fixed one, with offsets in it, () where they would repeat a password; `edits` are what `--fix` does in the
    document, () where nothing is safe. `fingerprint` is the same wherever in the file the
    finding moves, differs for a second one of the same kind, and is made from the text as it is. `start` is the offset
    of the finding in its block, as edits have it, None where it has none. `more` says how many others of the line have
    the same cause; it is None for these, which reports for people leave out.
    """

    record: Record
    name: str
    source: Masked = Masked("", ())
    what: str = ""
    fix: str | None = None
    is_whole: bool = True
    changes: tuple[Edit, ...] = ()
    edits: tuple[Edit, ...] = ()
    fingerprint: str = ""
    start: int | None = None
    more: int | None = 0


def by_cause(findings: Iterable[Found]) -> Iterator[Found]:
    """Yield findings, the first of several with the same cause in a line with the number of the others as `more`, and
    the others with None.
    """
    rows = [
        ((record.line or id(finding), record.code, record.message), finding)
        for finding in findings
        for record in (finding.record,)
    ]
    others = Counter(cause for cause, _ in rows)
    for cause, finding in rows:
        count = others.pop(cause, None)
        yield finding._replace(more=None if count is None else count - 1)


class Identifier(NamedTuple):
    """An identifier in a document: its place, the production that it is checked against, and its text, passwords
    masked.

    Lines and columns are from 1, the end exclusive; `type` is the document's, `what` says where it is there. `source`
    is what the document has, in which escapes, prefixes of JSON-LD and the like are not yet read.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    type: str
    what: str
    grammar: str
    rule: str
    text: str
    source: str


class Piece(NamedTuple):
    """The findings of a scan in a part of a file.

    `last` says that the file is done, `unreadable` that it could not be read, `skip_reason` why it is none to be read,
    "" where it was read. `fix_count` identifiers were fixed, `diff` says how without the `hidden_count` changes that
    show a password, and `note` why a file was not written. `outside` says that it is a symbolic link that was not
    followed, `old_names` counts the comments of a file that name codes as they were called once, and `dump` are its
    identifiers, if they were asked for. `clean` is the key of a document without findings, and the number of its
    identifiers, for the cache.
    """

    target: Target
    findings: list[Found]
    identifiers: int = 0
    last: bool = True
    unreadable: bool = False
    skip_reason: str = ""
    fix_count: int = 0
    diff: str = ""
    hidden_count: int = 0
    note: str = ""
    outside: bool = False
    old_names: int = 0
    dump: tuple[Identifier, ...] = ()
    clean: tuple[str, int] | None = None


def edits_between(old: str, new: str) -> tuple[Edit, ...]:
    """Return the few edits that make one text another, a single one where the parts that differ have more than 2,000
    characters; offsets are in code points of the old one.

    >>> edits_between("HTTP://e/a b", "HTTP://e/a%20b")
    (Edit(start=10, end=11, new_text='%20'),)
    """
    head, tail = shared_ends(old, new)
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(before), len(after)) > _COMPARED:
        return (Edit(head, head + len(before), after),)
    from difflib import SequenceMatcher

    pieces = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return tuple(
        Edit(head + start, head + end, after[low:high]) for kind, start, end, low, high in pieces if kind != "equal"
    )


@dataclass(slots=True)
class Summary:
    """The totals of a scan, counted as it goes on.

    `identifiers` were checked in `files`; `codes` and `severities` count the findings that are reported; `unreadable`
    files could not be read, `skip_count` ones in folders are not text; `known` findings are in the baseline and not
    reported, `gone` ones are there and were not found; `old_count` are in lines that no change added; `fix_count`
    counts fixes that were written or are in a diff, `safe` the findings that `--fix` would fix, and `unsafe` those that
    it would with `--unsafe-fixes`. `outside` symbolic links led out of the folder and were not followed, `hidden_count`
    changes are left out of a diff because of a password. With `of_files` files were checked, and no identifiers in
    them. `old_names` comments name codes as they were called once.
    """

    files: int = 0
    identifiers: int = 0
    unreadable: int = 0
    skip_count: int = 0
    known: int = 0
    gone: int = 0
    old_count: int = 0
    fix_count: int = 0
    safe: int = 0
    unsafe: int = 0
    outside: int = 0
    hidden_count: int = 0
    old_names: int = 0
    of_files: bool = False
    codes: Counter[str] = field(default_factory=Counter)
    severities: Counter[str] = field(default_factory=Counter)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, piece: Piece) -> None:
        """Add the counts of a piece to these; its findings are counted by `count`."""
        self.files += piece.last
        self.identifiers += piece.identifiers
        self.unreadable += piece.unreadable
        self.skip_count += bool(piece.skip_reason)
        self.fix_count += piece.fix_count
        self.outside += piece.outside
        self.hidden_count += piece.hidden_count
        self.old_names += piece.old_names

    def count(self, finding: Found) -> None:
        """Count a finding by code and severity, and whether it has a safe or an unsafe fix."""
        assert finding.record.code is not None
        assert finding.record.severity is not None
        self.codes[finding.record.code] += 1
        self.severities[finding.record.severity] += 1
        self.names[finding.record.code] = finding.name
        self.safe += bool(finding.edits)
        applicabilities = {fix.text: fix.applicability for fix in finding.record.fixes}
        self.unsafe += (
            not finding.edits and finding.fix is not None and applicabilities.get(finding.fix, "unsafe") == "unsafe"
        )

"""Lint many ABNF files: selection of files and codes, findings."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import unified_diff
from functools import partial
from glob import glob, has_magic
from itertools import accumulate
from pathlib import Path, PurePath
from typing import Literal

from irigrammar.dataclass import replace
from irigrammar.errors import GrammarError
from irigrammar.files import Place, open_regular, read_regular
from irigrammar.grammars.authors.documents import include_files
from irigrammar.grammars.authors.extract import Extract, extract
from irigrammar.grammars.authors.lint import LINT_CODES, LintFinding, lint
from irigrammar.grammars.limits import LIMITS, Kind
from irigrammar.grammars.reader import decode, document_kind
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.language.untaken import all_slips
from irigrammar.masking import Masked
from irigrammar.matching.grammar import open_grammar
from irigrammar.matching.reading import cited_grammars
from irigrammar.report.record import lint_record
from irigrammar.scan.document import fingerprint, refusal
from irigrammar.scan.found import Edit, Found
from irigrammar.scan.writing import identity, replacing
from irigrammar.shipped import loader as catalog
from irigrammar.text.choices import unknown

_SUFFIX = ".abnf"


def abnf_files(path: str) -> list[str]:
    """Return the files of a path, in the order of their names: of a folder the ABNF files in and below it, without
    folders whose names begin with a dot; of a pattern those that match (`**` for any folders); else the path itself.

    Raises `ValueError` for a folder or a pattern that has none.
    """
    if Path(path).is_dir():
        files = sorted(_walk(path))
        if not files:
            raise ValueError(f"{path}: no {_SUFFIX} file in this folder")
        return files
    if has_magic(path) and not os.path.lexists(path):
        names = glob(path, recursive=True)  # noqa: PTH207  # Path.glob takes no patterns from the root
        files = sorted(name for name in names if not Path(name).is_dir())
        if not files:
            raise ValueError(f"{path}: no file matches this pattern")
        return files
    return [path]


def _walk(top: str) -> Iterator[str]:
    """Yield the paths of files below a folder that end in ".abnf"; folders that begin with "." are left out."""
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(folder, name) for name in names if name.lower().endswith(_SUFFIX))  # noqa: PTH118


def chosen_codes(select: Iterable[str], ignore: Iterable[str]) -> frozenset[str]:
    """Return the codes to report: those that begin with a name in `select` (all, where it is empty), without those that
    begin with one in `ignore`.

    Names may be in any case. Raises `ValueError` for a name that no code begins with, and for an empty one.

    >>> sorted(chosen_codes(["L001", "l002"], ["L002"]))
    ['L001']
    """
    codes = (
        set().union(*(_codes_beginning_with(name) for name in select)) if (select := list(select)) else set(LINT_CODES)
    )
    return frozenset(codes.difference(*(_codes_beginning_with(name) for name in ignore)))


def _codes_beginning_with(name: str) -> set[str]:
    """Return the lint codes that begin with a name, in any case. Raises `ValueError` if there are none."""
    codes = {code for code in LINT_CODES if name and code.startswith(name.upper())}
    if not codes:
        raise ValueError(unknown("code", name, LINT_CODES))
    return codes


def lint_file(
    path: str,
    data: bytes | None,
    parent: Rulelist,
    start: Sequence[str] = (),
    imports: Sequence[Rulelist] = (),
    fix_codes: Collection[str] | None = None,
    kind: Kind | Literal["abnf"] | None = None,
    define: Mapping[str, str] | None = None,
) -> Iterator[Found]:
    """Yield the findings in an ABNF file, whose bytes are read unless they are given; `parent` is the grammar that it
    extends, `start` its start rules (by default the first rule), `imports` those from which it takes the rules that it
    lacks, `fix_codes` the codes whose findings have edits (by default all), `kind` the kind of file, `define` ABNF for
    names that it leaves undefined and for prose.

    A file that cannot be read, or a document without ABNF, is a finding, S003. Raises `MissingExtra` for Markdown
    without pyromark, and the errors of `lint`.
    """
    check = partial(
        lint,
        source=path,
        parent=parent,
        imports=imports,
        start=start,
        fixed=fix_codes,
        define=define or {},
        find_slips=all_slips,
    )
    try:
        text = decode(read_regular(path, LIMITS.document) if data is None else data, path)
    except OSError as error:
        yield refusal(path, error.strerror or str(error))
    except GrammarError as error:
        finding = refusal(path, error.reason)
        record = finding.record._replace(line=error.line, column=error.column, end_line=error.line)
        yield finding._replace(record=record)
    else:
        kind = kind or document_kind(text, path) or "abnf"
        if kind == "abnf":
            yield from _as_found(check(text, cited=_cited_rules(text)), text, None)
            return
        whole = include_files(text, path, kind)
        extraction = extract(whole, path, kind)
        if not extraction.rules and not extraction.problems:
            yield refusal(path, "no rule of ABNF")
        left_out = [row.lines[0].text.partition("=")[0].strip() for row in extraction.left_out]
        rows = (
            check(extraction.text, cited=_cited_rules(extraction.text), left_out=left_out) if extraction.rules else []
        )
        for finding in _as_found(_in_document(extraction, path, rows, start), whole.text, None):
            record = finding.record
            file, line = whole.place(record.line or 1)
            yield finding._replace(record=record._replace(path=file, line=line))


def _cited_rules(text: str) -> list[Rulelist]:
    return [open_grammar(name).rules for name in cited_grammars(text)]


def _in_document(
    extraction: Extract, path: str, rows: Iterable[LintFinding], start: Sequence[str]
) -> Iterator[LintFinding]:
    """Yield the lint findings of ABNF that was extracted from a document, at the document's lines and columns, without
    edits.

    Rules that nothing refers to (L003) are reported only if start rules are named: a document has several, and does not
    say which.
    """
    for problem in extraction.problems:
        yield LintFinding("L001", path, problem.line or 1, problem.column or 1, None, problem.reason)
    for finding in rows:
        if start or finding.code != "L003":
            yield replace(finding, column=finding.column + extraction.margins.get(finding.line, 0), edits=())


def rewrite(path: str, change: Callable[[str], str], *, write: bool) -> str:
    """Return how a function changes the text of an ABNF file, as a unified diff, "" where it does not; with `write` the
    file is changed, at once or not at all.

    Raises `OSError` for a file that cannot be read or replaced, `GrammarError` for one that is not UTF-8, and what
    `change` raises.
    """
    place = Place.of(path)._replace(link=Path(path).is_symlink())
    text = decode(read_regular(path, LIMITS.size), path)
    new_text = change(text)
    if new_text == text:
        return ""
    if write:
        with open_regular(path) as stream:
            expected = identity(os.fstat(stream.fileno()))
        with replacing(place, expected=expected) as stream:
            stream.write(new_text.encode())
    return "".join(unified_diff(text.splitlines(keepends=True), new_text.splitlines(keepends=True), path, path))


def lint_grammar(name: str) -> Iterator[Found]:
    """Yield the findings in the files of a grammar of the catalog.

    A scheme's grammar has all that its document publishes, whether its start rules reach it or not. Raises
    `UnknownGrammar`.
    """
    entry = catalog.entry(name)
    start = entry.start if name in catalog.generic_names() else tuple(catalog.load(name).own)
    parent = catalog.load(entry.extends) if entry.extends else None
    for file in entry.files:
        text = (catalog.grammar_directory() / file).read_text(encoding="utf-8")
        shown = f"grammar/{file}"
        yield from _as_found(
            lint(text, shown, parent=parent, replace=entry.replace, start=start, errata=entry.errata, published=True),
            text,
            name,
        )


def _as_found(findings: Iterable[LintFinding], text: str, grammar: str | None) -> Iterator[Found]:
    """Yield lint findings as reports of a scan take them; one with a recorded erratum is advice.

    What a finding is known by are its code, its rule and the line as it stands: the same wherever that line moves.
    Edits, which `--fix` makes, are safe; offsets of `changes` are those in the file.
    """
    lines = text.split("\n")
    begins = [0, *accumulate(len(line) + 1 for line in lines)]
    counts: Counter[bytes] = Counter()
    for finding in findings:
        line = lines[finding.line - 1].removesuffix("\r")
        record = lint_record(finding, grammar)
        if finding.erratum:
            record = record._replace(severity="advice")
        mark = fingerprint(
            counts, PurePath(finding.source).as_posix(), finding.code, f"{finding.rule}\0{line.strip()}", None
        )
        begin = begins[finding.line - 1]
        yield Found(
            record,
            finding.name,
            Masked(line, ()),
            f"rule {finding.rule}" if finding.rule else "",
            changes=tuple(Edit(*edit) for edit in finding.edits),
            edits=tuple(Edit(edit.start - begin, edit.end - begin, edit.text) for edit in finding.edits),
            fingerprint=mark,
            start=finding.column - 1 if finding.edits else None,
        )

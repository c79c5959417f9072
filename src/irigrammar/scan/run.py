"""Scan many files, sequentially or in parallel, in the files' order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from irigrammar.dataclass import NamedTuple
from irigrammar.files import open_place
from irigrammar.scan.document import Document, codec_of, refusal
from irigrammar.scan.files import STANDARD_INPUT, Target
from irigrammar.scan.formats.registry import DocumentType, by_content
from irigrammar.scan.found import Found, Piece
from irigrammar.scan.reading import NotText, Refused
from irigrammar.scan.settings import FileRules, Settings

if TYPE_CHECKING:
    from concurrent.futures import Future

    from irigrammar.scan.fixing import Fixed

Fixing = Literal["no", "write", "diff"]

# Files that are given out beyond those at work, and bytes from which a file is scanned here, piece by piece.
_AHEAD = 64
_LARGE = 1 << 24
_BATCH = 16
_HEAD = 1024  # bytes that tell what a file is whose name leaves a choice
_MANY = 200  # files for which it is worth to start processes
_TRIES = 3  # how often a file is read that changes while it is fixed


def scan(
    targets: Iterable[Target],
    settings: Settings,
    *,
    standard_input: IO[bytes],
    fixing: Fixing = "no",
    jobs: int | None = 1,
    progress: Callable[[int], object] = lambda _: None,
) -> Iterator[Piece]:
    """Yield the pieces of files, in their order; with `jobs` processes where there are more than one.

    None stands for one where there are few files, and else for as many as there are cores. A file that is large is
    scanned in this process, so that no more of it is held than a block. `progress` is called with numbers of bytes, or
    with 0. The findings are the same for any number of jobs.
    """
    if jobs is None:
        targets = iter(targets)
        first = list(islice(targets, _MANY))
        jobs = cores() if len(first) == _MANY else 1
        targets = chain(first, targets)
    run = _Run(settings, fixing, standard_input, progress)
    if jobs == 1:
        for target in targets:
            yield from run.pieces_of(target)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # What is started anew shares no threads and no locks with this process.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting: deque[Target | Future[list[Piece]]] = deque()
        try:
            for batch in _batches(targets):
                waiting.append(
                    batch if isinstance(batch, Target) else pool.submit(_scan_batch, batch, settings, fixing)
                )
                while len(waiting) > _AHEAD:
                    yield from run.done(waiting.popleft())
            while waiting:
                yield from run.done(waiting.popleft())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _batches(targets: Iterable[Target]) -> Iterator[Target | list[Target]]:
    """Yield targets in small numbers, since giving one to a process takes a while; a large one is given by itself."""
    batch: list[Target] = []
    for target in targets:
        is_large = _is_large(target)
        if not is_large:
            batch.append(target)
        if batch and (is_large or len(batch) == _BATCH):
            yield batch
            batch = []
        if is_large:
            yield target
    if batch:
        yield batch


def _is_large(target: Target) -> bool:
    """Return whether a target has `_LARGE` bytes or more; true for standard input, false if it cannot be read."""
    if target.path == STANDARD_INPUT:
        return True
    try:
        return Path(target.path).stat().st_size >= _LARGE
    except OSError:
        return False


def _scan_batch(batch: list[Target], settings: Settings, fixing: Fixing) -> list[Piece]:
    run = _Run(settings, fixing, BytesIO(), lambda _: None)
    return [piece for target in batch for piece in run.pieces_of(target)]


class _Run(NamedTuple):
    """A scan in one process: the parameters of `scan`, and methods that yield the pieces of a file."""

    settings: Settings
    fixing: Fixing
    standard_input: IO[bytes]
    progress: Callable[[int], object]

    def done(self, work: Target | Future[list[Piece]]) -> Iterator[Piece]:
        """Yield the pieces of a batch that another process scans (once it has), or those of a target, which is scanned
        here.
        """
        yield from self.pieces_of(work) if isinstance(work, Target) else work.result()

    def pieces_of(self, target: Target) -> Iterator[Piece]:
        """Yield the pieces of one file; a failure to read it is a finding, one to write it a note, and neither an
        exception; one that was not named and is not text is skipped.
        """
        if target.kind is not None and target.place is not None and self.settings.forced_type is None:
            target = target._replace(kind=self._by_content(target, target.kind))
        rules = target.rules(self.settings)
        if target.kind is None:
            if target.reason:
                yield Piece(target, _refusals(target, target.reason, rules), unreadable=True)
            elif target.skip_reason:
                yield Piece(target, [], last=False, skip_reason=target.skip_reason)
            else:
                yield Piece(target, [], last=False, outside=True)
            return
        try:
            if self.fixing != "no" and not self.settings.dump:
                yield from self._fix(target, rules)
            else:
                with self._open(target) as content:
                    yield from (self._dump if self.settings.dump else self._by_cache)(target, content, rules)
        except NotText as error:
            reason = str(error)
            if not target.is_named:
                yield Piece(target, [], last=False, skip_reason=reason)
                return
        except Refused as error:
            reason = str(error)
        except OSError as error:
            reason = error.strerror or str(error)
        else:
            return
        yield Piece(target, _refusals(target, reason, rules), unreadable=True)

    def _by_content(self, target: Target, kind: DocumentType) -> DocumentType:
        """Return the type of a file by its content, where its name leaves a choice (XML); `kind` for others, and where
        it cannot be read.
        """
        if kind.name != "xml":
            return kind
        try:
            with self._open(target) as content:
                return by_content(kind, content.read(_HEAD))
        except OSError:  # said when it is scanned
            return kind

    def _by_cache(self, target: Target, content: IO[bytes], rules: FileRules) -> Iterator[Piece]:
        """Yield the pieces of a file, or one with the number of identifiers if the cache knows it as clean.

        A file found clean has a last piece with its cache key.
        """
        folder = self.settings.cache
        if folder is None or not content.seekable():
            yield from self._pieces(target, content, rules)
            return
        from irigrammar.scan.cache import key, known

        name = key(content, str(target.relative), rules.kind.name, (target.own or self.settings).salt)
        if name in known(folder):
            yield Piece(target, [], known(folder)[name], clean=(name, known(folder)[name]))
            return
        is_clean, identifiers = True, 0
        for piece in self._pieces(target, content, rules):
            is_clean &= not piece.findings and not piece.old_names
            identifiers += piece.identifiers
            yield piece
        if is_clean:
            yield Piece(target, [], last=False, clean=(name, identifiers))

    def _document(self, target: Target, content: IO[bytes], rules: FileRules) -> Document:
        limit, show_secrets = self.settings.max_size, self.settings.show_secrets
        return Document(target.shown, content, rules, limit=limit, show_secrets=show_secrets, progress=self.progress)

    def _pieces(self, target: Target, content: IO[bytes], rules: FileRules) -> Iterator[Piece]:
        """Yield a piece for each block of the content, which is read from its start if it can be sought."""
        if content.seekable():
            content.seek(0)
        document = self._document(target, content, rules)
        for part in document.blocks():
            last = part.block.last
            old_names = document.old_names if last else 0
            yield Piece(target, part.findings, part.identifiers, last, old_names=old_names)

    def _dump(self, target: Target, content: IO[bytes], rules: FileRules) -> Iterator[Piece]:
        """Yield pieces with the identifiers of a document instead of findings, and a last one without."""
        for identifiers in self._document(target, content, rules).identifiers():
            yield Piece(target, [], len(identifiers), last=False, dump=identifiers)
        yield Piece(target, [])

    def _fix(self, target: Target, rules: FileRules) -> Iterator[Piece]:
        """Fix a file and yield the findings that remain; with `fixing` "diff", yield the diff and no findings.

        A file that changes while it is read is read again, up to `_TRIES` times, and never overwritten; if it cannot be
        written, a piece has a note.
        """
        from irigrammar.scan.fixing import Unwritable, apply_fixes, write
        from irigrammar.scan.writing import ChangedMeanwhile, identity

        note, settings = "", self.settings
        for _ in range(_TRIES):
            with self._open(target) as content:
                read = None if target.place is None else identity(os.fstat(content.fileno()))
                try:
                    with apply_fixes(
                        content, rules, limit=settings.max_size, show_secrets=settings.show_secrets
                    ) as done:
                        if self.fixing == "diff":
                            yield _difference(target, content, done, rules)
                            return
                        if done.fix_count and target.place is not None and read is not None:
                            shows = settings.show_fixes
                            piece = _difference(target, content, done, rules) if shows else Piece(target, [])
                            write(done, target.place, read)
                            yield piece._replace(last=False, fix_count=done.fix_count)
                        yield from self._pieces(target, done.content, rules)
                        return
                except ChangedMeanwhile as error:
                    note = f"{error.strerror} ({_TRIES} times)"
                except Unwritable as error:
                    note = str(error)
                    break
        yield Piece(target, [], last=False, note=note)
        if self.fixing == "diff":
            yield Piece(target, [])
            return
        with self._open(target) as content:
            yield from self._pieces(target, content, rules)

    @contextmanager
    def _open(self, target: Target) -> Iterator[IO[bytes]]:
        """Yield the stream of a target, for a `with` statement: its file, which is closed after it, or
        standard input.
        """
        if target.place is None:
            yield self.standard_input
            return
        with open_place(target.place) as stream:
            yield stream


def _refusals(target: Target, reason: str, rules: FileRules) -> list[Found]:
    severity = rules.choice.own.get("S003")
    return [] if severity is None else [refusal(target.shown, reason, severity, relative=str(target.relative))]


def _difference(target: Target, content: IO[bytes], done: Fixed, rules: FileRules) -> Piece:
    """Return the piece with the diff between the content and its fixed form; an empty piece where nothing is fixed."""
    if not done.fix_count:
        return Piece(target, [])
    from irigrammar.scan.fixing import difference

    codec = codec_of(content, rules)
    diff = difference(content, done.content, target.shown, codec, done.secret_lines)
    return Piece(target, [], fix_count=done.fix_count, diff=diff.text, hidden_count=diff.hidden_count)

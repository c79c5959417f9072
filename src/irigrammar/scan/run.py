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
    seen: Callable[[int], object] = lambda _: None,
) -> Iterator[Piece]:
    """Yield what is found in files, in their order; with `jobs` processes where there are more than one.

    None stands for one where there are few files, and else for as many as there are cores. A file that is large is
    scanned in this process, so that no more of it is held than a block. `seen` is called with numbers of bytes, or
    with 0. The findings are the same for any number of jobs.
    """
    if jobs is None:
        targets = iter(targets)
        first = list(islice(targets, _MANY))
        jobs = cores() if len(first) == _MANY else 1
        targets = chain(first, targets)
    if jobs == 1:
        for target in targets:
            yield from _scanned(target, settings, fixing, standard_input, seen)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # What is started anew shares no threads and no locks with this process.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting: deque[list[Target] | Future[list[Piece]]] = deque()
        try:
            for batch in _batches(targets):
                alone = len(batch) == 1 and _is_large(batch[0])
                waiting.append(batch if alone else pool.submit(_scan_batch, batch, settings, fixing))
                while len(waiting) > _AHEAD:
                    yield from _taken(waiting.popleft(), settings, fixing, standard_input, seen)
            while waiting:
                yield from _taken(waiting.popleft(), settings, fixing, standard_input, seen)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _taken(
    work: list[Target] | Future[list[Piece]],
    settings: Settings,
    fixing: Fixing,
    standard_input: IO[bytes],
    seen: Callable[[int], object],
) -> Iterator[Piece]:
    if isinstance(work, list):
        for target in work:
            yield from _scanned(target, settings, fixing, standard_input, seen)
    else:
        yield from work.result()


def _batches(targets: Iterable[Target]) -> Iterator[list[Target]]:
    """Yield targets in small numbers, since giving one to a process takes a while; a large one is alone."""
    batch: list[Target] = []
    for target in targets:
        if _is_large(target):
            if batch:
                yield batch
            yield [target]
            batch = []
            continue
        batch.append(target)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _is_large(target: Target) -> bool:
    if target.path == STANDARD_INPUT:
        return True
    try:
        return Path(target.path).stat().st_size >= _LARGE
    except OSError:
        return False


def _scan_batch(batch: list[Target], settings: Settings, fixing: Fixing) -> list[Piece]:
    nothing = BytesIO()
    return [piece for target in batch for piece in _scanned(target, settings, fixing, nothing, lambda _: None)]


def _scanned(
    target: Target, settings: Settings, fixing: Fixing, standard_input: IO[bytes], seen: Callable[[int], object]
) -> Iterator[Piece]:
    """Yield the pieces of one file; what it could not do is a finding, and never an exception."""
    if target.kind is not None and target.place is not None and settings.forced_type is None:
        target = target._replace(kind=_by_content(target, target.kind))
    rules = target.rules(settings)
    if target.kind is None:
        if target.reason:
            yield Piece(target, _refusals(target, target.reason, rules), unreadable=True)
        elif target.skipped:
            yield Piece(target, [], last=False, skipped=target.skipped)
        else:
            yield Piece(target, [], last=False, outside=True)
        return
    try:
        if settings.dump:
            with _opened(target, standard_input) as content:
                yield from _dumped(target, content, rules, settings)
        elif fixing == "no":
            with _opened(target, standard_input) as content:
                yield from _cached(target, content, rules, settings, seen)
        else:
            yield from _fixed(target, rules, settings, fixing, standard_input, seen)
    except NotText as error:
        reason = str(error)
        if not target.is_named:
            yield Piece(target, [], last=False, skipped=reason)
            return
    except Refused as error:
        reason = str(error)
    except OSError as error:
        reason = error.strerror or str(error)
    else:
        return
    yield Piece(target, _refusals(target, reason, rules), unreadable=True)


def _by_content(target: Target, kind: DocumentType) -> DocumentType:
    """Return the type of a file by its content, where its name leaves a choice."""
    if kind.name != "xml":
        return kind
    try:
        with _opened(target, BytesIO()) as content:
            return by_content(kind, content.read(_HEAD))
    except OSError:  # said when it is scanned
        return kind


def _refusals(target: Target, reason: str, rules: FileRules) -> list[Found]:
    severity = rules.choice.own.get("S003")
    return [] if severity is None else [refusal(target.shown, reason, severity, relative=str(target.relative))]


def _cached(
    target: Target, content: IO[bytes], rules: FileRules, settings: Settings, seen: Callable[[int], object]
) -> Iterator[Piece]:
    """Yield the pieces of a file, or one that says how many identifiers it has where it is known as clean."""
    if settings.cache is None or not content.seekable():
        yield from _pieces(target, content, rules, settings, seen)
        return
    from irigrammar.scan.cache import key, known

    name = key(content, str(target.relative), rules.kind.name, (target.own or settings).salt)
    if name in known(settings.cache):
        yield Piece(target, [], known(settings.cache)[name], clean=(name, known(settings.cache)[name]))
        return
    is_clean, identifiers = True, 0
    for piece in _pieces(target, content, rules, settings, seen):
        is_clean &= not piece.findings and not piece.old_names
        identifiers += piece.identifiers
        yield piece
    if is_clean:
        yield Piece(target, [], last=False, clean=(name, identifiers))


def _pieces(
    target: Target, content: IO[bytes], rules: FileRules, settings: Settings, seen: Callable[[int], object]
) -> Iterator[Piece]:
    if content.seekable():
        content.seek(0)
    limit, show_secrets = settings.max_size, settings.show_secrets
    document = Document(target.shown, content, rules, limit=limit, show_secrets=show_secrets, seen=seen)
    for scanned in document.blocks():
        last = scanned.block.last
        old_names = document.old_names if last else 0
        yield Piece(target, scanned.findings, scanned.identifiers, last, old_names=old_names)


def _dumped(target: Target, content: IO[bytes], rules: FileRules, settings: Settings) -> Iterator[Piece]:
    document = Document(target.shown, content, rules, limit=settings.max_size, show_secrets=settings.show_secrets)
    for identifiers in document.identifiers():
        yield Piece(target, [], len(identifiers), last=False, dumped=identifiers)
    yield Piece(target, [])


def _fixed(
    target: Target,
    rules: FileRules,
    settings: Settings,
    fixing: Fixing,
    standard_input: IO[bytes],
    seen: Callable[[int], object],
) -> Iterator[Piece]:
    """Fix a file and yield what is left to be reported, or say how it would be fixed and yield no findings.

    A file that changes while it is read is read again, and never overwritten.
    """
    from irigrammar.scan.fixing import Unwritable, fixed, write
    from irigrammar.scan.writing import ChangedMeanwhile, identity

    note = ""
    for _ in range(_TRIES):
        with _opened(target, standard_input) as content:
            read = None if target.place is None else identity(os.fstat(content.fileno()))
            try:
                with fixed(content, rules, limit=settings.max_size, show_secrets=settings.show_secrets) as done:
                    if fixing == "diff":
                        yield _difference(target, content, done, rules)
                        return
                    if done.fixed and target.place is not None and read is not None:
                        piece = _difference(target, content, done, rules) if settings.show_fixes else Piece(target, [])
                        write(done, target.place, read)
                        yield piece._replace(last=False, fixed=done.fixed)
                    yield from _pieces(target, done.content, rules, settings, seen)
                    return
            except ChangedMeanwhile as error:
                note = f"{error.strerror} ({_TRIES} times)"
            except Unwritable as error:
                note = str(error)
                break
    yield Piece(target, [], last=False, note=note)
    if fixing == "diff":
        yield Piece(target, [])
        return
    with _opened(target, standard_input) as content:
        yield from _pieces(target, content, rules, settings, seen)


def _difference(target: Target, content: IO[bytes], done: Fixed, rules: FileRules) -> Piece:
    if not done.fixed:
        return Piece(target, [])
    from irigrammar.scan.fixing import difference

    codec = codec_of(content, rules)
    diff = difference(content, done.content, target.shown, codec, done.secret_lines)
    return Piece(target, [], fixed=done.fixed, diff=diff.text, hidden=diff.hidden)


@contextmanager
def _opened(target: Target, standard_input: IO[bytes]) -> Iterator[IO[bytes]]:
    if target.place is None:
        yield standard_input
        return
    with open_place(target.place) as stream:
        yield stream

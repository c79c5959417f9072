"""The files of a scan: those that are named, and those of known types in folders, without what git ignores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from irigrammar.conformance.documents.document_type import DocumentType
from irigrammar.conformance.documents.registry import document_type
from irigrammar.conformance.scanning.patterns import spec
from irigrammar.conformance.scanning.settings import Settings

__all__ = ["STANDARD_INPUT", "Target", "targets"]

STANDARD_INPUT = "-"

# Folders in which nobody looks for documents of their own.
_NEVER = (".git/", ".hg/", ".svn/", "__pycache__/", "node_modules/", ".venv/", ".tox/", ".nox/", ".*_cache/")


class Target(NamedTuple):
    """A file to scan: as it was named or found, as findings call it, from the root with "/", and its type.

    `kind` is None where the file cannot be looked at, and `reason` says why.
    """

    path: str
    shown: str
    relative: PurePosixPath
    kind: DocumentType | None
    reason: str = ""


class _Ignored(NamedTuple):
    """The patterns of a .gitignore, and the folder that they are relative to."""

    folder: Path
    patterns: tuple[str, ...]


def targets(paths: Iterable[str], settings: Settings, *, filtered: bool = False) -> Iterator[Target]:
    """Yield the files of `paths`, each once, in the order of names in a folder.

    A file that is named is scanned whatever its name: as text where no type knows it; but for `exclude`, which holds
    for it, too. With `filtered` it is scanned only if its folder would give it: for what names all files that changed.
    In folders, links to folders are not followed, and what is neither file nor folder is passed over; so are the
    baseline and what the scan writes.

    Raises `ValueError` for patterns that are none.
    """
    seen = {os.path.realpath(own) for own in (settings.baseline, settings.output) if own}
    for path in paths:
        for target in _of_path(path, settings, filtered=filtered):
            key = os.path.realpath(target.path) if target.path != STANDARD_INPUT else STANDARD_INPUT
            if key not in seen or target.kind is None:
                seen.add(key)
                yield target


def _of_path(path: str, settings: Settings, *, filtered: bool) -> Iterator[Target]:
    if path == STANDARD_INPUT:
        yield Target(path, "<stdin>", PurePosixPath(path), settings.type_of(PurePosixPath(path)) or _text())
        return
    place = Path(path)
    relative = _relative(place, settings)
    try:
        is_folder = place.stat() and place.is_dir()
    except OSError as error:
        yield Target(path, path, relative, None, error.strerror or str(error))
        return
    if is_folder:
        yield from _walk(place, settings, _outer(_absolute(place)) if settings.respect_gitignore else [])
    elif filtered:
        if _is_given(place, relative, settings) and (kind := _kind(relative, settings)):
            yield Target(path, path, relative, kind)
    elif not spec(settings.exclude).match_file(str(relative)):
        yield Target(path, path, relative, settings.type_of(relative) or _text())


def _walk(top: Path, settings: Settings, ignored: list[_Ignored]) -> Iterator[Target]:
    """Yield the files below a folder; an own stack, since folders may lie deeper than calls may."""
    excluded = spec((*_NEVER, *settings.exclude))
    stack: list[tuple[Path, list[_Ignored]]] = [(top, ignored)]
    while stack:
        place, rules = stack.pop()
        if place != top and not place.is_dir():
            relative = _relative(place, settings)
            if kind := _kind(relative, settings):
                yield Target(str(place), str(place), relative, kind)
            continue
        if settings.respect_gitignore:
            rules = [*rules, *_gitignore(place)]
        try:
            with os.scandir(place) as entries:
                found = sorted(entries, key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            yield Target(str(place), str(place), _relative(place, settings), None, error.strerror or str(error))
            continue
        for entry in found:
            folder = entry.is_dir(follow_symlinks=False)
            if not folder and not _is_file(entry):
                continue
            child = place / entry.name
            name = str(_relative(child, settings)) + "/" * folder
            if not excluded.match_file(name) and not _is_ignored(child, rules, folder=folder):
                stack.append((child, rules))


def _kind(relative: PurePosixPath, settings: Settings) -> DocumentType | None:
    """Return what a file in a folder is scanned as; None where it is not included, or no type knows it."""
    if not settings.include:
        return settings.type_of(relative)
    if not spec(settings.include).match_file(str(relative)):
        return None
    return settings.type_of(relative) or _text()


def _is_given(place: Path, relative: PurePosixPath, settings: Settings) -> bool:
    """Tell whether a walk would come to a file that is named: that neither patterns nor git leave it out, nor a folder
    that it is in.
    """
    folders = [f"{one}/" for one in relative.parents if one.name not in ("", "..")]
    if any(map(spec((*_NEVER, *settings.exclude)).match_file, (*folders, str(relative)))):
        return False
    if not settings.respect_gitignore:
        return True
    absolute = _absolute(place)
    way = [absolute, *absolute.parents]
    top = next((one for one in way if (one / ".git").exists()), _absolute(Path(settings.root)))
    way = [one for one in way if one.is_relative_to(top)]
    ignored: list[_Ignored] = []
    for folder, child in zip(way[:0:-1], way[-2::-1], strict=True):
        ignored += _gitignore(folder)
        if _is_ignored(child, ignored, folder=child != absolute):
            return False
    return True


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry is a file, or a link that leads nowhere, which is told when it is opened."""
    try:
        return entry.is_file() or (entry.is_symlink() and not Path(entry.path).exists())
    except OSError:  # a loop of links
        return True


def _is_ignored(place: Path, rules: list[_Ignored], *, folder: bool) -> bool:
    """Tell whether git would ignore a file: the last pattern that names it decides, inner folders' over outer ones'."""
    for one in reversed(rules):
        name = _absolute(place).relative_to(one.folder).as_posix() + "/" * folder
        said = spec(one.patterns).check_file(name).include
        if said is not None:
            return said
    return False


def _gitignore(folder: Path) -> Iterator[_Ignored]:
    for name in (".git/info/exclude", ".gitignore"):
        try:
            lines = (folder / name).read_text("utf-8", "replace").splitlines()
        except OSError:
            continue
        yield _Ignored(_absolute(folder), tuple(lines))


def _outer(top: Path) -> list[_Ignored]:
    """Return what the folders above say, up to the one that holds the repository; nothing outside of one.

    Nothing, too, where they ignore this folder, since it was named all the same.
    """
    if (top / ".git").exists():
        return []
    above = []
    for parent in top.parents:
        above.append(parent)
        if (parent / ".git").exists():
            rules = [rule for one in reversed(above) for rule in _gitignore(one)]
            return [] if _is_ignored(top, rules, folder=True) else rules
    return []


def _absolute(place: Path) -> Path:
    return Path(os.path.abspath(place))  # noqa: PTH100  # Path.absolute keeps ".."


def _relative(place: Path, settings: Settings) -> PurePosixPath:
    """Return a path from the root; one that lies elsewhere as it is, without what leads to it from the file system."""
    try:
        return PurePosixPath(Path(os.path.relpath(place, settings.root)).as_posix())
    except ValueError:  # another drive
        return PurePosixPath(place.as_posix())


def _text() -> DocumentType:
    return document_type("text")

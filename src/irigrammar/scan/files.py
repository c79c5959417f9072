"""Collect the files of a scan.

Named files, and files in folders without those that git ignores. A scan stays in the folders that it is given: what a
symbolic link leads out to is read only if that is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from irigrammar.dataclass import NamedTuple
from irigrammar.files import Place, is_below, open_place, read_regular
from irigrammar.grammars.work import Work
from irigrammar.scan.config import Nested, Unusable
from irigrammar.scan.formats.registry import DocumentType, document_type
from irigrammar.scan.patterns import spec
from irigrammar.scan.reading import looks_like_text
from irigrammar.scan.settings import FileRules, Settings

STANDARD_INPUT = "-"

# Folders in which nobody looks for documents of their own.
_NEVER = (".git/", ".hg/", ".svn/", "__pycache__/", "node_modules/", ".venv/", ".tox/", ".nox/", ".*_cache/")
_HEAD = 8192  # bytes of a file that tell whether it is text
_MOST_IGNORED = 1_000_000  # bytes of a .gitignore file


class Target(NamedTuple):
    """A file to scan: as it was named or found, as findings call it, from the root with "/", and its type.

    `place` is where it is opened, None for standard input; `is_named` says that it was named, and not come across in a
    folder. `kind` is None where the file is not scanned: `reason` says why it cannot be, `skip_reason` why it is none
    to be scanned; both are "" for a symbolic link that leads out of the folder that is scanned. `own` are the settings
    of the configuration nearest to it, where that is not the run's.
    """

    path: str
    shown: str
    relative: PurePosixPath
    kind: DocumentType | None
    reason: str = ""
    place: Place | None = None
    is_named: bool = False
    skip_reason: str = ""
    own: Settings | None = None

    def rules(self, settings: Settings) -> FileRules:
        """Return the rules of the file: by the nearest configuration, else by the settings of the run."""
        kind = self.kind or document_type("text")
        if self.own is None:
            return settings.file_rules(self.relative, kind)
        return self.own.file_rules(_relative(Path(self.shown), self.own), kind)


class _Ignored(NamedTuple):
    """The patterns of a .gitignore, and the folder that they are relative to."""

    folder: Path
    patterns: tuple[str, ...]


def targets(
    paths: Iterable[str], settings: Settings, *, filter_named: bool = False, work: Work | None = None
) -> Iterator[Target]:
    """Yield the files of `paths`, each once, in the order of names in a folder.

    A file that is named is scanned whatever its name: as text where no type knows it; except for `exclude`, which
    applies to it, too. With `filter_named` it is scanned only if its folder would give it: for callers that name all
    changed files. In folders, what is neither file nor folder is passed over; so are the baseline and what the scan
    writes.

    Symbolic links to files in the folder that is scanned come after its other files, unless these were among them; what
    leads out of it is a target without a type or a reason, unless the settings say that links are followed. Of a file
    that is named in `settings.root`, that is the folder that counts; else it is the file's own.

    `work` is what configurations of folders may take, with that of the run. One that cannot be used is a target with a
    reason, and the files that it is for are passed over. Raises `ValueError` for invalid patterns.
    """
    known_paths = {os.path.realpath(own) for own in (settings.baseline, *settings.outputs) if own}
    nested = Nested(settings, work)
    for path in paths:
        for target in _of_path(path, settings, filter_named=filter_named):
            key = target.path if target.kind is None or target.place is None else target.place.path
            if target.kind is not None and target.place is not None:
                key = os.path.realpath(key)
            if key not in known_paths:
                known_paths.add(key)
                yield from _nearest(target, settings, nested)


def _nearest(target: Target, settings: Settings, nested: Nested) -> Iterator[Target]:
    """Yield a target with the settings of the configuration nearest to it; nothing for one that this excludes.

    A configuration that cannot be used is yielded in its place, once, with the reason.
    """
    path = Path(settings.root, target.relative) if target.path == STANDARD_INPUT else Path(target.path)
    own = nested(path.parent)
    if isinstance(own, Unusable):
        if not nested.first(own):
            return
        relative = _relative(own.path, settings)
        name = str(own.path) if path.is_absolute() else os.path.relpath(own.path)
        yield Target(name, name, relative, None, own.reason, is_named=True)
        return
    if own is settings:
        yield target
        return
    relative = _relative(path, own)
    if spec(own.exclude).match_file(str(relative)) or not (target.is_named or _is_included(relative, own)):
        return
    yield target._replace(own=own, kind=target.kind and (own.type_of(relative) or target.kind))


def _of_path(path: str, settings: Settings, *, filter_named: bool) -> Iterator[Target]:
    """Yield the targets of a path: a file unless it is excluded, the files below a folder, or standard input.

    A path that cannot be read, or leads out of the folder through a link, gives a target without a type, with the
    reason. With `filter_named`, unincluded and ignored files, and an excluded name of standard input, give nothing
    either.
    """
    if path == STANDARD_INPUT:
        name = PurePosixPath(settings.stdin_filename or path)
        exclusions = spec((*_NEVER, *settings.exclude)).match_file(str(name))
        if filter_named and settings.stdin_filename and (exclusions or not _is_included(name, settings)):
            return
        shown = settings.stdin_filename or "<stdin>"
        yield Target(path, shown, name, settings.type_of(name) or document_type("text"), is_named=True)
        return
    path_object = Path(path)
    relative = _relative(path_object, settings)
    try:
        is_folder = path_object.stat() and path_object.is_dir()
    except OSError as error:
        yield Target(path, path, relative, None, error.strerror or str(error), is_named=True)
        return
    problems: list[Target] = []
    if filter_named and not is_folder and not _is_inwalk(path_object, relative, settings, problems):
        yield from problems
        return
    yield from problems
    boundary = _boundary(path_object, settings, is_folder=is_folder)
    real = os.path.realpath(path_object)
    if not settings.follow_links and not is_below(real, boundary):
        reason = (
            ""
            if filter_named
            else f"it is behind a symbolic link that leads out of {boundary}; --follow-links reads it"
        )
        yield Target(path, path, relative, None, reason, is_named=True)
    elif is_folder:
        yield from walk(path_object, settings)
    else:
        place = Place.of(real)._replace(link=path_object.is_symlink())
        if filter_named:
            if _is_included(relative, settings):
                yield _scannable(path, relative, settings, place)
        elif not spec(settings.exclude).match_file(str(relative)):
            kind = settings.type_of(relative) or document_type("text")
            yield Target(path, path, relative, kind, place=place, is_named=True)


def _boundary(path: Path, settings: Settings, *, is_folder: bool) -> str:
    """Return the real path of the folder that a named path may not lead out of: the root, or the path's own folder if
    outside.
    """
    absolute, root = _absolute(path), _absolute(Path(settings.root))
    if absolute.is_relative_to(root):
        return os.path.realpath(root)
    return os.path.realpath(absolute if is_folder else absolute.parent)


def walk(top: Path, settings: Settings) -> Iterator[Target]:
    """Yield the files below a folder, by name; links to files, and those to folders that are not followed, last;
    folders and ignore files that cannot be read, with the reason.

    Excluded and ignored files and folders are left out. A stack takes the place of calls, since folders may lie deeper.
    """
    exclusions = spec((*_NEVER, *settings.exclude))
    problems: list[Target] = []
    outer_rules = _outer(_absolute(top), problems) if settings.respect_gitignore else []
    boundary = os.path.realpath(top)
    link_targets = {boundary}  # the folders that links led to, so that none is walked twice
    # What is still to be looked at: the path, the one from the root, the rules that hold there, whether it is a folder,
    # and the folder that its place counts from, as it is called and as it is opened.
    stack: list[tuple[Path, PurePosixPath, list[_Ignored], bool, tuple[Path, str]]]
    stack = [(top, _relative(top, settings), outer_rules, True, (top, str(top)))]
    links: list[Target] = []
    while stack:
        path, relative, rules, is_folder, base = stack.pop()
        if not is_folder:
            if _is_included(relative, settings):
                yield _scannable(str(path), relative, settings, Place(base[1], path.relative_to(base[0]).parts))
            continue
        if settings.respect_gitignore:
            rules = [*rules, *_gitignore(path, problems)]
        yield from problems
        problems.clear()
        try:
            with os.scandir(path) as entries:
                sorted_entries = sorted(entries, key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            yield Target(str(path), str(path), relative, None, error.strerror or str(error))
            continue
        for entry in sorted_entries:
            child, inner, is_folder = path / entry.name, relative / entry.name, _is_folder(entry)
            name = str(inner) + "/" * is_folder
            if exclusions.match_file(name) or _is_ignored(child, rules, folder=is_folder):
                continue
            if not entry.is_symlink():
                if is_folder or entry.is_file(follow_symlinks=False):
                    stack.append((child, inner, rules, is_folder, base))
                continue
            real = os.path.realpath(child)
            if not is_folder:
                links += _link(child, real, boundary, settings)
            elif not is_below(real, boundary) and real not in link_targets:
                link_targets.add(real)
                if settings.follow_links:
                    stack.append((child, inner, rules, True, (child, real)))
                else:
                    links.append(Target(str(child), str(child), inner, None))
    yield from sorted(links, key=lambda link: link.path)


def _link(path: Path, real: str, boundary: str, settings: Settings) -> Iterator[Target]:
    """Yield the target of a link to a file; without a type if it leads to itself (with a reason) or out of the folder.

    Nothing for links to other things, and for files that are not included.
    """
    relative = _relative(path, settings)
    if not _is_included(relative, settings) or (os.path.exists(real) and not os.path.isfile(real)):  # noqa: PTH110, PTH113
        return
    if os.path.islink(real):  # noqa: PTH114
        yield Target(str(path), str(path), relative, None, "it leads to itself through symbolic links")
    elif is_below(real, boundary) or settings.follow_links:
        yield _scannable(str(path), relative, settings, Place.of(real)._replace(link=True))
    else:
        yield Target(str(path), str(path), relative, None)


def _is_included(relative: PurePosixPath, settings: Settings) -> bool:
    return not settings.include or bool(spec(settings.include).match_file(str(relative)))


def _scannable(path: str, relative: PurePosixPath, settings: Settings, place: Place) -> Target:
    """Return the target of a file in a folder; of an unknown name its type is text or, if it does not look so, None
    with `skip_reason`.
    """
    target = Target(path, path, relative, settings.type_of(relative), place=place)
    if target.kind is not None:
        return target
    try:
        with open_place(place) as stream:
            if not looks_like_text(stream.read(_HEAD)):
                return target._replace(skip_reason="no type knows its name, and it is not text in UTF-8")
    except OSError:
        pass  # who scans it says why
    return target._replace(kind=document_type("text"))


def _is_inwalk(place: Path, relative: PurePosixPath, settings: Settings, problems: list[Target]) -> bool:
    """Return whether a walk would come to a named file: whether neither patterns nor git exclude it or its folders.

    A file of ignore patterns that cannot be read is added to `problems`.
    """
    folders = [f"{folder}/" for folder in relative.parents if folder.name not in ("", "..")]
    if any(map(spec((*_NEVER, *settings.exclude)).match_file, (*folders, str(relative)))):
        return False
    if not settings.respect_gitignore:
        return True
    absolute = _absolute(place)
    way = [absolute, *absolute.parents]
    top = next((folder for folder in way if (folder / ".git").exists()), _absolute(Path(settings.root)))
    way = [folder for folder in way if folder.is_relative_to(top)]
    rules: list[_Ignored] = []
    for folder, child in zip(way[:0:-1], way[-2::-1], strict=True):
        rules += _gitignore(folder, problems)
        if _is_ignored(child, rules, folder=child != absolute):
            return False
    return True


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a folder, or a symbolic link to one."""
    try:
        return entry.is_dir()
    except OSError:  # a loop of links
        return False


def _is_ignored(place: Path, rules: list[_Ignored], *, folder: bool) -> bool:
    """Return whether git ignores a file: the last pattern that names it decides, inner folders' over outer ones'."""
    for rule in reversed(rules):
        name = _absolute(place).relative_to(rule.folder).as_posix() + "/" * folder
        answer = spec(rule.patterns).match_file(name)
        if answer is not None:
            return answer
    return False


def _gitignore(folder: Path, problems: list[Target]) -> Iterator[_Ignored]:
    """Yield the patterns of .git/info/exclude and .gitignore in a folder; a file that cannot be used is added to the
    problems.

    A symbolic link is not followed, as git does not follow it.
    """
    for name in (".git/info/exclude", ".gitignore"):
        try:
            text = read_regular(folder / name, _MOST_IGNORED, follow=False).decode("utf-8", "replace")
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            path = str(folder / name)
            problems.append(Target(path, path, PurePosixPath(path), None, error.strerror or str(error)))
            continue
        lines = text.removeprefix("\ufeff").split("\n")
        yield _Ignored(_absolute(folder), tuple(line.removesuffix("\r") for line in lines))


def _outer(top: Path, problems: list[Target]) -> list[_Ignored]:
    """Return the ignore patterns of the folders above, up to the one that holds the repository, the outermost first;
    none outside of one. A file of them that cannot be used is added to `problems`.

    Nothing, too, where they ignore this folder, since it was named all the same.
    """
    if (top / ".git").exists():
        return []
    above = []
    for parent in top.parents:
        above.append(parent)
        if (parent / ".git").exists():
            rules = [rule for folder in reversed(above) for rule in _gitignore(folder, problems)]
            return [] if _is_ignored(top, rules, folder=True) else rules
    return []


def _absolute(place: Path) -> Path:
    return Path(os.path.abspath(place))  # noqa: PTH100  # Path.absolute keeps ".."


def _relative(place: Path, settings: Settings) -> PurePosixPath:
    """Return a path relative to the root of the scan; one on another drive unchanged."""
    try:
        return PurePosixPath(Path(os.path.relpath(place, settings.root)).as_posix())
    except ValueError:  # another drive
        return PurePosixPath(place.as_posix())

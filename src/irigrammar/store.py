"""An on-disk cache, keyed by content hash.

It is in a folder of the user.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from irigrammar.files import Place, folder_of, read_regular

T = TypeVar("T")

_SUFFIX = ".kept"
_DIGEST = 20  # bytes
_LARGEST = 16_000_000  # bytes of an entry
_MOST = 1_000  # entries; the oldest are removed
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class Store:
    """A folder of entries, of which each is checked before it is used.

    The folder and its entries are used only if they belong to the user, and nobody else may write them; nothing is an
    error: what cannot be read is made again, and what cannot be written is not kept. Entries are data: a damaged one is
    as if it were not there.
    """

    __slots__ = ("_made_by", "folder")

    def __init__(self, folder: str | os.PathLike[str] | None, made_by: tuple[str, ...] = ()) -> None:
        """Take the folder, None to keep nothing, and the folders of this package whose code makes the entries: all
        of it by default.
        """
        self.folder = None if folder is None else Path(folder)
        self._made_by = made_by

    def __bool__(self) -> bool:
        """Whether entries are kept at all: it has a folder."""
        return self.folder is not None

    def recall(self, key: object, make: Callable[[], T], dump: Callable[[T], bytes], load: Callable[[bytes], T]) -> T:
        """Return the stored value of a key, which covers all inputs, or make and store it.

        Of the key, `repr` counts. What `make` raises is raised, and nothing is kept.
        """
        if self.folder is None:
            return make()
        data = self.read(key)
        if data is not None:
            with suppress(ValueError, TypeError, LookupError, AttributeError, RecursionError):
                return load(data)
        value = make()
        self.write(key, dump(value))
        return value

    def read(self, key: object) -> bytes | None:
        """Return the stored content of a key, None where there is none, or not as it was written, and where the folder
        or the file may not be trusted.
        """
        if self.folder is None:
            return None
        path = self._path(self.folder, key)
        try:
            if not (_is_own(self.folder.lstat(), stat.S_ISDIR) and _is_own(path.lstat(), stat.S_ISREG)):
                return None
            data = read_regular(path, _LARGEST + _DIGEST, follow=False)
        except OSError:
            return None
        digest, content = data[:_DIGEST], data[_DIGEST:]
        return content if digest == _digest(path, content) else None

    def write(self, key: object, content: bytes) -> None:
        """Keep the content of a key, whole or not at all, for only this user, and remove old entries if there are more
        than 1,000; do nothing where it has more than 16,000,000 bytes, or the folder cannot be written.
        """
        if self.folder is None or len(content) > _LARGEST:
            return
        path = self._path(self.folder, key)
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_own(self.folder.lstat(), stat.S_ISDIR):
                return
            with folder_of(Place.of(path)) as folder:
                name = f".{os.urandom(8).hex()}{_SUFFIX}"
                try:
                    with os.fdopen(folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                        stream.write(_digest(path, content) + content)
                    folder.replace(name, path.name)
                except BaseException:
                    with suppress(OSError):
                        folder.unlink(name)
                    raise
            _forget(self.folder)

    def _path(self, folder: Path, key: object) -> Path:
        text = repr((program(*self._made_by), key)).encode("utf-8", "surrogatepass")
        return folder / f"{blake2b(text, digest_size=_DIGEST).hexdigest()}{_SUFFIX}"


def _digest(path: Path, content: bytes) -> bytes:
    """Return the checksum of an entry, over its content and the name of its file, so that the content of another key
    counts as damaged.
    """
    return blake2b(content, digest_size=_DIGEST, key=path.stem.encode("ascii")).digest()


def _forget(folder: Path) -> None:
    """Remove the oldest of a store's files where there are more than 1,000, so that half of the limit stay; the remains
    of interrupted writes count as files. Raises `OSError` where one cannot be removed.
    """
    entries = [*folder.glob(f"*{_SUFFIX}")]
    if len(entries) > _MOST:
        entries.sort(key=lambda path: path.lstat().st_mtime_ns)
        for path in entries[: -_MOST // 2]:
            path.unlink(missing_ok=True)


def _is_own(status: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Return whether a file or folder is of a kind, and only the user can write it; on Windows, its folder says so."""
    if not is_kind(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE)


@cache
def program(*folders: str) -> tuple[str, ...]:
    """Return the identity of the code in folders of this package, by default all of it, and of the package abnf: the
    files with their sizes and times.
    """
    return tuple(_files(Path(__file__).resolve().parent, folders))


def _files(package: Path, folders: tuple[str, ...]) -> Iterator[str]:
    """Yield a line with path, size in bytes and time of change in nanoseconds for each file of the package, or some
    folders of it, and of the abnf package. The folders "__pycache__" are left out. Raises `OSError` for a folder that
    is not there.
    """
    todo = [str(package / folder) for folder in folders] or [str(package)]
    if reader := find_spec("abnf"):  # it is not imported for that
        todo += reader.submodule_search_locations or ()
    for folder in todo:  # grows while it is read
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_dir():
                    todo += [entry.path] if entry.name != "__pycache__" else []
                else:
                    status = entry.stat()
                    yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"

"""Open regular files safely.

Neither links, pipes, devices nor endless files surprise the reader.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedIOBase
from typing import IO, BinaryIO

from irigrammar.dataclass import NamedTuple

LONGEST_LINE = 64_000_000  # bytes of one line, by default

# Windows has neither of these: there a link is found by looking at it before it is opened.
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)
_BINARY = getattr(os, "O_BINARY", 0)
_CLOSED_IN_CHILDREN = getattr(os, "O_CLOEXEC", 0)
_HAS_FOLDERS = bool(_FOLDER and _NO_FOLLOW) and {os.open, os.stat, os.unlink, os.rename} <= os.supports_dir_fd

_KINDS = (
    (stat.S_ISLNK, "it is a symbolic link"),
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a named pipe, not a regular file"),
    (stat.S_ISSOCK, "it is a socket, not a regular file"),
    (stat.S_ISCHR, "it is a device, not a regular file"),
    (stat.S_ISBLK, "it is a device, not a regular file"),
)


class Place(NamedTuple):
    """The place of a file: a folder, the names that lead from there to the file, and whether a link led to it.

    The folder may be reached through links; of the names, none may be one. `link` says that the path that was named or
    found is a symbolic link, which was resolved to this place.
    """

    folder: str
    names: tuple[str, ...]
    link: bool = False

    @classmethod
    def of(cls, path: str | os.PathLike[str]) -> Place:
        """Return the place of a path: its last name, in a folder that may be reached through links.

        >>> Place.of("a/b/c.txt").names
        ('c.txt',)
        """
        folder, name = os.path.split(os.fspath(path))
        return cls(folder or os.curdir, (name,))

    @property
    def name(self) -> str:
        """The file's name in its folder."""
        return self.names[-1]

    @property
    def path(self) -> str:
        """The path as text, for messages and for systems without folder descriptors."""
        return os.path.join(self.folder, *self.names)  # noqa: PTH118  # names stay unchanged


class Folder:
    """A folder that is held open, so that nobody can put another in its place, with the operations on names in it.

    Where a system has no descriptors of folders, paths are used. Every method raises `OSError` as `os` does.
    """

    def __init__(self, path: str, descriptor: int | None) -> None:
        self._path = path
        self._descriptor = descriptor

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        """Return the descriptor of a file in the folder, opened with the flags. Raises `OSError` for a symbolic link,
        with the reason.
        """
        try:
            if not _NO_FOLLOW and not flags & os.O_CREAT:
                _refuse(self.stat(name))
            return os.open(
                self._path_of(name), flags | _NO_FOLLOW | _BINARY | _CLOSED_IN_CHILDREN, mode, dir_fd=self._descriptor
            )
        except OSError:
            with suppress(FileNotFoundError):
                _refuse(self.stat(name))
            raise

    def stat(self, name: str) -> os.stat_result:
        """Return the status of a name in the folder; of a link, and not of its target."""
        return os.stat(self._path_of(name), dir_fd=self._descriptor, follow_symlinks=False)

    def replace(self, old: str, new: str) -> None:
        """Rename a file in the folder to another name, replacing the file of that name at once."""
        if self._descriptor is None:
            os.replace(self._path_of(old), self._path_of(new))  # noqa: PTH105
        else:
            os.replace(old, new, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def unlink(self, name: str) -> None:
        """Remove a file of the folder. Raises `FileNotFoundError` where there is none."""
        os.unlink(self._path_of(name), dir_fd=self._descriptor)

    def sync(self) -> None:
        """Write the names in the folder to the disk, where that can be asked for; errors are ignored."""
        if self._descriptor is not None:
            with suppress(OSError):
                os.fsync(self._descriptor)

    def _path_of(self, name: str) -> str:
        return name if self._descriptor is not None else os.path.join(self._path, name)  # noqa: PTH118


@contextmanager
def folder_of(place: Place) -> Iterator[Folder]:
    """Give the folder in which a place's file is, held open inside the `with`.

    The place's own folder may be reached through links; raises `OSError` where one of its names on the way is a link,
    and without such a folder.

    >>> with folder_of(Place(".", ("no such folder", "file"))) as folder:
    ...     pass
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'no such folder'
    """
    if not _HAS_FOLDERS:
        path = place.folder
        for name in place.names[:-1]:
            path = os.path.join(path, name)  # noqa: PTH118
            if stat.S_ISLNK(os.lstat(path).st_mode):
                raise OSError(errno.ELOOP, "a folder on the way to it is a symbolic link")
        yield Folder(path, None)
        return
    flags = os.O_RDONLY | _FOLDER | _CLOSED_IN_CHILDREN
    descriptor = os.open(place.folder, flags)
    try:
        for name in place.names[:-1]:
            try:
                inner = os.open(name, flags | _NO_FOLLOW, dir_fd=descriptor)
            except OSError as error:
                if error.errno in (errno.ELOOP, errno.ENOTDIR):
                    raise OSError(error.errno, "a folder on the way to it is a symbolic link") from None
                raise
            os.close(descriptor)
            descriptor = inner
        yield Folder(place.path, descriptor)
    finally:
        os.close(descriptor)


def open_place(place: Place) -> BinaryIO:
    """Open a regular file for reading, without following a link.

    Raises `OSError`, with a reason in words as its `strerror`, for what is not a regular file, at once: a pipe, a
    device or a link is not waited for, read or followed.

    >>> open_place(Place.of(os.curdir))
    Traceback (most recent call last):
    IsADirectoryError: [Errno 21] it is a folder
    """
    with folder_of(place) as folder:
        name = place.name if place.name not in ("", os.curdir, os.pardir) else os.curdir
        descriptor = folder.open(name, os.O_RDONLY | _NO_WAIT)
    return _regular(descriptor)


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a regular file for reading, following links; raise `OSError` for anything else, as `open_place` does."""
    return _regular(os.open(path, os.O_RDONLY | _NO_WAIT | _BINARY | _CLOSED_IN_CHILDREN))


def read_regular(path: str | os.PathLike[str], limit: int, *, follow: bool = True) -> bytes:
    """Return the bytes of a regular file, of which there may be `limit`.

    Without `follow` the last name of the path may not be a symbolic link. Raises `OSError` with a reason in words for
    what is not a regular file or is larger.

    >>> read_regular(__file__, 10)
    Traceback (most recent call last):
    OSError: [Errno 27] it is larger than 10 bytes, which is the limit
    """
    with open_regular(path) if follow else open_place(Place.of(path)) as stream:
        data = stream.read(limit + 1)
    if data is None:
        raise OSError(errno.EAGAIN, "reading it would wait for data")
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit:,} bytes, which is the limit")
    return data


def refuse_others(path: str | os.PathLike[str]) -> None:
    """Raise `PermissionError` for a file of another user than this one and root, and for one that others may write, or
    replace in its folder. On Windows, where folders say who may, nothing is refused.

    A group may write what belongs to this user's own group.
    """
    if not hasattr(os, "geteuid"):
        return
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120  # pathlib is slow to import
    for name, subject in ((path, "it"), (folder, "its folder")):
        status = os.stat(name)  # noqa: PTH116
        if status.st_uid not in _trusted_users():
            raise PermissionError(errno.EPERM, f"{subject} belongs to another user, with the number {status.st_uid}")
        others = stat.S_IWOTH | (stat.S_IWGRP if status.st_gid != os.getegid() else 0)
        if status.st_mode & others:
            raise PermissionError(errno.EPERM, f"other users may write {subject}")


def _trusted_users() -> set[int]:
    """Return the numbers of this user and root, and for root that of the user who became it by sudo."""
    sudo = os.environ.get("SUDO_UID", "")
    return {0, os.geteuid(), *([int(sudo)] if os.geteuid() == 0 and sudo.isdecimal() else [])}


def lines_of(stream: IO[bytes] | BufferedIOBase, limit: int = LONGEST_LINE) -> Iterator[bytes]:
    r"""Yield the lines of a stream, each with its line end, holding one line at a time.

    Raises `OSError` for a line that has more than `limit` bytes.

    >>> import io
    >>> list(lines_of(io.BytesIO(b"a\nb"), 10))
    [b'a\n', b'b']
    """
    number = 0
    while line := stream.readline(limit + 1):
        number += 1
        if len(line) > limit:
            raise too_long(number, limit)
        yield line


def too_long(line: int, limit: int) -> OSError:
    """Return the error for a line, by its number from 1, that has more than `limit` bytes."""
    return OSError(errno.EFBIG, f"line {line:,} has more than {limit:,} bytes, which is the limit")


def is_below(path: str, folder: str) -> bool:
    """Return whether a resolved path is a resolved folder, or in it.

    >>> is_below("/a/b", "/a"), is_below("/ab", "/a")
    (True, False)
    """
    return path == folder or path.startswith(os.path.join(folder, ""))  # noqa: PTH118  # pathlib is slow to import


def _regular(descriptor: int) -> BinaryIO:
    """Return the binary file of a descriptor. Raises the error of `_refuse` for other kinds of files, and closes it
    then.
    """
    try:
        _refuse(os.fstat(descriptor))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _refuse(status: os.stat_result) -> None:
    """Raise `OSError` with a reason in words for a directory, a pipe, a device and any other kind of file than a
    regular one.
    """
    for is_kind, words in _KINDS:
        if is_kind(status.st_mode):
            raise OSError(errno.EISDIR if is_kind is stat.S_ISDIR else errno.EINVAL, words)

"""Write files atomically, keeping everything but their content."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, BinaryIO

from irigrammar.errors import IrigrammarError
from irigrammar.files import Folder, Place, folder_of

_READ_ONLY = "it is read-only"
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
_KEPT = 0o777  # the bits of a mode that are kept: set-user-ID, set-group-ID and sticky are not
# Extended attributes that grant rights to a content, or sign it: they are for the old content only.
_NOT_KEPT = frozenset({"security.capability", "security.evm", "security.ima"})
# Those that a system sets by itself where it must.
_OWN_OF_SYSTEM = ("security.", "trusted.")


class ChangedMeanwhile(IrigrammarError, OSError):
    """A file is no longer the one that was read."""

    def __str__(self) -> str:
        return self.strerror or ""


# What a file is known by: when one of these changes, it is another file or has another content or other rights.
Identity = tuple[int, ...]


def identity(status: os.stat_result) -> Identity:
    """Return the identity of a file's state: device, inode, size, and times in nanoseconds."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


@contextmanager
def replacing(place: Place, *, expected: Identity | None = None) -> Iterator[BinaryIO]:
    """Give a stream whose content takes a file's place when the context ends well; else the file stays as it was.

    The new content is written beside the file and put into its place at once, so that an interrupted program leaves the
    old file whole. The file keeps its owner, group and permissions without set-user-ID and set-group-ID, its access
    control list and its extended attributes. A new file gets what other programs would give it.

    `expected` is what was read (see `identity`): where the file is another by then, it stays.

    Raises `ChangedMeanwhile` for that and for a file that changes while the new one is written, and `OSError` with a
    reason in words as its `strerror` for what cannot be replaced without losing something: a symbolic link, what is not
    a regular file, a read-only file, a file with several hard links, one whose owner, group, access control list or
    attributes cannot be kept.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Place(folder, ("a",))) as stream:
    ...         _ = stream.write(b"b")
    ...     (Path(folder) / "a").read_text()
    'b'
    """
    with folder_of(place) as folder:
        old = _replaceable(folder, place)
        if expected is not None and (old is None or identity(old) != expected):
            raise ChangedMeanwhile(errno.EBUSY, "it changed while it was read")
        name = f".{place.name[:40]}.{os.urandom(8).hex()}.iri"
        try:  # an interrupt may come as soon as the file is there
            descriptor = folder.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600 if old else 0o666)
            with os.fdopen(descriptor, "wb") as stream:
                yield stream
                stream.flush()
                if old is not None:
                    _refuse_changed(folder, place, old)
                    _keep(folder, place.name, old, stream)
                os.fsync(stream.fileno())
            _refuse_changed(folder, place, old)
            folder.replace(name, place.name)
        except BaseException:
            with suppress(OSError):
                folder.unlink(name)
            raise
        folder.sync()


def _replaceable(folder: Folder, place: Place) -> os.stat_result | None:
    """Return the status of a file that may be replaced, None where there is none.

    Raises `OSError` for links, files with several hard links, read-only files, and others than regular files.
    """
    try:
        status = None if place.link else folder.stat(place.name)
    except FileNotFoundError:
        return None
    if status is None or stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, "it is a symbolic link; the file that it leads to is the one to name")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")
    if status.st_nlink > 1:
        raise OSError(errno.EMLINK, f"it has {status.st_nlink} hard links, which a new file would not share")
    if not status.st_mode & _WRITABLE:  # which would not keep root from writing
        raise PermissionError(errno.EACCES, _READ_ONLY)
    try:
        os.close(folder.open(place.name, os.O_WRONLY))
    except PermissionError:
        raise PermissionError(errno.EACCES, _READ_ONLY) from None
    return status


def _refuse_changed(folder: Folder, place: Place, old: os.stat_result | None) -> None:
    """Raise `ChangedMeanwhile` if the file is another than that of the status `old` (None: there was none).

    Raises `OSError` if it may not be replaced.
    """
    now = _replaceable(folder, place)
    if (now and identity(now)) != (old and identity(old)):
        raise ChangedMeanwhile(errno.EBUSY, "it changed while it was written")


def _keep(folder: Folder, name: str, old: os.stat_result, new: IO[bytes]) -> None:
    """Give a new file the owner, group, permissions (not set-user-ID and the like) and attributes of the old one; raise
    `OSError` where it cannot. On Windows nothing is done.
    """
    if not hasattr(os, "fchown"):  # Windows: a file's rights come from its folder
        return
    descriptor = new.fileno()
    now = os.fstat(descriptor)
    if (now.st_uid, now.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.fchown(descriptor, old.st_uid, old.st_gid)
        except PermissionError:
            raise PermissionError(errno.EPERM, "its owner and group could not be kept") from None
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode) & _KEPT)
    _keep_attributes(folder, name, descriptor)


def _keep_attributes(folder: Folder, name: str, new: int) -> None:
    """Make the extended attributes of the file descriptor `new` (the access control list is one) those of a named file.

    Raises `OSError` for one that cannot be copied, unless it is the system's own. Without such attributes in this
    system, nothing is done.
    """
    if not hasattr(os, "listxattr"):
        return
    old = folder.open(name, os.O_RDONLY)
    try:
        for attribute in _attributes(old):
            value = os.getxattr(old, attribute)
            if attribute in _attributes(new) and os.getxattr(new, attribute) == value:
                continue
            try:
                os.setxattr(new, attribute, value)
            except OSError as error:
                if not attribute.startswith(_OWN_OF_SYSTEM):
                    raise OSError(error.errno, f"its attribute {attribute} could not be kept") from None
        for attribute in _attributes(new) - _attributes(old):  # an access control list that the folder gave
            with suppress(OSError):
                os.removexattr(new, attribute)
    finally:
        os.close(old)


def _attributes(descriptor: int) -> frozenset[str]:
    """Return the names of the extended attributes of a file that are kept; none on a file system without them."""
    try:
        return frozenset(os.listxattr(descriptor)) - _NOT_KEPT
    except OSError:  # a file system without them
        return frozenset()

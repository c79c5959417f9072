"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

__all__ = ["replacing"]


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a stream whose content takes a file's place when the context ends well; else the file stays as it was.

    A link stays a link: what it leads to is replaced. A file keeps its permissions. Raises `OSError` where the folder
    cannot be written to.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "a") as stream:
    ...         _ = stream.write(b"b")
    ...     (Path(folder) / "a").read_text()
    'b'
    """
    place = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{place.name[:40]}.", suffix=".iri", dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        _keep_mode(place, Path(name))
        Path(name).replace(place)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _keep_mode(old: Path, new: Path) -> None:
    try:
        mode = stat.S_IMODE(old.stat().st_mode)
    except OSError:  # a new file gets what other programs would give it
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    new.chmod(mode)

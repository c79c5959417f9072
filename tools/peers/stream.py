"""The output of a program, as a stream."""

from __future__ import annotations

import os
import selectors
from collections.abc import Iterator
from typing import IO

__all__ = ["chunks"]

SIZE = 1 << 16


def chunks(pipe: IO[bytes], silence: float) -> Iterator[bytes]:
    """Yield what comes out of a pipe, up to its end or the first time that nothing comes for some seconds."""
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while selector.select(silence):
            data = os.read(pipe.fileno(), SIZE)
            if not data:
                return
            yield data

"""Another user of this machine, whom only root can be."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from typing import Any

import pytest

__all__ = ["OTHER", "as_other", "needs_root"]

OTHER = 65534  # the user who owns nothing

needs_root = pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0, reason="only root can do something as another user"
)


def as_other(function: Callable[[], Any]) -> Any:
    """Return what a function returns, or the exception that it raises, as another user."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(OTHER)
        os.setuid(OTHER)
        try:
            result: Any = function()
        except BaseException as error:
            result = type(error)(*error.args)
        os.write(sending, pickle.dumps(result))
        os._exit(0)
    os.close(sending)
    with os.fdopen(receiving, "rb") as stream:
        data = stream.read()
    os.waitpid(child, 0)
    return pickle.loads(data)

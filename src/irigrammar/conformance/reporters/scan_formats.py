"""A placeholder until the reporters land."""

from __future__ import annotations

from collections.abc import Callable

from irigrammar.conformance.scanning.found import Found, Summary

FORMATS = ("auto", "concise")


class _Concise:
    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def start(self) -> None: ...

    def add(self, found: Found) -> None:
        r = found.record
        self._write(f"{r.path}:{r.line}:{r.column}: {r.code} {r.message}: {r.text} {found.repair}\n")

    def finish(self, summary: Summary) -> None:
        self._write(f"{summary}\n")


def scan_reporter(form: str, write: Callable[[str], object], **_: object) -> _Concise:  # noqa: ARG001  # to come
    """Return the reporter of a format."""
    return _Concise(write)

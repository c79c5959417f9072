"""Contestants in separate processes, for other environments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.bench.contestants.jobs import make
from tools.bench.timing import Answer, Missing

__all__ = ["Remote", "serve"]

ROOT = Path(__file__).resolve().parents[2]
SERVE = "import sys; sys.path.insert(0, sys.argv[1]); from tools.bench.remote import serve; serve(*sys.argv[2:])"


class Remote:
    """A contestant of `contestants.jobs` in another process, which times itself."""

    def __init__(self, job: str, name: str, environment: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(ROOT), job, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        hello = self._read()
        if "missing" in hello:
            self.close()
            raise Missing(hello["missing"])
        self.name: str = hello["name"]
        self.remark: str = hello["remark"]

    def elapsed(self, texts: list[str]) -> int:
        """Return the nanoseconds for all texts, as the other process measured them."""
        return int(self._ask("elapsed", texts))

    def answers(self, texts: list[str]) -> list[Answer] | None:
        """Return what comes out."""
        answers: list[Answer] | None = self._ask("answers", texts)
        return answers

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _ask(self, what: str, texts: list[str]) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([what, texts]) + "\n")
        self._process.stdin.flush()
        answer = self._read()
        if isinstance(answer, dict):
            raise RuntimeError(f"{self.name}: {answer['missing']}")
        return answer

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        return json.loads(line) if line else {"missing": "its process ended"}


def serve(job: str, name: str) -> None:
    """Be the other process: one question a line on standard input, one answer a line on standard output, in JSON."""
    try:
        contestant = make(job, name)
    except Missing as missing:
        print(json.dumps({"missing": str(missing)}), flush=True)
        return
    print(json.dumps({"name": contestant.name, "remark": contestant.remark}), flush=True)
    for line in sys.stdin:
        what, texts = json.loads(line)
        answer: Any = contestant.elapsed(texts) if what == "elapsed" else contestant.answers(texts)
        print(json.dumps(answer), flush=True)

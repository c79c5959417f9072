"""Hosts on which all readers agree, against other programs."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from tools.world.host_differential import compare, programs, strings

pytestmark = pytest.mark.external

COUNT = int(os.environ.get("IRIGRAMMAR_HOSTS", "5000"))


def test_no_program_reads_another_host() -> None:
    asked, missing = programs()
    assert len(asked) + len(missing) == 14
    report = compare(list(islice(strings("1"), COUNT)), asked)
    assert report.otherwise == []
    assert report.counts["with a host", ""] > 0.3 * COUNT
    for program in asked:
        assert report.counts[program.name, "same"] > 0.5 * report.counts["consensual", ""], (program.name, missing)

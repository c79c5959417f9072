"""`iri scan` in a git repository, in each way of use once."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("markdown_it")

from tools.adoption import CHECKS, NEEDS, problems

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.external if name in NEEDS else ()) for name in CHECKS]
)
def test_it_works_in_a_repository(name: str, tmp_path: Path) -> None:
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    assert problems(name, tmp_path) == []

"""A copy of the checkout and a package index, to install from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from places import ROOT

__all__ = ["clean_environment", "copy_checkout", "git", "needs_index"]


# A wheel is built without them.
_LEFT_OUT = ("tests/", "tools/")


def clean_environment() -> dict[str, str]:
    """Return the environment without what git tells the hooks that it runs of their repository."""
    return {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}


def git(*arguments: str, cwd: Path) -> str:
    """Run git without user settings, and return what it says."""
    settings = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    env = {**clean_environment(), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(
        ["git", *settings, *arguments], cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def copy_checkout(folder: Path) -> None:
    """Copy the files that are the repository's; skip the test where nobody can say which these are."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is not a checkout, or git is missing: nobody can say which files are the repository's")
    listed = git("-c", f"safe.directory={ROOT}", "ls-files", "-z", "-co", "--exclude-standard", cwd=ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file() and not name.startswith(_LEFT_OUT):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def needs_index() -> None:
    """Skip the test where pip reaches no package index."""
    if not _is_reached():
        pytest.skip("pip reaches no package index")


@cache
def _is_reached() -> bool:
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--dest", folder]
        try:
            done = subprocess.run([*command, "idna"], capture_output=True, check=False, timeout=60)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0

"""Adding a rule, a scheme, a type or a message as CONTRIBUTING says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no checkout of git")]

# The files that each addition touches, with the text to put at their end; or the text to put it before, and it.
Additions = dict[str, str | tuple[str, str]]

_ADVICE: Additions = {
    "src/irigrammar/advice/rules/references.py": """

@rule("R099", "path-of-one-letter", "advice", "RFC 3986, 3.3")
def _path_of_one_letter(context: Context) -> Iterator[Flaw]:
    if context.text == "/j":
        yield Flaw(1, 2, "the path is the letter j")
""",
    "grammar/advice.toml": """
[R099]
title = "The path is the letter j."
what = "A reference that is a slash and the letter j."
why = "Nobody knows what it stands for. Choose a word."
example = ["/j"]
instead = ["/k"]
see = ["RFC 3986, 3.3"]
""",
    "tests/data/advice/fixtures.toml": """
[R099]
name = "path-of-one-letter"
finds = [["/j", 1, 2, ""]]
passes = ["/k"]
""",
}
_SCHEME: Additions = {
    "grammar/schemes/iax.abnf": """; RFC 5456, section 5.1.

iax-URI = "iax:" 1*DIGIT

; RFC 5234, appendix B.1.

DIGIT = %x30-39
""",
    "grammar/schemes/catalog.toml": """
[iax]
title = "iax URIs"
document = "RFC 5456"
section = "5.1"
files = ["schemes/iax.abnf"]
start = ["iax-URI"]
splits = false

[iax.words]
iax-URI = "the name"
""",
    "grammar/schemes.toml": """
[iax]
document = "RFC 5456"
rule = { is = "iax:iax-URI", section = "RFC 5456, section 5.1" }
""",
    "tests/unit/shipped/test_grammars_of_schemes.py": (
        '        ("curie", "safe-curie",',
        '        ("iax", "iax-URI", "iax:12"),\n',
    ),
}
_TYPE: Additions = {
    "src/irigrammar/scan/formats/types/bookmarks.py": '''"""Lists of bookmarks, one to a line."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.scan.formats.items import Candidate, Item, Production
from irigrammar.scan.formats.registry import DocumentType, Finder, Options


def _open(_: Options) -> Finder:
    return _find


def _find(text: str) -> Iterator[Item]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield Candidate(start, start + len(line.rstrip()), line.rstrip(), "bookmark")
        start += len(line)


TYPES = (
    DocumentType("bookmarks", "bookmarks", _open, Production("rfc3986", "URI"), names=("*.bookmarks",)),
)
''',
    "tests/data/documents/text/my.bookmarks": "https://example.org/\nhttps://example.org/a|b\n",
    "tests/data/documents/text.toml": """
[[document]]
path = "text/my.bookmarks"
findings = [
  { line = 2, column = 22, end_line = 2, end_column = 23, code = "F093", text = "https://example.org/a|b" },
]
""",
}
_MESSAGE: Additions = {
    "grammar/hints.toml": (
        '[[fault]]\ncode = "F002"',
        """[[fault]]
code = "F199"
name = "letter-in-authority-of-vvv"
message = "{char} is not allowed after vvv"
section = "RFC 3986, section 3.2"
why = "An example of a reason: no rule of the grammar has this character in a host, which begins with the letters \
before it and ends at the next slash. A reader who meets the page of this code learns here what happens, why that \
matters, and what would be right in its place."
wrong = "http://vvv]/"
open = ["host", "iauthority"]
part = '"vvv"'

""",
    )
}
KINDS: dict[str, Additions] = {
    "A rule of advice": _ADVICE,
    "A grammar of a scheme": _SCHEME,
    "A document type": _TYPE,
    "A reason or a fix for a fault": _MESSAGE,
}


def bullet(kind: str) -> str:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (found,) = re.findall(rf"^- \*\*{kind}\*\*.*?(?=^- |^$)", text, re.MULTILINE | re.DOTALL)
    return " ".join(found.split())


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout, with the kernel if it is built."""
    folder = tmp_path_factory.mktemp("copy")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    built = [str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.so")]
    for name in [*filter(None, listed.split("\0")), *built]:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_an_addition_takes_the_files_and_commands_that_contributing_says(kind: str, copy: Path) -> None:
    said = bullet(kind)
    files = KINDS[kind]
    assert f"({len(files)} file{'s' * (len(files) > 1)})" in said
    for name, added in files.items():
        path = copy / name
        text = path.read_text("utf-8") if path.exists() else ""
        if isinstance(added, tuple):
            before, rows = added
            assert text.count(before) == 1
            path.write_text(text.replace(before, rows + before), "utf-8")
        else:
            path.write_text(text + added, "utf-8")
    commands = re.findall(r"`python ([^`]*)`", said)
    assert commands
    for command in commands:
        done = subprocess.run(
            [sys.executable, *command.split()],
            cwd=copy,
            env={"PYTHONPATH": str(copy / "src"), "IRIGRAMMAR_CACHE_DIR": "", "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"

"""The explorer as static files."""

from __future__ import annotations

import base64
import gzip
import io
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from own_grammars import FOLDER

from irigrammar import Grammar
from irigrammar.cli.main import cli
from irigrammar.views.explorer.static import PYODIDE, RuntimeMissing, library, runtime_files, static_files

PARTS = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]


def runtime(folder: Path, version: str = PYODIDE) -> Path:
    """Return a folder with the names of the runtime's files."""
    for name in PARTS:
        (folder / name).write_bytes(name.encode())
    (folder / "pyodide-lock.json").write_text('{"info": {"abi_version": "x"}}')
    (folder / "package.json").write_text(json.dumps({"version": version}))
    return folder


def test_files_of_a_folder_and_of_an_archive_are_the_same(tmp_path: Path) -> None:
    folder = runtime(tmp_path)
    archive = tmp_path / "pyodide.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        for path in folder.iterdir():
            tar.add(path, f"package/{path.name}") if path != archive else None
    assert runtime_files(folder) == runtime_files(archive)


def test_another_runtime_is_refused_with_the_command_that_gets_it(tmp_path: Path) -> None:
    with pytest.raises(RuntimeMissing, match=rf"pyodide 1\.0.*npm pack pyodide@{PYODIDE}"):
        runtime_files(runtime(tmp_path, "1.0"))


@pytest.mark.slow
def test_one_file_has_all_parts_and_no_request(tmp_path: Path) -> None:
    (text,) = static_files(runtime(tmp_path), single=True).values()
    page = text.decode()
    assert "connect-src blob: data:" in page
    assert f"Pyodide {PYODIDE}, MPL-2.0" in page
    part = page.partition('id="pyodide.mjs">')[2].partition("<")[0]
    assert gzip.decompress(base64.b64decode(part)) == b"pyodide.mjs"


def test_the_command_writes_a_folder(tmp_path: Path) -> None:
    folder = runtime(tmp_path)
    arguments = ["--runtime", str(folder), "-g", str(FOLDER / "semver.abnf"), "-o", str(tmp_path / "site")]
    done = CliRunner().invoke(cli, ["explorer", *arguments])
    assert (done.exit_code, done.output) == (0, "")
    names = {path.name for path in (tmp_path / "site").iterdir()}
    assert names == {*PARTS, "index.html", "worker.js", "library.zip"}
    assert "connect-src 'self'" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_the_help_names_the_runtime() -> None:
    assert f"npm pack pyodide@{PYODIDE}" in CliRunner().invoke(cli, ["explorer", "--help"]).output


@pytest.mark.slow
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = runtime(tmp_path)
    arguments = ["--runtime", str(folder), "--output", str(folder / "pyodide.mjs")]
    done = CliRunner().invoke(cli, ["explorer", *arguments])
    assert done.exit_code == 2
    assert "cannot be written" in done.output


BLOCKED = """
import json, pickle, sys
for name in ("click", "rich", "platformdirs", "yaml", "webencodings", "pyromark", "jsonschema", "abnf_rust"):
    sys.modules[name] = None
from irigrammar.views.explorer.answers import Explorer, warm
import irigrammar
assert irigrammar.__file__.startswith(sys.argv[1]), irigrammar.__file__
explorer = Explorer(pickle.loads(open(sys.argv[1] + "/own.pickle", "rb").read()))
for question in warm(explorer):
    answer = json.loads(explorer.reply(question))
    assert "error" not in answer or answer["error"].startswith("not "), answer
print(explorer.own[0].name)
"""


@pytest.mark.slow
def test_the_library_answers_with_nothing_but_what_it_brings(tmp_path: Path) -> None:
    own = (Grammar.from_text('a = "x" / "(" a ")"\n', name="nested.abnf"),)
    with zipfile.ZipFile(io.BytesIO(library(own))) as archive:
        archive.extractall(tmp_path)
    command = [sys.executable, "-S", "-c", BLOCKED, str(tmp_path)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(tmp_path)}, cwd=tmp_path
    )
    assert (done.stdout, done.stderr) == ("nested.abnf\n", "")

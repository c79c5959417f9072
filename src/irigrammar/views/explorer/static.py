"""The explorer as static files, with the library run by Pyodide."""

from __future__ import annotations

import base64
import gzip
import io
import json
import pickle
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import files
from importlib.util import find_spec
from pathlib import Path

from irigrammar.errors import IrigrammarError
from irigrammar.files import open_regular
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import grammar_directory
from irigrammar.views.explorer.own import Example
from irigrammar.views.explorer.page import page, prepared_answers, read

PYODIDE = "314.0.7"
HOW = f"get it with: npm pack pyodide@{PYODIDE}"
PAGE = "index.html"
_LOCK = "pyodide-lock.json"
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", _LOCK)
_PACKAGES = ("irigrammar", "abnf", "idna")
_LEFT_OUT = ("cli", "integrations", "scan", "trial", "web", "c", "__pycache__")  # folders that no answer needs
_KINDS = (".py", ".z", ".toml", ".json")
_TRUSTED = {"require-trusted-types-for": "'script'", "trusted-types": "explorer"}
_INSIDE = {"script-src": "'wasm-unsafe-eval' blob:", "worker-src": "blob:", "connect-src": "blob: data:"}
_BESIDE = {"script-src": "'wasm-unsafe-eval' 'self'", "worker-src": "'self'", "connect-src": "'self'"}


# What the page brings beside the library; CodeMirror's licence is in its script, those of abnf and idna in the archive.
_NOTICE = f"""
<!--
irigrammar: Apache-2.0. With it: Pyodide {PYODIDE}, MPL-2.0, https://github.com/pyodide/pyodide; CPython, PSF-2.0;
CodeMirror, MIT; abnf, MIT; idna, BSD-3-Clause.
-->
"""


class RuntimeMissing(IrigrammarError):
    """The folder or archive that is named is not Pyodide in the version that is needed."""


def static_files(
    runtime: str | Path,
    own: tuple[Grammar, ...] = (),
    examples: Sequence[Example] = (),
    *,
    single: bool = False,
    version: str = "",
) -> dict[str, bytes]:
    """Return the files of the page by name: `index.html` and the files that its workers load, or all in one if
    `single`.

    `runtime` is the npm package pyodide, as `npm pack` writes it or unpacked. The page has prepared answers about its
    examples (or those of a user's `own` grammars), and carries the library as it is installed here. Raises
    `RuntimeMissing` where the runtime is another version or incomplete.
    """
    parts = runtime_files(Path(runtime)) | {"worker.js": read("worker.js").encode(), "library.zip": library(own)}
    info = json.loads(parts.pop(_LOCK))["info"]
    host = {"kind": "python", "files": list(parts), "info": info, "inside": single}
    answers = prepared_answers(own, examples)
    archives = {name: gzip.compress(data, 9, mtime=0) for name, data in parts.items()} if single else {}
    texts = {name: base64.b64encode(data).decode() for name, data in archives.items()}
    policy = (_INSIDE if single else _BESIDE) | _TRUSTED
    html = page(host, policy, own, examples, answers=answers, parts=texts, version=version)
    return {PAGE: html.replace("\n", _NOTICE, 1).encode()} | ({} if single else parts)


def runtime_files(path: Path) -> dict[str, bytes]:
    """Return the files of Pyodide that a page needs, from an unpacked package or the archive of `npm pack`.

    Raises `RuntimeMissing` for anything else, and for another version.
    """
    try:
        if path.is_dir():
            data = {name: (path / name).read_bytes() for name in ("package.json", *_RUNTIME)}
        else:
            with open_regular(path) as stream, tarfile.open(fileobj=stream) as archive:
                data = {name: _member(archive, name) for name in ("package.json", *_RUNTIME)}
        version = json.loads(data.pop("package.json"))["version"]
    except (OSError, tarfile.TarError, KeyError, ValueError) as error:
        raise RuntimeMissing(f"{path} is not the npm package pyodide ({error}); {HOW}") from None
    if version != PYODIDE:
        raise RuntimeMissing(f"{path} is pyodide {version}, and {PYODIDE} is needed; {HOW}")
    return data


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    """Return the content of a file of an npm archive. Raises `KeyError` if it has no such file."""
    file = archive.extractfile(f"package/{name}")
    if file is None:
        raise KeyError(name)
    return file.read()


def library(own: tuple[Grammar, ...] = ()) -> bytes:
    """Return the installed library and its dependencies as a zip archive, with a user's own grammars."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = [*_library_files(), ("own.pickle", pickle.dumps(own, protocol=4))]
        for name, data in rows:
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
    return stream.getvalue()


@cache
def _library_files() -> list[tuple[str, bytes]]:
    return list(_modules())


def _modules() -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file that the page's Python needs: packages, licences, grammars."""
    for package in _PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent
        for path in sorted(folder.rglob("*")):
            inner = path.relative_to(folder)
            if path.suffix in _KINDS and not {*inner.parts} & {*_LEFT_OUT, "_grammar"}:
                yield f"{package}/{inner.as_posix()}", path.read_bytes()
    for package in _PACKAGES[1:]:
        for file in files(package) or ():
            if file.name.startswith("LICEN"):
                yield f"{package}/{file.name}", file.read_binary()
    grammars = grammar_directory()
    for path in sorted(grammars.rglob("*")):
        if path.suffix in (".abnf", ".toml"):
            yield f"irigrammar/_grammar/{path.relative_to(grammars).as_posix()}", path.read_bytes()

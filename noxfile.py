"""The checks, stage by stage: `nox -l` lists them, `nox -t ci` runs all.

Where a program is missing (a compiler, Node.js, Java, Chromium), the tests that need it are skipped and say so.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
FOLDER = ROOT / ".nox"
LOCKS = ROOT / ".ci" / "locks"  # made by tools/lock.py
SYSTEM = "/usr/bin/python3"
PYTEST = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider")
TWO = ("-n", "2")
SITE = ROOT / "docs" / "_build" / "html"

# The runtime of iri explorer --output, as npm calls it.
_STATIC = ROOT / "src" / "irigrammar" / "views" / "explorer" / "static.py"
PYODIDE = "pyodide@" + re.findall(r'^PYODIDE = "(.+)"$', _STATIC.read_text(encoding="utf-8"), re.MULTILINE)[0]

# The clients of connection URIs, of which tests/against/test_connections.py asks.
CLIENTS = ("psycopg2-binary==2.9.13", "asyncpg==0.32.0", "pymongo==4.20.1", "sqlalchemy==2.1.9")

# Pythons of other versions of Unicode, as npm calls them: 3.12 (15.0), 3.13 (15.1), 3.14 (16.0) and 3.15 (17.0).
PYTHONS = ("pyodide@0.27.7", "pyodide@0.29.5", "pyodide@314.0.7", "pyodide@315.0.0-alpha.2")

# What uses patterns of the re module, directly or by the commands; the rest does not depend on the version of Python.
OF_PATTERNS = (
    "tests/tables",
    "tests/property/test_properties.py",
    "tests/cli/test_cli.py",
    "tests/unit/shipped/test_generated.py",
    *(f"tests/unit/engines/test_{name}.py" for name in ("pattern", "tree")),
    *(f"tests/unit/matching/test_{name}.py" for name in ("matcher", "components")),
    *(f"tests/unit/faults/test_{name}.py" for name in ("fixes", "explain")),
    *(f"tests/unit/processing/test_{name}.py" for name in ("rewrite", "to_uri", "to_iri", "liberal", "resolve")),
    "tests/unit/processing/test_web_address.py",
    "tests/unit/language/test_suite.py",
)

# What reads files of the checkout, which a source distribution might lack.
OF_FILES = ("tests/golden", "tests/tables", "tests/tools", "tests/unit/shipped")

nox.needs_version = ">=2024.4"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "types", "tests"]


@cache
def _folder() -> Path:
    """Return a folder for this run."""
    return Path(tempfile.mkdtemp(prefix="irigrammar-nox-"))


def _made(
    session: nox.Session, name: str, *project: str, lock: str = "", python: str = sys.executable
) -> dict[str, str]:
    """Make the environment of this name, which sessions share, or bring it up to date; return what selects it.

    It has what the lock of that name pins, and the project, with the options that install it.
    """
    folder = FOLDER / name
    stamp, state = folder / "installed", f"{lock} {project} {_newest()}"
    if not stamp.exists() or stamp.read_text() != state:
        if not (folder / "bin" / "python").exists():
            session.run(python, "-m", "venv", "--clear", str(folder), external=True)
        _install(session, str(folder / "bin" / "python"), lock or name, *project)
        stamp.write_text(state)
    return {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "VIRTUAL_ENV": str(folder)}


def _install(session: nox.Session, python: str, lock: str, *project: str, **env: str) -> None:
    """Install what a lock pins, each file by its hash, and then the project, which has none, with what is there."""
    pip = (python, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    session.run(*pip, "--require-hashes", "-r", str(LOCKS / f"{lock}.txt"), external=True)
    if project:
        session.run(*pip, "--no-deps", "--no-build-isolation", *project, external=True, env=env or None)


def _newest() -> float:
    """Return when what an installation depends on was last changed: the project's file, the locks, and the kernel."""
    files = (ROOT / "pyproject.toml", *LOCKS.glob("*"), *ROOT.glob("src/irigrammar/engines/c/*"))
    return max(path.stat().st_mtime for path in files)


def _dev(session: nox.Session) -> dict[str, str]:
    """Return what selects the environment for development."""
    return _made(session, "dev", "-e", ".")


def _run(session: nox.Session, env: dict[str, str], *command: str, **more: str) -> None:
    """Run a program of an environment."""
    program = shutil.which(command[0], path=env["PATH"]) or command[0]
    session.run(program, *command[1:], env={**env, **more}, external=True)


def _npm(session: nox.Session, folder: Path, *packages: str) -> bool:
    """Install packages of npm into a folder; return whether they are there."""
    npm = shutil.which("npm")
    if npm is None:
        session.log("npm is not installed: tests that need it are skipped")
        return False
    options = ("--no-package-lock", "--no-audit", "--no-fund", "--prefix", str(folder))
    return (
        session.run(npm, "install", *options, *packages, external=True, silent=True, success_codes=[0, 1]) is not None
    )


@nox.session(venv_backend="none", tags=["ci"])
def lint(session: nox.Session) -> None:
    """Lint, format, and count names that do not say what a value is."""
    env = _dev(session)
    _run(session, env, "ruff", "check", ".")
    _run(session, env, "ruff", "format", "--check", ".")
    _run(session, env, "python", "tools/naming.py", "--most", "3", "0.5")


@nox.session(venv_backend="none", tags=["ci"])
def types(session: nox.Session) -> None:
    """Check the types of the library, the tools and the tests, and what users' type checkers see."""
    env = _dev(session)
    _run(session, env, "mypy")
    if shutil.which("npm") is None:
        session.log("npm is not installed: pyright, which comes from there, is skipped")
        return
    _run(session, env, "pyright")


@nox.session(venv_backend="none", tags=["ci"])
def generated(session: nox.Session) -> None:
    """Check that the files which tools write are what they would write now."""
    env = _dev(session)
    for tool in (
        "compile_grammars",
        "plans",
        "golden",
        "scan_golden",
        "sections",
        "unicode_tables",
        "endings",
    ):
        _run(session, env, "python", f"tools/{tool}.py", "--check")
    _run(session, env, "python", "tools/world/run.py", "--pages")
    _run(session, env, "python", "tools/proofs/run.py", "--check")
    _run(session, env, "python", "tools/compile_grammars.py", "--check", ABNF_NO_RUST="1")


@nox.session(venv_backend="none", tags=["ci"])
def tests(session: nox.Session) -> None:
    """Run README's test command, with nothing but the extra `test`: python -m pytest -n 2."""
    env = _made(session, "test", "-e", ".")
    _run(session, env, "python", "-m", "pytest", "-q", *TWO, *session.posargs)


@nox.session
def newest(session: nox.Session) -> None:
    """Run README's test command with the newest packages, which no lock pins; in no stage of CI."""
    session.install("-q", "--upgrade", "-e", ".[test]")
    session.run("python", "-m", "pytest", "-q", *TWO, *session.posargs)


@nox.session(venv_backend="none", tags=["ci"])
def wheel(session: nox.Session) -> None:
    """Install the package away from the source tree and run the command."""
    folder = _folder() / "wheel"
    session.run(sys.executable, "-m", "venv", str(folder), external=True)
    _install(session, str(folder / "bin" / "python"), "cli", ".")
    _commands(session, folder)


@nox.session(venv_backend="none", tags=["ci"])
def pure(session: nox.Session) -> None:
    """Install without a compiler, where the pure engines answer; then run their tests with the kernel switched off."""
    folder, source = _folder() / "pure", _folder() / "source"
    left_out = shutil.ignore_patterns(".git", ".nox", "build", "*.so", "*.egg-info", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, source, ignore=left_out)
    session.run(sys.executable, "-m", "venv", str(folder), external=True)
    python = str(folder / "bin" / "python")
    _install(session, python, "cli", str(source), CC="/bin/false")
    with session.chdir(_folder()):
        program = "from irigrammar.engines.kernel import engine; assert engine() == 'pure'"
        session.run(python, "-c", program, external=True)
    _commands(session, folder)
    tested = ("tests/tables", "tests/unit/engines", "tests/unit/matching", "tests/unit/faults")
    _run(session, _dev(session), *PYTEST, *TWO, *tested, IRIGRAMMAR_PURE="1")


def _commands(session: nox.Session, folder: Path) -> None:
    """Run the command that an environment has, away from the source tree."""
    iri = str(folder / "bin" / "iri")
    with session.chdir(_folder()):
        session.run(iri, "check", "http://example.org/rosé", "//[::1]:80/?q", external=True)
        session.run(iri, "grammar", "lint", "rfc3986", "web-address", external=True)
        session.run(iri, "check", "http://b c/", external=True, success_codes=[1])


@nox.session(venv_backend="none", tags=["ci"])
def sdist(session: nox.Session) -> None:
    """Build the source distribution, compare its files with git's, collect all its tests, and run those of its data."""
    env = _made(session, "build")
    made, folder = _folder() / "sdist", _folder() / "unpacked"
    _run(session, env, "python", "-m", "build", "--no-isolation", "--sdist", "--outdir", str(made), ".")
    (archive,) = made.glob("*.tar.gz")
    with tarfile.open(archive) as members:
        members.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if not listed:
        session.log("this is no checkout of git: the files are not compared")
    if missing := [name for name in listed.splitlines() if not (unpacked / name).exists()]:
        session.error(f"the source distribution lacks {', '.join(missing)}")
    session.run(sys.executable, "-m", "venv", str(folder / "venv"), external=True)
    with session.chdir(unpacked):
        python = str(folder / "venv" / "bin" / "python")
        _install(session, python, "test", "-e", ".")
        session.run(python, *PYTEST[1:], "--collect-only", external=True, silent=True)
        session.run(python, *PYTEST[1:], *TWO, *OF_FILES, external=True)


@nox.session(venv_backend="none", tags=["ci"])
def system(session: nox.Session) -> None:
    """Run the tests of patterns on the system's Python: CPython before 3.11.5 runs possessive groups in its own way."""
    asked = [SYSTEM, "-c", "import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 11, 5))"]
    if not Path(SYSTEM).exists() or subprocess.run(asked, check=False).returncode:
        session.skip(f"{SYSTEM} is not CPython 3.11.0 to 3.11.4")
    env = _made(session, "system", "-e", ".", lock="test", python=SYSTEM)
    chosen = "not growth and not browser and not external"
    _run(session, env, *PYTEST, *TWO, "-m", chosen, *OF_PATTERNS, IRIGRAMMAR_PURE="1")


@nox.session(venv_backend="none", tags=["ci"])
def slow(session: nox.Session) -> None:
    """Run all but what others select, properties with all their examples, and find assertions that never run."""
    chosen = ("-m", "not growth and not browser and not external", *session.posargs)
    _run(
        session,
        _dev(session),
        "python",
        "tools/asserted.py",
        *TWO,
        "--dist",
        "load",
        *chosen,
        IRIGRAMMAR_EXAMPLES="full",
    )


@nox.session(venv_backend="none", tags=["ci"])
def examples(session: nox.Session) -> None:
    """Run every command that README, the documentation and the golden pages show."""
    _run(session, _dev(session), "python", "tools/examples.py", "--check")


@nox.session(venv_backend="none", tags=["ci"])
def docs(session: nox.Session) -> None:
    """Build the site of the documentation into docs/_build/html, the explorer with it; a warning is an error."""
    env = _dev(session)
    folder, page = FOLDER / "browser", ROOT / "docs" / "_extra" / "iri-explorer.html"
    page.parent.mkdir(exist_ok=True)
    if _npm(session, folder, PYODIDE):
        runtime = str(folder / "node_modules" / "pyodide")
        _run(session, env, "iri", "explorer", "--single-file", "--output", str(page), "--runtime", runtime)
    _run(session, env, "python", "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "2", "-b", "html", "docs", str(SITE))
    _run(session, env, "python", "-m", "sphinx", "-q", "-b", "man", "docs", str(SITE.parent / "man"))


@nox.session(venv_backend="none", tags=["ci"])
def extras(session: nox.Session) -> None:
    """Install an extra and run the example of it: jsonschema, or those that are named."""
    _run(session, _dev(session), "python", "tools/extras.py", *(session.posargs or ["jsonschema"]))


@nox.session(venv_backend="none", tags=["ci"])
def kernel(session: nox.Session) -> None:
    """Analyse the kernel, run its tests with trapping arithmetic and with sanitizers, torture and fuzz it."""
    _run(session, _dev(session), "python", "-m", "tools.kernel.sanitize", "--seconds", "5")


@nox.session(venv_backend="none", tags=["ci"])
def fuzz(session: nox.Session) -> None:
    """Fuzz what reads untrusted input, a second for each target, with the same inputs each time."""
    env = _dev(session)
    _run(session, env, "python", "-m", "fuzz", *(session.posargs or ["--seconds", "1", "--seed", "1"]))


@nox.session(venv_backend="none", tags=["ci"])
def proofs(session: nox.Session) -> None:
    """Run exports on the engines that they are for: Java, Node.js, PCRE2, RE2, libxml2 and others."""
    env = _dev(session)
    _npm(session, ROOT / "tools" / "proofs" / "drivers")
    tested = ("tests/against/test_proofs.py", "tests/against/test_export_growth.py")
    _run(session, env, *PYTEST, *TWO, "-m", "external or growth", *tested)


@nox.session(venv_backend="none", tags=["ci"])
def external(session: nox.Session) -> None:
    """Run the tests that need other programs and packages, except those of `proofs`."""
    env = _dev(session)
    validators = FOLDER / "validators"
    if shutil.which("npm") and not (validators / "node_modules").exists():
        _run(session, env, "python", "tools/report_validators.py", str(validators))
    more = {"IRIGRAMMAR_REPORT_VALIDATORS": str(validators)} if validators.exists() else {}
    if _npm(session, FOLDER / "whatwg", "whatwg-url@16"):
        more["IRIGRAMMAR_WHATWG"] = str(FOLDER / "whatwg")
    suites = FOLDER / "suites"
    if not (suites / "html5lib").exists():
        _run(session, env, "python", "tools/suites.py", str(suites))
    more["IRIGRAMMAR_SUITES"] = str(suites)
    pythons = {FOLDER / f"python-{package.partition('@')[2]}": package for package in PYTHONS}
    if all(_npm(session, folder, package) for folder, package in pythons.items()):
        more["IRIGRAMMAR_PYODIDE"] = os.pathsep.join(map(str, pythons))
    clients = FOLDER / "clients"
    if not clients.exists():
        pip = (sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check")
        session.run(*pip, "--no-deps", "--target", str(clients), *CLIENTS, external=True)
    more["IRIGRAMMAR_CLIENTS"] = str(clients)
    if _npm(session, FOLDER / "typescript", "typescript@5", "prettier@3"):
        more["PATH"] = f"{FOLDER / 'typescript' / 'node_modules' / '.bin'}{os.pathsep}{env['PATH']}"
    more["IRIGRAMMAR_HOSTS"] = "5000" if "CI" in os.environ else "200000"  # strings of tools/world/host_differential.py
    left_out = ("--ignore=tests/against/test_proofs.py", "--ignore=tests/against/test_export_growth.py")
    chosen = "(external or extra) and not browser and not growth"
    _run(session, env, *PYTEST, *TWO, "-m", chosen, *left_out, *session.posargs, **more)


@nox.session(venv_backend="none", tags=["ci"])
def browser(session: nox.Session) -> None:
    """Try the explorer, and the site where the session docs has built it, in headless Chromium."""
    env, folder = _dev(session), FOLDER / "browser"
    if not _npm(session, folder, "playwright-core@1", "axe-core@4", "prettier@3", "@exodus/bytes@1", PYODIDE):
        session.skip("npm, which brings the driver of the browser, is missing")
    files = [*(ROOT / "src/irigrammar/views/explorer/web").iterdir(), *(ROOT / "tests/browser").iterdir()]
    files += (ROOT / "tools").iterdir()
    checked = [str(path) for path in files if re.search(r"^(?!codemirror).*\.(m?js|css)$", path.name)]
    prettier = str(folder / "node_modules" / ".bin" / "prettier")
    session.run(prettier, "--print-width", "120", "--check", *checked, external=True)
    _run(session, env, "python", "tools/editor.py", "--check")
    if chromium := shutil.which("chromium"):
        _run(session, env, "python", "tools/charsets.py", "--check", str(folder), chromium)
    site = {"IRIGRAMMAR_SITE": str(SITE)} if SITE.exists() else {}
    _run(session, env, *PYTEST, "-m", "browser", *session.posargs, IRIGRAMMAR_BROWSER=str(folder), **site)


@nox.session(venv_backend="none")
def browsers(session: nox.Session) -> None:
    """Ask installed browsers: 20,000 strings, and the rows of grammar/world/browsers.toml; in no stage of CI.

    On Debian: apt-get install chromium firefox-esr gir1.2-webkit2-4.1 python3-gi xvfb xauth.
    """
    env = _dev(session)
    if not any(shutil.which(program) for program in ("chromium", "firefox-esr", "xvfb-run")):
        session.skip("no browser is installed; see nox -l -v, or the docstring of this session")
    more = {"IRIGRAMMAR_WHATWG": str(FOLDER / "world")} if _npm(session, FOLDER / "world", "whatwg-url@17") else {}
    _run(session, env, "python", "tools/world/browsers/compare.py", *session.posargs, **more)
    _run(session, env, "python", "tools/world/run.py", "browsers", "--check", **more)


@nox.session(venv_backend="none", tags=["ci"])
def growth(session: nox.Session) -> None:
    """Measure how time grows with length: one process, which needs the machine to itself."""
    _run(session, _dev(session), *PYTEST, "-m", "growth and not external", *session.posargs)


@nox.session(venv_backend="none")
def mutants(session: nox.Session) -> None:
    """Mutate 50 places of the library, drawn by a seed, and run their tests: nox -s mutants -- --seed 1."""
    _run(session, _dev(session), "python", "tools/mutants.py", *session.posargs)


@nox.session(venv_backend="none")
def rfcs(session: nox.Session) -> None:
    """Extract the ABNF of all RFCs in a folder, and count the lines that are lost: nox -s rfcs -- FOLDER."""
    if not session.posargs:
        session.skip("no folder: give one that has RFCs as text, such as those of Debian's packages doc-rfc-*")
    _run(session, _dev(session), "python", "tools/rfcs.py", *session.posargs)

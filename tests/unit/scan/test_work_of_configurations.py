"""One budget of work for all grammars of a repository's configurations."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run

LARGE = 's = *40( *{}( [ "a" ] ) ) "x"\n'
SMALL = 's = "http://{}/" *"a"\n'
KINDS = ("namespaces", "paths", "import")


@pytest.fixture(autouse=True)
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("settings", "config", "session"):
        monkeypatch.setattr(f"irigrammar.scan.{module}.MOST_WORK", 200_000)


def configure(folder: Path, count: int, grammar: str, kind: str) -> None:
    folder.mkdir(exist_ok=True)
    rows = []
    for number in range(count):
        (folder / f"g{number}.abnf").write_text(grammar.format(number + 20))
        head = {
            "namespaces": f'[[namespaces]]\nprefix = "http://{number + 20}/"\ngrammar = "g{number}.abnf"\n',
            "paths": f'[[paths]]\nmatch = ["{number}.urls"]\ngrammar = "g{number}.abnf"\n',
            "import": f'[[paths]]\nmatch = ["{number}.urls"]\ngrammar = "g{number}.abnf"\n',
        }
        rows.append(head[kind])
    (folder / "irigrammar.toml").write_text("".join(rows))
    (folder / "a.html").write_text('<a href="http://e/a b">x</a>\n')


@pytest.mark.parametrize("kind", KINDS[:2])
def test_what_is_beyond_the_budget_is_refused_by_name(kind: str, tmp_path: Path) -> None:
    configure(tmp_path, 40, LARGE, kind)
    result = run("scan", "--jobs", "1", "a.html", cwd=tmp_path)
    assert result.status == 2
    assert "more work than the limit of 200,000 steps" in result.err
    assert ".abnf" in result.err


@pytest.mark.parametrize("kind", KINDS[:2])
def test_small_grammars_are_many(kind: str, tmp_path: Path) -> None:
    configure(tmp_path, 40, SMALL, kind)
    result = run("scan", "--jobs", "1", "a.html", cwd=tmp_path)
    assert result.status == 1, result.err
    assert "F094" in result.out


def test_a_first_grammar_is_never_refused(tmp_path: Path) -> None:
    configure(tmp_path, 1, LARGE.replace("*40", "*90"), "namespaces")
    assert run("scan", "--jobs", "1", "a.html", cwd=tmp_path).status == 1


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_configurations_of_folders_share_it(jobs: str, tmp_path: Path) -> None:
    for number in range(12):
        configure(tmp_path / f"f{number:02}", 1, LARGE.replace("40", str(40 + number)), "namespaces")
    (tmp_path / "z.html").write_text('<a href="http://e/a b">x</a>\n')
    result = run("scan", "--jobs", jobs, "--format", "concise", ".", cwd=tmp_path)
    assert result.status == 2
    assert "irigrammar.toml" in result.out
    assert "more work than the limit" in result.out
    assert "f00/a.html" in result.out
    assert "f11/a.html" not in result.out
    assert "z.html:1:20" in result.out

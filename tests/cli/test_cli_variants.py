"""Commands with a user's variant of a catalog grammar."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run

EXTENDS = ["-g", "./e.abnf", "--extends", "rfc3987"]


@pytest.fixture(autouse=True)
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("e.abnf").write_text('ipchar =/ "|"\nIP-literal =/ "[local]"\n', encoding="utf-8")
    Path("new.abnf").write_text("word = 1*ALPHA\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "text", "output"),
    [
        (["to-uri"], "http://e/a|é", "http://e/a%7C%C3%A9"),
        (["to-iri"], "http://e/a|%C3%A9", "http://e/a|é"),
        (["normalize"], "HTTP://e/./a|", "http://e/a|"),
        (["resolve", "http://e/a|"], "./b|", "http://e/b|"),
        (["relativize", "http://e/a|"], "http://e/b|", "/b|"),
        (["for-charset", "us-ascii"], "http://e/|é", "http://e/|&#xE9;"),
        (["encode", "-r", "isegment"], "a|/", "a|%2F"),
        (["split", "--hostport"], "http://e:8080/|", "e:8080"),
    ],
)
def test_conversions(command: list[str], text: str, output: str) -> None:
    result = run(*command, *EXTENDS, text)
    assert (result.status, result.out) == (0, f"{output}\n")


def test_other_commands() -> None:
    assert run("compare", *EXTENDS, "http://e/|", "HTTP://e/%7C").out.startswith("equivalent by syntax")
    assert "C003" in run("advise", *EXTENDS, "http://e/a|b").out
    assert "visual" in run("bidi", *EXTENDS, "http://e/a|b").out
    for rule in ([], ["-r", "IRI"]):
        assert run("check", *EXTENDS, *rule, "http://e/a|b").out.startswith("http://e/a|b: valid absolute-IRI")
        assert "host kind  ireg-name" in run("explain", *EXTENDS, *rule, "http://e/a|b").out
        assert run("check", *EXTENDS, *rule, "--format", "json", "http://e/a").status == 0
    assert run("check", *EXTENDS, "--scheme", "http://e/a|").status == 0
    assert run("check", "-g", "./new.abnf", "--extends", "rfc3987", "-r", "IRI", "http://e/é").status == 0


@pytest.mark.parametrize("grammar", [EXTENDS, ["-g", "rfc6874"]])
def test_a_host_without_form_in_uris(grammar: list[str]) -> None:
    host = "[local]" if grammar is EXTENDS else "[fe80::1%25eth0]"
    result = run("to-uri", *grammar, f"http://{host}/")
    assert (result.status, result.out) == (1, "")
    assert f'RFC 3986 has no such host as "{host}"' in result.err
    encoded = host.replace("[", "%5B").replace("]", "%5D").replace(":", "%3A")
    assert run("compare", *grammar, f"http://{host}/", f"http://{encoded}/").out.startswith("different")
    assert run("compare", *grammar, f"http://{host}/", f"HTTP://{host}:80").out.startswith("equivalent by scheme")


def test_start_rules_of_a_file() -> None:
    extends = ["-g", "./new.abnf", "--extends", "rfc3987"]
    assert "start=('IRI-reference', 'IRI')" in run("normalize", *extends, "A:b").err
    assert run("normalize", *extends, "--start", "IRI-reference", "A:b").out == "a:b\n"
    assert "--start goes with a file" in run("check", "--start", "IRI", "a:b").err
    assert "has no rule 'IRX'" in run("check", *extends, "--start", "IRX", "a:b").err


def test_lint_of_alternatives_for_an_inherited_rule() -> None:
    assert run("grammar", "lint", "e.abnf", "--extends", "rfc3987").status == 0
    assert "L009" in run("grammar", "lint", "e.abnf").out


def test_scans() -> None:
    Path("a.txt").write_text("see my_app://h/a and http://e/a here\n", encoding="utf-8")
    Path("s.abnf").write_text('scheme =/ ALPHA "y_" *ALPHA\n', encoding="utf-8")
    assert "1 identifier" in run("scan", "a.txt").out
    assert (
        run("scan", "-g", "./s.abnf", "--extends", "rfc3987", "a.txt").out == "no findings in 1 file, 2 identifiers\n"
    )
    Path("irigrammar.toml").write_text('[grammar]\nname = "s.abnf"\nextends = "rfc3987"\n', encoding="utf-8")
    assert run("scan", "a.txt").out == "no findings in 1 file, 2 identifiers\n"
    assert run("check", "-g", "./s.abnf", "my_app://h/").status == 0
    assert run("grammar", "lint", "s.abnf").status == 0
    assert run("scan", "--extends", "rfc3986", "a.txt").status == 0
    Path("irigrammar.toml").write_text('[grammar]\nname = "s.abnf"\nextends = "../x.abnf"\n', encoding="utf-8")
    assert "is outside of the folder of this file; use --extends for it" in run("scan", "a.txt").err


def test_difference_from_the_extended_grammar() -> None:
    done = run("grammar", "diff", "rfc3987", "./e.abnf", "--extends", "rfc3987")
    assert {row.split()[0] for row in done.out.splitlines() if " narrower " in row} >= {"ipchar", "IRI", "isegment"}
    assert "only rfc3987 has" not in done.out


def test_recursive_variant() -> None:
    Path("r.abnf").write_text('ipchar =/ "(" ipchar ")"\n', encoding="utf-8")
    extends = ["-g", "./r.abnf", "--extends", "rfc3987"]
    assert run("check", *extends, "http://e/((a))").status == 0
    error = run("normalize", *extends, "http://e/((a))").err
    assert "is recursive" in error
    assert "start=" not in error

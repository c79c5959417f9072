"""`iri grammar export` as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import iri

from irigrammar.exports.registry import DIALECTS


def export(*arguments: str, cwd: Path | None = None) -> tuple[int, str, str]:
    return iri("grammar", "export", *arguments, cwd=cwd)


def test_a_dialect_is_written_with_a_line_end() -> None:
    assert export("-g", "rfc3986", "-r", "port", "--to", "re2") == (0, "\\A[0-9]*\\z\n", "")
    assert export("-g", "rfc3986", "-r", "PORT", "--to", "ebnf") == (
        0,
        "/* port of rfc3986 */\nport  ::= DIGIT*\nDIGIT ::= [0-9]\n",
        "",
    )


def test_the_dialects_are_listed() -> None:
    status, out, _ = export("--list")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(DIALECTS)


def test_the_output_goes_to_a_file(tmp_path: Path) -> None:
    assert export("-g", "rfc3986", "-r", "port", "--to", "java", "--output", "p.txt", cwd=tmp_path) == (0, "", "")
    assert (tmp_path / "p.txt").read_bytes() == b"\\A[0-9]*+\\z\n"
    status, out, err = export("-r", "port", "--to", "java", "--output", "no/p.txt", cwd=tmp_path)
    assert (status, out) == (2, "")
    assert "no/p.txt" in err
    assert "No such file or directory" in err


def test_a_pattern_is_proved_or_distinguished(tmp_path: Path) -> None:
    rule = ("-g", "rfc3986", "-r", "port", "--to", "python")
    assert export(*rule, "--verify") == (0, "the pattern matches exactly port of rfc3986\n", "")
    assert export(*rule, "--output", "p.txt", cwd=tmp_path)[0] == 0
    assert export(*rule, "--verify", "p.txt", cwd=tmp_path) == (0, "p.txt matches exactly port of rfc3986\n", "")
    (tmp_path / "p.txt").write_text("[0-9]*$\n")
    expected = (1, "p.txt matches \\u{A}, and port of rfc3986 does not\n", "")
    assert export(*rule, "--verify", "p.txt", cwd=tmp_path) == expected
    (tmp_path / "p.txt").write_text("[0-9]+\\Z\n")
    expected = (1, "p.txt does not match the empty string, and port of rfc3986 does\n", "")
    assert export(*rule, "--verify", "p.txt", cwd=tmp_path) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "choose a dialect with --to (--list lists them)"),
        (("--to", "pcre"), "nothing is exported to 'pcre'; did you mean pcre2 or re2?"),
        (("--to", "java", "--verify"), "--verify works only with patterns for Python's re, not for java"),
        (("--to", "python", "--verify", "none.txt"), "none.txt cannot be read"),
        (
            ("-g", "web-address", "--to", "python"),
            "iri: IRI-reference of web-address cannot be written for python: its",
        ),
        (
            ("-g", "rfc5234", "-r", "CTL", "--to", "xsd"),
            "iri: CTL of rfc5234 cannot be written for xsd: it matches U+0000",
        ),
        (("-r", "nothing", "--to", "java"), "iri: rfc3987 has no rule 'nothing'"),
    ],
)
def test_what_cannot_be_done_is_status_2_with_the_reason(arguments: tuple[str, ...], message: str) -> None:
    status, out, err = export(*arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_a_pattern_that_cannot_be_read_is_status_2(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_bytes(b"(\n")
    status, out, err = export("-r", "port", "--to", "python", "--verify", "p.txt", cwd=tmp_path)
    assert (status, out) == (2, "")
    assert "port of rfc3987 cannot be compared with the pattern for python: it is not a pattern of re" in err

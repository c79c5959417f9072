"""Passwords that a line break cuts are masked."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run
from examples import some

from irigrammar.scan.reporters.formats import FORMATS

SECRETS = ("S3CRET", "S3 CRET", "S3:CRET", "12345S3CRET")
# A value with a line break in it, as a type of document has it: {} and {} are its two lines.
VALUES = {
    "folded.yaml": 'a: "{}\n  {}"\n',
    "single.yaml": "a: '{}\n  {}'\n",
    "block.yaml": "a: >\n  {}\n  {}\n",
    "literal.yaml": "a: |-\n    {}\n    {}\nb: c@d\n",
    "plain.yaml": "a:\n  {}\n  {}\n",
    "list.yaml": '- "{}\r\n   {}"\r\n',
    "field.csv": 'u,v\n"{}\n{}",1\n',
    "crlf.csv": 'u,v\r\n"{}\r\n{}",1\r\n',
    "field.tsv": 'u\tv\n"{}\n{}"\t1\n',
    "text.toml": 'a = """{}\n{}"""\n',
    "text.py": 'A = """{}\n    {}"""\n',
    "text.txt": "see {}\n{}\n",
    "text.md": "see {}\n{}\n",
    "link.md": "[x](<{}\n{}>)\n",
    "attribute.html": '<a href="{}\n{}">x</a>\n',
    "text.html": "<p>{}\n{}</p>\n",
    "element.xml": "<a>{}\n {}</a>\n",
    "escape.json": '{{"a": "{}\\n{}"}}\n',
}


@pytest.mark.parametrize("form", ["text", "concise", "jsonl", "sarif"])
@pytest.mark.parametrize("name", some(VALUES, 5))
def test_passwords_over_lines(name: str, form: str, tmp_path: Path) -> None:
    assert form in FORMATS
    for secret in SECRETS:
        (tmp_path / name).write_text(VALUES[name].format(f"https://alice:{secret}", "x@h.example/a b"), newline="")
        result = run("scan", "--isolated", "--level", "advice", "--format", form, name, cwd=tmp_path)
        assert "CRET" not in result.out + result.err, (secret, result.out)
        diff = run("scan", "--isolated", "--diff", name, cwd=tmp_path)
        assert "CRET" not in diff.out + diff.err


@pytest.mark.parametrize("end", ["\n\nmail to bob@example.org\n", "\n> \n\nbob@example.org\n"])
def test_what_is_no_password_is_shown(end: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"see http://host:80a is wrong{end}")
    assert "http://host:80a" in run("scan", "--isolated", "--format", "concise", "a.txt", cwd=tmp_path).out
    assert "***" in run("scan", "--isolated", "--format", "concise", "-", stdin=b"http://a:b\nc@d.example/e|f\n").out

"""Documents of reviews: what is found in them, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import iri


def findings(folder: Path, name: str, content: str, *options: str) -> list[tuple[int, int, str]]:
    (folder / name).write_text(content, encoding="utf-8")
    out = iri("scan", "--isolated", "--format", "json", *options, name, cwd=folder)[1]
    return [(row["line"], row["column"], row["code"]) for row in json.loads(out)["findings"]]


def identifiers(folder: Path, name: str, content: str) -> list[str]:
    (folder / name).write_text(content, encoding="utf-8")
    return iri("scan", "--isolated", "--dump", name, cwd=folder)[1].splitlines()


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("o.owl", "Prefix(:=<http://a.example/o#>)\nOntology(<http://a.example/o#A B>)\n", [(2, 31, "F094")]),
        ("t.owl", "# a\n@prefix : <http://a.example/o#> .\n:A a <http://a.example/B C> .\n", [(3, 25, "F094")]),
        ("j.rdf", '{"@id": "http://a.example/B C"}\n', [(1, 28, "F094")]),
        ("x.rdf", "<a>\n", [(2, 1, "S005")]),
        ("r.txt", "urn:isbn:1|urn:isbn:2 DOI:a,DOI:b\n", []),
        ("v.py", "# use file://path or file:////server/path\n", []),
        ("sp.md", "[guide](docs/my file.md)\n\n![](a b.png)\n", [(1, 9, "S005"), (3, 5, "S005")]),
        ("sp.md", "[link](/blah/blah-\nblah)\n", [(1, 8, "S005")]),
        ("ok.md", '[a](b "title") [c] (d e) [f](<g h.md>) [i](j)\n', [(1, 32, "F094")]),
        ("av.md", "<www.google.example>\n", [(1, 1, "S005")]),
        ("p.1", "\\X'tty: link https://a.example/#s'\\fI\\%https://a.example/#s\\fP\\X'tty: link'\\&.\n", []),
        ("s.ttl", "<http://s.example/v#Shttp://u.example/v#O> a <http://a.example/X> .\n", [(1, 40, "F132")]),
        ("l.yaml", 'Example 016: Title\n---\n"@context": {"@vocab": "http://a.example/"}\nname: x\n', []),
        ("i.py", 'x = "http://a.example/a|b"  # iri: ignore F093\n', [(1, 24, "F093"), (1, 29, "S004")]),
        ("y.txt", 'Annotation(a "http://a.example/BFO_0000051 exactly 0 ?Y")\n', []),
        ("a.wiki", "{{cite web|url=https://b.example/y|title=T}}\n", []),
        ("f.css", "@import 'https://f.example/css?family=Roboto|Lato|Open+Sans';\n", [(1, 45, "F093")]),
        ("f.rst", "see http://e.example/|version|/x.html\n", []),
        ("f.rst", "see http://e.example/a|b|c\n", [(1, 23, "F093")]),
        ("c.c", 'printf("http://e.example/p%02i.png");\n', []),
    ],
)  # fmt: skip
def test_findings_of_each_case(tmp_path: Path, name: str, content: str, found: list[tuple[int, int, str]]) -> None:
    assert findings(tmp_path, name, content) == found


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("r.txt", "urn:isbn:1|urn:isbn:2\n", ["urn:isbn:1", "urn:isbn:2"]),
        ("p.1", "\\X'tty: link https://a.example/x#s'\\fIhttps://a.example/x#s\\fP\n", ["https://a.example/x#s"] * 2),
        ("a.wiki", "{{cite web|url=https://b.example/y|title=T}}\n", ["https://b.example/y"]),
    ],
)
def test_identifiers_of_each_case(tmp_path: Path, name: str, content: str, found: list[str]) -> None:
    assert identifiers(tmp_path, name, content) == found


@pytest.mark.parametrize("member", ["https://github.com/a/tree/${project.scm.tag}"])
def test_a_variable_that_is_left_in_a_place_of_identifiers(tmp_path: Path, member: str) -> None:
    sbom = {"bomFormat": "CycloneDX", "specVersion": "1.4", "version": 1, "components": []}
    sbom["components"] = [{"type": "library", "name": "a", "externalReferences": [{"type": "vcs", "url": member}]}]
    assert [code for _, _, code in findings(tmp_path, "bom.json", json.dumps(sbom))] == ["F073"]


MARKED = b"see http://a.example/%zz\n"


def test_standard_input_is_read_where_it_has_a_name(tmp_path: Path) -> None:
    status, out, _ = iri("scan", "--isolated", "--stdin-filename", "x.md", stdin=MARKED, cwd=tmp_path)
    assert (status, out.splitlines()[0].partition(": ")[0]) == (1, "x.md:1:23")


def test_fixes_of_standard_input_are_written_to_standard_output(tmp_path: Path) -> None:
    options = ("scan", "--isolated", "--unsafe-fixes", "--stdin-filename", "x.md", "-")
    status, out, err = iri(*options, "--fix", stdin=MARKED, cwd=tmp_path)
    assert (status, out) == (0, "see http://a.example/%25zz\n")
    assert "no findings" in err
    status, out, _ = iri(*options, "--diff", stdin=MARKED, cwd=tmp_path)
    assert (status, "+see http://a.example/%25zz" in out) == (1, True)


def test_standard_input_of_a_file_that_is_excluded(tmp_path: Path) -> None:
    (tmp_path / "irigrammar.toml").write_text('exclude = ["vendor/"]\n')
    options = ("scan", "--stdin-filename", "vendor/x.md", "-")
    assert iri(*options, "--force-exclude", stdin=MARKED, cwd=tmp_path)[0] == 0
    assert iri(*options, stdin=MARKED, cwd=tmp_path)[0] == 1
    assert iri(*options, "--fix", "--force-exclude", stdin=MARKED, cwd=tmp_path)[1] == MARKED.decode()

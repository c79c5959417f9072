"""Jupyter notebooks: each cell is read as what it is, at its place in the file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from document_items import any_text, check, comments, identifiers, items, problems
from hypothesis import given

from irigrammar.advice.registry import chosen
from irigrammar.scan.checking import Checker, matcher_of
from irigrammar.scan.correcting import corrected, edits
from irigrammar.scan.formats.items import Candidate, Malformed
from irigrammar.scan.formats.registry import Options


def notebook(*cells: dict[str, Any], **members: Any) -> str:
    return json.dumps({"cells": list(cells), "metadata": {}, **members}, indent=1, ensure_ascii=False)


def markdown(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": list(lines)}


def code(*lines: str, **data: Any) -> dict[str, Any]:
    outputs = [{"output_type": "display_data", "data": data}] if data else []
    return {"cell_type": "code", "metadata": {}, "outputs": outputs, "source": list(lines)}


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (markdown("[x](b|c)"), ["b|c"]),
        (markdown("# é\n", "[x](b|c) `[y](b|d)`\n", "\n", "[z]: e|f"), ["b|c", "e|f"]),
        (markdown('<a href="b c">x</a>\n', "[x](<d e>)"), ["b c", "d e"]),
        (markdown("```\n", "http://e.org/a\n", "```\n", "http://e.org/b"), ["http://e.org/b"]),
        ({"cell_type": "markdown", "source": "[x](b|c)\n\n[y](d\\*e)"}, ["b|c", "d*e"]),
        (
            code("# [x](b|c)\n", "get('http://e.org/a b')\n", 's = "http://e.org/\\n"'),
            ["http://e.org/a b", "http://e.org/"],
        ),
        (code("%%html\n", '<a href="b c">x</a>'), ["b c"]),
        (code("%%markdown\n", "[x](b|c)"), ["b|c"]),
        (code("%%bash\n", "curl http://e.org/a|b"), ["http://e.org/a|b"]),
        ({"cell_type": "raw", "source": ["[x](b|c) http://e.org/"]}, ["http://e.org/"]),
        ({"source": "see http://e.org/"}, ["http://e.org/"]),
        ({"cell_type": "code", "source": [1, "http://e.org/"]}, ["http://e.org/"]),
        (code("1", **{"text/html": ['<a href="b c">\n', "x</a>"]}), ["b c"]),
        (code("1", **{"text/markdown": "[x](b|c)"}), ["b|c"]),
        (code("1", **{"text/plain": ["http://e.org/a|b"], "image/png": "http://e.org/"}), []),
        ({"cell_type": "code", "source": "1", "outputs": [{"name": "stdout", "text": ["http://e.org/|\n"]}]}, []),
        ({"cell_type": "markdown", "source": [], "metadata": {"url": "http://e.org/a b"}}, ["http://e.org/a b"]),
    ],
)
def test_cells(cell: dict[str, Any], expected: list[str]) -> None:
    for text in (notebook(cell), json.dumps({"cells": [markdown("x"), cell]}), notebook(cell, code("2"))):
        assert identifiers("notebook", text) == expected
        check("notebook", text)


def test_what_each_is_checked_against() -> None:
    text = notebook(markdown("[x](b)"), code("http://e.org/", **{"text/html": '<a href="c">'}))
    rules = [item.production for item in items("notebook", text) if isinstance(item, Candidate)]
    assert [rule and rule.rule for rule in rules] == ["IRI-reference", "valid-URL", "IRI"]


def test_code_is_read_as_files_of_its_language() -> None:
    cell = code("@prefix : <a b> .")
    for ending, expected in ((".ttl", ["a b"]), (".py", []), (".ipynb", []), (1, [])):
        text = notebook(cell, metadata={"language_info": {"file_extension": ending}})
        assert identifiers("notebook", text) == expected


def test_sheets_of_notebooks_before_version_4() -> None:
    text = json.dumps(
        {"worksheets": [{"cells": [markdown("[x](b|c)"), {"cell_type": "code", "input": "http://e.org/"}]}]}
    )
    assert identifiers("notebook", text) == ["b|c", "http://e.org/"]


def test_places_and_fixes_are_those_of_the_file() -> None:
    text = notebook(markdown("# \t\n", 'é "[x](b^é)"\n'))
    item = next(item for item in check("notebook", text) if isinstance(item, Candidate))
    assert text[item.start : item.end] == "b^é"
    assert item.production
    checker = Checker(matcher_of(item.production), chosen("publish"))
    better = corrected(item, checker)
    assert better == "b%5Eé"
    ((start, end, written),) = edits(item, better)
    assert json.loads(text[:start] + written + text[end:])["cells"][0]["source"][1] == 'é "[x](b%5Eé)"\n'


def test_an_identifier_over_two_strings() -> None:
    text = '{"cells": [{"source": ["http://e.org/a" ,\n  "|b"]}]}'
    assert identifiers("notebook", text) == ["http://e.org/a|b"]
    check("notebook", text)


def test_comments_and_problems() -> None:
    text = notebook(markdown("[x](b|c) <!-- iri: ignore -->\n", "[y](http://e.org/\n"), code("x  # iri: ignore[F093]"))
    assert [comment for _, comment in comments("notebook", text)] == [" iri: ignore ", "iri: ignore[F093]"]
    assert problems("notebook", text) == [("S005", "(http://e.org/")]
    assert problems("notebook", '{"cells": [{"source": "x"}') == [("S005", "[")]
    assert problems("notebook", notebook(code("1", **{"text/html": "<a href='b"}))) == []


@pytest.mark.parametrize(
    "text", ['["http://e.org/"]', '{"a": "http://e.org/"}', '{"cells": {"source": "http://e.org/"}}']
)
def test_what_is_not_a_notebook_is_json(text: str) -> None:
    assert identifiers("notebook", text) == ["http://e.org/"]


def test_pointers_choose_as_in_json() -> None:
    text = notebook(markdown("[x](b|c)"), metadata={"a": "b c"})
    pointed = items("notebook", text, Options(pointers=("/metadata/a",)))
    assert [item.text for item in pointed if isinstance(item, Candidate)] == ["b c"]


@given(
    any_text('{"cells":', "[", "]", "{", "}", ",", '"', '"source":', '"outputs":', '"data":', '"text/html":', "\\n",
             '"cell_type":"markdown"', '"[x](b|c)"', "<a href=", "http://e/", "\\u0061", "'")
)  # fmt: skip
def test_any_text_at_all(text: str) -> None:
    result = items("notebook", text)
    starts = [item.start for item in result if not isinstance(item, Malformed)]
    assert starts == sorted(starts)

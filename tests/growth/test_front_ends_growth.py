"""Linear time over every front end: findings, lines, alternatives."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from growth import LIMIT, growth

from irigrammar.grammars.authors.lint import lint
from irigrammar.language.untaken import all_slips
from irigrammar.report.formats import JsonLinesReporter
from irigrammar.scan.linting import lint_file
from irigrammar.shipped.loader import load
from irigrammar.views.explorer.answers import Explorer

pytestmark = pytest.mark.growth

LINK = '<a href="http://e/a b">x</a>'
ENDS = {"one line": "", "lines": "\n", "astral": "\U0001f600"}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("part", ["diagnostics", "actions"])
def test_language_server(part: str, end: str) -> None:
    pytest.importorskip("pygls", reason="the extra lsp has pygls")
    from lsprotocol.types import PositionEncodingKind
    from pygls.workspace import PositionCodec, TextDocument

    from irigrammar.integrations.lsp import Places, Shown, _actions, _shown

    def document(count: int) -> tuple[TextDocument, Places, list[Shown]]:
        text = f"{LINK}{ENDS[end]}" * count
        codec = PositionCodec(PositionEncodingKind.Utf16)
        opened = TextDocument("file:///nowhere/x.html", text, position_codec=codec)
        places = Places(opened)
        return opened, places, list(_shown(opened, places)) if part == "actions" else []

    def ask(question: tuple[TextDocument, Places, list[Shown]]) -> None:
        opened, places, rows = question
        assert list(_actions(opened, places, rows)) if rows else list(_shown(opened, Places(opened)))

    assert growth(ask, document(500), document(1_000)) < LIMIT


ALTERNATIVES: dict[str, Callable[[int], str]] = {
    "strings": lambda n: "s = " + " / ".join(f'"w{k}"' for k in range(n)),
    "cases": lambda n: "s = " + " / ".join(f'%s"w{k}"' for k in range(n)),
    "same": lambda n: "s = " + " / ".join(['"w"'] * n),
    "numbers": lambda n: "s = " + " / ".join(f"%x{k + 32:X}" for k in range(n)),
    "names": lambda n: "s = " + " / ".join(f"w{k}" for k in range(n)),
    "options": lambda n: "s = " + " / ".join(f'[ "w{k}" ] "x"' for k in range(n)),
    "groups": lambda n: "s = " + " / ".join(f'( "a{k}" / "b{k}" )' for k in range(n)),
    "ranges": lambda n: "s = " + " / ".join(f"%x{2 * k + 32:X}-{2 * k + 33:X}" for k in range(n)),
    "increments": lambda n: 's = "w"\n' + "\n".join(f's =/ "w{k}"' for k in range(n)),
    "prose": lambda n: "s = " + " / ".join(f"<w{k}>" for k in range(n)),
    "rules": lambda n: "".join(f'r{k} = "w{k}"\n' for k in range(n)) + "s = " + " / ".join(f"r{k}" for k in range(n)),
}


@pytest.mark.parametrize("shape", ALTERNATIVES)
def test_lint(shape: str) -> None:
    def ask(text: str) -> None:
        lint(text, "x", parent=load("rfc5234"), find_slips=all_slips)

    small, large = (f"{ALTERNATIVES[shape](count)}\n" for count in (1_000, 2_000))
    assert growth(ask, small, large) < LIMIT


def test_lint_of_files(tmp_path: Path) -> None:
    for count in (4_000, 8_000):
        (tmp_path / str(count)).write_text(ALTERNATIVES["strings"](count) + "\n")

    def ask(count: int) -> None:
        reporter = JsonLinesReporter(lambda _: None)
        for row in lint_file(str(tmp_path / str(count)), None, load("rfc5234")):
            reporter.add(row.record)

    assert growth(ask, 4_000, 8_000) < LIMIT


@pytest.mark.parametrize("char", ["a", "\U0001f600"])
@pytest.mark.parametrize("kind", ["verdict", "source", "ticks"])
def test_explorer(kind: str, char: str) -> None:
    def question(count: int) -> str:
        source = f"s = *VCHAR ; {char * count}\n"
        examples = [[f"{char}{number}", "s", True] for number in range(count // 100)]
        return json.dumps({"kind": kind, "source": source, "text": f"http://e/ {char * count}", "examples": examples})

    def ask(text: str) -> None:
        assert "message" in Explorer().reply(text) or kind != "verdict"

    assert growth(ask, question(10_000), question(20_000)) < LIMIT

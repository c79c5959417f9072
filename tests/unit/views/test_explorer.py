"""The explorer's page: policy, sources, command."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest
from click.testing import CliRunner
from documentation import rows
from rows import in_one_test
from typed_sets import DELIMITERS, EDGES, RULE_NAMES

import irigrammar
from irigrammar.cli.main import cli
from irigrammar.faults.hinting import hints
from irigrammar.report.pages import pages
from irigrammar.views.explorer.page import bundle, gallery, key_of, module_order, page, prepared_answers
from irigrammar.views.explorer.shown import unescape

WEB = Path(irigrammar.__file__).parent / "views" / "explorer" / "web"
EDITOR = WEB / "codemirror.js"  # which tools/editor.py writes
MODULES = sorted({*WEB.glob("*.js")} - {EDITOR})
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+|[\[{][\w, ]+[\]}])", re.MULTILINE)
PAGE = page({"kind": "server", "token": "</script>"}, {"connect-src": "'self'"})


def inside(element: str, text: str = PAGE) -> str:
    match = re.search(rf"<{element}>(.*?)</{element.split(maxsplit=1)[0]}>", text, re.DOTALL)
    assert match
    return match[1]


SETUP = json.loads(inside('script type="application/json" id="setup"'))


def test_policy_knows_script_and_style_by_their_hashes() -> None:
    match = re.search(r'Content-Security-Policy" content="([^"]*)"', PAGE)
    assert match
    policy = dict(rule.split(" ", 1) for rule in html.unescape(match[1]).split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self'"
    nonce = SETUP["nonce"]
    scripts, styles = re.findall(r"<script>(.*?)</script>", PAGE, re.DOTALL), [inside("style")]
    for directive, texts, more in (("script-src", scripts, []), ("style-src", styles, [f"'nonce-{nonce}'"])):
        digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts]
        assert policy[directive].split() == [*(f"'sha256-{digest}'" for digest in digests), *more]


def test_the_page_refers_to_nothing_else() -> None:
    document = re.sub(r"<script>.*?</script>", "", PAGE, flags=re.DOTALL)
    assert re.findall(r'(?:src|href|action|srcset)="([^"]*)"', document) == ["data:,", "#text"]
    assert not re.search(r"@import|url\(", inside("style"))
    assert not re.search(r" (?:on\w+|style)=", document.partition("<body>")[2].partition("<script")[0])


def test_setup_is_json_that_cannot_end_its_element() -> None:
    assert SETUP["host"] == {"kind": "server", "token": "</script>"}
    assert {*irigrammar.catalog(), "abnf:rfc5322"} <= {row["name"] for row in SETUP["grammars"]}


@pytest.mark.slow
def test_prepared_answers_are_found_by_their_questions() -> None:
    prepared = prepared_answers()
    about = {"grammar": "rfc3987", "rule": "IRI-reference", "text": "http://example.org/rosé?q#é", "escapes": True}
    assert prepared[key_of({"kind": "verdict", **about})]["valid"]
    assert prepared[key_of({"kind": "rule", **about, "show": ""})]["name"] == "IRI-reference"
    assert not [answer for answer in prepared.values() if "error" in answer and "not " not in answer["error"]]


def test_every_module_is_in_the_page_once_and_without_imports() -> None:
    assert sorted([*module_order(), "worker.js"]) == [path.name for path in MODULES]
    for name in module_order():
        assert bundle().count(Path(WEB, name).read_text(encoding="utf-8").splitlines()[0]) == 1
    assert not re.search(r"^\s*(import|export)\b", bundle(), re.MULTILINE)


def test_names_of_modules_do_not_meet_in_one_script() -> None:
    declared = [text for name in module_order() for text in DECLARED.findall(Path(WEB, name).read_text("utf-8"))]
    names = [name for text in declared for name in re.findall(r"\w+", text)]
    assert len(names) > 50
    assert sorted(names) == sorted(set(names))


def test_the_scripts_stay_small() -> None:
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES) <= 3_000


def test_no_message_of_the_library_is_in_javascript() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in MODULES)
    messages = {hint.message for hint in hints().fault} | {about.title for about in pages()}
    assert not [message for message in messages if message in scripts]


# Strings that look like syntax of the grammars, and are another thing.
TYPED = {
    "diagram.js": {"path"},  # an element of SVG
    "links.js": {"[data-start]", "[data-rule]"},  # attributes
}


@in_one_test("path", MODULES)
def test_no_character_set_and_no_rule_is_typed_in_javascript(path: Path) -> None:
    text = re.sub(r"/\*\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    strings = {string for pair in re.findall(r'"([^"\n]*)"|`([^`]*)`', text) for string in pair}
    typed = {string for string in strings if string.lower() in RULE_NAMES}
    typed |= {string for string in strings if len(set(string) & DELIMITERS) >= 5 and not re.search(r"[\w\s]", string)}
    typed |= {string for string in re.findall(r"\[[^\[\]\s]*[!-~]-[!-~][^\[\]\s]*\]", text) if '"' not in string}
    typed |= {number for number in re.findall(r"0x[0-9a-f]+", text) if int(number, 16) in EDGES - {0x10FFFF, 0xFFFF}}
    assert typed == TYPED.get(path.name, set())


def test_the_gallery_is_right() -> None:
    entries = gallery()
    assert len({(row["text"], row["grammar"], row["rule"]) for row in entries}) == len(entries)
    for row in entries:
        matcher = irigrammar.grammar(row["grammar"])[row["rule"]]
        assert matcher.matches(unescape(row["text"])) is row["valid"], row
        assert matcher.rule == row["rule"]


def test_the_gallery_has_the_surprising_verdicts_of_the_documentation() -> None:
    requests = [
        (cells[0].strip("`"), *cells[1].split(), cells[2] == "valid", cells[3].replace("`", ""))
        for cells in rows("explanation/surprising")
    ]
    shown = [
        (row["text"], row["grammar"], row["rule"], row["valid"], row["says"])
        for row in gallery()
        if row["group"] == "Surprising but correct"
    ]
    assert shown == requests


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--output", "x"], "npm pack pyodide@"),
        (["--runtime", "x"], "--output and --runtime go together"),
        (["--single-file"], "--single-file with both"),
        (["--output", "x", "--runtime", "x", "--port", "1"], "cannot be combined"),
        (["--port", "-1"], "-1 is not in the range"),
        (["--output", "x", "--runtime", "none"], "is not the npm package pyodide"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str) -> None:
    done = CliRunner().invoke(cli, ["explorer", *arguments])
    assert done.exit_code == 2
    assert message in " ".join(done.output.split())


def test_the_command_serves_the_page() -> None:
    command = [sys.executable, "-c", "from irigrammar.cli.main import main; main()", "explorer", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        match = re.search(r"127\.0\.0\.1:(\d+)/", running.stdout.readline())
        assert match
        connection = HTTPConnection("127.0.0.1", int(match[1]))
        connection.request("GET", "/")
        served = connection.getresponse().read().decode()
        connection.close()
        running.terminate()
    assert "<title>IRI explorer</title>" in served

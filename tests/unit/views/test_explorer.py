"""The explorer's page: one file that refers to nothing else; its data is the package's; the command."""

from __future__ import annotations

import base64
import gzip
import hashlib
import http.client
import json
import re
import subprocess
import sys
import threading
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from documentation import rows
from explorer_engine import WEB
from typed_sets import DELIMITERS, EDGES, RULE_NAMES

import irigrammar
from irigrammar.cli.main import cli
from irigrammar.cli.options import unescape
from irigrammar.views.explorer import build
from irigrammar.views.explorer.data import gallery, page_data, scheme_data

MODULES = sorted(WEB.glob("*.js"))
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+|[\[{][\w, ]+[\]}])", re.MULTILINE)


class Parts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        self._inside = f"{tag} {attributes.get('type') or ''}".strip() if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - scripts and styles hold no elements
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[self._inside] = self.texts.get(self._inside, "") + data


@pytest.fixture(scope="module")
def parts() -> Parts:
    result = Parts()
    result.feed(build.page())
    return result


def test_the_guide_says_how_many_rules_of_advice_the_page_has() -> None:
    guide = (Path(__file__).resolve().parents[3] / "docs" / "how-to" / "explorer.md").read_text(encoding="utf-8")
    assert f"({len(page_data()['advice']['rules'])} of its rules;" in guide


@pytest.mark.slow
def test_the_page_is_one_file_of_at_most_a_quarter_of_a_megabyte_compressed(parts: Parts) -> None:
    assert len(gzip.compress(build.page().encode())) < 250_000
    references = [
        value
        for _, attributes in parts.tags
        for name, value in attributes.items()
        if name in ("src", "href", "action", "data", "srcset") and value and not value.startswith(("#", "data:"))
    ]
    assert references == []
    assert "@import" not in parts.texts["style"]
    assert "url(" not in parts.texts["style"]


def test_the_policy_knows_script_and_style_by_their_hashes(parts: Parts) -> None:
    (policy,) = [
        attributes["content"] for tag, attributes in parts.tags if tag == "meta" and "http-equiv" in attributes
    ]
    assert policy is not None
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split("; ")}
    assert rules["default-src"] == ["'none'"]
    for name, kind in (("script-src", "script module"), ("style-src", "style")):
        digest = base64.b64encode(hashlib.sha256(parts.texts[kind].encode()).digest()).decode()
        assert rules[name] == [f"'sha256-{digest}'"]
    # What the policy would let through is not there: scripts and styles in attributes.
    assert not [name for _, attributes in parts.tags for name in attributes if name.startswith("on") or name == "style"]


def test_the_data_comes_back_from_the_page(parts: Parts) -> None:
    data = gzip.decompress(base64.b64decode(parts.texts["script text/plain"]))
    assert json.loads(data) == json.loads(json.dumps([page_data(), scheme_data()]))


def test_every_module_is_in_the_page_once_and_without_imports(parts: Parts) -> None:
    script = parts.texts["script module"]
    assert sorted(build.module_order()) == [path.name for path in MODULES]
    for name in build.module_order():
        assert script.count(Path(WEB, name).read_text(encoding="utf-8").splitlines()[0]) == 1
    assert not re.search(r"^\s*(import|export)\b", script, re.MULTILINE)


def test_names_of_modules_do_not_meet_in_one_script() -> None:
    declared = [text for path in MODULES for text in DECLARED.findall(path.read_text(encoding="utf-8"))]
    names = [name for text in declared for name in re.findall(r"\w+", text)]
    assert len(names) > 100
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_modules_are_small_enough_to_read(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 300
    assert lines[0].startswith("// ")


# What looks like syntax of the grammars in a module, and is another thing.
TYPED = {
    "advice.js": {"host", "path", "port", "scheme"},  # fields
    "advice_characters.js": {
        "HEXDIG",
        "host",
        "path",
        "port",
        "query",
        "scheme",
        "userinfo",
    },  # a word's digits, fields
    "advice_hosts.js": {"DIGIT", "HEXDIG", "IPv4address", "IPv6address", "host", "path", "port", "[a-z]", "[a-z-]"},
    # What addresses are made of, fields, and words at the end of a sentence.
    "advice_mistakes.js": {
        "IPv4address",
        "fragment",
        "host",
        "path",
        "query",
        "scheme",
        "userinfo",
    },  # what hosts are, fields
    # Fields; what is not ASCII, and what browsers make of bytes that a charset has not.
    "advice_bytes.js": {"fragment", "host", "path", "[^\\0-\\x7f]", "[\\p{Co}\\x80-\\x9f\\ufffd]"},
    "advice_labels.js": {"host"},  # a field
    "advice_parts.js": {
        "fragment",
        "host",
        "path",
        "port",
        "query",
        "scheme",
        "unreserved",
        "userinfo",
    },  # fields, P004
    # Rules of RFC 3986 and 3987, of which the rules of schemes speak.
    "advice_scheme_rules.js": {"IRI", "authority", "fragment", "host", "ireg-name", "port", "unreserved", "userinfo"},
    "authority.js": {"host", "port", "scheme"},  # fields, and what the URL Standard begins with
    "catalog.js": {"authority"},  # a field
    "diagram.js": {"path"},  # an element of SVG
    "encoding.js": {"pct-encoded", "[^\\0-\\x7f]"},  # what the module is about, and what is not ASCII
    "bidi.js": {"host", "query", "scheme"},  # fields
    "explain.js": {"pct-encoded"},  # what has a meaning as a fix
    "filters.js": {"DIGIT", "HEXDIG"},  # what an address is made of
    "from_leiri.js": {"leiri"},  # the name of a grammar
    "from_web_address.js": {"authority", "host", "scheme"},  # fields
    "host_names.js": {"IPv4address", "unreserved"},  # what a name is read as, what is decoded first
    "idna.js": {"reg-name"},  # what a label may be in a host
    "links.js": {"[data-start]", "[data-rule]"},  # attributes
    "state.js": {"IRI-reference"},  # what the page begins with
    "text.js": {"[0-9A-Fa-f]"},  # the escape of the field
    "to_iri.js": {"host", "unreserved"},  # a field, and RFC 3987, 3.2: what is always decoded
    "to_uri.js": {"host", "path"},  # fields
    "view_verdicts.js": {"URI", "IRI", "LEIRI", "leiri"},  # titles, and the name of a grammar
    "view_rule.js": {"[a-z]", "[a-z0-9-]"},  # ABNF's own tokens
}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_character_set_and_no_rule_is_typed_in_javascript(path: Path) -> None:
    text = re.sub(r"/\*\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    strings = re.findall(r'"([^"\n]*)"|`([^`]*)`', text)
    rule_names = {string for pair in strings for string in pair if string.lower() in RULE_NAMES}
    rule_names |= {
        string
        for pair in strings
        for string in pair
        if len(set(string) & DELIMITERS) >= 5 and not re.search(r"[\w\s]", string)
    }
    rule_names |= {string for string in re.findall(r"\[[^\[\]\s]*[!-~]-[!-~][^\[\]\s]*\]", text) if '"' not in string}
    rule_names |= {
        number for number in re.findall(r"0x[0-9a-f]+", text) if int(number, 16) in EDGES - {0x10FFFF, 0xFFFF}
    }
    assert rule_names == TYPED.get(path.name, set())


def test_the_gallery_is_right() -> None:
    entries = gallery()
    assert len({(row["text"], row["grammar"], row["rule"]) for row in entries}) == len(entries)
    for row in entries:
        matcher = irigrammar.grammar(row["grammar"])[row["rule"]]
        assert matcher.matches(unescape(row["text"])) is row["valid"], row
        assert matcher.rule == row["rule"]


def test_the_gallery_has_readmes_surprising_verdicts() -> None:
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


def test_the_command_writes_the_page(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    done = CliRunner().invoke(cli, ["explorer", "--output", str(path)])
    assert (done.exit_code, done.output) == (0, "")
    assert path.read_text(encoding="utf-8") == build.page(irigrammar.__version__)
    assert CliRunner().invoke(cli, ["explorer", "-o", "-"]).stdout_bytes.decode() == build.page(irigrammar.__version__)


@pytest.mark.parametrize(
    "arguments",
    [[], ["--output", "x", "--serve"], ["--output", "x", "--port", "1"], ["--output", "x", "--open"], ["--port", "-1"]],
)
def test_wrong_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(cli, ["explorer", *arguments]).exit_code == 2


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["explorer", "-o", str(tmp_path / "none" / "page.html")])
    assert done.exit_code == 2
    assert "cannot be written" in done.output


@pytest.mark.slow
def test_the_command_serves_the_page() -> None:
    command = [sys.executable, "-c", "from irigrammar.cli.main import main; main()", "explorer", "--serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        match = re.search(r"127\.0\.0\.1:(\d+)/", running.stdout.readline())
        assert match
        connection = http.client.HTTPConnection("127.0.0.1", int(match[1]))
        connection.request("GET", "/")
        served = connection.getresponse().read().decode()
        connection.close()
        running.terminate()
    assert served == build.page(irigrammar.__version__)


def test_the_server_has_one_page_on_the_loopback_address() -> None:
    with build.server("<!doctype html>é") as http_server:
        threading.Thread(target=http_server.serve_forever, daemon=True).start()
        host, port = http_server.server_address[:2]
        assert host == "127.0.0.1"
        with pytest.raises(OSError):  # noqa: PT011 - the number differs from system to system
            build.server("", port)
        answers = []
        for path in ("/", "/?x", "/favicon.ico", "/../page.py"):
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("GET", path)
            answer = connection.getresponse()
            answers.append((answer.status, answer.read().decode() if answer.status == 200 else ""))
            connection.close()
        http_server.shutdown()
    assert answers == [(200, "<!doctype html>é"), (200, "<!doctype html>é"), (404, ""), (404, "")]

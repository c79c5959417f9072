"""Facts about programs of others, and the sentences that need one."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from places import DATA, ROOT
from rows import in_one_test

from irigrammar.errors import ConversionError
from irigrammar.processing.link import link_target
from tools.world import host_differential, names
from tools.world.browsers import measure
from tools.world.browsers.compare import (
    FUNCTIONS,
    REFUSED,
    Answered,
    Difference,
    Question,
    as_uri,
    checked,
    deviations,
    own_reading,
    questions,
)
from tools.world.clients.measure import pages as pages_of_clients
from tools.world.peers.registry import peers
from tools.world.rows import FOLDER, NEW, Row, RowError, load, load_all, text_of
from tools.world.run import DRIVERS, changes

FILES = load_all()
FIRST = {
    "subject": '"P"',
    "version": '"1"',
    "operation": '"parse"',
    "condition": '"a dot"',
    "example": '{ input = ".", result = "" }',
    "measured_by": '"tools/x"',
    "date": "2026-01-02",
}


def text_with(**fields: str) -> str:
    """Return a file of one row with other fields, "" for one that is absent."""
    return f"row = [{{ {', '.join(f'{name} = {value}' for name, value in (FIRST | fields).items() if value)} }}]"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_row_has_all_fields(tmp_path: Path) -> None:
    (row,) = load(written(tmp_path, text_with()))
    assert row == Row("P", "1", "parse", "a dot", {"input": ".", "result": ""}, "tools/x", datetime.date(2026, 1, 2))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("row = [", "x.toml: it is not TOML"),
        ("rows = []", "write an array of tables called 'row'"),
        ("row = 1", "write an array of tables called 'row'"),
        ("row = [1]", "row 1: a row is a table"),
        (text_with(version=""), "row 1: the field 'version' is missing"),
        (text_with(seen="1"), "row 1: unknown field 'seen'; a row has 'condition'"),
        (text_with(example="1"), "row 1: 'example' is a table"),
        (text_with(example="{ input = 'a' }"), "the field of 'example' 'result' is missing"),
        (text_with(example="{ input = 1, result = '' }"), "'input' is 1; write text"),
        (text_with(subject="' '"), "'subject' is ' '; write text that is not empty"),
        (text_with(date="'2026'"), "'date' is '2026'; write a date"),
        (f"{text_with()[:-1]},{text_with()[7:]}", "row 2: it asks what row 1 asks"),
    ],
)
def test_bad_rows_are_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(RowError, match=re.escape(words)):
        load(written(tmp_path, text))


def test_new_rows_lack_what_is_measured(tmp_path: Path) -> None:
    new = 'row = [{ subject = "P", operation = "o", condition = "c", measured_by = "t", example = { input = "a" } }]'
    (row,) = load(written(tmp_path, new), is_new=True)
    assert row.example == {"input": "a", "result": ""}
    with pytest.raises(RowError):
        load(written(tmp_path, new))


@pytest.mark.parametrize("name", FILES)
def test_files_are_as_they_are_written(name: str) -> None:
    rows = FILES[name]
    path = FOLDER / f"{name}.toml"
    assert path.read_text(encoding="utf-8") == text_of(name, rows)
    assert name in DRIVERS
    today = datetime.datetime.now(tz=datetime.UTC).date()
    for row in rows:
        assert (ROOT / row.measured_by).exists(), row
        assert row.version != NEW
        assert row.date <= today


def test_rows_of_any_text_are_read_back(tmp_path: Path) -> None:
    text = "".join(map(chr, [*range(0x180), 0x2028, 0xFFFF, 0x1F600]))
    row = FILES["browsers"][0]._replace(example={"input": text, "result": text[::-1]})
    assert load(written(tmp_path, text_of("x", [row]))) == (row,)


def test_changes_are_named() -> None:
    row = FILES["browsers"][0]
    other = row._replace(version="999", example={**row.example, "result": "x"})
    assert changes([row], [row]) == []
    assert [row.version in line and "999" in line for line in changes([row], [other])] == [True, True]


def test_tables_of_pages_are_those_of_the_rows() -> None:
    files = measure.pages(FILES["browsers"]) | names.pages(FILES["names"]) | pages_of_clients(FILES["clients"])
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text


BY_QUESTION: dict[tuple[object, ...], dict[str, Row]] = {}
for fact in FILES["browsers"]:
    BY_QUESTION.setdefault(fact.question[1:], {})[fact.subject] = fact


@in_one_test("asked", [asked for asked in BY_QUESTION if asked[0] != "URL.hostname"])
def test_links_lead_where_the_standard_and_two_browsers_go(asked: tuple[object, ...]) -> None:
    rows = BY_QUESTION[asked]
    results = Counter(row.example["result"] for name, row in rows.items() if name != "whatwg-url")
    ((result, count),) = results.most_common(1)
    if "whatwg-url" in rows:  # where it and two browsers differ, it decides
        result = rows["whatwg-url"].example["result"]
    else:
        assert count >= 2
    example = next(iter(rows.values())).example
    try:
        own = link_target(example.get("base", "about:blank"), example["input"], example.get("charset", "utf-8"))
    except ConversionError:
        own = REFUSED
    assert own == (result if result == REFUSED else as_uri(result))


def test_deviations_have_a_reason() -> None:
    names = [row.name for row in deviations()]
    assert len(set(names)) == len(names)
    for row in deviations():
        assert row.cause in ("own", "newer", "ours")
        assert len(row.reason) > 20
        assert set(row.functions) <= set(FUNCTIONS)
        assert set(row.browsers) <= {fact.subject for fact in FILES["browsers"]}
        assert set(row.patterns) <= {"raw", "input", "base", "charset", "scheme", "own", "browser"}
        assert all(re.compile(pattern) for pattern in row.patterns.values())


def test_a_new_deviation_shows() -> None:
    """No browser reads another host than that of strict consensus; if one did, no row would describe it."""
    hosts = {row: own_reading(row).get("consensus") for row in questions("new", 500) if row.charset is None}
    rows = [row for row, host in hosts.items() if host]
    other = ["http://other.example/", "", "", "other.example", "", "/", "", ""]
    answers: Answered = dict.fromkeys(rows, other)
    _, new = checked(dict.fromkeys(("Chromium", "Firefox", "WebKitGTK"), answers))
    shown = {(difference.browser, difference.question) for difference in new if difference.function == "consensus"}
    assert len(rows) > 50
    assert shown == {(name, row) for name in ("Chromium", "Firefox", "WebKitGTK") for row in rows}


def test_what_browsers_do_is_a_known_deviation() -> None:
    for asked, rows in BY_QUESTION.items():
        if asked[0] == "new URL":
            for row in rows.values():
                question = Question(row.example["input"], row.example.get("base"))
                own = own_reading(question).get("link_target", "")
                result = row.example["result"]
                theirs = result if result == REFUSED else as_uri(result)
                difference = Difference("link_target", question, row.subject, own, theirs)
                assert not own or own == theirs or any(known.describes(difference) for known in deviations()), row


def test_clients_of_a_scheme_are_asked_the_same() -> None:
    """A client that is asked anything of a scheme is asked for each condition of it."""
    asked: dict[tuple[str, str], set[str]] = {}
    for row in FILES["clients"]:
        scheme = row.example["input"].partition(":")[0].lower()
        asked.setdefault((scheme, row.condition), set()).add(row.subject)
    of_schemes: dict[str, set[frozenset[str]]] = {}
    for (scheme, _), clients in asked.items():
        of_schemes.setdefault(scheme, set()).add(frozenset(clients))
    assert {scheme: len(clients) for scheme, clients in of_schemes.items() if len(clients) > 1} == {}


# The words by which sentences name programs: those of rows, those that drivers ask, and others that are known.
# Names of libraries of other languages are words like "URI".
PROGRAMS = {row.subject.partition(" ")[0] for name, rows in FILES.items() if name != "ecosystems" for row in rows}
KNOWN = {
    *PROGRAMS,
    *host_differential.PROGRAMS,
    *(peer.name for peer in peers()),
    *(
        "Chrome",
        "Safari",
        "Edge",
        "WebKit",
        "Node.js",
        "Deno",
        "Bun",
        "curl",
        "aiohttp",
        "Django",
        "pydantic",
        "rdflib",
    ),
    *("Jena", "Oxigraph", "pyoxigraph", "DuckDB", "polars", "pyarrow", "Spark", "lychee", "linkify-it", "Excel", "ICU"),
} - {"rfc3986", "rfc3987", "abnf"}  # grammars and a notation of ours, too
TABLE = tomllib.loads((DATA / "world" / "sentences.toml").read_text(encoding="utf-8"))
_GENERATED = re.compile(r"<!-- ([\w-]+):start -->.*?<!-- \1:end -->", re.DOTALL)
_CODE = re.compile(r"^(`{3,}|:{3,}).*?^\1|`[^`]*`", re.DOTALL | re.MULTILINE)


@cache
def pages() -> dict[str, str]:
    """Return the prose of each page and message, by its path or code."""
    texts = {}
    for path in (*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "SECURITY.md"):
        text = path.read_text(encoding="utf-8")
        if "_build" not in path.parts and not text.startswith("<!-- Written by"):  # what the site's build writes
            text = _CODE.sub("", _GENERATED.sub("", text))
            texts[path.relative_to(ROOT).as_posix()] = text
    for name in ("advice", "codes", "hints"):
        table = tomllib.loads((ROOT / "grammar" / f"{name}.toml").read_text(encoding="utf-8"))
        for code, fields in rows_of(table):
            texts[code] = f"{texts.get(code, '')} {' '.join(value for value in fields.values() if type(value) is str)}"
    return texts


def rows_of(table: dict[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the code and the fields of each table of a file."""
    for key, value in table.items():
        for fields in value if isinstance(value, list) else [value]:
            if isinstance(fields, dict):
                yield str(fields.get("code", key)), fields


def named(text: str) -> set[str]:
    return {name for name in KNOWN if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text)}


def test_programs_that_sentences_name_have_rows() -> None:
    everywhere = {name for text in pages().values() for name in named(text)}
    without = {name: reason for name, reason in TABLE["programs"].items() if len(reason) > 20}
    assert everywhere - PROGRAMS == set(without)


def test_sentences_about_browsers_have_rows() -> None:
    conditions = {row.condition for row in FILES["browsers"]}
    about = {name for name, text in pages().items() if re.search(r"\bbrowsers?\b", text, re.IGNORECASE)}
    assert about == set(TABLE["browsers"])
    for name, answer in TABLE["browsers"].items():
        if isinstance(answer, list):
            assert set(answer) <= conditions, name
            assert answer, name
        else:
            assert len(answer) > 20, name


def test_versions_in_sentences_are_those_of_rows() -> None:
    """A page says "Chromium 156" where a row has been measured with 156.x; where that changes, so does the page."""
    versions = {row.subject: row.version for rows in FILES.values() for row in rows}
    said = [
        (name, subject, number)
        for name, text in pages().items()
        for subject, number in re.findall(rf"\b({'|'.join(map(re.escape, versions))}) (\d+(?:\.\d+)*)\b", text)
    ]
    assert len(said) > 20
    assert [row for row in said if not f"{versions[row[1]]}.".startswith(tuple(f"{row[2]}{end}" for end in ".e"))] == []


def test_libraries_of_the_atlas_are_counted() -> None:
    table = tomllib.loads((ROOT / "tools" / "world" / "ecosystems" / "programs.toml").read_text(encoding="utf-8"))
    others = [row for row in table["program"] if row["library"] != "irigrammar"]
    page = (ROOT / "docs" / "explanation" / "portable.md").read_text(encoding="utf-8")
    assert f"{len(others)} libraries of {len({row['ecosystem'] for row in others})} ecosystems" in page
    assert {f"{row['ecosystem']}: {row['library']}" for row in others} >= {row.subject for row in FILES["ecosystems"]}

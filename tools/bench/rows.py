"""Rows of the bench: a job, strings, our way to do it, and the peers'.

A row is added here, in `ROWS`, and nowhere else. A way is source code: what is set up once, and the call that is timed.
In the call `text` is a string, and `items` are all strings of a round, as `given` makes a column of `texts`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tools.bench.texts import (
    FOLDER,
    SHAPES,
    UNITS,
    copied,
    distinct,
    file_of,
    json_text,
    log,
    mixed,
    pairs_of_references,
    uniform,
    untidy,
)

os.environ.setdefault("POLARS_MAX_THREADS", "1")  # read when polars is imported


BEFORE = "irigrammar before"  # the peer that is our own way in another checkout


@dataclass(frozen=True)
class Way:
    """A way to do a job: `call` for each string, or once for all where `given` makes a column of them.

    An `import` is Python that a new process runs, timed inside; a `command` is a command line, timed with its process.
    Of a `search` the call is a list of arguments, to which the name of a file is added: the text of a round.
    A way that is `other` does another job, and its ratio is marked.
    """

    call: str
    setup: str = ""
    given: str = ""
    kind: Literal["call", "import", "command", "search", "search, whole time"] = "call"
    other: bool = False


@dataclass(frozen=True)
class Row:
    """A job: its title, our way and the peers', the strings, the limits of some ratios, and the strings of a round."""

    title: str
    ours: Way
    peers: Mapping[str, Way]
    texts: Callable[[], list[str]] = lambda: [""]
    limits: Mapping[str, float] = field(default_factory=dict)
    share: int = 500


# yarl without its caches, so that every text is new to it; rfc3987 on `re`, as without the package regex.
YARL = """
import yarl, yarl._url, yarl._parse
from yarl import URL
for module in (yarl._url, yarl._parse):
    for name, value in list(vars(module).items()):
        if hasattr(value, "cache_info") and hasattr(value, "__wrapped__"):
            setattr(module, name, value.__wrapped__)
"""
RFC3987 = """
import sys
if "rfc3987" not in sys.modules:
    sys.modules["regex"] = None
    import rfc3987
    del sys.modules["regex"]
import rfc3987
"""
IRI = "from irigrammar import grammar; iri = grammar('rfc3987')['IRI']"
JSONSCHEMA_RS = (
    "import jsonschema_rs; valid = jsonschema_rs.validator_for({'format': 'iri'}, validate_formats=True).is_valid"
)
ADA, CAN_ADA, HYPERLINK = "import ada_url", "import can_ada", "from hyperlink import URL"
RDFLIB = "import logging, rdflib, rdflib.util; logging.getLogger('rdflib').setLevel(logging.CRITICAL)"
ABNF = "from abnf.grammars.rfc3987 import Rule; parse = Rule('IRI').parse_all"
WALK = """
def walk(tree):
    stack = [tree]
    while stack:
        node = stack.pop()
        node.name
        stack.extend(reversed(node.children))
"""
PARTS = '"scheme", "userinfo", "host", "port", "path", "query", "fragment"'

# The same language for engines that are given a regular expression.
PATTERN = """
from irigrammar import grammar
from irigrammar.exports import export
pattern = {dialect: rf"\\A(?:{export(grammar('rfc3987')['IRI'], dialect)})\\z" for dialect in ("re2", "rust")}
"""
DUCKDB = f"""{PATTERN}
import duckdb, pyarrow
connection = duckdb.connect()
connection.execute("SET threads = 1")
query = f"SELECT regexp_full_match(text, '{{pattern['re2']}}') AS found FROM kept"
def load(texts):
    connection.register("given", pyarrow.table({{"text": texts}}))
    connection.execute("CREATE OR REPLACE TABLE kept AS SELECT text FROM given")
"""
VERDICTS = {
    "jsonschema_rs": Way("valid(text)", JSONSCHEMA_RS),
    "pyoxigraph": Way("NamedNode(text)", "from pyoxigraph import NamedNode"),
    "google-re2": Way("match(text)", f"import re2\n{PATTERN}\nmatch = re2.compile(pattern['re2']).match"),
    "rfc3987": Way("rfc3987.match(text, 'IRI')", RFC3987),
    "rfc3986-validator": Way(
        "validate_rfc3986(text, 'URI')", "from rfc3986_validator import validate_rfc3986", other=True
    ),
    "rfc3986": Way(
        "validate(uri_reference(text))",
        "from rfc3986 import uri_reference; from rfc3986.validators import Validator\n"
        f"validate = Validator().require_presence_of('scheme').check_validity_of({PARTS}).validate",
        other=True,
    ),
    "hyperlink": Way("URL.from_text(text)", HYPERLINK, other=True),
    "yarl": Way("URL(text)", YARL, other=True),
    "ada-url": Way("ada_url.URL.can_parse(text)", ADA, other=True),
    "can-ada": Way("can_ada.can_parse(text)", CAN_ADA, other=True),
    "pydantic": Way(
        "check(text)", "import pydantic; check = pydantic.TypeAdapter(pydantic.AnyUrl).validate_python", other=True
    ),
    "rdflib": Way("rdflib.term._is_valid_uri(text)", RDFLIB, other=True),
}
COLUMN = "import pyarrow; pyarrow.set_cpu_count(1)"
COLUMNS = {
    "jsonschema_rs": Way("[valid(text) for text in items]", JSONSCHEMA_RS, "texts"),
    "pyarrow": Way(
        "match(items, pattern['re2'])",
        f"{COLUMN}\n{PATTERN}\nimport pyarrow.compute; match = pyarrow.compute.match_substring_regex",
        "pyarrow.array(texts)",
    ),
    "polars": Way("items.str.contains(pattern['rust'])", f"import polars\n{PATTERN}", "polars.Series(texts)"),
    "duckdb": Way("connection.sql(query).to_arrow_table()", DUCKDB, "load(texts)"),
}
SAFE = "%/:?#[]@!$&'()*+,;=~"

TO_URI = {
    "rfc3986": Way("iri_reference(text).encode().unsplit()", "from rfc3986 import iri_reference"),
    "hyperlink": Way("URL.from_text(text).to_uri().to_text()", HYPERLINK),
    "yarl": Way("str(URL(text))", YARL),
    "rdflib": Way("rdflib.util._iri2uri(text)", RDFLIB),
    "ada-url": Way("ada_url.normalize_url(text)", ADA, other=True),
    "can-ada": Way("can_ada.parse(text).href", CAN_ADA, other=True),
    "urllib.parse": Way(f"quote(text, {SAFE!r})", "from urllib.parse import quote", other=True),
}
TO_IRI = {
    "hyperlink": Way("URL.from_text(text).to_iri().to_text()", HYPERLINK),
    "yarl": Way("URL(text).human_repr()", YARL),
    "urllib.parse": Way("unquote(text)", "from urllib.parse import unquote", other=True),
}
NORMALIZE = {
    "rfc3986": Way("normalize_uri(text)", "from rfc3986 import normalize_uri"),
    "hyperlink": Way("URL.from_text(text).normalize().to_text()", HYPERLINK),
    "yarl": Way("str(URL(text))", YARL),
    "ada-url": Way("ada_url.normalize_url(text)", ADA, other=True),
    "can-ada": Way("can_ada.parse(text).href", CAN_ADA, other=True),
}
RESOLVE = {
    "rfc3987": Way("rfc3987.resolve(*text.split(' '))", RFC3987),
    "rfc3986": Way(
        "base, ref = text.split(' '); uri_reference(ref).resolve_with(base).unsplit()",
        "from rfc3986 import uri_reference",
    ),
    "hyperlink": Way("base, ref = text.split(' '); URL.from_text(base).click(ref).to_text()", HYPERLINK),
    "yarl": Way("base, ref = text.split(' '); str(URL(base).join(URL(ref)))", YARL),
    "rdflib": Way("base, ref = text.split(' '); rdflib.URIRef(ref, base)", RDFLIB),
    "ada-url": Way("ada_url.join_url(*text.split(' '))", ADA, other=True),
    "can-ada": Way("base, ref = text.split(' '); (can_ada.parse(base) + ref).href", CAN_ADA, other=True),
    "urllib.parse": Way("urljoin(*text.split(' '))", "from urllib.parse import urljoin", other=True),
}
SPLIT = {
    "rfc3987": Way("rfc3987.parse(text, 'IRI')", RFC3987),
    "rfc3986": Way("urlparse(text)", "from rfc3986 import urlparse", other=True),
    "yarl": Way("URL(text, encoded=True)", YARL, other=True),
    "hyperlink": Way("URL.from_text(text)", HYPERLINK, other=True),
    "urllib.parse": Way(
        "urlsplit(text)",
        "from urllib.parse import urlsplit; urlsplit = getattr(urlsplit, '__wrapped__', urlsplit)",
        other=True,
    ),
    "ada-url": Way("ada_url.URL(text)", ADA, other=True),
    "can-ada": Way("can_ada.parse(text)", CAN_ADA, other=True),
}
# Hosts that nobody has seen: each has a first label that is new.
NEW = """
import itertools
numbers = itertools.count()
def new(text):
    return text.replace("//", f"//\\u0101{next(numbers)}.", 1)
"""


def first(program: str, other: bool = False) -> Way:
    """Return the way of a process that imports a package and asks for a first verdict."""
    return Way(program, kind="import", other=other)


FIRST = {
    "jsonschema_rs": first(f"{JSONSCHEMA_RS}; valid('a:b')"),
    "pyoxigraph": first("import pyoxigraph; pyoxigraph.NamedNode('a:b')"),
    "rfc3987": first("import rfc3987; rfc3987.match('a:b', 'IRI')"),
    "rfc3986": first("import rfc3986; rfc3986.is_valid_uri('a:b')", other=True),
    "rfc3986-validator": first("import rfc3986_validator as own; own.validate_rfc3986('a:b', 'URI')", other=True),
    "hyperlink": first("import hyperlink; hyperlink.URL.from_text('a:b')", other=True),
    "yarl": first("import yarl; yarl.URL('a:b')", other=True),
    "ada-url": first("import ada_url; ada_url.check_url('a:b')", other=True),
    "can-ada": first("import can_ada; can_ada.can_parse('a:b')", other=True),
    "pydantic": first("import pydantic; pydantic.TypeAdapter(pydantic.AnyUrl).validate_python('a:b')", other=True),
    "rdflib": first("import rdflib; rdflib.URIRef('a:b')", other=True),
    "abnf": first("import abnf.grammars.rfc3987 as own; own.Rule('IRI').parse_all('a:b')"),
}
LONG_LIMITS = {"path": 0.35, "Han": 0.35, "a%20bc": 0.6, "%HH": 2.0}


def shape(name: str) -> Callable[[], list[str]]:
    """Return what makes strings of a shape."""
    return lambda: distinct(SHAPES[name][1])


def with_faults() -> list[str]:
    """Return strings in all shapes, a tenth of them with a fault."""
    return mixed(0.1)


def long(kind: str) -> Row:
    """Return the row of verdicts on long strings of one kind of character."""
    title, limits = f"`matches`, 1,000 characters: {kind}", {"jsonschema_rs": LONG_LIMITS[kind]}
    return Row(title, MATCHES, VERDICTS, lambda: uniform(kind, 1000), limits)


def of_column(title: str, given: str, setup: str, limits: Mapping[str, float]) -> Row:
    """Return the row of the verdicts on a column."""
    ours = Way("iri.matches_many(items)", f"{IRI}\n{setup}", given)
    return Row(f"`matches_many`, {title}", ours, COLUMNS, with_faults, limits, 2000)


def of_conversion(name: str, call: str) -> Row:
    """Return the row of a conversion over a column, beside our own verdicts."""
    ours = Way(call, f"{COLUMN}\nfrom irigrammar.integrations.pyarrow import {name}", "pyarrow.array(texts)")
    verdicts = Way("iri.matches_many(items)", f"{COLUMN}\n{IRI}", "pyarrow.array(texts)", other=True)
    return Row(f"`{call}`", ours, {"our `matches_many`": verdicts}, PAGES, {"our `matches_many`": 3.0}, 1000)


def of_command(arguments: str) -> Row:
    """Return the row of a command, beside Python that does nothing."""
    ours = Way(f"-m irigrammar {arguments}", kind="command")
    peers = {"import click": "-c 'import click'", "Python alone": "-c pass"}
    return Row(f"`iri {arguments}`", ours, {name: Way(way, kind="command", other=True) for name, way in peers.items()})


def of_lines(arguments: str, title: str, share: float) -> Row:
    """Return the row of a command over 20,000 distinct lines with mistakes, beside an earlier version."""
    command = f"-m irigrammar {arguments} --file {FOLDER / 'lines.txt'}"
    texts = lambda: [file_of("lines.txt", "\n".join(line for line in copied() if line.isascii()))]  # noqa: E731
    return Row(f"`iri check --file`, {title}", Way(command, kind="command"), {}, texts, {BEFORE: share})


def with_scripts() -> list[str]:
    """Return IRIs in the scripts of many languages, percent-encoded ones and IP addresses."""
    return [
        text
        for name in ("IRIs in a script", "percent-heavy", "IP addresses")
        for text in distinct(SHAPES[name][1], 400)
    ]


def ours(name: str, call: str) -> Way:
    """Return our way by a public name."""
    return Way(call, f"from irigrammar import {name}")


OURS_OF_COLUMNS = f"{COLUMN}\nfrom irigrammar.integrations.pyarrow import key, normalize"
KEY = Way("key(items, errors='null')", OURS_OF_COLUMNS, "pyarrow.array(texts)")
NORMAL_FORMS = Way("normalize(items, errors='null')", OURS_OF_COLUMNS, "pyarrow.array(texts)")
CONSENSUS, ADVISE = Way("consensus(text)", "from irigrammar.hosts import consensus"), ours("advise", "advise(text)")
BASE = "BASE = 'http://example.org/a/b?c'"
LINKS = {
    "ada-url": Way("ada_url.join_url(BASE, text)", f"{ADA}\n{BASE}", other=True),
    "can-ada": Way("(base + text).href", f"{CAN_ADA}\n{BASE}\nbase = can_ada.parse(BASE)", other=True),
    "yarl": Way("str(base.join(URL(text)))", f"{YARL}\n{BASE}\nbase = URL(BASE)", other=True),
    "urllib.parse": Way("urljoin(BASE, text)", f"from urllib.parse import urljoin\n{BASE}", other=True),
}
HOSTS = {
    "yarl": Way("URL(text).host", YARL, other=True),
    "ada-url": Way("ada_url.URL(text).hostname", ADA, other=True),
    "urllib.parse": Way("urlsplit(text).hostname", "from urllib.parse import urlsplit", other=True),
}
FAULTS = {
    "rfc3987": Way("rfc3987.match(text, 'IRI')", RFC3987, other=True),
    "abnf": Way("parse(text)", ABNF, other=True),
    "pydantic": VERDICTS["pydantic"],
}
TARGET = Way("link_target(BASE, text)", f"from irigrammar.convert import link_target\n{BASE}")
MATCHES_OURS = Way("iri.matches(text)", IRI, other=True)
# What a user would take to find links in a document of a type, and the document's text.
PATTERN_OF_LINKS = "import re; find = re.compile(r'https?://[^\\s<>\")]+').findall"
FOUND = {"a regular expression": Way("find(text)", PATTERN_OF_LINKS, other=True)}
DOCUMENTS = {
    "markdown": "# Title\n\nSee [a](http://example.org/a) and <http://example.org/c>, as *said*.\n\n- `one`\n- two\n\n",
    "turtle": '<http://example.org/a> <http://example.org/b> <http://example.org/c> , "text" .\n',
    "json": '{"url": "http://example.org/a/b", "name": "a name", "more": [1, 2, {"id": "http://example.org/c"}]}\n',
    "html": "<p>See <a href='http://example.org/a/b'>this</a> and <img src=c.png alt=that>.</p>\n",
}
COMMANDS = (
    "--version",
    "check http://example.org/",
    "split http://example.org/",
    "normalize http://example.org/",
    "explain http://example.org/",
    "scan CONTRIBUTING.md",
)


def of_type(name: str) -> Way:
    """Return our way to find the identifiers of a document of a type."""
    setup = f"from irigrammar import find\ncount = lambda text: sum(1 for _ in find(text, type={name!r}))"
    return Way("count(text)", setup)


def of_document(name: str, text: str) -> Row:
    """Return the row of the identifiers of a document of 100 kB."""
    return Row(f"`find`, 100 kB of {name}", of_type(name), FOUND, lambda: [text * (100_000 // len(text))], {}, 1)


def of_json(identifiers: float, share: float) -> Row:
    """Return the row of `find` on JSON with a number of identifiers in 10 kB, beside an earlier version."""
    return Row(
        f"`find`, 3 MB of JSON with {identifiers:g} identifiers in 10 kB",
        of_type("json"),
        FOUND,
        lambda: [json_text(3_000_000, identifiers)],
        {BEFORE: share},
        1,
    )


# What a log is searched for: the rule, its grammar, and the limit of our time over a peer's.
LOG_GRAMMAR = str(Path(__file__).with_name("log.abnf"))
SEARCHES = {
    "a time of day": ("time", LOG_GRAMMAR, 2.0),
    "an IPv4 address": ("IPv4address", "rfc3986", 2.0),
    "a request line": ("request-line", LOG_GRAMMAR, 2.0),
    "POST, 0.1 % of the lines": ("post", LOG_GRAMMAR, 4.0),
}
SEARCH = """
import re, sys
from collections import deque
from irigrammar.matching.grammar import open_grammar
from irigrammar.exports import export
matcher = open_grammar({1!r})[{0!r}]
"""


def of_grep(title: str, kind: Literal["search", "search, whole time"]) -> Row:
    """Return the row of `iri grep` over a log of 200 MB."""
    rule, grammar, limit = SEARCHES[title]
    arguments = f"[sys.executable, '-m', 'irigrammar', 'grep', '-o', '-g', {grammar!r}, '-r', {rule!r}]"
    ripgrep = "['rg', '-o', '--no-line-number', export(matcher, 'rust', anchored=False)]"
    setup = SEARCH.format(rule, grammar)
    return Row(
        f"`iri grep -o`, {kind.removeprefix('search, ').replace('search', 'processor time')}: {title}",
        Way(arguments, setup, kind=kind),
        {"ripgrep": Way(ripgrep, setup, kind=kind)},
        lambda: [file_of("access.log", log(200_000_000))],
        {"ripgrep": limit},
    )


def of_finditer(title: str, setup: str, text: Callable[[], str]) -> Row:
    """Return the row of `finditer` over a text, beside the same pattern in `re`."""
    pattern = f"{setup}\npattern = re.compile(export(matcher, 'python', anchored=False))"
    return Row(
        f"`finditer`, {title}",
        Way("deque(matcher.finditer(text), 0)", setup),
        {"re": Way("deque(pattern.finditer(text), 0)", pattern)},
        lambda: [text()],
    )


def long_word(length: int) -> Row:
    """Return the row of a rule of which each character of a text may begin a longer match, up to the text's end."""
    title = f'{length:,} times a, "a" / *"a" "b"'
    return of_finditer(title, SEARCH.format("word", LOG_GRAMMAR), lambda: "a" * length)


def with_space() -> list[str]:
    """Return strings in all shapes, each with a space in it."""
    return [f"{text} x" for text in mixed(0)]


MATCHES, SPLITS, PARSES = (Way(f"iri.{name}(text)", IRI) for name in ("matches", "split", "parse"))
PURE = Way(
    "matches(text)",
    f"{IRI}\nfrom irigrammar.engines.recognizer import by_pattern\nmatches = by_pattern(iri._production.pattern)",
)
NODES = Way("[node.rule for node in iri.parse(text).walk()]", IRI)
TO_URI_OURS, TO_IRI_OURS = ours("iri_to_uri", "iri_to_uri(text)"), ours("uri_to_iri", "uri_to_iri(text)")
UNSEEN_OURS = Way("iri_to_uri(new(text))", f"from irigrammar import iri_to_uri\n{NEW}")
UNSEEN = {
    "yarl": Way("str(URL(new(text)))", YARL + NEW),
    "can-ada": Way("can_ada.parse(new(text)).href", f"{CAN_ADA}\n{NEW}", other=True),
    "idna": Way("idna.encode(new(text).split('/', 3)[2])", f"import idna\n{NEW}", other=True),
}
TREE, TREE_READ = {"abnf": Way("parse(text)", ABNF)}, {"abnf": Way("walk(parse(text))", ABNF + WALK)}
PAGES, TITLES, IN_SCRIPT = shape("pages"), shape("titles in a script"), shape("IRIs in a script")
ADDRESSES, PERCENT = shape("IP addresses"), shape("percent-heavy")
DEFAULTS, NORMALIZE_OURS = ours("matches", "matches(text)"), ours("normalize", "normalize(text)")
RESOLVE_OURS = ours("resolve", "resolve(*text.split(' '))")
NOT_WORSE = dict.fromkeys(("rfc3986", "hyperlink", "yarl", "rdflib"), 1.0)
NORMALIZE_LIMITS = {**NOT_WORSE, "yarl": 0.5, "can-ada": 2.0}

ROWS = {
    "verdicts": (
        Row("`matches`, mixed strings", MATCHES, VERDICTS, with_faults, {"jsonschema_rs": 0.33, "pyoxigraph": 1.0}),
        Row("`matches`, IP addresses", MATCHES, VERDICTS, ADDRESSES, {"jsonschema_rs": 0.6, "pyoxigraph": 1.0}),
        *map(long, UNITS),
        Row("`matches` without the kernel, mixed strings", PURE, VERDICTS, with_faults, {"rfc3987": 0.2}),
    ),
    "columns": (
        of_column("a list", "texts", "", {}),
        of_column("a pyarrow array", "pyarrow.array(texts)", COLUMN, {"polars": 0.667}),
        of_column("a polars Series", "polars.Series(texts)", "import polars", {"polars": 0.667}),
        of_conversion("iri_to_uri", "iri_to_uri(items, errors='null')"),
        of_conversion("uri_to_iri", "uri_to_iri(items, errors='null')"),
        of_conversion("normalize", "normalize(items, errors='null')"),
        of_conversion("normalize", "normalize(items, errors='null', level='scheme')"),
    ),
    "split and parse": (
        Row("`split`", SPLITS, SPLIT, mixed, {"yarl": 0.5, "rfc3986": 0.5, "can-ada": 0.5}),
        Row("`parse`, the tree", PARSES, TREE, PAGES, {"abnf": 0.4}, 40),
        Row("`parse`, 600 characters", PARSES, TREE, lambda: uniform("path", 600, 12), {"abnf": 0.1}),
        Row("`parse`, every node read", NODES, TREE_READ, PAGES, {"abnf": 0.2}, 40),
    ),
    "conversions": (
        Row("`iri_to_uri`, ASCII", TO_URI_OURS, TO_URI, PAGES),
        Row("`iri_to_uri`, path and query not ASCII", TO_URI_OURS, TO_URI, TITLES, {"yarl": 0.5}),
        Row("`uri_to_iri`, percent-encoded", TO_IRI_OURS, TO_IRI, PERCENT, {"urllib.parse": 1.0}),
        Row("`uri_to_iri`, nothing to decode", TO_IRI_OURS, TO_IRI, PAGES, {"urllib.parse": 1.0}),
        Row("`normalize`, not normal", NORMALIZE_OURS, NORMALIZE, lambda: distinct(untidy), NORMALIZE_LIMITS),
        Row("`resolve`", RESOLVE_OURS, RESOLVE, pairs_of_references, {**NOT_WORSE, "ada-url": 1.0}),
    ),
    "hosts": (
        Row("`iri_to_uri`, hosts seen before", TO_URI_OURS, TO_URI, IN_SCRIPT, {"yarl": 0.5, "can-ada": 0.5}),
        Row("`iri_to_uri`, hosts not seen before", UNSEEN_OURS, UNSEEN, IN_SCRIPT, {"yarl": 1.0, "can-ada": 1.0}),
    ),
    "links and fetches": (
        Row("`matches(text)`, with its defaults", DEFAULTS, VERDICTS, PAGES, {"jsonschema_rs": 2.2}),
        Row("`link_target`", TARGET, LINKS, PAGES),
        Row("`split` of Web Addresses", ours("split", "split(text, grammar='web-address')"), SPLIT, PAGES),
        Row("`hosts.readings`", Way("readings(text)", "from irigrammar.hosts import readings"), HOSTS, PAGES),
        Row("`check_fetch`", Way("check_fetch(text)", "from irigrammar.hosts import check_fetch"), HOSTS, PAGES),
        Row("`advise`", ours("advise", "advise(text)"), {"our `matches`": MATCHES_OURS}, PAGES),
    ),
    "invalid strings": (
        Row("the offset of a fault", Way("iri.check(text).fault.offset", IRI), FAULTS, with_space, {}, 200),
        Row("its message", Way("iri.check(text).fault.message", IRI), FAULTS, with_space, {}, 100),
        Row("its fixes", Way("iri.check(text).fault.fixes", IRI), FAULTS, with_space, {}, 50),
    ),
    "lines with mistakes": (
        of_lines("check", "text", 1 / 8),
        of_lines("check --format jsonl", "JSON Lines with fixes", 1 / 5),
        of_lines("check --scheme", "with --scheme", 1 / 5),
        of_lines("check --fetch", "with --fetch", 1 / 5),
        Row(
            "`consensus`",
            Way("consensus(text)", "from irigrammar.hosts import consensus"),
            {},
            copied,
            {BEFORE: 1 / 5},
            1000,
        ),
        Row("`advise`, IRIs that are not plain", ADVISE, {}, with_scripts, {BEFORE: 1 / 10}, 500),
        Row("`key` of a column", KEY, {"our `normalize`": NORMAL_FORMS}, PAGES, {"our `normalize`": 3.0}, 1000),
    ),
    "documents": (
        *(of_document(name, text) for name, text in DOCUMENTS.items()),
        *map(of_json, (0.5, 8), (1 / 12, 1 / 8)),
        Row(
            "`iri scan -q`, 15 MB of JSON",
            Way(f"-m irigrammar scan -q --isolated {FOLDER / 'data.json'}", kind="command"),
            {},
            lambda: [file_of("data.json", json_text(15_000_000, 0.5))],
            {BEFORE: 1 / 8},
        ),
    ),
    "searches": (
        *(of_grep(title, "search") for title in SEARCHES),
        *(of_grep(title, "search, whole time") for title in SEARCHES),
        *(
            of_finditer(f"4 MB: {title}", SEARCH.format(rule, grammar), lambda: log(4_000_000))
            for title, (rule, grammar, _) in SEARCHES.items()
        ),
        *map(long_word, (500, 1_000, 2_000, 4_000)),
    ),
    "commands and first use": (
        Row("a first verdict", first("import irigrammar; irigrammar.matches('a:b')"), FIRST, limits={"rfc3987": 0.5}),
        *map(of_command, COMMANDS),
    ),
}

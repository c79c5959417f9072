"""Compare browsers' readings before and after each function.

The strings are hostile; the model is also compared with ada-url.

    python tools/world/browser_differential.py --count 1000000 [--processes 2] [--seed 1] [--only-model]

First the model of the URL Standard (`irigrammar.matching.browser`) is compared with ada-url and Node. Then, for each
function that converts, normalizes, resolves or fixes, the host, port and user that four readers find before and after
it: RFC 3986, RFC 3987, Web Address, and the URL Standard, of which ada-url and Node are the oracles. The table has, for
each function, the strings that it was given, changed and refused, those whose host, port or user changed and where the
trace says so, and those where nothing says so ("unseen"). The status is 1 where there is one of the latter, or where
the model differs from both oracles, or from the one that is there, and the difference is not one that is known (see
`known_difference`).

An oracle that is not installed is skipped, with a message.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

import irigrammar  # noqa: E402  # the checkout's own, not another
from irigrammar.advice.advise import advise  # noqa: E402
from irigrammar.advice.registry import choose_rules  # noqa: E402
from irigrammar.errors import ConversionError  # noqa: E402
from irigrammar.faults.fault import NoMatch  # noqa: E402
from irigrammar.matching.authority import Authority, authority_of, readings_by_grammar  # noqa: E402
from irigrammar.matching.browser import BrowserUrl, read_url  # noqa: E402
from irigrammar.processing.trace import Step, call_recording  # noqa: E402
from irigrammar.scan.checking import Checker as Scanning  # noqa: E402
from irigrammar.scan.correcting import correct  # noqa: E402
from irigrammar.scan.formats.items import Candidate, Production  # noqa: E402
from irigrammar.scan.policies import matcher_of  # noqa: E402
from irigrammar.unicode import general_category, has_newer, normalize  # noqa: E402

BASE = "http://base.invalid/dir/file"
_BATCH = 20_000
_SHOWN = 20  # differences

SCHEMES = [
    *["http", "https", "HTTP", "ws", "wss", "ftp", "file", "h\ttp", " http", "\x1fhttp"],
    *["foo", "mailto", "urn", "javascript", "data", "a+b", "sftp", "1a", "http\u00e9"],
]
PIECES = [
    "/", "//", "///", "////", "\\", "\\\\", "/\\", "\\/", ":", "@", "?", "#", "[", "]", "|", "^", "%", ".", "..",
    "&", "/./", "/../", "/.//", "\t", "\n", "\r", " ", "\x00", "\x0b", "\x1f", "\x7f", "\x85", "\u00a0", "\u3000",
    "\ufeff", "%2F", "%5c", "%40", "%3A", "%23", "%3f", "%00", "%09", "%20", "%25", "%2e", "%2E%2e", "%41", "%zz",
    "%E2%80%AE", "a", "b", "h", "x", "u", "p", "A", "\u00e9", "\u00c9", "e\u0301", "\u00df", "\u1e9e", "\u212a",
    "\u017f", "\u0131", "good.example", "evil.example", "EVIL.example", "xn--rsum-bpad", "xn--a", "XN--",
    "r\u00e9sum\u00e9", "\u4f8b\u3048", "\u3002", "\uff0e", "\uff61", "\uff0f", "\uff1a", "\uff20", "\uff1f",
    "\uff03", "\uff3c", "\uff05", "\uff21", "\u2100", "\u2048", "\u00ad", "\u200b", "\u200c", "\u200d", "\u2060",
    "\u05d0", "\u0627", "\u0661", "1\u05d0", "\u202e", "\ue000", "127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1",
    "2130706433", "0x", "1.2.3", "256.1", "1.2.3.4.5", "08", "1e3", "4294967296", "[::1]", "[::]", "[1::2:3]",
    "[::ffff:1.2.3.4]", "[0:0:0:0:0:0:0:1]", "[v1.a]", "[::1", "::1]", "[1:2:3:4:5:6:7::]", ":80", ":443", ":080",
    ":", ":21", ":65535", ":65536", ":8a", ":0", ":00", ":99999999999999999999", ": 80", ":\u0661", "u@", "u:p@",
    "u:@", ":p@", "@", "u%40v@", "a@b@", "u:p:q@", "\u00e9@", "C:", "C|", "localhost", "\ud800", "\udfff", "\ufffd",
    "{x}", "<", ">", '"', "`", "+", "*", "_", "-", "~", "!", "$", "'", "(", ";", "=", ",", "%C3%A9", "%c3%89",
    "%FF", "%EF%BC%8F",
]  # fmt: skip
REAL = [
    "http://example.org/ros\u00e9?q#f",
    "https://user:pass@example.com:8080/a/b/../c?d=e&f#g",
    "http://xn--rsum-bpad.example.org/%7Euser",
    "//cdn.example.net/lib.js",
    "/path/to/page?x=http://other.example/",
    "http:////good.example/../evil.example/x",
    "///good.example/../evil.example/",
    "http://://evil.example/",
    "http:/\\evil.example/x",
    "http://user:p/ss@host/",
    "http://example.com\\@evil.com/",
    "file://localhost/C:/x",
    "mailto:a@b.example",
    "data:,a/../b",
    "http://[2001:db8::1]:80/",
    "ftp://ftp.example/%2Fetc",
    "../a/./b",
    "?q",
    "#f",
]


def strings(seed: str) -> Iterator[str]:
    """Yield hostile strings without end."""
    draw = random.Random(seed)
    while True:
        kind = draw.random()
        if kind < 0.25:
            text = "".join(draw.choices(PIECES, k=draw.randint(1, 7)))
        elif kind < 0.75:
            scheme = draw.choice(SCHEMES) if draw.random() < 0.5 else "http"
            slashes = draw.choice(["//", "//", "//", "", "/", "\\", "/\\", "///", "\\\\", "////", "/\t/", "//\\"])
            scheme = f"{scheme}:" if draw.random() < 0.75 else ""
            user = "".join(draw.choices(PIECES, k=draw.randint(1, 2))) + "@" if draw.random() < 0.2 else ""
            host = "".join(draw.choices(PIECES, k=draw.choice([0, 0, 1, 1, 2, 3])))
            host = host + draw.choice(["", "h", "evil.example", "x.r\u00e9"]) if draw.random() < 0.6 else host
            port = draw.choice([":80", ":443", ":", ":8080", ":0080", ":8a", ""]) if draw.random() < 0.3 else ""
            after = "/" + "".join(draw.choices(PIECES, k=draw.randint(0, 3))) if draw.random() < 0.7 else ""
            text = scheme + slashes + user + host + port + after
        else:
            text = draw.choice(REAL)
            for _ in range(draw.randint(1, 3)):
                offset = draw.randint(0, len(text))
                text = text[:offset] + draw.choice(PIECES) + text[offset + draw.choice([0, 0, 1, 2]) :]
        # Two surrogates that make a pair are one character for a browser, and two here.
        yield text.replace("\ud800\udfff", "\ud800")


# A text and its base, if any.
Row = tuple[str, str | None]
# What the URL Standard reads; None where it refuses.
Read = BrowserUrl | None


class Checker(NamedTuple):
    """An implementation of the URL Standard: its name, what it reads from texts with bases, and how it is ended."""

    name: str
    read: Callable[[Sequence[Row]], list[Read]]
    close: Callable[[], object] = lambda: None


def ada_verdict() -> Checker | None:
    """Return ada-url as an oracle, None where it is not installed."""
    try:
        import ada_url
    except ImportError:
        return None

    def read_one(text: str, base: str | None) -> Read:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        try:
            url = ada_url.URL(text) if base is None else ada_url.URL(text, base)
        except ValueError:
            return None
        return _as_read([url.protocol, url.username, url.password, url.hostname, url.port])

    return Checker("ada-url", lambda rows: [read_one(*row) for row in rows])


PROGRAM = """
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const read = ([text, base]) => {
    try {
      const url = base === null ? new URL(text) : new URL(text, base);
      return [url.protocol, url.username, url.password, url.hostname, url.port];
    } catch {
      return null;
    }
  };
  console.log(JSON.stringify(JSON.parse(line).map(read)));
});
"""


def node_verdict() -> Checker | None:
    """Return Node as an oracle, in a process that stays until it is closed; None where it is not installed."""
    command = shutil.which("node")
    if command is None:
        return None
    process = subprocess.Popen(
        [command, "-e", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii"
    )

    def read(rows: Sequence[Row]) -> list[Read]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(list(rows)) + "\n")
        process.stdin.flush()
        return [None if verdict is None else _as_read(verdict) for verdict in json.loads(process.stdout.readline())]

    return Checker("Node", read, process.communicate)


def _as_read(row: Sequence[str]) -> BrowserUrl:
    protocol, username, password, host, port = row
    authority = None if host == "base.invalid" else host
    return BrowserUrl(protocol[:-1], username, password, host, int(port) if port else None, authority)


def differs(model: BrowserUrl, checker: Read) -> bool:
    """Return whether an oracle reads another scheme, user, host or port than the model, or only one of them refuses."""
    if model.refusal is not None or checker is None:
        return (model.refusal is None) == (checker is None)
    ours = (model.scheme, model.username, model.password, model.host or "", model.port)
    return ours != (checker.scheme, checker.username, checker.password, checker.host or "", checker.port)


def known_difference(text: str, base: str | None, checker: Read) -> str | None:
    """Return why an oracle may differ from the model; None where nothing explains it.

    All concern hosts beyond ASCII: characters that came after Unicode 14, and labels from left to right in a host with
    a label from right to left: ada-url 4.0 applies the Bidi rule only to those that are so themselves.
    """
    read = read_url(text, None if base is None else read_url(base))
    host = normalize("NFKC", unquote(read.authority or ""))
    for label in "".join(char for char in host if general_category(char) != "Cf").split("."):  # these are dropped
        if label.lower().startswith("xn--") and label.isascii():
            host += label[4:].encode().decode("punycode", "replace")
    if host.isascii():
        return None
    if has_newer(host):
        return "characters that only some versions of Unicode know"
    if checker is not None and read.refusal is not None and "Bidi" in read.refusal:
        return "the Bidi rule for labels from left to right"
    return None


class Function(NamedTuple):
    """A function to check: its name, the grammar by which it reads, and what it makes of a text and a trace."""

    name: str
    grammar: str | None
    make: Callable[[str, list[Step]], str | None]
    is_fix: bool = False


def functions() -> list[Function]:
    """Return what is checked."""
    functions = [
        Function(f"iri_to_uri, {host}", "rfc3987", _with(irigrammar.iri_to_uri, host=host))
        for host in ("idna", "idna2008", "idna2003", "percent")
    ]
    functions += [
        Function("iri_to_uri, iri-bis", "iri-bis", _with(irigrammar.iri_to_uri, grammar="iri-bis")),
        Function("uri_to_iri", "rfc3986", _with(irigrammar.uri_to_iri)),
        Function("leiri_to_iri", "leiri", _with(irigrammar.convert.leiri_to_iri)),
        Function("leiri_to_iri, unchecked", "leiri", _with(irigrammar.convert.leiri_to_iri, check=False)),
    ]
    functions += [
        Function(
            f"web_address_to_iri, {kind}", "web-address", _with(irigrammar.convert.web_address_to_iri, authority=kind)
        )
        for kind in ("refuse", "browser", "grammar")
    ]
    for name in ("rfc3986", "rfc3987", "iri-bis", "leiri", "web-address"):
        functions += [
            Function(f"normalize, {name}, {level}", name, _with(irigrammar.normalize, grammar=name, level=level))
            for level in ("syntax", "scheme")
        ]
    for name in ("rfc3987", "web-address"):
        functions.append(Function(f"resolve, {name}", name, partial(_resolve, name)))
    return functions


def fixes() -> list[Function]:
    """Return the fixes that are checked; they take longer."""
    fixes: list[Function] = []
    for name in ("rfc3986", "rfc3987", "web-address"):
        fixes += [
            Function(f"fault {name}, fix {index + 1}", name, partial(_fault, name, index), is_fix=True)
            for index in (0, 1)
        ]
        fixes.append(Function(f"advice {name}", name, partial(_advice, name)))
    for name in ("rfc3987", "web-address"):
        checker = Scanning(matcher_of(Production(name, "IRI-reference")), choose_rules("publish"))
        fixes.append(Function(f"scan --fix {name}", None, partial(_scan, checker), is_fix=True))
    return fixes


def _with(function: Callable[..., str], **options: object) -> Callable[[str, list[Step]], str]:
    return lambda text, trace: call_recording(trace, function, text, **options)


def _resolve(name: str, text: str, trace: list[Step]) -> str:
    return call_recording(trace, irigrammar.resolve, BASE, text, grammar=name)


def _fault(name: str, index: int, text: str, _: list[Step]) -> str | None:
    fault = irigrammar.grammar(name).start.check(text).fault
    fixes = () if fault is None else fault.fixes
    return fixes[index].text if len(fixes) > index else None


def _advice(name: str, text: str, _: list[Step]) -> str | None:
    draw = random.Random(repr(text))
    fixes = [finding.fix for finding in advise(text, grammar=name) if finding.fix is not None]
    return draw.choice(fixes) if fixes else None


def _scan(checker: Scanning, text: str, _: list[Step]) -> str | None:
    return correct(Candidate(0, len(text), text), checker)


# A function, a text, what it made of it (None where it refused), and whether the trace says that browsers differ.
Made = tuple[Function, str, str | None, bool]


def run(wanted: Sequence[Function], text: str) -> Iterator[Made]:
    """Yield what functions make of a text."""
    for function in wanted:
        trace: list[Step] = []
        try:
            result = function.make(text, trace)
        except (NoMatch, ConversionError):
            result = None
        yield function, text, result, any(announces(function, step) for step in trace)


def announces(function: Function, step: Step) -> bool:
    """Return whether a step says that browsers may read another host."""
    return step.section.startswith("URL Standard") or ("idna2003" in function.name and "RFC 3490" in step.note)


class Report(NamedTuple):
    """Counts by function and column, what changed unseen, and what the model reads otherwise."""

    counts: Counter[tuple[str, str]]
    unseen: list[tuple[str, str, str, str]]
    differences: list[tuple[str, str, str | None]]

    def add(self, other: Report, *, with_model: bool = True) -> None:
        """Add the counts and rows of another report, those of the model only on request."""
        self.counts.update({key: n for key, n in other.counts.items() if with_model or not key[0].startswith("model")})
        self.unseen.extend(other.unseen)
        self.differences.extend(other.differences if with_model else [])


def check(texts: Sequence[str], checkers: Sequence[Checker], wanted: Sequence[Function]) -> Report:
    """Return the report on some texts."""
    report = Report(Counter(), [], [])
    base = read_url(BASE)
    rows: list[Row] = [(text, with_base) for text in texts for with_base in (None, BASE)]
    model = [read_url(text, None if with_base is None else base) for text, with_base in rows]
    reads = [checker.read(rows) for checker in checkers]
    for (text, with_base), ours, *others in zip(rows, model, *reads, strict=True):
        otherwise_read = [differs(ours, read) for read in others]
        for checker, read, is_other in zip(checkers, others, otherwise_read, strict=True):
            report.counts[f"model and {checker.name}", "strings"] += 1
            if is_other:
                known: str | None = "the other oracle reads as the model"
                if all(otherwise_read):
                    known = known_difference(text, with_base, read)
                report.counts[f"model and {checker.name}", known or "unexplained"] += 1
                if known is None:
                    report.differences.append((checker.name, text, with_base))
    results = [result for text in texts for result in run(wanted, text)]
    changed = [result for result in results if result[2] is not None and result[2] != result[1]]
    reading = readings({text for _, before, after, _ in changed for text in (before, after or "")}, checkers)
    for function, _, after, _ in results:
        report.counts[function.name, "strings"] += 1
        report.counts[function.name, "refused"] += after is None
    for function, before, after, announced in changed:
        assert after is not None
        report.counts[function.name, "changed"] += 1
        is_resolved = function.name.startswith("resolve")
        who = otherwise(function, reading[before], reading[after], is_resolved=is_resolved)
        if who is not None:
            report.counts[function.name, "announced" if announced else "unseen"] += 1
            if not announced:
                report.unseen.append((function.name, before, after, who))
    return report


# What each reader reads, by its name.
Readings = dict[str, Authority | None]


def readings(texts: set[str], checkers: Sequence[Checker]) -> dict[str, Readings]:
    """Return what each reader reads from texts; each oracle also with a base, and with one of the text's scheme."""
    readings: dict[str, Readings] = {}
    names = ("RFC 3986", "RFC 3987", "Web Address")
    ordered = sorted(texts)
    for text in ordered:
        readings[text] = dict(zip(names, map(_without_base, readings_by_grammar(text)), strict=True))
    for checker in checkers:
        alone = checker.read([(text, None) for text in ordered])
        bases = [BASE if read is None else f"{read.scheme}://base.invalid/" for read in alone]
        with_base = checker.read(list(zip(ordered, bases, strict=True)))
        resolved = checker.read([(text, BASE) for text in ordered])
        for text, first, second, third in zip(ordered, alone, with_base, resolved, strict=True):
            readings[text] |= {
                checker.name: None if first is None else authority_of(first),
                f"{checker.name} with a base": None if second is None else authority_of(second),
                f"{checker.name}, resolved": None if third is None else authority_of(third),
            }
    return readings


def _has_sharp_s(host: str) -> bool:
    """Return whether a host in ASCII has a label with U+00DF."""
    labels = [label.removeprefix("xn--") for label in host.split(".") if label.startswith("xn--") and label.isascii()]
    try:
        return any("\N{LATIN SMALL LETTER SHARP S}" in label.encode().decode("punycode") for label in labels)
    except UnicodeError:
        return False


def _without_base(authority: Authority | None) -> Authority | None:
    """Return what a grammar reads; the host of the base counts as none."""
    return Authority() if authority == Authority("base.invalid") else authority


def otherwise(function: Function, before: Readings, after: Readings, *, is_resolved: bool) -> str | None:
    """Return the reader of which a function changed the host, port or user; None where there is none."""
    own = None
    # Node 20 has tables of an earlier Unicode, by which U+1E9E is "ss".
    is_older = any(now is not None and _has_sharp_s(now.host) for now in after.values())
    if function.grammar is not None:
        own = before["Web Address" if function.grammar == "web-address" else "RFC 3987"]
    for reader, now in after.items():
        if (is_resolved and reader.endswith("a base")) or reader.endswith("resolved"):
            continue
        # A reference is read with the base, its target alone.
        was = before.get(f"{reader}, resolved", before[reader]) if is_resolved else before[reader]
        if is_resolved and now is not None and now.port is None:  # it may be the default port of the base's scheme
            own, was = (
                authority and authority._replace(port=None if authority.port == "80" else authority.port)
                for authority in (own, was)
            )
        if now is None or (was is None and own is None) or (function.is_fix and (was is None or not was.host)):
            continue
        if now != (own if was is None else was) and not (reader.startswith("Node") and is_older):
            return f"{reader}: {own if was is None else was} -> {now}"
    return None


def work(seed: str, count: int, step: int, only_model: bool) -> Report:
    """Return the report on as many strings; fixes are checked on one of `step`, and functions unless `only_model`."""
    checkers = [checker for checker in (ada_verdict(), node_verdict()) if checker is not None]
    total = Report(Counter(), [], [])
    source = strings(seed)
    usual, slow = ([], []) if only_model else (functions(), fixes())
    for start in range(0, count, _BATCH):
        texts = list(islice(source, min(_BATCH, count - start)))
        for part, wanted in ((texts, usual), *([] if only_model else [(texts[::step], slow)])):
            total.add(check(part, checkers, wanted), with_model=wanted is usual)
    for checker in checkers:
        checker.close()
    return total


def table(report: Report) -> Iterator[str]:
    """Yield the lines of the tables."""
    names = list(dict.fromkeys(name for name, _ in report.counts))
    for name in (name for name in names if name.startswith("model")):
        row = {column: number for (other, column), number in report.counts.items() if other == name}
        yield f"{name}: {row.pop('strings'):,} strings and bases" + "".join(f"; {k}: {n:,}" for k, n in row.items())
    if all(name.startswith("model") for name in names):
        return
    columns = ("strings", "changed", "refused", "announced", "unseen")
    yield f"{'':32}" + "".join(f"{column:>12}" for column in columns)
    for name in (name for name in names if not name.startswith("model")):
        yield f"{name:32}" + "".join(f"{report.counts[name, column]:12,}" for column in columns)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare what browsers read before and after each function.")
    parser.add_argument("--count", type=int, default=20_000, help="how many strings (default 20,000)")
    parser.add_argument("--processes", type=int, default=2, help="how many processes (default 2)")
    parser.add_argument("--seed", default="1", help="the seed of the strings (default 1)")
    parser.add_argument("--every", type=int, default=1, help="check fixes on every Nth string (default 1)")
    parser.add_argument("--only-model", action="store_true", help="compare the model with oracles, and no functions")
    options = parser.parse_args()
    for is_there, name in ((ada_verdict(), "ada-url"), (shutil.which("node"), "Node")):
        if is_there is None:
            print(f"{name} is not installed: it is skipped as an oracle")
    began = time.perf_counter()
    share = -(-options.count // options.processes)
    tasks = [
        (f"{options.seed}.{number}", share, options.every, options.only_model) for number in range(options.processes)
    ]
    total = Report(Counter(), [], [])
    with multiprocessing.Pool(options.processes) as pool:
        for report in pool.starmap(work, tasks):
            total.add(report)
    print(*table(total), sep="\n")
    for name, before, after, who in total.unseen[:_SHOWN]:
        print(f"unseen: {name}: {before!a} -> {after!a}: {who}")
    for name, text, base in total.differences[:_SHOWN]:
        read = read_url(text, read_url(base) if base else None)
        print(f"the model differs from {name}: {text!a} with base {base}: {read}")
    print(f"{time.perf_counter() - began:.0f} s")
    return 1 if total.unseen or total.differences else 0


if __name__ == "__main__":
    sys.exit(main())

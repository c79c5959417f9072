"""Compare what browsers read with what `irigrammar` says.

    python tools/world/browsers/compare.py [--count 20000] [--seed 1] [--recorded FILE]

Strings that are drawn are read by each browser that is installed (see `drive.py`), and by `read_url`, `link_target` and
the readers `url-standard` and `uts46` of `irigrammar.hosts`; where there is strict consensus, each browser that reads a
host must read that one. A difference that no row of `deviations.toml` describes is printed, and the status is 1. With
`--recorded`, the answers are those of a file: JSON lines {"kind": "url", "host" or "query", "input", "base" or
"charset", and "all", or "chromium", "firefox" and "webkit"}.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from irigrammar import ConversionError, grammar  # noqa: E402  # the checkout's own
from irigrammar.convert import link_target  # noqa: E402
from irigrammar.hosts import consensus  # noqa: E402
from irigrammar.hosts.readers import reading_by  # noqa: E402
from irigrammar.matching.browser import ends_in_a_number, is_special, mapped_host, read_url, strip_url  # noqa: E402
from irigrammar.processing.percent import encode_bytes, encode_strays  # noqa: E402
from tools.world.browser_differential import PIECES  # noqa: E402
from tools.world.browser_differential import strings as hostile  # noqa: E402
from tools.world.browsers.drive import Browser, Parts, Questions, browsers  # noqa: E402
from tools.world.host_differential import strings as of_hosts  # noqa: E402

_WEB_HOST = re.compile(r"(?:http|https|ws|wss|ftp)://([^/\\\\?#@:\[\]\t\n\r]+)/")
DEVIATIONS = Path(__file__).with_name("deviations.toml")
REFUSED = "refused"
FUNCTIONS = ("read_url", "link_target", "url-standard", "uts46", "consensus")
_NEW = "NEW"
_SHOWN = 30  # differences


BASES = [
    *["http://base.invalid/dir/file", "http://b.example/d/f?q#g", "foo://h/dir/file", "foo:/d/f", "foo:opaque"],
    *["file:///dir/file", "file://host/C:/d/f", "data:text/plain,x", "about:blank", "blob:http://b.example/x"],
]
CHARSETS = [
    *["utf-8", "windows-1252", "windows-1258", "windows-1251", "windows-874", "koi8-u", "iso-8859-2", "macintosh"],
    *["shift_jis", "euc-jp", "iso-2022-jp", "gbk", "gb18030", "big5", "euc-kr", "x-user-defined"],
]
_LINK_BASES = ["http://b.example/d/f?q", "https://b.example/", "file:///d/f", "foo://b/d/f", "ws://b.example/"]
# Of scripts, of compatibility, composed and decomposed, of private use, noncharacters and surrogates.
_LETTERS = [
    *"\u00e9\u00df\u044f\u0e01\u05d0\u0627\u65e5\u8868\ud55c\u2460\u2488\uff71\uffe5\u203e\u2212\u2014\u20ac\u00a5\u1ea5",
    *["\u00e2\u0301", "a\u0302\u0301", "\u1ec7", "\u1e3f", "\u0323", "\u0131", "\u00a0", "\u00ad", "\u200d"],
    *["\ue5e5", "\ue000", "\uf780", "\ufdd0", "\uffff", "\U0001fffe", "\ud800", "\udfff", "\ufffd", "\U0001f4a9"],
    *["\U00020089", "'", '"', "a", "%", "%E9", "|", "[", "`", "\\", "^", "{", "+", "&", "=", ";", "?", " ", "\x00"],
    *["\x0e", "\x1b", "\x7f", "\x80", "\t", "\n", "~"],
]


class Question(NamedTuple):
    """A string to be read: its base or none, and for a link the charset of its document."""

    input: str
    base: str | None = None
    charset: str | None = None


# What a browser answers: the parts of a URL, the address of a link, or None for none.
Answered: TypeAlias = dict[Question, Parts | str]


class Difference(NamedTuple):
    """A question that a browser answers otherwise: the function that was asked, and both answers."""

    function: str
    question: Question
    browser: str
    own: str
    browsers: str


class Deviation(NamedTuple):
    """A row of `deviations.toml`; the patterns (of `re`, searched) that are absent do not matter."""

    name: str
    browsers: tuple[str, ...]
    functions: tuple[str, ...]
    cause: str
    reason: str
    patterns: dict[str, str]
    rewrite: tuple[str, str] | None = None

    def describes(self, difference: Difference) -> bool:
        """Return whether a difference is this deviation."""
        if difference.browser not in self.browsers or difference.function not in self.functions:
            return False
        text, base, charset = difference.question
        scheme = read_url(text, None if base is None else read_url(base)).scheme
        values = {"raw": text, "input": strip_url(text), "base": base, "charset": charset, "scheme": scheme}
        values |= {"own": difference.own, "browser": difference.browsers}
        if not all(re.search(pattern, values[name] or "", re.DOTALL) for name, pattern in self.patterns.items()):
            return False
        return self.rewrite is None or re.sub(*self.rewrite, difference.own, flags=re.DOTALL) == difference.browsers


@cache
def deviations() -> tuple[Deviation, ...]:
    """Return the rows of `deviations.toml`, in their order; the first that describes a difference counts."""
    rows = []
    for row in tomllib.loads(DEVIATIONS.read_text(encoding="utf-8"))["deviation"]:
        name, cause, reason = (row.pop(field) for field in ("name", "cause", "reason"))
        concerned = tuple(row.pop("browsers")), tuple(row.pop("functions", FUNCTIONS))
        rewrite = row.pop("rewrite", None)
        rows.append(Deviation(name, *concerned, cause, reason, row, rewrite and tuple(rewrite)))
    return tuple(rows)


def questions(seed: str, count: int) -> list[Question]:
    """Return strings of all kinds: with and without a base, hosts, and links of documents in a charset."""
    draw = random.Random(seed)
    texts, names = hostile(seed), of_hosts(seed)
    rows = []
    for number in range(count):
        kind = number % 8
        if kind < 3:
            rows.append(Question(next(texts), draw.choice([None, *BASES])))
        elif kind < 5:
            rows.append(Question(next(names), draw.choice([None, None, *BASES])))
        elif kind == 5:
            host = "".join(draw.choices(PIECES, k=draw.randint(1, 4)))
            rows.append(Question(f"{draw.choice(['http', 'http', 'wss', 'file', 'foo'])}://{host}/"))
        else:
            query = "".join(draw.choices(_LETTERS, k=draw.randint(1, 5)))
            before = draw.choice(
                ["?", "?", "?", "?a=", "//h?", "//h", "http://h?", "ftp://h/?", "file:///?", "mailto:a@b\u00fc?"]
            )
            rows.append(
                Question(
                    (before + query).replace("\ud800\udfff", "\ud800"), draw.choice(_LINK_BASES), draw.choice(CHARSETS)
                )
            )
    return list(dict.fromkeys(rows))


def as_uri(address: str) -> str:
    """Return an address of a browser with all percent-encoded that no URI has there, as `link_target` does.

    >>> as_uri("http://h/a|b?[%]#^")
    'http://h/a%7Cb?%5B%25%5D#%5E'
    """
    head, mark, fragment = address.partition("#")
    head, has_query, query = head.partition("?")
    scheme, _, path = head.partition(":")
    slashes, authority = "", ""
    if path.startswith("//"):
        slashes, (authority, slash, path) = "//", path[2:].partition("/")
        path = slash + path
    user, at, host = authority.rpartition("@")
    host = host if host.startswith("[") else _as_rule("reg-name", host, ":")
    authority = slashes + _as_rule("userinfo", user) + at + host
    return (
        f"{scheme}:{authority}{_as_rule('segment', path, '/')}{has_query}{_as_rule('query', query)}{mark}"
        + _as_rule("fragment", fragment)
    )


def _as_rule(rule: str, text: str, more: str = "") -> str:
    allowed = _allowed(rule)
    return encode_strays(
        "".join(
            char if char in allowed or char in more or char == "%" else encode_bytes(char.encode()) for char in text
        )
    )


@cache
def _allowed(rule: str) -> frozenset[str]:
    return frozenset(filter(grammar("rfc3986")[rule].matches, map(chr, range(128))))


def authority_text(scheme: str | None, user: str, password: str, host: str | None, port: object) -> str:
    """Return scheme, user information, host and port in one string, which is what is compared."""
    return f"{scheme}: user {user!a}, password {password!a}, host {host or ''!a}, port {'' if port is None else port}"


def own_answers(question: Question) -> Iterator[tuple[str, str]]:
    """Yield what is asked of `irigrammar`, and its answer."""
    text, base, charset = question
    if charset is None:
        read = read_url(text, None if base is None else read_url(base))
        refused = read.refusal is not None or read.scheme is None
        yield "read_url", REFUSED if refused else authority_text(*read[:5])
    if base is not None:
        try:
            yield "link_target", link_target(base, text, charset or "utf-8")
        except ConversionError:
            yield "link_target", REFUSED


def own_hosts(question: Question) -> Iterator[tuple[str, str]]:
    """Yield the host that readers of `irigrammar.hosts` read, and the one that is agreed on."""
    text, base, _ = question
    if base is None and read_url(text).scheme is None:
        return
    row = reading_by("url-standard", text, base)
    own = {"none": "", "refused": REFUSED}.get(row.verdict, row.host or "")
    if is_special(read_url(text, None if base is None else read_url(base)).scheme):
        yield "url-standard", own  # hosts of other schemes are written as a domain, so that readers can be compared
    if base is None and (name := _WEB_HOST.fullmatch(text)) and not ends_in_a_number(mapped_host(name[1])):
        row = reading_by("uts46", text)
        yield "uts46", REFUSED if row.verdict != "read" else row.host or ""
    if consensus(text, base=base):
        yield "consensus", own


def own_reading(question: Question) -> dict[str, str]:
    """Return what is asked of `irigrammar`, and its answers."""
    return dict([*own_answers(question), *([] if question.charset else own_hosts(question))])


def differences(question: Question, own: dict[str, str], browser: str, answer: Parts | str) -> Iterator[Difference]:
    """Yield each answer of a browser to a question that is not ours."""
    href = answer[0] if isinstance(answer, list) else answer
    host = answer[3] if isinstance(answer, list) else REFUSED
    theirs = {"link_target": REFUSED if href is None else as_uri(href), "read_url": REFUSED}
    theirs |= dict.fromkeys(("url-standard", "uts46", "consensus"), host)
    if isinstance(answer, list):
        theirs["read_url"] = authority_text(answer[0].partition(":")[0], *answer[1:5])
    for function, value in own.items():
        connects = function != "consensus" or host != REFUSED
        if value != theirs[function] and connects:
            yield Difference(function, question, browser, value, theirs[function])


def ask(browser: Browser, rows: Sequence[Question]) -> Answered:
    """Return what a browser answers to the questions that it takes; a link's answer is its address."""
    urls = [row for row in rows if row.charset is None]
    links: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        if row.charset is not None:
            links.setdefault(row.charset, {}).setdefault(row.base or "", []).append(row.input)
    answers = browser.ask(Questions([row[:2] for row in urls], links))
    answered: Answered = dict(zip(urls, answers.urls, strict=True))
    for charset, bases in answers.links.items():
        for base, texts in bases.items():
            keys = [Question(text, base, charset) for text in links[charset][base]]
            answered |= zip(keys, texts, strict=True)
    return answered


RECORDED = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKitGTK"}


def recorded(path: Path) -> dict[str, Answered]:
    """Return the answers of a file, by browser."""
    answers: dict[str, Answered] = {name: {} for name in RECORDED.values()}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            charset, is_host = row.get("charset"), row["kind"] == "host"
            text = f"http://{row['input']}/" if is_host else row["input"]
            question = Question(text, "http://h/cs.html" if charset else row.get("base"), charset)
            for key, name in RECORDED.items():
                answer = row["all"] if "all" in row else row[key]
                if is_host and answer is not None:
                    answer = [f"http://{answer}/", "", "", answer, "", "/", "", ""]
                answer = answer[0] if charset and answer else answer  # of a.href and URL.href
                is_path = isinstance(answer, str) and answer.startswith("/")
                answers[name][question] = f"http://h{answer}" if is_path else answer
    return answers


def checked(answers: dict[str, Answered]) -> tuple[Counter[tuple[str, str]], list[Difference]]:
    """Return how often browsers differ, by deviation and browser, and the differences that are new."""
    counts: Counter[tuple[str, str]] = Counter()
    new: list[Difference] = []
    for question in dict.fromkeys(question for answered in answers.values() for question in answered):
        own = own_reading(question)
        for browser, answered in answers.items():
            found = differences(question, own, browser, answered[question]) if question in answered else ()
            for difference in found:
                known = next((row.name for row in deviations() if row.describes(difference)), None)
                counts[known or _NEW, browser] += 1
                if known is None:
                    new.append(difference)
    return counts, new


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=20_000, help="how many strings (default 20,000)")
    parser.add_argument("--seed", default="1", help="the seed of the strings (default 1)")
    parser.add_argument("--recorded", type=Path, metavar="FILE", help="answers of an earlier run, JSON lines")
    options = parser.parse_args()
    if options.recorded:
        answers = recorded(options.recorded)
    else:
        there, missing = browsers()
        print(*(f"{name} is not installed: it is not asked\n" for name in missing), sep="", end="")
        rows = questions(options.seed, options.count)
        answers = {browser.name: ask(browser, rows) for browser in there}
    counts, new = checked(answers)
    for (deviation, name), number in sorted(counts.items()):
        print(f"{deviation:40} {name:12} {number:8,}")
    for difference in new[:_SHOWN]:
        print(f"{difference.browser}, {difference.function}: {tuple(difference.question)!a}")
        print(f"  own     {difference.own!a}\n  browser {difference.browsers!a}")
    return int(bool(new))


if __name__ == "__main__":
    sys.exit(main())

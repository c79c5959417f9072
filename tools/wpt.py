"""Check Web Address processing against web-platform-tests.

The cases are its URL cases; differences are counted by cause.

    python tools/wpt.py [FILE]                   print the table
    python tools/wpt.py [FILE] --write    write it into docs/explanation/browsers.md
    python tools/wpt.py [FILE] --check    exit 1 where that has another

FILE has JSON Lines: `input`, `base` (or null) and `expect`, the URL as the WHATWG's parser writes it, null where it
fails. Without FILE it is wpt-url.jsonl in the folder that IRIGRAMMAR_DATA names, or in `shared/data` beside the
checkout.

Ours is `web_address_to_iri`, resolved by the base where there is one, then `iri_to_uri` and `normalize` at the level
"scheme". The causes are tried in the order in which they are written below; the first that holds is counted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import irigrammar  # noqa: E402  # the checkout's own, not another
from irigrammar.matching.parts import unchecked  # noqa: E402
from irigrammar.processing.conversions import iri_to_uri, normalize, resolve, web_address_to_iri  # noqa: E402
from irigrammar.processing.percent import unescape  # noqa: E402

PAGE = ROOT / "docs" / "explanation" / "browsers.md"
NAME = "wpt-url.jsonl"
BLOCK = re.compile(r"(?<=<!-- wpt:start -->\n).*?(?=<!-- wpt:end -->)", re.DOTALL)

SAME = "both: the same result"
BOTH_REFUSE = "both refuse"
WE_REFUSE, THEY_REFUSE, OTHERWISE = "we refuse", "they refuse", "another result"
OTHER = "other"

# The schemes that the WHATWG calls special.
_SPECIAL = frozenset(("ftp", "file", "http", "https", "ws", "wss"))
_TRIPLET = re.compile("%[0-9A-Fa-f]{2}")
_DRIVE = re.compile(r"(?:^|[/\\:])[A-Za-z](?::|\||%7C)(?=$|[/\\?#])", re.IGNORECASE)
_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+", re.IGNORECASE)


class Case(NamedTuple):
    """One case: what is given, what the WHATWG's parser makes of it, and what we do (None: refused)."""

    text: str
    base: str | None
    theirs: str | None
    ours: str | None


def ours(text: str, base: str | None) -> str | None:
    """Return the normal form of the URI that a Web Address stands for; None where a step refuses it."""
    try:
        iri = web_address_to_iri(text, authority="browser")
        if base is not None:
            iri = resolve(web_address_to_iri(base), iri)
        # Normalizing decodes; the WHATWG's parser writes ASCII.
        return iri_to_uri(normalize(iri_to_uri(iri), level="scheme"))
    except irigrammar.IrigrammarError:
        return None


def cases(path: Path) -> list[Case]:
    """Return the cases of a file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Case(row["input"], row["base"], row["expect"], ours(row["input"], row["base"])) for row in rows]


def _stripped(text: str) -> str:
    return text.translate(dict.fromkeys(map(ord, "\t\n\r")))


def _split(url: str | None) -> irigrammar.Components:
    """Return components as Appendix B of RFC 3986 takes them, of any string."""
    scheme, authority, path, query, fragment = _LOOSE.fullmatch(url or "").groups()  # type: ignore[union-attr]
    host = port = userinfo = None
    if authority is not None:
        userinfo, _, rest = authority.rpartition("@") if "@" in authority else (None, "", authority)
        match = _HOST.fullmatch(rest)
        host, port = match.groups() if match else (rest, None)
    return unchecked(scheme=scheme, userinfo=userinfo, host=host, port=port, path=path, query=query, fragment=fragment)


_LOOSE = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_HOST = re.compile(r"(\[[^]]*\]|[^:]*)(?::(.*))?", re.DOTALL)


def _result(case: Case) -> irigrammar.Components:
    return _split(case.ours if case.ours is not None else case.theirs)


def _host(case: Case) -> str:
    return _result(case).host or ""


def _scheme(case: Case) -> str:
    scheme = _split(_stripped(case.text).strip()).scheme or _split(case.base).scheme or ""
    return scheme.lower()


def _looks_like_ipv4(host: str) -> bool:
    """Return whether the last label of a host is a number, which makes it an address for the WHATWG."""
    return _NUMBER.fullmatch(_plain(host).rstrip(".").rpartition(".")[2]) is not None


def _plain(text: str) -> str:
    """Return a text with what is percent-encoded decoded, as the WHATWG does with the hosts of special schemes."""
    return unescape(text).decode("utf-8", "replace")


def _same_but(change: Callable[[str], str]) -> Callable[[Case], bool]:
    """Return whether both results are the same once each is changed."""
    return lambda case: change(case.ours or "") == change(case.theirs or "")


def _differ(*fields: str) -> Callable[[Case], bool]:
    """Return whether the results differ in these components and in no other."""

    def differs(case: Case) -> bool:
        left, right = _split(case.ours).as_dict(), _split(case.theirs).as_dict()
        return {field for field in left if left[field] != right[field]} - {"authority", "host_kind"} == set(fields)

    return differs


def _has_noncharacter(text: str) -> bool:
    return any(ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF for char in text)


def _is_relative_special(case: Case) -> bool:
    """Return whether a special scheme comes without two slashes: they read an authority, or resolve."""
    match = re.match(r"\s*([A-Za-z][A-Za-z0-9+.-]*):(.*)", _stripped(case.text), re.DOTALL)
    return match is not None and match[1].lower() in _SPECIAL and not match[2].startswith("//")


def _slashes(case: Case) -> bool:
    """Return whether a special authority begins after more than two slashes, or after backslashes."""
    after = re.sub(r"^\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?", "", _stripped(case.text))
    start = re.match(r"[/\\]*", after)
    return (
        _scheme(case) in _SPECIAL
        and start is not None
        and (len(start[0]) > (3 if _scheme(case) == "file" else 2) or "\\" in start[0])
    )


def _decoded_again(url: str) -> str:
    """Return a URL with the triplets written as they would be if nothing but delimiters needed it."""
    return unescape(url.replace("%25", "%")).decode("utf-8", "surrogateescape")


def _is_opaque(case: Case) -> bool:
    base = _split(case.base)
    return base.authority is None and not (base.path or "").startswith("/")


def _has_drive(case: Case) -> bool:
    return any(_DRIVE.search(_stripped(text)) for text in (case.text, case.base or "")) and _scheme(case) == "file"


def _begins_with_colon(case: Case) -> bool:
    """Return whether the first segment has a colon, and what is before it is not a scheme."""
    text = _stripped(case.text).strip()
    return _split(text).scheme is None and re.match(r"[^/\\?#]*:", text) is not None


# What the WHATWG takes from the ends: C0 controls and space.
_CONTROLS = "".join(map(chr, range(0x21)))

Causes = Sequence[tuple[str, Callable[[Case], bool]]]

CAUSES: dict[str, Causes] = {
    WE_REFUSE: (
        ("noncharacters, which no grammar has", lambda case: _has_noncharacter(case.text)),
        (
            "control characters at the ends, which they trim",
            lambda case: case.text.strip() != case.text.strip(_CONTROLS),
        ),
        ("a first segment with a colon, and no scheme", _begins_with_colon),
        ("brackets outside of an IP literal", lambda case: bool(re.search(r"[\[\]]", case.text))),
        ("a second “@” in the authority", lambda case: (_split(case.text).authority or "").count("@") > 1),
        ("a percent sign in a host", lambda case: "%" in (_split(case.text).host or "")),
    ),
    THEY_REFUSE: (
        ("relative, and no base: we keep it", lambda case: case.base is None and _result(case).scheme is None),
        ("the base has an opaque path: we resolve", lambda case: case.base is not None and _is_opaque(case)),
        ("a special scheme without a host", lambda case: _result(case).scheme in _SPECIAL and not _host(case)),
        ("another scheme, and a user or port without a host", lambda case: not _host(case)),
        ("a port in a URL of file", lambda case: _result(case).scheme == "file" and _result(case).port is not None),
        (
            "a port over 65535",
            lambda case: (_result(case).port or "").isdigit() and int(_result(case).port or "0") > 65535,
        ),
        (
            "a host whose last label is a number, and that is not an IPv4 address",
            lambda case: _looks_like_ipv4(_host(case)),
        ),
        ("forbidden characters in a host, or percent-encoded there", lambda case: "%" in _host(case)),
        ("a backslash in the host of another scheme", lambda case: "\\" in case.text and _scheme(case) not in _SPECIAL),
    ),
    OTHERWISE: (
        ("a special scheme without two slashes", _is_relative_special),
        ("a drive letter, which stays the first segment of a file", _has_drive),
        ("more slashes, or backslashes, before a host", _slashes),
        ("a backslash in another scheme", lambda case: "\\" in case.text and _scheme(case) not in _SPECIAL),
        ("an IPv4 address in another form", lambda case: _differ("host")(case) and _looks_like_ipv4(_host(case))),
        ("an IPv6 address in another form", lambda case: _host(case).startswith("[")),
        ("percent-encoding in a host", lambda case: "%" in (_split(case.text).host or "") or "%" in _host(case)),
        (
            "an empty user or password",
            lambda case: _split(case.ours).userinfo != _split(case.theirs).userinfo and _differ("userinfo")(case),
        ),
        (
            "the default port of a scheme that they do not know",
            lambda case: _split(case.ours).port is None and _differ("port")(case),
        ),
        ("a port with leading zeros", _differ("port")),
        ("the case of hexadecimal digits", _same_but(lambda url: _TRIPLET.sub(lambda match: match[0].upper(), url))),
        ("a “%” that begins no triplet, which stays", _same_but(lambda url: url.replace("%25", "%"))),
        ("characters that are encoded by one alone", _same_but(_decoded_again)),
    ),
}


def cause(case: Case) -> tuple[str, str]:
    """Return the kind of a difference and its cause; the kind alone, with "", where there is none."""
    if case.ours == case.theirs:
        return (BOTH_REFUSE if case.ours is None else SAME), ""
    kind = WE_REFUSE if case.ours is None else THEY_REFUSE if case.theirs is None else OTHERWISE
    return kind, next((words for words, holds in CAUSES[kind] if holds(case)), OTHER)


def counts(table: Iterable[Case]) -> Counter[tuple[str, str]]:
    """Return how many cases there are of each kind and cause."""
    return Counter(cause(case) for case in table)


def markdown(table: Sequence[Case]) -> str:
    """Return the table of counts as Markdown, each cause with its shortest example."""
    totals = counts(table)
    lines = [
        f"{len(table):,} cases.",
        "",
        "| | cause | cases | example | theirs | ours |",
        "|---|---|---:|---|---|---|",
    ]
    for kind in (SAME, BOTH_REFUSE, WE_REFUSE, THEY_REFUSE, OTHERWISE):
        keys = [(kind, words) for words in ("", *(words for words, _ in CAUSES.get(kind, ())), OTHER)]
        lines += [
            f"| {kind} | {key[1]} | {totals[key]} | {_example(table, key)} |"
            if key[1]
            else f"| {kind} | | {totals[key]} | | | |"
            for key in keys
            if totals[key]
        ]
    return "".join(f"{line}\n" for line in lines)


def _example(table: Iterable[Case], wanted: tuple[str, str]) -> str:
    short = min((case for case in table if cause(case) == wanted), key=lambda case: len(case.text + (case.base or "")))
    by = "" if short.base is None else f" by {_code(short.base)}"
    return f"{_code(short.text)}{by} | {_code(short.theirs)} | {_code(short.ours)}"


def _code(text: str | None) -> str:
    if text is None:
        return "–"
    shown = text.encode("unicode_escape").decode() if not text.isprintable() else text
    shown = shown if len(shown) <= 60 else f"{shown[:59]}…"
    shown = shown.replace("|", "\\|")
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`" if shown else "the empty string"


def data_file() -> Path:
    """Return where the file is expected: the folder of IRIGRAMMAR_DATA, or `shared/data` beside the checkout."""
    folder = os.environ.get("IRIGRAMMAR_DATA")
    return Path(folder or ROOT.parent / "shared" / "data") / NAME


def main() -> int:
    parser = argparse.ArgumentParser(description="Count what the WHATWG's parser does otherwise, by cause.")
    parser.add_argument("file", type=Path, nargs="?", default=data_file())
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="write the table into docs/explanation/browsers.md")
    what.add_argument("--check", action="store_true", help="exit 1 where it has another table")
    options = parser.parse_args()
    if not options.file.is_file():
        parser.error(f"{options.file.name} is not there; name it, or its folder in IRIGRAMMAR_DATA")
    rendered = markdown(cases(options.file))
    text = PAGE.read_text(encoding="utf-8")
    written = BLOCK.sub(lambda _: rendered, text)
    if options.write:
        PAGE.write_text(written, encoding="utf-8", newline="\n")
    elif not options.check:
        print(rendered, end="")
    elif written != text:
        print("docs/explanation/browsers.md has another table: run python tools/wpt.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

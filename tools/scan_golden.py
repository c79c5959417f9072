"""Write or check the golden reports of `tests/golden/scan/`.

Each format reports the same findings.

    python tools/scan_golden.py --write    write what the formats say now
    python tools/scan_golden.py --check    exit 1, naming the files, where they say something else

Read what came out: a golden text is only as good as its reader.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from irigrammar.masking import Masked  # noqa: E402
from irigrammar.report.record import Artifacts, Record  # noqa: E402  # the checkout's own, not another
from irigrammar.scan.found import Found, Summary, edits_between  # noqa: E402
from irigrammar.scan.reporters.formats import scan_reporter  # noqa: E402
from tools.writing import parser, update  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "scan"
NAMES = {
    "text": "text.txt",
    "concise": "concise.txt",
    "json": "report.json",
    "jsonl": "report.jsonl",
    "sarif": "report.sarif",
    "junit": "junit.xml",
    "github": "github.txt",
    "gitlab": "gitlab.json",
}
NOTE = "Written by: python tools/scan_golden.py --write\n\nWhat each format of `iri scan` says of the same findings.\n"


def finding_of(
    path: str | None,
    source: str,
    text: str | None,
    code: str,
    name: str,
    message: str,
    *,
    place: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None),
    severity: str = "error",
    section: str | None = None,
    production: tuple[str, str] | tuple[None, None] = (None, None),
    offset: int | None = None,
    what: str = "",
    fix: str | None = None,
) -> Found:
    """Return a finding; `place` is line, column, end line, end column."""
    line, column, end_line, end_column = place
    grammar, rule = production
    record = Record(
        path, line, column, end_line, end_column, code, severity, message, text, grammar, rule, section, offset
    )
    print_of = hashlib.sha256(f"{code}\0{text}\0{what}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
    changes = () if fix is None or text is None else edits_between(text, fix)
    return Found(record, name, Masked(source, ()), what, fix, changes=changes, fingerprint=print_of)


def no_match(path: str, line: int, source: str, text: str, offset: int, **more: object) -> Found:
    """Return a fault of the grammar in a text; `place` is needed where a line does not contain it unchanged."""
    column = source.find(text) + offset + 1
    char = text[offset : offset + 1]
    fields: dict[str, object] = {
        "message": f"U+{ord(char):04X} is not allowed in isegment" if char else "the string ends too early",
        "place": (line, column, line, column + len(char)),
        "section": "RFC 3987, section 2.2",
        "production": ("rfc3987", "IRI-reference"),
        "offset": offset,
        **more,
    }
    message = str(fields.pop("message"))
    return finding_of(path, source, text, "F000", "no-match", message, **fields)  # type: ignore[arg-type]  # as given


FINDINGS = (
    no_match(
        "docs/page.html",
        12,
        '\t\t<a href="http://b c/">here</a>',
        "http://b c/",
        8,
        message="U+0020 SPACE is not allowed in ireg-name",
        what="href of a",
        fix="http://b%20c/",
    ),
    # Wide characters, a combining mark, right-to-left characters and a format character before the fault.
    no_match("docs/page.html", 13, "見よ http://例え/e\u0301 [終", "http://例え/e\u0301 [終", 12),
    no_match("docs/page.html", 14, "http://אב/\u202eג<x", "http://אב/\u202eג<x", 12),
    # The end of the text, of the line; no text at all.
    no_match("docs/page.html", 15, "see http://[::1", "http://[::1", 11),
    no_match(
        "docs/page.html",
        16,
        '<img src="">',
        "",
        0,
        message="the string ends too early",
        place=(16, 11, 16, 11),
        what="src of img",
    ),
    # A whole identifier that is not an error, in a line too long to be shown.
    finding_of(
        "docs/page.html",
        f"{'x' * 300} HTTP://example.org/{'y' * 40} {'z' * 300}",
        f"HTTP://example.org/{'y' * 40}",
        "R005",
        "upper-case-scheme",
        'the scheme is written "HTTP"; lower case is its usual form',
        place=(17, 302, 17, 306),
        severity="advice",
        section="RFC 3986, 3.1",
        offset=0,
        fix=f"http://example.org/{'y' * 40}",
    ),
    # Over several lines; written with escapes.
    no_match(
        "docs/more.ttl",
        3,
        "<http://example.org/a",
        "http://example.org/a\nb",
        20,
        message="U+000A (control character) is not allowed in isegment",
        place=(3, 22, 4, 1),
        production=("rfc3987", "IRI"),
        what="IRIREF",
    ),
    no_match(
        "docs/more.ttl",
        5,
        "<http://example.org/\\u0020b> a <x:y> .",
        "http://example.org/ b",
        19,
        message="U+0020 SPACE is not allowed in isegment",
        place=(5, 21, 5, 27),
        production=("rfc3987", "IRI"),
        what="IRIREF",
        fix="http://example.org/%20b",
    ),
    # What JSON, XML, URIs, properties of commands and links of SARIF have for themselves.
    no_match("docs/a b, 100%: [é]#?.md", 1, "[x](http://h/{0}](1)%0A::<&\"']]>)", "http://h/{0}](1)%0A::<&\"']]>", 9),
    no_match("docs\\win,dows.html", 2, "a\x00\x1b:b\ufffe", "a\x00\x1b:b\ufffe", 1),
    finding_of(
        "./docs/bytes-\udcff.txt",
        "http://h/\udce9",
        "http://h/\udce9",
        "S002",
        "not-in-charset",
        "byte 0xE9 is not utf-8",
        place=(1, 10, 1, 11),
        offset=9,
    ),
    finding_of("/outside/gone.html", "", None, "S003", "unreadable", "the file is not there"),
    finding_of(
        "docs/page.html",
        "<!-- iri: ignore[F000] -->",
        None,
        "S004",
        "unused-ignore",
        "nothing is ignored here",
        place=(18, 1, 18, 27),
        severity="warning",
    ),
    finding_of(None, "", "http://h/%7e", "Z001", "odd-thing", "nobody knows the code", severity="warning"),
)

SUMMARY = Summary(files=1_234, identifiers=56_789, unreadable=1, known=3, gone=1, fix_count=2)
for finding in FINDINGS:
    SUMMARY.count(finding)


def report(form: str) -> str:
    """Return what a format says of the findings."""
    parts: list[str] = []
    there = Artifacts(root="/project", here="/project", windows=False)
    reporter = scan_reporter(form, parts.append, artifacts=there, statistics=True, version="0.0.0")
    reporter.start()
    for finding in FINDINGS:
        reporter.add(finding)
    reporter.finish(SUMMARY)
    return "".join(parts)


def main() -> int:
    """Write or check; return the exit status."""
    texts = {"README.md": NOTE, **{name: report(form) for form, name in NAMES.items()}}
    return update({GOLDEN / name: text for name, text in texts.items()}, parser(__doc__).parse_args().write)


if __name__ == "__main__":
    sys.exit(main())

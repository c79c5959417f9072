"""Measure the rows of browsers, and write the table "Browsers today"."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from pathlib import Path

from tools.world.browsers.drive import Browser, Questions, browsers
from tools.world.peers.report import code
from tools.world.rows import ROOT, Row
from tools.writing import replaced

PAGE = ROOT / "docs" / "explanation" / "browsers.md"
MARK = "browsers-today"
REFUSED = "refused"
_LINK, _HOST = "a.href", "URL.hostname"  # all others are `new URL`, whose `href` is the result
_STANDARD = "whatwg-url"
_ABSENT = "–"


def measure(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return the rows as they are today, and the names of programs that are not installed, whose rows stay."""
    there, missing = browsers()
    today = datetime.datetime.now(tz=datetime.UTC).date()
    answers: dict[int, Row] = {}
    for browser in there:
        own = {number: row for number, row in enumerate(rows) if row.subject == browser.name}
        results = _results(browser, list(own.values()))
        for (number, row), result in zip(own.items(), results, strict=True):
            example = {**row.example, "result": result}
            answers[number] = row._replace(version=browser.version, example=example, date=today)
    return [answers.get(number, row) for number, row in enumerate(rows)], missing


def _results(browser: Browser, rows: list[Row]) -> list[str]:
    urls = [(row.example["input"], row.example.get("base")) for row in rows if row.operation != _LINK]
    links: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        if row.operation == _LINK:
            charset, base = row.example["charset"], row.example["base"]
            links.setdefault(charset, {}).setdefault(base, []).append(row.example["input"])
    answers = browser.ask(Questions(urls, links))
    parsed = iter(answers.urls)
    targets = {
        (charset, base): iter(texts) for charset, bases in answers.links.items() for base, texts in bases.items()
    }
    results = []
    for row in rows:
        if row.operation == _LINK:
            address = next(targets[row.example["charset"], row.example["base"]])
        else:
            parts = next(parsed)
            address = None if parts is None else parts[3 if row.operation == _HOST else 0]
        results.append(REFUSED if address is None else address)
    return results


def pages(rows: Sequence[Row]) -> dict[Path, str]:
    """Return the texts of the pages that are made of the rows."""
    return {PAGE: replaced(PAGE.read_text(encoding="utf-8"), MARK, table(rows))}


def table(rows: Sequence[Row]) -> str:
    """Return the table of the programs' answers, a row for each string and a column for each program."""
    subjects = list(dict.fromkeys(row.subject for row in rows))
    versions = {row.subject: row.version for row in rows}
    dates = sorted({row.date for row in rows})
    when = " to ".join(dict.fromkeys(date.isoformat() for date in (dates[0], dates[-1])))
    heads = [
        f"URL Standard ({name} {versions[name]})" if name == _STANDARD else f"{name} {versions[name]}"
        for name in subjects
    ]
    lines = [
        f"Seen on Debian 12, {when}. Other versions may differ: `python tools/world/run.py browsers --check` asks the",
        "programs that are installed.",
        "",
        f"| {' | '.join(['what', 'string', *heads])} |",
        "|---" * (len(subjects) + 2) + "|",
    ]
    answers: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        example = dict(row.example)
        base, charset = example.get("base"), example.get("charset")
        shown = code(_visible(example["input"])) + (f" by {code(base)}" if base else "")
        shown = f"host of {shown}" if row.operation == _HOST else f"{shown} in {charset}" if charset else shown
        answers.setdefault((row.condition, shown), {})[row.subject] = example["result"]
    for (condition, shown), results in answers.items():
        cells = (results.get(subject) for subject in subjects)
        written = (_ABSENT if cell is None else _shown(cell) for cell in cells)
        lines.append(f"| {' | '.join([condition, shown, *written])} |")
    return "".join(f"{line}\n" for line in ["", *lines, ""])


def _shown(result: str) -> str:
    return result if result == REFUSED else code(_visible(result)) if result else "none"


def _visible(text: str) -> str:
    r"""Return a text with what is not visible ASCII or a space as \u{HEX}."""
    return re.sub(r"[^ -~]", lambda match: f"\\u{{{ord(match[0]):X}}}", text)

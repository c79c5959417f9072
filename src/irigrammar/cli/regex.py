"""`iri regex`: regular expressions, proved against a rule or another one."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from irigrammar.automata.dfa import DEAD, counterexample
from irigrammar.cli.group import Group
from irigrammar.cli.options import Production, format_option, matcher_options
from irigrammar.cli.output import painter, say, show, write, write_lines
from irigrammar.errors import ExportError
from irigrammar.exports.registry import DIALECTS as NOTATIONS
from irigrammar.exports.registry import export
from irigrammar.exports.repair import Repair, smallest_repair
from irigrammar.files import read_regular
from irigrammar.language.regex.comparison import Comparison, compare_with_rule
from irigrammar.language.regex.reader import DIALECTS, LONGEST, from_regex
from irigrammar.matching.matcher import Matcher

_SHOWN = 5
_NAMES = ", ".join(DIALECTS)


def _fail() -> NoReturn:
    raise click.exceptions.Exit(1)


def read_pattern(name: str, option: str) -> str:
    """Return the pattern in a file, without the line end after it; "-" is standard input.

    Raises `click.BadParameter`, which names the option, for a file that cannot be read, is too large, or is not UTF-8.
    """
    limit = 4 * LONGEST  # bytes of a character
    try:
        data = sys.stdin.buffer.read(limit + 1) if name == "-" else read_regular(name, limit)
        return data.decode().removesuffix("\n").removesuffix("\r")
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError as error:
        reason = f"not UTF-8 at byte {error.start:,}"
    raise click.BadParameter(f"{name} cannot be read: {reason}", param_hint=option)


@click.command("check")
@click.argument("pattern", required=False)
@click.option(
    "--file",
    "file",
    metavar="FILE",
    help="Read the pattern from a file (- for standard input), without the line end after it.",
)
@click.option("--dialect", required=True, type=click.Choice(DIALECTS), help="Whose regular expression it is.")
@click.option("--flags", default="", metavar="LETTERS", help="The flags that it is used with, as i or im.")
@click.option(
    "--anchored", "is_anchored", is_flag=True, help="It is used to match whole strings, not to search in them."
)
@click.option("--fix", is_flag=True, help="Where they differ, print the rule in this dialect.")
@click.option("--show", "count", type=click.IntRange(0), default=_SHOWN, help=f"Strings to show ({_SHOWN}).")
@matcher_options
@format_option("text", "json")
def check_command(
    production: Production,
    pattern: str | None,
    file: str | None,
    dialect: str,
    flags: str,
    is_anchored: bool,
    fix: bool,
    count: int,
    form: str,
) -> None:
    """Test whether a regular expression accepts exactly the strings of a rule. The answer is proved on automata.

    Shown are the shortest strings that it accepts and the rule does not, and the other way round, for each part of the
    rule; the rules that nothing needs which it accepts; and the smallest part of the pattern, if there is one, that
    makes it equal with another one in its place.

    Exit status: 0 if they accept the same strings, 1 if not, 2 for a pattern that cannot be read or decided.
    """
    if (pattern is None) == (file is None):
        raise click.UsageError("give a pattern, or --file with one")
    notation = "ecmascript-utf16" if dialect == "ecmascript" and not {"u", "v"} & {*flags} else dialect
    if fix and notation not in NOTATIONS:
        raise click.UsageError(f"--fix: rules are not exported to {dialect}")
    text = read_pattern(file, "--file") if file is not None else pattern or ""
    rule = production.open()
    read = from_regex(text, dialect=dialect, flags=flags, anchored=is_anchored)
    comparison = compare_with_rule(read, rule)
    repair = smallest_repair(read, rule)
    export_text = None
    refusal = None
    if fix and not comparison:
        try:
            export_text = export(rule, notation)
        except ExportError as error:
            refusal = str(error)
    if form == "json":
        row = _row(comparison, rule, repair) | ({} if export_text is None else {"fix": export_text})
        write(json.dumps(row, indent=2) + "\n")
    else:
        write_lines(_lines(comparison, rule, count, is_empty=read.automaton.start == DEAD))
        if repair is not None:
            write_lines(_repair_lines(repair, text))
        if export_text is not None:
            write(f"{rule.rule} for {notation}:\n{export_text}\n")
    if refusal is not None:
        say(refusal)
    if not comparison:
        _fail()


def _name(rule: Matcher) -> str:
    return f"{rule.rule} of {rule.grammar.name}"


def _row(comparison: Comparison, rule: Matcher, repair: Repair | None) -> dict[str, Any]:
    """Return the object of a comparison, with the smallest repair of the pattern."""
    return {
        "equal": bool(comparison),
        "grammar": rule.grammar.name,
        "rule": rule.rule,
        "extra": [
            {"text": row.text, "code": row.fault.code, "message": row.fault.message, "offset": row.fault.offset}
            for row in comparison.extra
        ],
        "missing": [{"text": row.text, "with": row.rule or None} for row in comparison.missing],
        "absent": list(comparison.absent),
        "repair": repair and {"start": repair.start, "end": repair.end, "replacement": repair.replacement},
    }


def _repair_lines(repair: Repair, pattern: str) -> list[str]:
    """Return the lines of a repair."""
    part = show(pattern[repair.start : repair.end])
    other = "another one" if repair.replacement is None else show(repair.replacement)
    return [f"it is equal with {other}{' in place of ' if part else ''}{part} at offset {repair.start}"]


def _lines(comparison: Comparison, rule: Matcher, count: int, *, is_empty: bool) -> list[str]:
    """Return the lines of a comparison with a pattern, which may be an empty one."""
    paint = painter()
    if comparison:
        return [paint(f"equal: it accepts exactly {_name(rule)}", "valid")]
    lines = [paint(f"different from {_name(rule)}", "error")]
    if is_empty:
        lines.append("no text matches the pattern")
    rows = [(f"{_shown(row.text)}", f"{row.fault.code} {row.fault.message}") for row in comparison.extra]
    lines += _group("it accepts, and the rule does not:", rows, count)
    rows = [(_shown(row.text), f"with {row.rule}" if row.rule else "") for row in comparison.missing]
    lines += _group("the rule has, and it does not accept:", rows, count)
    if comparison.absent:
        lines.append(f"nothing that it accepts needs: {', '.join(comparison.absent)}")
    return lines


def _group(title: str, rows: Sequence[tuple[str, str]], count: int) -> list[str]:
    """Return a title and a row for each string, at most `count`; nothing where there are no rows."""
    if not rows:
        return []
    width = max(len(text) for text, _ in rows[:count]) if count else 0
    lines = [f"  {text:<{width}}  {words}".rstrip() for text, words in rows[:count]]
    more = len(rows) - count
    return [title, *lines, *([f"  and {more} more (--show {len(rows)})"] if more > 0 else [])]


def _shown(text: str) -> str:
    return show(text) or "(the empty string)"


@click.command("diff")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B", required=False)
@click.option("--dialect", "dialects", required=True, multiple=True, type=click.Choice(DIALECTS), help="Of A; of B.")
@click.option("--flags", "flags", multiple=True, metavar="LETTERS", help="Of A; of B.")
@click.option(
    "--anchored", "is_anchored", is_flag=True, help="They are used to match whole strings, not to search in them."
)
@format_option("text", "json")
def diff_command(
    first: str, second: str | None, dialects: tuple[str, ...], flags: tuple[str, ...], is_anchored: bool, form: str
) -> None:
    """Compare two regular expressions, or one in several dialects: do they accept the same strings? The answer is
    proved on automata, and shown by shortest strings.

    Exit status: 0 if they accept the same strings, 1 if not, 2 for a pattern that cannot be read or decided.
    """
    if second is None and len(dialects) < 2 and len(flags) < 2:
        raise click.UsageError("give two patterns, or one and --dialect twice")
    sides = max(2, len(dialects), len(flags))
    if second is not None and sides > 2:
        raise click.UsageError("two patterns have at most two dialects")
    rows = []
    for index in range(sides):
        pattern = first if index == 0 or second is None else second
        dialect, letters = _at(dialects, index), _at(flags, index)
        matcher = from_regex(pattern, dialect=dialect, flags=letters, anchored=is_anchored)
        rows.append((f"A in {dialect}" if index == 0 or second is None else f"B in {dialect}", letters, matcher))
    names = [f"{name} with {letters}" if letters else name for name, letters, _ in rows]
    own = rows[0][2].automaton
    others = [matcher.automaton for _, _, matcher in rows[1:]]
    pairs = [
        (name, counterexample(own, other), counterexample(other, own))
        for name, other in zip(names[1:], others, strict=True)
    ]
    if form == "json":
        objects = [
            {"a": names[0], "b": name, "equal": (only_a, only_b) == (None, None), "only_a": only_a, "only_b": only_b}
            for name, only_a, only_b in pairs
        ]
        write(json.dumps(objects, indent=2) + "\n")
    else:
        for name, only_a, only_b in pairs:
            if only_a is None and only_b is None:
                write(f"equal: {names[0]} and {name}\n")
            for owner, text in ((names[0], only_a), (name, only_b)):
                if text is not None:
                    write(f"only {owner}: {_shown(text)}\n")
    if any(only_a is not None or only_b is not None for _, only_a, only_b in pairs):
        _fail()


def _at(values: tuple[str, ...], index: int) -> str:
    """Return the value of a side: the last one where there are fewer, "" without any."""
    return values[min(index, len(values) - 1)] if values else ""


_COMMANDS = {
    "check": ("regex:check_command", "Test a pattern against a rule"),
    "diff": ("regex:diff_command", "Compare two patterns, or two dialects"),
}
command = Group({"Commands": _COMMANDS}, name="regex", help="Prove what a regular expression accepts.")

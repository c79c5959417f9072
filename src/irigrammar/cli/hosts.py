"""`iri hosts`: hosts by convention, and whether a URL may be fetched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import get_args

import click

from irigrammar.cli.group import Group
from irigrammar.cli.options import (
    choice_option,
    command_line,
    escaped_option,
    format_option,
    number_option,
    process_options,
    read_texts,
)
from irigrammar.cli.output import Rows, brief, painter, say, sheet, show, write, write_lines
from irigrammar.hosts import ConsensusProfile, HostReading, check_fetch, readings, why
from irigrammar.integrations.parsers import library_hosts
from irigrammar.language.disagreement import disagreement_suite
from irigrammar.text.caret import columns
from irigrammar.text.choices import unknown
from irigrammar.text.names import quoted
from irigrammar.trial.command import Command
from irigrammar.trial.hosts import HostTrial, read_host, run_host_trial


@click.command("show")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.option("--base", metavar="IRI", help="Resolve references without a scheme against this.")
@choice_option(
    "--profile",
    among=get_args(ConsensusProfile),
    default="strict",
    help="Who must agree: all readers, or RFC 3986 and RFC 3987 only on scheme and authority.",
)
@click.option("--libraries", is_flag=True, help="Show also what installed URL parsers read (urllib, yarl, httpx, ...).")
@format_option("text", "json", "jsonl")
@escaped_option
def show_command(
    texts: tuple[str, ...], base: str | None, profile: ConsensusProfile, libraries: bool, form: str
) -> None:
    """Show which host each convention reads from each TEXT, and whether all agree: RFC 3986, RFC 3987, the regular
    expression of RFC 3986 (appendix B), splitting at the first or the last @, a backslash as the end of the host, IDNA
    2003, IDNA 2008, UTS 46, Web Addresses, and the URL Standard; for connection URIs of PostgreSQL libpq, of MongoDB
    its clients.

    The part that a convention reads as the host is underlined. Agreement does not show where the name leads: its
    address can change, and a server can redirect.

    Exit status: 0 consensus on every TEXT, 1 not, 2 usage.
    """
    try:
        readings("", base=base)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    table = Rows(form, alone=len(texts) == 1, gap=True)
    is_agreement = True
    for argument in read_texts(texts):
        text = argument if isinstance(argument, str) else argument.decode(errors="surrogateescape")
        rows = readings(text, base=base) + (library_hosts(text) if libraries else ())
        reason = why(text, profile=profile, base=base)
        is_agreement &= reason is None
        row = {"text": text, "consensus": reason is None, "why": reason}
        table.add(row | {"readings": [asdict(reading) for reading in rows]}, _lines(text, rows, reason))
    table.finish()
    raise click.exceptions.Exit(0 if is_agreement else 1)


_READER = 19  # columns


def _lines(text: str, rows: tuple[HostReading, ...], reason: str | None) -> Iterator[str]:
    """Yield the lines of a text: marks below it for the hosts that readers take, the reading of each, and whether they
    agree.
    """
    paint, page = painter(), sheet()
    shown = page.show(text)
    yield f"  {shown or '(empty)'}"
    spans: dict[tuple[int, int], list[str]] = {}
    for reading in rows:
        if reading.start is not None and reading.end is not None:
            spans.setdefault((reading.start, reading.end), []).append(reading.reader)
    for (start, end), names in spans.items():
        before, width = columns(page.show(text[:start])), max(columns(page.show(text[start:end])), 1)
        yield f"  {' ' * before}{paint('^' * width, 'note')} {', '.join(names)}"
    yield ""
    for reading in rows:
        host = brief(reading.host, show) if reading.host is not None else ""
        port = "" if reading.port is None else f" port {reading.port}"
        user = "" if reading.user is None else f" user {page.show(reading.user)}"
        words = {"read": f"{host}{port}{user}", "none": "no host", "refused": f"refuses it: {reading.reason}"}
        role = {"read": "valid", "none": "faint", "refused": "warning"}[reading.verdict]
        yield f"  {reading.reader:<{_READER}}{paint(page.show(words[reading.verdict]), role)}"
    yield ""
    yield paint("consensus", "valid") if reason is None else f"{paint('no consensus', 'error')}: {page.show(reason)}"


@click.command("check")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.option("--base", metavar="IRI", help="Resolve references against this, as the Location of a redirect.")
@click.option(
    "--scheme",
    "schemes",
    multiple=True,
    default=("https", "http"),
    show_default=True,
    metavar="NAME",
    help="A scheme that is allowed (repeatable).",
)
@click.option(
    "--port", "ports", multiple=True, metavar="N|any", help="A port that is allowed; by default the scheme's."
)
@click.option("--deny", multiple=True, metavar="NAME|NETWORK", help="A name or network that is not (repeatable).")
@click.option("--userinfo", is_flag=True, help="Allow user information before the host.")
@click.option("--private", is_flag=True, help="Allow hosts that are not public.")
@format_option("text", "json", "jsonl")
@escaped_option
def check_command(
    texts: tuple[str, ...],
    base: str | None,
    schemes: tuple[str, ...],
    ports: tuple[str, ...],
    deny: tuple[str, ...],
    userinfo: bool,
    private: bool,
    form: str,
) -> None:
    """Decide whether a program may fetch each TEXT, and print the URL to give to its client: in ASCII, absolute, with a
    host that all programs read alike.

    A TEXT is refused, with the reason on standard error, if it has no host, a scheme or port that is not allowed, user
    information, a host that programs read differently, or one that is not public. What the name resolves to is not
    checked. iri check --fetch decides on each line of a file.

    Exit status: 0 all may be fetched, 1 some may not, 2 usage.
    """
    table = Rows(form, alone=len(texts) == 1)
    is_allowed = True
    for argument in read_texts(texts):
        text = argument if isinstance(argument, str) else argument.decode(errors="surrogateescape")
        try:
            verdict = check_fetch(
                text,
                schemes=schemes,
                ports="any" if "any" in ports else ports or None,
                public=not private,
                userinfo=userinfo,
                base=base,
                deny=deny,
            )
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        is_allowed &= bool(verdict)
        if form == "text" and verdict.url is None:
            say(f"{brief(text)}: refused: {sheet().show(str(verdict.reason))}")
            continue
        reason = None if verdict.reason is None else verdict.reason._asdict()
        row = {"text": text, "url": verdict.url, "host": verdict.host, "port": verdict.port, "reason": reason}
        table.add(row, [str(verdict.url)])
    table.finish()
    raise click.exceptions.Exit(0 if is_allowed else 1)


@click.command("suite")
@click.option("--exec", "line", metavar="CMD", help="The parser to test: a command, run without a shell.")
@click.option("--follows", metavar="READER", help="With --exec: the reader that it must follow on every string.")
@click.option(
    "--prefix", default="http:", show_default=True, metavar="TEXT", help="What all strings begin with; '' for anything."
)
@process_options
@number_option("--show", 5, "examples", least=0, help="Examples of the nearest reader.")
@format_option("text", "json")
def suite_command(
    line: str | None,
    follows: str | None,
    prefix: str,
    jobs: int,
    batch: int,
    timeout: float,
    max_troubles: int,
    examples: int,
    form: str,
) -> None:
    """Write the strings on which conventions read different hosts; with --exec, find out which one a parser follows.

    For each two readers whose host is a regular function of the string there are, in each direction, the shortest
    strings through each state of the automaton of their disagreement. Without --exec each is written with what every
    reader reads from it, as JSON Lines.

    A command given with --exec reads one JSON string per line from its standard input and writes for each, to its
    standard output, the host that it reads as a JSON string, or `null` where it reads none or refuses the string. It is
    started once for each batch.

    Exit status: 0 it follows a reader (the one named with --follows) on every string, 1 it does not, 2 usage, or it
    cannot be started.
    """
    texts = disagreement_suite(prefix)
    if line is None:
        if follows is not None:
            raise click.UsageError("--follows needs --exec")
        for text in texts:
            read = {reading.reader: reading.host for reading in readings(text)}
            write(json.dumps({"text": text, "hosts": read}) + "\n")
        return
    if follows is not None:
        names = [reading.reader for reading in readings("")]
        if follows not in names:
            raise click.BadParameter(unknown("reader", follows, names), param_hint="--follows")
    command = Command(command_line(line), jobs=jobs, seconds=timeout, failures=max_troubles, read=read_host)
    trial = run_host_trial(texts, command, batch=batch)
    if form == "json":
        write(json.dumps(asdict(trial) | {"follows": trial.follows}, indent=2) + "\n")
    else:
        write_lines(_trial_lines(trial, examples))
    raise click.exceptions.Exit(0 if follows in trial.follows or (follows is None and trial.follows) else 1)


def _trial_lines(trial: HostTrial, examples: int) -> Iterator[str]:
    """Yield how far an implementation follows each reader, its failures, and where it leaves the nearest reader: of
    both at most `examples`.
    """
    paint, page = painter(), sheet()
    yield f"{trial.strings:,} strings given to {page.show(trial.implementation)}"
    yield ""
    yield f"  {'':<{_READER}}{'same':>6}{'other':>8}{'more':>6}{'fewer':>7}"
    for row in trial.readers:
        other, more, fewer = row.kinds
        counts = f"{row.same:>6,}{other:>8,}{more:>6,}{fewer:>7,}"
        yield f"  {row.reader:<{_READER}}" + (counts if row.others else paint(counts, "valid"))
    yield ""
    for text, failure in trial.failures[:examples]:
        yield paint(f"  {page.show(text)}  {failure.kind}: {page.show(failure.detail)}", "error")
    if trial.stopped:
        yield paint(trial.stopped, "error")
    if trial.follows:
        yield paint(f"it follows {' and '.join(trial.follows)} on every string", "valid")
        return
    yield paint("it follows no reader on every string", "error")
    for nearest in trial.readers[:1]:
        for other_host in nearest.others[:examples]:
            pair = (other_host.host, other_host.reader)
            own, theirs = ("no host" if host is None else quoted(host) for host in pair)
            yield f"  {page.show(other_host.text)}  it reads {page.show(own)}, {nearest.reader} {page.show(theirs)}"


_COMMANDS = {
    "check": ("hosts:check_command", "Decide whether a program may fetch a URL"),
    "show": ("hosts:show_command", "Show which host each convention reads"),
    "suite": ("hosts:suite_command", "Strings on which readers disagree"),
}
command = Group(
    {"Commands": _COMMANDS},
    default="show",
    name="hosts",
    help="Decide which URLs a server may fetch; show which host each convention reads.\n\n"
    "`iri hosts TEXT` is `iri hosts show TEXT`.",
)

"""`iri hosts`: which host each convention reads from a string."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import get_args

import click

from irigrammar.cli.options import escaped_option, format_option, read_texts
from irigrammar.cli.output import Rows, brief, painter, sheet, write
from irigrammar.integrations.parsers import library_hosts
from irigrammar.processing.consensus import ConsensusProfile, HostReading, hosts, why
from irigrammar.text.caret import columns


@click.command("hosts")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.option("--base", metavar="IRI", help="Resolve references without a scheme against this.")
@click.option(
    "--profile",
    default="strict",
    show_default=True,
    type=click.Choice(get_args(ConsensusProfile)),
    help="Who must agree: all readers, or RFC 3986 and RFC 3987 only on scheme and authority.",
)
@click.option("--libraries", is_flag=True, help="Show also what installed URL parsers read (urllib, yarl, httpx, ...).")
@format_option("text", "json", "jsonl")
@escaped_option
def command(
    texts: tuple[str, ...], base: str | None, profile: ConsensusProfile, libraries: bool, form: str, escaped: bool
) -> None:
    """Show which host each convention reads from each TEXT, and whether all agree: RFC 3986, RFC 3987, the regular
    expression of RFC 3986 (appendix B), splitting at the first or the last @, a backslash as the end of the host, Web
    Addresses, and the URL Standard.

    The part that a reader takes for the host is underlined. Agreement says nothing of where the name leads: a name may
    have another address tomorrow, and a server may redirect.

    Exit status: 0 consensus on every TEXT, 1 not, 2 usage.
    """
    try:
        hosts("", base=base)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    rows = Rows(form, alone=len(texts) == 1)
    agreed = True
    for number, argument in enumerate(read_texts(texts, escaped)):
        text = argument if isinstance(argument, str) else argument.decode(errors="surrogateescape")
        readings = hosts(text, base=base) + (library_hosts(text) if libraries else ())
        reason = why(text, profile=profile, base=base)
        agreed &= reason is None
        if form == "text":
            write("\n" * bool(number) + "".join(f"{line}\n" for line in _lines(text, readings, reason)))
        else:
            row = {"text": text, "consensus": reason is None, "why": reason}
            rows.add(row | {"readings": [asdict(reading) for reading in readings]})
    rows.finish()
    raise click.exceptions.Exit(0 if agreed else 1)


_READER, _HOST = 19, 28  # columns


def _lines(text: str, readings: tuple[HostReading, ...], reason: str | None) -> Iterator[str]:
    """Yield a text with what readers take for the host below it, what each reads, and whether they agree."""
    paint, page = painter(), sheet()
    shown = page.show(text)
    yield f"  {shown or '(empty)'}"
    spans: dict[tuple[int, int], list[str]] = {}
    for reading in readings:
        if reading.start is not None and reading.end is not None:
            spans.setdefault((reading.start, reading.end), []).append(reading.reader)
    for (start, end), names in spans.items():
        before, width = columns(page.show(text[:start])), max(columns(page.show(text[start:end])), 1)
        yield f"  {' ' * before}{paint('^' * width, 'note')} {', '.join(names)}"
    yield ""
    for reading in readings:
        host = brief(reading.host) if reading.host is not None else ""
        port = "" if reading.port is None else f" port {reading.port}"
        user = "" if reading.user is None else f" user {page.show(reading.user)}"
        words = {"read": f"{host}{port}{user}", "none": "no host", "refused": f"refuses it: {reading.reason}"}
        role = {"read": "valid", "none": "faint", "refused": "warning"}[reading.verdict]
        yield f"  {reading.reader:<{_READER}}{paint(page.show(words[reading.verdict]), role)}"
    yield ""
    yield paint("consensus", "valid") if reason is None else f"{paint('no consensus', 'error')}: {page.show(reason)}"

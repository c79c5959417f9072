"""`iri advise`: findings about valid identifiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import click

from irigrammar.advice.advise import findings, without_repeated
from irigrammar.advice.context import Context
from irigrammar.advice.registry import Selection, choose_rules
from irigrammar.advice.rule import PROFILES, SEVERITIES, Profile, fails
from irigrammar.cli.converting import Sources, source_options
from irigrammar.cli.options import choice_option, format_option, grammar_option, severity_levels
from irigrammar.cli.output import encoding as shown_in
from irigrammar.cli.output import mask, reporter, sheet, show, write, write_lines
from irigrammar.dataclass import replace
from irigrammar.faults.fault import NoMatch
from irigrammar.finding import Severity
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.reference import matchers
from irigrammar.report.pages import page, page_lines
from irigrammar.report.record import Record, fault_finding, fault_record, finding_record
from irigrammar.views.advice import as_lines, rule_lines, summary

_NEVER = "never"


@click.command("advise")
@source_options
@grammar_option()
@choice_option(
    "--profile",
    among=PROFILES,
    default="all",
    help="Rules for publishing identifiers, accepting them, minting IRIs for RDF, or all.",
)
@click.option("--select", multiple=True, metavar="CODE,...", help="Only these rules, by code or prefix of codes.")
@click.option("--ignore", multiple=True, metavar="CODE,...", help="Skip these rules, by code or prefix of codes.")
@click.option(
    "--severity", "severities", multiple=True, metavar="CODE=LEVEL", help="Other severity: error, warning or advice."
)
@choice_option(
    "--fail-on", among=[*SEVERITIES, _NEVER], default="warning", help="Exit with status 1 at this severity or above."
)
@format_option("text", "json", "jsonl")
@click.option("--show-secrets", is_flag=True, help="Show passwords in user information, instead of ***.")
@click.option("--explain", "explained_codes", multiple=True, metavar="CODE", hidden=True)
@click.option("--list", "is_list", is_flag=True, help="List the rules (of the profile, or selected).")
def command(
    sources: Sources,
    grammar: str | Grammar,
    profile: Profile,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severities: tuple[str, ...],
    fail_on: str,
    form: str,
    show_secrets: bool,
    explained_codes: tuple[str, ...],
    is_list: bool,
) -> None:
    """Advise on each TEXT that matches a grammar: characters, hosts, percent-encodings, ports, dot segments, scripts.

    Without TEXT, lines of standard input are read. A rule has at most one finding in a component, the first, which says
    how many more there are. Unless they are selected, H001 and R001 are reported only for the first TEXT of each host.
    Rules that no profile has, such as C017 (upper-case letters), have to be selected. A TEXT that does not match is an
    error with its F code, and the others are still checked. `iri rule CODE` explains a code.

    Exit status: 0 no finding of the severity --fail-on or above, 1 such findings, 2 usage or unreadable input.
    """
    try:
        rules = choose_rules(profile, _codes(select) if select else None, _codes(ignore), severity_levels(severities))
        pages = [page(code) for code in explained_codes]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if pages or is_list:
        for number, rule in enumerate(pages):
            write("\n" * (number > 0) + _encodable_text(page_lines(rule)))
        if is_list:
            write(_encodable_text(rule_lines(rule.code for rule, _ in rules)))
        return
    once = set[tuple[str, str]]() if not select else None
    counts = _advise(sources, matchers(grammar)[0], rules, form, fail_on, once, show_secrets=show_secrets)
    raise click.exceptions.Exit(1 if any(fails(severity, fail_on) for severity in counts) else 0)


def _advise(
    texts: Sources,
    matcher: Matcher,
    rules: Selection,
    form: str,
    fail_on: str,
    once: set[tuple[str, str]] | None,
    *,
    show_secrets: bool,
) -> Counter[Severity]:
    """Write the findings for each text, then the sums (as text not for one text alone); return how many findings of
    each severity there are.

    The one finding for a text that does not match is its fault. A text fails from severity `fail_on` on. `once` has
    what was said once for a host, None where all is said.
    """
    report = reporter(form) if form != "text" else None
    page = sheet()
    counts: Counter[Severity] = Counter()
    failures = passes = 0
    for argument in texts.texts():
        text = argument
        records: list[Record]
        try:
            context = Context(text, matcher)
            text_findings = findings(context, rules)
            if once is not None:
                text_findings = without_repeated(text_findings, context.components.host, once)
            records = [finding_record(matcher, text, finding) for finding in text_findings]
        except NoMatch as error:
            text_findings = [fault_finding(matcher, error.fault)]
            records = [fault_record(matcher, text, error.fault, None, None)]
        if not show_secrets:
            text = mask(text)  # offsets are those of the original
            text_findings = [replace(row, fix=None if row.fix is None else mask(row.fix)) for row in text_findings]
            records = [record._replace(text=mask(record.text or "")) for record in records]
        counts.update(finding.severity for finding in text_findings)
        is_failing = any(fails(finding.severity, fail_on) for finding in text_findings)
        failures, passes = failures + is_failing, passes + (not is_failing)
        if report is not None:
            for record in records:
                report.add(record)
        elif text_findings:
            write_lines(as_lines(text, text_findings, page))
        elif texts.alone:
            write(f"{show(text) or '(empty)'}: no findings\n")
    if report is not None:
        report.finish(passes, failures, f"texts; invalid: with a finding of severity {fail_on} or above")
    elif not texts.alone:
        write(page.paint(summary({level: counts[level] for level in SEVERITIES}, failures + passes), "summary") + "\n")
    return counts


def _encodable_text(lines: Iterable[str]) -> str:
    """Return lines as one text, each with a line end, with escapes for characters that the output cannot encode."""
    text = "".join(f"{line}\n" for line in lines)
    return text.encode(shown_in(), "backslashreplace").decode(shown_in())


def _codes(arguments: Iterable[str]) -> list[str]:
    return [code.strip() for argument in arguments for code in argument.split(",")]

"""A user's program with the public names, for strict type checkers."""

from __future__ import annotations

import irigrammar
from irigrammar import Components, ConversionError, Fault, Fix, Grammar, Matcher, NoMatch
from irigrammar.html import hostport
from irigrammar.processing.trace import call_recording
from irigrammar.types import AuthorityChoice, Level, Step


def report(text: str, grammar: str | Grammar = "rfc3987") -> list[str]:
    """Return what there is to report of a text."""
    verdict = irigrammar.check(text, grammar=grammar)
    if verdict:
        return [f"{finding.code} {finding.message}" for finding in irigrammar.advise(text)]
    fault: Fault | None = verdict.fault
    assert fault is not None
    fixes: tuple[Fix, ...] = fault.fixes
    return [f"{fault.offset} {fault.found!r}", *(f"{fix.text} {fix.how} {fix.applicability}" for fix in fixes)]


def convert(text: str, level: Level = "syntax", authority: AuthorityChoice = "refuse") -> tuple[str, list[str]]:
    """Return a text as a normalized URI, and where the conversion deviates from a document."""
    steps: list[Step] = []
    uri = call_recording(steps, irigrammar.iri_to_uri, text, host="idna2008")
    traced = irigrammar.convert.traced(irigrammar.normalize, uri, level=level, authority=authority)
    steps += traced.steps
    return traced.result, [step.deviation.document for step in steps if step.deviation]


def host(text: str) -> tuple[str | None, str | None]:
    """Return the host of a reference and its kind, or the reason why there is none."""
    try:
        parts: Components = irigrammar.split(text)
        moved = parts.replace(host="example.org", port=None)
    except (NoMatch, ConversionError) as error:
        return str(error.args[0]), None
    return hostport(str(moved)), parts.host_kind


def many(texts: list[str]) -> list[bool]:
    """Return which texts are URIs."""
    matcher: Matcher = irigrammar.grammar("rfc3986")["URI"]
    return matcher.matches_many(texts)


def main() -> None:
    """Use each function."""
    own = Grammar.from_text('greeting = "hello" [ SP 1*ALPHA ]\n')
    print(report("hello  x", own), convert("http://résumé.example.org/"), host("//h:80"), many(["a:b", "é"]))


if __name__ == "__main__":
    main()

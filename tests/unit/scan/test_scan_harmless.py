"""Findings that are right by the letter, and that nobody would act on."""

from __future__ import annotations

import pytest

from irigrammar.advice.registry import chosen
from irigrammar.scan.checking import Checker, matcher_of
from irigrammar.scan.formats.items import Production

IRI = matcher_of(Production("rfc3987", "IRI"))
PICTURE = "data:image/svg%2Bxml;base64," + 2_500 * "A"


@pytest.mark.parametrize(
    ("text", "codes", "elsewhere"),
    [
        # Credentials of examples.
        ("redis://user:password@r.company.de/", [], []),
        ("amqp://guest:guest@r.company.de/", [], []),
        ("postgresql://a:b@x.company.de/", [], []),
        ("https://u:***@r.company.de/", [], []),
        ("https://u:sesam@www.example.com/", [], []),
        ("https://u:sesam@r.company.de/", ["R007"], ["R007"]),
        # The machine itself.
        ("http://localhost:8000/", [], ["H009"]),
        ("redis://127.0.0.1:6379/", [], ["H008", "R004"]),
        ("http://0.0.0.0/", [], ["H008"]),
        ("http://x.invalid/", [], ["H009"]),
        ("http://u:sesam@localhost/", [], ["H009"]),
        ("http://u:sesam@db/", ["R007"], ["R007"]),
        # A network of one's own, and names to be filled in.
        ("https://10.0.0.1:443/", [], ["H008", "R004"]),
        ("https://company.de:443/", ["R004"], ["R004"]),
        ("http://169.254.169.254/latest/meta-data/", [], ["H008"]),
        ("http://home.local/", [], ["H009"]),
        ("http://your_server.com/", [], ["H002"]),
        ("http://-a_b.com/", ["H002"], ["H002"]),
        ("http://a_b.-c.com/", ["H002"], ["H002"]),
        ("http://localhost:0/", ["R012"], ["H009", "R012"]),
        # Data.
        ("data:image/svg+xml,%3Csvg%3E%0A%3C/svg%3E", [], []),
        ("data:image/png;base64,iVBO Rw0K\n", [], []),
        ("data:image/png;base64,iVBO%0ARw0K", [], []),
        ("data:image/png;base64,iVBO |Rw0K", ["F094"], ["F094"]),
        ("data:text/plain;base64,SomeFileEncodedInBase64", [], []),
        ("data:text/plain;base64,SomeFileEncodedInBase6=", ["X017"], ["X017"]),
        ("data:text/plain,a b", ["F094"], ["F094"]),
        ("http://company.de/%0A", ["P007"], ["P007"]),
        (f"https://img.shields.io/badge/a-b?logo={PICTURE}", [], []),
        (f"https://company.de/?a={2_500 * 'A'}", ["R009"], ["R009"]),
        # Once is enough.
        ("http:/company.de/", ["R017"], ["R017"]),
        ("http:///company.de/", ["X003"], ["X003"]),
        ("http:http://company.de/", ["R018"], ["R018"]),
    ],
)
def test_what_is_reported_in_source_code_and_elsewhere(text: str, codes: list[str], elsewhere: list[str]) -> None:
    for local, expected in ((True, codes), (False, elsewhere)):
        findings = Checker(IRI, chosen("publish"), local=local).findings(text)
        assert sorted(finding.code for finding in findings if finding.severity != "advice") == expected

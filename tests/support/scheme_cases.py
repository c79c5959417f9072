"""Grammars of schemes against other projects' cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import irigrammar

# Rules of the cases -> grammar and rule.
RULES = {
    "URI-Template": ("rfc6570", "URI-Template"),
    "namestring": ("urn", "namestring"),
    "URN": ("urn", "namestring"),
    "UUID": ("urn", "UUID"),
    "oid-urn": ("urn", "oid-urn"),
    "ldapurl": ("ldap", "ldapurl"),
    "at-uri": ("at", "at-uri"),
    "data-url": ("data", "dataurl"),
    "did": ("did", "did"),
    "did-url": ("did", "did-url"),
    "geo-URI": ("geo", "geo-URI"),
    "telephone-uri": ("tel", "telephone-uri"),
    "xmppuri": ("xmpp", "xmppuri"),
    "pk11-URI": ("pkcs11", "pk11-URI"),
    "json-pointer": ("json-pointer", "json-pointer"),
    "relative-json-pointer": ("relative-json-pointer", "relative-json-pointer"),
    "SIP-URI": ("sip", "SIP-URI"),
    "SIPS-URI": ("sip", "SIPS-URI"),
    "mailtoURI": ("mailto", "mailtoURI"),
    "coap-URI": ("coap", "coap-URI"),
    "file-URI": ("file", "file-URI"),
    "http-URI": ("http", "http-URI"),
    "ftp-URI": ("ftp", "ftpurl"),
    "wss-URI": ("ws", "wss-URI"),
    "tagURI": ("tag", "tagURI"),
}

# Why a case is otherwise by the grammar where the project names no policy: the rule, what was expected, and a part of
# the input ("" for any).
REASONS = {
    ("geo-URI", "invalid", ";u=foo"): "the grammar reads it as a parameter, for a value of u may also be one",
    ("http-URI", "valid", "#"): "RFC 9110, 4.2.1: the rule has no fragment; it belongs to the reference",
    ("namestring", "invalid", "?+rcomponent?+"): "RFC 8141's r-component may have a question mark and a plus sign",
    ("namestring", "invalid", "urn:urn-0:"): "a rule in prose: RFC 8141, 5.2, has no informal namespace 0",
    ("namestring", "valid", "urn:example:/"): "RFC 8141, 2: the NSS begins with a pchar, which is no slash",
    ("xmppuri", "valid", "'"): "RFC 5122, 3.4: a value has no apostrophe and no commercial at",
    ("xmppuri", "valid", "jid="): "RFC 5122, 3.4: a value has no apostrophe and no commercial at",
    ("URI-Template", "valid", ""): "RFC 6570 leaves it to the processor",
}


def disagreements(rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], str | None]]:
    """Yield the cases that are otherwise by our grammar, each with the reason, None where none is known."""
    for row in rows:
        if row["rule"] not in RULES:
            continue
        grammar, rule = RULES[row["rule"]]
        if irigrammar.matches(row["input"], rule, grammar) != (row["expected"] == "valid"):
            known = (
                reason
                for (name, expected, part), reason in REASONS.items()
                if (name, expected) == (row["rule"], row["expected"]) and part in row["input"]
            )
            yield row, row.get("policy") or next(known, None)

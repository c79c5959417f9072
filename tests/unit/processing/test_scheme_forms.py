"""Normal forms and comparisons that the documents of schemes define."""

from __future__ import annotations

import pytest

from irigrammar import compare, normalize

# The reference, and its normal form by scheme.
FORMS = [
    ("URN:Example:a%2cB?+x#f", "urn:example:a%2CB?+x#f"),
    ("urn:UUID:F81D4FAE-7dec-11d0-a765-00a0c91e6bf6", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
    ("tel:+1-(212)-555;B=1;a=2;EXT=3-4", "tel:+1212555;ext=3-4;a=2;b=1"),
    ("tel:863-1234;phone-context=+1-914-555", "tel:8631234;phone-context=+1914555"),
    ("tel:7042;phone-context=Example.COM", "tel:7042;phone-context=example.com"),
    ("geo:048.20,-0016.370;u=40.0;crs=WGS84", "geo:48.2,-16.37;u=40"),
    ("geo:-0,0.0,-00.50", "geo:0,0,-0.5"),
    ("geo:90,50", "geo:90,0"),
    ("geo:1,-180;B=2;a=1", "geo:1,180;a=1;b=2"),
    ("geo:90,50;crs=other", "geo:90,50;crs=other"),
    ("sip:Alice@AtLanTa.CoM;Transport=TCP;lr?b=1&A=2", "sip:Alice@atlanta.com;lr;transport=tcp?a=2&b=1"),
    (
        "mailto:A@R\u00e9sum\u00e9.COM,b@XN--rsum-bpad.com?Subject=X",
        "mailto:A@r\u00e9sum\u00e9.com,b@r\u00e9sum\u00e9.com?subject=X",
    ),
    ("ldap://H/c=US??BASE?(objectClass=*)", "ldap://h/c=US"),
    ("ldap:///o=x?cn?SUB?(a=B)", "ldap:///o=x?cn?sub?(a=B)"),
    ("acct:A@B.org", "acct:A@b.org"),
    ("tel:+1-2#A", "tel:+12#A"),
    # Only letters of ASCII have a case there (RFC 3987, 5.3.2.1).
    ("mailto:a@b?\u0130B=x", "mailto:a@b?\u0130b=x"),
    ("acct:A@\xc9.COM", "acct:A@\xc9.com"),
    ("tel:+1-2;X=\xc9", "tel:+12;x=\xc9"),
    ("sip:A@B;\xc9X=1", "sip:A@b;\xc9x=1"),
    ("ldap://h/??SUB?(\xc9=1)", "ldap://h/??sub?(\xc9=1)"),
    # What does not match the grammar of its scheme stays.
    ("tel:1-2", "tel:1-2"),
    ("geo:01", "geo:01"),
]


@pytest.mark.parametrize(("text", "form"), FORMS)
def test_the_form_of_a_scheme(text: str, form: str) -> None:
    assert normalize(text, level="scheme") == form
    assert normalize(form, level="scheme") == form
    assert compare(text, form).rung in ("identical", "syntax", "scheme")


# Two references, and whether their scheme's document calls them equivalent; most are examples of the documents.
COMPARED = [
    ("urn:example:a123,z456", "URN:EXAMPLE:a123,z456", True),
    ("urn:example:a123,z456", "urn:example:a123,z456?+abc", True),
    ("urn:example:a123,z456", "urn:example:a123,z456?=xyz", True),
    ("urn:example:a123,z456", "urn:example:a123,z456#789", True),
    ("urn:example:a123,z456", "urn:example:a123,z456/foo", False),
    ("urn:example:a123,z456", "urn:example:a123%2Cz456", False),
    ("urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456", True),
    ("urn:example:a123,z456", "urn:example:A123,z456", False),
    ("urn:example:a123,z456", "urn:example:%D0%B0123,z456", False),
    ("tel:+1-201-555-0123", "tel:+12015550123", True),
    ("tel:+1;a=1", "tel:+1", False),
    ("geo:90,1", "geo:90.0,2", True),
    ("sip:a@b?\xc9=1", "sip:a@b?\xe9=1", False),
    ("acct:a@\xc9.com", "acct:a@\xe9.com", False),
    ("geo:1,180", "geo:1,-180", True),
    ("geo:1,2", "geo:1,2,0", False),
    ("geo:1,2", "geo:1,2;u=0", False),
    ("sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtLanTa.CoM;Transport=tcp", True),
    ("sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5", True),
    ("sip:carol@chicago.com;security=on", "sip:carol@chicago.com", True),
    ("sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off", False),
    (
        "sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com",
        "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com",
        True,
    ),
    (
        "sip:alice@a.com?subject=project%20x&priority=urgent",
        "sip:alice@a.com?priority=urgent&subject=project%20x",
        True,
    ),
    ("SIP:ALICE@AtLanTa.CoM;Transport=udp", "sip:alice@AtLanTa.CoM;Transport=UDP", False),
    ("sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", False),
    ("sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", False),
    ("sip:bob@biloxi.com", "sips:bob@biloxi.com", False),
    ("sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting", False),
    ("ldap://ldap.example.net", "ldap://ldap.example.net/", True),
    ("ldap://ldap.example.net", "ldap://ldap.example.net/?", True),
    ("ldap://h/?cn", "ldap://h/", False),
    ("mailto:a@\u00e9.org", "mailto:a@xn--9ca.org", True),
    ("mailto:A@e.org", "mailto:a@e.org", False),
    ("did:example:1", "DID:example:1", True),
]


@pytest.mark.parametrize(("first", "second", "same"), COMPARED)
def test_comparing_by_the_document_of_a_scheme(first: str, second: str, same: bool) -> None:
    assert compare(first, second, rung="scheme").equivalent is same
    assert compare(second, first, rung="scheme").equivalent is same


def test_what_is_ignored_in_comparisons_stays_in_the_normal_form() -> None:
    assert normalize("urn:example:a?+b?=c#d", level="scheme") == "urn:example:a?+b?=c#d"


def test_without_idna_domains_of_addresses_stay() -> None:
    assert normalize("mailto:a@XN--9ca.org", level="scheme", host="percent") == "mailto:a@XN--9ca.org"


@pytest.mark.parametrize("text", ["mailto:@%40tel:a", "mailto:@:%40"])
def test_what_follows_the_sign_of_an_address_may_be_no_host(text: str) -> None:
    assert normalize(text, level="scheme") == text

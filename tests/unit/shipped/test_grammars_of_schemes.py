"""The grammars of schemes, by shortest witnesses and by suites."""

from __future__ import annotations

import json
import re
from itertools import islice

import pytest
from places import ROOT, SHARED
from rows import in_one_test
from scheme_cases import RULES, disagreements

import irigrammar
from irigrammar import Grammar, language
from irigrammar.shipped.loader import entry, generic_names
from irigrammar.shipped.place import place_of

SCHEMES = [name for name in irigrammar.catalog() if name not in generic_names()]
STARTS = [(name, rule) for name in SCHEMES for rule in entry(name).start]


@in_one_test(
    ("name", "rule", "witness"),
    [
        ("tel", "telephone-uri", "tel:+0;a=["),
        ("geo", "geo-URI", "geo:0,0;a=["),
        ("sip", "SIP-URI", "sip:a;["),
        ("mailto", "mailtoURI", "mailto:a@%"),
        ("xmpp", "xmppuri", "xmpp:[::]"),
        ("pkcs11", "pk11-URI", "pkcs11:a=["),
        ("data", "dataurl", None),
        ("urn", "namestring", None),
        ("did", "did-url", None),
        ("http", "http-URI", None),
        ("ws", "wss-URI", None),
        ("coap", "coap-URI", None),
        ("tag", "tagURI", None),
        ("acct", "acctURI", "acct:a@[::]"),
    ],
)
def test_a_scheme_is_a_subset_of_uri_or_not(name: str, rule: str, witness: str | None) -> None:
    uri = irigrammar.grammar("rfc3986")["URI"]
    assert language.witness(irigrammar.grammar(name)[rule], uri) == witness


@in_one_test(
    ("name", "rule", "text"),
    [
        ("http", "https-URI", "https://example.org:443/a?b"),
        ("ws", "ws-URI", "ws://example.org/chat"),
        ("mailto", "mailtoURI", "mailto:a@example.org,b@example.org?subject=x&body=y"),
        ("data", "dataurl", "data:text/plain;charset=utf-8;base64,aGk="),
        ("urn", "namestring", "urn:example:a?+r?=q#f"),
        ("urn", "uuid-urn", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
        ("urn", "oid-urn", "urn:oid:1.3.6.1"),
        ("urn", "InformalNamespaceName", "urn-7"),
        ("file", "file-URI", "file:///etc/hosts"),
        ("file-nonstandard", "file-URI", "file:///c|/a"),
        ("tel", "telephone-uri", "tel:7042;phone-context=example.com"),
        ("sip", "SIP-URI", "sip:alice@example.com;transport=tcp?subject=x"),
        ("geo", "geo-URI", "geo:48.2010,16.3695,183;crs=wgs84;u=40"),
        ("ldap", "ldapurl", "ldap://h/o=X,c=US?mail?sub?(cn=a)?!e-x=1"),
        ("coap", "coaps-URI", "coaps://[2001:db8::2:1]/"),
        ("tag", "tagURI", "tag:timothy@hpl.hp.com,2001:web/externalHome"),
        ("did", "did-url", "did:example:123/path?service=a#k"),
        ("cid", "mid-url", "mid:960830.1639@XIson.com/partA.960830.1639@XIson.com"),
        ("acct", "acctURI", "acct:bob@example.com"),
        ("ni", "NI-URI", "ni:///sha-256;UyaQV-Ev4rdLoHyJJWCi11OHfrYv9E1aGQAlMO2X_-Q"),
        ("ftp", "ftpurl", "ftp://u:p@example.org/a/b;type=i"),
        ("about", "about-uri", "about:blank"),
        ("news", "newsURL", "news:comp.lang.*"),
        ("news", "nntpURL", "nntp://example.org/comp.lang.python/1"),
        ("xmpp", "xmppiri", "xmpp:jiři@čechy.example/v?message;body=x"),
        ("pkcs11", "pk11-URI", "pkcs11:token=x;id=%69?pin-source=file:/etc"),
        ("at", "at-uri", "at://did:plc:a/app.bsky.feed.post/3k"),
        ("ssh", "sshURI", "ssh://user;fingerprint=ssh-dss-c1-b1-30-29,a=b@host.example.com:2222/a"),
        ("ssh", "git-ssh-URI", "git+ssh://git@example.com:22/~u/a.git?ref=main#v1"),
        ("doi", "doi-URI", "doi:10.1002/(SICI)1097-4636(199823)43:4%3C371::AID-JBM1%3E3.0.CO;2-X"),
        ("postgresql", "postgresql-URI", "postgres://u:p:q@[::1]:5432,%2Ftmp/db?host=/tmp&options=-c%20a%3Db"),
        ("mongodb", "mongodb-URI", "mongodb://u:p%40@h1,%2Ftmp%2Fm.sock,[::1]:27017/db?w=1"),
        ("mongodb", "srv-URI", "mongodb+srv://u@cluster.example.com?retryWrites=true"),
        ("mysql", "mysql-URI", "mysqlx://u:@h:33060/s?socket=(/tmp/m.sock)"),
        ("json-pointer", "json-pointer", "/a~1b/0"),
        ("relative-json-pointer", "relative-json-pointer", "0-1/a~1b"),
        ("relative-json-pointer", "relative-json-pointer", "120#"),
        ("imap", "imapurl", "imap://u;AUTH=*@h:143/gray%20council;UIDVALIDITY=38/;UID=20/;SECTION=1.2"),
        ("imap", "imapurl", "imap://h/m/;UID=1;EXPIRE=2025-01-31T23:59:59Z;URLAUTH=submit+x:INTERNAL:" + "0" * 32),
        ("pop", "pop-url", "pop://rg;AUTH=+APOP@mail.example.com:110"),
        ("rtsp", "RTSP-URI", "rtsps://h.example/a;b/c?d"),
        ("urn", "namestring", "urn:example:a?+b??=c?=d"),
        ("rfc6874", "URI", "http://[fe80::1%25eth0]/"),
        ("text-fragment", "ValidTextDirective", "text=a-,b,c,-d"),
        ("curie", "safe-curie", "[dc:title]"),
        ("curie-rdfa", "safe-curie", "[dc:title]"),
        ("curie-rdfa", "curie", "swh:1:rev:309c"),
        ("curie-rdfa", "curie", "hgvs:NP_003997.1:p.Trp24Cys"),
        ("curie-rdfa", "curie", ":a/b?c#d"),
        ("json-schema", "schema-ref", "a.json#/a~1b~0/%7E1/%C3%A9"),
        ("json-schema", "schema-ref", "#a~b"),
        ("json-schema", "schema-id", "http://example.org/a#"),
        ("json-schema", "named-id", "#a"),
        ("npm", "git-url", "git+ssh://git@github.com:npm/cli.git#v1.0.27"),
        ("npm", "local-path", "file:../a b"),
    ],
)
def test_an_example_of_each_matches(name: str, rule: str, text: str) -> None:
    assert irigrammar.matches(text, rule, name)


def test_a_users_part_of_several_letters_does_not_match_as_rfc_7565_has_it() -> None:
    (erratum,) = entry("acct").errata
    published = Grammar.from_text(f"{erratum.rule} = {erratum.published}\n", extends="acct")
    assert not published["acctURI"].matches("acct:bob@example.com")
    assert published["acctURI"].matches("acct:b@example.com")


def test_rfc_3261_accepts_more_ipv6_addresses() -> None:
    older = 'hexpart = hexseq / hexseq "::" [ hexseq ] / "::" [ hexseq ]\nhexseq = hex4 *( ":" hex4)\n'
    rules = "".join(f"{erratum.rule} = {erratum.published}\n" for erratum in entry("sip").errata)
    published = Grammar.from_text(f"{rules}{older}hex4 = 1*4HEXDIG\n", extends="sip")["IPv6address"]
    assert published.matches("a")
    assert language.witness(irigrammar.grammar("rfc3986")["IPv6address"], published) == "::0.0.0.0"


def test_rules_of_other_documents_are_cited_as_such() -> None:
    rules = irigrammar.grammar("mailto").rules
    assert place_of(rules, rules["quoted-string"]).citation == "RFC 5322, section 3.2.1"
    assert place_of(rules, rules["addr-spec"]).citation == "RFC 6068, section 2"
    assert place_of(rules, rules["pct-encoded"]).citation == "RFC 3986, section 2.1"


@in_one_test("name", SCHEMES)
def test_each_erratum_says_what_is_used(name: str) -> None:
    rules = irigrammar.grammar(name).rules
    for erratum in entry(name).errata:
        same = Grammar.from_text(f"used = {erratum.used}\n", extends=name)
        assert language.equivalent(same["used"], irigrammar.grammar(name)[rules[erratum.rule].name])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "rule"), STARTS)
def test_the_engines_pass_the_suites_of_start_rules(name: str, rule: str) -> None:
    """Of the suite of a large automaton each seventh string."""
    matcher = irigrammar.grammar(name)[rule]
    every = 1 if matcher.automaton.states < 300 else 7
    for case in islice(language.suite(matcher, each="class"), 0, None, every):
        assert matcher.matches(case.text) is case.valid, case
        assert (matcher._tree.picks(case.text) is not None) is case.valid, case
        fault = matcher.check(case.text).fault
        assert (fault.offset if fault else None) == case.offset, case


def test_other_projects_cases_differ_for_reasons_that_are_known() -> None:
    file = SHARED.parent / "schemes" / "cases.jsonl"
    if not file.is_file():
        pytest.skip("the shared data is not beside this checkout")
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert {row["rule"] for row in rows} - {*RULES} == {"scim"}
    assert [row["input"] for row, reason in disagreements(rows) if reason is None] == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("urn", "urn:swrl#e", "the URN has no namespace-specific string (NSS)"),
        ("urn", "urn:a", "the URN has no namespace-specific string (NSS)"),
        ("mailto", "mailto:me@x@y", 'an e-mail address has only one "@"'),
        ("geo", "geo:48.2,x", '"x" is not allowed in the number'),
        ("tag", "tag:a@b,20:x", '":" is not allowed in the year'),
        ("curie", "swh:1:rev:309c", "the first segment after the prefix has no colon"),
        ("curie", "a::b", "the first segment after the prefix has no colon"),
        ("curie", ":a:b", "the first segment after the prefix has no colon"),
        ("curie", "3dmet:B00162", 'a prefix has letters, digits, "-", "." and "_", and a letter or "_" first'),
        ("curie", "a+b:c", 'a prefix has letters, digits, "-", "." and "_", and a letter or "_" first'),
        ("curie", "9 a:b", "a prefix has no spaces"),
        ("curie", "a:b c", "a reference cannot contain a space"),
        ("curie", "a b:c", "a prefix has no spaces"),
        ("curie-rdfa", "3dmet:B00162", 'a prefix has letters, digits, "-", "." and "_", and a letter or "_" first'),
        ("curie-rdfa", "a b:c", "a prefix has no spaces"),
        ("curie-rdfa", "http://example.com/", 'what follows the prefix does not begin with "//"'),
        ("curie-rdfa", "p://x:y", 'what follows the prefix does not begin with "//"'),
        ("curie", "p://x:y", '"y" is not a digit, and a port can contain only digits'),
    ],
)
def test_faults_are_in_the_words_of_the_scheme(name: str, text: str, message: str) -> None:
    fault = irigrammar.check(text, grammar=name).fault
    assert fault is not None
    assert fault.message == message


PAGE = (ROOT / "docs" / "reference" / "schemes.md").read_text(encoding="utf-8")


@in_one_test(("name", "rule", "text"), re.findall(r"^\| `(.+?)` \| `(.+?)` \| `(.+?)` \|", PAGE, re.MULTILINE))
def test_the_page_of_facts_has_the_shortest_strings(name: str, rule: str, text: str) -> None:
    uri = irigrammar.grammar("rfc3986")["URI"]
    assert language.witness(irigrammar.grammar(name)[rule], uri) == text.replace("\\|", "|")


def test_the_page_of_facts_names_every_start_rule_of_a_scheme_of_uris() -> None:
    rows = {*re.findall(r"^\| `(.+?)` \| `(.+?)` \|", PAGE, re.MULTILINE)}
    uri = irigrammar.grammar("rfc3986")["URI"]
    included = re.findall(r"`([\w-]+)`", PAGE.partition("Every string of these rules is a URI:")[2].partition("##")[0])
    for name, rule in STARTS:
        if rule in included and (name, rule) not in rows:
            assert language.witness(irigrammar.grammar(name)[rule], uri) is None
    assert {*included} <= {rule for _, rule in STARTS}


@in_one_test(
    ("text", "by_the_note", "by_rdfa"),
    [
        ("dc:title", True, True),
        (":a", True, True),
        ("p:", True, True),
        ("p:/x", True, True),
        ("p:?x#y", True, True),
        ("p://x", True, False),
        ("http://example.com/", True, False),
        ("swh:1:rev:309c", False, True),
        ("did:sov:WRfXPg8dantKVubE3HX8pw", False, True),
        ("mailto:a@b.example", True, True),
        ("title", True, False),
        ("", True, False),
        ("3dmet:B00162", False, False),
        ("a b:c", False, False),
        ("p:a#b#c", False, False),
    ],
)
def test_the_note_and_rdfa_differ_in_colons_hosts_and_terms(text: str, by_the_note: bool, by_rdfa: bool) -> None:
    assert irigrammar.matches(text, "curie", "curie") is by_the_note
    assert irigrammar.matches(text, "curie", "curie-rdfa") is by_rdfa
    assert irigrammar.matches(f"[{text}]", "safe-curie", "curie-rdfa") is by_rdfa


# The examples of Bioregistry 0.15.6 that do not match by the Note, 38 of 3,178: those that RDFa allows, and the others.
WITH_COLONS = """\
arraymap:icdom:8500_3
bgee.organ:EHDAA:2185
bgee.stage:HsapDO:0000004
biocyc:ECOLI:CYT-D-UBIOX-CPLX
cath.funfam:2.60.40.10:FF:003018
ddi.timezone:-12:00
did:sov:WRfXPg8dantKVubE3HX8pw
gramene.gene:GR:0080039
hgvs:NP_003997.1:p.Trp24Cys
hgvs:GRCh38(chr11):g.112088970del
hgvs:NC_000011.10(NM_001276503.2):c.169+998del
hgvs:NC_000011.10:g.112088970del
imgt.hla:A*01:01:01:01
impi:CHR5:180616994-180618769_ORF_1
kegg.environ:ev:E00032
kegg.genes:bsu:BSU01340
mzspec:PXD002255:ES_XP_Ubi_97H_HCD_349:scan:9617:LAEIYVNSSFYK/2
narcis:oai:cwi.nl:4725
nbn:urn:nbn:fi:tkk-004781
pennsieve:N:package:e3243db3-7986-488e-9a10-c7a0bfdcfe8a
ribocirc:dre_ribocircim:7151449_001
sisu:17:41223048
swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d
treebase:TB2:S1000
"""
NEITHER = """\
bel:9-1-1 Complex
bigg.metabolite:12dgr161[c]
brc.feature:fig|224308.179.peg.198
cabri:dsmz_mutz-id:ACC 291
hgvs:NG_012337.3(NM_003002.4):c.274G>T
hgvs:NG_012337.3(NM_003002.4):r.(274g>u)
leafsnap:Amelanchier laevis
nasaosdr.mission:Bion 11
nmpdr:fig|306254.1.peg.183
seed.role:Histidinol dehydrogenase (EC 1.1.1.23)
seed.role:Xylan oligosaccharide ABC transporter, substrate-binding component
smiles:CC2(C)C\\1CCC(C)/C=C/12
ucum:%
vipr:BeAn 70563
"""


@in_one_test("text", WITH_COLONS.splitlines() + NEITHER.splitlines())
def test_examples_of_a_registry_of_prefixes(text: str) -> None:
    fault = irigrammar.check(text, grammar="curie").fault
    assert fault is not None
    assert "scheme" not in fault.message
    assert irigrammar.matches(text, "curie", "curie-rdfa") is (text in WITH_COLONS.splitlines())

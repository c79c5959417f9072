"""What clients of schemes read otherwise than others."""

from __future__ import annotations

import pytest
from rows import in_one_test

from irigrammar._generated.world import CLIENTS
from irigrammar.grammars.rulelist import references
from irigrammar.matching.conditions import condition, rule_name
from irigrammar.matching.grammar import open_grammar
from irigrammar.processing.clients import SHARED
from irigrammar.schemes import client_readings

EXAMPLES = [(words, example) for rows in CLIENTS.values() for words, _, example, _ in rows]
# A URI of each scheme about which nothing is known.
ORDINARY = """\
postgresql://u:p@h.example:5432/db?application_name=a
mongodb://u:p@h.example:27017/db?appname=a
mysql://u:p@h.example:3306/db?charset=utf8
mysqlx://u:p@h.example:33060/db
redis://u:p@h.example:6379/1
amqp://u:p@h.example:5672/v
ldap://h.example:389/o=a?cn?sub?(cn=a)
ssh://u@h.example:22/p
sftp://u:p@h.example:22/p
ftp://u:p@h.example:21/p
s3://b/k
irc://h.example:6667/c
git+https://h.example/r
coap://h.example:5683/a?b=c
at://h.example/a.b.c/x
did:example:a/b?c=d#e
geo:1,2;u=3
info:lccn/2002022641
magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=a
nostr:npub1sn0wdenkukak0d9dfczzeacvhkrgz92ak56egt7vdgzn8pv2wfqqhrjdv9
otpauth://hotp/A:a?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=A&counter=0
bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=1.5&label=a
pkcs11:token=a;type=cert?pin-value=1
pkg:npm/a/b@1?q=x#s
sip:a@h.example:5060;transport=tcp?subject=a
swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;lines=1-2;path=/a
tel:+1-201-555-0123;ext=4
""".splitlines()


@in_one_test(("words", "example"), EXAMPLES)
def test_an_example_meets_its_condition(words: str, example: str) -> None:
    assert condition("clients", words).matches(example)
    assert words in [readings.condition for readings in client_readings(example)]


def test_conditions_and_rows_belong_together() -> None:
    rules = open_grammar("world/clients").rules
    used = {name for names in references(rules).values() for name in names}
    assert {rule_name(words) for words, _ in EXAMPLES} == {rule.name for rule in rules.own.values()} - used


@pytest.mark.parametrize("text", ORDINARY)
def test_nothing_is_known_of_an_ordinary_uri(text: str) -> None:
    assert client_readings(text) == ()


@pytest.mark.parametrize("text", ["", "a", "//h/1/2", "http://h/1/2", "x:redis://h/1/2", "redis:"])
def test_other_schemes_and_references_have_no_clients(text: str) -> None:
    assert client_readings(text) == ()


def test_facts_are_shared_by_schemes_that_clients_read_alike() -> None:
    assert client_readings("rediss://h/1/2") == client_readings("redis://h/1/2") != ()
    assert SHARED.keys().isdisjoint(CLIENTS)
    assert set(SHARED.values()) <= CLIENTS.keys()


@pytest.mark.parametrize(
    "text", ["mongodb+srv://a+b:p@h.e.example/", "ssh+git://u:p@h/p", "mysqlx://h:/db", "mysql://u:p@h/a/b"]
)
def test_facts_about_one_scheme_are_not_said_of_another(text: str) -> None:
    assert client_readings(text) == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("mongodb://a:b+c@h/", 'pymongo reads the password "b c"; libmongoc and mongodb (npm) read "b+c"'),
        ("redis://h/abc", 'redis-py reads no database; ioredis reads the database "NaN"; @redis/client refuses it'),
        ("redis://u:@h/1", "ioredis reads an empty password; redis-py and @redis/client read no password"),
    ],
)
def test_results_are_said_in_a_sentence_with_the_largest_group_last(text: str, sentence: str) -> None:
    (readings,) = client_readings(text)
    assert str(readings) == f"{readings.condition}: of {readings.example} {sentence}"

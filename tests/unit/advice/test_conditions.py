"""Conditions without which rules of advice find nothing."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar import advise
from irigrammar.advice.advise import findings
from irigrammar.advice.context import Context
from irigrammar.advice.quiet import decoded, is_ordinary
from irigrammar.advice.registry import rules
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.percent import decode

REFERENCE = irigrammar.grammar("rfc3987")["IRI-reference"]
MATCHERS = [REFERENCE, irigrammar.grammar("rfc3986").start, irigrammar.grammar("url-standard")["valid-URL"]]
CONDITIONAL = tuple((rule, rule.severity) for rule in rules() if rule.where)

_STARTS = """
http:// https:// HTTP:// http://example.org/ http://\u0440\u0444.\u0440\u0444/ http://\u05d0\u05d1.com/ // / http://u@e.org/
x: urn: mailto: file:// http: hxxp:// tel: data: urn:x-a: http%3A%2F%2F http://e.org? http://e.org# http://ja.e.org/wiki/
"""
_PIECES = """
http https ftp : / // ? # @ . .. ./ /../ %2e %2F %5C %2541 %7e %C3%A9 %c3%a9 %E9 %FF %E2%80%AE %00 %0A %20 %3a %22 %28
%29 %D7%90 %E2%80%9D [::1] 127.0.0.1 10.0.0.1 256.1.1 0x7f.1 :80 :0 :080 :443 :99999 u@ u:p@ example.com@ example.org
www.example.org localhost test.local EXAMPLE.ORG ex\u0430mple.org \u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444
\u0441\u043e\u043c.com r\u00e9sum\u00e9.org stra\u00dfe.de xn--9ca.org xn--a ab--c.org a- a_b.org a..b example.org.
\u4f8b\u3048.jp \u0e44\u0e17\u0e22.com \u05d0\u05d1.com a\u05d0 \u05d01 1\u05d0 cafe\u0301 \u0301 \ufb01 \uff41 \xad
\u200d \u202e \xa0 \u3000 \u2013 \u2215 \u3002 \ue000 \xb5 \u03c2 \u0661 \u0430 \u0431 a b B 1 0 l0l w0rd paypa1 1O1 )
( () (a) )( ' , ; ! * &amp; & = ?q=\u05d0 #1 a=b&c=d http://b.org %20http://c.org https: c:/a README.md a.html
java.lang/index.html _ ~ - + $ \u6f22 \uae00
"""
_TEXTS = st.builds(
    lambda start, pieces: start + "".join(pieces),
    st.sampled_from([*_STARTS.split(), ""]),
    st.lists(st.sampled_from(_PIECES.split()) | st.text(max_size=2), max_size=6),
)


@given(text=_TEXTS | st.from_regex(r"https?://[^/?#]{1,9}\.(org|com)/.{0,9}"))
@example(text="http://example.org/%2E1O1")
@example(text="h://\u05d0.org/\u05d0")
@example(text="http://e.org/" + "a" * 3_000)
def test_rules_find_nothing_without_a_condition(text: str) -> None:
    for matcher in filter(lambda matcher: matcher.matches(text), MATCHERS):
        every = _all_rules(text, matcher)
        assert findings(Context(text, matcher), CONDITIONAL) == every
        codes = {row.code for row in every if not next(rule for rule in rules() if rule.code == row.code).opt_in}
        assert not (codes and is_ordinary(matcher, text, advice=True))


def _all_rules(text: str, matcher: Matcher) -> list[irigrammar.Finding]:
    """Return the findings of all rules that have a condition, without asking for these."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("irigrammar.advice.advise._that_may_find", lambda _, selection: selection)
        return findings(Context(text, matcher), CONDITIONAL)


_IN_SCRIPTS = """
http://r\u00e9sum\u00e9.example.org/ros\u00e9
http://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/\u0441\u043b\u043e\u0432\u043e
http://\u4f8b\u3048.example.jp/\u5f15\u304d http://\ud55c\uad6d.kr/\uc704\ud0a4
https://el.example.org/\u03bb\u03cc\u03b3\u03bf\u03c2 https://hy.example.org/\u0562\u0561\u057c
https://he.example.org/\u05e9\u05dc\u05d5\u05dd https://ar.example.org/\u0633\u0644\u0627\u0645
https://th.example.org/\u0e42\u0e25\u0e01 https://ka.example.org/\u10ea\u10d0
https://am.example.org/\u1230\u120b\u121d https://zh.example.org/\u7ef4\u57fa_(\u767e\u79d1)
https://e.museum/Caf%C3%A9?q=%D1%81%D0%BB%D0%BE%D0%B2%D0%BE#%E7%99%BE /wiki/\u0441\u043b\u043e\u0432\u043e ../a/\u00e9
#\u00e9 ?q=\u05e9\u05dc\u05d5\u05dd
"""


@in_one_test("text", _IN_SCRIPTS.split())
def test_usual_texts_in_many_scripts_are_known_at_once(text: str) -> None:
    assert is_ordinary(REFERENCE, text, advice=True)
    assert advise(text) == []


def test_text_that_does_not_match_is_refused() -> None:
    with pytest.raises(irigrammar.NoMatch):
        advise("http://example.org/ b")


def test_profiles_that_name_rules_ask_for_their_conditions() -> None:
    assert [row.code for row in advise("/\u00e9", profile="rdf")] == ["R033"]
    assert [row.code for row in advise("http://example.org/%C3%A9", profile="rdf")] == ["P010"]


_ENCODED = ["%C3%A9", "%c3", "%A9", "%41", "%F0%9F%98%80", "%ED%A0%80", "a", "\u00e9", "%"]


@given(st.lists(st.sampled_from(_ENCODED)).map("".join))
def test_only_characters_beyond_ascii_are_decoded(text: str) -> None:
    assert decoded(text) == decode(text, lambda char: not char.isascii())

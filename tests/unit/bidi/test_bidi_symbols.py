"""The table of draft-ietf-iri-bidi-guidelines-03, appendix A, checked against the one that is computed."""

from __future__ import annotations

from irigrammar.bidi import symbols

# As the draft has it: code point, name, bidi class, and the first words of "IRI syntax".
DRAFT = """
# 0023 NUMBER SIGN = ET = gen-delims
/ 002F SOLIDUS = CS = gen-delims
: 003A COLON = CS = gen-delims
? 003F QUESTION MARK = ON = gen-delims
@ 0040 COMMERCIAL AT = ON = gen-delims
[ 005B LEFT SQUARE BRACKET = ON = gen-delims
] 005D RIGHT SQUARE BRACKET = ON = gen-delims
% 0025 PERCENT SIGN = ET = pcd-encoded
! 0021 EXCLAMATION MARK = ON = sub-delims
, 002C COMMA = CS = sub-delims
+ 002B PLUS SIGN = ES = sub-delims
$ 0024 DOLLAR SIGN = ET = sub-delims
( 0028 LEFT PARENTHESIS = ON = sub-delims
' 0027 APOSTROPHE = ON = sub-delims
) 0029 RIGHT PARENTHESIS = ON = sub-delims
* 002A ASTERISK = ON = sub-delims
; 003B SEMICOLON = ON = sub-delims
= 003D EQUALS SIGN = ON = sub-delims
& 0026 AMPERSAND = ON = sub-delims
. 002E FULL STOP = CS = unreserved
- 002D HYPHEN-MINUS = ES = unreserved
_ 005F LOW LINE = ON = unreserved
~ 007E TILDE = ON = unreserved
SP 0020 SPACE = WS = excluded, delim
" 0022 QUOTATION MARK = ON = excluded, delim
\\ 005C REVERSE SOLIDUS = ON = excluded, unwise
^ 005E CIRCUMFLEX ACCENT = ON = excluded, unwise
< 003C LESS-THAN SIGN = ON = excluded, delim
> 003E GREATER-THAN SIGN = ON = excluded, delim
` 0060 GRAVE ACCENT = ON = excluded, unwise
| 007C VERTICAL LINE = ON = excluded, unwise
{ 007B LEFT CURLY BRACKET = ON = excluded, delim
} 007D RIGHT CURLY BRACKET = ON = excluded, delim
"""

# Where the draft has a slip, or another word than draft-ietf-iri-3987bis-04, 7.3.
OURS = {
    "%": "pct-encoded",
    "{": "excluded, unwise",
    "}": "excluded, unwise",
    " ": "excluded, space",
    '"': "excluded, delimiter",
    "<": "excluded, delimiter",
    ">": "excluded, delimiter",
}


def test_the_drafts_table() -> None:
    wanted = {}
    for line in DRAFT.strip().splitlines():
        _, point, rest = line.split(" ", 2)
        name, kind, syntax = rest.split(" = ")
        char = chr(int(point, 16))
        wanted[char] = (char, name, kind, OURS.get(char, syntax))
    assert {symbol.char: tuple(symbol) for symbol in symbols()} == wanted
    assert len(symbols()) == 33


def test_those_of_one_kind_stand_together() -> None:
    kinds = [symbol.syntax for symbol in symbols()]
    assert [kind for index, kind in enumerate(kinds) if index == 0 or kinds[index - 1] != kind] == list(
        dict.fromkeys(kinds)
    )
    assert kinds[0] == "gen-delims"
    assert kinds[-1] == "excluded, unwise"

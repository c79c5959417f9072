"""Export to a file for re2c, which writes a matcher in C."""

from __future__ import annotations

from irigrammar.engines.compile import count_text
from irigrammar.exports.notation import Notation
from irigrammar.exports.rules import Terms, heading, reached_forms, snake_case
from irigrammar.matching.matcher import Matcher

_NOTATION = Notation("", "", outside="", inside=r"\]-^", code=lambda point: f"\\U{point:08X}", coded_chars='"')
_FRAME = """\
/* {heading}: re2c -8 --no-debug-info --encoding-policy fail FILE -o FILE.c

   int {name}_matches(const char *utf8, size_t length): 1 or 0; utf8[length] must be 0, as the end of a string is. */
#include <stddef.h>

int {name}_matches(const char *utf8, size_t length)
{{
  const unsigned char *YYCURSOR = (const unsigned char *)utf8, *YYLIMIT = YYCURSOR + length, *YYMARKER;
  /*!re2c
    re2c:define:YYCTYPE = "unsigned char";
    re2c:yyfill:enable = 0;
    re2c:eof = 0;
{rules}
    {name} {{ return YYCURSOR == YYLIMIT; }}
    * {{ return 0; }}
    $ {{ return {empty}; }}
  */
}}
"""


def re2c(matcher: Matcher) -> str:
    """Return C source for re2c with a function that says whether a string in UTF-8 matches, with a definition for each
    rule.

    Raises `GrammarError` for a rule that is recursive or cannot be compiled.
    """
    matcher.grammar._production(matcher.rule).with_marks(frozenset())  # refuses recursion
    forms = reached_forms(matcher, "re2c")
    order: dict[str, None] = {}
    rules = matcher.grammar.rules

    def define(name: str) -> None:  # a definition comes after those that it uses
        """Append a rule to the order, after the rules that it refers to."""
        for ref in rules.refs(rules[name]):
            target = rules.find(ref.name)
            if target is not None and target.name not in order:
                define(target.name)
        order.setdefault(name)

    define(matcher.rule)
    terms = Terms(
        lambda chars: _NOTATION.set_in_brackets(chars.ranges),
        snake_case,
        lambda text, low, high: text + count_text(low, high),
        '""',
    )
    lines = (f"    {snake_case(name)} = {terms.text(forms[name])};" for name in order)
    return _FRAME.format(
        heading=heading(matcher), name=snake_case(matcher.rule), rules="\n".join(lines), empty=int(matcher.matches(""))
    )

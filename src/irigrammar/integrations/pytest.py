"""An assertion that explains why a text does not match.

The options and fixtures are in `pytest_plugin`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from irigrammar.integrations._wanted import find

if TYPE_CHECKING:
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher

__all__ = ["assert_matches", "matcher"]


def matcher(rule: str | None = None, grammar: str | Grammar = "rfc3987") -> Matcher:
    """Return the matcher of a production, by default of the grammar's first start rule; the fixture `iri_matcher`.

    A grammar is one of the catalog by name, a file of ABNF by its path (with a separator, or ending in `.abnf`), or
    itself. Raises `UnknownGrammar`, `UnknownRule` and, for a file that cannot be read or is not ABNF, `GrammarError`.

    >>> matcher("port", "rfc3986").matches("80"), matcher().matches("//résumé.example.org/")
    (True, True)
    """
    return find(grammar, rule)


def assert_matches(text: str | bytes, rule: str | None = None, *, grammar: str | Grammar = "rfc3987") -> None:
    """Assert that a text matches a production as a whole; the message of the `AssertionError` is the explanation of
    `iri explain`: the place of the fault in code points from 0, the productions that are open there and their documents
    and sections, the expected characters, and texts nearby that match.

    `bytes` are read as strict UTF-8. `rule` and `grammar` are those of `matcher`, and so are the errors. It needs no
    pytest.

    >>> assert_matches("http://résumé.example.org/", "IRI")
    >>> assert_matches("8a", "port", grammar="rfc3986")
    Traceback (most recent call last):
        ...
    AssertionError: error[F061]: "a" is not a digit, and a port can contain only digits
    <BLANKLINE>
      8a
       ^ not a digit
    <BLANKLINE>
      rule       port = *DIGIT   RFC 3986, section 3.2.3
      checked    port   RFC 3986, section 3.2.3
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    held = matcher(rule, grammar)
    if held.matches(text):
        return
    from irigrammar.views.explanation import as_lines

    raise AssertionError("\n".join(as_lines(held, text)))

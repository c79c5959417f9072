"""Members that take an IRI reference and nothing else: the keywords of JSON-LD and of JSON Schemas; and patterns."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from irigrammar.matching.grammar import grammar
from irigrammar.scan.formats.items import Production
from irigrammar.scan.formats.placeholders import has_placeholder

_IRI_REFERENCE = Production("rfc3987", "IRI-reference")
_URI_REFERENCE = Production("rfc3986", "URI-reference")

# Members that hold regular expressions, as in JSON Schemas: these look like identifiers and are none.
PATTERNS = frozenset({"pattern", "regex", "regexp"})


class Keywords(NamedTuple):
    """Names of members with the production of their strings, those whose arrays count as well, what is let pass, and
    whether the names of members are read, too.
    """

    productions: Mapping[str, Production]
    arrays: frozenset[str]
    other: Callable[[str], bool]
    names: bool = False

    def production(self, key: str | None, text: str, in_array: bool) -> Production | None:
        """Return what a string of a member is held against, None for one that is no IRI reference here.

        >>> JSON_LD.production("@id", "a b", False)
        Production(grammar='rfc3987', rule='IRI-reference')
        >>> [JSON_LD.production("@id", text, False) for text in ("_:b0", "my_prefix:x", "@type", "{{ id }}")]
        [None, None, None, None]
        """
        if key is None or key not in self.productions or (in_array and key not in self.arrays):
            return None
        return None if has_placeholder(text) or self.other(text) else self.productions[key]


def is_compact(text: str) -> bool:
    """Tell whether what stands before the first colon of a text can only be a prefix: it is no path, and no scheme.

    >>> [is_compact(text) for text in ("_:b0", "my_prefix:x", ":x", "dbr:x", "a_b/c:d")]
    [True, True, True, False, False]
    """
    prefix, colon, _ = text.partition(":")
    return bool(colon) and not re.search(r"[/?#]", prefix) and not grammar("rfc3986")["scheme"].matches(prefix)


def _is_no_iri(text: str) -> bool:
    # Blank nodes, keywords, and compact IRIs whose prefix is no scheme (JSON-LD 1.1, 3.5 and 4.1.5).
    return bool(re.match(r"@[A-Za-z]+\Z", text)) or is_compact(text)


# JSON-LD 1.1, 9. @type and @vocab are not among them: they take terms, too, which may be any string.
JSON_LD = Keywords(
    dict.fromkeys(("@base", "@context", "@id", "@import"), _IRI_REFERENCE),
    frozenset({"@context"}),
    _is_no_iri,
    names=True,
)
# JSON Schema Core (2020-12), 8.
JSON_SCHEMA = Keywords(
    {
        **dict.fromkeys(("$dynamicRef", "$id", "$recursiveRef", "$ref"), _URI_REFERENCE),
        "$schema": Production("rfc3986", "URI"),
    },
    frozenset(),
    lambda _: False,
)

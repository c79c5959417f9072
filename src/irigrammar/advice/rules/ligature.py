"""A ligature stands in the text.

what        One character for several letters, as U+FB01 for "f" and "i", that Normalization Form KC takes apart.
why         It looks like the letters, and who types the identifier again will type those. A query that looks for
            words written with the ligature is the exception.
example     http://example.org/ﬁle
instead     http://example.org/file
see         draft-ietf-iri-3987bis-04, 8.5
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from irigrammar.advice.compatibility import kind_of, plain
from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, Rule
from irigrammar.advice.runs import kind_flaws
from irigrammar.text.names import character, quoted


def _says(char: str) -> str:
    return f"{character(char)} looks like {quoted(unicodedata.normalize('NFKC', char))}"


def _check(context: Context) -> Iterator[Flaw]:
    return kind_flaws(context, lambda char: kind_of(char) == "ligature", _says, plain)


RULE = Rule("C014", "ligature", "advice", "draft-ietf-iri-3987bis-04, 8.5", __doc__ or "", _check)

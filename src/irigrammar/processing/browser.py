"""Web Addresses with an authority that only browsers read.

The grammar has none there. What browsers read is modelled in `irigrammar.matching.browser` and compared in
`irigrammar.matching.authority`: below this package, because the fixes of faults are checked with them.
"""

from __future__ import annotations

from typing import get_args

from irigrammar.errors import ConversionError
from irigrammar.matching.authority import (
    authority_change,
    authority_of,
    read_in_browser,
    readings_by_grammar,
    without_white_space,
)
from irigrammar.matching.browser import is_special, read_url
from irigrammar.matching.grammar import grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components
from irigrammar.processing.choices import AuthorityChoice
from irigrammar.processing.trace import Trace, record
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

SECTION = "URL Standard, 4.4"

_CHOICES = get_args(AuthorityChoice)


def check_authority(authority: str) -> None:
    """Raise `ValueError` for an unknown choice.

    >>> check_authority("ignore")
    Traceback (most recent call last):
        ...
    ValueError: unknown authority 'ignore'; choose 'refuse', 'browser' or 'grammar'
    """
    check_choice("authority", authority, _CHOICES)


def needs_host(scheme: str | None) -> bool:
    """Return whether browsers refuse URLs of a scheme, in any case, that have no host: the special schemes except
    `file` (URL Standard, 4.4, host state).

    >>> [needs_host(scheme) for scheme in ("HTTP", "file", "urn", None)]
    [True, False, False, False]
    """
    scheme = (scheme or "").lower()
    return scheme != "file" and is_special(scheme)


def has_opaque_path(components: Components) -> bool:
    r"""Return whether browsers read the path of a reference as data: it has a scheme that is not special, no authority,
    and a path that does not begin with "/" (URL Standard, 4.4, scheme state).

    >>> web = grammar("web-address").start
    >>> [has_opaque_path(web.split(text)) for text in ("mailto:a", "a:\b", "a:/b", "foo://h", "http:a", "a")]
    [True, True, False, False, False, False]
    """
    if components.scheme is None or components.authority is not None or is_special(components.scheme.lower()):
        return False
    return not (components.path or "").startswith("/")


def has_hidden_authority(text: str, reference: Matcher) -> bool:
    r"""Return whether browsers read an authority in a text, and the grammar reads none there (URL Standard, 4.4).

    References are read with a base on http, absolute texts without a base. What only RFC 3987 reads is read by it.
    False where the reader of the text finds an authority that is not empty, where neither grammar matches, and where
    browsers refuse the text or find no host or an empty one.

    >>> web = grammar("web-address").start
    >>> [has_hidden_authority(text, web) for text in ("/\\evil.example", "http:/evil.example", "//h", "/a")]
    [True, True, False, False]
    """
    components = reference._splitter.split(text) or grammar("rfc3987").start._splitter.split(text)
    if components is None or components.authority:
        return False
    authority = authority_of(read_in_browser(text))
    return authority is not None and authority.host != ""


def browser_form(text: str, base: str | None = None) -> str:
    r"""Return a text in which the grammar reads the authority that browsers read, after two slashes; without a scheme
    if the text was relative to the base. The default base has the scheme http. Of a text in which browsers read no
    authority, only what follows the scheme is returned.

    >>> browser_form("/\\evil.example\\x"), browser_form("http:evil.example")
    ('//evil.example\\x', 'http://evil.example')
    >>> browser_form("http:evil.example", "http://h/")
    'evil.example'
    """
    read = read_in_browser(text) if base is None else read_url(text, read_url(base))
    if read.authority is None:
        return read.rest
    scheme = "" if read_url(text).scheme is None else f"{read.scheme}:"
    return f"{scheme}//{read.authority}{read.rest}"


def prepare_reference(text: str, reference: Matcher, authority: AuthorityChoice, trace: Trace = None) -> str:
    r"""Return a reference as it is to be read by a grammar: unchanged, except for Web Addresses.

    These lose white space at the ends, and TAB, LF and CR anywhere (draft-ietf-iri-3987bis-04, 7.2, steps 1 and 2). One
    that is not an IRI-reference by RFC 3987, and in which browsers read an authority and the grammar does not, raises
    `ConversionError` (`authority="refuse"`), becomes what browsers read ("browser"), or stays ("grammar").

    >>> web = grammar("web-address").start
    >>> prepare_reference(" /\\h\t/x", web, "browser"), prepare_reference("/\\h", web, "grammar")
    ('//h/x', '/\\h')
    """
    if reference.grammar.entry.prefer is None:
        return text
    plain_text = without_white_space(text)
    if plain_text != text:
        note = "trim white space, and remove TAB, LF and CR everywhere"
        record(trace, "draft-ietf-iri-3987bis-04, 7.2", text, plain_text, note)
    is_iri = grammar("rfc3987").start.matches(text)
    if is_iri or authority == "grammar" or not has_hidden_authority(plain_text, reference):
        return plain_text
    return chosen_form(text, authority, trace)


def chosen_form(text: str, authority: AuthorityChoice, trace: Trace) -> str:
    """Return the form that browsers read of a text with an authority hidden from the grammar, and record the step; with
    "refuse" raise `ConversionError`, which names that authority. The caller has checked that there is one
    (`has_hidden_authority`).
    """
    shown = quoted(read_in_browser(text).authority or "")
    if authority == "refuse":
        raise ConversionError(
            f"browsers read the authority {shown} in {quoted(text)}, but the grammar reads a path; "
            'choose authority="browser" or "grammar"'
        )
    return record(trace, SECTION, text, browser_form(text), f"the URL Standard reads the authority {shown}")


def record_browser_difference(before: str, after: str, trace: Trace) -> str:
    r"""Return the text after a conversion; with a trace, record if browsers read another host, port or user than
    before.

    >>> steps: list[Step] = []
    >>> result = record_browser_difference("/\\h", "/%5Ch", steps)
    >>> steps[0].note
    'browsers read another host, port or user from it'
    """
    if trace is not None and authority_change(before, after) is not None:
        record(trace, SECTION, before, after, "browsers read another host, port or user from it")
    return after


def resolved_change(base: str, ref: str, target: str) -> str | None:
    """Return how browsers read a reference with a base differently from its target, in words, or that they refuse only
    the target; None if they do not, or read no host from the target.

    Where they refuse the reference, the reading of the target by the grammar of Web Addresses counts.

    >>> resolved_change("http://b/", "http:g", "http:g")
    'the URL Standard reads the host "b" from the reference, and "g" from its target'
    >>> resolved_change("http://b/", "//g", "http://g")
    """
    before, after = read_url(ref, read_url(base)), read_url(target)
    # The grammar's reading counts where the URL Standard refuses the reference.
    was = authority_of(before._replace(authority=before.authority or ""))
    was = readings_by_grammar(target)[-1] if was is None else was
    if before.refusal is None and before.scheme is not None and after.refusal is not None:
        return f"the URL Standard reads a URL from the reference, and refuses its target: {after.refusal}"
    now = authority_of(after._replace(authority=""))
    if was is None or now in (None, was):
        return None
    return f'the URL Standard reads the host "{was}" from the reference, and "{now}" from its target'

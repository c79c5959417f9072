"""Links of documents to URIs, as browsers read them.

draft-ietf-iri-3987bis-04, 7.2 to 3.6.
"""

from __future__ import annotations

from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.browser import read_url
from irigrammar.matching.plain import is_plain_link
from irigrammar.processing.browser import resolved_change
from irigrammar.processing.choices import AuthorityChoice, CharsetErrors, HostPolicy
from irigrammar.processing.conversions import iri_to_uri, resolve, web_address_to_iri
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.trace import asked, recorded
from irigrammar.text.names import quoted


def link_target(
    base: str,
    text: str,
    /,
    charset: str = "utf-8",
    *,
    errors: CharsetErrors = "reference",
    authority: AuthorityChoice = "browser",
    host: HostPolicy = "idna",
    schemes: Schemes | None = None,
) -> str:
    r"""Return the URI to which a link of a document leads: the base of the document, a Web Address and the charset
    (draft-ietf-iri-3987bis-04, 7.2, then 6.5 and 3.1 to 3.6).

    The link is resolved against the base, then converted to an IRI with the query in `charset` (a label of the Encoding
    Standard; only for schemes that take it, as http and https), then to a URI. `errors` says what becomes of characters
    that the charset lacks: as in browsers a numeric character reference (the default), or an error ("strict").
    `authority`, by default "browser", is that of `resolve` and `web_address_to_iri`, `host` that of `iri_to_uri`,
    `schemes` are those that come with the package by default.

    With `authority="browser"` or "refuse" the host, port and user are those that browsers find (URL Standard, 4.4).

    Raises `NoMatch` for what is not a Web Address and for a base without a scheme; `ConversionError` for what browsers
    refuse (as a relative link with the base `mailto:a`), and as the three functions do; `ValueError` for an unknown
    choice.

    >>> link_target("http://example.org/a/b", "?q=é€", "iso-8859-1")
    'http://example.org/a/b?q=%E9%80'
    >>> link_target("https://example.org/", "/\t/é.example\\x")
    'https://xn--9ca.example/x'
    """
    trace = asked()
    check_text(text)
    check_text(base)
    is_usual = trace is None and charset == "utf-8" and errors == "reference" and host == "idna" and schemes is None
    if is_usual and authority == "browser" and is_plain_link(base, text):
        return resolve(base, text, grammar="rfc3986")
    read = read_url(text, read_url(base))
    if read.refused is not None and authority != "grammar":
        raise ConversionError(f"browsers refuse {quoted(text)} with the base {quoted(base)}: {read.refused}")
    target = recorded(trace, resolve, base, text, grammar="web-address", authority=authority)
    charset_options = {"charset": charset, "errors": errors}
    iri = recorded(trace, web_address_to_iri, target, authority=authority, schemes=schemes, **charset_options)
    uri = recorded(trace, iri_to_uri, iri, host=host, schemes=schemes)
    if authority != "grammar" and (change := resolved_change(base, text, uri)) is not None:
        raise ConversionError(f"{quoted(text)} has no URI with the host that browsers read: {change}")
    return uri

"""Normal forms that are defined by scheme specifications.

Of URNs, telephone numbers, positions, and others. RFC 3987, 5.3.3; RFC 3986, 6.2.3. Each form is of a URI that matches
the grammar of its scheme.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from irigrammar.matching.authority import plain_port
from irigrammar.matching.grammar import grammar_of
from irigrammar.processing.characters import alphabet
from irigrammar.processing.percent import decode, small, upper
from irigrammar.processing.scheme_rules.uri import SchemeUri
from irigrammar.processing.schemes import Scheme, Schemes
from irigrammar.text.splice import splice

_MAIL = "mailto"
POLE, DATE_LINE = 90, 180  # degrees


def scheme_form(
    text: str, scheme: Scheme, known: Schemes, name: Callable[[str], str], *, comparing: bool
) -> tuple[str, str] | None:
    """Return the document and section that define a normal form for a scheme, and the text in that form; None where
    none is defined, or the text does not match. Domain names of addresses are converted in every mailto URI, as
    `iri_to_uri` does.

    `name` makes the normal form of a domain name. A form for comparing lacks what is ignored then.

    >>> from irigrammar.processing.schemes import schemes
    >>> tel = schemes().find("tel")
    >>> scheme_form("tel:+1-(212).555", tel, schemes(), str, comparing=False)
    ('RFC 3966, 4', 'tel:+1212555')
    """
    form = _FORMS.get(scheme.name)
    if form is None:
        return None
    uri, fragment = SchemeUri(text, known), ""
    if uri.components is None or (uri.matching_part is None and scheme.name != _MAIL):
        return None
    if uri.matching_part != uri.uri:
        head, mark, rest = text.partition("#")
        uri, fragment = SchemeUri(head, known), mark + rest
    section, function = form
    return section, function(uri, name, comparing) + fragment


def has_form(scheme: Scheme) -> bool:
    """Return whether the document of a scheme defines a normal form.

    >>> from irigrammar.processing.schemes import schemes
    >>> [scheme.name for scheme in schemes() if has_form(scheme)][:2]
    ['mailto', 'urn']
    """
    return scheme.name in _FORMS


def mail_domains(path: str, function: Callable[[str], str]) -> str:
    """Return the path of a mailto URI with a function applied to the domain of each address, except for one that begins
    with "[" (RFC 6068, 2).

    >>> mail_domains("a@B,c@D", str.lower)
    'a@b,c@d'
    """
    addresses = []
    for address in path.split(","):
        local, at, domain = address.rpartition("@")
        addresses.append(f"{local}{at}{function(domain) if at and not domain.startswith('[') else domain}")
    return ",".join(addresses)


def align_sip_uris(first: str, second: str) -> tuple[str, str]:
    """Return the forms of two SIP URIs without parameters that are ignored where only one has them (RFC 3261, 19.1.4),
    the others sorted; other texts unchanged.

    >>> align_sip_uris("sip:a@b;x=1", "sip:a@b")
    ('sip:a@b', 'sip:a@b')
    >>> align_sip_uris("sip:a@b;ttl=1", "sip:a@b")
    ('sip:a@b;ttl=1', 'sip:a@b')
    """
    uris = [SchemeUri(first), SchemeUri(second)]
    if (
        uris[0].scheme not in _SIP
        or uris[1].scheme not in _SIP
        or None in (uris[0].matching_part, uris[1].matching_part)
    ):
        return first, second
    names = [{_parameter(part.value) for part in uri.parts("uri-parameter")} for uri in uris]
    common_names = (names[0] & names[1]) | set(_NEVER_IGNORED)
    return _with_parameters(uris[0], common_names), _with_parameters(uris[1], common_names)


def _apply_to_parts(uri: SchemeUri, table: Mapping[str, Callable[[str], str]]) -> str:
    """Return the text of a URI with the function of each rule applied to the parts that match it; the rules must be
    such that no part is inside another.
    """
    functions = {rule.lower(): function for rule, function in table.items()}
    places = ((part.rule.lower(), *uri.span(part.start, part.end)) for part in uri.parts(*table))
    return splice(uri.text, ((start, end, functions[rule](uri.text[start:end])) for rule, start, end in places))


def _lower(text: str) -> str:
    return upper(small(text))


def _urn(uri: SchemeUri, _: object, comparing: bool) -> str:  # as all forms
    """Return a URN with the NID in lower case, and the NSS of a UUID too; to compare, without r-, q- and f-components,
    and with the NSS in the form that its namespace compares.
    """
    nid, name = uri.part("NID"), uri.part("assigned-name")
    namespace = "" if nid is None else nid.value.lower()
    form = _NAMESPACES.get(namespace, str) if comparing or namespace == "uuid" else str
    text = _apply_to_parts(uri, {"NID": _lower, "NSS": form})
    if not comparing or name is None:
        return text
    removed = len(uri.text[uri.span(0, name.end)[1] :])
    return text[: len(text) - removed]


def _book_number(text: str) -> str:
    """Return an ISBN or ISSN without hyphens and with the check digit "X" in upper case."""
    return text.replace("-", "").replace("x", "X")


# The forms of the NSS that the documents of namespaces compare: RFCs 4122, 3061, 2648, and of ISBN and ISSN 8254, with
# 3187 and 3044 before it.
_NAMESPACES: Mapping[str, Callable[[str], str]] = {
    "uuid": _lower,
    "oid": str,
    "ietf": _lower,
    "isbn": _book_number,
    "issn": _book_number,
}
_ENDS_OF_NAMESPACES = {"urn": ":", "info": "/"}


def unknown_namespace(first: str, second: str) -> str:
    """Return the namespace of two URNs, or of two "info" URIs, in lower case with its scheme, if both are of one and it
    is unknown which of its names are equivalent; else "".

    >>> unknown_namespace("urn:example:A", "urn:EXAMPLE:a"), unknown_namespace("urn:ietf:rfc:1", "urn:ietf:rfc:2")
    ('urn:example', '')
    """
    namespaces = set()
    for text in (first, second):
        scheme, _, path = text.lower().partition(":")
        end = _ENDS_OF_NAMESPACES.get(scheme)
        namespaces.add((scheme, path.partition(end)[0] if end and end in path else ""))
    scheme, namespace = namespaces.pop()
    is_unknown = namespace and not namespaces and (scheme != "urn" or namespace not in _NAMESPACES)
    return f"{scheme}:{namespace}" if is_unknown else ""


def _tel(uri: SchemeUri, *_: object) -> str:
    number, *parameters = _lower(_apply_to_parts(uri, {"visual-separator": lambda _: ""})).split(";")
    return ";".join([number, *sorted(parameters, key=tel_order)])


def tel_order(parameter: str) -> tuple[int, str]:
    """Return the sort key of a tel URI's parameter (RFC 3966, 3): isub or ext first, phone-context, the others by name.

    >>> sorted(["b", "phone-context=a", "ext=1"], key=tel_order)
    ['ext=1', 'phone-context=a', 'b']
    """
    name = _parameter(parameter)
    return 0 if name in ("isub", "ext") else 1 if name == "phone-context" else 2, parameter


def _geo(uri: SchemeUri, *_: object) -> str:
    """Return a "geo" URI with shortest numbers, small letters and no crs=wgs84; crs and u come first, other parameters
    sorted. In WGS 84, the longitude of a pole is 0, and -180 is 180 (RFC 5870, 3.4.4).
    """
    system = uri.part("crslabel")
    is_wgs = system is None or system.value.lower() == "wgs84"
    text = _apply_to_parts(uri, {"num": _number, "uval": _number, "crslabel": small, "pname": small})
    head, *parameters = text.split(";")
    scheme, colon, position = head.partition(":")
    from decimal import Decimal

    latitude, longitude, *altitude = position.split(",")
    if is_wgs and abs(Decimal(latitude)) == POLE:
        longitude = "0"
    if is_wgs and Decimal(longitude) == -DATE_LINE:
        longitude = str(DATE_LINE)
    other_parameters = [parameter for parameter in parameters if parameter.lower() != "crs=wgs84"]
    first = [parameter for parameter in other_parameters if _parameter(parameter) in ("crs", "u")]
    others = sorted(parameter for parameter in other_parameters if _parameter(parameter) not in ("crs", "u"))
    return ";".join([f"{scheme}{colon}{','.join((latitude, longitude, *altitude))}", *first, *others])


def _number(text: str) -> str:
    """Return a decimal number without leading zeros, zeros at the end of its fraction, and the sign of zero.

    >>> [_number(text) for text in ("01.50", "-0.0", "100")]
    ['1.5', '0', '100']
    """
    whole, point, fraction = text.removeprefix("-").partition(".")
    plain = (whole.lstrip("0") or "0") + (point + fraction).rstrip("0").rstrip(".")
    return f"-{plain}" if text.startswith("-") and plain != "0" else plain


def _sip(uri: SchemeUri, *_: object) -> str:
    """Return a SIP URI with host, parameters and names of headers in lower case, the port without leading zeros, the
    headers sorted, and its parameters as `_with_parameters` leaves them without another URI.
    """
    lower = SchemeUri(_apply_to_parts(uri, {"hostport": _host_and_port, "uri-parameters": _lower, "hname": _lower}))
    headers = lower.part("headers")
    if headers is None:
        return _with_parameters(lower, None)
    start = lower.span(headers.start, headers.end)[0]
    in_order = "&".join(sorted(lower.text[start + 1 :].split("&")))
    return _with_parameters(SchemeUri(f"{lower.text[: start + 1]}{in_order}"), None)


def _host_and_port(text: str) -> str:
    host, colon, port = text.partition(":")  # a path has no IP literals
    return _lower(host) + colon + (plain_port(port) if colon else "")


_SIP = ("sip", "sips")
# Of those that only one URI has, the others are ignored.
_NEVER_IGNORED = ("transport", "user", "ttl", "method", "maddr")


def _parameter(text: str) -> str:
    """Return the name of a parameter in lower case."""
    return small(text.partition("=")[0])


def _with_parameters(uri: SchemeUri, names: set[str] | None) -> str:
    """Return a SIP URI with its parameters sorted, only those of some names if these are given."""
    parameters = uri.part("uri-parameters")
    if parameters is None:
        return uri.text
    start, end = uri.span(parameters.start, parameters.end)
    each = uri.text[start:end].split(";")[1:]
    return "".join(
        [
            uri.text[:start],
            *sorted(f";{parameter}" for parameter in each if names is None or _parameter(parameter) in names),
            uri.text[end:],
        ]
    )


def _mailto(uri: SchemeUri, name: Callable[[str], str], comparing: bool) -> str:  # as all forms
    """Return a "mailto" URI with its domains converted by `name` and names of header fields in lower case; to compare,
    addresses of fields "to" go to the path. One with an authority stays, and so does a text whose URI does not match
    RFC 3986.
    """
    if uri.components is None or uri.components.authority is not None:
        return uri.text
    head, mark, fields = uri.text.partition("?")
    addresses = head[len(_MAIL) + 1 :]
    headers = [(_lower(field), equals, value) for field, equals, value in (f.partition("=") for f in fields.split("&"))]
    if comparing:  # those of fields "to" are addresses, too
        addresses = ",".join(filter(None, [addresses, *(value for field, _, value in headers if field == _TO)]))
        headers = [header for header in headers if header[0] != _TO]
        mark = mark if headers else ""
    return f"{_MAIL}:{mail_domains(addresses, name)}{mark}{'&'.join(map(''.join, headers))}"


_TO = "to"


def _ni(uri: SchemeUri, _: object, comparing: bool) -> str:  # as all forms
    name = uri.part("alg-val")
    return f"{uri.scheme}:///{name.value}" if comparing and name is not None else uri.text


def _ldap(uri: SchemeUri, *_: object) -> str:
    """Return an LDAP URL with its scope in lower case, without the default scope "base", without the filter that any
    object meets, and without question marks at its end.
    """
    text = _apply_to_parts(uri, {"scope": small, "filter": lambda text: "" if text.lower() == _ANY_OBJECT else text})
    scope = SchemeUri(text).part("scope")
    if scope is not None and scope.value == "base":
        start, end = SchemeUri(text).span(scope.start, scope.end)
        text = text[:start] + text[end:]
    return text.rstrip("?")


_ANY_OBJECT = "(objectclass=*)"


def _dns(uri: SchemeUri, *_: object) -> str:
    """Return a DNS URI with its name in lower case and without the dot at its end, then class and type in upper case,
    but not IN and A, which they are without being there.
    """
    head, _mark, query = _apply_to_parts(uri, {"dnsname": _relative_name, "dnsqueryelement": str.upper}).partition("?")
    fields = sorted(field for field in query.split(";") if field not in _DEFAULT_FIELDS)
    return f"{head}?{';'.join(fields)}" if fields else head


def _relative_name(text: str) -> str:
    name = _lower(text)
    return name if name.endswith(_ESCAPED_DOT) else name.removesuffix(".")


_DEFAULT_FIELDS = ("", "CLASS=IN", "TYPE=A")
_ESCAPED_DOT = "%5C."  # RFC 1035, 5.1: a dot that belongs to the label


def _info(uri: SchemeUri, *_: object) -> str:
    """Return an "info" URI with its namespace in lower case, and the marks of its identifier decoded."""
    marks = alphabet(grammar_of("info")["mark"])
    return _apply_to_parts(uri, {"namespace": small, "identifier": lambda text: decode(text, marks.__contains__)})


def _sms(uri: SchemeUri, _: object, comparing: bool) -> str:  # as all forms
    """Return an "sms" URI with each number in the form of RFC 3966; to compare, each once and in order."""
    head, mark, fields = uri.text.partition("?")
    scheme, _colon, recipients = head.partition(":")
    numbers = [_tel(SchemeUri(f"tel:{number}")).removeprefix("tel:") for number in recipients.split(",")]
    return f"{scheme}:{','.join(sorted(set(numbers)) if comparing else numbers)}{mark}{fields}"


def _swh(uri: SchemeUri, *_: object) -> str:
    """Return a SWHID with its qualifiers in canonical order."""
    core, *qualifiers = uri.text.split(";")
    return ";".join([core, *sorted(qualifiers, key=lambda text: _QUALIFIERS.index(text.partition("=")[0]))])


_QUALIFIERS = ("origin", "visit", "anchor", "path", "lines", "bytes")


def canonical_purl(uri: SchemeUri, *_: object) -> str:
    """Return a package URL that its grammar accepts in canonical form (ECMA-427, 5.6): the type in lower case, no
    slashes at the ends of parts, and no qualifiers without a value.

    >>> canonical_purl(SchemeUri("pkg://NPM//a/b/?x=&y=1#/c/"))
    'pkg:npm/a/b?y=1#c'
    """
    texts = {
        name: [uri.text[slice(*uri.span(place.start, place.end))] for place in uri.parts(name)]
        for name in ("accepted-type", "namespace", "name", "version", "accepted-qualifier", "subpath")
    }
    texts["accepted-type"] = [small(text) for text in texts["accepted-type"]]
    qualifiers = "&".join(text for text in texts.pop("accepted-qualifier") if not text.endswith("="))
    type_name, namespace, name, version, subpath = ("".join(part) for part in texts.values())
    path = "/".join(filter(None, (type_name, namespace, name)))
    parts = (("@", version), ("?", qualifiers), ("#", subpath))
    return f"{uri.scheme}:{path}" + "".join(f"{mark}{text}" for mark, text in parts if text)


def _doi(uri: SchemeUri, _: object, comparing: bool) -> str:  # as all forms
    """Return a DOI in capitals, as it is registered, with what a path has decoded; to compare, the slash, too."""
    chars = frozenset(alphabet(grammar_of("doi")["doi-suffix"])) - frozenset("%" if comparing else "%/")
    return _apply_to_parts(uri, {"doi-suffix": lambda text: _capital(decode(text, chars.__contains__))})


def _capital(text: str) -> str:
    return "".join(char.upper() if char.isascii() else char for char in text)


_FORMS: dict[str, tuple[str, Callable[[SchemeUri, Callable[[str], str], bool], str]]] = {
    "urn": ("RFC 8141, 3.1", _urn),
    "tel": ("RFC 3966, 4", _tel),
    "geo": ("RFC 5870, 3.4.4", _geo),
    "sip": ("RFC 3261, 19.1.4", _sip),
    "sips": ("RFC 3261, 19.1.4", _sip),
    "mailto": ("RFC 6068, 2", _mailto),
    "ldap": ("RFC 4516, 3 and 4", _ldap),
    "ldaps": ("RFC 4516, 3 and 4", _ldap),
    "dns": ("RFC 4501, 3", _dns),
    "info": ("RFC 4452, 5", _info),
    "sms": ("RFC 5724, 2.4", _sms),
    "swh": ("SWHID 1.2, 6.4 and 6.5", _swh),
    "pkg": ("ECMA-427, 5.6", canonical_purl),
    "doi": ("DOI Handbook, 2.4", _doi),
    "acct": ("RFC 7565, 4", lambda uri, *_: _apply_to_parts(uri, {"host": _lower})),
    "ni": ("RFC 6920, 2", _ni),
}

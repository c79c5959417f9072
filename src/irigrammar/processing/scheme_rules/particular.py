"""Rules for the URIs of one scheme.

They are the requirements that its document's prose adds to the ABNF.
"""

# typed: reserved, ALPHA: rules that the prose of a scheme is about
from __future__ import annotations

import binascii
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from difflib import get_close_matches
from functools import cache

from irigrammar.finding import Flaw
from irigrammar.grammars.expr import Concatenation, Literal, Ref, abnf, alternatives
from irigrammar.grammars.expr import parts as parts_of
from irigrammar.matching.grammar import grammar_of
from irigrammar.processing.characters import alphabet
from irigrammar.processing.path import is_dots
from irigrammar.processing.percent import decode, encode, unescape
from irigrammar.processing.scheme_rules.rule import flaw, rule
from irigrammar.processing.scheme_rules.uri import Place, SchemeUri
from irigrammar.text.names import quoted
from irigrammar.unicode import general_category


@rule("X007", "informal-namespace", "error", "RFC 8141, 5.2", scheme="urn")
def _informal_namespace(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of NIDs that are "urn", or begin with "urn-" but are no informal namespace."""
    for nid in uri.parts("NID"):
        name = nid.value.lower()
        if name == "urn" or (name.startswith("urn-") and not grammar_of("urn")["InformalNamespaceName"].matches(name)):
            message = (
                f"{quoted(nid.value)} is not an informal namespace: that is urn- and a number without leading zeros"
            )
            yield flaw(uri, nid, message)


@rule("X008", "reserved-namespace", "warning", "RFC 8141, 5.1", scheme="urn")
def _reserved_namespace(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of NIDs that begin with "x-", or with two letters alone or before a hyphen."""
    for nid in uri.parts("NID"):
        name = nid.value.lower()
        if name.startswith("x-"):
            yield flaw(
                uri, nid, f"namespace identifiers such as {quoted(nid.value)} were experimental; none is registered"
            )
        elif all(map(grammar_of("rfc5234")["ALPHA"].matches, name[:2])) and name[2:3] in ("", "-"):
            yield flaw(
                uri, nid, f"{quoted(nid.value)} is reserved: two letters, alone or before a hyphen, are for countries"
            )


@rule("X009", "namespace-syntax", "error", "RFC 8141, 2", scheme="urn")
def _namespace_syntax(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of a URN that does not match its namespace's syntax in the catalog, of `uuid` (RFC 4122) or `oid`
    (RFC 3061), or whose object identifier begins with arcs that do not exist (ITU-T X.660, 7.6).
    """
    name, nid, nss = uri.part("assigned-name"), uri.part("NID"), uri.part("NSS")
    rule_name = "" if nid is None else f"{nid.value.lower()}-urn"
    if name is None or nss is None or nid is None or grammar_of("urn").rules.find(rule_name) is None:
        return
    fault = grammar_of("urn")[rule_name].check(name.value).fault
    if fault is not None:
        section = fault.explanation.checked_rule[1].citation if fault.explanation else None
        offset = min(fault.offset, nss.end - 1)
        place = Place(nss.rule, max(offset, nss.start), nss.end, nss.value)
        yield flaw(uri, place, f"not a URN of {nid.value.lower()}: {fault.message}", section=section)
    elif nid.value.lower() == "oid":
        first, _, rest = nss.value.partition(".")
        second = rest.partition(".")[0]
        if int(first[:3]) > _HIGHEST_ARC or (int(first) < _HIGHEST_ARC and int(second[:3] or "0") >= _SECOND_ARCS):
            message = "an object identifier begins with 0, 1 or 2, and 0 and 1 have arcs up to 39"
            yield flaw(uri, nss, message, section="ITU-T X.660, 7.6")


_HIGHEST_ARC, _SECOND_ARCS = 2, 40


@cache
def _to_encode() -> frozenset[str]:
    """Return the reserved characters that addresses in mailto URIs have percent-encoded (RFC 6068, 2, item 1)."""
    reserved, plain = alphabet(grammar_of("rfc3986")["reserved"]), alphabet(grammar_of("mailto")["some-delims"])
    return frozenset(reserved) - frozenset(plain)


@rule("X010", "mail-address", "error", "RFC 6068, 2", scheme="mailto")
def _mail_address(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of addresses with characters to be percent-encoded, or that are no `addr-spec` when decoded; only
    the first have a correction. None in a URI that does not match its grammar.
    """
    addresses = grammar_of("mailto")["addr-spec"]
    for address in _mail(uri)[0]:
        raw = [char for char in address.value if char in _to_encode()]
        plain = decode(address.value, str.isascii)
        if raw:
            instead = encode(address.value, lambda char: char not in _to_encode())
            message = f"{quoted(raw[0])} in an e-mail address must be percent-encoded"
            yield flaw(uri, address, message, instead=instead)
        elif not addresses.matches(plain):
            message = f"decoded, {quoted(plain)} is not an e-mail address; a name with other characters is quoted"
            yield flaw(uri, address, message)


@rule("X011", "header-field", "error", "RFC 6068, 2", scheme="mailto")
def _header_field(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of header fields without a value, with characters to be percent-encoded, or given twice, for
    fields that may be there only once. None in a URI that does not match its grammar.
    """
    earlier_fields: set[str] = set()
    for header in _mail(uri)[1]:
        name, equals, _ = header.value.partition("=")
        field = decode(name, str.isascii).lower()
        if not grammar_of("mailto")["hfield"].matches(header.value):
            stray = next((char for char in header.value[len(name) + 1 :] if char in _to_encode()), None)
            problem = f"{quoted(stray)} in its value is not percent-encoded" if stray and equals else "it has no value"
            yield flaw(uri, header, f"{quoted(header.value)} is not a header field: {problem}")
        elif field in earlier_fields and field not in _MANY_TIMES:
            yield flaw(
                uri, header, f"the header field {quoted(name)} is there twice; programs differ in which they use"
            )
        earlier_fields.add(field)


_MAIL = "mailto"
_MANY_TIMES = ("comments", "keywords")  # RFC 5322, 3.6


def _mail(uri: SchemeUri) -> tuple[list[Place], list[Place]]:
    """Return the addresses and the header fields of a mailto URI that matches its grammar.

    "?" and "&" are delimiters (RFC 6068, section 2); the grammar has them in addresses, too, so that it is ambiguous.
    Both are empty for a URI that does not match or has an authority. The fragment does not count.
    """
    if uri.matching_part is None or uri.components is None or uri.components.authority is not None:
        return [], []
    start = len(_MAIL) + 1
    to, mark, fields = uri.uri.partition("#")[0][start:].partition("?")
    return _between(to, ",", "addr-spec", start), _between(fields, "&", "hfield", start + len(to) + len(mark))


def _between(text: str, delimiter: str, rule_name: str, start: int) -> list[Place]:
    """Return the places of the parts of a text between delimiters, by a rule's name; the text begins at `start`. An
    empty text has none.
    """
    places = []
    for part in text.split(delimiter) if text else ():
        places.append(Place(rule_name, start, start + len(part), part))
        start += len(part) + len(delimiter)
    return places


@rule("X012", "mail-fragment", "warning", "RFC 6068, 2", scheme="mailto")
def _mail_fragment(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of a fragment in a "mailto" URI, with "%23" instead of its "#"."""
    head, mark, _ = uri.uri.partition("#")
    if mark:
        place = Place("fragment", len(head), len(uri.uri), "")
        instead = encode(uri.uri[len(head) :], lambda char: char != mark)
        yield flaw(
            uri,
            place,
            'a fragment means nothing in a mailto URI; "#" in a header field is written %23',
            instead=instead,
        )


@rule("X013", "tel-parameters", "error", "RFC 3966, 3", scheme="tel")
def _tel_parameters(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the first flaw of a telephone number's parameters: one given twice, both isub and ext, or another order
    than that of RFC 3966, 3, with the ordered ones instead; none in a URI that does not match its grammar.
    """
    if uri.matching_part is None:
        return
    from irigrammar.processing.scheme_forms import tel_order

    number, *parameters = uri.matching_part.split(";")
    names = [parameter.partition("=")[0].lower() for parameter in parameters]
    place = Place("par", len(number), len(uri.matching_part), uri.matching_part[len(number) :])
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        yield flaw(uri, place, f"the parameter {quoted(twice)} is there twice")
    elif {"isub", "ext"} <= set(names):
        yield flaw(uri, place, "a number has an ISDN subaddress or an extension, not both", section="RFC 3966, 5.3")
    elif names != (sorted_names := sorted(names, key=tel_order)):
        by_name = dict(zip(names, parameters, strict=True))
        instead = "".join(f";{by_name[name]}" for name in sorted_names)
        message = (
            "parameters are in another order: isub or ext comes first, then phone-context, then the others by name"
        )
        yield flaw(uri, place, message, instead=instead)


@rule("X014", "geo-range", "error", "RFC 5870, 3.4.2", scheme="geo")
def _geo_range(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of WGS 84 coordinates outside their range in degrees, or with too many digits before the point.
    With another reference system than WGS 84 there are none.
    """
    from decimal import Decimal

    from irigrammar.processing.scheme_forms import DATE_LINE, POLE

    system = uri.part("crslabel")
    if system is not None and system.value.lower() != "wgs84":
        return
    rows = (("coord-a", "latitude", POLE), ("coord-b", "longitude", DATE_LINE), ("coord-c", "altitude", None))
    for part, rule_name, highest in rows:
        number = uri.part(part)
        if number is None:
            continue
        if highest is not None and abs(Decimal(number.value)) > highest:
            yield flaw(uri, number, f"the {rule_name} is {number.value}; it is from -{highest} to {highest} degrees")
        elif not grammar_of("geo")[rule_name].matches(number.value):
            message = f"{quoted(number.value)} has more digits before the point than the {rule_name} may have"
            yield flaw(uri, number, message, section="RFC 5870, 3.3")


@rule("X015", "geo-parameters", "error", "RFC 5870, 3.3", scheme="geo")
def _geo_parameters(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of further parameters named crs or u: given twice, in the wrong place, or not a number."""
    for name in uri.parts("pname"):
        if name.value.lower() in ("crs", "u"):
            message = (
                f"{quoted(name.value)} is there twice, in the wrong place or not a number: crs comes first, then u"
            )
            yield flaw(uri, name, message)


@rule("X016", "media-type", "error", "RFC 2397, 3", scheme="data")
def _media_type(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of a "data" URI's type, subtype and attributes that are no token when decoded."""
    for part in uri.parts("type", "subtype", "attribute"):
        plain = decode(part.value, lambda _: True)
        if not grammar_of("data")["token"].matches(plain):
            message = f"decoded, {quoted(plain)} is not a {part.rule} of a media type"
            yield flaw(uri, part, message, section="RFC 2045, 5.1")


_ENCODED_AS = ";base64,"


@rule("X017", "base64", "warning", "RFC 2397, 2", scheme="data")
def _base64(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of data after ";base64," that is not base64 once it is decoded and white space is removed; the
    message says whether it lacks padding.
    """
    data = uri.part("data")
    if data is None or not uri.uri[: data.start].lower().endswith(_ENCODED_AS):
        return
    plain = "".join(decode(data.value, str.isascii).split())
    try:
        b64decode(plain, validate=True)
    except (binascii.Error, ValueError):
        problem = "lacks padding" if len(plain) % 4 else "has characters that base64 lacks"
        yield flaw(uri, data, f"the data is not base64: it {problem}", section="RFC 4648, 4")


@rule("X018", "tag-date", "error", "RFC 4151, 2.1", scheme="tag")
def _tag_date(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of a tag's date that the calendar lacks; month and day are 1 where they are left out."""
    day = uri.part("date")
    if day is not None:
        numbers = [int(number) for number in day.value.split("-")]
        try:
            date(*(*numbers, 1, 1)[:3])
        except ValueError:
            yield flaw(uri, day, f"{quoted(day.value)} is not a date of the calendar")


@rule("X019", "did-case", "warning", "DID Core 1.0, 3.1", scheme="did")
def _did_case(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of a DID whose scheme is not in lower case."""
    scheme_text = uri.uri[: len(uri.scheme)]
    if scheme_text != uri.scheme:
        message = f"the scheme of a DID is written {quoted(uri.scheme)}: DIDs are compared character by character"
        yield flaw(uri, Place("scheme", 0, len(scheme_text), scheme_text), message, instead=uri.scheme)


_BITS_OF_DIGIT = 6


@rule("X020", "ni-length", "error", "RFC 6920, 2", scheme="ni")
def _ni_length(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of a SHA hash whose base64url text has another length than its algorithm's name says in bits."""
    algorithm, value = uri.part("alg"), uri.part("val")
    if algorithm is None or value is None:
        return
    name, _, bits = algorithm.value.lower().rpartition("-")
    if (
        name.startswith("sha")
        and grammar_of("urn")["Number"].matches(bits)
        and len(value.value) != (expected_length := -(-int(bits) // _BITS_OF_DIGIT))
    ):
        message = f"a value of {algorithm.value} has {expected_length} characters of base64url, not {len(value.value)}"
        yield flaw(uri, value, message)


@rule("X023", "record-key", "error", "AT Protocol, Record Key Syntax", scheme="at")
def _record_key(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of a record key "." or "..", which the grammar allows and the protocol does not."""
    key = uri.part("rkey")
    if key is not None and is_dots(key.value):
        yield flaw(uri, key, f"{quoted(key.value)} is not a record key: parsers of paths remove it")


_PKCS11, _PATH, _QUERY = "pkcs11", "pk11-pattr", "pk11-qattr"


@rule("X024", "pkcs11-value", "error", "RFC 7512, 2.3", scheme=_PKCS11)
def _pkcs11_value(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of standard attributes whose value does not match the rule of their name, which the grammar
    reads as vendor-specific ones, and of versions whose numbers are not bytes.
    """
    for attribute in uri.parts(_PATH, _QUERY):
        name, _, value = attribute.value.partition("=")
        rule_name = _attributes(attribute.rule).get(name.lower())
        if rule_name is None:
            continue
        if not grammar_of(_PKCS11)[rule_name].matches(attribute.value):
            _, _, *pattern = parts_of(grammar_of(_PKCS11).rules[rule_name].expr)
            values = abnf(Concatenation(tuple(pattern))) if pattern[1:] else abnf(pattern[0])
            yield flaw(uri, attribute, f"{quoted(value)} is not a value of {quoted(name)}; write {values}")
        elif rule_name == "pk11-lib-ver":
            number = next((number for number in value.split(".") if not _is_byte(number)), None)
            if number is not None:
                message = f"{quoted(number)} is not a number of a version, which is a byte: at most {_HIGHEST_BYTE}"
                yield flaw(uri, attribute, message)


@rule("X025", "pkcs11-attributes", "error", "RFC 7512, 2.3", scheme=_PKCS11)
def _pkcs11_attributes(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of attributes whose name is there twice, of standard ones in the path that belong to the query or
    the reverse, and of a PIN beside the source of a PIN. Vendor-specific attributes of the query may be repeated.
    """
    for component, other in ((_PATH, _QUERY), (_QUERY, _PATH)):
        earlier_names: set[str] = set()
        for attribute in uri.parts(component):
            name = attribute.value.partition("=")[0]
            is_standard = name.lower() in _attributes(component)
            if not is_standard and name.lower() in _attributes(other):
                right, wrong = _WHERE[other], _WHERE[component]
                yield flaw(uri, attribute, f"{quoted(name)} is an attribute of the {right}, not of the {wrong}")
            elif name.lower() in earlier_names and (is_standard or component == _PATH):
                yield flaw(uri, attribute, f"the attribute {quoted(name)} is there twice")
            elif component == _QUERY and name.lower() in _PINS and _PINS - {name.lower()} <= earlier_names:
                message = "a PIN and the source of a PIN are both there, and only one is allowed"
                yield flaw(uri, attribute, message, section="RFC 7512, 2.4")
            earlier_names.add(name.lower())


@rule("X026", "pkcs11-old-name", "warning", "RFC 7512, 2.3", scheme=_PKCS11)
def _pkcs11_old_name(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of attributes with a name from before RFC 7512, which reads them as vendor-specific ones."""
    for attribute in uri.parts(_PATH, _QUERY):
        name, equals, _ = attribute.value.partition("=")
        current = _OLD_NAMES.get(name.lower()) if equals else None
        if current is not None:
            yield flaw(uri, attribute, f"{quoted(name)} is an old name; write {quoted(current)}")


@cache
def _attributes(component: str) -> dict[str, str]:
    """Return the rule of each standard attribute of the path or the query by its name, in lower case."""
    rules = grammar_of(_PKCS11).rules
    by_name = {}
    for reference in alternatives(rules[component].expr):
        first = next(iter(parts_of(rules[reference.name].expr))) if isinstance(reference, Ref) else None
        if isinstance(reference, Ref) and isinstance(first, Literal):
            by_name[first.text.lower()] = reference.name
    return by_name


def _is_byte(number: str) -> bool:
    return int(number.lstrip("0")[: len(str(_HIGHEST_BYTE)) + 1] or "0") <= _HIGHEST_BYTE


_HIGHEST_BYTE = 2**8 - 1
_WHERE = {_PATH: "path", _QUERY: "query"}
_PINS = {"pin-source", "pin-value"}
_OLD_NAMES = {"object-type": "type", "objecttype": "type", "manuf": "manufacturer", "pinfile": "pin-source"}


def _repeated(places: Iterable[Place]) -> Iterator[Place]:
    """Yield the places whose name, in any case before the first "=", an earlier one has."""
    names: set[str] = set()
    for place in places:
        name = place.value.partition("=")[0].lower()
        if name in names:
            yield place
        names.add(name)


@rule("X031", "dns-query", "error", "RFC 4501, 3", scheme="dns")
def _dns_query(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of a second class or type."""
    for field in _repeated(uri.parts("dnsqueryelement")):
        yield flaw(uri, field, f"{quoted(field.value)} is the second of its kind; a class and a type are there once")


@rule("X032", "sms-body", "error", "RFC 5724, 2.2", scheme="sms")
def _sms_body(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of a second body, and of one that is not UTF-8 when decoded; other fields are for extensions."""
    bodies = [field for field in uri.parts("sms-field") if field.value.lower().startswith(_BODY)]
    for body in _repeated(bodies):
        yield flaw(uri, body, "the body is there twice")
    yield from _not_utf8(uri, bodies)


_BODY = "body="


def _not_utf8(uri: SchemeUri, places: Iterable[Place]) -> Iterator[Flaw]:
    """Yield the flaws of places whose percent-encoded bytes are not UTF-8."""
    for place in places:
        try:
            unescape(place.value).decode()
        except UnicodeDecodeError:
            yield flaw(uri, place, f"decoded, {quoted(place.value)} is not UTF-8")


@rule("X033", "swhid-qualifiers", "error", "SWHID 1.2, 6", scheme="swh")
def _swhid_qualifiers(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of qualifiers that are there twice, that the object or the lack of another qualifier makes
    invalid, that name an object of a wrong type, and of a line 0.

    The document says of a path that it is invalid for a content, and has examples of it (6.3.4); there is no flaw.
    """
    qualifiers = uri.parts("qualifier")
    for qualifier in _repeated(qualifiers):
        yield flaw(uri, qualifier, f"the qualifier {quoted(qualifier.value.partition('=')[0])} is there twice")
    by_name = {qualifier.value.partition("=")[0]: qualifier for qualifier in qualifiers}
    lines, number = by_name.get("lines"), uri.part("number")
    if lines is not None and "bytes" in by_name:
        yield flaw(uri, lines, "lines and bytes are there together; only bytes counts", section="SWHID 1.2, 6.2.1")
    kind = uri.part("object-type")
    for name in ("lines", "bytes"):
        if name in by_name and kind is not None and kind.value != "cnt":
            message = f"only a content (cnt) has {name}, and this is {quoted(kind.value)}"
            yield flaw(uri, by_name[name], message, section="SWHID 1.2, 6.2.1")
    if lines is not None and number is not None and lines.start < number.start < lines.end and not int(number.value):
        yield flaw(uri, number, "line numbers start from 1", section="SWHID 1.2, 6.2.2")
    for name, other, section in (("visit", "origin", "6.3.3"), ("anchor", "path", "6.3.5")):
        if name in by_name and other not in by_name:
            message = f"{name} means nothing without {other}"
            yield flaw(uri, by_name[name], message, section=f"SWHID 1.2, {section}")
    for name, kinds, section in (("visit", ("snp",), "6.3.3"), ("anchor", ("dir", "rev", "rel", "snp"), "6.3.5")):
        if name in by_name and by_name[name].value.split(":")[2] not in kinds:
            message = f"{name} is of the type {' or '.join(kinds)}"
            yield flaw(uri, by_name[name], message, section=f"SWHID 1.2, {section}")


@rule("X034", "purl-text", "error", "ECMA-427, 5.6.6", scheme="pkg")
def _purl_text(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of a qualifier's key that is there twice, and of parts that are not UTF-8 when decoded."""
    for qualifier in _repeated(uri.parts("accepted-qualifier")):
        yield flaw(uri, qualifier, f"the key {quoted(qualifier.value.partition('=')[0])} is there twice")
    places = uri.parts("namespace", "name", "version", "qualifier-value", "subpath")
    yield from _not_utf8(uri, places)


@rule("X035", "purl-form", "warning", "ECMA-427, 5.6", scheme="pkg")
def _purl_form(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaw of a package URL in another form than the canonical one, with that one instead."""
    from irigrammar.processing.scheme_forms import canonical_purl

    if uri.matching_part is None or grammar_of("pkg")["PURL"].matches(uri.matching_part):
        return
    meant = canonical_purl(uri)
    place = Place("accepted-PURL", 0, len(uri.matching_part), uri.matching_part)
    yield flaw(uri, place, f"not in canonical form: write {quoted(meant)}", instead=meant)


@rule("X036", "otpauth-parameters", "error", "Key URI Format, Parameters", scheme="otpauth")
def _otpauth_parameters(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of a secret that is not there, of a counter that is not there for hotp, of parameters that are
    there twice, and of values that do not match the rule of their name.
    """
    kind, places = uri.part("type"), uri.parts("parameter")
    for parameter in _repeated(places):
        yield flaw(uri, parameter, f"the parameter {quoted(parameter.value.partition('=')[0])} is there twice")
    values = {name: value for name, _, value in (place.value.partition("=") for place in places)}
    if kind is None:
        return
    for name in ("secret", "counter") if kind.value.lower() == "hotp" else ("secret",):
        if name not in values:
            yield flaw(uri, kind, f"{kind.value} needs the parameter {quoted(name)}")
    for place in places:
        name, _, value = place.value.partition("=")
        if name in _OTP_VALUES and not grammar_of("otpauth")[name].matches(value):
            yield flaw(uri, place, f"{quoted(value)} is not {_OTP_VALUES[name]}")


_OTP_VALUES = {
    "secret": "Base32: letters and 2 to 7",
    "algorithm": "SHA1, SHA256 or SHA512",
    "digits": "6 or 8",
    "counter": "a number",
    "period": "a number",
}


@rule("X037", "otpauth-advice", "warning", "Key URI Format, Parameters", scheme="otpauth")
def _otpauth_advice(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of an issuer that is another one than that of the label, and of padding, which is to be left
    out.
    """
    issuer = uri.part("issuer")
    for place in uri.parts("parameter"):
        name, _, value = place.value.partition("=")
        if name == "issuer" and issuer is not None and unescape(value) != unescape(issuer.value):
            yield flaw(uri, place, f"the issuer of the label is {quoted(issuer.value)}, and this is another one")
        if name == "secret" and (plain := value.partition("%")[0]) != value:
            yield flaw(uri, place, "the secret has padding", instead=f"{name}={plain}")


@rule("X038", "doi-delimiters", "warning", "DOI Handbook, DOI Name Encoding Rules for URL Presentation", scheme="doi")
def _doi_delimiters(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of a fragment, with "%23" instead of its "#", and of dot segments, with a slash encoded."""
    head, mark, _ = uri.uri.partition("#")
    suffix = uri.part("doi-suffix")
    if suffix is None:
        return
    for segment in _between(suffix.value, "/", "doi-suffix", suffix.start):
        if is_dots(segment.value) and segment.end < suffix.end:
            place = segment._replace(end=segment.end + 1)
            message = f"programs remove {quoted(segment.value + '/')}; the slash after it is written %2F"
            yield flaw(uri, place, message, instead=f"{segment.value}%2F")
    if mark:
        place = Place("fragment", len(head), len(uri.uri), "")
        instead = encode(uri.uri[len(head) :], lambda char: char != mark)
        yield flaw(uri, place, '"#" begins a fragment; in a DOI it is written %23', instead=instead)


@rule("X039", "doi-text", "error", "DOI Handbook, General Characteristics of the DOI Syntax", scheme="doi")
def _doi_text(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of a suffix that is not UTF-8 when decoded, or has characters that are not printable."""
    for suffix in uri.parts("doi-suffix"):
        yield from _not_utf8(uri, [suffix])
        plain = unescape(suffix.value).decode(errors="ignore")
        char = next((char for char in plain if general_category(char) in _NOT_PRINTABLE), None)
        if char is not None:
            yield flaw(uri, suffix, f"{quoted(char)} is not printable, and a DOI has printable characters")


_NOT_PRINTABLE = ("Cc", "Cn", "Co", "Cs", "Zl", "Zp")

_POSTGRESQL, _MONGODB, _MYSQL = "postgresql postgres", "mongodb mongodb+srv", "mysql mysqlx"
_KEY_WORDS = "PostgreSQL Documentation 17, Parameter Key Words"  # for others that of the scheme's grammar
_WHO = {"postgresql": "libpq 17", "mongodb": "the specification of MongoDB"}  # by the grammar


@rule("X040", "connection-options", "warning", _KEY_WORDS, scheme=f"{_POSTGRESQL} {_MONGODB} {_MYSQL}")
def _connection_options(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of options that are there twice or that the document of the client does not have, and of values
    for which clients of MongoDB are to ignore an option.
    """
    section = None if uri.entry is None else uri.entry.sections["rule"]
    for option in _repeated(uri.parts("param")):
        name = _option(option)[0]
        if not _is(uri, "list-name", name):
            yield flaw(uri, option, f"the option {quoted(name)} is there twice", section=section)
    is_first = True  # others are only counted, and a comparison takes long
    for option in uri.parts("param"):
        name, value = _option(option)
        if _is(uri, "option-name", name) is False:
            nearest = get_close_matches(name.lower(), _literals(uri, "option-name"), 1) if is_first else []
            is_first = False
            proposal = f"; did you mean {quoted(nearest[0])}?" if nearest else ""
            message = f"{_WHO[_grammar(uri)]} has no option {quoted(name)}{proposal}"
            yield flaw(uri, option, message, section=section)
        elif uri.scheme in _MONGODB.split():
            yield from _option_value(uri, option, name, value)


@rule("X041", "connection-values", "error", _KEY_WORDS, scheme=f"{_POSTGRESQL} {_MONGODB} {_MYSQL}")
def _connection_values(uri: SchemeUri) -> Iterator[Flaw]:
    """Yield the flaws of values that an option of PostgreSQL or MySQL does not have, and of an empty user; for MongoDB
    of hosts, ports and databases that it does not have, and of options that exclude each other.
    """
    options = [(option, *_option(option)) for option in uri.parts("param")]
    if uri.scheme not in _MONGODB.split():
        for option, name, value in options:
            yield from _option_value(uri, option, name, value)
    user = uri.part("user")
    if uri.scheme not in _POSTGRESQL.split() and user is not None and not user.value:
        yield flaw(uri, user, "the user is empty", section=None if uri.entry is None else uri.entry.sections["rule"])
    if uri.scheme not in _MONGODB.split():
        return
    database, hosts, is_srv = uri.part("database"), uri.parts("host"), uri.scheme != "mongodb"
    if database is not None and not _is(uri, "database-name", _plain(database.value)):
        message = "a database of MongoDB has no slash, backslash, space, quotation mark or $ in its name"
        yield flaw(uri, database, message, section='MongoDB Connection String Spec, section "Auth Database"')
    for host in hosts:
        if hosts[1:] and not host.value:
            yield flaw(uri, host, "one of the hosts is empty", section=_HOST)
        elif "/" in _plain(host.value) and not _is(uri, "socket", _plain(host.value)):
            yield flaw(uri, host, f"{quoted(host.value)} is not a socket, whose path ends with .sock", section=_HOST)
    for port in uri.parts("port"):
        if not port.value.strip("0"):
            message = f"{quoted(port.value)} is not a port of MongoDB, which is a number from 1"
            yield flaw(uri, port, message, section='MongoDB Connection String Spec, section "Port"')
    for option, name, value in options:
        if not is_srv and _is(uri, "srv-name", name):
            yield flaw(uri, option, f"{name} is only for mongodb+srv", section=_SEEDLIST)
        elif name.lower() == "directconnection" and value == "true" and (is_srv or hosts[1:]):
            yield flaw(uri, option, f"{name}=true is for one host, not for several or mongodb+srv", section=_OPTIONS)


_HOST = 'MongoDB Connection String Spec, section "Host"'
_SEEDLIST = 'MongoDB Initial DNS Seedlist Discovery, section "URI Validation"'
_OPTIONS = "MongoDB URI Options Specification"


def _option(option: Place) -> tuple[str, str]:
    """Return the name and the value of an option, decoded."""
    name, _, value = option.value.partition("=")
    return _plain(name), _plain(value)


def _plain(text: str) -> str:
    return unescape(text).decode(errors="replace")


def _grammar(uri: SchemeUri) -> str:
    return "" if uri.entry is None or uri.entry.rule is None else uri.entry.rule.partition(":")[0]


def _is(uri: SchemeUri, rule_name: str, text: str) -> bool | None:
    """Return whether a text matches a rule of the scheme's grammar, None where the grammar does not have the rule."""
    scheme_grammar = grammar_of(_grammar(uri))
    return None if scheme_grammar.rules.find(rule_name) is None else scheme_grammar[rule_name].matches(text)


def _literals(uri: SchemeUri, rule_name: str) -> list[str]:
    """Return the alternatives of a rule of the scheme's grammar that are strings."""
    expressions = alternatives(grammar_of(_grammar(uri)).rules[rule_name].expr)
    return [expression.text for expression in expressions if isinstance(expression, Literal)]


def _option_value(uri: SchemeUri, option: Place, name: str, value: str) -> Iterator[Flaw]:
    """Yield the flaw of a value that does not match the rule of its option, if the scheme's grammar has one."""
    rule_name = f"value-{name.lower().replace('_', '-')}"
    if _is(uri, rule_name, value) is False:
        values = " or ".join(filter(None, _literals(uri, rule_name)))
        message = f"{quoted(value)} is not a value of {name}{f'; write {values}' if values else ''}"
        yield flaw(uri, option, message, section=None if uri.entry is None else uri.entry.sections["rule"])

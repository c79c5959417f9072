"""Check and convert labels of hosts in Unicode: IDNA2008 and UTS 46.

The tables are those of the `idna` package (RFC 5892, UTS 46). Its checks ask Python's `unicodedata`, whose version
differs; so they are made here, by `irigrammar.unicode`, in the same order and with the same codes. What is not
assigned there is refused, even where a newer `idna` knows it: neither its direction nor its normal form is known.
"""

# typed: 0xFDD0, 0xFDEF, 0xFFFE: noncharacters, which are never assigned
from __future__ import annotations

from functools import lru_cache

from irigrammar.errors import IrigrammarError
from irigrammar.text.normal_forms import nfc
from irigrammar.unicode import bidi_class, combining_class, general_category, is_assigned, is_normalized

ACE_PREFIX = "xn--"  # RFC 3490, section 5; RFC 5890, section 2.3.2.1
LONGEST_LABEL = 63  # bytes (RFC 1035, section 2.3.4)

_LONGEST = 254  # code points of a label; bounds the time of the rules on neighbours
_CACHED = 1 << 12  # characters
_VIRAMA = 9  # Canonical_Combining_Class
_ZWNJ, _ZWJ = "\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}"
_RTL = frozenset({"R", "AL", "AN"})  # RFC 5893, 1.4
_NEUTRAL = frozenset({"EN", "ES", "CS", "ET", "ON", "BN", "NSM"})
_NUMBERS = frozenset({"EN", "AN"})
# RFC 5893, 2, conditions 5 and 6, and 2 and 3: the classes that are allowed, and those at the end, each with its code.
_OF_LTR = (_NEUTRAL | {"L"}, "bidi_rule_5", frozenset({"L", "EN"}), "bidi_rule_6")
_OF_RTL = (_NEUTRAL | _RTL, "bidi_rule_2", _RTL | {"EN"}, "bidi_rule_3")


class LabelFault(IrigrammarError, ValueError):
    """A label is not valid. `code` names the rule, and `char` is the character at fault, "" for the whole label."""

    def __init__(self, code: str, char: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.char = char


def map_by_uts46(domain: str) -> str:
    """Return a domain or label as mapped by UTS 46, non-transitional, in Normalization Form C (UTS 46, 4, steps 1 and
    2); raise `LabelFault`.

    >>> map_by_uts46("ＦＡẞ")
    'faß'
    """
    return domain.lower() if domain.isascii() else nfc("".join(map(_map_char, domain)))


@lru_cache(maxsize=_CACHED)
def _map_char(char: str) -> str:
    """Return the characters, none or several too, to which UTS #46 maps a character. Raises `LabelFault` for one that
    is unassigned or disallowed.
    """
    from idna import IDNAError, uts46_remap

    if is_unassigned(char):
        raise LabelFault("unassigned", char)
    try:
        return uts46_remap(char, std3_rules=False)
    except IDNAError:
        raise LabelFault("uts46_disallowed", char) from None


def is_unassigned(char: str) -> bool:
    """Return whether a code point may become a character in a later version of Unicode.

    >>> is_unassigned("\\U00050000"), is_unassigned("\\ufdd0"), is_unassigned("a")
    (True, False, False)
    """
    return not is_assigned(char) and not ("\ufdd0" <= char <= "\ufdef" or ord(char) & 0xFFFE == 0xFFFE)


def is_later(label: str) -> bool:
    """Return whether a label, an A-label or not, has a code point that is not assigned in `irigrammar.unicode`, but in
    the tables of the `idna` package.

    >>> is_later("\\U00050000")
    False
    """
    if label.isascii():
        try:
            label = label.lower().removeprefix(ACE_PREFIX).encode().decode("punycode") if is_a_label(label) else ""
        except UnicodeError:
            return False
    return any(is_unassigned(char) and _code_point_class(char) is not None for char in label)


def is_a_label(label: str) -> bool:
    """Return whether a label begins as A-labels do, in any case, whether or not it is one (RFC 5890, 2.3.1).

    >>> is_a_label("XN--zz"), is_a_label("www")
    (True, False)
    """
    return label[: len(ACE_PREFIX)].lower() == ACE_PREFIX


def idna2008_property(char: str) -> str:
    """Return the derived property of a code point: PVALID, CONTEXTJ, CONTEXTO, UNASSIGNED or DISALLOWED (RFC 5892, 3).

    >>> [idna2008_property(char) for char in "\\xe9\\u200d\\xb7A\\u0378"]
    ['PVALID', 'CONTEXTJ', 'CONTEXTO', 'DISALLOWED', 'UNASSIGNED']
    """
    return "UNASSIGNED" if is_unassigned(char) else _code_point_class(char) or "DISALLOWED"


@lru_cache(maxsize=_CACHED)
def _code_point_class(char: str) -> str | None:
    from idna import idnadata, intranges_contain

    point = ord(char)
    return next((name for name, ranges in idnadata.codepoint_classes.items() if intranges_contain(point, ranges)), None)


@lru_cache(maxsize=_CACHED)
def _joining_type(char: str) -> str | None:
    from idna import idnadata, intranges_contain

    point = ord(char)
    return next((name for name, ranges in idnadata.joining_types.items() if intranges_contain(point, ranges)), None)


def a_label(label: str) -> str:
    """Return a label as IDNA2008 writes it in ASCII; one that is in ASCII has to be in lower case. Raise `LabelFault`
    for one that is not valid (RFC 5891, 4.2 to 4.4 and 5.3 to 5.5).

    >>> a_label("résumé"), a_label("xn--rsum-bpad"), a_label("www")
    ('xn--rsum-bpad', 'xn--rsum-bpad', 'www')
    """
    if not label.isascii():
        check_label(label)
        ascii_label = ACE_PREFIX + label.encode("punycode").decode()
    elif label.startswith(ACE_PREFIX):
        ascii_label = a_label(_u_label(label))
        if ascii_label != label:
            raise LabelFault("invalid_alabel")
    else:
        check_label(label)
        ascii_label = label
    if len(ascii_label) > LONGEST_LABEL:
        raise LabelFault("label_too_long")
    return ascii_label


def _u_label(label: str) -> str:
    """Return an A-label, in lower case, decoded. Raises `LabelFault` for one that is not Punycode, or not the Punycode
    of its label. One that decodes to ASCII only is among these.
    """
    encoded = label.removeprefix(ACE_PREFIX)
    if not encoded or encoded.endswith("-"):
        raise LabelFault("invalid_alabel")
    try:
        decoded = encoded.encode().decode("punycode")
    except UnicodeError:
        raise LabelFault("invalid_alabel") from None
    if decoded.isascii() or decoded.encode("punycode").decode() != encoded:
        raise LabelFault("invalid_alabel")
    return decoded


def check_label(label: str) -> None:
    """Raise `LabelFault` where a label in Unicode, or one in ASCII without the prefix, is not valid in IDNA2008 (RFC
    5891, 4.2; RFC 5892; RFC 5893).

    >>> check_label("日本")
    >>> check_label("\\u0897a")
    Traceback (most recent call last):
        ...
    irigrammar.matching.idna_labels.LabelFault: leading_combiner
    """
    if not label:
        raise LabelFault("empty_label")
    if len(label) > _LONGEST:
        raise LabelFault("label_too_long")
    if not is_normalized("NFC", label):
        raise LabelFault("not_nfc")
    if label[2:4] == "--":
        raise LabelFault("hyphen_3_4")
    if label.startswith("-") or label.endswith("-"):
        raise LabelFault("hyphen_start_end")
    if is_mark(label[0]):
        raise LabelFault("leading_combiner", label[0])
    for index, char in enumerate(label):
        match idna2008_property(char):
            case "PVALID":
                continue
            case "CONTEXTJ":
                if not has_joiner_context(label, index):
                    raise LabelFault("contextj", char)
            case "CONTEXTO":
                if not _has_other_context(label, index):
                    raise LabelFault("contexto", char)
            case "UNASSIGNED":
                raise LabelFault("unassigned", char)
            case _:
                raise LabelFault("disallowed_codepoint", char)
    if is_right_to_left(label):
        check_bidi(label)


def is_mark(char: str) -> bool:
    """Return whether a character is a combining mark, with which no label begins (RFC 5891, 4.2.3.2; UTS 46, 4.1).

    >>> is_mark("\\u0897"), is_mark("a")
    (True, False)
    """
    return general_category(char).startswith("M")


def has_joiner_context(label: str, index: int) -> bool:
    """Return whether ZWJ or ZWNJ is allowed at an index of a label (RFC 5892, A.1 and A.2).

    >>> has_joiner_context("\\u0915\\u094d\\u200d", 2), has_joiner_context("a\\u200db", 1)
    (True, False)
    """
    if index and combining_class(label[index - 1]) == _VIRAMA:
        return True
    if label[index] != _ZWNJ:
        return False
    before, after = (
        next((kind for char in chars if (kind := _joining_type(char)) != "T"), None)
        for chars in (reversed(label[:index]), label[index + 1 :])
    )
    return before in ("L", "D") and after in ("R", "D")


def _has_other_context(label: str, index: int) -> bool:
    from idna import valid_contexto  # asks its own tables of scripts

    return valid_contexto(label, index)


def is_right_to_left(label: str) -> bool:
    """Return whether a label in Unicode has characters for which the Bidi rule is (RFC 5893, 1.4).

    >>> is_right_to_left("\\u05d0"), is_right_to_left("a")
    (True, False)
    """
    return not label.isascii() and any(bidi_class(char) in _RTL for char in label)


def check_bidi(label: str) -> None:
    """Raise `LabelFault` where a label in Unicode breaks the Bidi rule (RFC 5893, 2); an empty one does not.

    >>> check_bidi("\\u05d0\\u0897"), check_bidi("")
    (None, None)
    >>> check_bidi("0a")
    Traceback (most recent call last):
        ...
    irigrammar.matching.idna_labels.LabelFault: bidi_rule_1
    """
    classes = list(map(bidi_class, label))
    if not classes:
        return
    if classes[0] not in ("L", "R", "AL"):
        raise LabelFault("bidi_rule_1", label[0])
    allowed_classes, not_allowed, ends, not_end = _OF_LTR if classes[0] == "L" else _OF_RTL
    numbers = set()
    for char, kind in zip(label, classes, strict=True):
        if kind not in allowed_classes:
            raise LabelFault(not_allowed, char)
        if kind in _NUMBERS:
            numbers.add(kind)
        if classes[0] != "L" and len(numbers) > 1:
            raise LabelFault("bidi_rule_4", char)
    last = next(index for index in range(len(classes) - 1, -1, -1) if classes[index] != "NSM")
    if classes[last] not in ends:
        raise LabelFault(not_end, label[last])

"""One version of Unicode answers in all functions, on every Python."""

from __future__ import annotations

import ast
import sys
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import idna
import pytest
from command import iri
from examples import FULL
from idna import idnadata
from one_unicode import FORMS, PROPERTIES, sequences
from rows import in_one_test

import irigrammar
from irigrammar import ConversionError, unicode
from irigrammar._generated import characters
from irigrammar.convert import to_ascii, to_unicode
from irigrammar.hosts import readings
from irigrammar.matching import idna_labels
from irigrammar.matching.browser import read_url
from irigrammar.matching.idna_labels import LabelFault, a_label, check_bidi, check_label, is_unassigned, map_by_uts46

SOURCE = Path(irigrammar.__file__).resolve().parent
ALL = range(sys.maxunicode + 1)


def newer_characters() -> list[str]:
    """Return the assigned characters of which the tables know more than every Python."""
    tables = unicode._properties()
    starts, indices = tables["runs"]
    records = [tables["records"][index] for index in indices]
    runs = zip(pairwise([*starts, len(ALL)]), records, strict=True)
    return [chr(point) for (low, high), record in runs if record and record[0] != "Cn" for point in range(low, high)]


NEWER = newer_characters()

# Methods of str whose answer follows the version of Unicode, where a character is not of ASCII.
METHODS = {
    *("capitalize", "casefold", "isalnum", "isalpha", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric"),
    *("isprintable", "istitle", "isupper", "swapcase", "title"),
}
# What asks `unicodedata` in the package idna.
ASKING = {
    *("alabel", "check_bidi", "check_initial_combiner", "check_label", "check_nfc", "decode", "encode", "ulabel"),
    *("valid_contextj",),
}
# Modules that call the methods, and why the version does not matter there.
OF_ASCII = {
    "advice/rules/characters.py": "words in ASCII",
    "bidi/notation.py": "letters of ABNF",
    "cli/output.py": "an environment variable",
    "exports/antlr.py": "names of rules",
    "exports/validators.py": "names of fields",
    "files.py": "an environment variable",
    "grammars/imports.py": "names of ABNF",
    "integrations/_fetching.py": "a header field",
    "learn/boxes.py": "numbers that the module writes",
    "processing/normalize.py": "a scheme",
    "report/pages.py": "codes of rules",
    "scan/config.py": "indices that the module writes",
    "scan/reporters/sarif.py": "names of rules",
    "shipped/place.py": "numbers of sections",
    "views/explorer/answers.py": "the page's own sentences",
    "views/explorer/playground.py": "words of ABNF",
}


def _is_ascii_test(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "isascii"


def asked(path: Path) -> Iterator[str]:
    """Yield what a module asks that depends on Python's version of Unicode, unless `isascii` is beside it."""
    text = path.read_text(encoding="utf-8")
    if not any(words in text for words in ("unicodedata", "from idna", *(f".{name}" for name in METHODS))):
        return
    tree = ast.parse(text)
    guarded: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.BoolOp) and any(_is_ascii_test(inner) for inner in ast.walk(node)):
            guarded |= {id(inner) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names) if any(alias.name == "unicodedata" for alias in names):
                yield "unicodedata"
            case ast.ImportFrom("unicodedata"):
                yield "unicodedata"
            case ast.ImportFrom("idna" | "idna.core", names):
                yield from ({alias.name for alias in names} & ASKING)
            case ast.Call(ast.Attribute(_, name)) if name in METHODS and id(node) not in guarded:
                yield name
            case ast.Attribute(ast.Name("str"), name) if name in METHODS:
                yield name


def test_one_module_asks_for_unicode() -> None:
    by_module = {path.relative_to(SOURCE).as_posix(): set(asked(path)) for path in SOURCE.rglob("*.py")}
    assert by_module.pop("unicode.py") >= {"unicodedata", "casefold", "swapcase"}
    assert {name: names for name, names in by_module.items() if names and name not in OF_ASCII} == {}
    assert [name for name in OF_ASCII if not by_module[name]] == [], "not needed"
    assert not any("unicodedata" in names or names & ASKING for names in by_module.values())


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import unicodedata", {"unicodedata"}),
        ("def f():\n    from unicodedata import category", {"unicodedata"}),
        ("from idna import check_bidi, uts46_remap", {"check_bidi"}),
        ("text.isalnum()", {"isalnum"}),
        ("map(str.isprintable, text)", {"isprintable"}),
        ("text.isascii() and text.isalnum()", set()),
        ("text.isspace() or text.lower()", set()),
    ],
)
def test_what_asks_is_noticed(tmp_path: Path, source: str, names: set[str]) -> None:
    (tmp_path / "a.py").write_text(source, encoding="utf-8")
    assert set(asked(tmp_path / "a.py")) == names


# The tables


def test_all_tables_are_of_one_version() -> None:
    assert irigrammar.unicode_version == unicode._properties()["version"] == unicode._tables()["version"]
    assert irigrammar.unicode_version == unicode.confusables_version() == characters.UNICODE


def test_the_idna_package_does_not_run_ahead() -> None:
    """Where it does, write the tables anew: python tools/unicode_tables.py --write."""
    assert idnadata.__version__ == irigrammar.unicode_version
    listed = [point for ranges in idnadata.codepoint_classes.values() for pair in ranges for point in _points(pair)]
    assert [hex(point) for point in listed if not unicode.is_assigned(chr(point))] == []


def _points(pair: int) -> range:
    return range(pair >> 32, pair & 0xFFFFFFFF)


def test_ascii_and_white_space_do_not_depend_on_the_version() -> None:
    """So that `lower` and `upper` of `str` do for what is compared with ASCII."""
    assert len(NEWER) > 28_000
    assert min(NEWER) == unicode._FIRST
    assert not any(unicode.lower(char).isascii() or unicode.swapcase(char).isascii() for char in NEWER)
    assert not any(unicode.general_category(char).startswith("Z") for char in NEWER)


@pytest.mark.parametrize("step", [1 if FULL else 211])
def test_properties_are_those_of_unicodedata2(step: int) -> None:
    newest = pytest.importorskip("unicodedata2", reason="unicodedata2, which has Unicode 18, is not installed")
    assert newest.unidata_version == irigrammar.unicode_version
    theirs = {
        "category": newest.category,
        "bidirectional": newest.bidirectional,
        "combining": newest.combining,
        "east_asian_width": newest.east_asian_width,
        "mirrored": lambda char: bool(newest.mirrored(char)),
        "name": lambda char: newest.name(char, ""),
        "decimal": lambda char: newest.decimal(char, None),
    }
    chars = [chr(point) for point in {*ALL[::step], *(ord(char) for char in newer_in_tables())}]
    for name, function in theirs.items():
        assert [hex(ord(char)) for char in chars if PROPERTIES[name](char) != function(char)] == [], name
    for form in FORMS:
        assert [char for char in chars if unicode.normalize(form, char) != newest.normalize(form, char)] == []
    hangul = range(0xAC00, 0xD7A4)
    others = [char for char in chars if ord(char) not in hangul]
    assert [char for char in others if unicode.decomposition(char) != newest.decomposition(char)] == []


def newer_in_tables() -> str:
    """Return the characters that the tables have mappings of."""
    tables = unicode._properties()
    return "".join([*tables["decompositions"], *tables["compositions"], *tables["lower"], tables["zeros"]])


@cache
def drawn_sequences() -> list[str]:
    return list(sequences(200_000 if FULL else 2_000))


@pytest.mark.parametrize("form", FORMS)
def test_normal_forms_of_sequences_are_those_of_unicodedata2(form: unicode.Form) -> None:
    newest = pytest.importorskip("unicodedata2", reason="unicodedata2, which has Unicode 18, is not installed")
    texts = drawn_sequences()
    assert sum(map(unicode.has_newer, texts)) > 0.4 * len(texts)
    assert [ascii(text) for text in texts if unicode.normalize(form, text) != newest.normalize(form, text)] == []
    assert all(unicode.is_normalized(form, unicode.normalize(form, text)) for text in texts)


def test_what_python_knows_is_as_python_says() -> None:
    """For what has not changed since the oldest Python, the methods of `str` and the functions here agree."""
    chars = [char for char in map(chr, ALL[:: 1 if FULL else 17]) if not unicode.has_newer(char)]
    assert len(chars) > 15_000
    for ours, theirs in (
        (unicode.is_letter, str.isalpha),
        (unicode.is_letter_or_number, str.isalnum),
        (unicode.is_decimal, str.isdecimal),
        (unicode.is_printable, str.isprintable),
        (unicode.lower, str.lower),
        (unicode.casefold, str.casefold),
        (unicode.character_name, lambda char: unicodedata.name(char, unicode.character_name(char))),
    ):
        assert [hex(ord(char)) for char in chars if ours(char) != theirs(char)] == [], theirs


# Labels: as the package idna has them, for what its Python knows


def theirs(check: Callable[..., object], label: str) -> str:
    try:
        check(label)
    except idna.IDNAError as error:
        return str(error.code).replace("unknown_codepoint", "contextj")  # Python 3.11 has no names for Tangut
    return ""


def ours(check: Callable[[str], None], label: str) -> str:
    try:
        check(label)
    except LabelFault as fault:
        return fault.code
    return ""


def test_labels_are_checked_as_the_package_does() -> None:
    texts = [text for text in sequences(200_000 if FULL else 5_000) if not unicode.has_newer(text)]
    labels = [label for text in texts for label in {text, unicode.normalize("NFC", unicode.lower(text)).strip(".-")}]
    labels += [
        f"{char}{mid}{char}" for char in map(chr, ALL[:: 1 if FULL else 211]) for mid in ("", "a", "\u05d0", "\u200d")
    ]
    known = [label for label in [*labels, "\u05d01\u0661", "a\xb7b"] if label and not unicode.has_newer(label)]
    assert [ascii(label) for label in known if ours(check_label, label) != theirs(idna.check_label, label)] == []
    with_left_to_right = partial(idna.check_bidi, check_ltr=True)
    assert [ascii(label) for label in known if ours(check_bidi, label) != theirs(with_left_to_right, label)] == []
    kinds = {ours(check, label) for label in known for check in (check_label, check_bidi)}
    assert kinds >= {"", "not_nfc", "leading_combiner", "contextj", "contexto", "disallowed_codepoint"}
    assert kinds >= {"hyphen_start_end", *(f"bidi_rule_{number}" for number in range(1, 7))}


@in_one_test("label", ["xn--", "xn--a-", "xn--99zz", "xn--abc", "xn---bbk", "xn--rsum-bpad", "a" * 64, "xn--n3h"])
def test_a_labels_are_checked_as_the_package_does(label: str) -> None:
    def accepted(convert: type | object) -> bool:
        try:
            return bool(convert(label))  # type: ignore[operator]  # one of two functions
        except (idna.IDNAError, LabelFault):
            return False

    assert accepted(a_label) is accepted(idna.alabel)


# Hosts of after Unicode 14


@pytest.mark.parametrize(
    ("host", "converted"),
    [
        ("\U00031350.example", "xn--8o8n.example"),  # Unicode 15.0
        ("x\u0897\u0316.example", "xn--x-4cb143b.example"),  # Unicode 16.0: a mark that is moved
        ("\U00016d67\U00016d67.example", "xn--bj0f.example"),  # Unicode 16.0: composed
        ("x\u0316\U00011f41.example", "xn--x-4cb4539s.example"),  # Unicode 15.0: a spacing virama
        ("\ua7dc.example", "xn--dia.example"),  # Unicode 16.0: a capital of an older letter
        ("\u05d0\u0897\u05d1.example", "xn--4dbc34s.example"),  # a mark in a right-to-left label
        ("\U00010d4a\U00010d40.example", None),  # Garay: a digit at the end of a right-to-left label
    ],
)
def test_hosts_of_newer_characters(host: str, converted: str | None) -> None:
    if converted is None:
        converted = to_ascii(host)
    assert to_ascii(host) == to_ascii(host, "uts46") == converted
    assert irigrammar.iri_to_uri(f"http://{host}/") == f"http://{converted}/"
    assert to_ascii(to_unicode(converted)) == converted
    read = readings(f"http://{host}/")
    assert {reading.host for reading in read if reading.reader in ("uts46", "url-standard")} == {converted}
    _, out, _ = iri("compare", f"http://{host}/", f"http://{converted}/")
    assert out.startswith("equivalent")


def test_new_marks_begin_no_label() -> None:
    newer = list(filter(idna_labels.is_mark, NEWER))
    assert len(newer) > 130
    for char in newer:
        assert read_url(f"http://{char}a/").refusal, hex(ord(char))
        assert ours(check_label, f"{char}a") in ("leading_combiner", "not_nfc"), hex(ord(char))


def test_new_nonspacing_marks_are_in_right_to_left_labels() -> None:
    newer = [char for char in NEWER if unicode.bidi_class(char) == "NSM"]
    assert len(newer) > 90
    for char in newer:
        check_bidi(f"\u05d0{char}\u05d1")
        check_bidi(f"\u05d0\u05d1{char}")


# What no version that answers knows


@pytest.mark.parametrize("char", ["\u0378", "\U00050000", "\U0003fffd"])
def test_what_is_unassigned_is_refused_by_name(char: str) -> None:
    reason = f"U+{ord(char):04X} is not assigned in Unicode 18, which this version knows"
    for policy in ("idna", "idna2008", "uts46"):
        with pytest.raises(ConversionError, match=f"has no form in ASCII by {policy}: {reason}".replace("+", r"\+")):
            to_ascii(f"a{char}.example", policy)
    assert read_url(f"http://a{char}.example/").refusal == reason
    assert reason in " ".join(finding.message for finding in irigrammar.advise(f"http://a{char}.example/"))


def test_noncharacters_are_not_called_unassigned() -> None:
    chars = ["\ufdcf", "\ufdd0", "\ufdef", "\ufffe", "\uffff", "\U0001fffd", "\U0001fffe", "\U0010fffe", "\U0010ffff"]
    assert [char for char in chars if is_unassigned(char)] == ["\U0001fffd"]
    with pytest.raises(ConversionError, match="UTS 46 does not allow"):
        to_ascii("a\ufdd0.example")


@pytest.fixture
def newer_idna(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the package idna have a character that is not assigned here."""
    classes = {**idnadata.codepoint_classes}
    classes["PVALID"] = (*classes["PVALID"], 0x50000 << 32 | 0x50001)
    remap, later = idna.uts46_remap, chr(0x50000)
    monkeypatch.setattr(idnadata, "codepoint_classes", classes)
    monkeypatch.setattr(idna, "uts46_remap", lambda text, **flags: text if text == later else remap(text, **flags))
    caches = [idna_labels._map_char, idna_labels._code_point_class]
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("newer_idna")
def test_a_newer_package_is_refused_by_name_and_no_finding_is_false() -> None:
    written = "xn--" + "\U00050000".encode("punycode").decode()
    for host in ("\U00050000.example", f"{written}.example"):
        codes = {finding.code for finding in irigrammar.advise(f"http://{host}/")}
        assert not codes & {"H002", "H003", "H010", "H012"}, host
    with pytest.raises(LabelFault, match="unassigned"):
        map_by_uts46("\U00050000")
    with pytest.raises(ConversionError, match=r"U\+50000 is not assigned in Unicode 18, which this version knows"):
        to_ascii("\U00050000.example")


def test_newer_capitals_are_upper_case() -> None:
    (finding,) = irigrammar.advise("http://a/b\ua7dcc", select=["C017"])
    assert finding.message == '"\ua7dc" is in upper case'

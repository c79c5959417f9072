"""Text that looks like a host or file; commonly typed schemes, misspelled.

Data: `grammar/suspicious.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from irigrammar._generated import suspicious
from irigrammar._generated.suspicious import EXTENSIONS
from irigrammar.matching.grammar import grammar
from irigrammar.shipped.registries import registered_schemes, top_level_domains
from irigrammar.unicode import is_letter, is_letter_or_number, is_upper

TYPED_SCHEMES = tuple(suspicious.TYPED_SCHEMES.split())  # those that people type
NOT_MISSPELLED = frozenset(suspicious.NOT_MISSPELLED.split())  # unregistered, near those that people type, and meant
# Schemes that are written so that nothing follows a link, and what each stands for.
DEFANGED_SCHEMES = dict(pair.split("=") for pair in suspicious.DEFANGED.split())
FOLDERS = frozenset(suspicious.FOLDERS.split())  # at the root of a file system
PAGES = frozenset(suspicious.PAGES.split())  # endings of the names of pages
SCRIPTS = frozenset(suspicious.SCRIPTS.split())  # schemes whose URIs are programs


def is_host_like(text: str) -> bool:
    """Return whether a text looks like a host: an IPv4 address, or labels that end in a top-level domain, or that begin
    with "www".

    >>> [is_host_like(text) for text in ("example.com", "www.x.lan", "127.0.0.1", "a.b", "com", "1.0")]
    [True, True, True, False, False, False]
    """
    if grammar("rfc3986")["IPv4address"].matches(text):
        return True
    labels = text.lower().removesuffix(".").split(".")
    from irigrammar.processing.labels import to_unicode_label

    if len(labels) < 2 or not all(is_letter_or_number(label.replace("-", "")) for label in labels):
        return False
    return labels[0] == "www" or to_unicode_label(labels[-1]) in top_level_domains()


def is_file_name_like(text: str) -> bool:
    """Return whether a host-like text is far more often the name of a file, or of something in a program.

    >>> [is_file_name_like(text) for text in ("README.md", "System.IO", "www.example.md", "example.com")]
    [True, True, False, False]
    """
    labels = text.split(".")
    if labels[0].lower() == "www":
        return False
    return labels[-1].lower() in EXTENSIONS.split() or (is_upper(labels[-1]) and not is_upper(text))


def is_folder_like(name: str, others: Sequence[str]) -> bool:
    """Return whether a host-like text is far more often a folder, by the segments of the path after it: they lead to a
    page, or one of them is the name's last label, as in the folders of a module.

    >>> [is_folder_like("java.management", others) for others in (["javax", "management"], ["index.html"], ["a"])]
    [True, True, False]
    >>> is_folder_like("www.example.com", ["index.html"]), is_folder_like("127.0.0.1", ["index.html"])
    (False, False)
    """
    first, *_, last = name.lower().split(".")
    if first == "www" or not is_letter(last[:1]):
        return False
    _, dot, ending = others[-1].lower().rpartition(".")
    return (bool(dot) and ending in PAGES) or last in map(str.lower, others)


@cache
def scheme_pairs() -> dict[str, str]:
    """Return the second scheme of each pair of typed schemes by the pair in one word ("httphttps")."""
    return {first + second: second for first in TYPED_SCHEMES for second in TYPED_SCHEMES if len(second) > 2}


@lru_cache(1024)
def is_misspelled(name: str) -> bool:
    """Return whether an unregistered scheme, in lower case, is probably one that people type, misspelled.

    >>> [is_misspelled(name) for name in ("htp", "httphttps", "httpx", "git")]
    [True, True, False, False]
    """
    if name in registered_schemes() or name in NOT_MISSPELLED:
        return False
    return name in scheme_pairs() or any(misspelling(name, meant) for meant in TYPED_SCHEMES)


_SHORT = 3  # letters: of a scheme so short only its own letters are taken for a slip


def misspelling(name: str, meant: str) -> str | None:
    """Return the mistake in a name that is one edit from another, as the end of a sentence; None for other names, and
    where `meant` is too short to tell.

    >>> misspelling("hhttp", "http"), misspelling("htpt", "http"), misspelling("foo", "http")
    ('has a letter too many', 'has two letters in the wrong order', None)
    """
    if len(meant) < _SHORT or (len(meant) == _SHORT and set(name) != set(meant)):
        return None
    if len(name) == len(meant) + 1:
        return "has a letter too many" if _lacks_one(meant, name) else None
    if len(name) == len(meant) - 1:
        return "lacks a letter" if _lacks_one(name, meant) else None
    places = [index for index, pair in enumerate(zip(name, meant, strict=False)) if pair[0] != pair[1]]
    if len(name) != len(meant) or not 0 < len(places) <= 2:
        return None
    if len(places) == 1:
        return "has a wrong letter"
    first, second = places
    is_swap = second == first + 1 and name[first] == meant[second] and name[second] == meant[first]
    return "has two letters in the wrong order" if is_swap else None


def _lacks_one(short: str, long: str) -> bool:
    return any(long[:index] + long[index + 1 :] == short for index in range(len(long)))

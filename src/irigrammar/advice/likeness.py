"""Text that looks like a host, file or folder; commonly typed schemes.

Data: `grammar/suspicious.toml`.
"""

from __future__ import annotations

from irigrammar._generated import suspicious
from irigrammar._generated.suspicious import EXTENSIONS
from irigrammar.matching.grammar import grammar
from irigrammar.shipped.registries import top_level_domains

TYPED_SCHEMES = tuple(suspicious.TYPED_SCHEMES.split())  # those that people type
NOT_MISSPELLED = frozenset(suspicious.NOT_MISSPELLED.split())  # unregistered, near those that people type, and meant
# Schemes that are written so that nothing follows a link, and what each stands for.
DEFANGED_SCHEMES = dict(pair.split("=") for pair in suspicious.DEFANGED.split())
FOLDERS = frozenset(suspicious.FOLDERS.split())  # at the root of a file system


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

    if len(labels) < 2 or not all(label.replace("-", "").isalnum() for label in labels):
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
    return labels[-1].lower() in EXTENSIONS.split() or (labels[-1].isupper() and not text.isupper())

"""Values that a template is still to fill in: they are no identifiers yet."""

from __future__ import annotations

import re

# Jinja, Django, Liquid, Handlebars, Angular, Hugo; ERB and JSP; PHP; shells, JavaScript, Maven, Thymeleaf; Ruby, Pug.
_PLACEHOLDER = re.compile(r"\{\{|\{%|\{#|<%|<\?|[$#@]\{")


def has_placeholder(text: str) -> bool:
    """Return whether a value has something in it that a template language replaces.

    >>> has_placeholder("{{ url }}/x"), has_placeholder("{% url 'x"), has_placeholder("http://e/{id}")
    (True, True, False)
    """
    return _PLACEHOLDER.search(text) is not None

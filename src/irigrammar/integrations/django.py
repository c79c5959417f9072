"""Django: a validator and fields, and a field for REST framework."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from irigrammar.errors import MissingExtra
from irigrammar.faults.fault import NoMatch
from irigrammar.integrations._fetching import Policy
from irigrammar.integrations._wanted import find, package
from irigrammar.masking import redact

try:
    from django import forms
    from django.core.exceptions import ValidationError
    from django.db import models
    from django.utils.deconstruct import deconstructible
except ImportError:
    raise MissingExtra("fields of Django", "django", "Django") from None

if TYPE_CHECKING:
    from irigrammar.matching.matcher import Matcher

__all__ = ["GrammarValidator", "MatchingField", "UserURLField", "serializer_field"]


@deconstructible
class GrammarValidator:
    """A validator by a production, for fields of models, forms and serializers: of a grammar, a catalog name or an ABNF
    file, and of its rule (by default the grammar's first start rule).

    It raises Django's `ValidationError` with the reason, the code "no_match", and the parameters `value`, `offset` (in
    code points), `fault` (the code of the reason) and `fixes`, in which passwords are masked; for a value that is not a
    string with the code "invalid". Fields that strip white space, such as Django's `forms.CharField` and
    `CharField` of Django REST framework, do so before it sees the value. It may be used in migrations. Raises
    `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> GrammarValidator("rfc3987", "IRI")("http://b/c d")
    Traceback (most recent call last):
    django.core.exceptions.ValidationError: ['not IRI (RFC 3987), offset 10: a reference cannot contain a space; try http://b/c%20d']
    """

    def __init__(self, grammar: str, rule: str | None = None) -> None:
        self.grammar, self.rule = grammar, rule
        self.matcher: Matcher = find(grammar, rule)

    def __call__(self, value: object) -> None:
        """Return nothing for a string that matches.

        Raises `ValidationError` ("invalid", "no_match") for other values.
        """
        if not isinstance(value, str):
            raise ValidationError("not a string", code="invalid")
        try:
            self.matcher.require(value)
        except NoMatch as error:
            parameters = {
                "value": redact(str.__str__(value), whole=True).text,
                "offset": error.fault.offset,
                "fault": error.fault.code,
                "fixes": [redact(fix.text, whole=True).text for fix in error.fault.fixes],
            }
            raise ValidationError(error.sentence.replace("%", "%%"), code="no_match", params=parameters) from error

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GrammarValidator):
            return NotImplemented
        return (self.grammar, self.rule) == (other.grammar, other.rule)

    def __hash__(self) -> int:
        return hash((self.grammar, self.rule))


class MatchingField(models.TextField):  # type: ignore[misc,type-arg,unused-ignore]  # Django has no types
    """A field of a model whose text matches a production; without arguments, RFC 3987's `IRI`.

    Text is kept unchanged, not normalized. The validator runs in `full_clean`, as Django's do, in model forms, and in
    model serializers of Django REST framework, whose field is that of `serializer_field`; not in `save`,
    `bulk_create` and `update`.
    """

    description = "text that matches a rule of a grammar"

    def __init__(self, *args: Any, grammar: str = "rfc3987", rule: str | None = "IRI", **options: Any) -> None:
        self.grammar, self.rule = grammar, rule
        super().__init__(*args, **options)
        self.validators.append(GrammarValidator(grammar, rule))

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the name, path, arguments and options of the field that a migration writes."""
        name, path, arguments, options = super().deconstruct()
        return name, path, arguments, {**options, "grammar": self.grammar, "rule": self.rule}

    def formfield(self, **options: Any) -> Any:
        """Return the field of a form: by default a line that keeps white space at its ends, and not a box of several
        lines; for choices their menu.
        """
        if self.choices is not None:
            return super().formfield(**options)
        return super().formfield(**{"widget": forms.TextInput, "strip": False, **options})

    @property
    def _proxy_class(self) -> type:
        """The class by which Django REST framework looks up the field of a serializer.

        Its tables have the field for text, which strips; so they get another for this class when they are asked. Raises
        `AttributeError` where no serializers of Django REST framework are imported.
        """
        serializers = sys.modules.get("rest_framework.serializers")
        if serializers is None:  # someone else asks
            raise AttributeError("_proxy_class")
        pending = [serializers.ModelSerializer]
        while pending:
            kind = pending.pop()
            pending += kind.__subclasses__()
            kind.serializer_field_mapping.setdefault(MatchingField, _text_field())
        return type(self)


class UserURLField(forms.CharField):  # type: ignore[misc,type-arg,unused-ignore]  # Django has no types
    """A field of a form for a URL from a user, whose value is the URL to fetch.

    `schemes`, `ports`, `allow` and `deny` are those of the adapters; further keywords are those of Django's
    `CharField`. What `check_fetch` refuses is a `ValidationError` with the reason, whose code is that of the rule.
    """

    def __init__(self, **options: Any) -> None:
        limits = {name: options.pop(name) for name in ("schemes", "ports", "allow", "deny") if name in options}
        self.policy = Policy(**limits)
        super().__init__(**{"strip": False, **options})

    def clean(self, value: Any) -> str:
        """Return the URL to fetch, or the empty value as a text.

        Raises `ValidationError`, with the reason's code, for a refused one, and where Django's `CharField` does.
        """
        text = super().clean(value)
        if text in self.empty_values:
            return str(text)
        verdict = self.policy.check(text)
        if verdict.reason is not None:
            raise ValidationError(verdict.reason.message.replace("%", "%%"), code=verdict.reason.code)
        return str(verdict.url)


def serializer_field(grammar: str = "rfc3987", rule: str | None = "IRI", **options: Any) -> Any:
    """Return a field for serializers of Django REST framework whose text matches a production; further keywords are
    those of its `CharField`. White space at the ends is kept, and so refused, as are numbers.

    Raises `MissingExtra` where Django REST framework is not installed, and what `GrammarValidator` does for an unknown
    production.
    """
    validators = [*options.pop("validators", ()), GrammarValidator(grammar, rule)]
    return _text_field()(validators=validators, **options)


@cache
def _text_field() -> Any:
    """Return the class of fields of Django REST framework that keep a text unchanged and refuse any other value. Raises
    `MissingExtra`.
    """
    serializers = package("rest_framework.serializers", "django", "a field of a serializer")

    class TextField(serializers.CharField):  # type: ignore[misc,name-defined]  # it is there where the package is
        def __init__(self, **options: Any) -> None:
            super().__init__(**{"trim_whitespace": False, **options})

        def to_internal_value(self, data: Any) -> Any:
            if not isinstance(data, str):
                self.fail("invalid")
            return super().to_internal_value(data)

    return TextField

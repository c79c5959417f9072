"""Check one identifier of a document: its fault, or the advice on it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress

from irigrammar.advice.quiet import covers, head_allows_tails, is_ordinary, quiet
from irigrammar.advice.registry import Selection
from irigrammar.dataclass import replace
from irigrammar.errors import GrammarError
from irigrammar.faults.fault import UNDECIDED, NoMatch, Undecided
from irigrammar.finding import Finding
from irigrammar.lazy import cached_property, regex
from irigrammar.matching.matcher import Matcher
from irigrammar.report.record import fault_finding
from irigrammar.scan.choice import Advice
from irigrammar.scan.policies import Policy, normal_findings, policy_findings, wants_normalized

# Identifiers whose findings are cached, and how long each may be; more of hosts and of clean texts.
_REMEMBERED = 1 << 14
_LONGEST = 1_000
_HEAD = regex(r"https?://[^/]+/")  # in quiet texts
_CLEAN_REMEMBERED = 1 << 17


class Checker:
    """Checks texts with one matcher, chosen rules of advice, and policies of namespaces, and caches the findings.

    `local` is that of the type of documents.

    >>> from irigrammar.advice.registry import choose_rules
    >>> from irigrammar.matching.grammar import grammar
    >>> checker = Checker(grammar("rfc3987")["IRI"], choose_rules("publish"))
    >>> [(finding.code, finding.start) for finding in checker.findings("http://e/a b")]
    [('F094', 10)]
    >>> checker.unclean(["http://example.org/", "http://e:80/"])
    {'http://e:80/'}
    """

    def __init__(
        self, matcher: Matcher, advice: Selection | Advice, *, local: bool = False, policies: tuple[Policy, ...] = ()
    ) -> None:
        self.matcher = matcher
        self._local = local
        self._policies = policies
        self._wanted = advice
        self._wants_normalized = wants_normalized(matcher)
        is_quiet = advice.is_quiet if isinstance(advice, Advice) else covers(advice)
        self._knows_quiet_tails = is_quiet and not self._wants_normalized
        self._clean: set[str] = set()
        self._heads: dict[str, bool] = {}
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._findings)

    @property
    def knows_quiet(self) -> bool:
        """Whether nothing is found in identifiers that have a clean head and a quiet tail."""
        return self._knows_quiet_tails and not self._policies

    @cached_property
    def _advice(self) -> Selection:
        rules = self._wanted.rules if isinstance(self._wanted, Advice) else self._wanted
        return rules if rules and self._has_components else ()

    @cached_property
    def _has_components(self) -> bool:
        return _has_components(self.matcher)

    def findings(self, text: str) -> tuple[Finding, ...]:
        """Return the findings in a text: its fault alone, or those of policies and rules; () for one that is clean.

        Short texts are cached.
        """
        return self._remembered(text) if len(text) <= _LONGEST else self._findings(text)

    def unclean(self, texts: Iterable[str]) -> set[str]:
        """Return the set of those texts that have findings, faster than by asking for each."""
        unknown = list(set(texts) - self._clean)
        try:
            verdicts = self.matcher.matches_many(unknown)
        except UNDECIDED:
            return set(filter(self.findings, unknown))
        unclean = {text for text, is_valid in zip(unknown, verdicts, strict=True) if not is_valid}
        unclean -= {text for text in unclean if self._beyond_uri(text) is not None and not self.findings(text)}
        unclean.update(text for text in self._noisy(list(compress(unknown, verdicts))) if self.findings(text))
        if self._policies:
            unclean.update(text for text in unknown if not all(policy.allows(text) for policy in self._policies))
        if len(self._clean) > _CLEAN_REMEMBERED:
            self._clean.clear()
        self._clean.update(text for text in unknown if len(text) <= _LONGEST and text not in unclean)
        return unclean

    def quiet(self, text: str, rule: str) -> int | None:
        """Return how many identifiers a text has if nothing can be found in any; None where that is not seen at once.

        The rule is one for texts in `grammar/quiet.abnf`.

        >>> from irigrammar.advice.registry import choose_rules
        >>> from irigrammar.matching.grammar import grammar
        >>> checker = Checker(grammar("rfc3987")["IRI"], choose_rules("all", select=["H009", "R022"]))
        >>> [checker.quiet(text, "running-text") for text in ("at http://e.org/a", "http://e.org/a//b", "http://e.test/")]
        [1, None, None]
        """
        if not self.knows_quiet or len(text) > _LONGEST or not quiet(rule).matches(text):
            return None
        heads = _HEAD.findall(text)
        return len(heads) if all(map(self._is_clean_head, heads)) else None

    def _noisy(self, texts: list[str]) -> list[str]:
        """Return those of `texts`, all of which match, in which rules may find something.

        Left out are texts whose head (scheme and authority) has no findings and whose tail is quiet.
        """
        if not self._knows_quiet_tails:
            return texts if self._advice or self._wants_normalized else []
        texts = [text for text in texts if not is_ordinary(self.matcher, text)]
        cuts = [text.find("/", text.find("//") + 2) for text in texts]
        verdicts = quiet().matches_many([text[cut:] for text, cut in zip(texts, cuts, strict=True)])
        return [
            text
            for text, cut, is_quiet in zip(texts, cuts, verdicts, strict=True)
            if not (is_quiet and len(text) <= _LONGEST and self._is_clean_head(text[: cut + 1]))
        ]

    def _is_clean_head(self, head: str) -> bool:
        """Return whether there are no findings in a scheme and authority with the slash after it, whatever quiet tail
        follows.
        """
        clean = self._heads.get(head)
        if clean is None:
            if len(self._heads) > _CLEAN_REMEMBERED:
                self._heads.clear()
            is_usual = head.startswith(("http://", "https://")) and head.isascii() and is_ordinary(self.matcher, head)
            clean = is_usual or (head_allows_tails(head) and not self.findings(head))
            self._heads[head] = clean
        return clean

    def _findings(self, text: str) -> tuple[Finding, ...]:
        """Return the findings in a text, or one for a fault if its check goes beyond a limit."""
        try:
            return self._decidable_findings(text)
        except UNDECIDED as error:
            return (fault_finding(self.matcher, Undecided(text, error)),)

    def _decidable_findings(self, text: str) -> tuple[Finding, ...]:
        """Return the findings of a text: its fault alone if it does not match, else those of policies and the advice
        that is not harmless.

        Nothing for a base64 data URL with at most advice once its white space is dropped. Raises the `UNDECIDED`
        errors.
        """
        from irigrammar.scan.harmless import without_base64_breaks, without_harmless  # most texts come to no rule

        joined_text = without_base64_breaks(text)
        if joined_text != text and all(finding.severity == "advice" for finding in self._findings(joined_text)):
            return ()
        if not self.matcher.matches(text):
            beyond = self._beyond_uri(text)
            return (fault_finding(self.matcher, self.matcher._no_match(text).fault),) if beyond is None else beyond
        against = tuple(policy_findings(text, self._policies))
        if self._wants_normalized:
            against += tuple(normal_findings(text))
        if not self._advice:
            return against
        from irigrammar.advice.advise import findings
        from irigrammar.advice.context import Context

        context = Context(text, self.matcher)
        advice = without_harmless(context, tuple(findings(context, self._advice)), local=self._local)
        return (*against, *filter(self._reports, advice))

    def _beyond_uri(self, text: str) -> tuple[Finding, ...] | None:
        """Return the chosen findings in a text that does not match, and that the document of its scheme allows; None
        for any other text, and for a production that is not of references.
        """
        if not self._has_components:
            return None
        from irigrammar.processing.scheme_rules.check import findings_beyond_uri  # most texts match

        beyond = findings_beyond_uri(text)
        if beyond is None:
            return None
        severities = {rule.code: severity for rule, severity in self._advice}
        rows = (replace(row, severity=severities[row.code]) for row in beyond if row.code in severities)
        return tuple(filter(self._reports, rows))

    def _reports(self, finding: Finding) -> bool:
        return not isinstance(self._wanted, Advice) or self._wanted.reports(finding)


def _has_components(matcher: Matcher) -> bool:
    """Return whether a production's strings have components; false if the matcher cannot split them."""
    try:
        matcher.split("")
    except NoMatch:
        return True
    except GrammarError:
        return False
    return True

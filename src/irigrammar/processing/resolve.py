"""Resolve references against a base, and make them relative.

RFC 3986, 5.2 to 5.4; RFC 3987, 6.5; the LEIRI Note, 4. Nothing is percent-encoded: mapping to URIs is left for as late
as possible (draft-ietf-iri-3987bis-04, 6.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components, with_fields
from irigrammar.processing.browser import (
    SECTION,
    browser_form,
    check_authority,
    has_opaque_path,
    prepare_reference,
    resolved_change,
)
from irigrammar.processing.choices import AuthorityChoice
from irigrammar.processing.deviations import DeviationNote, Deviations
from irigrammar.processing.path import check_root, directory, with_guard, without_dots
from irigrammar.processing.reference import Reference, encode_separators, keeps_path, matchers, read
from irigrammar.processing.support.rewriters import rewriter
from irigrammar.processing.trace import Trace, record, requested_trace
from irigrammar.text.names import quoted


def resolve_by_steps(
    base: str,
    ref: str,
    trace: Trace,
    *,
    strict: bool = True,
    grammar: str | Grammar = "rfc3987",
    authority: AuthorityChoice = "refuse",
    strict_paths: bool = False,
) -> str:
    """Return the result of `resolve`, whose parameters these are, and record its steps in the trace. Raises
    `ConversionError` where browsers read another target from a Web Address, with "refuse", and with "browser" if they
    do even from its form; and the other errors of `resolve`.
    """
    check_authority(authority)
    reference, absolute = matchers(grammar)
    target_of = partial(_target, reference, strict=strict, trace=trace, strict_paths=strict_paths)
    if reference.grammar.entry.prefer is None:
        target = target_of(read(absolute, base), read(reference, ref))
        if trace is not None and (change := resolved_change(base, ref, target)) is not None:
            record(trace, SECTION, ref, target, f"browsers differ: {change}")
        return target
    base, ref = (
        prepare_reference(base, reference, authority, trace),
        prepare_reference(ref, reference, "grammar", trace),
    )
    origin = read(absolute, base)
    target = target_of(origin, read(reference, ref))
    change = None if authority == "grammar" else resolved_change(base, ref, target)
    if change is None:
        return target
    if authority == "refuse":
        raise ConversionError(f'{quoted(ref)} has two targets: {change}; choose authority="browser" or "grammar"')
    text = record(trace, SECTION, ref, browser_form(ref, base), f"as browsers read it: {change}")
    target = target_of(origin, read(reference, text))
    if (change := resolved_change(base, ref, target)) is not None:
        raise ConversionError(f"{quoted(ref)} has no target with the host that browsers read: {change}")
    return target


def relativize(
    base: str, target: str, /, *, grammar: str | Grammar = "rfc3987", authority: AuthorityChoice = "refuse"
) -> str:
    """Return the shortest reference that a base resolves to exactly this target (RFC 3986, 4.2 and 5.2).

    Both must have a scheme. Among references of the same length the order is: without a path, with a relative path,
    with an absolute path, with an authority, with a scheme. The result is resolved before it is returned. With
    `web-address`, what is percent-encoded in the target is so in the result, though a "\\" might resolve to it; white
    space goes first, and `authority` says what becomes of a base or a target in which browsers read an authority and
    the grammar does not (see `normalize`).

    Raises `NoMatch` where `base` or `target` is not absolute in the grammar, `ConversionError` for an authority as
    above, and where no reference resolves to the target: its path has dot segments, and is not the base's; `ValueError`
    for another choice of `authority`.

    >>> relativize("http://a/b/c/d;p?q", "http://a/b/g?y"), relativize("http://a/b/c", "http://a/b/c#s")
    ('../g?y', '#s')
    """
    trace = requested_trace()
    check_text(base)
    check_text(target)
    check_authority(authority)
    reference, absolute = matchers(grammar)
    base, target = (
        prepare_reference(base, reference, authority, trace),
        prepare_reference(target, reference, authority, trace),
    )
    origin, target_reference = read(absolute, base), read(absolute, target)
    kernel = rewriter("resolve", grammar) if trace is None else None
    for candidate in sorted(_candidates(origin, target_reference), key=len):
        leads_to = NotImplemented if kernel is None else kernel.target(base, candidate)
        if leads_to == target:
            return candidate
        if leads_to is NotImplemented and reference.matches(candidate):
            steps: Trace = None if trace is None else []
            if _target(reference, origin, read(reference, candidate), strict=True, trace=steps) == target:
                record(
                    trace,
                    "RFC 3986, 4.2",
                    target,
                    candidate,
                    "the shortest reference that resolves back (see the next steps)",
                )
                if trace is not None:
                    trace += steps or ()
                return candidate
    path = target_reference.components.path
    raise ConversionError(
        f"no reference resolves to {quoted(target)}: its path {quoted(path)} has dot segments,"
        " which resolving removes (RFC 3986, 5.2.4)"
    )


def _target(
    reference: Matcher, base: Reference, ref: Reference, *, strict: bool, trace: Trace, strict_paths: bool = False
) -> str:
    """Return the target of a reference and a base, as a text, and record the steps (RFC 3986, 5.2.1 to 5.3); without
    `strict`, the base's scheme in the reference is ignored. With `strict_paths`, raises `ConversionError` for a path
    that climbs above the root.
    """
    origin, relative, path = base.components, ref.components, ref.path
    if trace is not None and origin.fragment is not None:
        record(trace, "RFC 3986, 5.1", base.text, str(with_fields(origin, fragment=None)), "a base has no fragment")
    scheme, query, text, host_of = relative.scheme, relative.query, ref.text, relative
    if not strict and scheme is not None and scheme.lower() == (origin.scheme or "").lower():
        scheme = None
        text = record(
            trace,
            "RFC 3986, 5.2.2",
            text,
            str(with_fields(relative, scheme=None)),
            "not strict: ignore the base's scheme",
        )
    if scheme is not None:
        record(trace, "RFC 3986, 5.2.2", text, text, "the reference has a scheme: take nothing from the base")
        path = _dotless_unless_opaque(reference, relative, path, trace, strict_paths=strict_paths)
    elif relative.authority is not None:
        scheme = origin.scheme
        record(trace, "RFC 3986, 5.2.2", text, text, "the reference has an authority: take the scheme from the base")
        path = _dotless(path, trace, strict_paths=strict_paths)
    elif path == [""]:
        scheme, host_of, path = origin.scheme, origin, base.path
        query = origin.query if query is None else query
        base_parts = "path and query" if relative.query is None else "path"
        record(
            trace, "RFC 3986, 5.2.2", text, text, f"the reference's path is empty: take the {base_parts} from the base"
        )
        _warn_of_rootless_base(base, path, trace)
    else:
        scheme, host_of = origin.scheme, origin
        whence = "take the scheme and any authority from the base"
        kind = "relative" if path[0] else "absolute"
        record(trace, "RFC 3986, 5.2.2", text, text, f"the reference's path is {kind}: {whence}")
        if kind == "relative":
            *before, separator = _directory(base)
            merged_path = [*before, separator + path[0], *path[1:]]
            note = f"merged with {quoted(origin.path)}"
            path = _record_path(trace, "RFC 3986, 5.2.3", path, merged_path, note)
        path = _dotless(path, trace, strict_paths=strict_paths)
        if kind == "relative":
            _warn_of_rootless_base(base, path, trace)
    if host_of.authority is None and (safe := with_guard(path)) != path:
        guarded = Deviations.PATH_GUARDED.note().more(f"; {_NOT_PORTABLE}")
        path = _record_path(trace, Deviations.PATH_GUARDED.where, path, safe, guarded)
    target = with_fields(host_of, scheme=scheme, path="".join(path), query=query, fragment=relative.fragment)
    target = _readable(reference, target, path, trace)
    return record(trace, "RFC 3986, 5.3", text, str(target), "put the components together")


def _directory(base: Reference) -> list[str]:
    """Return the pieces of the directory that relative paths are appended to: "/" for an authority without a path."""
    return directory(base.path) if base.components.path or base.components.authority is None else ["", "/"]


def _record_path(
    trace: Trace, section: str, before: list[str], after: list[str], note: str | DeviationNote
) -> list[str]:
    """Record a step from a path to another, and return that."""
    if trace is not None:
        record(trace, section, "".join(before), "".join(after), note)
    return after


def _dotless(path: list[str], trace: Trace, *, strict_paths: bool) -> list[str]:
    if strict_paths:
        check_root(path)
    return _record_path(trace, "RFC 3986, 5.2.4", path, without_dots(path), "remove dot segments")


_NOT_PORTABLE = "not portable, libraries give other results"


def _warn_of_rootless_base(base: Reference, path: list[str], trace: Trace) -> None:
    """Record a warning about a base without an authority whose path is empty or does not begin with "/", given the path
    of the target.
    """
    if trace is not None and base.components.authority is None and not _is_rooted(base.path):
        slash = ', also without the "/" that 5.2.4 leaves' if _is_rooted(path) else ""
        note = f'warning: the base has no authority and no "/" where its path begins: {_NOT_PORTABLE}{slash}'
        record(trace, "RFC 3986, 5.2.3", base.text, base.text, note)


def _is_rooted(path: list[str]) -> bool:
    return not path[0] and len(path) > 1


def _dotless_unless_opaque(
    reference: Matcher, components: Components, path: list[str], trace: Trace, *, strict_paths: bool
) -> list[str]:
    """Return the path of a reference with a scheme without dot segments, unless it is data in a Web Address. The step
    is recorded. Raises `ConversionError` for a path that climbs above the root, with `strict_paths`.
    """
    if keeps_path(reference, components):
        return _record_path(trace, Deviations.PATH_OPAQUE.where, path, path, Deviations.PATH_OPAQUE.note())
    plain_path = _dotless(path, trace, strict_paths=strict_paths)
    if plain_path != path and has_opaque_path(components):
        note = (
            f"warning: the path of {components.scheme} may be data, in which dots are no segments; browsers keep them"
        )
        _record_path(trace, SECTION, path, plain_path, note)
    return plain_path


def _readable(reference: Matcher, target: Components, path: list[str], trace: Trace) -> Components:
    """Return the target with new separators, which were part of a segment before, percent-encoded, and record the step;
    unchanged for grammars without separators of their own.
    """
    if reference.grammar.entry.prefer is None or read(reference, str(target)).path == path:
        return target
    encoded = encode_separators(reference, path)
    if has_opaque_path(target):  # in which only "/" separates
        encoded = [encoded[0], *(f"/{piece[1:]}" for piece in encoded[1:])]
    departs = Deviations.SEPARATOR_ENCODED
    return with_fields(target, path="".join(_record_path(trace, departs.where, path, encoded, departs.note())))


def _candidates(base: Reference, target: Reference) -> Iterator[str]:
    """Yield references, of which one is the shortest that resolves to the target if there is any."""
    origin, target_parts = base.components, target.components
    if origin.scheme == target_parts.scheme:
        if origin.authority == target_parts.authority:
            after = with_fields(target_parts, scheme=None, userinfo=None, host=None, port=None)
            if origin.path == target_parts.path:
                yield str(with_fields(after, path="", query=None))
                yield str(with_fields(after, path=""))
            for path in (*_relative_paths(base, target), target_parts.path, f"/.{target_parts.path}"):
                yield str(with_fields(after, path=path))
        if target_parts.authority is not None:
            yield str(with_fields(target_parts, scheme=None))
    yield target.text


def _relative_paths(base: Reference, target: Reference) -> Iterator[str]:
    """Yield the relative paths that may lead from the directory of a base to a target: up as far as needed, and down.

    Merging removes the dot segments of the base's directory; of a target with the guard, only the guarded path counts.
    """
    above = without_dots(_directory(base))[:-1]
    down = without_dots(target.path)
    common = 0
    for base_segment, target_segment in zip(above, down[:-1], strict=False):
        if base_segment != target_segment:
            break
        common += 1
    ups, rest = len(above) - common, "".join(down[common:])
    if ups:
        yield "/".join([".."] * ups)
        yield "/".join([".."] * ups) + rest
    else:
        yield rest[1:] if common else rest
        yield f".{rest}" if common else f"./{rest}"
        yield "."

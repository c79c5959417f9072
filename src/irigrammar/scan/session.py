"""Run a scan from its settings to its exit status.

The command and the pytest plugin both use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING

from irigrammar.advice.codes import ANY_FAULT
from irigrammar.advice.rule import fails
from irigrammar.dataclass import replace
from irigrammar.grammars.work import Work
from irigrammar.scan.baseline import Baseline, Known, known, load, write_baseline
from irigrammar.scan.config import ConfigError
from irigrammar.scan.files import STANDARD_INPUT, Target, targets
from irigrammar.scan.found import Found, Piece, Summary, by_cause
from irigrammar.scan.run import Fixing, scan
from irigrammar.scan.settings import MOST_WORK, Settings

if TYPE_CHECKING:
    from irigrammar.scan.changes import Changes


class Session:
    """A scan with its baseline and its sums.

    `pieces` yields the new findings, file by file, and counts them in `summary`; `close` then counts what is gone from
    the baseline, or writes the baseline. With `records_baseline` every finding is for the baseline and none is new.

    Raises `ConfigError` for settings that cannot be used together and for a baseline that cannot be read.
    """

    def __init__(self, settings: Settings, *, fixing: Fixing = "no", records_baseline: bool = False) -> None:
        """Check the settings and load the baseline, if there is one.

        Raises `ConfigError` for a baseline that cannot be read or has no path to be written to, and the errors of
        `Settings.check`.
        """
        self._work = Work(MOST_WORK)
        settings.check(self._work)
        if settings.cache is not None:
            from irigrammar.scan import cache

            settings = replace(settings, salt=cache.salt(settings))
        self.settings = settings
        self._clean: dict[str, int] = {}
        self.summary = Summary()
        self.failing = False
        self._lacks_named = False
        self._fixing: Fixing = fixing
        self._records_baseline = records_baseline
        self._recorded: list[Known] = []
        self._scanned: set[str] = set()
        self.baseline_path = Path(settings.baseline) if settings.baseline else None
        if records_baseline and self.baseline_path is None:
            raise ConfigError("--write-baseline needs to know where: give --baseline FILE, or configure baseline")
        self._baseline = self._load_baseline()
        self._changes = self._load_changes()

    def targets(self, paths: Iterable[str], *, filter_named: bool = False) -> Iterator[Target]:
        """Return the files of paths (`irigrammar.scan.files.targets`).

        Raises `ConfigError` where standard input is among paths that shall be fixed in place, `ValueError` as
        `irigrammar.scan.files.targets` does.
        """
        paths = tuple(paths)
        if self._fixing == "write" and STANDARD_INPUT in paths:
            raise ConfigError("--fix cannot write to standard input beside files; give - alone, or --diff")
        found = targets(paths, self.settings, filter_named=filter_named, work=self._work)
        return found if self._changes is None else (target for target in found if self._is_changed(target))

    def pieces(
        self,
        files: Iterable[Target],
        *,
        standard_input: IO[bytes] | None = None,
        jobs: int | None = 1,
        progress: Callable[[int], object] = lambda _: None,
    ) -> Iterator[Piece]:
        """Yield the pieces of `irigrammar.scan.run.scan`, without the findings that the baseline knows; counts them in
        `summary`, and sets `failing` if one is severe.
        """
        for piece in scan(
            files,
            self.settings,
            standard_input=BytesIO() if standard_input is None else standard_input,
            fixing=self._fixing,
            jobs=jobs,
            progress=progress,
        ):
            path = str(piece.target.relative)
            self._scanned.add(path)
            self._lacks_named |= piece.unreadable and piece.target.is_named
            in_changes = [finding for finding in piece.findings if self._is_changed(piece.target, finding)]
            self.summary.old_count += len(piece.findings) - len(in_changes)
            rows = [(finding, known(finding, path)) for finding in in_changes]
            if self._baseline is not None:
                self._baseline.follow(path, (row for _, row in rows))
            new = [finding for finding, row in rows if not self._is_known(row)]
            self.summary.add(piece)
            if piece.clean is not None:
                self._clean[piece.clean[0]] = piece.clean[1]
            for finding in new:
                self.summary.count(finding)
            self.failing = self.failing or bool(self.severe(new))
            yield piece._replace(findings=[*by_cause(new)])

    def severe(self, findings: Iterable[Found]) -> list[Found]:
        """Return the findings that make a scan fail: those of the severity `fail_on` or above."""
        return [finding for finding in findings if fails(finding.record.severity or "", self.settings.fail_on)]

    def note_on_old_names(self) -> str:
        """Return a message where the old name of the codes of faults was used, as far as was scanned; else ""."""
        settings = self.settings
        rule_sets = (settings.rules, *settings.types.values(), *(row.rules for row in settings.paths))
        comments = self.summary.old_names
        uses = {
            "an option": ANY_FAULT in settings.override.codes,
            "the configuration": any(ANY_FAULT in rules.codes for rules in rule_sets),
            "1 comment" if comments == 1 else f"{comments:,} comments": comments > 0,
            str(self.baseline_path): self._baseline is not None and self._baseline.has_old_names,
        }
        places = ", ".join(place for place, is_used in uses.items() if is_used)
        return (
            f"{ANY_FAULT} is the old name of all F codes; write F or one of them instead (in {places})"
            if places
            else ""
        )

    def close(self) -> int:
        """Count the findings that are gone from the baseline, or write it; return how many were written, 0 for none.

        What was clean is written to the cache. Raises `ConfigError` where one of them cannot be written.
        """
        if self.settings.cache is not None:
            from irigrammar.scan import cache

            try:
                cache.remember(self.settings.cache, self._clean)
            except OSError as error:
                raise ConfigError(f"{self.settings.cache}: cannot be written ({error.strerror})") from None
        root = Path(self.settings.root)
        if not self._records_baseline:
            if self._baseline is not None:
                self.summary.gone = len(self._baseline.gone(self._scanned, root))
            return 0
        assert self.baseline_path is not None
        others = self._baseline.others(self._scanned, root) if self._baseline else []
        try:
            return write_baseline([*self._recorded, *others], self.baseline_path)
        except OSError as error:
            raise ConfigError(f"{self.baseline_path}: cannot be written ({error.strerror})") from None

    def status(self, *, exit_zero: bool = False) -> int:
        """Return the exit status: 2 where a file that was named could not be read, 1 for findings that fail or, of a
        diff, for changes, else 0; with `exit_zero` never 1.
        """
        if self._lacks_named:
            return 2
        is_failure = self.summary.fix_count > 0 if self._fixing == "diff" else self.failing
        return int(is_failure and not exit_zero)

    def _is_changed(self, target: Target, finding: Found | None = None) -> bool:
        """Return whether a file, or a line of a finding in it, was added since a commit; true if that is not asked."""
        if self._changes is None or target.place is None:
            return True
        lines = (finding.record.line, finding.record.end_line) if finding is not None else (None, None)
        return self._changes.touches(target.path, *lines)

    def _load_changes(self) -> Changes | None:
        """Return the lines that were added since the configured commit, None without one. Raises `ConfigError`."""
        revision = self.settings.changed_since
        if revision is None:
            return None
        if self._fixing != "no" or self._records_baseline:
            raise ConfigError("--changed-since only reports: it takes no --fix, --diff or --write-baseline")
        from irigrammar.scan.changes import changes_since

        return changes_since(revision, Path(self.settings.root))

    def _is_known(self, row: Known) -> bool:
        """Return whether a finding is in the baseline, and count it; while a baseline is recorded, record it and return
        true.
        """
        if self._records_baseline:
            self._recorded.append(row)
        elif self._baseline is None or not self._baseline.take(row):
            return False
        self.summary.known += 1
        return True

    def _load_baseline(self) -> Baseline | None:
        """Return the baseline; None without one, or if one is recorded to a path that does not exist yet.

        Raises `ConfigError` if it cannot be read.
        """
        if self.baseline_path is None or (self._records_baseline and not self.baseline_path.exists()):
            return None
        try:
            return load(self.baseline_path, limit=self.settings.max_size, root=Path(self.settings.root))
        except OSError as error:
            reason = f"cannot be read ({error.strerror}); --write-baseline writes it"
            raise ConfigError(f"{self.baseline_path}: {reason}") from None
        except ValueError as error:
            raise ConfigError(f"{self.baseline_path}: {error}") from None

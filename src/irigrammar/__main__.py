"""The command `iri`, also as `python -m irigrammar`."""

import sys

_OF_THE_EXTRA = ("click", "rich", "platformdirs", "yaml", "pyromark")


def main() -> None:
    """Run the command and exit; an interrupt is reported in one line from the first import on, with status 130."""
    try:
        try:
            from irigrammar.cli.main import main as run
        except ImportError as error:
            if error.name not in _OF_THE_EXTRA:
                raise
            sys.stderr.write(f"iri: the command needs {error.name}: pip install 'irigrammar[cli]'\n")
            sys.exit(2)
        run()
    except KeyboardInterrupt:
        sys.stderr.write("iri: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()

"""The command `iri`, also as `python -m irigrammar`."""

import sys


def main() -> None:
    """Run the command and exit; an interrupt is reported in one line from the first import on, with status 130."""
    try:
        from irigrammar.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("iri: interrupted\n")
        sys.exit(130)


if __name__ == "__main__":
    main()

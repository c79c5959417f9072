"""`python -m irigrammar` is the command `iri`."""

from irigrammar.cli.main import main

if __name__ == "__main__":
    main()

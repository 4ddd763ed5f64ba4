"""Runs the command line: ``python -m schedario``."""

from schedario.cli.main import main

if __name__ == "__main__":
    main()

"""Runs the program: ``schedario``, or ``python -m schedario``."""

import sys


def main() -> None:
    """Run the command line, or what an assistant starts and waits for, which needs none of it."""
    if sys.argv[1:] == ["mcp"]:
        from schedario.mcp.stdio import serve_stdio

        serve_stdio(None)
        return
    from schedario.cli.main import main as command_line

    command_line()


if __name__ == "__main__":
    main()

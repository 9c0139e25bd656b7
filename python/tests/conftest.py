"""Option of the tests that compare programs with the engine: the number of moves, with a table of the moves played."""

import pytest

PLAYED = pytest.StashKey[dict[str, int]]()
"""Number of moves that each program played without a difference."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--moves", type=int, default=600, help="least number of moves that each program of a reader plays")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[PLAYED] = {}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the moves of each program, if their number was given."""
    played = config.stash[PLAYED]
    if config.getoption("--moves") == 600 or not played:
        return
    terminalreporter.section("moves without a difference")
    for name, moves in sorted(played.items()):
        terminalreporter.line(f"{name} {moves}")
    terminalreporter.line(f"together {sum(played.values())}")

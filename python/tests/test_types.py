"""The stubs say what the compiled half is, and the types of the package hold."""

import pathlib
import subprocess
import sys

PACKAGE = pathlib.Path(__file__).parents[1]


def run(*words: str) -> None:
    found = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=PACKAGE / "tests")
    assert found.returncode == 0, found.stdout + found.stderr


def test_stubs_are_those_of_the_module() -> None:
    config = str(PACKAGE / "pyproject.toml")
    run("mypy.stubtest", "mankala", "--mypy-config-file", config, "--allowlist", str(PACKAGE / "tests/stubtest.txt"))


def test_types_hold() -> None:
    config = str(PACKAGE / "pyproject.toml")
    run("mypy", "--config-file", config, "-p", "mankala")
    run("mypy", "--config-file", config, *(path.name for path in sorted((PACKAGE / "tests").glob("*.py"))))

"""The stubs match the compiled half, and the types of the package are correct."""

import ast
import pathlib
import subprocess
import sys

import mankala._engine

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


def test_help_says_what_the_stubs_say() -> None:
    tree = ast.parse((PACKAGE / "mankala/_engine.pyi").read_text())
    told = 0
    for node in tree.body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        for member in members:
            words = isinstance(member, ast.FunctionDef) and ast.get_docstring(member)
            if not isinstance(member, ast.FunctionDef) or not words or member.name.startswith("__"):
                continue
            of = getattr(mankala._engine, node.name) if isinstance(node, ast.ClassDef) else mankala._engine
            found = getattr(of, member.name).__doc__
            assert found is not None and found.strip() == words.strip(), f"{member.name}: {found}"
            told += 1
    assert told > 50

"""The examples in the documentation are correct."""

import doctest
import importlib
import pathlib
import re

import pytest

REPOSITORY = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["mankala", "mankala.arena", "mankala.asking", "mankala.designs", "mankala.ladders", "mankala.loading", "mankala.runs", "mankala.searching"])
def test_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("page", ["README.md", "docs/arena.md", "python/README.md"])
def test_pages(page: str) -> None:
    """Returns the prompts in the Python blocks."""
    text = (REPOSITORY / page).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    # Each block ends its last output, and line numbers are those of the page.
    joined = "\n\n".join(blocks)
    parsed = doctest.DocTestParser().get_doctest(joined, {}, page, page, 0)
    assert parsed.examples
    runner = doctest.DocTestRunner()
    runner.run(parsed)
    assert runner.failures == 0

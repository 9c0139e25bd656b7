"""From a name, a path or a text to a variant."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TypeAlias

from ._engine import Variant, _load, _parse
from .errors import VariantError

Value: TypeAlias = bool | int | str | list["Value"] | tuple["Value", ...]
"""What a key of a variant may be given."""

Source: TypeAlias = str | os.PathLike[str] | Variant
"""What names a variant: a name, a path that ends in ``.toml``, the text of a file, or a variant itself."""


def _written(key: str, value: Value) -> str:
    """A value as a variant file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_written(key, each) for each in value) + "]"
    message = f"{key}: expected a truth, a whole number, a text or a list of these, found {value!r}"
    raise VariantError(message)


def load(
    source: Source,
    changes: Mapping[str, Value] | None = None,
    /,
    **keywords: Value,
) -> Variant:
    """Loads a variant, with changes to its rules.

    Args:
        source: A name of ``mankala.variants()``, a title or another name of the game, ``NAME:key=value,…``, a path
            that ends in ``.toml``, or the text of a variant file, which has more than one line.
        changes: Keys in full with their values: ``{"board.columns": 4}``.
        keywords: The same by the last part of the key, where only one section has such a key: ``columns=4``.

    Returns:
        The variant.

    Raises:
        VariantError: There is no such variant, or something is wrong with it or with a change.

    >>> load("kalah", {"setup.seeds": 5}, columns=4).label
    'kalah:board.columns=4,setup.seeds=5'
    """
    given = {**(changes or {}), **keywords}
    written = [f"{key}={_written(key, value)}" for key, value in given.items()]
    if isinstance(source, Variant):
        if not written:
            return source
        parse, (origin, text, before) = source.__reduce__()
        return parse(origin, text, [*before, *written])
    if isinstance(source, str) and "\n" in source:
        return _parse("the text", source, written)
    return _load(os.fspath(source), written)

"""Loads variants by name or path, or from a text."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Mapping
from typing import TypeAlias

from ._engine import Variant, _load, _parse
from .checks import is_bool, kind
from .errors import VariantError

Value: TypeAlias = bool | int | str | list["Value"] | tuple["Value", ...]
"""Value of a variant's key."""

Source: TypeAlias = str | os.PathLike[str] | Variant
"""Variant to load: a name, a path that ends in ``.toml``, the text of a file, or a variant itself."""


def _written(key: str, value: Value) -> str:
    """Formats a value for a variant file."""
    if is_bool(value):
        return "true" if value else "false"
    if hasattr(value, "__index__"):
        return str(operator.index(value))
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_written(key, each) for each in value) + "]"
    message = f"{key}: expected a bool, an int, a str or a list of these, found {value!r}"
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
            that ends in ``.toml``, or the text of a variant file, which must have more than one line.
        changes: Full keys with their values: ``{"board.columns": 4}``.
        keywords: Values by the last part of the key, if only one section has such a key: ``columns=4``.

    Returns:
        The variant.

    Raises:
        VariantError: The variant is unknown, or it or a change has errors.

    >>> load("kalah", {"setup.seeds": 5}, columns=4).label
    'kalah:board.columns=4,setup.seeds=5'
    """
    changes = kind("changes", changes or {}, isinstance(changes or {}, Mapping), "keys with their values")
    given = {**changes, **keywords}
    written = [f"{key}={_written(key, value)}" for key, value in given.items()]
    if isinstance(source, Variant):
        if not written:
            return source
        parse, (origin, text, before, scope) = source.__reduce__()
        return parse(origin, text, [*before, *written], scope)
    if isinstance(source, str) and "\n" in source:
        return _parse("the text", source, written)
    if not isinstance(source, (str, os.PathLike)):
        message = f"expected a name, a path, a text or a variant, found {source!r:.60}"
        raise VariantError(message)
    return _load(os.fspath(source), written)

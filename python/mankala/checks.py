"""Checks of arguments."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, SupportsIndex, TypeVar

from .errors import ArgumentError, ArgumentTypeError

_Given = TypeVar("_Given")


def whole(name: str, given: Any, least: int, most: int | None = None) -> int:
    """Returns a whole number, which may be a NumPy integer, if it is in range."""
    try:
        number = operator.index(given)
    except TypeError:
        number = None
    if number is None or isinstance(given, bool) or number < least or most is not None and number > most:
        range_ = f"of at least {least}" if most is None else f"from {least} to {most}"
        message = f"{name}: expected a whole number {range_}, found {given!r:.60}"
        raise ArgumentError(message)
    return number


def real(name: str, given: Any, least: float, most: float) -> float:
    """Returns a number if it is in range."""
    try:
        number = float(given)
    except (TypeError, ValueError):
        number = None
    if number is None or not least <= number <= most:
        message = f"{name}: expected a number from {least} to {most}, found {given!r:.60}"
        raise ArgumentError(message)
    return number


def kind(name: str, given: _Given, fits: bool, expected: str) -> _Given:
    """Returns an argument if its type fits."""
    if not fits:
        message = f"{name}: expected {expected}, found {given!r:.60}"
        raise ArgumentTypeError(message)
    return given


def is_bool(given: object) -> bool:
    """Tells whether an object is a bool of Python or NumPy."""
    return type(given).__name__ in {"bool", "bool_"}


def truth(name: str, given: bool) -> bool:
    """Returns a bool, which may be NumPy's."""
    return bool(kind(name, given, is_bool(given), "a bool"))


def items(name: str, given: Iterable[_Given]) -> list[_Given]:
    """Returns a list of the given objects."""
    return list(kind(name, given, isinstance(given, Iterable), "a list"))


def words(name: str, given: str | Iterable[str]) -> list[str]:
    """Returns a list of the given word or words."""
    listed = [given] if isinstance(given, str) else items(name, given)
    return [kind(name, word, isinstance(word, str), "a str") for word in listed]


def plain(value: object) -> object:
    """Converts a NumPy integer to a Python integer."""
    return operator.index(value) if isinstance(value, SupportsIndex) and not isinstance(value, bool) else value

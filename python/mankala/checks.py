"""Checks of arguments."""

from __future__ import annotations

import operator
from typing import Any

from .errors import ArgumentError


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

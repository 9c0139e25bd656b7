"""Exceptions: each message states the input, its location, and what was expected."""


class Error(Exception):
    """Base class: an operation of this package failed."""


class ArgumentError(Error, ValueError):
    """An argument is invalid, such as an unknown player or measure, or a number out of range."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument has a wrong type."""

    def add_note(self, note: str, /) -> None:
        """Adds the place to the message: the engine notes it only once the error exists."""
        self.args = (f"{self.args[0]}, {note.replace('r#', '')}",)


class ColumnError(Error, KeyError):
    """A table has no such column."""

    __str__ = Exception.__str__


class VariantError(Error, ValueError):
    """The variant is unknown or has errors; the message shows every error with its location."""


class PositionError(Error, ValueError):
    """A position is invalid."""


class MoveError(Error, ValueError):
    """A move is illegal; the message lists the legal ones. The game is unchanged."""


class MissingError(Error, ImportError):
    """A package that a function needs is not installed; the message says how to install it."""


class InternalError(Error):
    """The engine panicked, which is a bug in the engine; Python continues."""

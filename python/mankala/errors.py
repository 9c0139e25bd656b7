"""What can be wrong: each message says what was read, where, and what was expected."""


class Error(Exception):
    """Anything that this package refuses or can't do."""


class ArgumentError(Error, ValueError):
    """An argument is none of those expected: a player, a measure, a number out of range."""


class VariantError(Error, ValueError):
    """There is no such variant, or there are mistakes in it; the message shows every mistake with its place."""


class PositionError(Error, ValueError):
    """A position can't be read."""


class MoveError(Error, ValueError):
    """A move is not legal; the message names the legal ones. The game stays as it was."""


class InternalError(Error):
    """The engine broke off. That is a mistake in the engine; Python goes on."""

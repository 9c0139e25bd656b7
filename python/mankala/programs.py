"""Other programs that answer lines of JSON: models, and players as in ``docs/engine.md``."""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
import zlib
from collections.abc import Callable, Sequence
from typing import IO, Any
from weakref import WeakValueDictionary

from ._engine import Game, Variant, variants
from .errors import ArgumentError, Error
from .loading import load

LONGEST_REPLY = 1 << 20
"""Maximum length of a reply in characters."""

EXEC = "exec:"
"""Beginning of the name of a player that is a program."""

TIMEOUT = 60.0
"""Time in seconds in which a player must answer."""


class Program:
    """Program that answers each line of JSON with another that has the same ``id``. It runs until it is closed."""

    def __init__(self, words: Sequence[str], timeout: float, error: type[Error] = Error) -> None:
        self.words = list(words)
        self.timeout = timeout
        self._error = error
        self._number = 0
        self._lines: queue.Queue[str | None] = queue.Queue()
        try:
            self._process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
            )
        except (OSError, ValueError) as wrong:
            message = f"can't start {self.words[0]!r}: {wrong}"
            raise error(message) from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input = self._process.stdin
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()

    def _write(self, line: str) -> None:
        """Writes a line. If the program has ended, this raises no error: the reply will be missing."""
        with contextlib.suppress(OSError, ValueError):
            self._input.write(line)
            self._input.flush()

    def ask(self, request: dict[str, Any], answer: Callable[[dict[str, Any]], Any], example: dict[str, Any]) -> str:
        """Sends a request and returns the text that ``answer`` finds in the reply, which should be like ``example``."""
        self._number += 1
        asked = json.dumps({"id": self._number, **request}) + "\n"
        # A program that does not read must not block the caller.
        threading.Thread(target=self._write, args=(asked,), daemon=True).start()
        try:
            line = self._lines.get(timeout=self.timeout)
        except queue.Empty:
            self.close()
            message = f"{self.words[0]!r} did not reply within {self.timeout:g} seconds"
            raise self._error(message) from None
        if line is None:
            self.close()
            message = f"{self.words[0]!r} ended before it replied, or replied with more than {LONGEST_REPLY} characters"
            raise self._error(message)
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        is_reply = isinstance(reply, dict) and reply.get("id") == self._number
        found = answer(reply) if is_reply else None
        if not isinstance(found, str):
            self.close()
            expected = json.dumps({"id": self._number, **example}, ensure_ascii=False)
            message = f"{self.words[0]!r}: expected a line {expected}, found {line[:200]!r}"
            raise self._error(message)
        return found

    def close(self) -> None:
        """Ends the program."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            self._input.close()


def _read(output: IO[str], lines: queue.Queue[str | None]) -> None:
    """Reads lines until the program ends; a line that is too long ends it."""
    while line := output.readline(LONGEST_REPLY * 6 + 100):
        lines.put(line)
        if not line.endswith("\n"):
            break
    lines.put(None)


class ProgramPlayer:
    """Function that asks a program for a move; the program starts with the first question."""

    def __init__(self, command: str) -> None:
        self.command = command
        try:
            self.words = shlex.split(command)
        except ValueError:
            self.words = []
        if not self.words:
            message = f"{EXEC}{command}: expected {EXEC}COMMAND, a program with its arguments and with closed quotes"
            raise ArgumentError(message)
        self._program: Program | None = None
        self._rules: dict[str, Any] = {}

    def _variant(self, variant: Variant) -> Any:
        """Returns a variant as the protocol names it."""
        if variant.digest not in self._rules:
            is_known = variant.name in variants() and load(variant.label) == variant
            _, (_, text, changes, _) = variant.__reduce__()
            self._rules[variant.digest] = variant.label if is_known else {"text": text, "set": changes}
        return self._rules[variant.digest]

    def __call__(self, game: Game) -> str:
        if self._program is None:
            self._program = Program(self.words, TIMEOUT)
        _, (variant, position, rounds, moves) = game.__reduce__()
        played = {"variant": self._variant(variant), "position": position, "moves": moves, "rounds": rounds}
        seed = zlib.crc32(json.dumps(played).encode())
        asked = {"request": "choose", "game": played, "seed": seed}
        return self._program.ask(asked, _move, {"answer": {"move": "MOVE"}})

    def __reduce__(self) -> tuple[Callable[[str], ProgramPlayer], tuple[str]]:
        return program_player, (self.command,)

    def __del__(self) -> None:
        if program := getattr(self, "_program", None):
            program.close()


def _move(reply: dict[str, Any]) -> Any:
    """Finds the move in a reply."""
    answer = reply.get("answer")
    return answer.get("move") if isinstance(answer, dict) else None


_players: WeakValueDictionary[str, ProgramPlayer] = WeakValueDictionary()
"""Players in use: a run has one player for each command."""


def program_player(command: str) -> ProgramPlayer:
    """Returns the player of a command."""
    player = _players.get(command)
    if player is None:
        player = _players[command] = ProgramPlayer(command)
    return player

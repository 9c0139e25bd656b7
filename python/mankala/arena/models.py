"""Models: functions from text to text, programs that speak JSON Lines, and chat models."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import IO, Any, TypeAlias

from ..errors import Error

Model: TypeAlias = Callable[[str], str]
"""Function that receives a prompt and returns a reply."""

Messages: TypeAlias = list[dict[str, str]]
"""Messages of a chat, each with ``role`` and ``content``."""

LONGEST_REPLY = 1 << 20
"""Maximum length of a reply in characters; more is cut off."""


class ModelError(Error):
    """A model did not reply: a program ended, timed out or wrote no JSON."""


class Command:
    """Model that runs as a program and speaks JSON Lines.

    For each prompt the program reads a line ``{"id": 1, "prompt": "…"}`` and writes a line ``{"id": 1, "text": "…"}``.
    It runs until it is closed; use it in a ``with`` statement.

    Args:
        words: The program and its arguments.
        timeout: Time limit of a reply in seconds.
    """

    def __init__(self, words: Sequence[str], *, timeout: float = 600.0) -> None:
        self.words = list(words)
        if not self.words:
            raise ModelError("words: expected a program and its arguments, found none")
        self.timeout = timeout
        self._number = 0
        self._lines: queue.Queue[str | None] = queue.Queue()
        try:
            self._process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
            )
        except OSError as error:
            message = f"can't start {self.words[0]!r}: {error}"
            raise ModelError(message) from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input = self._process.stdin
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    def _read(self, output: IO[str]) -> None:
        """Reads lines until the program ends; a line that is too long ends it."""
        while line := output.readline(LONGEST_REPLY * 6 + 100):
            self._lines.put(line)
            if not line.endswith("\n"):
                break
        self._lines.put(None)

    def _write(self, line: str) -> None:
        """Writes a line. If the program has ended, this raises no error: the reply will be missing."""
        with contextlib.suppress(OSError, ValueError):
            self._input.write(line)
            self._input.flush()

    def __call__(self, prompt: str) -> str:
        """Sends a prompt and returns the reply.

        Raises:
            ModelError: The program ended, timed out or wrote an unexpected line.
        """
        self._number += 1
        asked = json.dumps({"id": self._number, "prompt": prompt}) + "\n"
        # A program that does not read must not block the caller.
        threading.Thread(target=self._write, args=(asked,), daemon=True).start()
        try:
            line = self._lines.get(timeout=self.timeout)
        except queue.Empty:
            self.close()
            message = f"{self.words[0]!r} did not reply within {self.timeout:g} seconds"
            raise ModelError(message) from None
        if line is None:
            self.close()
            message = f"{self.words[0]!r} ended before it replied, or replied with more than {LONGEST_REPLY} characters"
            raise ModelError(message)
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        is_reply = isinstance(reply, dict) and reply.get("id") == self._number and isinstance(reply.get("text"), str)
        if not is_reply:
            self.close()
            expected = json.dumps({"id": self._number, "text": "…"}, ensure_ascii=False)
            message = f"{self.words[0]!r}: expected a line {expected}, found {line[:200]!r}"
            raise ModelError(message)
        return str(reply["text"])

    def close(self) -> None:
        """Ends the program."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        with contextlib.suppress(OSError):
            self._input.close()

    def __enter__(self) -> Command:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _content(reply: Any) -> str:
    """Finds the text in a reply: a text, a message, or a completion with choices, as mappings or as objects."""
    def part(of: Any, name: str) -> Any:
        return of.get(name) if isinstance(of, Mapping) else getattr(of, name, None)

    found = reply
    if part(found, "choices"):
        found = part(part(found, "choices")[0], "message")
    elif part(found, "message") is not None:
        found = part(found, "message")
    if not isinstance(found, str):
        found = part(found, "content")
    if not isinstance(found, str):
        message = f"expected a text, a message with content, or a completion with choices, found {reply!r:.200}"
        raise ModelError(message)
    return found


def chat(complete: Callable[[Messages], Any], *, system: str | None = None) -> Model:
    """Makes a model from a function that completes a chat.

    Args:
        complete: Receives messages with ``role`` and ``content``. Returns a text, a message, or a completion whose
            ``choices`` hold messages, as mappings or as objects.
        system: First message, with the role ``system``.
    """

    def model(prompt: str) -> str:
        return _content(complete(messages(prompt, system=system)))

    return model


def messages(prompt: str, reply: str | None = None, *, system: str | None = None) -> Messages:
    """Returns a prompt, and a reply if there is one, as the messages of a chat."""
    spoken = [("system", system), ("user", prompt), ("assistant", reply)]
    return [{"role": role, "content": content} for role, content in spoken if content is not None]

"""Models: functions from text to text, programs that speak JSON Lines, and chat models."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeAlias

from ..errors import Error
from ..programs import Program

Model: TypeAlias = Callable[[str], str]
"""Function that receives a prompt and returns a reply."""

Messages: TypeAlias = list[dict[str, str]]
"""Messages of a chat, each with ``role`` and ``content``."""

class ModelError(Error):
    """A model did not reply: a program ended, timed out or wrote no JSON."""


class Command(Program):
    """Model that runs as a program and speaks JSON Lines.

    For each prompt the program reads a line ``{"id": 1, "prompt": "…"}`` and writes a line ``{"id": 1, "text": "…"}``.
    It runs until it is closed; use it in a ``with`` statement.

    Args:
        words: The program and its arguments.
        timeout: Time limit of a reply in seconds.
    """

    def __init__(self, words: Sequence[str], *, timeout: float = 600.0) -> None:
        if not words:
            raise ModelError("words: expected a program and its arguments, found none")
        super().__init__(words, timeout, ModelError)

    def __call__(self, prompt: str) -> str:
        """Sends a prompt and returns the reply.

        Raises:
            ModelError: The program ended, timed out or wrote an unexpected line.
        """
        return self.ask({"prompt": prompt}, lambda reply: reply.get("text"), {"text": "…"})

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

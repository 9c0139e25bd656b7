"""Requests to the engine, as in the command ``mankala engine``."""

from __future__ import annotations

import json
from typing import Any

from ._engine import _ask
from .errors import Error


def ask(request: str, **fields: Any) -> dict[str, Any]:
    """Answers a request of the engine protocol (``docs/engine.md``); ``ask("hello")`` lists the requests.

    Args:
        request: Name of the request, such as ``variants``, ``diff``, ``schema`` or ``measure``.
        fields: Fields of the request.

    Returns:
        The answer.

    Raises:
        Error: The request is refused; the message names the field.

    >>> ask("variants", like="kalah")["variants"][0]["name"]
    'cross-kalah'
    >>> ask("diff", first="oware", second="oware:setup.seeds=3")["rules"]
    {'setup.seeds': ['4', '3']}
    """
    try:
        text = json.dumps({"request": request, **fields})
    except (TypeError, ValueError) as error:
        message = f"fields: expected JSON values, {error}"
        raise Error(message) from None
    response = json.loads(_ask(text, None))
    if "answer" in response:
        answer: dict[str, Any] = response["answer"]
        return answer
    refusal = response["error"]
    where = f"{refusal['field']}: " if refusal.get("field") else ""
    raise Error(where + str(refusal.get("message", refusal)))

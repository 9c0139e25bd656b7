"""An arena for language models: tasks about games, each scored by the engine.

A model is any function from text to text. See ``docs/arena.md``.

>>> from mankala import arena
>>> items = arena.predict("oware", count=3, seed=1)
>>> report = arena.run(lambda prompt: "I don't know", items)
>>> [row["score"] for row in report.rows]
[0.0, 0.0, 0.0]
"""

from .adapters import gym_env, textarena_env
from .duels import LADDER, Duel, Standing, ladder, play
from .models import Command, Messages, Model, ModelError, chat, messages
from .programs import Trial, try_program
from .prompts import Style
from .questions import Item, Report, code, faults, legal, predict, run
from .unseen import unseen

__all__ = [
    "LADDER",
    "Command",
    "Duel",
    "Item",
    "Messages",
    "Model",
    "ModelError",
    "Report",
    "Standing",
    "Style",
    "Trial",
    "chat",
    "code",
    "faults",
    "gym_env",
    "ladder",
    "legal",
    "messages",
    "play",
    "predict",
    "run",
    "textarena_env",
    "try_program",
    "unseen",
]

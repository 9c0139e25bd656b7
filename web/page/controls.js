//! Buttons under the board: for the animation of a move, and for the game.

import { byId, el, iconButton, icon, refill } from "./dom.js";
import { SPEEDS } from "./projector.js";
import { tellError } from "./say.js";
import { set, settings } from "./storage.js";

/** @param {import("./table.js").Table} table @param {{hint: () => void}} does */
export function controls(table, { hint }) {
  const pause = iconButton("play", "Replay the last move", () => table.pauseOrPlay());
  const speed = el(
    "select",
    { "aria-label": "Speed", id: "speed", onchange: () => set("speed", speed.value) },
    Object.entries(SPEEDS).map(([name, { words }]) => el("option", { value: name, selected: name === settings.speed }, words)),
  );
  const first = iconButton("first", "To the start of the game (↑)", () => table.step(-Infinity));
  const before = iconButton("left", "Previous move (←)", () => table.step(-1));
  const back = iconButton("back", "A step back (Shift ←)", () => table.stepFrame(-1).catch(tellError));
  const forth = iconButton("forth", "A step forward (Shift →)", () => table.stepFrame(1).catch(tellError));
  const after = iconButton("right", "Next move (→)", () => table.step(1));
  const last = iconButton("last", "To the end of the game (↓)", () => table.step(Infinity));
  refill(byId("transport"), first, before, back, pause, forth, after, last, speed);

  const undo = el("button", { type: "button", id: "undo", onclick: () => table.undo().catch(tellError) }, icon("undo"), "Undo");
  const redo = iconButton("redo", "Redo (Shift u)", () => table.redo().catch(tellError), { id: "redo" });
  const resign = iconButton("flag", "Resign", () => table.resign(), { id: "resign" });
  const flip = iconButton("flip", "Turn the board (f)", () => table.flip(), { id: "flip" });
  const best = iconButton("bulb", "Hint", hint, { id: "hint" });
  const again = el("button", { type: "button", id: "again", title: "A new game of this variant", onclick: () => table.open({ ...table.game.told(), moves: [], resigned: null }, { example: table.example }).catch(tellError) }, icon("again"), "New");
  refill(byId("actions"), again, undo, redo, resign, best, flip);

  table.addEventListener("change", () => {
    const { projector, game, count } = table;
    const moves = game?.plies.length ?? 0;
    const goes = projector.playing || (projector.atEnd && table.going);
    const label = goes ? "Pause (p)" : projector.atEnd && !table.halted ? "Replay the last move (p)" : "Continue (p)";
    if (pause.title !== label) {
      refill(pause, icon(goes ? "pause" : "play"));
      pause.setAttribute("aria-label", label);
      pause.title = label;
    }
    pause.disabled = projector.frames.length < 2 && !goes && !table.halted;
    first.disabled = before.disabled = count === 0;
    last.disabled = after.disabled = count >= moves && projector.atEnd;
    back.disabled = count === 0;
    forth.disabled = count >= moves && projector.atEnd;
    undo.disabled = moves === 0;
    redo.disabled = table.undone.length === 0;
    resign.disabled = !table.mayMove || !table.atLast;
    best.disabled = !table.mayMove;
    again.disabled = !game;
  });
}

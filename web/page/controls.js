//! Buttons under the board: for the animation of a move, and for the game.

import { byId, el, iconButton, icon, refill } from "./dom.js";
import { SPEEDS } from "./projector.js";
import { tellError } from "./say.js";
import { set, settings } from "./storage.js";
import { text } from "./texts.js";

/** @param {import("./table.js").Table} table @param {{hint: () => void}} does */
export function controls(table, { hint }) {
  const pause = iconButton("play", text("replay"), () => table.pauseOrPlay());
  const speed = el(
    "select",
    { "aria-label": text("speed"), id: "speed", onchange: () => set("speed", speed.value) },
    Object.keys(SPEEDS).map((name) => el("option", { value: name, selected: name === settings.speed }, text(/** @type {keyof typeof import("./texts.js").ENGLISH} */ (name)))),
  );
  const first = iconButton("first", `${text("toStart")} (↑)`, () => table.step(-Infinity));
  const before = iconButton("left", `${text("previous")} (←)`, () => table.step(-1));
  const back = iconButton("back", `${text("stepBack")} (Shift ←)`, () => table.stepFrame(-1).catch(tellError));
  const forth = iconButton("forth", `${text("stepOn")} (Shift →)`, () => table.stepFrame(1).catch(tellError));
  const after = iconButton("right", `${text("next")} (→)`, () => table.step(1));
  const last = iconButton("last", `${text("toEnd")} (↓)`, () => table.step(Infinity));
  refill(byId("transport"), first, before, back, pause, forth, after, last, speed);

  const undo = el("button", { type: "button", id: "undo", onclick: () => table.undo().catch(tellError) }, icon("undo"), text("undo"));
  const redo = iconButton("redo", `${text("redo")} (Shift u)`, () => table.redo().catch(tellError), { id: "redo" });
  const resign = iconButton("flag", text("resign"), () => table.resign(), { id: "resign" });
  const flip = iconButton("flip", `${text("turnBoard")} (f)`, () => table.flip(), { id: "flip" });
  const best = iconButton("bulb", text("hint"), hint, { id: "hint" });
  const again = el("button", { type: "button", id: "again", title: text("newGameAbout"), onclick: () => table.open(table.game.again(), { example: table.example }).catch(tellError) }, icon("again"), text("newGame"));
  refill(byId("actions"), again, undo, redo, resign, best, flip);

  table.addEventListener("change", () => {
    const { projector, game, count } = table;
    const moves = game?.plies.length ?? 0;
    const goes = projector.playing || (projector.atEnd && table.going);
    const label = `${text(goes ? "pause" : projector.atEnd && !table.halted ? "replay" : "goOn")} (p)`;
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

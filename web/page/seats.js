//! Strips of the two players: name, seeds, and whose turn it is.

import { byId, el, refill } from "./dom.js";
import { resultText, scoreOf } from "./ending.js";
import { remarks } from "./fields.js";
import { sideName } from "./notation.js";
import { PLAYERS } from "./players.js";
import { SKIPPABLE } from "./projector.js";
import { text } from "./texts.js";

function strip(table, side) {
  const select = el(
    "select",
    { "aria-label": text("playerOf", { who: sideName(side) }), id: `who-${side}`, onchange: () => table.seat(side, select.value) },
    Object.entries(PLAYERS).map(([name, { words, about }]) => el("option", { value: name, title: about }, words)),
  );
  const number = el("output", { className: "number" });
  const unit = el("small");
  const held = el("span", { className: "held" }, number, " ", unit);
  const state = el("span", { className: "state" });
  refill(byId(`player-${side}`), el("span", { className: `disc ${side}` }), el("strong", null, sideName(side)), select, state, held);
  return { select, held, number, unit, state, node: byId(`player-${side}`) };
}

/** @param {import("./table.js").Table} table */
export function seats(table) {
  const strips = { S: strip(table, "S"), N: strip(table, "N") };
  const show = () => {
    const { end, here } = table;
    for (const [side, { select, held, number, unit, state, node }] of Object.entries(strips)) {
      select.value = table.players[side];
      select.title = PLAYERS[table.players[side]].about ?? "";
      const moves = here && !end && table.toMove === side;
      const thinks = table.thinking?.side === side;
      node.classList.toggle("to-move", Boolean(moves));
      node.classList.toggle("won", end?.result === side);
      if (here) {
        const { count, words, more } = scoreOf(here, side);
        number.textContent = count;
        unit.textContent = words;
        held.title = more;
      }
      const won = end && (end.result === side ? text("won") : end.result === "draw" ? text("draw") : "");
      state.textContent = won || (thinks ? text("thinks") : moves ? text("moving") : "");
    }
    // On a flipped board the players change places too.
    byId("table").classList.toggle("flipped", table.board.flipped);
  };
  table.addEventListener("change", show);
  return { show };
}

/** Writes the line under the board: the event of the animation, a preview, or the state of the game. */
export function words(table) {
  const line = byId("words");
  const pass = el("button", { type: "button", className: "main", hidden: true }, text("pass"));
  const skip = el("button", { type: "button", id: "skip", hidden: true, onclick: () => table.projector.finish() }, text("skipMove"));
  line.after(pass, skip);
  table.addEventListener("change", () => {
    const { end, here } = table;
    const passing = table.mayMove ? here.moves.find(({ pit }) => pit === null) : null;
    pass.hidden = !passing;
    skip.hidden = !(table.projector.playing && table.projector.frames.length >= SKIPPABLE);
    pass.textContent = passing?.move === "swap" ? text("swap") : text("pass");
    pass.onclick = () => table.play(passing.move);
    const standing = () => {
      if (end) return resultText(end, here);
      if (!here) return "";
      const round = here.rounds.length > 0 ? `${text("round", { number: here.rounds.length + 1 })}. ` : "";
      const ways = remarks(here.board).map((remark) => ` ${remark}.`).join("");
      if (table.editing) return text("editing");
      if (table.halted) return text("paused");
      if (table.thinking) return `${round}${text("isThinking", { who: table.nameOf(table.toMove) })}`;
      return `${round}${text("toMove", { who: table.nameOf(table.toMove) })}${ways}`;
    };
    const shown = table.words || standing();
    line.textContent = shown;
    // Words of the engine are marked as English.
    if (shown === table.english) line.lang = "en";
    else line.removeAttribute("lang");
    line.classList.toggle("ended", Boolean(end) && !table.words);
  });
}

//! Strips of the two players: name, seeds, and whose turn it is.

import { byId, el, refill } from "./dom.js";
import { remarks } from "./fields.js";
import { sideIndex } from "./film.js";
import { sideName } from "./notation.js";
import { PLAYERS } from "./players.js";
import { resultText } from "./table.js";

function strip(table, side) {
  const select = el(
    "select",
    { "aria-label": `Player of ${sideName(side)}`, id: `who-${side}`, onchange: () => table.seat(side, select.value) },
    Object.entries(PLAYERS).map(([name, { words, about }]) => el("option", { value: name, title: about }, words)),
  );
  const held = el("output", { className: "held", title: "Seeds that count for this player" });
  const state = el("span", { className: "state" });
  refill(byId(`player-${side}`), el("span", { className: `disc ${side}` }), el("strong", null, sideName(side)), select, state, held);
  return { select, held, state, node: byId(`player-${side}`) };
}

/** @param {import("./table.js").Table} table */
export function seats(table) {
  const strips = { S: strip(table, "S"), N: strip(table, "N") };
  const show = () => {
    const { end, here } = table;
    for (const [side, { select, held, state, node }] of Object.entries(strips)) {
      select.value = table.players[side];
      select.title = PLAYERS[table.players[side]].about ?? "";
      const moves = here && !end && table.toMove === side;
      const thinks = table.thinking?.side === side;
      node.classList.toggle("to-move", Boolean(moves));
      node.classList.toggle("won", end?.result === side);
      if (here) held.textContent = here.holdings[sideIndex(side)];
      const won = end && (end.result === side ? "has won" : end.result === "draw" ? "a draw" : "");
      state.textContent = won || (thinks ? "thinking…" : moves ? "to move" : "");
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
  const pass = el("button", { type: "button", className: "main", hidden: true }, "Pass");
  line.after(pass);
  table.addEventListener("change", () => {
    const { end, here } = table;
    const passing = table.mayMove ? here.moves.find(({ pit }) => pit === null) : null;
    pass.hidden = !passing;
    pass.textContent = passing?.move === "swap" ? "Swap sides" : "Pass";
    pass.onclick = () => table.play(passing.move);
    const standing = () => {
      if (end) return resultText(end, here.holdings);
      if (!here) return "";
      const round = here.rounds.length > 0 ? `Round ${here.rounds.length + 1}. ` : "";
      const ways = remarks(here.board).map((remark) => ` ${remark}.`).join("");
      if (table.editing) return "Press a pit or store to add a seed. Use Shift or the right button to remove one.";
      if (table.halted) return "The game is paused. Press p or the button below to continue.";
      if (table.thinking) return `${round}${table.nameOf(table.toMove)} is thinking…`;
      return `${round}${table.nameOf(table.toMove)} to move.${ways}`;
    };
    const text = table.words || standing();
    line.textContent = text;
    line.classList.toggle("ended", Boolean(end) && !table.words);
  });
}

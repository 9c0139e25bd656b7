//! Buttons at the end of a game: rematch, next level, review, another game.

import { byId, el, refill } from "./dom.js";
import { PLAYERS, isEngine } from "./players.js";
import { tellError } from "./say.js";
import { text } from "./texts.js";

/** Levels that get stronger. */
const LEVELS = Object.keys(PLAYERS).filter((name) => isEngine(name) && !name.startsWith("mcts:"));

/** @param {import("./table.js").Table} table @param {{another: () => void, review: () => void}} does */
export function after(table, { another, review }) {
  const box = el("div", { className: "after", id: "after", role: "group", "aria-label": text("afterGame"), hidden: true });
  byId("words").after(box);

  const button = (id, words, run, main = false) => el("button", { type: "button", id, className: main ? "main" : null, onclick: run }, words);

  /** Starts the game again, with other players if given. */
  function again(players = {}) {
    for (const [side, player] of Object.entries(players)) table.seat(side, player);
    table.open(table.game.again()).catch(tellError);
  }

  /** The players for whom the buttons are shown; null without buttons. */
  let shown = null;
  function show() {
    const { S, N } = table.players;
    const wanted = table.end && !table.watching ? `${S} ${N}` : null;
    if (wanted === shown) return;
    shown = wanted;
    box.hidden = wanted === null;
    if (wanted === null) return;
    const engine = ["S", "N"].find((side) => LEVELS.includes(table.players[side]) && table.players[side === "S" ? "N" : "S"] === "person");
    const next = engine && LEVELS[LEVELS.indexOf(table.players[engine]) + 1];
    refill(
      box,
      button("rematch", text(S === N ? "rematch" : "rematchChanged"), () => again({ S: N, N: S }), true),
      next && button("next-level", text("nextLevel", { level: PLAYERS[next].words }), () => again({ [engine]: next })),
      button("review", text("review"), review),
      button("another", text("another"), another),
    );
  }
  table.addEventListener("change", show);
}

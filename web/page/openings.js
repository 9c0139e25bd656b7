//! Opening explorer: a tree of the next moves with their chances or proved results, each a click away.

import { el, refill } from "./dom.js";
import { call, isCancelled } from "./door.js";
import { sameStart } from "./link.js";
import { otherSide, sideName } from "./notation.js";
import { percent } from "./review.js";
import { hear, tellError } from "./say.js";
import { text } from "./texts.js";
import { begins } from "./tree.js";

/** @typedef {{line: string[], side: "S" | "N", chance: number, proved: boolean, margin: number | null}} Opening */

/** Time limit of the request in milliseconds; on most devices the fixed work takes less. */
const LIMIT = 30_000;

/** @param {import("./table.js").Table} table @returns {HTMLElement} */
export function openingsPanel(table) {
  const ask = el("button", { type: "button", className: "switch", id: "ask-openings", "aria-expanded": "false", onclick: () => (tree || running ? close() : run()) }, text("openings"));
  const progress = el("progress", { "aria-label": text("openings"), hidden: true });
  const list = el("ol", { className: "openings", id: "openings", "aria-label": text("openings") });
  /** The tree, and the game with the moves that lead to its root. @type {{told: import("./link.js").Told, before: string[], moves: Opening[]} | null} */
  let tree = null;
  /** @type {AbortController | null} */
  let running = null;

  function close() {
    running?.abort();
    running = tree = null;
    show();
  }

  async function run() {
    const own = (running = new AbortController());
    const { game, count } = table;
    const [told, before] = [game.told(), game.moves.slice(0, count)];
    progress.removeAttribute("value");
    show();
    const onProgress = ({ done, all }) => Object.assign(progress, { max: all, value: done });
    try {
      const { moves } = await call({ request: "openings", game: game.after(count), plies: 3, limit: { ms: LIMIT }, every: 200 }, { signal: own.signal, onProgress });
      if (running !== own) return;
      tree = { told, before, moves };
      hear(text("openingsDone", { move: moves[0].line[0] }));
    } catch (error) {
      if (!isCancelled(error)) tellError(error);
    }
    if (running === own) running = null;
    show();
  }

  /** The chances of a move's player, or the proved result. @param {Opening} one */
  function worth({ side, chance, proved, margin }) {
    const who = sideName(side);
    if (!proved) return text("chanceOf", { who, share: percent(chance) });
    return `${margin === null ? outcome(side, chance) : `${who} ${margin > 0 ? "+" : margin < 0 ? "−" : ""}${Math.abs(margin)}`} (${text("isProved")})`;
  }

  /** A proved result without its margin, which only the solver knows. @param {"S" | "N"} side @param {number} chance */
  function outcome(side, chance) {
    return chance === 0.5 ? text("aDraw") : text("wins", { who: sideName(chance > 0.5 ? side : otherSide(side)) });
  }

  /** Lists the moves of the tree, those that follow a move below it. */
  function show() {
    const { game } = table;
    if (tree && !(game && sameStart(tree.told, game))) tree = null;
    ask.setAttribute("aria-expanded", String(Boolean(tree || running)));
    ask.disabled = !tree && !running && (!table.here || table.here.result !== null || table.editing);
    progress.hidden = !running;
    if (!tree) return refill(list);
    const { before, moves } = tree;
    const made = game.moves.slice(0, table.count);
    refill(
      list,
      moves.map((one) => {
        const path = [...before, ...one.line];
        const current = path.length === made.length && begins(path, made);
        return el("li", { className: ["", "second", "third"][one.line.length - 1] }, el("button", { type: "button", "aria-current": current ? "step" : null, "aria-label": `${one.line.join(" ")}: ${worth(one)}`, onclick: () => table.visit(path).catch(tellError) }, el("b", null, one.line.at(-1)), el("span", null, worth(one))));
      }),
    );
  }

  table.addEventListener("change", ({ detail }) => ["position", "game"].includes(detail) && show());
  return el("section", { className: "review", "aria-label": text("openings") }, el("div", { className: "bar" }, ask, progress), list);
}

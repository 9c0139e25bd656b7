//! Review of the game: the chances of both players as a graph, the grades of their moves with reasons, and their accuracy.

import { chanceChart } from "./charts.js";
import { byId, el, refill } from "./dom.js";
import { call, isCancelled } from "./door.js";
import { sameStart } from "./link.js";
import { sideName } from "./notation.js";
import { hear, tellError } from "./say.js";
import { text } from "./texts.js";
import { begins } from "./tree.js";

/** @typedef {{ply: number, side: "S" | "N", move: string, best: string, line?: string[], before: number, after: number, judgement: "best" | "good" | "inaccuracy" | "mistake" | "blunder", proved: boolean, reason?: string}} Reviewed */

/** The signs of low grades. */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** A share in whole per cent. */
export const percent = (share) => Math.round(100 * share);

/** The chances of South, from the expected points of a player. */
export const ofSouth = (side, points) => (side === "S" ? points : 1 - points);

/** A bar over the board with the chances of both players. @returns {{show: (south: number | null) => void}} */
export function chanceBar() {
  const part = el("div", { className: "south" });
  const words = el("span");
  const bar = el("div", { id: "chances", className: "chances", role: "meter", "aria-label": text("chances"), "aria-valuemin": 0, "aria-valuemax": 100, hidden: true }, part, words);
  byId("board").before(bar);
  return {
    show(south) {
      bar.hidden = south === null;
      if (south === null) return;
      const leads = south >= 0.5 ? "S" : "N";
      words.textContent = text("chanceOf", { who: sideName(leads), share: percent(ofSouth(leads, south)) });
      words.className = leads;
      bar.setAttribute("aria-valuenow", String(percent(south)));
      bar.setAttribute("aria-valuetext", words.textContent);
      part.style.width = `${100 * south}%`;
    },
  };
}

/** @param {import("./table.js").Table} table @param {() => void} changed Receives each new review. */
export function reviewPanel(table, changed) {
  const button = (id, words, onclick) => el("button", { type: "button", className: "small", id, onclick }, words);
  const ask = button("review-game", text("review"), () => run());
  const cancel = button("cancel-review", text("cancel"), () => running?.stop.abort());
  const progress = el("progress", { id: "reviewing", "aria-label": text("review") });
  const state = el("span", { className: "depth" });
  const busy = el("div", { className: "bar", hidden: true }, progress, state, cancel);
  const graph = el("div", { className: "graph" });
  const facts = el("p", { className: "facts", id: "accuracy" });
  const jumps = el("div", { className: "bar" });
  const move = el("div", { className: "reviewed", id: "reviewed", role: "status" });
  const tries = el("div", { className: "bar" });
  const found = el("div", { hidden: true }, graph, facts, jumps, move, tries);
  const node = el("section", { className: "review", "aria-label": text("review") }, ask, busy, found);
  const slider = el("input", { type: "range", id: "graph", min: 0, "aria-label": text("chances"), oninput: () => visit(Number(slider.value)) });
  /** The request for a review, with the game. @type {{stop: AbortController, told: import("./link.js").Told} | null} */
  let running = null;
  /** The last review, with the game and the line that it is about. @type {{game: import("./link.js").Told, line: string[], plies: Reviewed[], accuracy: (number | null)[], turning_point: number | null}} */
  let done = /** @type {any} */ (null);

  /** The review of a move of the line on the board. @param {number} index @returns {Reviewed | null} */
  const of = (index) => (done && begins(done.line, table.game.moves.slice(0, index + 1)) ? done.plies[index] ?? null : null);

  /** South's chances after some moves of the reviewed line. */
  const after = (count) => (count === 0 ? ofSouth(done.plies[0].side, done.plies[0].before) : ofSouth(done.plies[count - 1].side, done.plies[count - 1].after));

  /** Shows the reviewed game after some moves; a best line beside it gives way. */
  async function goTo(count) {
    await table.back();
    await table.visit(done.line.slice(0, count));
  }
  const visit = (count) => goTo(count).catch(tellError);

  async function run() {
    running?.stop.abort();
    const { game } = table;
    const own = (running = { stop: new AbortController(), told: game.told() });
    progress.removeAttribute("value");
    state.textContent = "";
    show();
    const onProgress = ({ done: count, all }) => {
      Object.assign(progress, { max: all, value: count });
      state.textContent = text("reviewedOf", { done: count, all });
    };
    try {
      const answer = await call({ request: "review", game: game.after(game.plies.length), every: 200 }, { signal: own.stop.signal, onProgress });
      if (running !== own) return;
      done = { ...answer, game: own.told, line: own.told.moves };
      draw();
      hear(text("reviewDone"));
      changed();
    } catch (error) {
      if (!isCancelled(error)) tellError(error);
    }
    if (running === own) running = null;
    show();
  }

  /** Draws the graph and the facts about a new review. */
  function draw() {
    const { plies, line, accuracy, turning_point: turn } = done;
    const low = plies.filter(({ judgement }) => judgement in SIGNS);
    slider.max = String(line.length);
    refill(graph, chanceChart(Array.from({ length: line.length + 1 }, (_, count) => after(count)), low.map(({ ply, judgement: grade }) => ({ at: ply, kind: grade }))), slider);
    const accurate = accuracy.map((share, index) => text("chanceOf", { who: sideName("SN"[index]), share: share === null ? "–" : Math.round(share) }));
    facts.textContent = `${text("accuracy")}: ${accurate.join(", ")}.${low.length === 0 ? ` ${text("noMistakes")}` : ""}`;
    const following = () => (low.find(({ ply }) => ply > table.count) ?? low[0]).ply;
    refill(
      jumps,
      low.length > 0 && button("next-mistake", text("nextMistake"), () => visit(following())),
      turn !== null && button("turning-point", text("turningPoint", { move: `${turn}. ${plies[turn - 1].move}` }), () => visit(turn)),
    );
  }

  /** Describes a move: its grade, the best line and the reason. @param {Reviewed} one */
  function described({ ply, side, move: made, best, line, judgement: grade, proved, reason, after: points }) {
    const low = grade in SIGNS;
    const number = el("b", { className: `grade ${grade}` }, text("reviewedMove", { number: ply, move: made, grade: text(grade) + (proved ? ` (${text("isProved")})` : "") }));
    const better = low && ` ${text("better", { moves: (line ?? [best]).join(" ") })}`;
    const why = low && reason && [" ", el("span", { lang: "en" }, `${reason}.`)];
    return [number, ` ${text("chanceOf", { who: sideName(side), share: percent(points) })}.`, better, why];
  }

  /** Goes back before a move, for a person to make another one. @param {Reviewed} one */
  async function tryAgain({ ply, side }) {
    await goTo(ply - 1);
    if (table.who(side) !== "person") table.seat(side, "person");
    const pit = table.here?.moves.find(({ pit }) => pit !== null)?.pit;
    if (pit) table.board.focus(pit);
  }

  /** Shows the best line as arrows, before its first move. @param {Reviewed} one */
  async function bestLine({ ply, move: made, best, line }) {
    const { variant, start, rounds } = done.game;
    const moves = [...done.line.slice(0, ply - 1), ...(line ?? [best])];
    if (await table.open({ variant, start, rounds, moves }, { example: text("bestInstead", { move: made }), count: ply - 1, guided: true })) table.say(text("lineShown"));
  }

  let shown = null;
  /** Shows the review of the position on the board. */
  function show() {
    const { game, count } = table;
    if (!game) return;
    if (!table.watching && done && !sameStart(done.game, game)) done = /** @type {any} */ (null);
    if (!table.watching && running && !sameStart(running.told, game)) running.stop.abort();
    busy.hidden = !running;
    ask.hidden = Boolean(running);
    ask.disabled = game.plies.length === 0;
    found.hidden = !done;
    if (!done) return;
    const one = count > 0 ? of(count - 1) : null;
    const parted = done.line.findIndex((move, ply) => ply >= count || game.moves[ply] !== move);
    const at = parted < 0 ? done.line.length : parted;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${at}: ${text("chanceOf", { who: sideName("S"), share: percent(after(at)) })}`);
    if (shown === one) return;
    shown = one;
    refill(move, one && described(one));
    const low = one && one.judgement in SIGNS;
    refill(tries, low && [button("best-line", text("showBestLine"), () => bestLine(one).catch(tellError)), button("try-again", text("tryAgain"), () => tryAgain(one).catch(tellError))]);
  }
  table.addEventListener("change", ({ detail }) => ["position", "game"].includes(detail) && show());

  return { node, run, of, /** South's chances in the position on the board, if it is reviewed. */ chance: () => (done && (table.count === 0 || of(table.count - 1)) ? after(table.count) : null) };
}

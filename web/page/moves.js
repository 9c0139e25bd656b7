//! Tree of the moves of the game, with grades and comments, below the review and the engine's analysis of the next moves.

import { el, iconButton, refill } from "./dom.js";
import { isCancelled } from "./door.js";
import { resultText } from "./ending.js";
import { wayOf } from "./film.js";
import { analyse, think, worthMark, worthText } from "./players.js";
import { sideName } from "./notation.js";
import { openingsPanel } from "./openings.js";
import { SIGNS, chanceBar, ofSouth, reviewPanel } from "./review.js";
import { tellError } from "./say.js";
import { text } from "./texts.js";
import { branches, keyOf } from "./tree.js";

/** The player that gives hints. */
const ADVISER = "alphabeta:7";

/** Groups consecutive moves of one player. */
function turns(plies) {
  const found = [];
  plies.forEach((ply, index) => {
    const round = index > 0 && plies[index - 1].rounds_over !== plies[index - 2]?.rounds_over;
    const last = found.at(-1);
    if (last?.mover === ply.mover && !round) last.plies.push({ ...ply, index });
    else found.push({ mover: ply.mover, round: round && text("round", { number: plies[index - 1].rounds_over + 1 }), plies: [{ ...ply, index }] });
  });
  return found;
}

/** @param {import("./table.js").Table} table */
export function movesPanel(table, panel) {
  const toggle = el("button", { type: "button", className: "switch", id: "analyse", "aria-pressed": "false", title: "l", onclick: () => analysing(!on) }, text("analysis"));
  const depth = el("span", { className: "depth" });
  const values = el("ol", { className: "values", "aria-label": text("byValue") });
  const list = el("ol", { className: "turns", id: "moves", "aria-label": text("moves") });
  const result = el("p", { className: "result" });
  const review = reviewPanel(table, () => (write(), showChance()));
  const bar = chanceBar();
  const comment = el("input", { id: "comment", maxlength: 500, onchange: () => table.comment(comment.value.trim()) });
  refill(panel, el("div", { className: "analysis" }, el("div", { className: "bar" }, toggle, depth), values, openingsPanel(table), review.node), list, result, el("label", { className: "comment" }, text("comment"), comment));
  let on = false;
  let looking = null;

  function analysing(is) {
    on = is;
    toggle.setAttribute("aria-pressed", String(on));
    look();
  }

  /** Analyses the position that is shown, and cancels the analysis of another one. */
  function look() {
    const key = on && table.here && !table.editing && table.here.result === null && !table.game.resigned ? `${table.here.variant} ${table.here.position} ${table.count}` : null;
    if (looking?.key === key && key !== null && looking.game === table.game) return;
    looking?.stop.abort();
    looking = null;
    refill(values);
    depth.textContent = on && !key && table.here && !table.editing ? text("gameOver") : "";
    table.board.setWorth({});
    if (!table.guided) table.board.setArrows([]);
    showChance();
    if (!key) return;
    const stop = new AbortController();
    looking = { key, stop, game: table.game, south: null, best: null };
    depth.textContent = text("thinks");
    analyse(table.game.after(table.count), stop.signal, show).catch((error) => !isCancelled(error) && tellError(error));
  }

  /** Shows the chances by the analysis, else by the review. */
  function showChance() {
    bar.show(looking?.south ?? (table.editing ? null : review.chance()));
  }

  /** Draws the best move as an arrow, unless arrows show a line. @param {string} move */
  async function point(move) {
    const { game, count, guided } = table;
    const own = looking;
    if (guided || own.best === move) return;
    own.best = move;
    const { answer } = await game.look(count, move);
    if (looking === own && own.best === move) table.board.setArrows([wayOf(answer)].flatMap((way) => way ?? []));
  }

  function show(thought, last) {
    looking.south = thought.moves.length > 0 ? ofSouth(table.toMove, thought.moves[0].chance) : null;
    showChance();
    const looked = thought.depth === null ? "" : text("movesAhead", { count: thought.depth });
    depth.textContent = last ? looked : `${looked}…`;
    /** @type {Record<string, {text: string, best: boolean}>} */
    const marks = {};
    for (const worth of thought.moves) {
      const pit = table.here?.moves.find(({ move }) => move === worth.move)?.pit;
      if (pit && !marks[pit]) marks[pit] = { text: worthMark(worth), best: worth === thought.moves[0] };
    }
    table.board.setWorth(marks);
    if (thought.moves.length > 0) point(thought.moves[0].move).catch(tellError);
    const moveOf = (text) => table.here?.moves.find(({ move }) => move === text) ?? null;
    refill(
      values,
      thought.moves.slice(0, 12).map((worth) =>
        el("li", null, el("button", { type: "button", onclick: () => table.mayMove && table.play(worth.move), onmouseenter: () => table.preview(moveOf(worth.move)), onfocus: () => table.preview(moveOf(worth.move)), onmouseleave: () => table.preview(null), onblur: () => table.preview(null) }, el("b", null, worth.move), el("span", null, worthText(worth)))),
      ),
    );
  }

  function write() {
    const { game, count } = table;
    if (!game) return;
    const grade = (index) => {
      const name = review.of(index)?.judgement ?? "best";
      return name in SIGNS && el("span", { className: `grade ${name}`, title: text(name) }, SIGNS[name], el("span", { className: "heard" }, ` ${text(name)}`));
    };
    const button = ({ move, index, result: end }) =>
      el("button", { type: "button", className: "ply", "aria-current": index + 1 === count ? "step" : undefined, onclick: () => table.goTo(index + 1).catch(tellError) }, move, grade(index), end ? " ‡" : "");
    const remark = (path) => game.comments[keyOf(path)] && el("q", null, game.comments[keyOf(path)]);
    /** A variation: its moves, with those that branch off in brackets. @param {import("./tree.js").Branch} first */
    const variation = (first) => {
      const parts = [];
      for (let [here, ...others] = /** @type {import("./tree.js").Branch[]} */ ([first]); here; [here, ...others] = here.next) {
        const { move, path } = here;
        parts.push(el("button", { type: "button", className: "branch", onclick: () => table.visit(path).catch(tellError) }, move), remark(path), others.map((other) => ["(", variation(other), ")"]));
      }
      return [parts, iconButton("close", text("removeVariation", { move: first.move }), () => table.prune(first.path))];
    };
    /** The variations and comments at each move of the line. */
    const beside = [];
    let level = branches([game.moves, ...game.variations]);
    for (let ply = 0; level.length > 0; ply += 1) {
      const [main, others] = ply < game.plies.length ? [level[0], level.slice(1)] : [null, level];
      beside[ply] = [main && game.comments[keyOf(main.path)] && el("li", { className: "remark" }, remark(main.path)), others.map((other) => el("li", { className: "variation" }, variation(other)))];
      level = main?.next ?? [];
    }
    const focused = list.contains(document.activeElement);
    refill(
      list,
      game.comments[""] && el("li", { className: "remark" }, remark([])),
      turns(game.plies).map(({ mover, round, plies }, index) => [
        round && el("li", { className: "round" }, round),
        el("li", { className: mover }, el("span", { className: "number" }, `${index + 1}.`), el("span", { className: `disc ${mover}`, title: sideName(mover) }), el("span", { className: "heard" }, sideName(mover)), plies.map(button)),
        plies.map(({ index: ply }) => beside[ply]),
      ]),
      game.plies.length === 0 && el("li", { className: "none" }, text("noMoves")),
      beside[game.plies.length],
    );
    if (document.activeElement !== comment) comment.value = game.comments[game.place(count)] ?? "";
    const { end } = table;
    result.textContent = end ? resultText(end, table.here) : "";
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (focused) (current ?? toggle).focus({ preventScroll: true });
    // Only the list is scrolled, never the page.
    if (current) list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
    else list.scrollTop = 0;
  }

  table.addEventListener("change", ({ detail }) => {
    if (["position", "game"].includes(detail)) {
      write();
      look();
    }
  });

  /** Shows the move that the engine would play. */
  async function hint() {
    if (!table.mayMove) return;
    const { serial } = table;
    try {
      const move = await think(table.game.after(table.count), ADVISER);
      if (table.serial !== serial || move === null) return;
      const legal = table.here.moves.find((one) => one.move === move);
      table.board.setLast(legal?.pit ? [legal.pit] : []);
      table.preview(legal);
      table.words = `${text("wouldPlay", { move })} ${table.words}`;
      table.dispatchEvent(new CustomEvent("change", { detail: "words" }));
    } catch (error) {
      tellError(error);
    }
  }

  /** Plays the best move of the analysis. @returns {boolean} Whether the analysis is on. */
  function playBest() {
    if (on) best().catch(tellError);
    return on;
  }

  async function best() {
    if (!table.mayMove) return;
    const { serial } = table;
    const first = values.querySelector("b")?.textContent;
    const move = first ?? (await think(table.game.after(table.count), ADVISER));
    if (table.serial === serial && move) table.play(move);
  }

  return { analysing: (is = !on) => analysing(is), hint, playBest, review: review.run };
}

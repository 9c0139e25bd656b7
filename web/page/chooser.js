//! Chooser on the board for pits that can be played in several ways, part by part of the move.

import { el, icon, iconButton } from "./dom.js";
import { wayOnScreen } from "./geometry.js";
import { nextChoice, parts, pitOf, questionFor, sideName, wordsFor } from "./notation.js";
import { text } from "./texts.js";

const wayRank = ({ part }, side, view) => (["left", "up"].includes(wayOnScreen(part, side, view)) ? 0 : 1);

export class Chooser {
  /** @param {{board: import("./board.js").BoardView, onMove: (move: object) => void, onPreview: (move: object | null) => void}} with_ */
  constructor({ board, onMove, onPreview }) {
    this.board = board;
    this.onMove = onMove;
    this.onPreview = onPreview;
    this.pit = null;
    this.options = [];
    /** The arguments of the last offer. @type {[string, any[], "S" | "N", {focus?: boolean, from?: number}] | null} */
    this.offered = null;
  }

  get open() {
    return this.pit !== null;
  }

  close() {
    if (!this.open) return;
    const { pit } = this;
    const inside = this.board.over?.contains(document.activeElement);
    this.pit = null;
    this.options = [];
    this.board.beside(pit, null);
    this.board.setTargets([]);
    this.onPreview(null);
    if (inside) this.board.focus(pit);
  }

  /** Offers the open choice once more, after the board was drawn anew. */
  again() {
    if (this.open && this.offered) this.offer(...this.offered);
  }

  /** Offers the ways to play a pit; a single way is played at once. @param {"S" | "N"} side The mover. */
  offer(pit, moves, side, { focus = false, from = 0 } = {}) {
    const { at, options } = nextChoice(moves, from);
    if (options.length === 0) {
      this.close();
      this.onMove(moves[0]);
      return;
    }
    this.pit = pit;
    this.offered = [pit, moves, side, { from }];
    this.options = options.map((option) => ({ ...option, pick: (event) => this.offer(pit, option.moves, side, { focus: focus || event?.detail === 0, from: at + 1 }) }));
    // The way to the left on the screen comes first, for either player.
    if (/^[LR]$/.test(options[0].part ?? "")) this.options.sort((a, b) => wayRank(a, side, this.board.view) - wayRank(b, side, this.board.view));
    const settled = (parts(moves[0].move).slice(0, at).join("") || pit).replace(/^\d+/, pit);
    const question = questionFor(this.options.map(({ part }) => part), at);
    const label = `${settled}: ${question}`;
    const box = el(
      "div",
      { className: "chooser", role: "group", "aria-label": label, onkeydown: (event) => event.key === "Escape" && (event.stopPropagation(), this.close()) },
      el("span", { className: "question" }, el("b", null, settled), " ", question),
      el("span", { className: "options" }, this.options.map((option) => this.#button(option, at, side))),
      iconButton("close", text("cancel"), () => this.close()),
    );
    this.board.beside(pit, box);
    this.board.setTargets(at === 0 ? [] : this.options.map(({ part }) => part && pitOf(part)).filter(Boolean));
    if (focus) box.querySelector("button").focus({ preventScroll: true });
  }

  #button({ part, moves, pick }, at, side) {
    const direction = /^[LR]$/.test(part ?? "") ? part : null;
    const way = direction && wayOnScreen(direction, side, this.board.view);
    const one = moves.length === 1 ? moves[0] : null;
    const words = way ? text(way) : wordsFor(part, at, this.options.map((option) => option.part));
    const label = way ? `${words}: ${text("seenBy", { way: wordsFor(part), who: sideName(side) })}` : null;
    const look = (move) => () => this.onPreview(move);
    const props = { onmouseenter: look(one), onfocus: look(one), onmouseleave: look(null), onblur: look(null) };
    return el("button", { type: "button", className: "option", dataset: { part: part ?? "" }, "aria-label": label, title: label, onclick: pick, ...props }, way && icon(way), words);
  }

  /** Picks the option that names a pit. @returns {boolean} Whether there is one. */
  pickPit(pit) {
    const option = this.options.find(({ part }) => part && pitOf(part) === pit);
    option?.pick();
    return Boolean(option);
  }
}

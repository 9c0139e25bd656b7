//! Game: its variant, first position and moves. It stores moves only, and gets all else from the engine.

import { call } from "./door.js";
import { film } from "./film.js";
import { otherSide } from "./notation.js";
import { begins, grown, keyOf } from "./tree.js";

/** @typedef {{move: string, mover: "S" | "N", position: string, holdings: [number, number], result: string | null, rounds_over?: number}} Ply */

/** Maximum number of cached positions. */
const REMEMBERED = 400;

export class Game {
  /** @param {{told: import("./link.js").Told, info: object, plies: Ply[], notes?: string[]}} parts */
  constructor({ told, info, plies, notes = [] }) {
    this.variant = told.variant;
    // A start that is the opening need not be said.
    this.start = told.start && told.start !== info.opening ? told.start : null;
    this.rounds = Boolean(told.rounds) && info.rounds;
    this.resigned = told.resigned ?? null;
    /** The variations, from the start of the game. */
    this.lines = told.lines ?? [];
    this.comments = told.comments ?? {};
    this.info = info;
    this.plies = plies;
    this.notes = notes;
    this.remembered = new Map();
  }

  /**
   * Opens a game from storage, from a link, or a new one.
   * @param {import("./link.js").Told} told
   * @param {{asFarAsLegal?: boolean}} [how] Whether to drop moves from the first illegal one on, instead of failing.
   */
  static async open(told, { asFarAsLegal = false } = {}) {
    const info = await call({ request: "variant", variant: told.variant });
    const rounds = Boolean(told.rounds) && info.rounds;
    try {
      const { plies, notes } = await replay(told.variant, told.start, told.moves ?? [], rounds);
      return new Game({ told, info, plies, notes });
    } catch (error) {
      const ply = Number(/^line \d+, ply (\d+):/.exec(error.message)?.[1]);
      // Its lines are those of the transcript that `replay` writes.
      error.message = error.message.replace(/^line \d+, /, "");
      if (!asFarAsLegal || !ply) throw error;
      const legal = (told.moves ?? []).slice(0, ply - 1);
      return Game.open({ ...told, moves: legal, resigned: null }, { asFarAsLegal });
    }
  }

  get title() {
    return this.info.header.title;
  }

  /** The name of its variant, with changes; null if the variant came as a text. */
  get name() {
    return this.variant.text === undefined ? this.info.label : null;
  }

  get moves() {
    return this.plies.map(({ move }) => move);
  }

  /** The data from which the game can be opened again. */
  told() {
    const { variant, start, moves, rounds, resigned, variations, comments } = this;
    return { variant, start, moves, rounds, resigned, lines: variations, comments };
  }

  /** A new game of the same rules from the same start. */
  again() {
    const { variant, start, rounds } = this;
    return { variant, start, rounds, moves: [] };
  }

  /** The lines besides the one on the board. */
  get variations() {
    return this.lines.filter((line) => !begins(this.moves, line));
  }

  /** The place in the tree after `count` moves. */
  place(count) {
    return keyOf(this.moves.slice(0, count));
  }

  /** Opens another line of the tree: that with these moves. @param {string[]} moves @returns {import("./link.js").Told} */
  along(moves) {
    const lines = grown([...this.lines, this.moves, moves]);
    return { ...this.told(), moves: lines.find((line) => begins(line, moves)), lines, resigned: null };
  }

  /** The game after `count` moves, in the form of requests. */
  after(count) {
    return { variant: this.variant, position: this.start ?? undefined, moves: this.moves.slice(0, count), rounds: this.rounds };
  }

  async #remember(key, ask) {
    if (!this.remembered.has(key)) {
      if (this.remembered.size > REMEMBERED) this.remembered.delete(this.remembered.keys().next().value);
      const asked = ask();
      this.remembered.set(key, asked);
      asked.catch(() => this.remembered.delete(key));
    }
    return this.remembered.get(key);
  }

  /** The position after `count` moves, with its legal moves. */
  position(count) {
    return this.#remember(`position ${this.moves.slice(0, count).join(" ")}`, () => call({ request: "position", game: this.after(count) }));
  }

  /** A move after `count` others: the engine's answer and its frames. */
  look(count, move) {
    return this.#remember(`move ${this.moves.slice(0, count).join(" ")} ${move}`, async () => {
      const answer = await call({ request: "play", game: this.after(count), move });
      return { answer, frames: film(answer) };
    });
  }

  /** Asks why nothing can be played from a pit, and by which rule. @returns {Promise<{why: string, rule: string | null} | null>} */
  async refusal(count, pit) {
    try {
      await call({ request: "play", game: this.after(count), move: pit });
      return null;
    } catch (error) {
      if (error.kind !== "invalid") throw error;
      return error.refused;
    }
  }

  /** Keeps the line as a variation before moves after `count` others give way. */
  #keepLine(count) {
    if (count < this.plies.length) this.lines = grown([...this.lines, this.moves]);
  }

  /** Adds a move after `count` others; those that followed become a variation. */
  add(count, answer) {
    const { move, mover, position, holdings, result, rounds_over } = answer;
    this.#keepLine(count);
    this.plies = [...this.plies.slice(0, count), { move, mover, position, holdings, result, rounds_over }];
    this.resigned = null;
  }

  takeBack(count) {
    this.#keepLine(count);
    this.plies = this.plies.slice(0, count);
    this.resigned = null;
  }

  /** The winner and the reason for the end, if the game is over. @param {object} here The position after all moves. */
  end(here) {
    if (this.resigned) return { result: otherSide(this.resigned), ending: "resignation" };
    return here.result === null ? null : { result: here.result, ending: here.ending };
  }
}

/** Replays moves as a transcript. */
async function replay(variant, start, moves, rounds) {
  const lines = [];
  if (start) lines.push(`position: ${start}`);
  if (rounds) lines.push("rounds: all");
  for (let ply = 0; ply < moves.length; ply += 2) lines.push(`${ply / 2 + 1}: ${moves.slice(ply, ply + 2).join(" ")}`);
  return call({ request: "transcript", variant, text: lines.join("\n") });
}

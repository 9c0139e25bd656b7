//! A game: its variant, where it began, and what has been played. It keeps moves alone; all else it asks the engine for.

import { call } from "./door.js";
import { film } from "./film.js";
import { otherSide } from "./notation.js";

/** @typedef {{move: string, mover: "S" | "N", position: string, holdings: [number, number], result: string | null, rounds_over?: number}} Ply */

/** How many positions are kept at hand. */
const REMEMBERED = 400;

export class Game {
  /** @param {{told: import("./link.js").Told, info: object, plies: Ply[], notes?: string[]}} parts */
  constructor({ told, info, plies, notes = [] }) {
    this.variant = told.variant;
    this.start = told.start ?? null;
    this.rounds = Boolean(told.rounds) && info.rounds;
    this.resigned = told.resigned ?? null;
    this.info = info;
    this.plies = plies;
    this.notes = notes;
    this.remembered = new Map();
  }

  /**
   * A game as it was kept, linked or begun.
   * @param {import("./link.js").Told} told
   * @param {{asFarAsLegal?: boolean}} [how] Whether moves from one on that is not legal are left out, not refused.
   */
  static async open(told, { asFarAsLegal = false } = {}) {
    const info = await call({ request: "variant", variant: told.variant });
    const rounds = Boolean(told.rounds) && info.rounds;
    try {
      const { plies, notes } = await replay(told.variant, told.start, told.moves ?? [], rounds);
      return new Game({ told, info, plies, notes });
    } catch (error) {
      const ply = /^line \d+, ply (\d+):/.exec(error.message)?.[1];
      if (!asFarAsLegal || !ply) throw error;
      const legal = (told.moves ?? []).slice(0, ply - 1);
      return Game.open({ ...told, moves: legal, resigned: null }, { asFarAsLegal });
    }
  }

  get title() {
    return this.info.header.title;
  }

  /** What its variant can be named by, with its changes; null if it came as a text. */
  get name() {
    return this.variant.text === undefined ? this.info.label : null;
  }

  get moves() {
    return this.plies.map(({ move }) => move);
  }

  /** What has to be kept so that it can be opened again. */
  told() {
    const { variant, start, moves, rounds, resigned } = this;
    return { variant, start, moves, rounds, resigned };
  }

  /** The game after so many moves, as requests give it. */
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

  /** The position after so many moves, with its legal moves. */
  position(count) {
    return this.#remember(`position ${this.moves.slice(0, count).join(" ")}`, () => call({ request: "position", game: this.after(count) }));
  }

  /** A move from the position after so many others: the engine's answer and its pictures. */
  look(count, move) {
    return this.#remember(`move ${this.moves.slice(0, count).join(" ")} ${move}`, async () => {
      const answer = await call({ request: "play", game: this.after(count), move });
      return { answer, frames: film(answer) };
    });
  }

  /** Why nothing can be played from a pit, and by which rule. @returns {Promise<{why: string, rule: string | null} | null>} */
  async refusal(count, pit) {
    try {
      await call({ request: "play", game: this.after(count), move: pit });
      return null;
    } catch (error) {
      if (error.kind !== "invalid") throw error;
      return error.refused;
    }
  }

  /** Makes a move after so many others; what came after them is replaced. */
  add(count, answer) {
    const { move, mover, position, holdings, result, rounds_over } = answer;
    this.plies = [...this.plies.slice(0, count), { move, mover, position, holdings, result, rounds_over }];
    this.resigned = null;
  }

  takeBack(count) {
    this.plies = this.plies.slice(0, count);
    this.resigned = null;
  }

  /** How it ended, if it did: the winner and why. @param {object} here The position after all moves. */
  end(here) {
    if (this.resigned) return { result: otherSide(this.resigned), ending: "resignation" };
    return here.result === null ? null : { result: here.result, ending: here.ending };
  }
}

/** Plays moves one after another, as a transcript. */
async function replay(variant, start, moves, rounds) {
  const lines = [];
  if (start) lines.push(`position: ${start}`);
  if (rounds) lines.push("rounds: all");
  for (let ply = 0; ply < moves.length; ply += 2) lines.push(`${ply / 2 + 1}: ${moves.slice(ply, ply + 2).join(" ")}`);
  return call({ request: "transcript", variant, text: lines.join("\n") });
}

//! Earlier games, kept in this browser, latest first.

import { isKept, isList } from "./shapes.js";
import { kept } from "./storage.js";

/** Maximum number of games. */
const MOST = 20;

/** @typedef {{title: string, when: number, told: import("./link.js").Told}} Kept */

/** @returns {Kept[]} */
export const before = () => kept.read("games", [], isList(isKept));

/** Whether a game continues another one. */
const goesOn = (game, other) => JSON.stringify([game.variant, game.start]) === JSON.stringify([other.variant, other.start]) && other.moves.every((move, ply) => move === game.moves[ply]);

/**
 * Keeps a game with moves; it replaces games that it continues.
 * @param {string} title @param {import("./link.js").Told} told
 * @returns {boolean} Whether it is kept.
 */
export function keepGame(title, told) {
  if (!(told.moves?.length > 0)) return false;
  const others = before().filter((other) => !goesOn(told, other.told));
  return kept.write("games", [{ title, when: Date.now(), told }, ...others].slice(0, MOST));
}

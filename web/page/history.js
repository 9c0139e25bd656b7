//! Earlier games, kept in this browser, latest first.

import { continues } from "./link.js";
import { isKept, isList } from "./shapes.js";
import { kept } from "./storage.js";

/** Maximum number of games. */
const MOST = 20;

/** @typedef {{title: string, when: number, told: import("./link.js").Told & {moves: string[]}}} Kept */

/** @returns {Kept[]} */
export const before = () => kept.read("games", [], isList(isKept));

/**
 * Keeps a game with moves; it replaces games that it continues.
 * @param {string} title @param {import("./link.js").Told} told
 * @returns {boolean} Whether it is kept.
 */
export function keepGame(title, told) {
  const { moves = [] } = told;
  if (moves.length === 0) return false;
  const others = before().filter((other) => !continues(told, other.told));
  return kept.write("games", [{ title, when: Date.now(), told: { ...told, moves } }, ...others].slice(0, MOST));
}

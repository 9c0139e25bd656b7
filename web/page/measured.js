//! Measured length, choices and difficulty of the games, from the games of random moves that `web/measured.mjs` plays.

import { language, text } from "./texts.js";

/**
 * Facts about a game: the moves of a game, the choices at a move, the share of positions where the choice matters; by the
 * number of such positions in a game its difficulty among all games.
 * @typedef {{moves: number, choices: number, share: number, decisions: number, level: "easy" | "medium" | "hard", length: string}} Facts
 */

/** Which third of the sorted numbers one is in. @param {number[]} sorted */
const third = (sorted, one) => [1, 2].filter((part) => one >= sorted[Math.floor((part * sorted.length) / 3)]).length;

/** Loads the facts by name of the variant; without them the cards are complete, too. @returns {Promise<Map<string, Facts>>} */
export async function measured() {
  const all = await fetch("measured.json").then((response) => response.json()).catch(() => ({}));
  const facts = Object.entries(all).map(([name, [moves, choices, share]]) => ({ name, moves, choices, share, decisions: moves * share }));
  const sorted = (key) => facts.map((one) => one[key]).sort((a, b) => a - b);
  const [moves, decisions] = [sorted("moves"), sorted("decisions")];
  const levels = /** @type {const} */ (["easy", "medium", "hard"]);
  return new Map(facts.map(({ name, ...one }) => [name, { ...one, level: levels[third(decisions, one.decisions)], length: ["short", "", "long"][third(moves, one.moves)] }]));
}

/** Facts about a game in words. @param {Facts} facts */
export function inWords({ moves, choices, share, level }) {
  const difficulty = text("difficultyIs", { level: text(level).toLocaleLowerCase(language) });
  return `${difficulty} ${text("measuredAs", { moves: Math.round(moves), choices: Math.round(choices), share: Math.round(100 * share) })}`;
}

//! The score of a game, and its end in words: the winner, both numbers and the reason.

import { sideIndex } from "./film.js";
import { hasFourRows, otherSide, sideName, sideOf } from "./notation.js";
import { text } from "./texts.js";

/** Field of the seeds won. */
const WON = "captured";

/**
 * The score of a player: seeds won if the game keeps them apart, otherwise all seeds of the player.
 * @param {object} here A position as the engine describes it. @param {string} side @returns {{count: number, words: string, more: string}}
 */
export function scoreOf(here, side) {
  const held = here.holdings[sideIndex(side)];
  const won = here.board.fields[WON]?.seeds?.[sideIndex(side)];
  if (won === undefined) return { count: held, words: text("seeds"), more: text("seedsHeld") };
  if (here.result !== null) return { count: held, words: text("seedsWon"), more: text("seedsAwarded") };
  return { count: won, words: text("seedsWon"), more: held === won ? text("wonOnly") : text("wonAndHeld", { held }) };
}

/** Whether seeds decide a game: with four rows and no store the player who cannot move loses. */
const counts = (board) => board.fields[WON]?.seeds !== undefined || !hasFourRows(board);

/** All seeds, in pits and off the board. */
const totalOf = ({ pits, fields }) => [...Object.values(pits), ...Object.values(fields).flatMap(({ seeds }) => seeds ?? [])].reduce((sum, count) => sum + count, 0);

/** How a board ended the game: the pits after the last move, before the remaining seeds were divided. */
function byBoard({ pits, fields }, result, total) {
  const won = fields[WON]?.seeds;
  if (total && won && result === "draw" && won.every((seeds) => 2 * seeds === total)) return text("bothHalf", { total });
  if (total && won && 2 * won[sideIndex(result)] > total) return text("majority", { total });
  const all = Object.entries(pits);
  const empty = (side, row) => all.every(([pit, count]) => sideOf(pit) !== side || count === 0 || (row && pit[0].toUpperCase() !== row));
  const four = hasFourRows({ pits });
  const sides = result === "draw" ? ["S", "N"] : [otherSide(result), result];
  for (const side of sides) {
    if (empty(side)) return text("noSeeds", { who: sideName(side) });
    if (four && empty(side, "A")) return text("emptyFront", { who: sideName(side) });
  }
  return "";
}

/**
 * The reason for the end of a game in words; empty if the board does not show it.
 * @param {{result: string, ending: string | null}} end @param {object} here The last position. @param {import("./film.js").Frame[]} frames The frames of the last move. @param {Record<string, string>} rules The rules in force.
 */
export function whyOver({ result, ending }, here, frames, rules) {
  const mover = sideName(here.board.to_move);
  if (ending === "no_move") return text("noMove", { who: mover });
  if (ending === "repetition") return text("repeated");
  if (ending === "resignation") return text("resigned", { who: sideName(otherSide(result)) });
  if (ending !== "board") return "";
  const left = frames.findLast(({ divided }) => !divided)?.board ?? here.board;
  const total = rules["rules.majority"] === "true" ? totalOf(here.board) : 0;
  return byBoard(left, result, total);
}

/** A result in words, with the winner's number first. @param {{result: string, ending?: string | null, why?: string}} end @param {object} [here] */
export function resultText({ result, ending, why = "" }, here) {
  const [south, north] = here?.holdings ?? [];
  const [first, second] = result === "N" ? [north, south] : [south, north];
  const told = here && ending !== "resignation" && first >= second && counts(here.board);
  const seeds = told ? `, ${text("score", { first, second })}` : "";
  return `${result === "draw" ? text("aDraw") : text("wins", { who: sideName(result) })}${seeds}${why ? `: ${why}` : ""}.`;
}

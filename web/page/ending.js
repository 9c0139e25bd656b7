//! The score of a game, and its end in words: the winner, both numbers and the reason.

import { sideIndex } from "./film.js";
import { hasFourRows, otherSide, seedsText, sideName, sideOf } from "./notation.js";
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

/** The number of seeds in some pits. */
const seedsIn = (pits, within) => Object.entries(pits).reduce((sum, [pit, count]) => (within(pit) ? sum + count : sum), 0);

/**
 * How a board ended the game: the pits after the last move, before the remaining seeds were divided.
 * @param {{pits: Record<string, number>, fields: Record<string, any>}} board @param {string} result @param {object} last The last board. @param {Record<string, any>} mechanisms Those of the game.
 */
function byBoard({ pits, fields }, result, last, mechanisms) {
  if (result !== "draw" && fields.ends?.sides?.[sideIndex(result)]) return text("bothEnds", { who: sideName(otherSide(result)) });
  if (mechanisms.majority) {
    const total = totalOf(last);
    const won = ["S", "N"].map((side, index) => (fields[WON]?.seeds?.[index] ?? 0) + seedsIn(pits, (pit) => fields[`claimed-${side}`]?.pits?.includes(pit)));
    if (result === "draw" ? won.every((seeds) => 2 * seeds === total) : 2 * won[sideIndex(result)] > total) return text(result === "draw" ? "bothHalf" : "majority", { total });
  }
  const turns = (last.fields.turns?.turns ?? []).reduce((sum, count) => sum + count, 0);
  if (mechanisms.limit && turns >= mechanisms.limit) return text(result === "draw" ? "equalSeeds" : "moreSeeds", { count: turns });
  // In some games each player owns the left half of both rows; the middle one belongs to the near row.
  const half = Math.ceil(mechanisms.columns / 2);
  const owner = (pit) => (mechanisms.halves && Number(pit.slice(1)) > half ? otherSide(sideOf(pit)) : sideOf(pit));
  const left = (side, row = "") => seedsIn(pits, (pit) => owner(pit) === side && (!row || pit[0].toUpperCase() === row));
  const sides = result === "draw" ? ["S", "N"] : [otherSide(result), result];
  for (const side of sides) {
    if (left(side) === 0 && (mechanisms.starts !== "any-pit" || mechanisms.goal === "first-empty")) return text("noSeeds", { who: sideName(side) });
    if (mechanisms.goal === "front-row-empty" && left(side, "A") === 0) return text("emptyFront", { who: sideName(side) });
    if (mechanisms.goal === "back-row-empty" && left(side, "B") === 0) return text("emptyBack", { who: sideName(side) });
    if (left(side) <= mechanisms["goal.lost-with"]) return text("onlyHas", { who: sideName(side), seeds: seedsText(left(side)) });
  }
  const all = left("S") + left("N");
  if (all <= Number(/\d+/.exec(mechanisms["last-group"]))) return text("onlyLeft", { seeds: seedsText(all) });
  if (mechanisms["row-empty"] === "one-each" && sides.every((side) => left(side) <= 1)) return text("oneEach");
  if (mechanisms["only-singles"] && Object.values(pits).every((count) => count <= 1)) return text("onlySingles");
  if (mechanisms.mandarins && !last.fields.quan?.sides?.includes(true)) return text("mandarins");
  return mechanisms.passes ? text("neitherMoves") : text("noMove", { who: sideName(result !== "draw" && mechanisms.goal.startsWith("last-") ? otherSide(result) : last.to_move) });
}

/**
 * The reason for the end of a game in words; empty if the board does not show it.
 * @param {{result: string, ending: string | null}} end @param {object} here The last position. @param {import("./film.js").Frame[]} frames The frames of the last move. @param {Record<string, any>} mechanisms Those of the game.
 */
export function whyOver({ result, ending }, here, frames, mechanisms) {
  if (ending === "no_move") return text("noMove", { who: sideName(here.board.to_move) });
  if (ending === "repetition") return text("repeated");
  if (ending === "resignation") return text("resigned", { who: sideName(otherSide(result)) });
  if (ending !== "board") return "";
  return byBoard(frames.findLast(({ divided }) => !divided)?.board ?? here.board, result, here.board, mechanisms);
}

/** A result in words, with the winner's number first. @param {{result: string, ending?: string | null, why?: string}} end @param {object} [here] */
export function resultText({ result, ending, why = "" }, here) {
  const [south, north] = here?.holdings ?? [];
  const [first, second] = result === "N" ? [north, south] : [south, north];
  const told = here && ending !== "resignation" && first >= second && counts(here.board);
  const seeds = told ? `, ${text("score", { first, second })}` : "";
  return `${result === "draw" ? text("aDraw") : text("wins", { who: sideName(result) })}${seeds}${why ? `: ${why}` : ""}.`;
}

//! Examples that a changed rule gives another outcome: what they give now, for the user to keep.

import { call, isCancelled } from "./door.js";
import { storeName, stores } from "./fields.js";
import { sideIndex } from "./film.js";
import { sideName } from "./notation.js";
import { text } from "./texts.js";
import { examplesIn, withValues } from "./toml.js";

/**
 * An example with another outcome: its text with that outcome, empty if it can't be played now.
 * @typedef {{example: object, words: string, from: number, to: number, insert: string}} Changed
 */

/** Places that are listed with their seeds; more are left out. */
const LISTED = 6;

/** Where two boards hold other numbers of seeds, in words; empty if nowhere. */
function differences(before, now) {
  const counts = ({ pits, fields }) => ({ ...pits, ...Object.fromEntries(stores({ fields }).flatMap(([name, { seeds }]) => ["S", "N"].map((side) => [`${sideName(side)} (${storeName(name)})`, seeds[sideIndex(side)]]))) });
  const [old, all] = [counts(before), counts(now)];
  const other = Object.keys(all).filter((place) => all[place] !== old[place]);
  const listed = other.slice(0, LISTED).map((place) => text("insteadOf", { place, now: all[place], before: old[place] ?? 0 }));
  return [...listed, ...(other.length > LISTED ? [text("andMore", { count: other.length - LISTED })] : [])].join(", ");
}

/** The expectations of an example that no longer hold, with the values that hold now; null if its moves are illegal now. */
async function outcome(example, variant, signal) {
  const game = { variant, position: example.position ?? undefined };
  const at = (moves) => call({ request: "position", game: { ...game, moves } }, { signal });
  /** @type {{legal?: string, illegal?: string, after?: string, result?: string, other?: string}} */
  const now = {};
  try {
    if (example.legal || example.illegal) {
      const legal = (await at([])).moves.map(({ move }) => move);
      const same = (list) => list.split(" ").sort().join(" ") === [...legal].sort().join(" ");
      if (example.legal && !same(example.legal)) now.legal = legal.join(" ");
      const illegal = example.illegal?.split(" ").filter((move) => !legal.includes(move)).join(" ");
      if (illegal !== undefined && illegal !== example.illegal) now.illegal = illegal;
    }
    const { position, result, board } = await at(example.moves ?? []);
    if (example.after && position !== example.after) {
      now.after = position;
      const before = await call({ request: "position", game: { variant, position: example.after } }, { signal }).catch((error) => (isCancelled(error) ? Promise.reject(error) : null));
      now.other = before && differences(before.board, board);
    }
    if (example.result && (result ?? "none") !== example.result) now.result = result ?? "none";
  } catch (error) {
    if (isCancelled(error)) throw error;
    return null;
  }
  return now;
}

const RESULTS = { S: text("wins", { who: sideName("S") }), N: text("wins", { who: sideName("N") }), draw: text("draw"), none: text("goesOn") };

/** What an example gives now, in words. */
function inWords(now, example) {
  if (now === null) return text("movesIllegal");
  const lines = [];
  if (now.after) lines.push(now.other ? `${now.other}.` : text("movesLeadTo", { position: now.after }));
  if (now.legal !== undefined) lines.push(text("legalMoves", { moves: now.legal || text("none") }));
  if (now.illegal !== undefined) lines.push(text("legalNow", { moves: example.illegal.split(" ").filter((move) => !now.illegal.split(" ").includes(move)).join(" ") }));
  if (now.result) lines.push(text("resultIs", { result: RESULTS[now.result] }));
  return lines.join(" ");
}

/**
 * Finds the wrong examples that the user did not touch while rules changed: by the original rules they are right.
 * @param {string[]} wrong Names of wrong examples. @param {{text: string, info: object}} original @param {{text: string, info: object}} changed
 * @returns {Promise<Changed[]>}
 */
export async function changedExamples(wrong, original, changed, signal) {
  if (original.info.digest === changed.info.digest) return [];
  const [before, after] = [examplesIn(original.text), examplesIn(changed.text)];
  const found = [];
  for (const name of new Set(wrong)) {
    const example = original.info.examples.find((one) => one.name === name);
    const place = after.get(name);
    if (!example || !place || before.get(name)?.text !== place.text) continue;
    const now = await outcome(example, { text: changed.text }, signal);
    const expects = now && ["after", "legal", "illegal", "result"].some((key) => (now[key] ?? example[key] ?? "") !== "");
    found.push({ example, words: inWords(now, example), from: place.from, to: place.to, insert: expects ? withValues(place.text, now) : "" });
  }
  return found;
}

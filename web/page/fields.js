//! Fields of a position besides the seeds in pits, in words and as marks on the board.

import { sideIndex } from "./film.js";
import { sideName } from "./notation.js";
import { text } from "./texts.js";

/** Labels of seeds off the board, by the name of their field. */
const STORES = { captured: text("seedsWon"), store: text("toEnter"), lost: text("lost") };

/** Marks of pits by field; other fields get a dot. */
const MARKS = { tuzdik: "claimed", claimed: "claimed", owned: "owned", reserved: "reserved", out: "out" };

/** Fields that list too many pits for marks to be useful. */
const QUIET = new Set(["moved"]);

/** The fields that hold seeds, in the order of the position. */
export const stores = (board) => Object.entries(board.fields).filter(([, field]) => field.seeds);

/** The label of a field with seeds. */
export const storeName = (name) => STORES[name] ?? name;

/** The side that owns a pit by a field like `claimed-S`, or by its row for fields like `tuzdik`. */
function ownerBy(name, pit) {
  const side = /-([SN])$/.exec(name)?.[1];
  if (side) return side;
  const south = /^[A-Z]/.test(pit);
  if (name === "tuzdik") return south ? "N" : "S";
  if (name === "reserved") return south ? "S" : "N";
  return null;
}

/**
 * The marks of all pits.
 * @returns {Record<string, {kind: string, side: string | null, words: string}[]>}
 */
export function marks(board) {
  /** @type {ReturnType<typeof marks>} */
  const found = {};
  for (const [name, field] of Object.entries(board.fields)) {
    if (!field.pits || QUIET.has(name)) continue;
    const plain = name.replace(/-[SN]$/, "");
    for (const pit of field.pits) {
      const side = ownerBy(name, pit);
      // Owning the pits of one's own row is not worth a mark.
      if (plain === "owned" && (side === "S") === /^[A-Z]/.test(pit)) continue;
      const words = plain === "out" ? text("outOfPlay") : plain === "owned" ? text("ownedBy", { who: sideName(side) }) : side ? text("markOf", { mark: plain, who: sideName(side) }) : plain;
      (found[pit] ??= []).push({ kind: MARKS[plain] ?? "noted", side, words });
    }
  }
  return found;
}

/** Whether a house is still one: `true` if the game has no such field. */
export function houseStands(board, pit) {
  const sides = board.fields.house?.sides;
  return !sides || sides[sideIndex(/^[A-Z]/.test(pit) ? "S" : "N")];
}

/** Other remarks on a position, in a few words each. */
export function remarks(board) {
  return Object.values(board.fields).flatMap((field) => {
    const both = (pair, say) => ["S", "N"].flatMap((side) => (say(pair[sideIndex(side)]) ? [`${sideName(side)}: ${say(pair[sideIndex(side)])}`] : []));
    if (field.swap === "open") return [text("maySwap")];
    if (field.directions) return both(field.directions, (way) => way && text(way === "L" ? "sowsLeft" : "sowsRight"));
    return [];
  });
}

//! Links: they contain a variant and a game after the `#`, so no server ever receives them.

import { tell } from "./say.js";
import { isVariant } from "./shapes.js";
import { text } from "./texts.js";
import { readTree, written } from "./tree.js";

/** @typedef {{variant: string | object, start?: string | null, moves?: string[], rounds?: boolean, resigned?: string | null, count?: number, lines?: string[][], comments?: Record<string, string>}} Told `lines` are its variations, from the start; `comments` are on places of the tree. */

/** A game from a link. @typedef {Told & {moves: string[], lines: string[][], comments: Record<string, string>}} Linked */

/** @param {Told} told */
const startOf = ({ variant, start, rounds }) => JSON.stringify([variant, start ?? null, Boolean(rounds)]);

/** Whether two games have the same rules and the same start. @param {Told} one @param {Told} other */
export const sameStart = (one, other) => startOf(one) === startOf(other);

/** Whether a game continues another one, which may have ended only by the same resignation. @param {Told} game @param {Told} other */
export const continues = (game, other) => sameStart(game, other) && (game.resigned ?? null) === (other.resigned ?? null) && (other.moves ?? []).every((move, ply) => move === game.moves?.[ply]);

const LONGEST = 400_000;

async function through(stream, bytes) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  const reader = piped.getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    // A short link can decompress to gigabytes.
    if (length > LONGEST) throw new Error(text("linkTooLong"));
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const letters = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_", "=": "" })[sign]);
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => ({ "-": "+", _: "/" })[sign])), (sign) => sign.charCodeAt(0));

/**
 * Returns the part after the `#` for a game.
 * @param {Told} game @param {{tab?: string | null, example?: string | null, to?: string | null}} [beside] The open tab, the name of the example on the board, and the side of a friend who opens the link.
 */
export async function fragmentOf({ variant, start, moves = [], rounds, resigned, count = moves.length, lines = [], comments = {} }, { tab, example, to } = {}) {
  const query = new URLSearchParams();
  if (typeof variant === "string") query.set("v", variant);
  else query.set("z", letters(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(variant)))));
  if (start) query.set("p", start);
  if (moves.length > 0) query.set("m", moves.join(" "));
  if (rounds) query.set("rounds", "all");
  if (resigned) query.set("resigned", resigned);
  if (count < moves.length) query.set("ply", String(count));
  const tree = written(moves, lines, comments);
  for (const line of tree.variations) query.append("line", line);
  for (const words of tree.comments) query.append("comment", words);
  if (to) query.set("to", to);
  if (tab) query.set("tab", tab);
  if (example) query.set("example", example);
  return query.toString();
}

/** Parses the game in a link. @param {string} fragment Without the `#`. @returns {Promise<Linked | null>} */
export async function gameIn(fragment) {
  const query = new URLSearchParams(fragment);
  if (!query.has("v") && !query.has("z")) return null;
  let variant = query.get("v");
  if (query.has("z")) {
    try {
      variant = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytesOf(query.get("z")))));
    } catch {
      throw new Error(text("linkDamaged"));
    }
    if (!isVariant(variant)) throw new Error(text("linkInvalid"));
  }
  const moves = query.get("m")?.split(" ").filter(Boolean) ?? [];
  const resigned = ["S", "N"].find((side) => side === query.get("resigned")) ?? null;
  const ply = /^\d{1,5}$/.test(query.get("ply") ?? "") ? Number(query.get("ply")) : undefined;
  return { variant, start: query.get("p"), moves, rounds: query.get("rounds") === "all", resigned, count: ply, ...readTree(moves, query.getAll("line"), query.getAll("comment")) };
}

/** Copies the text of a field, or selects it if the browser forbids that. @param {HTMLInputElement | HTMLTextAreaElement} field */
export async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    tell(text("copied"));
  } catch {
    field.select();
    tell(text("selected"));
  }
}

/** The address of this page with a fragment. */
export const linkTo = (fragment) => `${location.href.split("#")[0]}#${fragment}`;

//! Parser and writer of the engine's notation: positions, and the parts of a move.

import { text } from "./texts.js";

/** @typedef {import("./film.js").Board} Board */

/** The names of the pits in the order of written positions: each line from left to right, North's first. */
export function writtenRows(rows) {
  if (rows.length !== 3) return rows;
  // With three rows, too, each player's pits are one line: the outer row and the near half of the middle row.
  const number = (pit) => Number(pit.slice(1));
  const all = rows.flat();
  const south = all.filter((pit) => /^[A-Z]/.test(pit)).sort((a, b) => number(a) - number(b));
  const north = all.filter((pit) => /^[a-z]/.test(pit)).sort((a, b) => number(b) - number(a));
  return [north, south];
}

/**
 * Parses the seeds of a written position.
 * @param {string} text @param {string[][]} rows The rows as drawn.
 * @returns {{pits: Record<string, number>, seeds: Record<string, [number, number]>, toMove: string} | null}
 */
export function readPosition(text, rows) {
  const [lines = "", toMove = "", ...fields] = text.trim().split(/\s+/);
  const names = writtenRows(rows);
  const counts = lines.split("/").map((line) => line.split(",").map(Number));
  if (counts.length !== names.length || counts.some((line, row) => line.length !== names[row].length)) return null;
  if (counts.flat().some((count) => !Number.isInteger(count) || count < 0)) return null;
  const pits = Object.fromEntries(names.flatMap((line, row) => line.map((pit, column) => [pit, counts[row][column]])));
  const pairs = fields.map((field) => field.split("="));
  const seeds = pairs.filter(([, value]) => /^\d+,\d+$/.test(value ?? ""));
  return { pits, toMove, seeds: Object.fromEntries(seeds.map(([name, value]) => [name, /** @type {[number, number]} */ (value.split(",").map(Number))])) };
}

/** Writes a position with other seeds or another player to move; its other fields are unchanged. */
export function writePosition(text, rows, { pits, seeds, toMove }) {
  const [, , ...fields] = text.trim().split(/\s+/);
  const lines = writtenRows(rows).map((line) => line.map((pit) => pits[pit]).join(",")).join("/");
  const kept = fields.filter((field) => !field.startsWith("result="));
  const written = kept.map((field) => {
    const [name] = field.split("=");
    return seeds[name] ? `${name}=${seeds[name].join(",")}` : field;
  });
  return [lines, toMove, ...written].join(" ");
}

/**
 * Splits a move into the parts that its player may have chosen: pit, direction, and all that follows.
 * @param {string} move @returns {string[]}
 */
export function parts(move) {
  const found = move.match(/[x/,>!+]?[A-Ca-c]?\d+|[LR]|[^A-Za-z0-9]/g) ?? [];
  return found.join("") === move ? found : [move];
}

/** The pit in a part of a move after its start, if it has one. */
export const pitOf = (part) => /^[x/,>!+]([A-Ca-c]\d+)$/.exec(part)?.[1] ?? null;

/** Whether a part of a move enters seeds of the store. @param {string | undefined} part */
const enters = (part) => /^\+\d/.test(part ?? "");

/**
 * Describes a part of a move, which is its start if `at` is 0; `undefined` stands for the end of the move.
 * @param {string | undefined} part @param {number} [at] @param {(string | undefined)[]} [choice]
 */
export function wordsFor(part, at = 1, choice = []) {
  if (at === 0) return text(part?.startsWith("+") ? "layReserve" : "keepReserve");
  if (part === undefined) return text(choice.some(enters) ? "keepReserve" : "stopHere");
  const pit = pitOf(part);
  const number = /^!(\d+)$/.exec(part)?.[1];
  if (number) return text("stopAfter", { number });
  if (pit && "x,".includes(part[0])) return text("alsoTake", { pit });
  if (pit && part[0] === "+") return text("giveFrom", { pit });
  if (pit && part[0] === "!") return text("choose", { pit });
  if (pit) return text("goOnFrom", { pit });
  return { L: text("left"), R: text("right"), ">": text("sowIt"), "+": text("clockwise"), "-": text("asBefore"), "*": text("capture") }[part] ?? part;
}

/** The question that a choice between parts of a move asks. @param {(string | undefined)[]} choice @param {number} [at] */
export function questionFor(choice, at = 1) {
  if (at === 0 || choice.some(enters)) return text("askReserve");
  const all = (form) => choice.every((part) => part === undefined || form.test(part));
  if (choice.includes(">")) return text("askHouse");
  if (all(/^[LR]$/)) return text("askWay");
  if (all(/^[x,]/)) return text("askTake");
  if (all(/^\+[A-Ca-c]/)) return text("askGive");
  if (all(/^!\d/)) return text("askStop");
  return text("askOther");
}

/**
 * The next choice among moves that begin alike.
 * @param {{move: string}[]} moves Legal moves from one pit. @param {number} [from] Number of parts already chosen.
 * @returns {{at: number, options: {part: string | undefined, moves: object[]}[]}} No options if only one move is left.
 */
export function nextChoice(moves, from = 0) {
  if (moves.length < 2) return { at: from, options: [] };
  const split = moves.map((move) => ({ move, parts: parts(move.move) }));
  let at = from;
  while (split.every((one) => one.parts[at] !== undefined && one.parts[at] === split[0].parts[at])) at += 1;
  const options = new Map();
  for (const { move, parts: own } of split) {
    if (!options.has(own[at])) options.set(own[at], { part: own[at], moves: [] });
    options.get(own[at]).moves.push(move);
  }
  return { at, options: [...options.values()] };
}

/** The name of a player. */
export const sideName = (side) => text(side === "S" ? "south" : "north");

/** The player of a pit's row. */
export const sideOf = (pit) => (/^[A-Z]/.test(pit) ? "S" : "N");

/** Whether players have more than one row each. @param {{pits: Record<string, number>}} board */
export const hasFourRows = ({ pits }) => Object.keys(pits).some((pit) => /^[Bb]/.test(pit));

/** The other player. */
export const otherSide = (side) => (side === "S" ? "N" : "S");

/** A number of seeds in words. */
export const seedsText = (count) => (count === 1 ? text("oneSeed") : text("manySeeds", { count }));

/** A number of moves in words. */
export const movesText = (count) => (count === 1 ? text("oneMove") : text("manyMoves", { count }));

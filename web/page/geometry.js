//! Geometry of the board: boxes of pits and stores in the drawing, in units of a pit and its margin.

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {"wide" | "narrow" | "upright"} Form */

const CELL = { width: 100, height: 124 };
const STORE = 104;
const EDGE = 22;
const GAP = 14;

/**
 * The form that fits best: stores at the ends, stores above and below, or the whole board rotated by 90 degrees.
 * @param {number} width In pixels. @param {number} columns @returns {Form}
 */
export function formFor(width, columns) {
  if (width / (columns + 2.5) >= 48) return "wide";
  return width / (columns + 0.5) >= 33 ? "narrow" : "upright";
}

/**
 * @param {string[][]} rows The names of the pits, the top row first; South sits below.
 * @param {{form: Form, flipped: boolean}} view @param {boolean} stores Whether there are any.
 * @returns {{width: number, height: number, pits: Record<string, Box>, stores: {S: Box, N: Box}, wood: Box, divide: number[] | null}}
 */
export function placed(rows, { form, flipped }, stores) {
  const turned = flipped ? rows.map((row) => [...row].reverse()).reverse() : rows;
  const [across, down] = [turned[0].length, turned.length];
  const upright = form === "upright";
  const size = upright
    ? { width: down * CELL.width, height: across * CELL.height }
    : { width: across * CELL.width, height: down * CELL.height };
  const middle = down % 2 === 0 ? GAP : 0;
  const atEnds = form === "wide";
  const left = EDGE + (stores && atEnds ? STORE : 0);
  const top = EDGE + (stores && !atEnds ? STORE : 0);
  /** @type {Record<string, Box>} */
  const pits = {};
  turned.forEach((row, line) =>
    row.forEach((pit, column) => {
      const beyond = line >= down / 2 ? middle : 0;
      // An upright board is rotated clockwise: South, who was below, is at its left.
      const [x, y] = upright
        ? [(down - 1 - line) * CELL.width + (middle - beyond), column * CELL.height]
        : [column * CELL.width, line * CELL.height + beyond];
      pits[pit] = { x: left + x, y: top + y, ...CELL };
    }),
  );
  const inner = { width: size.width + (upright ? middle : 0), height: size.height + (upright ? 0 : middle) };
  const width = inner.width + 2 * left;
  const height = inner.height + 2 * top;
  const first = atEnds
    ? { x: EDGE, y: EDGE, width: STORE - 8, height: inner.height }
    : { x: left, y: EDGE, width: inner.width, height: STORE - 8 };
  const second = atEnds
    ? { ...first, x: width - EDGE - STORE + 8 }
    : { ...first, y: height - EDGE - STORE + 8 };
  const half = upright ? left + inner.width / 2 : top + inner.height / 2;
  const line = upright ? [half, top + 6, half, top + inner.height - 6] : [left + 6, half, left + inner.width - 6, half];
  return {
    width,
    height,
    pits,
    stores: flipped ? { N: second, S: first } : { N: first, S: second },
    wood: { x: 2, y: 2, width: width - 4, height: height - 4 },
    divide: middle ? line : null,
  };
}

/** The direction on the screen in which a hand leaves a pit; `L` and `R` are as the player sees them. */
export function wayOnScreen(direction, side, { form, flipped }) {
  const left = (direction === "L") !== (side === "N") !== flipped;
  if (form === "upright") return left ? "up" : "down";
  return left ? "left" : "right";
}

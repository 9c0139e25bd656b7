//! Tree of a game: its variations as lines of moves from the start, and comments on their moves.

/** The key of a place in the tree: the moves before it. @param {string[]} moves */
export const keyOf = (moves) => moves.join(" ");

/** Whether a line begins with these moves. @param {string[]} line @param {string[]} moves */
export const begins = (line, moves) => moves.every((move, ply) => move === line[ply]);

/** The lines that no other line contains. @param {string[][]} lines */
export const grown = (lines) => lines.filter((line, index) => !lines.some((other, at) => at !== index && begins(other, line) && (other.length > line.length || at < index)));

/**
 * A move in the tree with those after it; the first one continues its line, the others are variations.
 * @typedef {{move: string, path: string[], next: Branch[]}} Branch
 */

/** Joins lines into a tree. @param {string[][]} lines The main line first. @returns {Branch[]} The first moves. */
export function branches(lines) {
  /** @type {Branch[]} */
  const first = [];
  for (const line of lines) {
    let here = first;
    line.forEach((move, ply) => {
      let branch = here.find((one) => one.move === move);
      if (!branch) here.push((branch = { move, path: line.slice(0, ply + 1), next: [] }));
      here = branch.next;
    });
  }
  return first;
}

/** The keys of all places in the order of the lines, the start first. @param {string[][]} lines */
const places = (lines) => [...new Set(["", ...lines.flatMap((line) => line.map((_, ply) => keyOf(line.slice(0, ply + 1))))])];

/** Writes variations and comments for a link: each line with the number of moves that it shares with the one before. @param {string[]} moves @param {string[][]} lines @param {Record<string, string>} comments */
export function written(moves, lines, comments) {
  const shared = (line, before) => line.findIndex((move, ply) => move !== before[ply]);
  const variations = lines.map((line, index) => [shared(line, lines[index - 1] ?? moves), line]).map(([from, line]) => `${from}:${line.slice(from).join(" ")}`);
  const all = places([moves, ...lines]);
  return { variations, comments: Object.entries(comments).filter(([key]) => all.includes(key)).map(([key, words]) => `${all.indexOf(key)}:${words}`) };
}

/** Parses what `written` wrote. @param {string[]} moves @param {string[]} variations @param {string[]} comments @returns {{lines: string[][], comments: Record<string, string>}} */
export function readTree(moves, variations, comments) {
  const split = (text) => /^(\d{1,5}):([^]*)$/.exec(text)?.slice(1) ?? ["0", ""];
  /** @type {string[][]} */
  const lines = [];
  for (const [from, rest] of variations.map(split)) lines.push([...(lines.at(-1) ?? moves).slice(0, Number(from)), ...rest.split(" ").filter(Boolean)]);
  const all = places([moves, ...lines]);
  const placed = comments.map(split).filter(([at, words]) => words && Number(at) < all.length);
  return { lines: grown(lines), comments: Object.fromEntries(placed.map(([at, words]) => [all[Number(at)], words])) };
}

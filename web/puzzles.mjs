// Makes page/puzzles.json, the puzzles of the page: `web/puzzles.mjs PROGRAM [SECONDS]` gives each game twice this
// time, first for twenty puzzles, then for five. Files in target/puzzles stay as they are, so it can go on later.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { written } from "./page/tree.js";

/** Maximum size of all puzzles, compressed, in bytes. */
const MOST = 300_000;

const [program, seconds = "300"] = process.argv.slice(2);
if (!program) {
  console.error("usage: web/puzzles.mjs PROGRAM [SECONDS], such as web/puzzles.mjs target/release/mankala");
  process.exit(2);
}
const [folder, to] = ["../target/puzzles", "page/puzzles.json"].map((path) => new URL(path, import.meta.url).pathname);
mkdirSync(folder, { recursive: true });
const games = execFileSync(program, ["list", "--json"], { encoding: "utf8", maxBuffer: 1 << 26 }).trim().split("\n").map((line) => JSON.parse(line));
const seedsOf = ({ mechanisms: { rows, columns, seeds } }) => rows * columns * seeds;

const fileOf = (name) => `${folder}/${name}.jsonl`;

/** Makes the file of a game's puzzles, if any are found in time. */
function make(name) {
  const file = fileOf(name);
  for (const count of ["20", "5"]) {
    if (existsSync(file)) break;
    const began = Date.now();
    const { status, signal } = spawnSync(program, ["puzzles", name, "--count", count, "--threads", "1", "--out", file], { timeout: 1000 * Number(seconds), killSignal: "SIGINT" });
    console.log(`${name}, ${count} puzzles: ${status === 0 ? "found" : signal || status === 130 ? "too slow" : "none"} (${Math.round((Date.now() - began) / 1000)} s)`);
    if (status === 1) break;
  }
}

/** The lines of a tree of moves, in which objects hold replies and the moves after them. */
function linesOf([first, ...rest]) {
  if (first === undefined) return [[]];
  if (typeof first === "string") return linesOf(rest).map((line) => [first, ...line]);
  return Object.entries(first).flatMap(([reply, steps]) => linesOf(steps).map((line) => [reply, ...line]));
}

/** A puzzle in a row: its position, result, difficulty, themes, main line, and the other lines as in links. */
function row({ position, value, difficulty, themes, solution }) {
  const [main, ...others] = linesOf(solution);
  return [position, value === 1 ? "win" : "draw", difficulty, themes.join(","), main.join(" "), written(main, others, {}).variations];
}

// Small games first.
for (const { name } of games.toSorted((one, other) => seedsOf(one) - seedsOf(other))) make(name);

const packed = games.flatMap(({ name }) => {
  const file = fileOf(name);
  if (!existsSync(file)) return [];
  const [{ rules }, ...puzzles] = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  return [[name, { rules, puzzles: puzzles.map(row) }]];
});
const lines = packed.map(([name, { rules, puzzles }]) => `${JSON.stringify(name)}:{"rules":"${rules}","puzzles":[\n${puzzles.map((puzzle) => JSON.stringify(puzzle)).join(",\n")}]}`);
const text = `{\n${lines.join(",\n")}\n}\n`;
const size = gzipSync(text, { level: 9 }).length;
const all = packed.reduce((sum, [, { puzzles }]) => sum + puzzles.length, 0);
console.log(`${all} puzzles of ${packed.length} games, ${Math.round(size / 1000)} kB compressed`);
if (size > MOST) throw new Error(`more than ${MOST / 1000} kB`);
writeFileSync(to, text);

// Makes page/measured.json, the length and the choices of each game by games of random moves: `web/measured.mjs PROGRAM`.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const GAMES = 60;
const [program] = process.argv.slice(2);
if (!program) {
  console.error("usage: web/measured.mjs PROGRAM, such as web/measured.mjs target/release/mankala");
  process.exit(2);
}
const games = execFileSync(program, ["list", "--json"], { encoding: "utf8", maxBuffer: 1 << 26 }).trim().split("\n").map((line) => JSON.parse(line).name);
const asked = games.map((variant) => JSON.stringify({ id: variant, request: "measure", variant, games: GAMES, seed: 1 }));
const answers = execFileSync(program, ["engine"], { input: `${asked.join("\n")}\n`, encoding: "utf8", maxBuffer: 1 << 28 });
const answered = new Map(answers.trim().split("\n").map((line) => JSON.parse(line)).filter(({ answer }) => answer).map(({ id, answer }) => [id, answer.measures]));
const rounded = ({ value }) => Number(value.toPrecision(3));
const lines = games.map((name) => {
  const { plies, branching, real_choice: choice } = answered.get(name);
  return `${JSON.stringify(name)}: ${JSON.stringify([plies, branching, choice].map(rounded))}`;
});
writeFileSync(new URL("page/measured.json", import.meta.url), `{\n${lines.join(",\n")}\n}\n`);

//! Checks that the static site and the program give the same answers: `node agree.js PROGRAM`, after `web/build`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { answer, initSync } from "../site/engine/mankala.js";

initSync({ module: readFileSync(new URL("../site/engine/mankala_bg.wasm", import.meta.url)) });
const inPage = (request) => answer(JSON.stringify(request), () => {});

const program = spawn(process.argv[2], ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const heard = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
const inProgram = async (request) => {
  program.stdin.write(`${JSON.stringify(request)}\n`);
  return (await heard.next()).value;
};

/** Parses an answer with rounded numbers; logarithms differ in the last digits between machines. */
const read = (line) => JSON.parse(line, (_, value) => (typeof value === "number" ? Number(value.toPrecision(9)) : value));

/** The requests for every variant. */
const questions = (variant) => [
  { request: "variant", variant },
  { request: "position", game: { variant } },
  { request: "choose", game: { variant }, player: "alphabeta:2" },
  { request: "choose", game: { variant }, player: "mcts:30" },
  { request: "measure", variant, games: 2 },
];
const { variants } = JSON.parse(inPage({ request: "variants" })).answer;
let count = 0;
for (const { name } of variants) {
  for (const request of questions(name)) {
    const [page, native] = [read(inPage(request)), read(await inProgram(request))];
    assert.deepEqual(page, native, JSON.stringify(request));
    assert.ok(page.answer, JSON.stringify(page));
    count++;
  }
}
program.stdin.end();
assert.ok(count > 1000, `${count} answers`);
console.log(`the engines give the same ${count} answers about ${variants.length} variants`);

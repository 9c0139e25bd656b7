//! Compares the engine's speed in the browser and in the program: `node bench.js PROGRAM [SECONDS]`, after `web/build`.
//!
//! Rates are by processor time, as far as the system reports it, so that other load does not affect them. At the end it
//! measures how long reviews take in the browser.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const [program, seconds = "2"] = process.argv.slice(2);
if (!program) {
  console.error("usage: node bench.js PROGRAM [SECONDS], with PROGRAM built with --release, such as ../../target/release/mankala");
  process.exit(2);
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The best-known variants; of every other ruleset the first variant is measured. */
const FIRST = ["kalah", "oware", "zanzibar-bao"];

/** Variants whose games are reviewed. */
const REVIEWED = ["kalah", "oware", "toguz-korgool"];

/** The processor time of finished child processes, in seconds. */
function ofPrograms() {
  try {
    const numbers = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ").map(Number);
    // Fields 16 and 17 of proc(5), in hundredths of a second.
    return (numbers[13] + numbers[14]) / 100;
  } catch {
    return performance.now() / 1000;
  }
}

/** The ratio of elapsed time to processor time of a task, with its result. */
async function shareOf(processor, run) {
  const [time, begin] = [await processor(), performance.now()];
  const result = await run();
  return [result, (performance.now() - begin) / 1000 / ((await processor()) - time)];
}

/** Plies of random games a second in the program. */
async function native(variant) {
  const speed = () => execFileSync(program, ["speed", variant, "--seconds", seconds, "--json"], { encoding: "utf8" });
  const [said, waited] = await shareOf(ofPrograms, speed);
  return JSON.parse(said).random_plies_per_s * waited;
}

/** Plies of random games a second in the page. */
async function inPage(page, metrics, variant) {
  const play = ([variant, seconds]) => globalThis.engine.random_plies(variant, seconds);
  const [plies, waited] = await shareOf(async () => (await metrics()).ThreadTime, () => page.evaluate(play, [variant, Number(seconds)]));
  return plies * waited;
}

/** The sorted response times for the positions of a game in milliseconds, each the best of ten. */
const waits = (page, variant) =>
  page.evaluate(async (variant) => {
    const worker = new Worker("./worker.js", { type: "module" });
    const hear = () => new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
    await hear();
    const ask = async (request) => {
      const heard = hear();
      worker.postMessage({ id: 1, request });
      return JSON.parse((await heard).response).answer;
    };
    const [times, moves] = [[], []];
    for (;;) {
      const [took, answers] = [[], []];
      while (took.length < 10) {
        const begin = performance.now();
        answers.push(await ask({ request: "position", game: { variant, moves } }));
        took.push(performance.now() - begin);
      }
      times.push(Math.min(...took));
      const legal = answers[0].moves;
      if (legal.length === 0 || moves.length === 100) break;
      moves.push(legal[moves.length % legal.length].move);
    }
    worker.terminate();
    return times.sort((a, b) => a - b);
  }, variant);

/** The number of plies of a game, and the processor time in seconds in which the page reviews them. */
async function reviewed(page, metrics, variant) {
  const ask = (request) => page.evaluate((asked) => JSON.parse(globalThis.engine.answer(asked, () => {})).answer, JSON.stringify(request));
  const moves = [];
  while (moves.length < 60) {
    const { move } = await ask({ request: "choose", game: { variant, moves }, player: "alphabeta:3", seed: 5 });
    if (move === null) break;
    moves.push(move);
  }
  const begin = (await metrics()).ThreadTime;
  await ask({ request: "review", game: { variant, moves } });
  return [moves.length, (await metrics()).ThreadTime - begin];
}

const server = spawn(process.execPath, [here("../static.mjs"), here("../site")], { stdio: ["ignore", "pipe", "inherit"] });
const [address] = await once(server.stdout, "data");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  // A file of the site that takes no processor time.
  await page.goto(`${String(address).trim()}config.js`);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const metrics = async () => Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
  const all = await page.evaluate(async () => {
    globalThis.engine = await import("./engine/mankala.js");
    await globalThis.engine.default({ module_or_path: new URL("./engine/mankala_bg.wasm", location.href) });
    return JSON.parse(globalThis.engine.answer('{"request":"variants"}', () => {})).answer.variants;
  });
  const rulesets = new Map(FIRST.map((name) => [all.find((one) => one.name === name).ruleset, name]));
  for (const { name, ruleset } of all) if (!rulesets.has(ruleset)) rulesets.set(ruleset, name);
  console.log("ruleset     variant             plies/s, program   in the page   ratio   a position, median and worst of a game");
  for (const [ruleset, variant] of rulesets) {
    // The better of two alternating runs each.
    let [program, wasm] = [0, 0];
    for (let run = 0; run < 2; run++) {
      program = Math.max(program, await native(variant));
      wasm = Math.max(wasm, await inPage(page, metrics, variant));
    }
    const times = await waits(page, variant);
    const [median, worst] = [times[times.length >> 1], times.at(-1)].map((time) => `${time.toFixed(1)} ms`);
    const millions = (plies) => `${(plies / 1e6).toFixed(1)} M`.padStart(12);
    const ratio = (wasm / program).toFixed(2);
    console.log(`${ruleset.padEnd(11)} ${variant.padEnd(18)} ${millions(program)}      ${millions(wasm)}   ${ratio.padStart(7)}   ${median}, ${worst}`);
  }
  for (const variant of REVIEWED) {
    const [plies, took] = await reviewed(page, metrics, variant);
    console.log(`${variant}: a review of ${plies} plies in ${took.toFixed(1)} s`);
  }
} finally {
  await browser.close();
  server.kill();
}

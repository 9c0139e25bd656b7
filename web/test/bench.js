//! How fast the engine is in the browser, beside the program on the same machine: `node bench.js PROGRAM`, after `web/build`.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const [program, seconds = "2"] = process.argv.slice(2);
if (!program) {
  console.error("expected the program, built with --release: node bench.js ../../target/release/mankala");
  process.exit(2);
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Plies of random games a second in the program. */
function native(variant) {
  const said = execFileSync(program, ["speed", variant, "--seconds", seconds, "--json"], { encoding: "utf8" });
  return JSON.parse(said).random_plies_per_s;
}

/** The same in the page. `speed` gives half of its time to them. */
const inPage = (page, variant) =>
  page.evaluate(
    async ([variant, seconds]) => {
      const engine = await import("./engine/mankala.js");
      await engine.default({ module_or_path: new URL("./engine/mankala_bg.wasm", location.href) });
      return engine.random_plies(variant, seconds);
    },
    [variant, Number(seconds)],
  );

/** How long the page waits for the positions of a game, in milliseconds, in order. */
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
      const begin = performance.now();
      const { moves: legal } = await ask({ request: "position", game: { variant, moves } });
      times.push(performance.now() - begin);
      if (legal.length === 0 || moves.length === 100) break;
      moves.push(legal[moves.length % legal.length].move);
    }
    worker.terminate();
    return times.sort((a, b) => a - b);
  }, variant);

const server = spawn(process.execPath, [here("../static.mjs"), here("../site")], { stdio: ["ignore", "pipe", "inherit"] });
const [address] = await once(server.stdout, "data");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  // A page of the site with nothing on it that takes time.
  await page.goto(`${String(address).trim()}config.js`);
  console.log("variant         plies/s, program   in the page   ratio   a position, median and worst of a game");
  for (const variant of ["kalah", "oware", "zanzibar-bao"]) {
    // In turns, the better of two each: other work on the machine slows both.
    let [program, wasm] = [0, 0];
    for (let run = 0; run < 2; run++) {
      program = Math.max(program, native(variant));
      wasm = Math.max(wasm, await inPage(page, variant));
    }
    const times = await waits(page, variant);
    const [median, worst] = [times[times.length >> 1], times.at(-1)].map((time) => `${time.toFixed(1)} ms`);
    const millions = (plies) => `${(plies / 1e6).toFixed(1)} M`.padStart(12);
    const ratio = (wasm / program).toFixed(2);
    console.log(`${variant.padEnd(15)} ${millions(program)}      ${millions(wasm)}   ${ratio.padStart(7)}   ${median}, ${worst}`);
  }
} finally {
  await browser.close();
  server.kill();
}

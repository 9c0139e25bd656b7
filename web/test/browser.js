//! Opens the page in a browser, from either server; any error or warning in it fails the test.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

/** Address of the page: the one that `mankala serve` prints, or that of the static site. */
export const BASE = process.env.MANKALA_PAGE;
if (!BASE) throw new Error("MANKALA_PAGE must be the address of the page, such as http://127.0.0.1:8080/");
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";

let browser = null;

export async function start() {
  browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
}

export async function stop() {
  await browser?.close();
}

/**
 * Opens the page, runs a test, and checks that there were no foreign requests, errors or warnings.
 * @param {import("playwright-core").BrowserContextOptions & {hash?: string, settings?: object, clock?: boolean, hurried?: boolean, routes?: Record<string, object>, at?: string}} how `hurried` shortens all timers; `routes` replaces files; `at` names a file beside the page, to open instead.
 * @param {(page: import("playwright-core").Page) => Promise<void>} does
 */
export async function onPage({ hash = "", settings = {}, clock = false, hurried = false, routes = {}, at = "", ...how }, does) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...how });
  const page = await context.newPage();
  const complaints = [];
  for (const [files, content] of Object.entries(routes)) await page.route(files, (route) => route.fulfill(content));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(BASE).origin && !["data:", "blob:"].includes(protocol)) complaints.push(`request to ${request.url()}`);
  });
  const usual = { speed: "instant", players: { S: "person", N: "person" }, tab: "moves", ...settings };
  await page.addInitScript((kept) => {
    if (localStorage.getItem("mankala.settings") === null) localStorage.setItem("mankala.settings", kept);
  }, JSON.stringify(usual));
  if (clock) await page.clock.install();
  if (hurried) {
    await page.addInitScript(() => {
      const { setTimeout } = window;
      window.setTimeout = (run, wait, ...rest) => setTimeout(run, Math.min(wait ?? 0, 1), ...rest);
    });
  }
  try {
    await page.goto(BASE + at + hash);
    if (!at) await page.waitForSelector("html[data-ready]");
    await does(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Sends a request to the engine like the page does. */
export const ask = (page, request) => page.evaluate(async (asked) => (await import("./door.js")).call(asked), request);

/** Reads the numbers in the drawing, by pit and store; runs in the page. */
export function readNumbers() {
  const found = (selector) => [...document.querySelectorAll(selector)];
  const read = (names, counts) => {
    if (names.length !== counts.length) throw new Error("not every pit has a number");
    return names.map((name, index) => [name, Number(counts[index].textContent)]);
  };
  const pits = found("#board .pits [data-pit]").map(({ dataset }) => dataset.pit);
  const stores = found("#board .pits [data-store]").map(({ dataset }) => dataset.store);
  return Object.fromEntries([...read(pits, found("#board .drawing > .pit > .count")), ...read(stores, found("#board .drawing > .basin > .count"))]);
}

/** The numbers in the drawing, by pit and store. */
export const numbers = (page) => page.evaluate(readNumbers);

/** Waits at most five seconds until the drawing shows these numbers. */
export async function shows(page, wanted) {
  const end = Date.now() + 5000;
  while (Date.now() < end && !isDeepStrictEqual(await numbers(page), wanted)) await page.waitForTimeout(50);
  assert.deepEqual(await numbers(page), wanted);
}

/** The numbers of a board of the engine, by pit and store. */
export function onBoard({ pits, fields }) {
  const stores = Object.entries(fields).filter(([, field]) => field.seeds);
  return { ...pits, ...Object.fromEntries(stores.flatMap(([name, { seeds }]) => [[`${name}-S`, seeds[0]], [`${name}-N`, seeds[1]]])) };
}

/** The stored game of the page, in the form of requests. */
export async function gameOf(page) {
  const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem("mankala.game")));
  return { variant: kept.variant, position: kept.start ?? undefined, moves: kept.moves, rounds: kept.rounds };
}

/** Violations of WCAG 2.2 AA and best practices; the source of axe has run before. */
export async function broken(page) {
  const { violations } = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"] }));
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`));
  // In the editor's scrolled part the text has the focus.
  return found.filter((one) => !one.includes("cm-scroller"));
}

//! The encyclopedia in a browser: everyone can read it, at any width, on paper and without scripts, and it leads to puzzles.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { broken, onPage, start, stop } from "./browser.js";

const program = process.env.MANKALA_PROGRAM;
const skip = !program && "MANKALA_PROGRAM must be the program that writes the book";
const folder = mkdtempSync(join(tmpdir(), "mankala-book-"));
/** Places with games on two rows, which have puzzles, and on four. */
const PLACES = ["kazakhstan", "zanzibar"];
const ALL = JSON.parse(readFileSync(new URL("../page/puzzles.json", import.meta.url), "utf8"));

const files = () => readdirSync(folder).flatMap((place) => readdirSync(join(folder, place)).map((name) => `${place}/${name}`));
/** The book beside the page, as it is published. */
const routes = {};

before(async () => {
  for (const place of program ? PLACES : []) execFileSync(program, ["book", "--out", join(folder, place), "--board", "../../", "--region", place], { stdio: "ignore" });
  for (const name of files()) routes[`**/book/${name}`] = { path: join(folder, name) };
  await start();
});
after(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

const TOGUZ = "kazakhstan/toguz-korgool.html";
const PAGES = [TOGUZ, "zanzibar/zanzibar-bao.html", "kazakhstan/index.html", "zanzibar/by-mechanism.html", "zanzibar/measures.html"];

for (const colorScheme of ["light", "dark"]) {
  for (const width of [360, 1280]) {
    test(`everyone can read the pages, ${colorScheme}, at ${width} pixels`, { skip }, async () => {
      for (const name of PAGES) {
        await onPage({ at: `book/${name}`, routes, colorScheme, viewport: { width, height: 860 } }, async (page) => {
          await page.evaluate(axe.source);
          await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
          assert.deepEqual(await broken(page), [], name);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, name);
        });
      }
    });
  }
}

test("without scripts a solution is out of sight until it is asked for, and on paper it is there", { skip }, () =>
  onPage({ at: `book/${TOGUZ}`, routes, javaScriptEnabled: false }, async (page) => {
    const first = page.locator("[id^=puzzle-]").first();
    const solution = first.locator("details p");
    const [position, , , , line] = ALL["toguz-korgool"].puzzles[Number((await first.getAttribute("id")).split("-")[1]) - 1];
    assert.equal(await first.locator("> .board").count(), 1);
    assert.equal(await first.locator("p").first().textContent().then((words) => words.startsWith(position.split(" ")[1] === "S" ? "South to move" : "North to move")), true);
    assert.equal(await solution.isVisible(), false);
    await page.emulateMedia({ media: "print" });
    const hidden = (selector) => page.locator(selector).evaluateAll((all) => all.filter((one) => !one.checkVisibility()).map((one) => one.textContent));
    assert.deepEqual(await hidden("main p, main li, main table, main .board"), []);
    await page.emulateMedia({ media: "screen" });
    await first.locator("summary").click();
    assert.equal(await solution.isVisible(), true);
    assert.ok((await solution.textContent()).startsWith(line));
  }));

test("a link of the book opens its puzzle on the board, even if the computer plays that side", { skip }, () =>
  onPage({ at: `book/${TOGUZ}`, routes, settings: { players: { S: "alphabeta:2", N: "alphabeta:2" } } }, async (page) => {
    const link = page.locator("[id^=puzzle-] > p > a").last();
    const number = Number((await link.textContent()).match(/\d+/)[0]);
    await link.click();
    await page.waitForFunction((wanted) => document.querySelector("#beside strong")?.textContent.endsWith(`puzzle ${wanted}`), number);
    await page.waitForFunction(() => document.querySelector("#words").textContent.includes("find the only move"));
    assert.ok(await page.isVisible("#puzzle"));
    await page.reload();
    await page.waitForFunction(() => document.querySelector("#words").textContent.includes("find the only move"));
    const [position] = ALL["toguz-korgool"].puzzles[number - 1];
    assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("p")), position);
  }));

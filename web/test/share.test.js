//! Transcripts of games by rules that somebody has changed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, gameOf, numbers, onPage, shows, start, stop } from "./browser.js";

before(start);
after(stop);

/** Plays a move by these rules, writes the game down, and reads it where another game is on the board. */
const thereAndBack = (variant, header) =>
  onPage({ settings: { tab: "share" } }, async (page) => {
    const fragment = await page.evaluate(async (game) => (await import("./link.js")).fragmentOf(game), { variant, moves: ["A1"] });
    await page.evaluate((hash) => (location.hash = hash), fragment);
    await page.waitForFunction(() => document.querySelector("#transcript").value.includes("1: A1"));
    const [shown, transcript] = [await numbers(page), await page.inputValue("#transcript")];
    assert.match(transcript, header);
    const { digest } = await ask(page, { request: "variant", variant });
    await page.evaluate(() => (location.hash = "v=oware"));
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Oware");
    await page.fill("#transcript", transcript);
    await page.click("#read-transcript");
    await page.waitForFunction(() => document.querySelector("#title").textContent !== "Oware");
    await shows(page, shown);
    const game = await gameOf(page);
    assert.equal((await ask(page, { request: "variant", variant: game.variant })).digest, digest);
    assert.equal(await page.locator("#messages .wrong").count(), 0);
  });

test("a transcript carries changes behind the name", () => thereAndBack("kalah:setup.seeds=3", /variant: kalah:setup\.seeds=3/));

test("a transcript carries the changes of an edited text", () =>
  onPage({}, async (page) => {
    const { text } = await ask(page, { request: "variant", variant: "kalah" });
    const edited = text.replace(/seeds = 4/, "seeds = 3");
    assert.notEqual(edited, text);
    await thereAndBack({ text: edited }, /variant: kalah:setup\.seeds=3/);
  }));

test("a transcript carries the file of a variant that nobody else has", () =>
  onPage({}, async (page) => {
    const { text } = await ask(page, { request: "variant", variant: "kalah" });
    const own = text.replace(/seeds = 4/, "seeds = 3").replace('name = "kalah"', 'name = "my-own"').replace(/title = "Kalah"/, 'title = "My own"');
    await thereAndBack({ text: own }, /variant: my-own\n.*\nvariant-file: "/);
  }));

test("a transcript that starts from the opening makes a link without a position", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "share" } }, async (page) => {
    await page.fill("#transcript", "variant: kalah\nposition: 4,4,4,4,4,4/4,4,4,4,4,4 S captured=0,0\n1: A3 A1\n");
    await page.click("#read-transcript");
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 2);
    await page.waitForFunction(() => document.querySelector("#link").value.includes("A3"));
    assert.doesNotMatch(await page.inputValue("#link"), /[&#]p=/);
  }));

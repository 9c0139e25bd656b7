//! What the page keeps: set-up boards, and what somebody else wrote where it keeps things.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gameOf, numbers, onPage, shows, start, stop } from "./browser.js";

before(start);
after(stop);

test("a position is set up on its own tab only, and is there again on the way back", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "setup" } }, async (page) => {
    await page.click("#edit");
    await page.click('[data-pit="A1"]');
    assert.equal((await numbers(page)).A1, 5);
    await page.click("#tab-moves");
    await page.waitForFunction(() => document.querySelector("#words").textContent === "South to move.");
    assert.equal((await numbers(page)).A1, 4);
    await page.click("#tab-setup");
    assert.equal((await numbers(page)).A1, 5);
    assert.equal(await page.getAttribute("#edit", "aria-pressed"), "true");
    await page.click("#tab-rules");
    await page.waitForFunction(() => document.querySelector("#board button.pit.may"));
    await page.click('[data-pit="A1"]');
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 1);
    assert.deepEqual((await gameOf(page)).moves, ["A1"]);
  }));

test("the analysis does not call a game over while its board is edited", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "setup" } }, async (page) => {
    await page.click("#edit");
    await page.keyboard.press("l");
    assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "true");
    assert.equal(await page.textContent(".depth"), "");
  }));

test("a kept game opens at the move where it was left", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a3", settings: { tab: "share" } }, async (page) => {
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("ply") === "2");
    const shown = await numbers(page);
    await page.evaluate(() => (location.hash = "v=oware"));
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Oware");
    await page.locator("#games button", { hasText: "Kalah" }).click();
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Kalah");
    await shows(page, shown);
    assert.equal(await page.locator("#moves .ply").count(), 3);
  }));

test("a game over all rounds is kept beside that of one round", () =>
  onPage({ hash: "#v=hoyito-rounds&m=A1 a1", settings: { tab: "share" } }, async (page) => {
    const opens = async (fragment, title) => {
      await page.evaluate((hash) => (location.hash = hash), fragment);
      await page.waitForFunction((wanted) => document.querySelector("#title").textContent === wanted, title);
    };
    const title = await page.textContent("#title");
    await opens("v=oware", "Oware");
    await opens("v=hoyito-rounds&rounds=all&m=A1 a1 A1", title);
    await opens("v=oware", "Oware");
    await page.waitForFunction(() => document.querySelectorAll("#games button").length === 2);
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("mankala.games")).map(({ told }) => [told.rounds, told.moves.length]));
    assert.deepEqual(kept, [[true, 3], [false, 2]]);
  }));

for (const [name, value] of [
  ["settings", '{"players":null}'],
  ["settings", '{"speed":"no such speed","players":{"S":"person","N":"person"}}'],
  ["settings", "null"],
  ["settings", "{"],
  ["game", "[]"],
  ["game", '{"variant":7,"moves":"A1"}'],
  ["game", '{"variant":"kalah","moves":["A1"],"count":"x"}'],
  ["games", '{"a":1}'],
  ["games", '[{"title":"x","when":1,"told":null}]'],
  ["drafts", '{"x":null}'],
]) {
  test(`what has another shape is set aside: ${name} ${value}`, () =>
    onPage({}, async (page) => {
      await page.evaluate(([key, text]) => {
        sessionStorage.clear();
        localStorage.setItem(key, text);
      }, [`mankala.${name}`, value]);
      await page.reload();
      await page.waitForSelector("html[data-ready]", { timeout: 8000 });
      await page.waitForSelector("#board button.pit");
      await page.click("#tab-share");
      await page.waitForFunction(() => document.querySelector("#transcript").value.includes("variant"));
      await page.click("#to-workshop");
      await page.waitForSelector("#sheet .cm-content");
      assert.equal(await page.evaluate((key) => localStorage.getItem(key), `mankala.aside.${name}`), value);
    }));
}

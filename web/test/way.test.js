//! Playing without detours: buttons at the end of a game, redo, digits and arrows, and small screens.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gameOf, numbers, onPage, shows, start, stop } from "./browser.js";

before(start);
after(stop);

const ENGINE = { players: { S: "person", N: "alphabeta:2" } };
const isTitle = (page, wanted) => page.waitForFunction((title) => document.querySelector("#title").textContent === title, wanted);

test("at the end of a game: next level, rematch, review, another game", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a1", settings: ENGINE }, async (page) => {
    assert.equal(await page.locator("#after").isVisible(), false);
    await page.click("#resign");
    await page.click("#review");
    await page.waitForFunction(() => document.querySelector("#transport button").disabled);
    assert.equal(await page.getAttribute("#analyse", "aria-pressed"), "true");
    assert.equal(await page.locator("#moves .ply").count(), 3);
    await page.keyboard.press("ArrowDown");
    await page.click("#next-level");
    await page.waitForFunction(() => document.querySelector("#moves .ply") === null);
    assert.equal(await page.inputValue("#who-N"), "alphabeta:4");
    assert.equal(await page.locator("#after").isVisible(), false);
    await page.click("#resign");
    await page.click("#rematch");
    await page.waitForFunction(() => document.querySelector("#who-S").value === "alphabeta:4" && document.querySelectorAll("#moves .ply").length > 0);
    await page.waitForFunction(() => !document.querySelector("#resign").disabled);
    await page.click("#resign");
    await page.click("#another");
    await page.waitForSelector("#picker[open] .variants button");
  }));

test("what was taken back is played again, until another move", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a1" }, async (page) => {
    const shown = await numbers(page);
    assert.equal(await page.isDisabled("#redo"), true);
    await page.click("#undo");
    await page.click("#undo");
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 1);
    await page.keyboard.press("Shift+U");
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 2);
    await page.click("#redo");
    await shows(page, shown);
    assert.deepEqual((await gameOf(page)).moves, ["A3", "A6", "a1"]);
    await page.click("#undo");
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 2);
    await page.click('[data-pit="a2"]');
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 3);
    assert.equal(await page.isDisabled("#redo"), true);
  }));

test("digits play pits, and arrows walk the board", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    const focused = (pit) => page.waitForFunction((name) => document.activeElement?.dataset.pit === name, pit);
    await page.keyboard.press("3");
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.join() === "A3");
    await page.waitForFunction(() => document.querySelector("#words").textContent === "South to move.");
    await page.keyboard.press("6");
    await page.waitForFunction(() => document.querySelector("#words").textContent === "North to move.");
    await page.keyboard.press("1");
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.join() === "A3,A6,a1");
    await page.waitForFunction(() => document.querySelector("#words").textContent === "South to move.");
    await page.keyboard.press("Tab");
    while ((await page.evaluate(() => document.activeElement?.dataset.pit)) === undefined) await page.keyboard.press("Tab");
    await focused("A1");
    await page.keyboard.press("ArrowRight");
    await focused("A2");
    await page.keyboard.press("ArrowUp");
    await focused("a5");
    await page.keyboard.press("ArrowLeft");
    await focused("a6");
    await page.keyboard.press("ArrowDown");
    await focused("A1");
    assert.equal(await page.locator("#moves .ply").count(), 3);
  }));

for (const [width, height] of [[1280, 640], [844, 390], [390, 844]]) {
  for (const variant of ["kalah", "zanzibar-bao"]) {
    test(`the board of ${variant}, its words and its buttons fit on ${width} by ${height}`, () =>
      onPage({ hash: `#v=${variant}`, viewport: { width, height } }, async (page) => {
        await isTitle(page, variant === "kalah" ? "Kalah" : "Zanzibar Bao");
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        for (const part of ["#board", "#words", "#transport", "#actions", "#player-S", "#player-N"]) {
          const box = await page.locator(part).boundingBox();
          assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, `${part}: ${JSON.stringify(box)}`);
        }
      }));
  }
}

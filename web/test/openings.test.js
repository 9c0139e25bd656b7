//! Opening explorer: the tree of the engine, its moves on the board, and closing it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, onPage, start, stop } from "./browser.js";

before(start);
after(stop);

const END = "0,0,0,0,1,1/2,1,0,0,0,1 S captured=21,21";
const made = (page) => page.locator("#moves .ply").evaluateAll((all) => all.map(({ firstChild }) => firstChild.textContent));

test("the tree of openings shows the engine's moves and results, and leads to each of them", () =>
  onPage({ hash: `#v=kalah&p=${encodeURIComponent(END)}&m=A6` }, async (page) => {
    await page.click('#moves button:text("A6")');
    const game = { variant: "kalah", position: END, moves: ["A6"] };
    const { moves } = await ask(page, { request: "openings", game });
    await page.click("#ask-openings");
    await page.waitForSelector("#openings button");
    assert.deepEqual(await page.locator("#openings b").allTextContents(), moves.map(({ line }) => line.at(-1)));
    const [first] = moves;
    assert.ok(first.proved);
    // The best move wins by six seeds; without the solver, as on the static site, only the winner is proved.
    const result = first.margin === null ? "South wins" : "South +6";
    assert.equal(await page.textContent("#openings li:first-child span"), `${result} (proved)`);
    const deep = moves.findIndex(({ line }) => line.length > 1);
    await page.click(`#openings li:nth-child(${deep + 1}) button`);
    await page.waitForSelector('#openings [aria-current="step"]');
    assert.deepEqual(await made(page), ["A6", ...moves[deep].line]);
    await page.click("#ask-openings");
    assert.equal(await page.locator("#openings button").count(), 0);
    assert.equal(await page.getAttribute("#ask-openings", "aria-expanded"), "false");
  }));

//! The score and the end of a game, as the page tells them.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, onPage, start, stop } from "./browser.js";

before(start);
after(stop);

const words = (page) => page.textContent("#words");
const score = (page) => page.locator(".held .number").allTextContents();

test("seeds that go to no store are captured all the same", () =>
  onPage({ hash: "#v=omweso&m=B4+b5+B3+b7" }, async (page) => {
    const game = { variant: "omweso", moves: ["B4", "b5", "B3", "b7"] };
    const { events } = await ask(page, { request: "play", game, move: "A5" });
    const captured = events.filter(({ act }) => act === "capture").reduce((sum, { seeds }) => sum + seeds, 0);
    assert.ok(captured > 0);
    await page.hover('[data-pit="A5"]');
    assert.equal(await words(page), `A5: South captures ${captured} seeds.`);
    await page.hover('[data-pit="B1"]');
    assert.match(await words(page), /^B1: seeds move without a capture\.$/);
  }));

test("what is won is the large number; where nothing is kept apart, it is what each has", async () => {
  await onPage({ hash: "#v=kalah&m=A3+A6" }, async (page) => {
    assert.deepEqual(await score(page), ["0", "2"]);
    assert.match(await page.getAttribute("#player-N .held", "title"), /28 including those/);
  });
  await onPage({ hash: "#v=toguz-korgool&m=A9" }, async (page) => {
    const { board } = await ask(page, { request: "position", game: { variant: "toguz-korgool", moves: ["A9"] } });
    assert.deepEqual(await score(page), [String(board.fields.captured.seeds[1]), String(board.fields.captured.seeds[0])]);
  });
  await onPage({ hash: "#v=omweso" }, async (page) => assert.deepEqual(await score(page), ["32", "32"]));
});

for (const [title, variant, start, move, told] of [
  ["an empty row", "kalah", "0,0,0,0,1,0/0,0,0,0,0,1 S captured=17,29", "A6", /^North wins, 30 to 18: South has no seeds left in the pits\.$/],
  ["a majority", "oware", "4,4,0,0,0,1/0,0,0,0,0,1 S captured=24,14", "A6", /^South wins, 26 to 22: more than half of the 48 seeds\.$/],
  ["an empty front row", "zanzibar-bao", "0,0,0,0,0,0,0,1/0,0,0,0,0,1,0,0/0,0,0,2,0,1,0,0/0,0,0,0,0,0,0,0 S store=0,0 house=- takasia=-", null, /^South wins: North's front row is empty\.$/],
]) {
  test(`the end says who won, by how much and why: ${title}`, () =>
    onPage({ hash: `#${new URLSearchParams({ v: variant, p: start })}` }, async (page) => {
      if (move) await page.click(`[data-pit="${move}"]`);
      else {
        await page.locator("#board button.pit.may").first().click();
        if (await page.locator(".chooser").count()) await page.locator(".chooser .option").first().click();
      }
      await page.waitForSelector("#words.ended");
      assert.match(await words(page), told);
    }));
}

test("the end says that a player has no move, and who gave up", () =>
  onPage({ hash: "#v=omweso" }, async (page) => {
    await page.click("#resign");
    assert.equal(await words(page), "North wins: South resigned.");
  }));

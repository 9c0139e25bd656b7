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
  ["an empty row of the winner", "kalah", "0,0,0,0,1,0/0,0,0,0,0,1 S captured=29,17", "A6", /^South wins, 30 to 18: South has no seeds left in the pits\.$/],
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

for (const [variant, position, told] of [
  ["toguz-korgool", "3,0,2,1,2,0,0,3,0/4,0,1,3,7,3,0,6,1 N captured=89,37 tuzdik=A7,a8 result=S", /: more than half of the 162 seeds\.$/],
  ["krur", "13,2,0,0/4,9,4,0 S captured=0,0 claimed-S=a4 claimed-N=A1,A2,A3 result=N", /: more than half of the 32 seeds\.$/],
  ["katra", "1,0,2,5,1,0,2,2/2,0,4,0,1,6,1,1/1,2,2,1,3,0,13,3/1,2,1,0,3,4,0,0 S turns=150,150 dir=L,R result=S", /^South wins: more seeds after 300 turns\.$/],
  ["ikibuguzo-opening-1", "2,0,3,3,1,1,5,2/4,0,5,4,0,4,2,9/0,0,4,2,0,3,3,0/0,0,3,1,0,1,2,0 S ends=N result=N", /^North wins: both ends of South's front row were captured\.$/],
  ["kisolo", "0,0,0,0,0,0,0/1,0,0,0,0,0,0/3,3,6,0,1,4,0/0,4,1,3,9,5,2 S result=S", /^South wins: North's back row is empty\.$/],
  ["raeo", "0,0,0,0,0,0/0,0,1,0,0,0/10,10,10,10,10,10/40,10,10,10,7,6 N turns=20,20 result=S", /^South wins: North has only 1 seed\.$/],
  ["centering", "0,0,0,0,0,0,0,1,0/0,0,0,0,0,1,0,0,0 N captured=20,26 result=N", /: only 2 seeds left\.$/],
  ["ba-awa", "1,0,0,1,0,0/0,1,1,1,1,0 N captured=22,20 owned-S=- owned-N=- starter=S result=draw", /: only 6 seeds left\.$/],
  ["kanji-guti", "0,0,0,2,3,4,1/0,0,0,0,1,2,3 S captured=76,76 result=draw", /: South has no seeds left in the pits\.$/],
  ["gifia", "1,0,0,0/0,0,0,1 S captured=26,20 result=S", /: each player has one seed or none\.$/],
  ["awari-ndyuka", "1,0,1,0,0,0/0,0,1,0,0,1 S captured=24,20 result=S", /: no pit has more than one seed\.$/],
  ["andot", "19,0,0,0,20,0/0,8,0,0,0,1 S captured=0,0 claimed-S=a2 claimed-N=A2,a6 back=A6 result=N", /: neither player has a move\.$/],
  ["adjiboto", "12,2,2,2,1/1,1,0,0,0 S captured=30,49 moved=A1,A2,A3,A4,A5,a1,a2,a3,a4,a5 turns=2,2 result=N", /: South has no move\.$/],
]) {
  test(`the end says by which rule it came: ${variant}`, () =>
    onPage({ hash: `#${new URLSearchParams({ v: variant, p: position })}` }, async (page) => {
      await page.waitForSelector("#words.ended");
      assert.match(await words(page), told);
    }));
}

test("the end says that a player has no move, and who gave up", () =>
  onPage({ hash: "#v=omweso" }, async (page) => {
    await page.click("#resign");
    assert.equal(await words(page), "North wins: South resigned.");
  }));

//! Review of a game, its tree of variations, and comments.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gameOf, numbers, onPage, shows, start, stop } from "./browser.js";

before(start);
after(stop);

/** A game of Kalah whose fourth move wins nothing. */
const GAME = "A3 A6 a2 a5 A1";
const param = (page, name) => page.evaluate((key) => new URLSearchParams(location.hash.slice(1)).getAll(key), name);
const plies = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll("#moves .ply").length === wanted, count);
const current = (page, text) => page.waitForFunction((wanted) => document.querySelector("#moves .ply[aria-current]")?.firstChild.data === wanted, text);

/** A review as the engine answers it, with a blunder at the third move. */
const REVIEW = {
  accuracy: [91.5, 62.25],
  turning_point: 3,
  plies: ["A3", "A6", "a2", "a5", "A1"].map((move, index) => ({
    ply: index + 1, side: "SSNNS"[index], move, best: index === 2 ? "a1" : move, line: index === 2 ? ["a1", "A2"] : [move], before: 0.5, after: index === 2 ? 0.1 : 0.5,
    judgement: index === 2 ? "blunder" : "best", proved: false, ...(index === 2 && { reason: "a1 wins 4 seeds, a2 none" }),
  })),
};

/** Answers requests for reviews with the one above, and asks for it. */
async function reviewed(page) {
  await page.evaluate((answer) => {
    // From the server, or from a worker.
    const { fetch } = window;
    const { postMessage } = Worker.prototype;
    const isReview = (request) => request?.request === "review";
    const response = JSON.stringify({ answer });
    window.fetch = (url, options) => (isReview(options?.body && JSON.parse(options.body)) ? Promise.resolve(new Response(response)) : fetch(url, options));
    Worker.prototype.postMessage = function (data, ...rest) {
      if (isReview(data.request)) setTimeout(() => this.onmessage({ data: { id: data.id, response } }));
      else postMessage.call(this, data, ...rest);
    };
  }, REVIEW);
  await page.click("#review-game");
  await page.waitForSelector("#graph");
}

test("the engine reviews a game with progress: graph, accuracy and grades", () =>
  onPage({ hash: `#v=kalah&p=${encodeURIComponent("0,0,0,0,1,1/2,1,0,0,0,1 S captured=21,21")}&m=A6` }, async (page) => {
    assert.equal(await page.isVisible("#graph"), false);
    assert.equal(await page.isVisible("#chances"), false);
    await page.click("#review-game");
    await page.waitForSelector("#graph");
    assert.match(await page.textContent("#accuracy"), /^Accuracy: South \d+ %, North – %\./);
    assert.match(await page.textContent("#reviewed"), /^1\. A6, (best|good) move/);
    assert.match(await page.getAttribute("#chances", "aria-valuetext"), /^(South|North) \d+ %$/);
  }));

test("in analysis a bar shows the chances of both players, and an arrow the best move", () =>
  onPage({ hash: `#v=kalah&p=${encodeURIComponent("0,0,0,0,1,1/2,1,0,0,0,1 S captured=30,12")}` }, async (page) => {
    assert.equal(await page.isVisible("#chances"), false);
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelector("#chances").getAttribute("aria-valuetext") === "South 100 %");
    await page.waitForFunction(() => /^search depth \d+$/.test(document.querySelector(".analysis .depth").textContent) && document.querySelector(".way"));
    const best = await page.locator(".values b").first().textContent();
    assert.match((await arrows(page)).join(), new RegExp(`^S: ${best} to [^,]+$`));
    await page.click("#analyse");
    await page.locator("#chances").waitFor({ state: "hidden" });
    assert.deepEqual(await arrows(page), []);
  }));

test("a review can be cancelled", () =>
  onPage({}, async (page) => {
    await page.evaluate(async () => {
      const { call } = await import("./door.js");
      const game = { variant: "toguz-korgool", moves: [] };
      while (game.moves.length < 60) game.moves = [...game.moves, (await call({ request: "position", game })).moves[0].move];
      location.hash = new URLSearchParams({ v: game.variant, m: game.moves.join(" ") }).toString();
    });
    await plies(page, 60);
    await page.click("#review-game");
    await page.locator("#reviewing").waitFor();
    await page.click("#cancel-review");
    await page.locator("#review-game").waitFor();
    assert.equal(await page.isVisible("#graph"), false);
  }));

test("a blunder has a mark, words and the reason; the graph leads to each move, also by keyboard", () =>
  onPage({ hash: `#v=kalah&m=${GAME}` }, async (page) => {
    await reviewed(page);
    assert.equal(await page.textContent("#accuracy"), "Accuracy: South 92 %, North 62 %.");
    assert.deepEqual(await page.locator("#moves .grade").allTextContents(), ["?? blunder"]);
    await page.click("#next-mistake");
    await current(page, "a2");
    assert.equal(await page.textContent("#reviewed"), "3. a2, blunder. North 10 %. Better: a1 A2. a1 wins 4 seeds, a2 none.");
    assert.equal(await page.getAttribute("#chances", "aria-valuetext"), "South 90 %");
    assert.equal(await page.inputValue("#graph"), "3");
    await page.focus("#graph");
    await page.keyboard.press("ArrowLeft");
    await current(page, "A6");
    assert.equal(await page.getAttribute("#graph", "aria-valuetext"), "2: South 50 %");
    const box = await page.locator("#graph").boundingBox();
    await page.mouse.click(box.x + box.width - 3, box.y + 20);
    await current(page, "A1");
    await page.click("#turning-point");
    await current(page, "a2");
  }));

/** The arrows on the board: of each the player, the pit where it begins and that where it ends. */
const arrows = (page) => page.locator(".way:has(.shaft)").evaluateAll((all) => all.map(({ classList, dataset }) => `${classList[1]}: ${dataset.from} to ${dataset.to}`).reverse());

test("arrows show the best line beside the game, move by move", () =>
  onPage({ hash: `#v=kalah&m=${GAME}&ply=3` }, async (page) => {
    const shown = await numbers(page);
    await reviewed(page);
    await page.click("#best-line");
    await page.waitForFunction(() => document.querySelector("#beside strong")?.textContent === "best line instead of a2");
    await page.waitForSelector(".way");
    // Five seeds of a1 end in a6, four of A2 in A6.
    assert.deepEqual(await arrows(page), ["N: a1 to a6", "S: A2 to A6"]);
    assert.deepEqual(await page.locator(".way text").allTextContents(), ["2", "1"]);
    assert.equal(await page.textContent("#words"), "The arrows show the best line. Step through it to see the seeds.");
    await plies(page, 4);
    await current(page, "A6");
    await page.keyboard.press("ArrowRight");
    await current(page, "a1");
    await page.waitForFunction(() => document.querySelectorAll(".way:has(.shaft)").length === 1);
    assert.deepEqual(await arrows(page), ["S: A2 to A6"]);
    await page.keyboard.press("ArrowRight");
    await current(page, "A2");
    assert.deepEqual(await arrows(page), []);
    await page.click("#to-game");
    await shows(page, shown);
    await plies(page, 5);
    await page.click("#best-line");
    await page.waitForSelector(".way");
    await page.click("#next-mistake");
    await shows(page, shown);
    await page.locator("#beside").waitFor({ state: "hidden" });
    assert.deepEqual(await arrows(page), []);
    assert.equal(await page.locator("#moves .branch").count(), 0);
  }));

test("a blunder can be tried again: the old line becomes a variation", () =>
  onPage({ hash: `#v=kalah&m=${GAME}&ply=3`, settings: { players: { S: "person", N: "alphabeta:2" } } }, async (page) => {
    await reviewed(page);
    await page.click("#try-again");
    await current(page, "A6");
    assert.equal(await page.inputValue("#who-N"), "person");
    await page.waitForFunction(() => document.activeElement?.dataset.pit === "a1");
    await page.click('[data-pit="a1"]');
    await plies(page, 3);
    assert.deepEqual(await page.locator("#moves .branch").allTextContents(), ["a2", "a5", "A1"]);
    // The graph leads back to the reviewed line.
    await page.click("#next-mistake");
    await current(page, "a2");
    assert.deepEqual(await page.locator("#moves .branch").allTextContents(), ["a1"]);
    assert.deepEqual((await gameOf(page)).moves, GAME.split(" "));
  }));

test("the end of a game leads to its review", () =>
  onPage({ hash: "#v=kalah&m=A3", settings: { tab: "rules" } }, async (page) => {
    await page.click("#resign");
    await page.click("#review");
    await page.waitForSelector("#graph");
    await page.locator("#panel-moves").waitFor();
  }));

test("variations survive undo, a reload and a link, with comments", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a2" }, async (page) => {
    await page.fill("#comment", "Now a5 was better: 4+1.");
    await page.press("#comment", "Enter");
    await page.click("#undo");
    await plies(page, 2);
    assert.deepEqual(await page.locator("#moves .branch").allTextContents(), ["a2"]);
    await page.click('[data-pit="a3"]');
    await plies(page, 3);
    await page.click("#undo");
    await plies(page, 2);
    await page.click('[data-pit="a5"]');
    await plies(page, 3);
    await page.fill("#comment", "a5, then");
    await page.press("#comment", "Enter");
    assert.deepEqual(await page.locator("#moves .branch").allTextContents(), ["a2", "a3"]);
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).getAll("comment").length === 2);
    assert.deepEqual(await param(page, "line"), ["2:a2", "2:a3"]);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.deepEqual(await page.locator("#moves .branch").allTextContents(), ["a2", "a3"]);
    const hash = await page.evaluate(() => location.hash);
    await onPage({ hash }, async (other) => {
      assert.deepEqual(await other.locator("#moves .branch").allTextContents(), ["a2", "a3"]);
      assert.deepEqual(await other.locator("#moves q").allTextContents(), ["a5, then", "Now a5 was better: 4+1."]);
      await other.locator("#moves .branch").first().click();
      await current(other, "a2");
      assert.equal(await other.inputValue("#comment"), "Now a5 was better: 4+1.");
      assert.deepEqual(await other.locator("#moves .branch").allTextContents(), ["a3", "a5"]);
      // A variation can be removed, a game begun anew.
      await other.focus("#moves .variation .icon-button");
      await other.keyboard.press("Enter");
      assert.deepEqual(await other.locator("#moves .branch").allTextContents(), ["a5"]);
      // The focus stays in the list.
      assert.equal(await other.evaluate(() => document.activeElement.firstChild.data), "a2");
      await other.click("#again");
      await plies(other, 0);
      assert.equal(await other.locator("#moves .branch").count(), 0);
    });
  }));

test("nested variations are written in links and read again", () =>
  onPage({}, async (page) => {
    const told = { variant: "kalah", start: null, moves: ["A1", "a1", "A2"], rounds: false, resigned: null, lines: [["A1", "a2", "A3", "a3"], ["A1", "a2", "A4"], ["A2"]], comments: { "": "start", "A1 a2": "a: 2" } };
    const read = await page.evaluate(async (one) => {
      const { fragmentOf, gameIn } = await import("./link.js");
      const { count, ...game } = await gameIn(await fragmentOf(one));
      return game;
    }, told);
    assert.deepEqual(read, told);
    // Links from before have neither.
    const old = await page.evaluate(async () => (await import("./link.js")).gameIn("v=kalah&m=A1+a1"));
    assert.deepEqual([old.moves, old.lines, old.comments], [["A1", "a1"], [], {}]);
  }));

//! Finding a game: by other names, places, mechanisms and plain words, by its relatives, and recent games.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, gameOf, onPage, start, stop } from "./browser.js";

before(start);
after(stop);

const open = async (page) => {
  await page.click("#pick");
  await page.waitForSelector(".variants button");
};
const found = (page) => page.locator(".variants button").evaluateAll((all) => all.map(({ dataset }) => dataset.variant));

for (const [words, name] of [["west africa twos and threes", "oware"], ["relay four rows uganda", "omweso"], ["tuzdik", "toguz-korgool"], ["extra turn united states", "kalah"], ["mweso", "omweso"], ["six rows", "katro"]]) {
  test(`a game is found by "${words}"`, () =>
    onPage({}, async (page) => {
      await open(page);
      await page.fill("#find", words);
      const names = await found(page);
      assert.ok(names.length > 0 && names.length < 150, `${names.length} games`);
      if (name) assert.ok(names.includes(name), names.join(", "));
    }));
}

test("every number of rows can be chosen", () =>
  onPage({}, async (page) => {
    await open(page);
    const all = await found(page);
    const chosen = [];
    for (const rows of (await page.locator("#rows option").evaluateAll((options) => options.map(({ value }) => value))).filter(Boolean)) {
      await page.selectOption("#rows", rows);
      chosen.push(...(await found(page)));
    }
    assert.deepEqual(chosen.sort(), all.sort());
  }));

test("a card shows a small board, one sentence and the age", () =>
  onPage({}, async (page) => {
    await open(page);
    const card = page.locator('.variants [data-variant="omweso"]');
    assert.equal(await card.locator(".small-board circle").count(), 32);
    assert.match(await card.textContent(), /known since 1912/);
    assert.match(await card.locator(".one-sentence").textContent(), /^The four-row game of the court of Buganda: .*captured\.$/);
  }));

test("the relatives of the game on the board come first", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await open(page);
    await page.check("#like");
    await page.waitForFunction(() => document.querySelector(".variants button").dataset.variant === "cross-kalah");
    await page.uncheck("#like");
    await page.waitForFunction(() => document.querySelector(".variants button").dataset.variant === "kalah");
  }));

test("relatives that arrive late do not change the order", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await open(page);
    await page.evaluate(() => {
      document.querySelector("#like").click();
      document.querySelector("#like").click();
    });
    // The engine answers this request after that of the page.
    for (let times = 0; times < 2; times += 1) await ask(page, { request: "variants", like: "kalah" });
    await page.fill("#find", "kalah");
    assert.equal((await found(page))[0], "kalah");
  }));

test("presses before the first game is there do no harm", () =>
  onPage({ hash: "#v=oware" }, async (page) => {
    // Requests wait until the test lets them go.
    await page.addInitScript(() => {
      const gate = new Promise((open) => (window.letGo = open));
      const { fetch } = window;
      window.fetch = async (...request) => {
        await gate;
        return fetch(...request);
      };
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = async function (...message) {
        await gate;
        postMessage.apply(this, message);
      };
    });
    await page.reload({ waitUntil: "commit" });
    await page.locator("#tools button").first().waitFor();
    await page.click("#to-workshop");
    await page.click("#to-play");
    await page.click("#pick");
    await page.waitForSelector("#picker[open]");
    assert.equal(await page.locator("#like").isVisible(), false);
    await page.evaluate(() => window.letGo());
    await page.waitForSelector("html[data-ready]");
    await page.waitForSelector(".variants button");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Oware");
    assert.equal(await page.locator("#messages .message").count(), 0);
    await open(page);
    assert.equal(await page.locator("#like").isVisible(), true);
    assert.match(await page.locator("label", { has: page.locator("#like") }).textContent(), /^Most similar to Oware first$/);
  }));

test("a recent game goes on from the dialog", () =>
  onPage({ hash: "#v=kalah&m=A3 A6" }, async (page) => {
    await open(page);
    await page.click('[data-variant="oware"]');
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Oware");
    await open(page);
    await page.click(".recent button");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Kalah");
    assert.deepEqual((await gameOf(page)).moves, ["A3", "A6"]);
  }));

test("the world map lists the games of a place, and zooms in", () =>
  onPage({}, async (page) => {
    await open(page);
    await page.click("#atlas summary");
    await page.waitForSelector(".spot");
    const counts = async () => (await page.locator(".spot").allTextContents()).map(Number);
    const all = await found(page);
    // Games without a known place are not on the map.
    assert.ok(all.length - (await counts()).reduce((sum, count) => sum + count, 0) < 10);
    const america = page.locator('.spot[aria-label^="United States"]');
    const inAmerica = Number(await america.textContent());
    await america.click();
    assert.equal((await found(page)).length, inAmerica);
    assert.ok((await found(page)).includes("kalah"));
    await page.click("#atlas summary");
    await page.click("#atlas summary");
    assert.equal((await found(page)).length, all.length);
    const [most] = (await counts()).sort((a, b) => b - a);
    await page.locator(".spot", { hasText: new RegExp(`^${most}$`) }).click();
    assert.equal((await found(page)).length, most);
    assert.ok((await page.locator(".spot").count()) > 1);
    await page.click("#whole-world");
    assert.equal((await found(page)).length, all.length);
    // Words restrict the map, too.
    await page.fill("#find", "uganda");
    assert.equal((await counts()).reduce((sum, count) => sum + count, 0), (await found(page)).length);
  }));

test("a card names the measured difficulty, and the games are sorted by it", () =>
  onPage({}, async (page) => {
    await open(page);
    const card = (name) => page.textContent(`[data-variant="${name}"] .measured-facts`);
    assert.match(await card("kalah"), /^Measured difficulty: (easy|medium|hard)\. About \d+ moves per game and \d legal moves per position; the choice matters in \d+\u00a0% of positions\.$/);
    assert.equal(await page.locator(".variants button:not(:has(.measured-facts))").count(), 0);
    const decisions = () => page.locator(".measured-facts").evaluateAll((all) => all.map(({ textContent }) => /: (\w+)\. About (\d+).* (\d+)\u00a0%/.exec(textContent)).map(([, level, moves, share]) => ({ level, moves: Number(moves), matter: (moves * share) / 100 })));
    await page.selectOption("#order", "hardestFirst");
    const hardest = await decisions();
    assert.deepEqual([hardest[0].level, hardest.at(-1).level], ["hard", "easy"]);
    assert.ok(hardest[0].matter > 4 * hardest.at(-1).matter);
    await page.selectOption("#order", "easiestFirst");
    assert.equal((await decisions())[0].matter, hardest.at(-1).matter);
    await page.selectOption("#order", "shortestFirst");
    const moves = (await decisions()).map(({ moves: count }) => count);
    assert.deepEqual(moves, [...moves].sort((one, other) => one - other));
    // Words restrict the sorted games, too.
    await page.fill("#find", "three rows");
    assert.equal((await found(page)).length, 6);
  }));

for (const [words, least, most, first] of [["three rows", 6, 6, "abalalae"], ["3 rows", 6, 6], ["games on four rows", 74, 74, "zanzibar-bao"], ["wari", 2, 30], ["clockwise", 20, 60], ["ring", 10, 60], ["lap", 50, 280], ["Omwesso", 1, 10, "omweso"], ["toguz korgol", 1, 5, "toguz-korgool"], ["short game", 60, 140], ["hard", 60, 160], ["big board", 50, 120], ["4×8", 47, 47], ["extra turn", 35, 60, "kalah"], ["oware", 5, 60, "oware"]]) {
  test(`plain words find ${least} to ${most} games: "${words}"`, () =>
    onPage({}, async (page) => {
      await open(page);
      await page.fill("#find", words);
      const names = await found(page);
      assert.ok(names.length >= least && names.length <= most, `${names.length}: ${names.join(", ")}`);
      if (first) assert.equal(names[0], first, names.join(", "));
    }));
}

test("a name comes before a mechanism or a sentence", () =>
  onPage({}, async (page) => {
    await open(page);
    await page.fill("#find", "wari");
    const cards = await page.locator(".variants button").evaluateAll((all) => all.map((card) => /\bwari/i.test([...card.querySelectorAll("strong, .facts:not(.measured-facts)")].map((part) => part.textContent).join(" "))));
    assert.ok(cards[0]);
    assert.deepEqual(cards, [...cards].sort((one, other) => Number(other) - Number(one)));
  }));

test("rows and difficulty are found in the chosen language, too", () =>
  onPage({ settings: { language: "fr" } }, async (page) => {
    await open(page);
    await page.fill("#find", "trois rangées");
    assert.equal((await found(page)).length, 6);
    await page.fill("#find", "difficile");
    const hard = await found(page);
    await page.fill("#find", "hard");
    assert.deepEqual(await found(page), hard);
  }));

//! Two people: a friend by link, two at one device, and the static site without a network.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BASE, gameOf, numbers, onPage, shows, start, stop } from "./browser.js";

before(start);
after(stop);

const linkOf = async (page) => {
  await page.waitForSelector("#friend");
  return new URL(await page.inputValue("#friend-link")).hash;
};
const seated = (page, south, north) => page.waitForFunction(([S, N]) => document.querySelector("#who-S").value === S && document.querySelector("#who-N").value === N, [south, north]);
const plies = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll("#moves .ply").length === wanted, count);

test("each move is a link for the friend, who answers with another one", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "share" } }, async (mine) => {
    await mine.click("#by-link");
    await seated(mine, "person", "friend");
    assert.equal(await mine.isVisible("#friend"), false);
    await mine.click('[data-pit="A1"]');
    const first = await linkOf(mine);
    assert.equal(new URLSearchParams(first.slice(1)).get("to"), "N");
    // Nobody can move for the friend.
    assert.equal(await mine.locator("#board button.pit.may").count(), 0);
    let second = "";
    await onPage({ hash: first }, async (theirs) => {
      await seated(theirs, "friend", "person");
      // The friend sees the board from North's side.
      assert.equal(await theirs.evaluate(() => document.querySelector("#table").classList.contains("flipped")), true);
      await shows(theirs, await numbers(mine));
      await theirs.click('[data-pit="a1"]');
      second = await linkOf(theirs);
      assert.equal(new URLSearchParams(second.slice(1)).get("to"), "S");
      // The address holds the same game, so it can be sent instead.
      await theirs.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("to") === "S");
    });
    // One's own link does not change sides.
    await mine.evaluate((hash) => (location.hash = hash), first);
    await mine.waitForFunction((hash) => location.hash === hash, first);
    await seated(mine, "person", "friend");
    await mine.evaluate((hash) => (location.hash = hash), second);
    await plies(mine, 2);
    await seated(mine, "person", "friend");
    assert.deepEqual((await gameOf(mine)).moves, ["A1", "a1"]);
    await mine.waitForFunction(() => document.querySelector("#words").textContent === "South to move.");
    // The end of the game is a link, too.
    await mine.click("#resign");
    assert.equal(new URLSearchParams((await linkOf(mine)).slice(1)).get("resigned"), "S");
  }));

test("the board turns between two people at one device", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "share", players: { S: "person", N: "alphabeta:2" } } }, async (page) => {
    const flipped = (is) => page.waitForFunction((wanted) => document.querySelector("#table").classList.contains("flipped") === wanted, is);
    await page.click("#at-one-device");
    await seated(page, "person", "person");
    await page.click('[data-pit="A1"]');
    await plies(page, 1);
    await flipped(false);
    await page.check("#turns");
    await flipped(true);
    await page.click('[data-pit="a1"]');
    await plies(page, 2);
    await flipped(false);
  }));

const isStatic = (await (await fetch(`${BASE}config.js`)).text()).includes('door = "worker"');

test("the static site works without a network after the first visit", { skip: !isStatic }, () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    });
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await page.click('[data-pit="A1"]');
    await plies(page, 1);
    await page.click("#tab-puzzles");
    await page.waitForSelector("#puzzles button");
    // The editor is loaded only now.
    await page.click("#to-workshop");
    await page.waitForSelector("#sheet .cm-content");
  }));

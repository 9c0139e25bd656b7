//! The address of a game: each step changes it, Back returns, and a copied address opens the same position.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gameOf, numbers, onPage, shows, start, stop } from "./browser.js";

before(start);
after(stop);

const said = (page) => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
const says = (page, wanted) => page.waitForFunction((all) => Object.entries(all).every(([key, value]) => new URLSearchParams(location.hash.slice(1)).get(key) === value), wanted);

test("choosing a game, moving and switching tabs change the address, and Back leads through all of it", () =>
  onPage({}, async (page) => {
    await says(page, { v: "kalah", m: null, tab: "moves" });
    const opening = await numbers(page);
    await page.click('[data-pit="A3"]');
    await says(page, { m: "A3" });
    const first = await numbers(page);
    await page.click('[data-pit="A6"]');
    await says(page, { m: "A3 A6" });
    const second = await numbers(page);
    await page.click("#tab-rules");
    await says(page, { tab: "rules" });
    await page.click("#pick");
    await page.waitForSelector(".variants button");
    await page.fill("#find", "oware");
    await page.keyboard.press("Enter");
    await says(page, { v: "oware", m: null });
    await page.click("#to-workshop");
    await says(page, { tab: "workshop" });
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector("#side").hidden);
    assert.equal(await page.textContent("#title"), "Oware");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Kalah");
    await shows(page, second);
    await page.locator("#panel-rules").waitFor();
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector("#panel-moves").hidden);
    await page.goBack();
    await shows(page, first);
    await page.goBack();
    await shows(page, opening);
    await page.goForward();
    await shows(page, first);
    assert.equal(said(page).m, "A3");
    // The move after it is still there.
    assert.equal(await page.locator("#moves .ply").count(), 2);
  }));

test("the move that is shown is part of the address and of the link", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a3" }, async (page) => {
    await page.keyboard.press("ArrowLeft");
    await says(page, { ply: "2" });
    const shown = await numbers(page);
    const { href } = new URL(page.url());
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await shows(page, shown);
    assert.equal(await page.locator("#messages .message").count(), 0);
    await page.click("#tab-share");
    await page.waitForFunction(() => document.querySelector("#link").value.includes("ply=2"));
    for (const address of [href, await page.inputValue("#link")]) {
      await onPage({ hash: new URL(address).hash }, async (other) => {
        await shows(other, shown);
        assert.equal(await other.locator("#moves .ply").count(), 3);
      });
    }
  }));

test("steps through a game replace the address once, after a pause", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a3 A1", clock: true }, async (page) => {
    await says(page, { m: "A3 A6 a3 A1", tab: "moves" });
    await page.clock.runFor(1000);
    await page.evaluate(() => {
      window.changes = [];
      for (const by of ["pushState", "replaceState"]) {
        const change = history[by];
        history[by] = (...all) => {
          window.changes.push(by);
          change.apply(history, all);
        };
      }
    });
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const goTo = async (key, ply) => {
      await page.keyboard.press(key);
      await page.waitForFunction((count) => document.querySelectorAll("#moves .ply")[count - 1].getAttribute("aria-current") === "step", ply);
    };
    for (const ply of [3, 2, 1]) await goTo("ArrowLeft", ply);
    await goTo("ArrowRight", 2);
    assert.deepEqual(await page.evaluate(() => window.changes), []);
    await page.clock.runFor(1000);
    assert.equal(said(page).ply, "2");
    assert.deepEqual(await page.evaluate(() => window.changes), ["replaceState"]);
    // A move is a step that Back undoes: it is there at once, after the position from which it was made.
    await goTo("ArrowLeft", 1);
    await page.click('[data-pit="A1"]');
    await says(page, { m: "A3 A1", ply: null });
    assert.deepEqual(await page.evaluate(() => window.changes), ["replaceState", "replaceState", "pushState"]);
    await page.goBack();
    await says(page, { m: "A3 A6 a3 A1", ply: "1" });
  }));

test("a browser that refuses to change the address is not in the way", () =>
  onPage({ hash: "#v=kalah&m=A3 A6" }, async (page) => {
    await page.evaluate(() => {
      history.pushState = history.replaceState = () => {
        document.documentElement.dataset.refused = "true";
        throw new DOMException("too many changes", "SecurityError");
      };
    });
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector("html[data-refused]");
    await page.click('[data-pit="A5"]');
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.join() === "A3,A5");
    // The message is that of the moves that were replaced.
    assert.equal(await page.locator("#messages .wrong").count(), 0);
  }));

test("one step back takes back one's own move and the engine's answer", () =>
  onPage({ hash: "#v=oware", settings: { players: { S: "person", N: "greedy" } } }, async (page) => {
    const opening = await numbers(page);
    await page.locator("#board button.pit.may").first().click();
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 2);
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("m")?.split(" ").length === 2);
    await page.goBack();
    await shows(page, opening);
  }));

test("Back leaves an example for the game", () =>
  onPage({ hash: "#v=kalah&m=A3", settings: { tab: "rules" } }, async (page) => {
    const shown = await numbers(page);
    await page.locator(".example button").first().click();
    await page.waitForSelector("#to-game");
    await page.waitForFunction(() => location.hash.includes("example="));
    await page.goBack();
    await page.locator("#beside").waitFor({ state: "hidden" });
    await shows(page, shown);
    assert.deepEqual((await gameOf(page)).moves, ["A3"]);
  }));

test("a link that somebody follows on the page opens its game anew", () =>
  onPage({ hash: "#v=kalah&m=A3 A6" }, async (page) => {
    await page.evaluate(() => (location.hash = "v=kalah"));
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 0);
    assert.equal(await page.locator("#moves .ply").count(), 0);
  }));

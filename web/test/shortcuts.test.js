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
    await page.waitForSelector("#graph");
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

test("the buttons at the end of a game follow the players", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a1", settings: ENGINE }, async (page) => {
    await page.click("#resign");
    await page.locator("#rematch").waitFor();
    await page.selectOption("#who-N", "alphabeta:7");
    await page.waitForFunction(() => document.querySelector("#next-level")?.textContent === "Next level: Master");
    await page.selectOption("#who-N", "mcts:3000");
    await page.locator("#next-level").waitFor({ state: "detached" });
    await page.selectOption("#who-N", "person");
    await page.waitForFunction(() => document.querySelector("#rematch").textContent === "Rematch");
    await page.selectOption("#who-N", "alphabeta:4");
    await page.click("#rematch");
    await page.waitForFunction(() => document.querySelector("#who-S").value === "alphabeta:4");
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
    // Resigning ends the game here.
    await page.click("#undo");
    await page.waitForFunction(() => !document.querySelector("#redo").disabled);
    await page.click("#resign");
    await page.waitForSelector("#words.ended");
    assert.equal(await page.isDisabled("#redo"), true);
  }));

test("after a click on a pit, the arrow keys step through the game", () =>
  onPage({ hash: "#v=kalah&m=A3 A6" }, async (page) => {
    await page.click('[data-pit="a3"]');
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 3 && document.querySelector("#words").textContent === "South to move.");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("ply") === "2");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => !new URLSearchParams(location.hash.slice(1)).has("ply"));
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

test("the name of a pit plays it, also in a third row", () =>
  onPage({ hash: "#v=katro" }, async (page) => {
    await page.keyboard.press("c");
    await page.keyboard.press("2");
    await page.waitForSelector('.chooser[aria-label^="C2"]');
    await page.keyboard.press("Escape");
    // A digit alone is a pit of the front row.
    await page.keyboard.press("2");
    await page.waitForFunction(() => document.querySelector("#words").textContent.length > 20);
    assert.equal(await page.locator(".chooser").count(), 0);
  }));

/** Fails for parts that are not completely in the window. */
async function inWindow(page, parts, [width, height]) {
  for (const part of parts) {
    const box = await page.locator(part).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, `${part}: ${JSON.stringify(box)}`);
  }
}

for (const [width, height] of [[1280, 640], [1024, 600], [844, 390], [740, 340], [390, 844], [390, 664], [360, 640]]) {
  for (const [variant, title] of [["kalah", "Kalah"], ["zanzibar-bao", "Zanzibar Bao"], ["katro", "Katro"]]) {
    test(`the board of ${variant}, its words and its buttons fit on ${width} by ${height}`, () =>
      onPage({ hash: `#v=${variant}`, viewport: { width, height } }, async (page) => {
        await isTitle(page, title);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
        await inWindow(page, [".board", "#words", "#transport", "#actions", "#player-S", "#player-N"], [width, height]);
      }));
  }
  test(`the end of a game, with all its buttons, fits on ${width} by ${height}`, () =>
    onPage({ hash: "#v=kalah", settings: { players: { S: "person", N: "alphabeta:2" } }, viewport: { width, height } }, async (page) => {
      await page.click("#resign");
      await page.waitForSelector("#after:not([hidden])");
      await inWindow(page, [".board", "#words", "#next-level", "#another", "#transport", "#actions"], [width, height]);
    }));
}

for (const [width, height] of [[1280, 640], [844, 390], [390, 844], [360, 640]]) {
  for (const variant of ["zanzibar-bao", "mwambulula", "katro", "nsolo"]) {
    test(`a choice of ${variant} asks in words on ${width} by ${height}, covers no pit, and what it leads to is heard`, () =>
      onPage({ hash: `#v=${variant}`, viewport: { width, height } }, async (page) => {
        await page.locator('#board button.pit.may[aria-label*="ways"]').last().click();
        await page.waitForSelector(".chooser");
        assert.match(await page.textContent(".chooser .question"), /^[A-C]?\d \S.*\?$/);
        const box = await page.locator(".chooser").boundingBox();
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height + 1, JSON.stringify(box));
        const pits = await page.locator("#board button.pit").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
        const apart = ({ top, bottom, right }) => bottom <= box.y + 2 || top >= box.y + box.height - 2 || right <= box.x;
        assert.deepEqual(pits.filter((pit) => !apart(pit)), []);
        await page.locator(".chooser .option").first().focus();
        await page.waitForFunction(() => document.querySelector("#foreseen").textContent.length > 5);
      }));
  }
}

test("the question at a house names both ways, and the one at a store", () =>
  onPage({ hash: `#${new URLSearchParams({ v: "zanzibar-bao" })}` }, async (page) => {
    const asked = await page.evaluate(async () => {
      const { questionFor, wordsFor } = await import("./notation.js");
      return [[undefined, ">"], [undefined, "+1", "+2"]].map((choice) => [questionFor(choice), ...choice.map((part) => wordsFor(part, 1, choice))]);
    });
    assert.deepEqual(asked, [["Your house: stop here, or sow it?", "stop here", "sow it"], ["With the reserve?", "keep the reserve", "+1", "+2"]]);
  }));

test("a long move can be skipped, by a button that is there meanwhile", () =>
  onPage({ hash: "#v=omweso&m=B1", settings: { speed: "slow" } }, async (page) => {
    const long = await page.evaluate(async () => {
      const [{ call }, { film }] = await Promise.all([import("./door.js"), import("./film.js")]);
      const game = { variant: "omweso", moves: [] };
      for (let ply = 0; ply < 30; ply += 1) {
        const { moves } = await call({ request: "position", game });
        for (const { move } of moves) if (film(await call({ request: "play", game, move })).length > 60) return { moves: game.moves, move };
        game.moves = [...game.moves, moves[0].move];
      }
      return null;
    });
    await page.goto(`${page.url().split("#")[0]}#${new URLSearchParams({ v: "omweso", m: long.moves.join(" ") })}`);
    await page.waitForFunction((count) => document.querySelectorAll("#moves .ply").length === count && document.querySelector("#words").textContent.includes("to move"), long.moves.length);
    assert.equal(await page.locator("#skip").isVisible(), false);
    await page.keyboard.press(/^[ABab](\d+)/.exec(long.move) ? `${/^[Bb]/.test(long.move) ? "Shift+" : ""}Digit${/\d+/.exec(long.move)[0]}` : "x");
    await page.locator("#skip").waitFor();
    await page.click("#skip");
    await page.waitForFunction(() => /to move/.test(document.querySelector("#words").textContent));
    assert.equal(await page.locator("#skip").isVisible(), false);
  }));

test("a phone in landscape shows all buttons while a friend is awaited", () =>
  onPage({ hash: "#v=kalah&m=A1", viewport: { width: 844, height: 390 }, settings: { players: { S: "person", N: "friend" } } }, async (page) => {
    await page.waitForSelector("#friend:not([hidden])");
    for (const id of ["copy-friend", "again", "undo", "flip"]) {
      const { y, height } = await page.locator(`#${id}`).boundingBox();
      assert.ok(y >= 0 && y + height <= 390, `${id}: ${y + height}`);
    }
  }));

test("a choice names its pit and the ways as they are on the screen, and stays when the phone is turned", () =>
  onPage({ hash: "#v=zanzibar-bao", viewport: { width: 390, height: 844 } }, async (page) => {
    await page.locator("#board button.pit.may").first().click();
    await page.waitForSelector(".chooser");
    assert.match(await page.textContent(".chooser .question b"), /^[AB]\d$/);
    assert.deepEqual((await page.locator(".chooser .option").allTextContents()).sort(), (await page.getAttribute("#board svg", "data-form")) === "upright" ? ["down", "up"] : ["left", "right"]);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForFunction(() => document.querySelector("#board svg").dataset.form === "wide");
    assert.deepEqual(await page.locator(".chooser .option").allTextContents(), ["left", "right"]);
    await page.locator(".chooser .option").first().click();
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 1);
  }));

test("a phone in landscape has its buttons in two rows", () =>
  onPage({ hash: "#v=kalah&m=A1", viewport: { width: 844, height: 390 } }, async (page) => {
    const rows = (group) => page.locator(`#${group} > *`).evaluateAll((all) => new Set(all.filter((one) => one.offsetParent).map((one) => Math.round(one.getBoundingClientRect().y + one.getBoundingClientRect().height / 2))).size);
    assert.deepEqual([await rows("transport"), await rows("actions")], [1, 1]);
  }));

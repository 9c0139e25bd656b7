//! Puzzles: solved, missed and refuted on the board, by game, theme and day.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ask, onPage, start, stop } from "./browser.js";

before(start);
after(stop);

const ALL = JSON.parse(readFileSync(new URL("../page/puzzles.json", import.meta.url), "utf8"));
const KALAH = ALL.kalah.puzzles.map(([position, value, , themes, main, others], index) => ({ number: index + 1, position, value, themes, moves: main.split(" "), others }));
const says = (page, words) => page.waitForFunction((wanted) => document.querySelector("#words").textContent.includes(wanted), words);
const progress = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("mankala.puzzles")));
const plies = (page) => page.evaluate(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves);

/** The moves on the board, from the list of moves. */
const made = (page) => page.locator("#moves .ply").evaluateAll((all) => all.map(({ firstChild }) => firstChild.textContent));

/** Opens a puzzle of Kalah in the list. */
async function open(page, { number }) {
  await page.click("#tab-puzzles");
  await page.selectOption("#puzzle-game", "kalah");
  await page.click(`#puzzles button[aria-label^="${number},"]`);
  await says(page, "find the only move");
}

/** Plays the right moves from some ply on; each waits for the opponent's reply. */
async function solve(page, { moves, position }, press = (move) => page.click(`[data-pit="${move}"]`)) {
  const isOwn = (move) => /^[A-Z]/.test(move) === (position.split(" ")[1] === "S");
  for (const [ply, move] of moves.entries()) {
    if (isOwn(move)) await press(move);
    await page.waitForFunction((count) => document.querySelectorAll("#moves .ply").length >= count, ply + 1);
    assert.deepEqual((await made(page)).slice(0, ply + 1), moves.slice(0, ply + 1));
    const next = moves[ply + 1];
    if (next && isOwn(next)) await page.waitForSelector(`[data-pit="${next}"].may`);
  }
}

const short = KALAH.filter(({ moves }) => moves.length <= 5);

test("a puzzle is solved beside the game, the opponent replies, and it stays solved", () =>
  onPage({ hash: "#v=kalah&m=A1" }, async (page) => {
    const [puzzle] = short;
    await open(page, puzzle);
    assert.match(await page.textContent("#words"), puzzle.value === "win" ? /only move that wins/ : /only move that holds the draw/);
    assert.match(await page.textContent("#beside"), new RegExp(`Kalah, puzzle ${puzzle.number}`));
    await solve(page, puzzle);
    await says(page, "Solved");
    assert.match(await page.textContent("#heard"), /Solved/);
    assert.equal(await page.textContent("#puzzles-solved"), `1 of ${KALAH.length} solved`);
    assert.deepEqual(await progress(page), { kalah: { [puzzle.position]: "solved" } });
    await page.click("#to-game");
    await page.waitForSelector("#beside", { state: "hidden" });
    assert.ok(await page.isHidden("#puzzle"));
    assert.deepEqual(await plies(page), ["A1"]);
    // The list shows the puzzles of the game, even if the game comes after the puzzles.
    await page.route(/\/api$|\.wasm$/, (route) => setTimeout(() => route.continue(), 300));
    await page.reload();
    await page.waitForSelector(`#puzzles button[aria-label^="${puzzle.number},"][aria-label$="solved"]`);
    await page.click(`#puzzles button[aria-label^="${puzzle.number},"]`);
    // The solution of a solved puzzle stays known.
    await page.waitForSelector("#solution .ply");
    await page.click("#puzzle-next");
    await page.waitForFunction((position) => !document.querySelector("#beside").textContent.endsWith(position), `puzzle ${puzzle.number}`);
  }));

test("a puzzle is solved by keyboard alone, seen by its solver", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    const puzzle = short.find(({ position }) => position.split(" ")[1] === "N");
    await open(page, puzzle);
    assert.ok(await page.evaluate(() => document.querySelector("#table").classList.contains("flipped")));
    await solve(page, puzzle, (move) => page.keyboard.press(`Digit${move.slice(1)}`));
    await says(page, "Solved");
    await page.click("#to-game");
    await page.waitForFunction(() => !document.querySelector("#table").classList.contains("flipped"));
  }));

test("a wrong move is refuted by a reply, and can be tried again", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    // A wrong move after which the opponent moves.
    let [puzzle, wrong] = [null, null];
    for (const one of KALAH.filter(({ position }) => position.split(" ")[1] === "S")) {
      const { moves } = await ask(page, { request: "position", game: { variant: "kalah", position: one.position } });
      const found = moves.find(({ move, after, result }) => move !== one.moves[0] && / N /.test(after) && result === null);
      if (found) [puzzle, wrong] = [one, found.move];
    }
    await open(page, puzzle);
    await page.click(`[data-pit="${wrong}"]`);
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 2);
    const [, reply] = await made(page);
    await says(page, `${wrong} ${puzzle.value === "win" ? "does not win" : "loses"}. North answers with ${reply}.`);
    assert.deepEqual(await progress(page), { kalah: { [puzzle.position]: "missed" } });
    await page.click("#undo");
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 1);
    await page.click("#undo");
    await says(page, "find the only move");
    await page.click("#redo");
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 1);
    await page.click("#puzzle-again");
    await says(page, "find the only move");
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 0);
    await solve(page, puzzle);
    await says(page, "Solved");
    assert.deepEqual(await progress(page), { kalah: { [puzzle.position]: "solved" } });
  }));

test("the solution is played on the board, and each of its lines leads there", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    const puzzle = KALAH.find(({ others }) => others.length > 0);
    await open(page, puzzle);
    await page.click("#puzzle-solution");
    const leads = (moves) => page.waitForFunction((wanted) => [...document.querySelectorAll("#moves .ply")].map(({ firstChild }) => firstChild.textContent).join(" ") === wanted, moves.join(" "));
    await leads(puzzle.moves);
    assert.equal(await page.locator("#solution li").count(), puzzle.others.length + 1);
    const other = page.locator("#solution li").nth(1).locator(".ply");
    assert.notDeepEqual(await other.allTextContents(), puzzle.moves);
    await other.last().click();
    await leads(await other.allTextContents());
    assert.deepEqual(await progress(page), { kalah: { [puzzle.position]: "missed" } });
  }));

for (const [width, height] of [[1280, 640], [390, 844]]) {
  test(`a puzzle and its buttons fit on ${width} by ${height}`, () =>
    onPage({ hash: "#v=kalah", viewport: { width, height } }, async (page) => {
      await open(page, short[0]);
      await page.click("#puzzle-solution");
      await page.waitForSelector("#puzzle-again:not([hidden])");
      for (const part of ["#board", "#words", "#puzzle", "#transport"]) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width, `${part}: ${JSON.stringify(box)}`);
      }
    }));
}

test("puzzles are listed by theme, the easy ones first", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await page.click("#tab-puzzles");
    await page.waitForSelector("#puzzles button");
    assert.equal(await page.inputValue("#puzzle-game"), "kalah");
    const all = Object.values(ALL).flatMap(({ puzzles }) => puzzles);
    await page.selectOption("#puzzle-game", "");
    assert.equal(await page.textContent("#puzzles-solved"), `0 of ${all.length} solved`);
    await page.selectOption("#puzzle-theme", "endgame");
    assert.equal(await page.textContent("#puzzles-solved"), `0 of ${all.filter(([, , , themes]) => themes.split(",").includes("endgame")).length} solved`);
    await page.selectOption("#puzzle-theme", "");
    await page.selectOption("#puzzle-game", "kalah");
    const levels = await page.locator("#puzzles .facts").allTextContents();
    const ranks = levels.map((level) => ["Novice", "Easy", "Medium", "Hard", "Master"].indexOf(level.trim()));
    assert.deepEqual(ranks, ranks.toSorted());
  }));

test("everybody has the same puzzle of the day, and another one the next day", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    const on = async (page, date) => {
      await page.clock.setFixedTime(new Date(date));
      await page.reload();
      await page.waitForSelector("html[data-ready]");
      await page.click("#tab-puzzles");
      await page.waitForFunction(() => document.querySelector("#daily").textContent !== "");
      await page.click("#daily");
      await page.waitForSelector("#puzzle:not([hidden])");
      return page.textContent("#beside strong");
    };
    const first = await on(page, "2027-03-01T10:00:00");
    assert.equal(await on(page, "2027-03-01T23:00:00"), first);
    assert.notEqual(await on(page, "2027-03-02T01:00:00"), first);
    await onPage({ hash: "#v=oware", settings: { players: { S: "person", N: "alphabeta:2" } } }, async (other) => assert.equal(await on(other, "2027-03-01T12:00:00"), first));
  }));

test("progress of an unexpected shape is set aside", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await page.evaluate(() => localStorage.setItem("mankala.puzzles", '{"kalah":{"x":1}}'));
    await page.click("#tab-puzzles");
    await page.waitForSelector("#puzzles button");
    assert.equal(await page.evaluate(() => localStorage.getItem("mankala.aside.puzzles")), '{"kalah":{"x":1}}');
    await open(page, short[0]);
    await page.click("#puzzle-solution");
    await page.waitForFunction(() => localStorage.getItem("mankala.puzzles")?.includes("missed"));
  }));

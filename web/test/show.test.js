//! Animation of moves: seed by seed, with pause and steps, disabled for reduced motion, and correct for every variant.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, gameOf, numbers, onBoard, onPage, readNumbers, start, stop } from "./browser.js";

before(start);
after(stop);

test("the show of a move ends in the engine's position, for every variant", { timeout: 600_000 }, () =>
  onPage({ settings: { speed: "laps" }, hurried: true }, async (page) => {
    await page.evaluate(`window.readNumbers = ${readNumbers}; window.onBoard = ${onBoard};`);
    const wrong = await page.evaluate(async () => {
      const { call } = await import("./door.js");
      const found = (selector) => [...document.querySelectorAll(selector)];
      const kept = () => JSON.parse(sessionStorage.getItem("mankala.game"));
      const until = async (test, what) => {
        for (const end = performance.now() + 20_000; !test(); ) {
          if (performance.now() > end) throw new Error(`${what}: nothing came`);
          await new Promise((done) => setTimeout(done, 1));
        }
      };
      const wrong = [];
      const { variants } = await call({ request: "variants" });
      if (variants.length < 300) wrong.push("variants are missing");
      for (const { name } of variants) {
        location.hash = `v=${name}`;
        await until(() => kept()?.variant === name && found("#board button.pit.may").length > 0, name);
        found("#board button.pit.may").at(-1).click();
        // Takes the first option of each choice.
        for (let choice = 0; found(".chooser .option").length > 0; choice += 1) {
          if (choice === 50) throw new Error(`${name}: the choice never ends`);
          found(".chooser .option")[0].click();
        }
        await until(() => kept().moves.length === 1, name);
        await until(() => /to move|wins|draw/i.test(document.querySelector("#words").textContent), name);
        const here = await call({ request: "position", game: { variant: name, moves: kept().moves } });
        const sorted = (numbers) => JSON.stringify(Object.entries(numbers).sort());
        if (sorted(window.readNumbers()) !== sorted(window.onBoard(here.board))) wrong.push(`${name} after ${kept().moves}`);
      }
      return wrong;
    });
    assert.deepEqual(wrong, []);
  }));

test("the pictures of whole games are the engine's boards, and no seed is lost between them", { timeout: 600_000 }, () =>
  onPage({}, async (page) => {
    const wrong = await page.evaluate(async () => {
      const { call } = await import("./door.js");
      const { film, sameSeeds } = await import("./film.js");
      const { readPosition } = await import("./notation.js");
      const sum = ({ board, hand }) => hand + Object.values(board.pits).concat(Object.values(board.fields).flatMap(({ seeds }) => seeds ?? [])).reduce((all, one) => all + one, 0);
      const found = [];
      for (const { name } of (await call({ request: "variants" })).variants) {
        const moves = [];
        const { layout } = await call({ request: "variant", variant: name });
        for (let ply = 0; ply < 6; ply += 1) {
          const here = await call({ request: "position", game: { variant: name, moves } });
          if (here.moves.length === 0) break;
          const { move } = here.moves[(ply * 7 + name.length) % here.moves.length];
          const play = await call({ request: "play", game: { variant: name, moves }, move });
          const frames = film(play);
          if (!sameSeeds(frames.at(-1).board, play.after)) found.push(`${name} ${move}: ends elsewhere`);
          // Only a new round, or a final division of seeds, is not an event of the move.
          if (frames.at(-1).event === play.events.length && !play.last_round && play.ending === null) found.push(`${name} ${move}: the events lead elsewhere`);
          let at = 0;
          for (const step of play.steps) {
            const { pits } = readPosition(step.board, layout.rows);
            while (at < frames.length && Object.keys(pits).some((pit) => pits[pit] !== frames[at].board.pits[pit])) at += 1;
            if (at === frames.length) found.push(`${name} ${move}: no picture of "${step.text}"`);
          }
          if (play.result === null && new Set(frames.map(sum)).size !== 1) found.push(`${name} ${move}: seeds are lost or made`);
          moves.push(move);
        }
      }
      return found;
    });
    assert.deepEqual(wrong, []);
  }));

test("a move is shown seed by seed, can be paused, and stepped forward and back", () =>
  onPage({ hash: "#v=kalah", settings: { speed: "slow" }, clock: true }, async (page) => {
    await page.click('[data-pit="A1"]');
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 1);
    await page.clock.runFor(1200);
    const middle = await numbers(page);
    assert.equal(middle.A1, 0);
    assert.ok(middle.A5 === 4, "the last seed has not fallen yet");
    assert.match(await page.textContent("#words"), /in hand/);
    await page.keyboard.press("p");
    const paused = await numbers(page);
    await page.clock.runFor(5000);
    assert.deepEqual(await numbers(page), paused);
    await page.keyboard.press("Shift+ArrowRight");
    const stepped = await numbers(page);
    assert.notDeepEqual(stepped, paused);
    await page.keyboard.press("Shift+ArrowLeft");
    assert.deepEqual(await numbers(page), paused);
    await page.keyboard.press("p");
    await page.clock.runFor(10_000);
    const here = await ask(page, { request: "position", game: await gameOf(page) });
    assert.deepEqual(await numbers(page), onBoard(here.board));
  }));

test("the next press skips the rest of the show", () =>
  onPage({ hash: "#v=kalah", settings: { speed: "slow" }, clock: true }, async (page) => {
    await page.click('[data-pit="A3"]');
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 1);
    await page.click('[data-pit="A5"]', { force: true });
    const here = await ask(page, { request: "position", game: await gameOf(page) });
    assert.deepEqual(await numbers(page), onBoard(here.board));
  }));

test("nothing moves for those who asked for it", () =>
  onPage({ hash: "#v=zanzibar-bao", settings: { speed: "slow" }, reducedMotion: "reduce" }, async (page) => {
    await page.locator("#board button.pit.may").first().click();
    await page.locator(".chooser .option").first().click();
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 1);
    await page.waitForFunction(() => document.querySelector("#words").textContent.includes("to move"));
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  }));

//! Games on the page: by mouse, by keyboard, against an engine; after a reload, from links, and with screen readers.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, gameOf, numbers, onBoard, onPage, shows, start, stop } from "./browser.js";

before(start);
after(stop);

const legalPits = (page) => page.locator("#board button.pit.may");
const words = (page) => page.locator("#words");

/** Makes a move with a way of pressing, and the first option of each choice. */
async function move(page, press) {
  const before = (await gameOf(page)).moves.length;
  await press(legalPits(page).first());
  for (let choices = 0; choices < 20; choices += 1) {
    const option = page.locator(".chooser .option").first();
    await page.waitForFunction((count) => document.querySelector(".chooser .option") || JSON.parse(sessionStorage.getItem("mankala.game")).moves.length > count, before);
    if (!(await option.count())) break;
    await press(option);
  }
  await page.waitForFunction((count) => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length > count, before);
}

/** Plays until the game is over, then compares the page with the engine. */
async function wholeGame(page, press) {
  for (let moves = 0; moves < 400 && !(await page.locator("#words.ended").count()); moves += 1) {
    await page.waitForFunction(() => document.querySelector("#words.ended") || document.querySelector("#board button.pit.may"));
    if (await page.locator("#words.ended").count()) break;
    await move(page, press);
  }
  const here = await ask(page, { request: "position", game: await gameOf(page) });
  assert.notEqual(here.result, null);
  assert.deepEqual(await numbers(page), onBoard(here.board));
  assert.match(await words(page).textContent(), here.result === "draw" ? /^A draw/ : here.result === "S" ? /^South wins/ : /^North wins/);
}

test("a whole game by mouse", () => onPage({ hash: "#v=kalah:setup.seeds=3" }, (page) => wholeGame(page, (target) => target.click())));

test("a whole game by touch, with choices on the board", () =>
  onPage({ hash: "#v=zanzibar-bao&p=0,0,1,0,0,0,0,0/0,0,0,0,2,0,0,0/0,0,0,0,2,3,0,0/0,0,0,0,0,0,1,0 S store=1,1 house=- takasia=-", hasTouch: true, viewport: { width: 360, height: 780 } }, (page) =>
    wholeGame(page, (target) => target.tap()),
  ));

test("a whole game by keyboard alone", () =>
  onPage({ hash: "#v=bechi" }, (page) =>
    wholeGame(page, async (target) => {
      // Tab is the only way to move the focus here.
      const wanted = await target.evaluate((node) => (node.dataset.pit ? `pit ${node.dataset.pit}` : `part ${node.dataset.part}`));
      for (let tabs = 0; tabs < 60; tabs += 1) {
        const focused = await page.evaluate(() => {
          const { dataset } = document.activeElement;
          return dataset.pit ? `pit ${dataset.pit}` : `part ${dataset.part}`;
        });
        if (focused === wanted) break;
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
    }),
  ));

test("a game against the engine, which answers by itself", () =>
  onPage({ hash: "#v=oware", settings: { players: { S: "person", N: "greedy" } } }, async (page) => {
    for (let turn = 1; turn <= 3; turn += 1) {
      await legalPits(page).first().click();
      await page.waitForFunction((count) => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === count, 2 * turn);
      await page.waitForFunction(() => document.querySelector("#board button.pit.may"));
    }
    await page.click("#undo");
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 4);
    // If the person changes sides, the board turns and the engine continues on the other side.
    await page.selectOption("#who-N", "person");
    await page.selectOption("#who-S", "greedy");
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 5);
    const [own, other] = [await page.locator('[data-pit="a1"]').boundingBox(), await page.locator('[data-pit="A1"]').boundingBox()];
    assert.ok(own.y > other.y);
  }));

test("two engines play by themselves, and wait when they are told", () =>
  onPage({ hash: "#v=kalah", settings: { players: { S: "greedy", N: "random" } } }, async (page) => {
    const played = async () => (await gameOf(page)).moves.length;
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length >= 2);
    await page.keyboard.press("p");
    await page.waitForFunction(() => document.querySelector("#words").textContent.startsWith("The game is paused"));
    const waiting = await played();
    await page.waitForTimeout(1500);
    assert.equal(await played(), waiting);
    await page.keyboard.press("p");
    await page.waitForFunction((count) => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length > count, waiting);
  }));

test("a reload loses nothing, and a link brings the game to others", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a3", settings: { tab: "share" } }, async (page) => {
    const shown = await numbers(page);
    await page.waitForFunction(() => document.querySelector("#link").value.includes("m="));
    const link = await page.inputValue("#link");
    const transcript = await page.inputValue("#transcript");
    assert.match(transcript, /1: A3 A6/);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.deepEqual(await numbers(page), shown);
    assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("m"), "A3 A6 a3");
    await page.evaluate(() => localStorage.clear());
    await onPage({ hash: new URL(link).hash }, async (other) => assert.deepEqual(await numbers(other), shown));
    await page.fill("#transcript", transcript.replace("2: a3", "2: a2"));
    await page.click("#read-transcript");
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.at(-1) === "a2");
  }));

test("the moves can be gone through, by list and by key", () =>
  onPage({ hash: "#v=kalah&m=A3 A6 a3 A1" }, async (page) => {
    const end = await numbers(page);
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => document.querySelector('[data-pit="A3"]').getAttribute("aria-label").startsWith("A3, 4 seeds"));
    await page.locator("#moves .ply").nth(1).click();
    const second = await ask(page, { request: "position", game: { variant: "kalah", moves: ["A3", "A6"] } });
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply")[1].getAttribute("aria-current") === "step");
    assert.deepEqual(await numbers(page), onBoard(second.board));
    assert.match(await page.evaluate(() => document.querySelector("#heard").lastChild.textContent), /^After move 2, A6\. North to move\.$/);
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.querySelectorAll("#moves .ply")[3].getAttribute("aria-current") === "step");
    assert.deepEqual(await numbers(page), end);
  }));

test("what a move leads to is shown before it is made", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await page.hover('[data-pit="A3"]');
    assert.match(await words(page).textContent(), /A3: South gains 1 seed \(won\); South moves again/);
    assert.deepEqual(await page.locator("#board .change").evaluateAll((all) => all.map((one) => one.textContent).filter(Boolean).sort()), ["+1", "+1", "+1", "+1", "−4"]);
    assert.equal((await gameOf(page)).moves.length, 0);
  }));

for (const [variant, position, pit, why] of [
  ["kalah", "4,4,4,4,4,4/0,5,5,5,5,4 S captured=0,0", "A1", "A1 is empty (CK2)."],
  ["kalah", "4,4,4,4,4,4/4,4,4,4,4,4 S captured=0,0", "a1", "a1 is not South's pit (CK2)."],
  ["oware", "0,0,0,0,0,0/4,4,4,4,4,4 S captured=12,12", "A1", "You must give North seeds: A3, A4, A5, A6 (W13)."],
  ["zanzibar-bao", null, "A5", "The house may not be lifted (Z2.4b)."],
  ["zanzibar-bao", "0,0,0,0,0,0,0,0/0,0,0,1,0,0,0,0/0,2,0,2,0,0,0,2/0,0,0,0,0,0,0,0 S store=0,0 house=- takasia=-", "A8", "A capture is available and must be taken: A2 (G4)."],
  ["zanzibar-bao", "0,0,0,0,0,0,0,0/0,0,0,0,0,0,2,0/0,2,0,0,5,0,0,0/0,2,0,0,0,0,0,0 S store=0,0 house=- takasia=-", "B2", "Takasa: nothing captures, so play the front row: A2, A5 (G4)."],
  ["omweso", "0,0,2,0,0,0,0,0/0,0,0,0,0,0,0,0/0,1,0,3,2,1,2,1/2,1,2,1,0,2,1,5 S", "B8", "This move would never end (G3)."],
]) {
  test(`a pit that can't be played says why: ${variant} ${pit}`, () =>
    onPage({ hash: `#${new URLSearchParams({ v: variant, ...(position && { p: position }) })}` }, async (page) => {
      await page.click(`[data-pit="${pit}"]`, { force: true });
      await page.waitForFunction((said) => document.querySelector("#words").textContent === said, why, { timeout: 5000 }).catch(() => {});
      assert.equal(await words(page).textContent(), why);
      assert.equal(await page.evaluate(() => document.querySelector("#heard").lastChild.textContent), why);
      // It stays when the mouse goes away, and goes with the next look at a pit that can be played.
      await page.mouse.move(1, 1);
      assert.equal(await words(page).textContent(), why);
      await legalPits(page).first().hover();
      assert.notEqual(await words(page).textContent(), why);
    }));
}

test("the space bar plays nothing but in analysis", () =>
  onPage({ hash: "#v=kalah&m=A3" }, async (page) => {
    await page.keyboard.press("Space");
    await page.waitForTimeout(600);
    assert.equal((await gameOf(page)).moves.length, 1);
    await page.keyboard.press("l");
    await page.waitForSelector(".values b");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length === 2);
  }));

test("a screen reader hears one board of buttons, and each move", () =>
  onPage({ hash: "#v=toguz-korgool" }, async (page) => {
    const tree = await page.locator("#board").ariaSnapshot();
    assert.match(tree, /group "Board"/);
    assert.match(tree, /button "A3, 9 seeds"/);
    assert.equal(await page.locator("#board [role=group] button").count(), 20);
    await page.click('[data-pit="A3"]');
    await page.waitForFunction(() => document.querySelector("#heard").lastChild?.textContent.startsWith("South plays A3: "));
    assert.match(await page.textContent("#heard"), /sow .* North to move/);
  }));

test("each example of the rule book is one click from being played", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "rules" } }, async (page) => {
    const { examples } = await ask(page, { request: "variant", variant: "kalah" });
    assert.equal(await page.locator(".example").count(), examples.length);
    for (let index = 0; index < 3; index += 1) {
      const { position, moves, after } = examples[index];
      await page.locator(".example button").nth(index).click();
      await page.waitForFunction((wanted) => [...document.querySelectorAll("#moves .ply")].map((ply) => ply.firstChild.textContent).join(" ") === wanted, moves.join(" "));
      const here = await ask(page, { request: "position", game: { variant: "kalah", position, moves } });
      assert.equal(here.position, after);
      await page.waitForFunction(() => document.querySelector("#words").textContent.match(/to move|wins|draw/i));
      assert.deepEqual(await numbers(page), onBoard(here.board));
    }
  }));

test("an example is shown beside the game, which is one click away and kept", () =>
  onPage({ hash: "#v=kalah&m=A3 A6", settings: { tab: "rules" } }, async (page) => {
    const shown = await numbers(page);
    assert.equal(await page.locator("#beside").isVisible(), false);
    for (let index = 0; index < 2; index += 1) {
      await page.locator(".example button").nth(index).click();
      await page.waitForFunction(() => !document.querySelector("#beside").hidden && document.querySelector("#words").textContent.match(/to move|wins|draw/i));
      assert.equal(await page.locator("#messages .message").count(), 0);
    }
    assert.deepEqual((await gameOf(page)).moves, ["A3", "A6"]);
    await page.click("#to-game");
    await page.locator("#beside").waitFor({ state: "hidden" });
    await shows(page, shown);
    // Whoever loads the page again while an example is shown is back at the game.
    await page.locator(".example button").first().click();
    await page.waitForSelector("#to-game");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await shows(page, shown);
  }));

test("whoever returns to the game while an example opens is back at it", () =>
  onPage({ hash: "#v=kalah&m=A3 A6", settings: { tab: "rules" } }, async (page) => {
    const shown = await numbers(page);
    await page.locator(".example button").first().click();
    await page.waitForSelector("#to-game");
    await page.evaluate(() => {
      document.querySelectorAll(".example button")[1].click();
      document.querySelector("#to-game").click();
    });
    await page.locator("#beside").waitFor({ state: "hidden" });
    await shows(page, shown);
    assert.deepEqual((await gameOf(page)).moves, ["A3", "A6"]);
  }));

test("a game of several rounds goes on after the first", () =>
  onPage({ hash: "#v=hoyito-rounds&rounds=all&m=A1 a1 A1 a1 A1 a1 A1 a2 A1 a3 A2 a1 A4 a1 A1", settings: { speed: "fast" } }, async (page) => {
    assert.match(await words(page).textContent(), /^North to move/);
    await page.click('[data-pit="a2"]');
    await page.waitForFunction(() => document.querySelector("#words").textContent.startsWith("The round is over"));
    await page.waitForFunction(() => document.querySelector("#words").textContent.startsWith("Round 2"));
    const here = await ask(page, { request: "position", game: await gameOf(page) });
    assert.equal(here.rounds.length, 1);
    assert.deepEqual(await numbers(page), onBoard(here.board));
    // The moves are numbered by turn, and a heading begins each later round.
    const turn = page.locator("#moves li").first();
    assert.match(await turn.textContent(), /^1\./);
    await page.locator("#board button.pit.may").first().click();
    await page.locator("#moves .round").waitFor();
    assert.deepEqual(await page.locator("#moves .round").allTextContents(), ["Round 2"]);
  }));

test("a position is set up on the board and played", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "setup" } }, async (page) => {
    await page.click("#edit");
    await page.click('[data-pit="A1"]');
    await page.click('[data-pit="a1"]', { modifiers: ["Shift"] });
    await page.click('[data-store="captured-N"]');
    await page.focus('[data-pit="A6"]');
    await page.keyboard.press("+");
    assert.equal(await page.inputValue("#position"), "4,4,4,4,4,3/5,4,4,4,4,5 S captured=0,1");
    await page.click("#play-position");
    await page.waitForFunction(() => JSON.parse(sessionStorage.getItem("mankala.game")).start !== null);
    assert.equal((await numbers(page)).A1, 5);
    await page.fill("#position", "nonsense");
    assert.match(await page.textContent("#panel-setup [role=alert]"), /Invalid position/);
  }));

test("seeds are removed by touch, too", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "setup" } }, async (page) => {
    await page.click("#edit");
    await page.click("#remove");
    await page.click('[data-pit="A1"]');
    await page.click('[data-pit="A1"]');
    await page.click("#remove");
    await page.click('[data-pit="A2"]');
    assert.equal(await page.inputValue("#position"), "4,4,4,4,4,4/2,5,4,4,4,4 S captured=0,0");
  }));

test("analysis, a hint, resigning and turning the board", () =>
  onPage({ hash: "#v=kalah&m=A3" }, async (page) => {
    await page.keyboard.press("l");
    await page.waitForSelector(".values button");
    const best = await page.locator(".values b").first().textContent();
    assert.match(best, /^A[1-6]$/);
    await page.keyboard.press("l");
    assert.equal(await page.locator(".values button").count(), 0);
    await page.click("#hint");
    await page.waitForFunction(() => document.querySelector("#words").textContent.startsWith("The engine would play"));
    const before = await page.locator('[data-pit="A1"]').boundingBox();
    await page.keyboard.press("f");
    const after = await page.locator('[data-pit="A1"]').boundingBox();
    assert.ok(after.x > before.x && after.y < before.y);
    await page.click("#resign");
    assert.match(await words(page).textContent(), /^North wins/);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.match(await words(page).textContent(), /^North wins/);
  }));

test("a game is found by its place, its other name or its board", () =>
  onPage({}, async (page) => {
    await page.click("#pick");
    await page.waitForSelector(".variants button");
    await page.fill("#find", "kumalak");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Toguz Korgool");
    assert.equal(await page.locator("#board button.pit").count(), 18);
  }));

test("a game that makes room for another is kept", () =>
  onPage({ hash: "#v=kalah&m=A3 A6", settings: { tab: "share" } }, async (page) => {
    const shown = await numbers(page);
    await page.click("#pick");
    await page.waitForSelector(".variants button");
    await page.fill("#find", "oware");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Oware");
    await page.locator("#games button", { hasText: "Kalah" }).click();
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Kalah");
    // The title changes before the board.
    await shows(page, shown);
    assert.deepEqual((await gameOf(page)).moves, ["A3", "A6"]);
  }));

test("a damaged link is a sentence, and the game is still there", () =>
  onPage({ hash: "#z=AAAA" }, async (page) => {
    assert.match(await page.textContent("#messages [role=alert]"), /link is damaged/);
    assert.equal(await page.locator("#board button.pit").count(), 12);
  }));

test("errors in a link do not mention the command line", () =>
  onPage({ hash: "#v=kalah:setup.seeds=x" }, async (page) => {
    const words = await page.textContent("#messages [role=alert]");
    assert.match(words, /whole number/);
    assert.doesNotMatch(words, /--/);
  }));

test("falling seeds sound, if that is wanted", () =>
  onPage({ hash: "#v=kalah", settings: { speed: "fast" } }, async (page) => {
    await page.evaluate(() => {
      window.taps = 0;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...when) {
        window.taps += 1;
        return start.apply(this, when);
      };
    });
    const play = async (pit, mover) => {
      await page.click(`[data-pit="${pit}"]`);
      await page.waitForFunction((side) => document.querySelector("#words").textContent === `${side} to move.`, mover);
      return page.evaluate(() => window.taps);
    };
    assert.equal(await play("A1", "North"), 0);
    await page.click("#sound");
    assert.equal(await page.getAttribute("#sound", "aria-pressed"), "true");
    assert.equal(await play("a1", "South"), 4);
    await page.click("#sound");
    assert.equal(await play("A3", "North"), 4);
  }));

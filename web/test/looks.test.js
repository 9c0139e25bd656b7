//! Layout and accessibility: nothing overflows from narrow phones to wide screens, and all controls are usable.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { broken, onPage, start, stop } from "./browser.js";

before(start);
after(stop);

const GAMES = ["kalah", "oware", "zanzibar-bao", "toguz-korgool", "abalalae", "omweso", "owela-benguela"];

for (const [width, height] of [[360, 740], [768, 1024], [1280, 860], [2200, 1200]]) {
  test(`nothing sticks out of ${width} pixels, and every pit can be hit`, async () => {
    for (const game of GAMES) {
      await onPage({ hash: `#v=${game}`, viewport: { width, height } }, async (page) => {
        for (const room of ["#to-play", "#to-workshop"]) {
          await page.click(room);
          if (room === "#to-workshop") await page.waitForSelector("#sheet .cm-content");
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${game} ${room}`);
        }
        await page.click("#to-play");
        for (const tab of ["moves", "rules", "puzzles", "setup", "share"]) {
          await page.click(`#tab-${tab}`);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${game} ${tab}`);
        }
        const boxes = await page.locator("#board button.pit").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
        for (const { left, right, width: across, height: down } of boxes) {
          assert.ok(left >= 0 && right <= width, game);
          assert.ok(across >= 30 && down >= 30, `${game}: ${across}×${down}`);
        }
        const count = page.locator("#board .pit .count").first();
        const letters = await count.evaluate((node) => node.getBoundingClientRect().height);
        assert.ok(letters >= 11, `${game}: numbers of ${letters} pixels`);
      });
    }
  });
}

/** The boxes of elements, all at the same moment. */
const boxesOf = (page, selector) => page.evaluate((all) => [...document.querySelectorAll(all)].map((one) => one.getBoundingClientRect().toJSON()), selector);

for (const [width, height] of [[390, 844], [800, 1000], [1400, 900]]) {
  test(`nothing is cut off, touches or stands alone at ${width} pixels`, () =>
    onPage({ hash: "#v=kalah&m=A3 A6 a2 a5 A1", viewport: { width, height } }, async (page) => {
      const middle = ({ left, right }) => (left + right) / 2;
      const [board] = await boxesOf(page, ".board");
      const groups = await boxesOf(page, "#transport, #actions");
      if (groups[0].top === groups[1].top) groups.splice(0, 2, { left: groups[0].left, right: groups[1].right });
      for (const group of groups) assert.ok(Math.abs(middle(group) - middle(board)) < 12, `buttons in the middle: ${JSON.stringify(group)}`);
      await page.click("#review-game");
      await page.locator("#moves .ply:has(.grade)").first().click();
      await page.waitForSelector("#try-again");
      const [best, again] = await boxesOf(page, "#best-line, #try-again");
      assert.ok(best.right + 4 <= again.left || best.bottom + 4 <= again.top, "two buttons of the review");
      await page.click("#pick");
      await page.click("#atlas summary");
      await page.waitForSelector(".spot");
      const [map] = await boxesOf(page, ".map");
      const outside = (await boxesOf(page, ".spot")).filter(({ left, right, top, bottom }) => left < map.left || right > map.right || top < map.top || bottom > map.bottom);
      assert.deepEqual(outside, [], "places of the map");
      await page.keyboard.press("Escape");
      await page.click("#to-workshop");
      await page.waitForSelector(".key-field");
      const [labels, entries] = [await boxesOf(page, ".key-field label"), await boxesOf(page, ".key-field .entry")];
      assert.deepEqual(labels.filter(({ bottom }, index) => bottom + 3 > entries[index].top), [], "labels over their fields");
    }));
}

for (const [width, height] of [[800, 1000], [1400, 900]]) {
  test(`what a choice leads to can be read beside it at ${width} pixels`, () =>
    onPage({ hash: "#v=zanzibar-bao", viewport: { width, height } }, async (page) => {
      await page.locator("#board button.pit.may").first().click();
      await page.locator(".chooser .option").first().hover();
      await page.waitForFunction(() => /^6[LR].*: ./.test(document.querySelector("#words").textContent));
      const [chooser] = await boxesOf(page, ".chooser");
      const [words] = await boxesOf(page, "#words");
      assert.ok(chooser.bottom <= words.top + 4, `${chooser.bottom} ${words.top}`);
    }));
}

for (const colorScheme of ["light", "dark"]) {
  for (const width of [360, 1280]) {
    test(`everyone can read and use it, ${colorScheme}, at ${width} pixels`, () =>
      // Reduced motion: otherwise the contrast may be that of a colour which is still changing.
      onPage({ hash: "#v=zanzibar-bao", colorScheme, reducedMotion: "reduce", viewport: { width, height: 860 } }, async (page) => {
        await page.evaluate(axe.source);
        for (const tab of ["moves", "puzzles", "setup", "share", "rules"]) {
          await page.click(`#tab-${tab}`);
          assert.deepEqual(await broken(page), [], tab);
        }
        for (const summary of await page.locator("#panel-rules summary").all()) await summary.click();
        assert.deepEqual(await broken(page), [], "the rule book");
        await page.click("#pick");
        await page.waitForSelector(".variants button");
        await page.click("#atlas summary");
        await page.waitForSelector(".spot");
        assert.deepEqual(await broken(page), [], "the games");
        await page.click("#by-questions");
        await page.waitForSelector("#where");
        assert.deepEqual(await broken(page), [], "the first question");
        await page.selectOption("#where", "Ghana");
        await page.click("#answer");
        await page.waitForSelector("#which .variants button");
        assert.deepEqual(await broken(page), [], "the second question");
        assert.ok((await page.evaluate(() => document.querySelector(".asking").scrollWidth - document.querySelector(".asking").clientWidth)) <= 0, "the questions stick out");
        await page.keyboard.press("Escape");
        await page.keyboard.press("?");
        assert.deepEqual(await broken(page), [], "the keys");
        await page.keyboard.press("Escape");
        await page.locator("#board button.pit.may").first().click();
        await page.waitForSelector(".chooser");
        assert.deepEqual(await broken(page), [], "a choice");
        await page.selectOption("#who-S", "friend");
        await page.waitForSelector("#friend");
        assert.deepEqual(await broken(page), [], "a friend's turn");
        await page.click("#to-workshop");
        await page.waitForSelector(".measures");
        assert.deepEqual(await broken(page), [], "the workshop");
        await page.selectOption("#key-rules-takasia", "false");
        await page.waitForSelector(".offer");
        await page.waitForSelector(".version");
        assert.deepEqual(await broken(page), [], "a changed variant");
        await page.click("#to-play");
        await page.selectOption("#who-S", "person");
        await page.click("#tab-setup");
        await page.click("#edit");
        assert.deepEqual(await broken(page), [], "the set-up");
        await page.click("#edit");
        await page.waitForSelector("#board button.pit.may");
        await page.click("#resign");
        await page.waitForSelector("#after");
        assert.deepEqual(await broken(page), [], "the end");
        await page.goto(`${page.url().split("#")[0]}#v=kalah&m=A3 A6 a2 a5 A1&line=4:A2&comment=2:A comment`);
        await page.waitForFunction(() => document.querySelectorAll("#moves .ply").length === 5);
        await page.click("#tab-moves");
        await page.click("#review-game");
        await page.waitForSelector("#graph");
        await page.locator("#moves .ply:has(.grade)").first().click();
        await page.waitForSelector("#try-again");
        assert.deepEqual(await broken(page), [], "the review");
        await page.click("#tab-puzzles");
        await page.selectOption("#puzzle-game", "kalah");
        await page.locator("#puzzles button").first().click();
        await page.click("#puzzle-solution");
        await page.waitForSelector("#solution .ply");
        assert.deepEqual(await broken(page), [], "a puzzle");
      }));
  }
}

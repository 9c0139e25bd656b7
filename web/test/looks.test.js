//! How the page lies: nothing sticks out from the narrowest phone to a wide screen, every button can be hit, and words can be read.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { onPage, start, stop } from "./browser.js";

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
        for (const tab of ["moves", "rules", "setup", "share"]) {
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

/** The contrast of the letters of each element that shows words with what lies behind them. */
const contrasts = (page) =>
  page.evaluate(() => {
    const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = (top, below) => [0, 1, 2].map((part) => top[part] * top[3] + below[part] * (1 - top[3]));
    const light = (colour) => {
      const [red, green, blue] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (node) => {
      const layers = [];
      for (let at = node; at; at = at.parentElement) layers.unshift(rgba(getComputedStyle(at).backgroundColor));
      return layers.reduce((below, top) => over(top, below), [255, 255, 255]);
    };
    const poor = [];
    for (const node of document.querySelectorAll("body *:not(svg *, script, option, :disabled, .heard, .heard *)")) {
      const own = [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim());
      if (!own || node.getClientRects().length === 0) continue;
      const back = behind(node);
      const [one, other] = [light(over(rgba(getComputedStyle(node).color), back)), light(back)];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (contrast < 4.5) poor.push(`${node.tagName} ${node.className} "${node.textContent.trim().slice(0, 30)}" ${contrast.toFixed(2)}`);
    }
    return poor;
  });

for (const colorScheme of ["light", "dark"]) {
  test(`words can be read in ${colorScheme}`, () =>
    onPage({ hash: "#v=kalah&m=A3 A1", colorScheme }, async (page) => {
      for (const tab of ["moves", "rules", "setup", "share"]) {
        await page.click(`#tab-${tab}`);
        assert.deepEqual(await contrasts(page), [], tab);
      }
      await page.click("#pick");
      await page.waitForSelector(".variants button");
      assert.deepEqual(await contrasts(page), []);
      await page.keyboard.press("Escape");
      await page.click("#to-workshop");
      await page.waitForSelector(".measures");
      assert.deepEqual(await contrasts(page), []);
    }));
}

test("every button, field and picture has a name", () =>
  onPage({ hash: "#v=zanzibar-bao&m=7L* 5R" }, async (page) => {
    await page.click("#to-workshop");
    await page.waitForSelector(".measures");
    await page.click("#to-play");
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input, textarea, [role=img], img")]
        .filter((node) => !(node.getAttribute("aria-label") ?? node.labels?.[0]?.textContent ?? node.textContent).trim() && node.getAttribute("alt") === null)
        .map((node) => node.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(nameless, []);
    assert.equal(await page.evaluate(() => new Set([...document.querySelectorAll("[id]")].map(({ id }) => id)).size === document.querySelectorAll("[id]").length), true);
  }));

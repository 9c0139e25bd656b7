//! The controls in other languages.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { onPage, start, stop } from "./browser.js";

before(start);
after(stop);

test("the controls change to another language, which is marked as unreviewed, and back", () =>
  onPage({ hash: "#v=kalah&m=A1", viewport: { width: 360, height: 740 } }, async (page) => {
    assert.equal(await page.getAttribute("html", "lang"), "en");
    assert.doesNotMatch(await page.textContent("#foot"), /unreviewed/);
    for (const [code, play, undo, words, mark] of [["fr", "Jouer", "Annuler", "À Nord de jouer.", "traduction non relue"], ["sw", "Cheza", "Tengua", "Zamu ya Kaskazini.", "tafsiri haijakaguliwa"], ["kk", "Ойнау", "Қайтару", "Жүріс: Солтүстік.", "тексерілмеген аударма"], ["pt", "Jogar", "Desfazer", "Joga Norte.", "tradução não revista"]]) {
      await page.selectOption("#language", code);
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted && document.documentElement.dataset.ready, code);
      assert.equal(await page.textContent("#to-play"), play);
      assert.equal(await page.textContent("#undo"), undo);
      assert.equal(await page.textContent("#words"), words);
      assert.match(await page.textContent("#foot"), new RegExp(mark));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, code);
      // The game is still there.
      assert.equal(await page.locator("#moves .ply").count(), 1);
    }
    await page.selectOption("#language", "en");
    await page.waitForFunction(() => document.documentElement.lang === "en" && document.documentElement.dataset.ready);
    assert.equal(await page.textContent("#words"), "North to move.");
  }));

test("every language has every text, with the same values", () =>
  onPage({}, async (page) => {
    const [english, translated] = await page.evaluate(async () => [(await import("./texts.js")).ENGLISH, (await import("./languages.js")).TRANSLATED]);
    const values = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
    assert.deepEqual(Object.keys(translated).sort(), ["fr", "kk", "pt", "sw"]);
    for (const [code, texts] of Object.entries(translated)) {
      assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort(), code);
      for (const [name, text] of Object.entries(texts)) assert.deepEqual(values(text), values(english[name]), `${code}: ${name}`);
    }
  }));

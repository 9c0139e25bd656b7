//! The controls in other languages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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

test("the engine's reasons for refusing a move have a text in every language", () =>
  onPage({}, async (page) => {
    const read = (name) => readFileSync(new URL(`../../src/core/text/notation/${name}`, import.meta.url), "utf8");
    const [byRule, source] = [read("refused.txt"), read("refused.rs")];
    const ofRules = byRule.matchAll(/^\S+ (.+)$/gm);
    const ofKinds = source.matchAll(/\(\s*"[^"]*",\s*"([^"]+)",?\s*\)/g);
    const listed = [...ofRules, ...ofKinds].map(([, words]) => words);
    const rest = [...source.matchAll(/=> "([^"]+)"/g)].map(([, words]) => words);
    assert.ok(listed.length > 50 && rest.length >= 3);
    const refusals = await page.evaluate(async () => (await import("./languages.js")).REFUSALS);
    const values = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const words of [...listed, ...rest].map((one) => one.replace(/:$/, ""))) {
      assert.deepEqual(Object.keys(refusals[words] ?? {}), ["sw", "fr", "kk", "pt"], words);
      for (const one of Object.values(refusals[words])) assert.deepEqual(values(one), values(words), one);
    }
  }));

for (const [code, said] of [["fr", "Il faut donner des graines à Nord: A3, A4, A6 (W13)."], ["sw", "Lazima umpe Kaskazini mbegu: A3, A4, A6 (W13)."], ["kk", "Солтүстік құмалақ алуы керек: A3, A4, A6 (W13)."], ["pt", "É preciso dar sementes a Norte: A3, A4, A6 (W13)."]]) {
  test(`a refusal is explained in the language ${code}`, () =>
    onPage({ hash: "#v=oware&p=0,0,0,0,0,0/4,4,4,4,0,4 S captured=14,14", settings: { language: code } }, async (page) => {
      await page.click('[data-pit="A1"]', { force: true });
      await page.waitForFunction((wanted) => document.querySelector("#words").textContent === wanted, said);
      assert.equal(await page.getAttribute("#words", "lang"), null);
      // A rule that names pits and players.
      await page.click('[data-pit="a1"]', { force: true });
      await page.waitForFunction(() => /a1.*\(/.test(document.querySelector("#words").textContent));
      assert.doesNotMatch(await page.textContent("#words"), /South|pit/);
    }));
}

/** The texts of the page in brackets instead of a translation; runs in the page's place of `languages.js`. */
const bracketed = (english) => `export const REFUSALS = {}; export const TRANSLATED = { fr: ${JSON.stringify(Object.fromEntries(Object.entries(english).map(([name, text]) => [name, `‹${text}›`])))} };`;

/** Visible words and labels that neither come from the table of texts nor are marked as English, such as those of the engine. */
function untranslated(names) {
  const apart = `${names}, script, noscript, select#language, code, kbd, .brand, #title, #place, .cm-editor, cite, [lang]:not(html)`;
  const rest = (text) => {
    let left = text.replace("Shift", "");
    while (/‹[^‹›]*›/.test(left)) left = left.replace(/‹[^‹›]*›/g, "");
    return /\p{L}{3}/u.test(left) ? [left.trim()] : [];
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!(node instanceof HTMLElement) || node.closest(apart) || node.closest("[hidden]") || (node.closest("dialog") && !node.closest("dialog[open]"))) continue;
    for (const name of ["aria-label", "title", "placeholder"]) if (node.hasAttribute(name)) found.push(...rest(node.getAttribute(name)));
    for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) found.push(...rest(child.data));
  }
  return [...new Set(found)];
}

test("all words of the page come from the table of texts", () =>
  onPage({}, async (first) => {
    const english = await first.evaluate(async () => (await import("./texts.js")).ENGLISH);
    await onPage({ hash: "#v=kalah:setup.seeds=5&m=A3 a1", settings: { language: "fr" }, routes: { "**/languages.js": { contentType: "text/javascript", body: bracketed(english) } } }, async (page) => {
      // Names of games and places, and the descriptions of options, come from the engine.
      const names = "#which-status, #puzzle-game, #puzzle-theme, #panel-rules h2, #panel-rules .facts, .variants strong, .variants .facts:not(.measured-facts), datalist, #papers, .legend, .rule, #form label, #form option, #form select, .chart [class~=label]";
      const fine = async (where) => assert.deepEqual(await page.evaluate(untranslated, names), [], where);
      assert.equal(await page.textContent("#to-play"), "‹Play›");
      for (const tab of ["moves", "rules", "puzzles", "setup", "share"]) {
        await page.click(`#tab-${tab}`);
        await fine(tab);
      }
      await page.click("#tab-setup");
      await page.click("#edit");
      await page.fill("#position", "x");
      await fine("the set-up");
      await page.click("#tab-puzzles");
      await page.locator("#puzzles button").first().click();
      await page.click("#puzzle-solution");
      await page.waitForSelector("#solution .ply");
      await page.waitForFunction(() => document.querySelector("#moves .ply"));
      await fine("a puzzle");
      await page.click("#to-game");
      await page.click("#tab-moves");
      await page.keyboard.press("?");
      await fine("the keys");
      await page.keyboard.press("Escape");
      await page.click("#pick");
      await page.waitForSelector(".variants button");
      await page.waitForSelector(".measured-facts:not(:empty)");
      await fine("the games");
      await page.click("#by-questions");
      await page.waitForSelector("#where");
      await fine("the first question");
      await page.selectOption("#where", "Ghana");
      await page.click("#answer");
      await page.waitForSelector("#which .variants button");
      await page.waitForSelector("#which .answers li");
      await fine("the second question");
      await page.keyboard.press("Escape");
      await page.click("#resign");
      await page.waitForSelector("#after:not([hidden])");
      await fine("the end");
      await page.click("#review");
      await page.waitForSelector("#graph");
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector("#reviewed:not(:empty)");
      await fine("the review");
      await page.click("#to-workshop");
      await page.waitForSelector(".measures");
      await fine("the workshop");
    });
  }));

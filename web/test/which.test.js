//! Finding a game by questions: an answer at a time, back and again, a candidate, a game that nobody knows, the address.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, gameOf, onPage, start, stop } from "./browser.js";

before(start);
after(stop);

const begin = async (page) => {
  await page.click("#pick");
  await page.click("#by-questions");
  await asks(page, 1);
};
/** Waits for the question with this number. */
const asks = (page, number) => page.waitForFunction((wanted) => document.querySelector("#question")?.textContent.startsWith(`${wanted}. `), number);
/** Waits until the address has so many answers. */
const answered = (page, count) => page.waitForFunction((wanted) => new URLSearchParams(location.hash.slice(1)).getAll("is").length === wanted, count);
const question = async (page) => (await page.textContent("#question")).replace(/^\d+\. /, "");
const games = (page) => page.locator("#which .variants button").evaluateAll((all) => all.map(({ dataset }) => dataset.variant));
/** The part of the address after the `#` for these answers. */
const hashOf = (given) => `#${new URLSearchParams(given.flatMap(([question, answer]) => [["which", question], ["is", answer]]))}`;

const PLACE = "Where have you seen it? A country, if you know.";
const ROWS = "How many rows of pits does the board have?";
/** Answers that no game has; `tests/which.rs` asks the program with the same. */
const ODD = [
  [ROWS, "six rows"],
  ["How many seeds does each pit hold at the start?", "one seed"],
  ["How many pits does each row have, without stores at the ends?", "four pits"],
  ["Must a player give seeds to an opponent who has none?", "yes, the opponent must be fed"],
  ["Who wins?", "who gets rid of all seeds first"],
  [PLACE, "United States"],
];

test("a game is found by answers, one at a time, and opened", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await begin(page);
    assert.equal(await page.evaluate(() => document.activeElement.id), "question");
    assert.equal(await question(page), PLACE);
    assert.equal(await page.textContent("#likely"), "Every game is still possible.");
    assert.deepEqual(await games(page), []);
    assert.equal(await page.isDisabled("#answer"), true);
    // The only game of the catalogue from there.
    await page.selectOption("#where", "Vietnam");
    await page.click("#answer");
    await asks(page, 2);
    assert.equal((await games(page))[0], "o-an-quan");
    const card = page.locator('#which [data-variant="o-an-quan"]');
    assert.equal(await card.locator(".small-board circle").count(), 10);
    const answer = await ask(page, { request: "which", given: [{ question: PLACE, answer: "Vietnam" }] });
    assert.equal(await card.locator(".likelihood").textContent(), `Probability: ${Math.round(100 * answer.candidates[0].chance)} %`);
    assert.equal(await question(page), answer.next.question);
    assert.deepEqual(await page.locator("#which .choices button[lang]").allTextContents(), answer.next.answers);
    await card.click();
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Ô ăn quan");
    assert.equal(await page.isVisible("#which"), false);
    assert.equal((await gameOf(page)).variant, "o-an-quan");
    await page.waitForFunction(() => location.hash.includes("v=o-an-quan"));
    // Back leads to the questions, and from them to the game before.
    await page.goBack();
    await asks(page, 2);
    await page.goBack();
    await asks(page, 1);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Kalah");
    assert.equal(await page.isVisible("#which"), false);
  }));

test("don't know changes no chance; every answer can be taken back", () =>
  onPage({ hash: hashOf([]) }, async (page) => {
    assert.equal(await page.isVisible("#which"), false);
    await page.goto(`${page.url().split("#")[0]}#which=`);
    await asks(page, 1);
    assert.equal(await page.isVisible("#question-back"), false);
    await page.click("#dont-know");
    await asks(page, 2);
    assert.notEqual(await question(page), PLACE);
    assert.equal(await page.textContent("#likely"), "Every game is still possible.");
    const second = await question(page);
    await page.locator("#which .choices button").first().click();
    await asks(page, 3);
    await page.click("#question-back");
    await asks(page, 2);
    assert.equal(await question(page), second);
    await page.locator("#which .choices button").first().click();
    await asks(page, 3);
    await page.locator("#which .choices button").first().click();
    await asks(page, 4);
    // To an earlier question, without those after it.
    await page.locator("#which .answers button").nth(1).click();
    await asks(page, 2);
    assert.equal(await question(page), second);
    await page.click("#start-over");
    await asks(page, 1);
    assert.equal(await page.locator("#which .answers li").count(), 0);
  }));

test("every place of the list is understood", () =>
  onPage({ hash: "#which=" }, async (page) => {
    await asks(page, 1);
    const places = (await page.locator("#where option").evaluateAll((all) => all.map(({ value }) => value))).filter(Boolean);
    assert.ok(places.length > 90 && places.includes("Sub-Saharan Africa"), places.join(", "));
    const { next } = await ask(page, { request: "which" });
    assert.equal(places.length, next.answers.length + next.wider.length);
    for (const answer of next.wider) await ask(page, { request: "which", given: [{ question: PLACE, answer }] });
  }));

test("if no game fits, a new document of the workshop begins with the rules of the nearest", () =>
  onPage({ hash: hashOf(ODD) }, async (page) => {
    await page.waitForSelector("#own-game");
    assert.equal(await page.textContent("#likely"), "No game fits. The nearest ones");
    assert.equal(await page.locator("#which .answers li").count(), ODD.length);
    const [nearest] = await games(page);
    const differs = (await ask(page, { request: "which", given: ODD.map(([question, answer]) => ({ question, answer })) })).candidates[0].differs;
    assert.equal(await page.locator(`#which [data-variant="${nearest}"] .differs`).count(), differs.length);
    assert.ok(differs.length >= 2);
    for (const name of ["my-game-1", "my-game-2"]) {
      await page.click("#own-game");
      await page.waitForFunction((own) => localStorage.getItem("mankala.drafts")?.includes(own), name);
      await page.waitForFunction(() => /^No errors\./.test(document.querySelector("#verdict").textContent));
      const written = await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("mankala.drafts"))).map(({ text }) => text));
      assert.match(written.at(-1), new RegExp(`^name = "${name}"$`, "m"));
      const [own, other] = await Promise.all([{ text: written.at(-1) }, nearest].map((variant) => ask(page, { request: "variant", variant })));
      assert.match(own.header.title, /^Unknown game like /);
      assert.deepEqual(own.in_words, other.in_words);
      await page.waitForFunction(() => location.hash.includes("tab=workshop") && !location.hash.includes("which="));
      // Both documents remain.
      await page.evaluate((hash) => (location.hash = hash), hashOf(ODD));
      await page.waitForSelector("#which[open] #own-game");
    }
  }));

test("the file of every heir has one name and one title, which its copy changes", () =>
  onPage({}, async (page) => {
    const { variants } = await ask(page, { request: "variants" });
    const texts = await Promise.all(variants.map(({ name: variant }) => ask(page, { request: "variant", variant })));
    const heirs = texts.filter(({ header }) => header.inherits);
    assert.ok(heirs.length > 20);
    for (const { header, text } of heirs) {
      const head = text.slice(0, text.search(/^\[/m));
      for (const key of ["name", "title"]) assert.equal(head.match(new RegExp(`^${key} = ".*"$`, "gm"))?.length, 1, `${header.name}: ${key}`);
    }
  }));

test("Escape leads back to the game, and an address that means nothing does no harm", () =>
  onPage({ hash: "#v=oware&m=A3" }, async (page) => {
    await begin(page);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => location.hash.includes("v=oware"));
    assert.equal(await page.isVisible("#which"), false);
    assert.deepEqual((await gameOf(page)).moves, ["A3"]);
    await page.evaluate(() => (location.hash = "#which=How+tall+is+it%3F&is=very"));
    await page.waitForSelector(".message.wrong");
    assert.match(await page.textContent(".message.wrong"), /^Unknown question "How tall is it\?"/);
    assert.equal(await page.isVisible("#which"), false);
    await page.waitForFunction(() => location.hash.includes("v=oware"));
  }));

test("the keyboard alone answers, and a reload keeps the answers", () =>
  onPage({ hash: "#which=" }, async (page) => {
    await asks(page, 1);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "where");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "dont-know");
    await page.keyboard.press("Enter");
    await asks(page, 2);
    assert.equal(await page.evaluate(() => document.activeElement.id), "question");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await asks(page, 3);
    await answered(page, 2);
    const third = await question(page);
    await page.reload();
    await asks(page, 3);
    assert.equal(await question(page), third);
    assert.equal(await page.locator("#which .answers li").count(), 2);
  }));

//! The Rules tab: rulings where the source is silent or odd, and the first known description.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { onPage, start, stop } from "./browser.js";

before(start);
after(stop);

test("the rules show what the source says, what was ruled, and the first known description", () =>
  onPage({ hash: "#v=omweso", settings: { tab: "rules" } }, async (page) => {
    const rulings = await page.locator(".rulings li").allTextContents();
    assert.match(rulings[0], /^The source says: Each player lays out 32 seeds.*We ruled: The game begins/);
    assert.equal(await page.locator(".rulings code").first().textContent(), "setup");
    assert.match(await page.textContent(".attested"), /On the Backwaters of the Nile \(A\. L\. Kitching, 1912\)/);
  }));

test("the rules in words follow the game and its changes", () =>
  onPage({ hash: "#v=kalah:rules.capture=never", settings: { tab: "rules" } }, async (page) => {
    const headings = await page.locator("h3").allTextContents();
    for (const heading of ["The aim", "Board and opening", "A turn", "Captures", "The end", "Rounds"]) assert.ok(headings.includes(heading), heading);
    await page.locator("li", { hasText: "A last seed in an empty pit captures nothing" }).waitFor();
  }));

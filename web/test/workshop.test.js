//! Workshop: invalid and valid files, completions, the comparison, drafts, and untrusted texts.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, gameOf, numbers, onBoard, onPage, start, stop } from "./browser.js";

before(start);
after(stop);

const verdict = (page) => page.textContent("#verdict");
const inVerdict = (page, words) => page.waitForFunction((wanted) => document.querySelector("#verdict").textContent.includes(wanted), words);

async function enter(page) {
  await page.click("#to-workshop");
  await page.waitForSelector("#sheet .cm-content");
  await page.waitForFunction(() => document.querySelector("#verdict").textContent !== "");
}

/** Pastes another text over the whole of the sheet. */
async function write(page, text) {
  await page.click("#sheet .cm-content");
  await page.keyboard.press("ControlOrMeta+a");
  await page.locator("#sheet .cm-content").evaluate((node, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** What the sheet holds. */
const written = async (page) => (await page.locator("#sheet .cm-line").allTextContents()).join("\n");

/** Waits until one thing only is offered where the cursor is: what begins so. */
const offers = (page, word) =>
  page.waitForFunction((wanted) => {
    const offered = [...document.querySelector("#sheet").shadowRoot.querySelectorAll(".cm-tooltip-autocomplete li")];
    return offered.length === 1 && offered[0].textContent.startsWith(wanted);
  }, word);

/** A text of which CodeMirror shows every line. */
const SMALL = ['name = "small"', 'title = "Small Kalah"', 'inherits = "kalah"', "", "[board]", "columns = 4", ""].join("\n");

test("undoing ends at the text that was opened", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    const drafts = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("mankala.drafts") ?? "{}")));
    const undo = async () => {
      await page.click("#sheet .cm-content");
      for (let times = 0; times < 3; times += 1) await page.keyboard.press("ControlOrMeta+z");
      await page.keyboard.press("ControlOrMeta+Home");
      return written(page);
    };
    assert.match(await undo(), /name = "kalah"/);
    await page.fill("#base", "oware");
    await page.locator("#base").blur();
    await page.waitForFunction(() => document.querySelector("#papers").value === "oware");
    await page.click("#sheet .cm-content");
    await page.keyboard.type("#");
    assert.deepEqual(await drafts(), ["oware"]);
    assert.match(await undo(), /name = "oware"/);
    assert.deepEqual(await drafts(), []);
  }));

test("the text names no command, and a new outcome is told by its pits", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    assert.doesNotMatch(await written(page), /mankala show/);
    assert.equal(await page.isDisabled("#original"), true);
    await page.fill("#key-setup-seeds", "3");
    await page.locator("#key-setup-seeds").blur();
    await page.waitForSelector(".offer");
    assert.match(await page.textContent("#mistakes .offer p"), /keep it\? .*[ABab]\d: \d+ instead of \d+/);
    assert.doesNotMatch(await page.textContent("#mistakes .offer p"), /captured=/);
  }));

test("a broken file is marked at its places, and a good one is played at once", () =>
  onPage({ hash: "#v=kalah&m=A3 A1" }, async (page) => {
    await enter(page);
    assert.match(await verdict(page), /No errors\. All \d+ examples pass\./);
    await write(page, SMALL.replace("columns = 4", 'columns = 4\n[rules]\ncapture = "nevr"'));
    await inVerdict(page, "One error.");
    assert.match(await page.textContent("#mistakes"), /Line 8.*unknown value/);
    assert.equal(await page.textContent("#sheet .cm-lintRange-error"), '"nevr"');
    // An invalid text is not played: the board shows the last valid one.
    assert.equal((await gameOf(page)).variant, "kalah");
    await write(page, SMALL);
    await inVerdict(page, "No errors.");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Small Kalah");
    assert.equal(await page.locator("#board button.pit").count(), 8);
    // Moves that are legal under the new rules are kept.
    const game = await gameOf(page);
    assert.equal(game.variant.text, SMALL);
    const here = await ask(page, { request: "position", game });
    assert.deepEqual(await numbers(page), onBoard(here.board));
    await page.locator("#board button.pit.may").first().click();
    await page.waitForFunction((count) => JSON.parse(sessionStorage.getItem("mankala.game")).moves.length > count, game.moves.length);
    // Moves that a change forbids come back with a change that allows them again.
    const { moves } = await gameOf(page);
    await write(page, SMALL.replace("columns = 4", "columns = 1"));
    await page.waitForFunction(() => document.querySelectorAll("#board button.pit").length === 2);
    assert.ok((await gameOf(page)).moves.length < moves.length);
    await write(page, SMALL);
    await page.waitForFunction(() => document.querySelectorAll("#board button.pit").length === 8);
    assert.deepEqual((await gameOf(page)).moves, moves);
  }));

test("original and changed variant stand side by side", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    await write(page, 'name = "kalah"\ntitle = "Kalah"\ninherits = "kalah"\n[rules]\ncapture = "never"\n');
    await page.waitForSelector(".differs tbody tr");
    const { rules } = await ask(page, { request: "diff", first: "kalah", second: 'kalah:rules.capture="never"' });
    assert.deepEqual(Object.keys(rules), ["rules.capture"]);
    const shown = await page.locator(".differs table").first().locator("tbody tr").allInnerTexts();
    assert.deepEqual(shown.map((row) => row.split(/\s+/)), Object.entries(rules).map(([key, both]) => [key, ...both]));
    await page.waitForSelector(".measured .chart");
    assert.equal(await page.locator(".measured .chart").count(), 2);
    const first = await ask(page, { request: "measure", variant: "kalah", games: 1000, seed: 1 });
    const cells = await page.locator(".measures tbody tr").first().locator("td").allTextContents();
    assert.equal(cells[0], `${(first.measures.first_player_score.value * 100).toFixed(1)} %`);
    await page.waitForFunction(() => document.querySelector("#comparison [role=status]").textContent === "");
  }));

test("how far a measurement has come is told before it is done", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    const { told, answer } = await page.evaluate(async () => {
      const { call } = await import("./door.js");
      const told = [];
      const answer = await call({ request: "measure", variant: "zanzibar-bao", games: 300, every: 0 }, { onProgress: (word) => told.push(word) });
      return { told, answer };
    });
    assert.ok(told.length > 0);
    assert.ok(told.every(({ done, all }, index) => all === 300 && done <= 300 && done > (told[index - 1]?.done ?? 0)), JSON.stringify(told));
    assert.equal(answer.games, 300);
    // A cancelled request gets no more messages and does not delay others.
    const gone = await page.evaluate(async () => {
      const { call } = await import("./door.js");
      const stop = new AbortController();
      const game = { variant: "zanzibar-bao" };
      const endless = { request: "choose", game, player: "alphabeta:60", every: 0 };
      const error = await call(endless, { signal: stop.signal, onProgress: () => stop.abort() }).catch(({ name }) => name);
      const { move } = await call({ request: "choose", game, player: "greedy" });
      return { error, move };
    });
    assert.equal(gone.error, "AbortError");
    assert.ok(gone.move);
  }));

test("an example that does not hold is a mistake, and the variant is played all the same", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    await write(page, `${SMALL}\n[[example]]\nname = "wrong"\nrules = ["KA1"]\nmoves = ["A1"]\nafter = "4,4,4,4/4,4,4,4 N captured=0,0"\nshows = "nothing"\n`);
    await inVerdict(page, "Failing examples: 1 of 1.");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Small Kalah");
  }));

test("the schema says what can be written", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    await write(page, `${SMALL}[rules]\ncapture = `);
    await page.keyboard.press("Control+Space");
    await page.waitForSelector("#sheet .cm-tooltip-autocomplete");
    const offered = await page.locator("#sheet .cm-tooltip-autocomplete li").allTextContents();
    assert.ok(offered.some((one) => one.includes('"never"')), offered.join());
    await page.keyboard.type('"ne');
    await offers(page, '"never"');
    // CodeMirror ignores keys for the first 75 ms of a list, to prevent accidental choices.
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    assert.match(await written(page), /capture = "never"/);
    await page.keyboard.press("Enter");
    await page.keyboard.type("sid");
    await offers(page, "side");
  }));

test("a draft for each document is there after a reload, and the original can be had back", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    await write(page, SMALL);
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Small Kalah");
    await page.fill("#base", "oware");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Oware");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await page.waitForFunction(() => document.querySelector("#papers").value === "oware");
    assert.match(await written(page), /name = "oware"/);
    await page.selectOption("#papers", "kalah");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Small Kalah");
    assert.equal(await written(page), SMALL);
    await page.click("#original");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Kalah");
    assert.equal((await gameOf(page)).variant, "kalah");
  }));

/** The text of the file that is saved. */
async function saved(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#save-file")]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString() };
}

test("a variant named with changes is opened with them in its text", () =>
  onPage({ hash: "#v=kalah:setup.seeds=3,rules.capture=never&m=A4 A1" }, async (page) => {
    await enter(page);
    const { text: base } = await ask(page, { request: "variant", variant: "kalah" });
    const { text } = await saved(page);
    const lines = base.split("\n");
    const changed = text.split("\n").filter((line, index) => line !== lines[index]);
    assert.deepEqual(changed, ["seeds = 3", 'capture = "never"']);
    // It is compared with the variant of its file, and played by its name until something else changes.
    await page.waitForFunction(() => document.querySelectorAll(".differs table:first-of-type tbody tr").length >= 2);
    const keys = await page.locator(".differs table").first().locator("tbody th").allTextContents();
    assert.deepEqual(keys.sort(), ["rules.capture", "setup.seeds"]);
    const { variant, moves } = await gameOf(page);
    assert.equal(variant, "kalah:setup.seeds=3,rules.capture=never");
    assert.deepEqual(moves, ["A4", "A1"]);
    assert.match(await page.locator("#papers option:checked").textContent(), /^Kalah with setup.seeds=3,rules.capture=never$/);
    await write(page, text.replace("seeds = 3", "seeds = 2"));
    const played = (name) => page.waitForFunction((wanted) => JSON.parse(sessionStorage.getItem("mankala.game")).variant === wanted, name);
    await played("kalah:setup.seeds=2,rules.capture=never");
    await page.click("#original");
    await played("kalah:setup.seeds=3,rules.capture=never");
  }));

test("a file is saved as it is written, and one's own is loaded", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    await write(page, SMALL);
    await inVerdict(page, "No errors.");
    assert.deepEqual(await saved(page), { name: "small.toml", text: SMALL });
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#load-file")]);
    await chooser.setFiles({ name: "mine.toml", mimeType: "text/plain", buffer: Buffer.from(SMALL.replace("Small", "My").replace("columns = 4", "columns = 5")) });
    await page.waitForFunction(() => document.querySelector("#title").textContent === "My Kalah");
    assert.equal(await page.locator("#board button.pit").count(), 10);
  }));

test("a link brings a changed variant to others", () =>
  onPage({ hash: "#v=kalah", settings: { tab: "share" } }, async (page) => {
    await enter(page);
    await write(page, SMALL);
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Small Kalah");
    await page.click("#to-play");
    await page.locator("#board button.pit.may").first().click();
    await page.waitForFunction(() => /z=.*m=/.test(document.querySelector("#link").value));
    const shown = await numbers(page);
    await onPage({ hash: new URL(await page.inputValue("#link")).hash }, async (other) => {
      assert.equal(await other.textContent("#title"), "Small Kalah");
      assert.deepEqual(await numbers(other), shown);
      await enter(other);
      assert.equal(await written(other), SMALL);
    });
  }));

test("a text of strangers is text, whatever it says", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    const script = "<img src=x onerror=alert(1)><script>alert(1)</script>";
    page.on("dialog", () => assert.fail("the text ran"));
    await write(page, SMALL.replace("Small Kalah", script).replace('inherits = "kalah"', `inherits = "kalah"\nabout = "${script}"\nregion = "${script}"`));
    await page.waitForFunction((wanted) => document.querySelector("#title").textContent === wanted, script);
    await page.click("#to-play");
    await page.click("#tab-rules");
    assert.equal(await page.textContent(".about"), script);
    assert.equal(await page.locator("img:not([src='icon.svg']), body script").count(), 0);
    await page.click("#to-workshop");
    const long = "x".repeat(3000);
    await write(page, `name = "long"\ntitle = "${long}"\nabout = "${long}"\nregion = "${long}"\ninherits = "kalah"\n`);
    await page.waitForFunction((wanted) => document.querySelector("#title").textContent === wanted, long);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const room of ["#to-play", "#to-workshop"]) {
      await page.click(room);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, room);
    }
    await write(page, `title = "${"x".repeat(300_000)}`);
    await page.waitForFunction(() => document.querySelector("#verdict").classList.contains("wrong"));
    assert.equal(await page.textContent("#title"), long);
  }));

test("the form sets keys in words, beside the text", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    const capture = page.locator("#key-rules-capture");
    await capture.waitFor();
    assert.equal(await page.textContent('label[for="key-rules-capture"]'), "Effect of a last seed in an empty pit (CK5, CK6, CK7). capture");
    assert.ok((await capture.locator("option").allTextContents()).includes("Captures nothing."));
    await capture.focus();
    await capture.selectOption({ label: "Captures nothing." });
    await page.waitForFunction(() => document.querySelector("#place").textContent.startsWith("rules.capture=never"));
    assert.equal(await page.evaluate(() => document.activeElement.id), "key-rules-capture");
    assert.match((await saved(page)).text, /\ncapture = "never"\n/);
    // A number replaces the value in its place, and removing a key gives its default back.
    await page.fill("#key-setup-seeds", "3");
    await page.locator("#key-setup-seeds").blur();
    await page.waitForFunction(() => document.querySelector("#board .pit .count").textContent === "3");
    assert.match((await saved(page)).text, /\[setup\]\nseeds = 3\n/);
    await page.locator(".key-field", { has: capture }).locator("button").click();
    await page.waitForFunction(() => document.querySelector("#key-rules-capture").value === '"opposite-filled"');
    assert.doesNotMatch((await saved(page)).text, /\ncapture = /);
  }));

test("a choice in the form that does not fit the others can be corrected there", () =>
  onPage({ hash: "#v=omweso" }, async (page) => {
    await enter(page);
    const direction = page.locator("#key-rules-direction");
    const before = await direction.inputValue();
    await direction.selectOption({ index: 1 });
    await inVerdict(page, "One error.");
    assert.equal(await direction.isEnabled(), true);
    await direction.selectOption(before);
    await inVerdict(page, "No errors.");
  }));

test("an example that a changed rule changes is offered with its new outcome", () =>
  onPage({ hash: "#v=kalah" }, async (page) => {
    await enter(page);
    const { text } = await ask(page, { request: "variant", variant: "kalah" });
    await write(page, text.replace(/^capture = .*$/m, 'capture = "never"'));
    await inVerdict(page, "have another outcome now");
    assert.match(await verdict(page), /^No errors\. 4 examples/);
    assert.equal(await page.locator("#sheet .cm-lintRange-error").count(), 0);
    assert.match(await page.textContent(".offer"), /capture has a new outcome: keep it\? a5: 5 instead of 0, A2: 1 instead of 0, South \(won\): 10 instead of 16\./);
    await page.locator(".offer button", { hasText: "Show it" }).first().click();
    await page.waitForFunction(() => document.querySelector("#beside").textContent.startsWith("Shown instead of your game: capture"));
    await page.locator(".offer button", { hasText: "Keep it" }).first().click();
    await inVerdict(page, "3 examples have");
    await page.waitForSelector("#beside", { state: "hidden" });
    await page.click("#keep-all");
    await inVerdict(page, "All 12 examples pass.");
    // An example that the user changed is wrong as before.
    await write(page, text.replace(/^capture = .*$/m, 'capture = "never"').replace(/name = "capture"\n/, 'name = "capture"\nresult = "S"\n'));
    await inVerdict(page, "One error.");
  }));

test("a stray bracket is one error", () =>
  onPage({ hash: "#v=zanzibar-bao" }, async (page) => {
    await enter(page);
    const { text } = await ask(page, { request: "variant", variant: "zanzibar-bao" });
    for (const stray of ["[", "[["]) {
      await write(page, text.replace("[[example]]", `${stray}\n[[example]]`));
      await inVerdict(page, "One error.");
      assert.equal(await page.locator("#mistakes li").count(), 1);
      await write(page, text);
      await inVerdict(page, "No errors.");
    }
  }));

test("a link from the workshop names one changed key", () =>
  onPage({ hash: "#v=kalah", permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await enter(page);
    await page.fill("#key-setup-seeds", "3");
    await page.locator("#key-setup-seeds").blur();
    await page.waitForFunction(() => document.querySelector("#place").textContent.startsWith("setup.seeds=3"));
    await page.click("#share-draft");
    await page.waitForFunction(() => document.querySelector("#draft-link").value !== "");
    const { hash } = new URL(await page.inputValue("#draft-link"));
    assert.equal(new URLSearchParams(hash.slice(1)).toString(), new URLSearchParams({ v: "kalah:setup.seeds=3", tab: "workshop" }).toString());
    await page.waitForFunction(() => location.hash.includes("setup.seeds"));
    // The draft is still the same document after a reload and after a look at the table.
    await page.reload();
    await page.waitForFunction(() => document.querySelector("#papers")?.selectedOptions[0]?.textContent === "Kalah, changed");
    await page.click("#to-play");
    await page.click("#to-workshop");
    assert.deepEqual(await page.locator("#papers option").allTextContents(), ["Kalah, changed"]);
  }));

test("both versions of the rules stand side by side, and players that look ahead measure them", () =>
  onPage({ hash: "#v=kalah:setup.seeds=2" }, async (page) => {
    await enter(page);
    await page.selectOption("#key-rules-capture", '"never"');
    await page.locator(".version .new", { hasText: "captures nothing" }).waitFor();
    const [before, after] = await page.locator(".version").evaluateAll((all) => all.map((one) => ({ at: one.getBoundingClientRect().left, lines: [...one.querySelectorAll("li")].map((line) => line.textContent) })));
    assert.ok(before.at < after.at);
    const marked = (lines, mark) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
    const rest = ({ lines }) => lines.filter((line) => !/^(No longer|Now): /.test(line));
    assert.deepEqual(marked(before.lines, "No longer: "), ["Each pit holds 4 seeds at the start.", "A last seed in an empty pit of yours captures all seeds in the opposite pit, if there are any.", "The captured seeds and the last seed go to your store.", "If the opposite pit is empty, nothing is captured."]);
    assert.deepEqual(marked(after.lines, "Now: "), ["Each pit holds 2 seeds at the start.", "A last seed in an empty pit captures nothing."]);
    assert.deepEqual(rest(before), rest(after));
    // Parts without a difference are folded.
    assert.deepEqual(await page.locator(".version h5:visible").allTextContents(), ["Board and opening", "Captures", "Board and opening", "Captures"]);
    const way = page.locator(".version li:visible", { hasText: "You sow counterclockwise" });
    assert.equal(await way.count(), 0);
    await page.click("#comparison .differs summary");
    assert.equal(await way.count(), 2);
    await page.waitForSelector(".measures");
    const plies = () => page.locator(".measures tr", { hasText: "Moves per game" }).first().textContent();
    const random = await plies();
    await page.selectOption("#measured-by", "alphabeta:2");
    await page.waitForSelector("#measuring");
    await page.waitForSelector("#measuring", { state: "hidden" });
    assert.notEqual(await plies(), random);
    // The engine's notes name no player of the command line.
    assert.match(await page.textContent("#comparison"), /random plies/);
    assert.doesNotMatch(await page.textContent("#comparison"), /alphabeta/);
  }));

test("the examples of a variant that its name changes are offered with their new outcomes", () =>
  onPage({ hash: "#v=kalah:setup.seeds=5" }, async (page) => {
    await enter(page);
    await page.locator(".offer").first().waitFor();
    assert.match(await page.textContent("#verdict"), /^No errors\. \d+ examples have another outcome now\.$/);
    assert.equal(await page.locator("#mistakes").getByText(/expected 4/).count(), 0);
  }));

//! The rules beside the board: what the game is, how a turn goes, every example one click from being played, and the rule book.

import { el, refill } from "./dom.js";
import { markdown } from "./markdown.js";
import { tell, tellError } from "./say.js";

const sourceText = ({ author, title, year, note }) => [el("cite", null, title), ` (${author}, ${year})`, note ? `: ${note}` : ""];

/** The moves of an example, one after another, as they are shown. */
async function playExample(table, example) {
  const before = table.game.told();
  const { variant } = before;
  await table.open({ variant, start: example.position ?? null, moves: [], rounds: before.rounds }, { keep: false, watching: true });
  if (before.moves.length > 0) {
    tell("An example is shown.", { action: { words: "Back to your game", run: () => table.open(before, { keep: false }).catch(tellError) } });
  }
  for (const move of example.moves ?? []) {
    const { serial } = table;
    await table.play(move);
    // Whoever did something else meanwhile has seen enough.
    if (table.serial !== serial + 1) return;
  }
}

/** @param {import("./table.js").Table} table */
export function rulesPanel(table, panel) {
  const card = (example) => {
    const list = (words, value) => value && el("p", { className: "legal" }, `${words}: `, el("code", null, value));
    const shown = el("button", { type: "button", className: "main small", onclick: () => playExample(table, example).catch(tellError) }, "Play it");
    return el(
      "li",
      { className: "example" },
      el("div", { className: "bar" }, el("strong", null, example.name.replaceAll("-", " ")), (example.rules ?? []).map((rule) => el("span", { className: "rule" }, rule)), shown),
      el("p", null, example.shows ?? ""),
      list("Moves", example.moves?.join(" ")),
      list("Legal", example.legal),
      list("Not legal", example.illegal),
    );
  };

  function write() {
    const { header, aim, turn, examples, rule_book: book, keys, board } = table.game.info;
    const facts = [header.region, header.year, `${board.rows} rows of ${board.columns}`, ...(header.also?.length ? [`also ${header.also.join(", ")}`] : [])];
    refill(
      panel,
      el("h2", null, header.title),
      el("p", { className: "facts" }, facts.filter(Boolean).join(" · ")),
      el("p", { className: "about" }, header.about),
      el("h3", null, "Aim"),
      el("ul", null, aim.map((line) => el("li", null, line))),
      el("h3", null, "A turn"),
      el("ul", null, turn.map((line) => el("li", null, line))),
      examples.length > 0 && [el("h3", null, "Examples"), el("ul", { className: "examples" }, examples.map(card))],
      el("details", null, el("summary", null, "The whole rule book"), el("div", { className: "book" }, markdown(book))),
      el(
        "details",
        null,
        el("summary", null, "Every key of this variant"),
        el("dl", { className: "keys" }, keys.map(({ key, value, means }) => [el("dt", null, el("code", null, `${key} = ${value}`)), el("dd", null, means)])),
      ),
      header.sources?.length > 0 && [el("h3", null, "Sources"), el("ul", null, header.sources.map((source) => el("li", null, sourceText(source))))],
    );
    panel.scrollTop = 0;
  }

  table.addEventListener("change", ({ detail }) => detail === "game" && write());
}

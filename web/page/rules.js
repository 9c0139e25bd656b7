//! Rules beside the board: all rules in words, examples that can be played, and the rule book.

import { byId, el, refill } from "./dom.js";
import { markdown } from "./markdown.js";
import { tellError } from "./say.js";

const sourceText = ({ author, title, year, note }) => [el("cite", null, title), ` (${author}, ${year})`, note ? `: ${note}` : ""];

/** The rulings: what the source says, and the rule chosen here. */
const ruled = (rulings) => [
  el("h3", null, "Rulings"),
  el("ul", { className: "rulings" }, rulings.map(({ source, ruled }) => el("li", null, source && el("p", null, el("b", null, "The source says: "), plainText(source)), el("p", null, el("b", null, "We ruled: "), plainText(ruled))))),
];

/** Text in which backquotes mark code. */
const plainText = (text) => text.split("`").map((part, index) => (index % 2 ? el("code", null, part) : part));

/** Plays the moves of an example on the board. */
export async function playExample(table, example) {
  const { variant, rounds } = table.game.told();
  const name = example.name.replaceAll("-", " ");
  // Stops if the user did something else meanwhile.
  if (!(await table.open({ variant, start: example.position ?? null, moves: [], rounds }, { example: name }))) return;
  // On a phone the examples are far below the board.
  for (const part of ["board", "beside"]) byId(part).scrollIntoView({ block: "nearest" });
  for (const move of example.moves ?? []) {
    const { serial } = table;
    await table.play(move);
    if (table.serial !== serial + 1) return;
  }
}

/** A long text, created when it is unfolded. */
function unfolded(words, make) {
  const details = el("details", { ontoggle: () => details.children.length === 1 && details.append(make()) }, el("summary", null, words));
  return details;
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
      list("Illegal", example.illegal),
    );
  };

  function write() {
    const { header, in_words: parts, examples, rule_book: book, keys, board } = table.game.info;
    // Inherited texts describe the parent variant.
    const ofWhom = (key) => (header.inherited?.includes(key) ? `(inherited from ${header.inherits}) ` : "");
    const facts = [ofWhom("region") + header.region, ofWhom("year") + header.year, `${board.rows} rows of ${board.columns}`, ...(header.also?.length ? [`also ${header.also.join(", ")}`] : [])];
    refill(
      panel,
      el("h2", null, header.title),
      el("p", { className: "facts" }, facts.filter(Boolean).join(" · ")),
      el("p", { className: "about" }, ofWhom("about"), header.about),
      parts.map(({ title, lines }) => [el("h3", null, title), el("ul", null, lines.map(({ words }) => el("li", null, words)))]),
      header.rulings?.length > 0 && ruled(header.rulings),
      examples.length > 0 && [el("h3", null, "Examples"), el("ul", { className: "examples" }, examples.map(card))],
      unfolded("Complete rule book", () => el("div", { className: "book" }, markdown(book))),
      unfolded("All keys of this variant", () => el("dl", { className: "keys" }, keys.map(({ key, value, means }) => [el("dt", null, el("code", null, `${key} = ${value}`)), el("dd", null, means)]))),
      header.attested && [el("h3", null, "First known description"), el("p", { className: "attested" }, sourceText(header.attested))],
      header.sources?.length > 0 && [el("h3", null, "Sources"), el("ul", null, header.sources.map((source) => el("li", null, ofWhom("sources"), sourceText(source))))],
    );
    panel.scrollTop = 0;
  }

  table.addEventListener("change", ({ detail }) => detail === "game" && write());
}

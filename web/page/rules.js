//! Rules beside the board: all rules in words, examples that can be played, and the rule book.

import { byId, el, refill } from "./dom.js";
import { markdown } from "./markdown.js";
import { tellError } from "./say.js";
import { text } from "./texts.js";

/** Words of the engine, marked as English. */
const english = (...words) => el("span", { lang: "en" }, words);

const sourceText = ({ author, title, year, note }) => [el("cite", null, title), english(` (${author}, ${year})`, note ? `: ${note}` : "")];

/** The rulings: what the source says, and the rule chosen here. */
const ruled = (rulings) => [
  el("h3", null, text("rulings")),
  el("ul", { className: "rulings" }, rulings.map(({ source, ruled }) => el("li", null, source && el("p", null, el("b", null, text("sourceSays")), english(plainText(source))), el("p", null, el("b", null, text("weRuled")), english(plainText(ruled)))))),
];

/** Text in which backquotes mark code. */
const plainText = (words) => words.split("`").map((part, index) => (index % 2 ? el("code", null, part) : part));

/**
 * Plays the moves of an example on the board.
 * @param {import("./table.js").Table} table
 * @param {{name: string, variant?: string, position?: string | null, moves?: string[]}} example Without `variant`, it is of the game on the board.
 */
export async function playExample(table, example) {
  const { variant, rounds } = example.variant ? { variant: example.variant, rounds: false } : table.game.told();
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
    const shown = el("button", { type: "button", className: "main small", onclick: () => playExample(table, example).catch(tellError) }, text("playIt"));
    return el(
      "li",
      { className: "example" },
      el("div", { className: "bar" }, el("strong", { lang: "en" }, example.name.replaceAll("-", " ")), (example.rules ?? []).map((rule) => el("span", { className: "rule", lang: "en" }, rule)), shown),
      el("p", { lang: "en" }, example.shows ?? ""),
      list(text("moves"), example.moves?.join(" ")),
      list(text("legal"), example.legal),
      list(text("illegal"), example.illegal),
    );
  };

  function write() {
    const { header, in_words: parts, examples, rule_book: book, keys, board } = table.game.info;
    // Inherited texts describe the parent variant.
    const ofWhom = (key) => (header.inherited?.includes(key) ? `(${text("inheritedFrom", { name: header.inherits })}) ` : "");
    const facts = [ofWhom("region") + header.region, ofWhom("year") + header.year, text("rowsOf", { rows: board.rows, columns: board.columns }), ...(header.also?.length ? [text("alsoCalled", { names: header.also.join(", ") })] : [])];
    refill(
      panel,
      el("h2", null, header.title),
      el("p", { className: "facts" }, facts.filter(Boolean).join(" · ")),
      el("p", { className: "about" }, ofWhom("about"), english(header.about)),
      parts.map(({ title, lines }) => [el("h3", { lang: "en" }, title), el("ul", { lang: "en" }, lines.map(({ words }) => el("li", null, words)))]),
      header.rulings?.length > 0 && ruled(header.rulings),
      examples.length > 0 && [el("h3", null, text("examples")), el("ul", { className: "examples" }, examples.map(card))],
      unfolded(text("ruleBook"), () => el("div", { className: "book", lang: "en" }, markdown(book))),
      unfolded(text("allKeys"), () => el("dl", { className: "keys", lang: "en" }, keys.map(({ key, value, means }) => [el("dt", null, el("code", null, `${key} = ${value}`)), el("dd", null, means)]))),
      header.attested && [el("h3", null, text("attested")), el("p", { className: "attested" }, sourceText(header.attested))],
      header.sources?.length > 0 && [el("h3", null, text("sources")), el("ul", null, header.sources.map((source) => el("li", null, ofWhom("sources"), sourceText(source))))],
    );
    panel.scrollTop = 0;
  }

  table.addEventListener("change", ({ detail }) => detail === "game" && write());
}

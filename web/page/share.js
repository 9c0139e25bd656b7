//! Export and import of the game as a link and as a transcript.

import { el, refill } from "./dom.js";
import { call } from "./door.js";
import { copy, fragmentOf, linkTo } from "./link.js";
import { together } from "./friend.js";
import { before } from "./history.js";
import { movesText } from "./notation.js";
import { isEngine } from "./players.js";
import { tell, tellError } from "./say.js";
import { language, text } from "./texts.js";

/** Downloads a text as a file. */
export function save(name, content) {
  const url = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Opens a file dialog and reads the file. @param {string} accept @param {(text: string, name: string) => void} got */
export function load(accept, got) {
  const input = el("input", { type: "file", accept });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    if (file.size > 2 << 20) tell(text("tooLarge"), { wrong: true });
    else got(await file.text(), file.name);
  });
  input.click();
}

/** @param {import("./table.js").Table} table */
export function sharePanel(table, panel) {
  const link = el("input", { id: "link", readonly: true, "aria-label": text("linkToThis") });
  const transcript = el("textarea", { id: "transcript", rows: 9, spellcheck: "false", "aria-label": text("transcript") });
  const games = el("ul", { className: "games", id: "games" });
  const button = (words, onclick, props) => el("button", { type: "button", onclick, ...props }, words);
  refill(
    panel,
    together(table),
    el("h2", null, text("shareAndSave")),
    el("label", null, text("linkToThis"), link),
    el("div", { className: "bar" }, button(text("copyLink"), () => copy(link), { className: "main" })),
    el("label", null, text("transcript"), transcript),
    el(
      "div",
      { className: "bar" },
      button(text("copy"), () => copy(transcript)),
      button(text("saveFile"), () => save(`${table.game.info.header.name}.txt`, transcript.value)),
      button(text("loadFile"), () => load(".txt,text/plain", read)),
      button(text("playTranscript"), () => read(transcript.value), { id: "read-transcript" }),
    ),
    el("h3", null, text("earlierGames")),
    games,
  );

  /** Lists earlier games, each with a button to continue it. */
  function list() {
    const all = before();
    const day = (when) => new Date(when).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    refill(games, all.map(({ title, when, told }) => el("li", null, el("button", { type: "button", onclick: () => table.open(told, { count: told.count }).catch(tellError) }, el("b", null, title), el("span", null, `${movesText(told.moves.length)}, ${day(when)}`)))));
    if (all.length === 0) refill(games, el("li", { className: "facts" }, text("noneYet")));
  }

  async function read(written) {
    transcript.value = written;
    try {
      const given = /^\s*variant\s*:/im.test(written);
      const variant = given ? undefined : table.game.variant;
      const answer = await call({ request: "transcript", text: written, variant });
      for (const note of answer.notes) tell(note);
      const told = answer.text === undefined ? answer.variant : { text: answer.text };
      await table.open({ variant: variant ?? told, start: answer.start, moves: answer.plies.map(({ move }) => move), rounds: answer.rounds, resigned: answer.resigned });
    } catch (error) {
      tellError(error);
    }
  }

  let serial = 0;
  async function write() {
    const own = ++serial;
    list();
    const { game, players } = table;
    const told = game.told();
    const who = (side) => (isEngine(players[side]) ? players[side] : undefined);
    try {
      const fragment = await fragmentOf({ ...told, count: table.count });
      const ask = { request: "record", game: game.after(game.plies.length), south: who("S"), north: who("N"), resigned: Boolean(told.resigned) };
      const { text } = await call(ask);
      if (own !== serial) return;
      link.value = linkTo(fragment);
      if (document.activeElement !== transcript) transcript.value = text;
    } catch (error) {
      tellError(error);
    }
  }

  // The texts are updated only while they are visible.
  const shown = () => !panel.hidden && table.game && write();
  table.addEventListener("change", ({ detail }) => detail === "position" && table.here && shown());
  return { shown };
}

//! The game as a link and as a transcript, out and in.

import { el, refill } from "./dom.js";
import { call } from "./door.js";
import { fragmentOf } from "./link.js";
import { before } from "./history.js";
import { tell, tellError } from "./say.js";

/** Gives a text to the browser as a file. */
export function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Asks for a file and reads it. @param {string} accept @param {(text: string, name: string) => void} got */
export function load(accept, got) {
  const input = el("input", { type: "file", accept });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    if (file.size > 2 << 20) tell("The file is larger than any variant or game.", { wrong: true });
    else got(await file.text(), file.name);
  });
  input.click();
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    tell("Copied.");
  } catch {
    field.select();
    tell("Selected: copy it with Ctrl C.");
  }
}

/** @param {import("./table.js").Table} table */
export function sharePanel(table, panel) {
  const link = el("input", { id: "link", readonly: true, "aria-label": "Link to this game" });
  const transcript = el("textarea", { id: "transcript", rows: 9, spellcheck: "false", "aria-label": "Transcript" });
  const games = el("ul", { className: "games", id: "games" });
  const button = (words, onclick, props) => el("button", { type: "button", onclick, ...props }, words);
  refill(
    panel,
    el("h2", null, "Share and keep"),
    el("label", null, "A link that holds the variant and the game", link),
    el("div", { className: "bar" }, button("Copy the link", () => copy(link), { className: "main" })),
    el("label", null, "A transcript", transcript),
    el(
      "div",
      { className: "bar" },
      button("Copy", () => copy(transcript)),
      button("Save as a file", () => save(`${table.game.info.header.name}.txt`, transcript.value)),
      button("Load a file", () => load(".txt,text/plain", (text) => read(text))),
      button("Play what is written", () => read(transcript.value), { id: "read-transcript" }),
    ),
    el("h3", null, "Games before this one"),
    games,
  );

  /** The games that made room for others, each a click from being played on. */
  function list() {
    const all = before();
    const day = (when) => new Date(when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    const moves = (count) => (count === 1 ? "1 move" : `${count} moves`);
    refill(games, all.map(({ title, when, told }) => el("li", null, el("button", { type: "button", onclick: () => table.open(told).catch(tellError) }, el("b", null, title), el("span", null, `${moves(told.moves.length)}, ${day(when)}`)))));
    if (all.length === 0) refill(games, el("li", { className: "facts" }, "None yet: a game that makes room for another is kept here."));
  }

  async function read(text) {
    transcript.value = text;
    try {
      const given = /^\s*variant\s*:/im.test(text);
      const variant = given ? undefined : table.game.variant;
      const answer = await call({ request: "transcript", text, variant });
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
    const who = (side) => (players[side] === "person" ? undefined : players[side]);
    try {
      const fragment = await fragmentOf({ ...told, count: table.count });
      const ask = { request: "record", game: game.after(game.plies.length), south: who("S"), north: who("N"), resigned: Boolean(told.resigned) };
      const { text } = await call(ask);
      if (own !== serial) return;
      link.value = `${location.href.split("#")[0]}#${fragment}`;
      if (document.activeElement !== transcript) transcript.value = text;
    } catch (error) {
      tellError(error);
    }
  }

  // Nothing is written while nobody reads it.
  const shown = () => !panel.hidden && table.game && write();
  table.addEventListener("change", ({ detail }) => detail === "position" && table.here && shown());
  return { shown };
}

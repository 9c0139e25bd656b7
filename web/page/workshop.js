//! The workshop: a variant's text is edited, checked as one writes, played at once, and compared with what it was.

import { comparison } from "./comparison.js";
import { byId, el, refill } from "./dom.js";
import { call, isCancelled } from "./door.js";
import { load, save } from "./share.js";
import { isPaper, isRecord, isText } from "./shapes.js";
import { tell, tellError } from "./say.js";
import { kept, tab } from "./storage.js";

/** How long nothing is written before the engine looks at it, in milliseconds. */
const REST = 250;

/**
 * A document: what it is called, the variant or text from which it comes, and what was made of it.
 * @typedef {{id: string, title: string, base: string | {text: string}, original: string, text: string}} Paper
 */

/** @param {import("./table.js").Table} table @param {{variants: () => Promise<object[]>}} games */
export function workshop(table, games) {
  const host = byId("workshop");
  const sheet = el("div", { className: "sheet", id: "sheet" });
  const verdict = el("p", { className: "verdict", role: "status", id: "verdict" });
  const list = el("ul", { className: "mistakes", id: "mistakes" });
  const papers = el("select", { "aria-label": "Drafts", id: "papers", onchange: () => open(papers.value).catch(tellError) });
  const bases = el("input", { list: "bases", placeholder: "Start from a variant…", "aria-label": "Start from a variant", id: "base", onchange: () => startFrom(bases.value.trim()) });
  const names = el("datalist", { id: "bases" });
  const back = el("button", { type: "button", id: "original", onclick: () => toOriginal() }, "Back to the original");
  refill(
    host,
    el(
      "div",
      { className: "bar" },
      papers,
      bases,
      names,
    ),
    sheet,
    verdict,
    list,
    el("div", { className: "bar" }, el("button", { type: "button", id: "save-file", onclick: () => save(`${nameIn(paper.text) ?? paper.id}.toml`, paper.text) }, "Save the file"), el("button", { type: "button", id: "load-file", onclick: () => load(".toml,application/toml,text/plain", fromFile) }, "Load a file"), back, el("span", { className: "facts" }, "Ctrl Space: what can stand here")),
  );
  const forget = el("button", { type: "button", id: "forget", onclick: () => discard().catch(tellError) }, "Forget it");
  back.after(forget);
  const compared = comparison(byId("comparison"));
  let sheetEditor = null;
  let schema = null;
  /** @type {Paper} */
  let paper = null;
  let version = 0;
  let looking = null;
  let timer = 0;
  let learnt = null;
  /** The document whose variant is on the board, that variant, and the game before any of it was cut off. */
  let played = null;

  const nameIn = (text) => /^\s*name\s*=\s*"([a-z0-9-]+)"/m.exec(text)?.[1];
  const drafts = () => kept.read("drafts", {}, isRecord(isPaper));

  /** Keeps what was written, a draft for each document; a document that is as it was is none. */
  function keep() {
    const all = drafts();
    delete all[paper.id];
    if (paper.text !== paper.original || typeof paper.base !== "string") all[paper.id] = paper;
    if (!kept.write("drafts", all)) tell("This browser has no room for the draft. Save it as a file.", { wrong: true });
    tab.write("paper", paper.id);
    showPapers(all);
  }

  function showPapers(all = drafts()) {
    const listed = { ...all, [paper.id]: paper };
    refill(papers, Object.values(listed).map(({ id, title, text, original }) => el("option", { value: id, selected: id === paper.id }, text === original ? title : `${title}, changed`)));
    papers.value = paper.id;
    back.disabled = paper.text === paper.original;
    forget.disabled = typeof paper.base === "string";
  }

  async function open(id) {
    const draft = Object.hasOwn(drafts(), id) ? drafts()[id] : null;
    await lay(draft ?? (await fresh(id)));
  }

  /** The text of a variant of the catalogue, with the changes in it with which it is named. @returns {Promise<Paper>} */
  async function fresh(named) {
    const { label, header, text } = await call({ request: "variant", variant: named });
    const changes = label.slice(header.name.length + 1);
    const title = changes ? `${header.title} with ${changes}` : header.title;
    return { id: label, title, base: header.name, original: text, text };
  }

  async function startFrom(name) {
    if (!name) return;
    bases.value = "";
    try {
      await open(name);
    } catch (error) {
      tellError(error);
    }
  }

  function fromFile(text, name) {
    const id = `file ${name}`;
    lay({ id, title: name, base: { text }, original: text, text }).catch(tellError);
  }

  /** Takes a document that came as a file or a link from the drafts. */
  async function discard() {
    const gone = paper;
    const rest = drafts();
    delete rest[gone.id];
    kept.write("drafts", rest);
    await open(Object.keys(rest)[0] ?? "kalah");
    tell(`${gone.title} is forgotten.`, { action: { words: "Bring it back", run: () => lay(gone).catch(tellError) } });
  }

  async function toOriginal() {
    const before = paper;
    await lay({ ...paper, text: paper.original });
    tell("The text is as it was.", { action: { words: "Bring the change back", run: () => lay(before).catch(tellError) } });
  }

  /** Puts a document on the bench. @param {Paper} next */
  async function lay(next) {
    paper = next;
    clearTimeout(timer);
    // Whoever only plays does not wait for an editor.
    const { editor } = await import("./editor.js");
    if (paper !== next) return;
    sheetEditor ??= editor(sheet, { changed: (text) => write(text), schema: () => schema });
    sheetEditor.open(paper.text);
    keep();
    await look();
  }

  function write(text) {
    paper = { ...paper, text };
    version += 1;
    keep();
    clearTimeout(timer);
    timer = setTimeout(() => look().catch(tellError), REST);
  }

  /** Has the engine look at the text. An answer about an older one marks nothing. */
  async function look() {
    const own = ++version;
    looking?.abort();
    looking = new AbortController();
    const { signal } = looking;
    const { text, base } = paper;
    try {
      const answer = await call({ request: "check", text }, { signal });
      if (own !== version) return;
      showCheck(answer);
      const readable = answer.examples !== undefined;
      if (!readable) {
        compared.stale();
        await learn({ text: paper.original }, signal);
        return;
      }
      await learn({ text }, signal);
      if (own !== version) return;
      await play(text);
      if (own !== version) return;
      compared.show(typeof base === "string" ? base : await parentOf(base), { text }, table.here?.position);
    } catch (error) {
      if (isCancelled(error)) return;
      sheetEditor.mark([]);
      refill(list);
      compared.stale();
      verdict.textContent = error.message;
      verdict.className = "verdict wrong";
    }
  }

  /** What a text from a file is compared with: the variant from which it inherits, else what it was. */
  async function parentOf(base) {
    const info = await call({ request: "variant", variant: base }).catch(() => null);
    return info?.header.inherits ?? base;
  }

  /** Learns what can be written in files of the ruleset. */
  async function learn(variant, signal) {
    const info = await call({ request: "variant", variant }, { signal }).catch((error) => (isCancelled(error) ? Promise.reject(error) : null));
    if (!info || info.ruleset === learnt) return;
    const [answer, all] = await Promise.all([call({ request: "schema", ruleset: info.ruleset }, { signal }), games.variants()]);
    const { properties } = answer.schema;
    schema = { ...answer.schema, properties: { ...properties, inherits: { ...properties.inherits, enum: all.map(({ name }) => name) } } };
    learnt = info.ruleset;
  }

  /** Plays the changed variant: the game on the board goes on as far as its moves are still legal. */
  async function play(text) {
    const told = table.game.told();
    const variant = typeof paper.base === "string" && text === paper.original ? paper.id : { text };
    const before = JSON.stringify(told.variant);
    const after = JSON.stringify(variant);
    const own = table.game.name === paper.id || (played?.id === paper.id && played.variant === before);
    // What was cut off on the way through half a number comes back with the whole one.
    const cut = own && played?.variant === before && goesOn(played.told, told);
    const next = cut ? played.told : told;
    played = { id: paper.id, variant: after, told: next };
    if (before === after) return;
    try {
      await table.open(own ? { ...next, variant } : { variant, moves: [] }, { asFarAsLegal: true, keep: !own });
    } catch {
      await table.open({ variant, moves: [] });
    }
  }

  /** Whether a game goes on where another one stops, by whatever rules. */
  const goesOn = (game, other) => game.start === other.start && other.moves.every((move, ply) => move === game.moves[ply]);

  function showCheck({ ok, examples, mistakes, mistakes_left_out: more = 0, remarks = [], rules_without_example: unshown = [] }) {
    const own = mistakes.filter(({ origin }) => origin === "the text");
    sheetEditor.mark(own);
    const wrong = mistakes.filter(({ example }) => example).length;
    const count = mistakes.length + more;
    const held = examples === undefined ? "" : examples === 0 ? " It has no examples." : ` ${wrong === 0 ? (examples === 1 ? "Its example holds." : `All ${examples} examples hold.`) : `${wrong} of ${examples} examples do not hold.`}`;
    verdict.textContent = (ok ? "No mistakes." : count === 1 ? "One mistake." : `${count} mistakes.`) + held;
    verdict.className = `verdict ${ok ? "fine" : "wrong"}`;
    const place = ({ line, origin }) => (origin === "the text" ? (line ? `Line ${line}` : "The text") : origin);
    refill(
      list,
      mistakes.map((mistake) => el("li", null, el("button", { type: "button", onclick: () => sheetEditor.go(mistake) }, el("b", null, place(mistake)), el("span", null, mistake.message)))),
      more > 0 && el("li", { className: "facts" }, `and ${more} more`),
      ok && remarks.map((remark) => el("li", { className: "facts" }, remark)),
      ok && examples > 0 && unshown.length > 0 && el("li", { className: "facts" }, `No example shows ${unshown.slice(0, 30).join(", ")}.`),
    );
  }

  function room(name) {
    byId("room").dataset.room = name;
    const here = name === "workshop";
    host.hidden = byId("comparison").hidden = !here;
    byId("side").hidden = here;
    byId("to-workshop").setAttribute("aria-pressed", String(here));
    byId("to-play").setAttribute("aria-pressed", String(!here));
    tab.write("room", name);
  }

  async function enter(id) {
    room("workshop");
    const { game } = table;
    const wanted = id ?? (game ? game.name : "kalah");
    if (names.children.length === 0) {
      games.variants().then((all) => refill(names, all.map(({ name, title }) => el("option", { value: name }, title))), tellError);
    }
    try {
      // A game whose text came with a link is a document of its own.
      if (wanted !== null && paper?.id !== wanted) await open(wanted);
      else if (wanted === null && game.info.text !== paper?.text) await lay(linked(game.info.text));
    } catch (error) {
      tellError(error);
    }
  }

  function linked(text) {
    const known = Object.values(drafts()).find((draft) => draft.text === text);
    const title = nameIn(text) ?? "linked";
    return known ?? { id: `link ${title}`, title: `${title}, from a link`, base: { text }, original: text, text };
  }

  host.addEventListener("dragover", (event) => event.preventDefault());
  host.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) fromFile(await file.text(), file.name);
  });

  return {
    enter: () => enter(),
    leave: () => room("play"),
    isOpen: () => !host.hidden,
    /** Goes back to the bench where this tab was left. */
    restore() {
      if (tab.read("room", "play") === "workshop") enter(tab.read("paper", undefined, isText));
    },
  };
}

//! Workshop: a variant's text is edited, checked while typing, played, and compared with the original.

import { comparison } from "./comparison.js";
import { byId, el, refill } from "./dom.js";
import { call, isCancelled } from "./door.js";
import { continues } from "./link.js";
import { load, save } from "./share.js";
import { isPaper, isRecord, isText } from "./shapes.js";
import { tell, tellError } from "./say.js";
import { kept, tab } from "./storage.js";

/** Pause in typing before the engine checks the text, in milliseconds. */
const REST = 250;

/**
 * A document: its title, the variant or text it is based on, the original text and the current one.
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
    el("div", { className: "bar" }, el("button", { type: "button", id: "save-file", onclick: () => save(`${nameIn(paper.text) ?? paper.id}.toml`, paper.text) }, "Save the file"), el("button", { type: "button", id: "load-file", onclick: () => load(".toml,application/toml,text/plain", fromFile) }, "Load a file"), back, el("span", { className: "facts" }, "Ctrl+Space: completions")),
  );
  const forget = el("button", { type: "button", id: "forget", onclick: () => discard().catch(tellError) }, "Discard the draft");
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
  /** The document whose variant is on the board, that variant, and the game before illegal moves were removed. */
  let played = null;

  const nameIn = (text) => /^\s*name\s*=\s*"([a-z0-9-]+)"/m.exec(text)?.[1];
  const drafts = () => kept.read("drafts", {}, isRecord(isPaper));

  /** Saves the text as a draft of its document; an unchanged document has no draft. */
  function keep() {
    const all = drafts();
    delete all[paper.id];
    if (paper.text !== paper.original || typeof paper.base !== "string") all[paper.id] = paper;
    if (!kept.write("drafts", all)) tell("The browser's storage is full. Save the draft as a file.", { wrong: true });
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
    const own = ++version;
    const draft = Object.hasOwn(drafts(), id) ? drafts()[id] : null;
    const next = draft ?? (await fresh(id));
    if (own === version) await lay(next);
  }

  /** Loads the text of a variant of the catalogue, including the changes in its name. @returns {Promise<Paper>} */
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

  /** Discards a document that came from a file or a link. */
  async function discard() {
    const gone = paper;
    const rest = drafts();
    delete rest[gone.id];
    kept.write("drafts", rest);
    await open(Object.keys(rest)[0] ?? "kalah");
    tell(`${gone.title} was discarded.`, { action: { words: "Restore it", run: () => lay(gone).catch(tellError) } });
  }

  async function toOriginal() {
    const before = paper;
    await lay({ ...paper, text: paper.original });
    tell("The original text is restored.", { action: { words: "Restore the changes", run: () => lay(before).catch(tellError) } });
  }

  /** Opens a document. @param {Paper} next */
  async function lay(next) {
    paper = next;
    clearTimeout(timer);
    // The editor is loaded only when it is needed.
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

  /** Lets the engine check the text; results for older texts are ignored. */
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

  /** What a file's text is compared with: its parent variant, or else its original text. */
  async function parentOf(base) {
    const info = await call({ request: "variant", variant: base }).catch(() => null);
    return info?.header.inherits ?? base;
  }

  /** Loads the schema of the ruleset's files for completions. */
  async function learn(variant, signal) {
    const info = await call({ request: "variant", variant }, { signal }).catch((error) => (isCancelled(error) ? Promise.reject(error) : null));
    if (!info || info.ruleset === learnt) return;
    const [answer, all] = await Promise.all([call({ request: "schema", ruleset: info.ruleset }, { signal }), games.variants()]);
    const { properties } = answer.schema;
    schema = { ...answer.schema, properties: { ...properties, inherits: { ...properties.inherits, enum: all.map(({ name }) => name) } } };
    learnt = info.ruleset;
  }

  /** Plays the changed variant: the game continues as far as its moves are still legal. */
  async function play(text) {
    const told = table.game.told();
    const variant = typeof paper.base === "string" && text === paper.original ? paper.id : { text };
    const before = JSON.stringify(told.variant);
    const after = JSON.stringify(variant);
    const own = table.game.name === paper.id || (played?.id === paper.id && played.variant === before);
    // Moves that an unfinished edit made illegal come back once they are legal again.
    const cut = own && played?.variant === before && continues({ ...told, start: played.told.start, moves: played.told.moves }, told);
    const next = cut ? played.told : told;
    played = { id: paper.id, variant: after, told: next };
    if (before === after) return;
    try {
      await table.open(own ? { ...next, variant } : { variant, moves: [] }, { asFarAsLegal: true, keep: !own });
    } catch {
      await table.open({ variant, moves: [] });
    }
  }

  function showCheck({ ok, examples, mistakes, mistakes_left_out: more = 0, remarks = [], rules_without_example: unshown = [] }) {
    const own = mistakes.filter(({ origin }) => origin === "the text");
    sheetEditor.mark(own);
    const wrong = mistakes.filter(({ example }) => example).length;
    const count = mistakes.length + more;
    const held = examples === undefined ? "" : examples === 0 ? " There are no examples." : ` ${wrong === 0 ? (examples === 1 ? "The example passes." : `All ${examples} examples pass.`) : `${wrong} of ${examples} examples fail.`}`;
    verdict.textContent = (ok ? "No errors." : count === 1 ? "One error." : `${count} errors.`) + held;
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
      // A game whose text came from a link is a document of its own.
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
    /** Closes the workshop; with `drop` a text that is still being loaded or checked is not played. */
    leave({ drop = false } = {}) {
      if (drop) {
        version += 1;
        clearTimeout(timer);
        looking?.abort();
        paper = null;
      }
      room("play");
    },
    isOpen: () => !host.hidden,
    /** Returns to the workshop if this tab was left there. */
    restore() {
      if (tab.read("room", "play") === "workshop") enter(tab.read("paper", undefined, isText));
    },
  };
}

//! Workshop: a variant's text is edited, checked while typing, played, and compared with the original.

import { changedExamples } from "./changed.js";
import { comparison } from "./comparison.js";
import { byId, el, refill } from "./dom.js";
import { call, isCancelled } from "./door.js";
import { form } from "./form.js";
import { continues, copy, fragmentOf, linkTo } from "./link.js";
import { playExample } from "./rules.js";
import { load, save } from "./share.js";
import { isPaper, isRecord, isText } from "./shapes.js";
import { tell, tellError } from "./say.js";
import { kept, tab } from "./storage.js";
import { text } from "./texts.js";
import { removingKey, settingKey } from "./toml.js";

/** Pause in typing before the engine checks the text, in milliseconds. */
const REST = 250;

/**
 * A document: its title, the variant or text it is based on, the original text and the current one, and the name with changes that describes it, if one does.
 * @typedef {{id: string, title: string, base: string | {text: string}, original: string, text: string, short?: string | null}} Paper
 */

/** @param {import("./table.js").Table} table @param {{variants: () => Promise<object[]>}} games */
export function workshop(table, games) {
  const host = byId("workshop");
  const sheet = el("div", { className: "sheet", id: "sheet" });
  const fields = form({
    set: (key, value) => sheetEditor.edit([settingKey(paper.text, key, value)]),
    remove: (key) => sheetEditor.edit([removingKey(paper.text, key)].filter(Boolean)),
  });
  const link = el("input", { id: "draft-link", readonly: true, "aria-label": text("linkToVariant"), hidden: true });
  const verdict = el("p", { className: "verdict", role: "status", id: "verdict" });
  const list = el("ul", { className: "mistakes", id: "mistakes" });
  const papers = el("select", { "aria-label": text("drafts"), id: "papers", onchange: () => open(papers.value).catch(tellError) });
  const bases = el("input", { list: "bases", placeholder: text("startFrom"), "aria-label": text("startFrom"), id: "base", onchange: () => startFrom(bases.value.trim()) });
  const names = el("datalist", { id: "bases" });
  const back = el("button", { type: "button", id: "original", onclick: () => toOriginal() }, text("toOriginal"));
  refill(
    host,
    el(
      "div",
      { className: "bar" },
      papers,
      bases,
      names,
    ),
    el("div", { className: "desk" }, fields.node, sheet),
    verdict,
    list,
    el("div", { className: "bar" }, el("button", { type: "button", id: "save-file", onclick: () => save(`${nameIn(paper.text) ?? paper.id}.toml`, paper.text) }, text("saveFile")), el("button", { type: "button", id: "load-file", onclick: () => load(".toml,application/toml,text/plain", fromFile) }, text("loadFile")), el("button", { type: "button", id: "share-draft", onclick: () => shareDraft().catch(tellError) }, text("copyLink")), link, back, el("span", { className: "facts" }, text("completions"))),
  );
  const forget = el("button", { type: "button", id: "forget", onclick: () => discard().catch(tellError) }, text("discardDraft"));
  back.after(forget);
  const compared = comparison(byId("comparison"));
  let sheetEditor = null;
  let schema = null;
  /** The open document, once there is one. @type {Paper} */
  let paper = /** @type {any} */ (null);
  let version = 0;
  let looking = null;
  let timer = 0;
  let learnt = null;
  /** The variant that a document is based on, with the engine's answer about it. @type {{base: Paper["base"] | null, info: any}} */
  let origin = { base: null, info: null };
  /** The document whose variant is on the board, that variant, and the game before illegal moves were removed. */
  let played = null;

  const nameIn = (text) => /^\s*name\s*=\s*"([a-z0-9-]+)"/m.exec(text)?.[1];
  const drafts = () => kept.read("drafts", {}, isRecord(isPaper));

  /** Saves the text as a draft of its document; an unchanged document has no draft. */
  function keep() {
    const all = drafts();
    delete all[paper.id];
    if (paper.text !== paper.original || typeof paper.base !== "string") all[paper.id] = paper;
    if (!kept.write("drafts", all)) tell(text("storageFull"), { wrong: true });
    tab.write("paper", paper.id);
    showPapers(all);
  }

  function showPapers(all = drafts()) {
    const listed = { ...all, [paper.id]: paper };
    refill(papers, Object.values(listed).map((one) => el("option", { value: one.id, selected: one.id === paper.id }, one.text === one.original ? one.title : text("changedTitle", { title: one.title }))));
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
    const { label, header, text: original } = await call({ request: "variant", variant: named });
    const changes = label.slice(header.name.length + 1);
    const title = changes ? text("titleWith", { title: header.title, changes }) : header.title;
    return { id: label, title, base: header.name, original, text: original };
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
    tell(text("discarded", { title: gone.title }), { action: { words: text("restoreIt"), run: () => lay(gone).catch(tellError) } });
  }

  async function toOriginal() {
    const before = paper;
    await lay({ ...paper, text: paper.original });
    tell(text("originalRestored"), { action: { words: text("restoreChanges"), run: () => lay(before).catch(tellError) } });
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
    link.hidden = true;
    paper = { ...paper, text, short: null };
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
      const original = await originalOf(base, signal);
      const readable = answer.examples !== undefined;
      const info = readable ? await call({ request: "variant", variant: { text } }, { signal }) : null;
      const wrong = answer.mistakes.flatMap(({ example }) => example ?? []);
      const changed = info && original ? await changedExamples(wrong, { text: original.text, info: original }, { text, info }, signal) : [];
      if (own !== version) return;
      await learn(info ?? original, signal);
      if (own !== version) return;
      showCheck(answer, changed);
      if (!readable) {
        compared.stale();
        return;
      }
      fields.show(schema, info);
      const short = await shortName(text, info, signal);
      if (own !== version) return;
      paper = { ...paper, short };
      keep();
      await play();
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

  /** The engine's answer about what a document is based on, requested once; null if that is invalid. @param {Paper["base"]} base */
  async function originalOf(base, signal) {
    if (origin.base !== base) {
      const info = await call({ request: "variant", variant: base }, { signal }).catch((error) => (isCancelled(error) ? Promise.reject(error) : null));
      origin = { base, info };
    }
    return origin.info;
  }

  /** The name with changes that has the same rules, header and examples as a text, if there is one. */
  async function shortName(text, info, signal) {
    const { text: transcript } = await call({ request: "record", game: { variant: { text } } }, { signal });
    const name = /^variant: (.+)$/m.exec(transcript)?.[1];
    if (!name || /^variant-file: /m.test(transcript)) return null;
    const named = await call({ request: "variant", variant: name }, { signal });
    const content = ({ digest, header, examples, examples_left_out: others }) => JSON.stringify([digest, header, examples, others]);
    return content(named) === content(info) ? name : null;
  }

  /** Copies a link to the variant and to the game on the board. */
  async function shareDraft() {
    link.hidden = false;
    link.value = linkTo(await fragmentOf({ ...table.game.told(), variant: variantOf() }, { tab: "workshop" }));
    await copy(link);
  }

  /** The variant of the document: a name if one describes it, otherwise its text. */
  function variantOf() {
    const { base, text, original, id, short } = paper;
    return typeof base === "string" && text === original ? id : short ?? { text };
  }

  /** Loads the schema of the ruleset's files for completions and the form. */
  async function learn(info, signal) {
    if (!info || info.ruleset === learnt) return;
    const [answer, all] = await Promise.all([call({ request: "schema", ruleset: info.ruleset }, { signal }), games.variants()]);
    const { properties } = answer.schema;
    schema = { ...answer.schema, properties: { ...properties, inherits: { ...properties.inherits, enum: all.map(({ name }) => name) } } };
    learnt = info.ruleset;
  }

  /** Plays the changed variant: the game continues as far as its moves are still legal. */
  async function play() {
    // An example on the board gives way to the game.
    await table.back();
    const told = table.game.told();
    const variant = variantOf();
    const before = JSON.stringify(told.variant);
    const after = JSON.stringify(variant);
    const { name } = table.game;
    const own = (name !== null && [paper.id, paper.short].includes(name)) || (played?.id === paper.id && played.variant === before);
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

  /** Shows errors, and apart from them the examples that a changed rule gives another outcome. @param {any} answer @param {import("./changed.js").Changed[]} changed */
  function showCheck({ ok, examples, mistakes, mistakes_left_out: more = 0, remarks = [], rules_without_example: unshown = [] }, changed) {
    const isChanged = ({ example }) => changed.some((one) => one.example.name === example);
    const real = mistakes.filter((mistake) => !isChanged(mistake));
    sheetEditor.mark(real.filter(({ origin }) => origin === "the text"));
    const fine = ok || (real.length === 0 && more === 0);
    const count = real.length + more;
    verdict.textContent = (fine ? text("noErrors") : count === 1 ? text("oneError") : text("errors", { count })) + held(examples, real.filter(({ example }) => example).length, changed.length);
    verdict.className = `verdict ${fine ? "fine" : "wrong"}`;
    const place = ({ line, origin }) => (origin === "the text" ? (line ? text("atLine", { number: line }) : text("theText")) : origin);
    refill(
      list,
      changed.length > 1 && el("li", null, el("button", { type: "button", id: "keep-all", onclick: () => sheetEditor.edit(changed) }, text("keepAll", { count: changed.length }))),
      changed.map(offer),
      real.map((mistake) => el("li", null, el("button", { type: "button", onclick: () => sheetEditor.go(mistake) }, el("b", null, place(mistake)), el("span", { lang: "en" }, mistake.message)))),
      more > 0 && el("li", { className: "facts" }, text("andMore", { count: more })),
      ok && remarks.map((remark) => el("li", { className: "facts", lang: "en" }, remark)),
      ok && examples > 0 && unshown.length > 0 && el("li", { className: "facts" }, text("noExampleShows", { rules: unshown.slice(0, 30).join(", ") })),
    );
  }

  /** The state of the examples in a sentence. */
  function held(examples, wrong, changed) {
    if (examples === undefined) return "";
    if (examples === 0) return ` ${text("noExamples")}`;
    const others = changed === 0 ? "" : ` ${changed === 1 ? text("oneChanged") : text("manyChanged", { count: changed })}`;
    if (wrong > 0) return ` ${text("examplesFail", { count: wrong, all: examples })}${others}`;
    if (changed > 0) return others;
    return ` ${examples === 1 ? text("examplePasses") : text("examplesPass", { count: examples })}`;
  }

  /** Asks whether an example shall have its new outcome. @param {import("./changed.js").Changed} changed */
  function offer(changed) {
    const { example, words, insert } = changed;
    const button = (label, onclick) => el("button", { type: "button", className: "small", onclick }, label);
    return el(
      "li",
      { className: "offer" },
      el("p", null, el("b", null, text(insert ? "nowGives" : "cantKeep", { name: example.name.replaceAll("-", " ") })), " ", el("span", null, words)),
      el("div", { className: "bar" }, button(text(insert ? "keepIt" : "removeIt"), () => sheetEditor.edit([changed])), button(text("showIt"), () => playExample(table, insert ? example : { ...example, moves: [] }).catch(tellError))),
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
    const asked = id ?? (game ? game.name : "kalah");
    const wanted = Object.values(drafts()).find(({ short }) => short && short === asked)?.id ?? asked;
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

  function linked(content) {
    const known = Object.values(drafts()).find((draft) => draft.text === content);
    const title = nameIn(content) ?? "linked";
    return known ?? { id: `link ${title}`, title: text("fromLink", { title }), base: { text: content }, original: content, text: content };
  }

  host.addEventListener("dragover", (event) => event.preventDefault());
  host.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) fromFile(await file.text(), file.name);
  });

  /** Opens a new document with the rules of a variant, to describe a game that is like it. @param {string} nearest */
  async function begin(nearest) {
    room("workshop");
    try {
      const { header, text: given } = await call({ request: "variant", variant: nearest });
      const taken = new Set(Object.keys(drafts()));
      let number = 1;
      while (taken.has(`own ${number}`)) number += 1;
      const title = text("ownTitle", { title: header.title });
      const named = [`name = "my-game-${number}"`, `title = ${JSON.stringify(title)}`];
      // Inheritance has one level, so an heir is copied.
      const content = header.inherits ? named.reduce((words, line) => words.replace(new RegExp(`^${line.split(" ")[0]} = .*$`, "m"), () => line), given) : [...named, `inherits = "${nearest}"`, ""].join("\n");
      await lay({ id: `own ${number}`, title, base: { text: content }, original: content, text: content });
    } catch (error) {
      tellError(error);
    }
  }

  return {
    enter: () => enter(),
    begin,
    /** Closes the workshop; with `drop` a text that is still being loaded or checked is not played. */
    leave({ drop = false } = {}) {
      if (drop) {
        version += 1;
        clearTimeout(timer);
        looking?.abort();
        paper = /** @type {any} */ (null);
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

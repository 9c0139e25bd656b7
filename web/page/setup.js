//! Position editor: seeds are set on the board itself, or the position is typed.

import { byId, el, refill } from "./dom.js";
import { readPosition, sideName, writePosition } from "./notation.js";
import { sideIndex } from "./film.js";
import { tellError } from "./say.js";
import { text } from "./texts.js";

/** Maximum number of seeds in a pit or store. */
const MOST = 255;

/** @param {import("./table.js").Table} table */
export function setupPanel(table, panel) {
  const field = el("textarea", { id: "position", rows: 4, spellcheck: "false", "aria-label": text("position"), oninput: () => read() });
  const total = el("p", { className: "total" });
  const side = (value) => el("label", null, el("input", { type: "radio", name: "to-move", value, onchange: () => change({ toMove: value }) }), text("sideToMove", { who: sideName(value) }));
  const edit = el("button", { type: "button", className: "switch", id: "edit", "aria-pressed": "false", onclick: () => (table.editing ? leave() : enter()) }, text("editOnBoard"));
  const play = el("button", { type: "button", className: "main", id: "play-position", onclick: () => start() }, text("playFromHere"));
  const clear = el("button", { type: "button", onclick: () => change({ pits: Object.fromEntries(table.board.rows.flat().map((pit) => [pit, 0])) }) }, text("clearPits"));
  const remove = el("button", { type: "button", className: "switch", id: "remove", "aria-pressed": "false", onclick: () => remove.setAttribute("aria-pressed", String(remove.getAttribute("aria-pressed") === "false")) }, text("removeSeeds"));
  const sides = el("fieldset", { className: "sides" }, el("legend", { className: "heard" }, text("playerToMove")), side("S"), side("N"));
  let draft = null;
  const wrong = el("p", { className: "wrong", role: "alert" });
  refill(
    panel,
    el("h2", null, text("setUp")),
    el("p", null, text("setUpAbout")),
    el("div", { className: "bar" }, edit, remove, clear),
    sides,
    el("label", null, text("asText"), field),
    total,
    wrong,
    el("div", { className: "bar" }, play),
  );

  /** The typed position, or null if it is invalid. */
  const written = () => readPosition(field.value, table.board.rows);

  function show() {
    const position = written();
    play.disabled = !position;
    if (!position) {
      total.textContent = "";
      return;
    }
    const seeds = [...Object.values(position.pits), ...Object.values(position.seeds).flat()].reduce((sum, count) => sum + count, 0);
    total.textContent = text("seedsInAll", { count: seeds });
    for (const input of sides.querySelectorAll("input")) input.checked = input.value === position.toMove;
    if (!table.editing) return;
    const { fields } = table.here.board;
    const seedFields = Object.fromEntries(Object.entries(position.seeds).filter(([name]) => fields[name]?.seeds).map(([name, both]) => [name, { seeds: both }]));
    table.board.show({ board: { ...table.here.board, pits: position.pits, fields: { ...fields, ...seedFields } }, hand: 0, at: null, flight: null, text: "", event: -1 });
  }

  function change(to) {
    const position = written();
    if (!position) return;
    if (!table.editing) enter();
    field.value = writePosition(field.value, table.board.rows, { ...position, ...to });
    wrong.textContent = "";
    show();
  }

  function read() {
    if (!table.editing) enter(false);
    wrong.textContent = written() ? "" : text("wrongPosition");
    show();
  }

  function press(name, event) {
    const position = written();
    if (!position) return;
    const by = event.type === "contextmenu" || event.shiftKey || event.altKey || (event.type === "click" && remove.getAttribute("aria-pressed") === "true") ? -1 : 1;
    const within = (count) => Math.max(0, Math.min(MOST, count + by));
    if (name in position.pits) {
      change({ pits: { ...position.pits, [name]: within(position.pits[name]) } });
      return;
    }
    const [field, owner] = [name.slice(0, -2), name.slice(-1)];
    const both = [...(position.seeds[field] ?? table.here.board.fields[field].seeds)];
    both[sideIndex(owner)] = within(both[sideIndex(owner)]);
    change({ seeds: { ...position.seeds, [field]: both } });
  }

  function enter(reset = true) {
    if (!table.here) return;
    if (reset) field.value = table.here.position;
    table.edit(press);
    edit.setAttribute("aria-pressed", "true");
    show();
  }

  function leave() {
    table.goTo(table.count).catch(tellError);
  }

  /** Ends editing on other tabs; the position returns with this one. */
  function hide() {
    if (!table.editing) return;
    draft = { position: table.here.position, text: field.value };
    leave();
  }

  function shown() {
    const before = draft;
    draft = null;
    if (!before || before.position !== table.here?.position || table.editing) return;
    enter(false);
    field.value = before.text;
    read();
  }

  function start() {
    const { variant } = table.game.told();
    table.open({ variant, start: field.value.trim(), moves: [] }).catch((error) => {
      const [first] = error.message.split("\n");
      wrong.textContent = first;
    });
  }

  byId("board").addEventListener("keydown", (event) => {
    if (!table.editing || !["+", "-", "Delete", "Backspace"].includes(event.key)) return;
    const { pit, store } = /** @type {HTMLElement} */ (event.target).dataset;
    const place = pit ?? store;
    if (!place) return;
    event.preventDefault();
    press(place, { type: "keydown", shiftKey: event.key !== "+" });
    table.board.nodes[place].button.focus();
  });

  table.addEventListener("change", ({ detail }) => {
    if (detail !== "position" || !table.here) return;
    edit.setAttribute("aria-pressed", "false");
    field.value = table.here.position;
    wrong.textContent = "";
    show();
  });
  return { hide, shown };
}

//! Position editor: seeds are set on the board itself, or the position is typed.

import { el, refill } from "./dom.js";
import { readPosition, sideName, writePosition } from "./notation.js";
import { sideIndex } from "./film.js";
import { tellError } from "./say.js";

/** Maximum number of seeds in a pit or store. */
const MOST = 255;

/** @param {import("./table.js").Table} table */
export function setupPanel(table, panel) {
  const text = el("textarea", { id: "position", rows: 4, spellcheck: "false", "aria-label": "Position", oninput: () => read() });
  const total = el("p", { className: "total" });
  const side = (value) => el("label", null, el("input", { type: "radio", name: "to-move", value, onchange: () => change({ toMove: value }) }), `${sideName(value)} to move`);
  const edit = el("button", { type: "button", className: "switch", id: "edit", "aria-pressed": "false", onclick: () => (table.editing ? leave() : enter()) }, "Edit on the board");
  const play = el("button", { type: "button", className: "main", id: "play-position", onclick: () => start() }, "Play from here");
  const clear = el("button", { type: "button", onclick: () => change({ pits: Object.fromEntries(table.board.rows.flat().map((pit) => [pit, 0])) }) }, "Clear the pits");
  const sides = el("fieldset", { className: "sides" }, el("legend", { className: "heard" }, "Player to move"), side("S"), side("N"));
  let draft = null;
  const wrong = el("p", { className: "wrong", role: "alert" });
  refill(
    panel,
    el("h2", null, "Set up a position"),
    el("p", null, "Press pits and stores to add seeds. Use Shift or the right button to remove one. With the keyboard, use + and −."),
    el("div", { className: "bar" }, edit, clear),
    sides,
    el("label", null, "As text", text),
    total,
    wrong,
    el("div", { className: "bar" }, play),
  );

  /** The typed position, or null if it is invalid. */
  const written = () => readPosition(text.value, table.board.rows);

  function show() {
    const position = written();
    play.disabled = !position;
    if (!position) {
      total.textContent = "";
      return;
    }
    const seeds = [...Object.values(position.pits), ...Object.values(position.seeds).flat()].reduce((sum, count) => sum + count, 0);
    total.textContent = `${seeds} seeds in all.`;
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
    text.value = writePosition(text.value, table.board.rows, { ...position, ...to });
    wrong.textContent = "";
    show();
  }

  function read() {
    if (!table.editing) enter(false);
    wrong.textContent = written() ? "" : "Invalid position of this board. Expected rows of numbers with commas, “/” between the rows, then S or N and the fields.";
    show();
  }

  function press(name, event) {
    const position = written();
    if (!position) return;
    const by = event.type === "contextmenu" || event.shiftKey || event.altKey ? -1 : 1;
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
    if (reset) text.value = table.here.position;
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
    draft = { position: table.here.position, text: text.value };
    leave();
  }

  function shown() {
    const before = draft;
    draft = null;
    if (!before || before.position !== table.here?.position || table.editing) return;
    enter(false);
    text.value = before.text;
    read();
  }

  function start() {
    const { variant } = table.game.told();
    table.open({ variant, start: text.value.trim(), moves: [] }).catch((error) => {
      const [first] = error.message.split("\n");
      wrong.textContent = first;
    });
  }

  document.getElementById("board").addEventListener("keydown", (event) => {
    if (!table.editing || !["+", "-", "Delete", "Backspace"].includes(event.key)) return;
    const { pit, store } = /** @type {HTMLElement} */ (event.target).dataset;
    if (!pit && !store) return;
    event.preventDefault();
    press(pit ?? store, { type: "keydown", shiftKey: event.key !== "+" });
    table.board.nodes[pit ?? store].button.focus();
  });

  table.addEventListener("change", ({ detail }) => {
    if (detail !== "position" || !table.here) return;
    edit.setAttribute("aria-pressed", "false");
    text.value = table.here.position;
    wrong.textContent = "";
    show();
  });
  return { hide, shown };
}

//! Keyboard shortcuts, as on popular boards, and their list.

import { byId, el, iconButton, refill } from "./dom.js";
import { tellError } from "./say.js";
import { text } from "./texts.js";

/** Descriptions of the keys. */
const LIST = [
  ["← →", text("keyStep")],
  ["↑ ↓", text("keyEnds")],
  ["Shift ← →", text("keySeeds")],
  ["p", text("keyPause")],
  ["Tab, Enter", text("keyTab")],
  ["← → ↑ ↓", text("keyWalk")],
  ["Escape", text("keyCancel")],
  ["Space", text("keyBest")],
  ["l", text("analysis")],
  ["f", text("turnBoard")],
  ["u", text("keyBack")],
  ["Shift u", text("redo")],
  ["1 … 9", text("keyFront")],
  ["Shift 1 … 9", text("keyRear")],
  ["a1 … c9", text("keyPit")],
  ["n", text("another")],
  ["?", text("keyList")],
];

/** Whether keys belong to a field in which the user types or chooses. */
function writes(target) {
  const inner = target.shadowRoot?.activeElement ?? target;
  return inner.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(inner.tagName);
}

/** @param {import("./table.js").Table} table @param {Record<string, () => unknown>} does Other keys; `false` means that nothing was done. */
export function keys(table, does) {
  const help = /** @type {HTMLDialogElement} */ (byId("help"));
  refill(
    help,
    el("div", { className: "bar" }, el("h2", { id: "help-title" }, text("keys")), iconButton("close", text("close"), () => help.close())),
    el("dl", { className: "list", tabindex: 0 }, LIST.map(([key, words]) => [el("dt", null, key.split(", ").map((one) => [el("kbd", null, one), " "])), el("dd", null, words)])),
  );
  help.addEventListener("click", (event) => event.target === help && help.close());
  const showHelp = () => help.showModal();
  const plain = {
    ArrowLeft: () => table.step(-1),
    ArrowRight: () => table.step(1),
    ArrowUp: () => table.step(-Infinity),
    ArrowDown: () => table.step(Infinity),
    p: () => table.pauseOrPlay(),
    f: () => table.flip(),
    u: () => byId("undo").click(),
    Escape: () => table.chooser.close(),
    "?": showHelp,
    ...does,
  };
  const shifted = { ArrowLeft: () => table.stepFrame(-1).catch(tellError), ArrowRight: () => table.stepFrame(1).catch(tellError), "?": showHelp, U: () => byId("redo").click() };
  /** The pit that the focus reached by keyboard; at the next key, `:focus-visible` is also true after a click. */
  let reached = null;
  document.addEventListener("focusin", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    reached = target.matches("[data-pit]:focus-visible") ? target : null;
  });
  /** The row that was typed; a digit follows. @type {string | null} */
  let row = null;
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || writes(target)) return;
    if (document.querySelector("dialog[open]")) return;
    // Buttons use the space bar, and scrollable lists the arrow keys, except that of the moves.
    if (event.key === " " && target.closest("button, summary, a")) return;
    if (event.key.startsWith("Arrow") && target.closest("#panels, .mistakes, #comparison") && !target.closest("#moves")) return;
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    const typed = row;
    row = /^[a-c]$/i.test(event.key) ? event.key : null;
    if (digit && table.press(typed ?? (event.shiftKey ? "b" : "a"), digit)) {
      event.preventDefault();
      return;
    }
    // A pit reached by keyboard leads to those beside it.
    if (target === reached && event.key.startsWith("Arrow") && !event.shiftKey) {
      table.board.walk(reached.dataset.pit, event.key);
      event.preventDefault();
      return;
    }
    const run = (event.shiftKey ? shifted : plain)[event.key];
    if (!run) return;
    // A key that does nothing here is the browser's.
    if (run() !== false) event.preventDefault();
  });
  return { showHelp };
}

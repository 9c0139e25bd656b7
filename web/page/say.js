//! Messages of the page: visible for a while, and announced to screen readers.

import { byId, el, iconButton } from "./dom.js";
import { text } from "./texts.js";

/** Time in milliseconds for which a message is shown. */
const STAY = 9000;

/** Announces a text to screen readers, without interrupting earlier ones. */
export function hear(text) {
  const log = byId("heard");
  log.append(el("p", null, text));
  while (log.children.length > 6) log.firstChild?.remove();
}

/**
 * Shows a message.
 * @param {string} words @param {{action?: {words: string, run: () => void}, wrong?: boolean}} [with_]
 */
export function tell(words, { action, wrong = false } = {}) {
  const close = () => message.remove();
  const button = action && el("button", { type: "button", className: "quiet", onclick: () => { close(); action.run(); } }, action.words);
  const message = el("div", { className: wrong ? "message wrong" : "message" }, el("p", { role: wrong ? "alert" : "status" }, sentence(words)), button, iconButton("close", text("close"), close));
  const messages = byId("messages");
  while (messages.children.length > 2) messages.firstChild?.remove();
  messages.append(message);
  setTimeout(close, wrong ? 2 * STAY : STAY);
}

/** The first line of a text, as a sentence. */
function sentence(text) {
  const [first] = text.split("\n");
  const begun = first.charAt(0).toUpperCase() + first.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** Shows an error; cancelled requests are ignored. */
export function tellError(error) {
  if (error?.name === "AbortError") return;
  tell(String(error?.message ?? error), { wrong: true });
}

//! Games of two people: at one device, or with a friend by link, where each move is a new link and no server is needed.

import { byId, el, refill } from "./dom.js";
import { copy, fragmentOf, linkTo } from "./link.js";
import { otherSide } from "./notation.js";
import { tellError } from "./say.js";
import { set, settings } from "./storage.js";
import { text } from "./texts.js";

/** The side of the friend, if one plays. */
const friendIn = (table) => ["S", "N"].find((side) => table.players[side] === "friend");

/**
 * Seats the player who opens a friend's link, and the friend who sent it.
 * @param {import("./table.js").Table} table @param {{to?: string | null}} told @param {boolean} sent Whether the game here already has these moves, so that the link may be one's own.
 */
export function seatFriends(table, { to }, sent) {
  if (!to || (sent && table.players[to] === "friend")) return;
  table.seat(to, "person");
  table.seat(otherSide(to), "friend");
}

/** Shows the link for the friend under the board, once it is the friend's turn. @param {import("./table.js").Table} table */
export function friend(table) {
  const field = el("input", { id: "friend-link", readonly: true, "aria-label": text("friendLink") });
  const words = el("p");
  const send = el("button", { type: "button", id: "send-link", onclick: () => navigator.share({ url: field.value }).catch(() => {}) }, text("send"));
  const box = el("div", { className: "friend", id: "friend", role: "group", "aria-label": text("friendHere"), hidden: true }, words, el("div", { className: "bar" }, field, el("button", { type: "button", className: "main", id: "copy-friend", onclick: () => copy(field) }, text("copyLink")), "share" in navigator && send));
  byId("words").after(box);

  async function show() {
    const side = friendIn(table);
    const { game, here, end } = table;
    const waits = Boolean(side && here && !table.watching && !table.editing && table.atLast && (end || table.toMove === side));
    box.hidden = !waits;
    if (!waits) return;
    words.textContent = text(end ? "sendEnd" : game.plies.length === 0 ? "sendFirst" : "sendLink");
    field.value = linkTo(await fragmentOf({ ...game.told(), lines: [], comments: {} }, { to: side }));
  }
  table.addEventListener("change", () => show().catch(tellError));
}

/** The choice of playing with a friend, for the panel of shared games. @param {import("./table.js").Table} table */
export function together(table) {
  const byLink = el("button", { type: "button", id: "by-link", onclick: () => seat("friend") }, text("byLink"));
  const here = el("button", { type: "button", id: "at-one-device", onclick: () => seat("person") }, text("oneDevice"));
  const turns = el("input", { type: "checkbox", id: "turns", checked: settings.turns === true, onchange: () => { set("turns", turns.checked); seat("person"); } });

  /** Seats the person here, and another one opposite. */
  function seat(other) {
    const side = ["S", "N"].find((one) => table.players[one] === "person") ?? "S";
    table.seat(side, "person");
    table.seat(otherSide(side), other);
  }
  const box = el("div", { className: "together" });
  return refill(
    box,
    el("h2", null, text("together")),
    el("p", { className: "facts" }, text("togetherAbout")),
    el("div", { className: "bar" }, byLink, here),
    el("label", { className: "check" }, turns, text("turns")),
  );
}

//! The address of the page: it holds the game, the move on the board and the tab, for Back, a reload and copied addresses.

import { continues, fragmentOf, gameIn, sameStart } from "./link.js";
import { tellError } from "./say.js";
import { answersIn, fragmentFor } from "./which.js";

const sameText = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Pause after the last step through a game before it replaces the address, in milliseconds: browsers limit the number of replacements. */
const REST = 200;

/** Whether this page wrote the address, so that it belongs to the stored game; otherwise it was entered or followed. */
export const isOwn = () => history.state?.own === true;

/** The content of the address, or null if it names no game. @returns {Promise<(import("./link.js").Linked & {tab: string | null, to: string | null, example: boolean}) | null>} */
export async function addressed() {
  const fragment = location.hash.slice(1);
  const told = await gameIn(fragment);
  const query = new URLSearchParams(fragment);
  return told && { ...told, tab: query.get("tab"), to: ["S", "N"].find((side) => side === query.get("to")) ?? null, example: query.has("example") };
}

/**
 * Updates the address on each change, and follows it after Back or a new address.
 * @param {import("./table.js").Table} table @param {{tab: () => string, show: (tab: string) => void, open: (told: object) => Promise<unknown>, questions: {isOpen: () => boolean, open: (given: import("./which.js").Given[]) => unknown, leave: () => void}}} page
 */
export function address(table, { tab, show, open, questions }) {
  /** Content of the address. */
  let said = null;
  let serial = 0;
  let push = false;
  /** Whether the address changes without a pause: a reload must not open an earlier game. */
  let soon = false;
  let reading = false;
  /** The address to replace the current one, and the timer for it. */
  let next = null;
  let timer = 0;

  /** Changes the address, unless the browser refuses because of too many changes. @param {"pushState" | "replaceState"} by */
  function change(by, address) {
    if (address === location.hash && isOwn()) return;
    try {
      history[by]({ own: true }, "", address);
    } catch (error) {
      if (error.name !== "SecurityError") throw error;
    }
  }

  /** Replaces the address now, if that is due. */
  function settle() {
    clearTimeout(timer);
    if (next !== null) change("replaceState", next);
    next = null;
  }

  /** Forgets changes that are due, as they belong to the address before. */
  function drop() {
    clearTimeout(timer);
    next = null;
    serial += 1;
    push = soon = false;
  }

  function state() {
    const { game, count, watching, example } = table;
    const told = watching ? table.aside ?? game.told() : game.told();
    const at = watching ? told.count ?? told.moves.length : count;
    // The address is a link for the player to move.
    const to = Object.values(table.players).includes("friend") ? table.toMove : null;
    return { told, count: at, tab: tab(), to, example: watching ? example : null, mover: watching ? null : game.plies.at(-1)?.mover ?? null };
  }

  /** Whether a new state is a step that Back undoes. */
  function isStep(before, now) {
    if (before.tab !== now.tab) return true;
    if (now.example !== null) return before.example === null;
    if (!sameStart(before.told, now.told)) return now.tab !== "workshop";
    if (sameText(before.told.moves, now.told.moves)) return before.told.resigned !== now.told.resigned;
    return now.told.moves.length < before.told.moves.length || now.mover === null || table.who(now.mover) === "person";
  }

  async function write() {
    if (reading || questions.isOpen() || !table.game) return;
    const now = state();
    if (said && sameText(said, now)) return;
    push ||= said !== null && isStep(said, now);
    soon ||= said === null || !sameText({ ...said, count: now.count }, now);
    said = now;
    const own = ++serial;
    const fragment = await fragmentOf({ ...now.told, count: now.count }, { tab: now.tab, to: now.to, example: now.example });
    if (own !== serial) return;
    if (push) {
      // Back leads to the last position before the step.
      settle();
      change("pushState", `#${fragment}`);
    } else {
      clearTimeout(timer);
      next = `#${fragment}`;
      if (soon) settle();
      else timer = setTimeout(settle, REST);
    }
    push = soon = false;
  }

  async function read() {
    const given = answersIn(location.hash.slice(1));
    if (given) {
      drop();
      questions.open(given);
      return;
    }
    questions.leave();
    const there = await addressed();
    if (!there) {
      said = null;
      await write();
      return;
    }
    reading = true;
    drop();
    try {
      if (table.watching && !there.example) await table.back();
      const { count = there.moves.length } = there;
      if (isOwn() && table.game && continues(table.watching ? table.aside : table.game.told(), there)) {
        if (!table.watching && count !== table.count) await table.goTo(count);
      } else await open(there);
      if (there.tab) show(there.tab);
    } finally {
      reading = false;
      // The address already has this content.
      if (table.game) said = state();
      if (!isOwn()) change("replaceState", location.href);
    }
  }

  table.addEventListener("change", ({ detail }) => {
    if (["game", "position"].includes(detail)) write().catch(tellError);
  });
  // `popstate` comes with the other address, `hashchange` later.
  window.addEventListener("popstate", drop);
  // One after another, as each opens the game of the address at that time.
  let readings = Promise.resolve();
  window.addEventListener("hashchange", () => (readings = readings.then(read).catch(tellError)));
  return {
    write: () => write().catch(tellError),
    begun: () => ((said = null), write().catch(tellError)),
    /** Names answers about an unknown game; Back leads to the answers before. @param {import("./which.js").Given[]} given */
    ask(given) {
      settle();
      drop();
      change("pushState", `#${fragmentFor(given)}`);
    },
    /** Names a game again, to which Back does not lead, but to the questions. */
    answered() {
      said = null;
      push = true;
    },
  };
}

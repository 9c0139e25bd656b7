//! The address of the page: it holds the game, the move on the board and the tab, for Back, a reload and copied addresses.

import { fragmentOf, gameIn } from "./link.js";
import { tellError } from "./say.js";

const sameText = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Whether two games have the same rules and the same start. */
const sameStart = (one, other) => sameText([one.variant, one.start ?? null, Boolean(one.rounds)], [other.variant, other.start ?? null, Boolean(other.rounds)]);

/** Whether a game begins with the moves of another. @param {import("./link.js").Told} game @param {import("./link.js").Told} told */
export const goesOnFrom = (game, told) => sameStart(game, told) && (game.resigned ?? null) === (told.resigned ?? null) && (told.moves ?? []).every((move, ply) => move === game.moves?.[ply]);

/** Whether this page wrote the address, so that it belongs to the stored game; otherwise it was entered or followed. */
export const isOwn = () => history.state?.own === true;

/** The content of the address, or null if it names no game. @returns {Promise<(import("./link.js").Told & {tab: string | null, to: string | null, example: boolean}) | null>} */
export async function addressed() {
  const fragment = location.hash.slice(1);
  const told = await gameIn(fragment);
  const query = new URLSearchParams(fragment);
  return told && { ...told, tab: query.get("tab"), to: ["S", "N"].find((side) => side === query.get("to")) ?? null, example: query.has("example") };
}

/**
 * Updates the address on each change, and follows it after Back or a new address.
 * @param {import("./table.js").Table} table @param {{tab: () => string, show: (tab: string) => void, open: (told: object) => Promise<unknown>}} page
 */
export function address(table, { tab, show, open }) {
  /** Content of the address. */
  let said = null;
  let serial = 0;
  let push = false;
  let reading = false;

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
    if (reading || !table.game) return;
    const now = state();
    if (said && sameText(said, now)) return;
    push ||= said !== null && isStep(said, now);
    said = now;
    const own = ++serial;
    const fragment = await fragmentOf({ ...now.told, count: now.count }, { tab: now.tab, to: now.to, example: now.example });
    if (own !== serial) return;
    if (fragment !== location.hash.slice(1) || !isOwn()) history[push ? "pushState" : "replaceState"]({ own: true }, "", `#${fragment}`);
    push = false;
  }

  async function read() {
    const there = await addressed();
    if (!there) {
      said = null;
      await write();
      return;
    }
    reading = true;
    serial += 1;
    push = false;
    try {
      if (table.watching && !there.example) await table.back();
      const { count = there.moves.length } = there;
      if (isOwn() && table.game && goesOnFrom(table.watching ? table.aside : table.game.told(), there)) {
        if (!table.watching && count !== table.count) await table.goTo(count);
      } else await open(there);
      if (there.tab) show(there.tab);
    } finally {
      reading = false;
      // The address already has this content.
      if (table.game) said = state();
      if (!isOwn()) history.replaceState({ own: true }, "", location.href);
    }
  }

  table.addEventListener("change", ({ detail }) => {
    if (["game", "position"].includes(detail)) write().catch(tellError);
  });
  // One after another, as each opens the game of the address at that time.
  let readings = Promise.resolve();
  window.addEventListener("hashchange", () => (readings = readings.then(read).catch(tellError)));
  return { write: () => write().catch(tellError), begun: () => ((said = null), write().catch(tellError)) };
}

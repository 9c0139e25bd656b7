//! Players: a person here, a friend on another device, or the engine at a named strength.

import { call } from "./door.js";
import { text } from "./texts.js";

/** The players by the engine's names. `ms` limits their time on any machine. */
export const PLAYERS = {
  person: { words: text("person") },
  friend: { words: text("friend"), about: text("friendAbout") },
  random: { words: text("dice"), about: text("diceAbout") },
  greedy: { words: text("novice"), about: text("noviceAbout") },
  "alphabeta:2": { words: text("easy"), about: text("easyAbout") },
  "alphabeta:4": { words: text("medium"), about: text("mediumAbout") },
  "alphabeta:7": { words: text("hard"), about: text("hardAbout"), ms: 4000 },
  "alphabeta:2000ms": { words: text("master"), about: text("masterAbout") },
  "mcts:3000": { words: text("dreamer"), about: text("dreamerAbout"), ms: 4000 },
};

/** The player, or a person if this page does not know the name in a link or storage. */
export const known = (name) => (Object.hasOwn(PLAYERS, name) ? name : "person");

/** Whether a player is the engine. */
export const isEngine = (name) => name !== "person" && name !== "friend";

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The move of a player. @returns {Promise<string | null>} */
export async function think(game, player, signal) {
  const { ms = 5000 } = PLAYERS[player];
  const answer = await call({ request: "choose", game, player, seed: seed(), limit: { ms } }, { signal });
  return answer.move;
}

/** Time of an analysis in milliseconds. */
const LOOK = 4000;

/**
 * Evaluates all moves, with progress.
 * @param {(thought: object, last: boolean) => void} told
 */
export async function analyse(game, signal, told) {
  const onProgress = (thought) => told(thought, false);
  told(await call({ request: "choose", game, player: `alphabeta:${LOOK}ms`, every: 100 }, { signal, onProgress }), true);
}

/** The value of a move for its player as a short text. */
export function worthText({ value, wins_in: wins, loses_in: loses, score }) {
  if (wins !== undefined) return text("winsIn", { count: wins });
  if (loses !== undefined) return text("losesIn", { count: loses });
  if (score !== undefined) return `${Math.round(score * 100)} %`;
  const seeds = value / 100;
  return `${seeds > 0 ? "+" : seeds < 0 ? "−" : ""}${Math.abs(seeds).toFixed(1)}`;
}

/** The value of a move in a few characters, to fit at a pit. */
export const worthMark = (worth) => (worth.wins_in !== undefined ? `#${worth.wins_in}` : worth.loses_in !== undefined ? `−#${worth.loses_in}` : worthText(worth));

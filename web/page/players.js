//! Who plays: a person, or the engine at a strength that has a name.

import { call } from "./door.js";

/** The players by the engine's name for them. `ms` bounds how long they think whatever machine they run on. */
export const PLAYERS = {
  person: { words: "Person" },
  random: { words: "Dice", about: "moves at random" },
  greedy: { words: "Novice", about: "takes what it can get now" },
  "alphabeta:2": { words: "Easy", about: "looks two moves ahead" },
  "alphabeta:4": { words: "Medium", about: "looks four moves ahead" },
  "alphabeta:7": { words: "Hard", about: "looks seven moves ahead", ms: 4000 },
  "alphabeta:2000ms": { words: "Master", about: "thinks for two seconds" },
  "mcts:3000": { words: "Dreamer", about: "plays thousands of games to their end", ms: 4000 },
};

/** A player that this page knows, whatever was kept or linked. */
export const known = (name) => (Object.hasOwn(PLAYERS, name) ? name : "person");

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The move that a player makes. @returns {Promise<string | null>} */
export async function think(game, player, signal) {
  const { ms = 5000 } = PLAYERS[player];
  const answer = await call({ request: "choose", game, player, seed: seed(), limit: { ms } }, { signal });
  return answer.move;
}

/** How long a position is analysed, in milliseconds. */
const LOOK = 4000;

/**
 * What all moves are worth, better and better.
 * @param {(thought: object, last: boolean) => void} told
 */
export async function analyse(game, signal, told) {
  const onProgress = (thought) => told(thought, false);
  told(await call({ request: "choose", game, player: `alphabeta:${LOOK}ms`, every: 100 }, { signal, onProgress }), true);
}

/** What a move is worth to its player, short. */
export function worthText({ value, wins_in: wins, loses_in: loses, score }) {
  if (wins !== undefined) return `wins in ${wins}`;
  if (loses !== undefined) return `loses in ${loses}`;
  if (score !== undefined) return `${Math.round(score * 100)} %`;
  const seeds = value / 100;
  return `${seeds > 0 ? "+" : seeds < 0 ? "−" : ""}${Math.abs(seeds).toFixed(1)}`;
}

/** The same in the few letters for which there is room at a pit. */
export const worthMark = (worth) => worthText(worth).replace("wins in ", "#").replace("loses in ", "−#");

//! Makes the frames of a move, one for each seed that falls, from the engine's events.

import { text } from "./texts.js";

/**
 * @typedef {(("hand" | "nowhere") & {pit?: undefined, field?: undefined}) | {pit?: string, field?: {name: string, side: "S" | "N"}}} Spot
 * @typedef {{to_move: "S" | "N", pits: Record<string, number>, fields: Record<string, object>}} Board
 * @typedef {object} Frame
 * @property {Board} board Seeds in all places.
 * @property {number} hand Seeds in the hand.
 * @property {Spot | null} at Place of the hand or of the last event.
 * @property {{from: Spot, to: Spot, seeds: number} | null} flight Seeds moving through the air.
 * @property {string} text Description of the event.
 * @property {boolean} [moving] Whether the move goes on after it.
 * @property {boolean} [divided] Whether it shows how the end of a round divides the remaining seeds.
 * @property {number} event Index of the event; frames of one event belong to one lap.
 * @typedef {{from: Spot, to: Spot, side: "S" | "N"}} Way Where a player's move begins and its last seed falls.
 */

/** The index of a side in pairs `[south, north]`. */
export const sideIndex = (side) => (side === "S" ? 0 : 1);

/**
 * Adds seeds to a place of a board.
 * @param {Board} board @param {Spot} spot @param {number} seeds @returns {Board}
 */
function added(board, spot, seeds) {
  if (spot.pit !== undefined) {
    return { ...board, pits: { ...board.pits, [spot.pit]: board.pits[spot.pit] + seeds } };
  }
  if (!spot.field) return board;
  const field = board.fields[spot.field.name];
  if (!field?.seeds) return board;
  const both = [...field.seeds];
  both[sideIndex(spot.field.side)] += seeds;
  return { ...board, fields: { ...board.fields, [spot.field.name]: { seeds: both } } };
}

/** Adds a pit, or its side, to a field of a board, or removes it. */
function marked(board, name, spot, named) {
  const field = name && board.fields[name];
  if (!field || spot.pit === undefined) return board;
  const changed = (value) => ({ ...board, fields: { ...board.fields, [name]: value } });
  if (field.pits) {
    const others = field.pits.filter((pit) => pit !== spot.pit);
    return changed({ pits: named ? [...others, spot.pit] : others });
  }
  if (field.sides) {
    const sides = [...field.sides];
    sides[/^[A-Z]/.test(spot.pit) ? 0 : 1] = named;
    return changed({ sides });
  }
  return board;
}

/**
 * The frames of a move, from the board before it to the board after it.
 * @param {{before: Board, after: Board, events: object[], ending: string | null}} play
 * @returns {Frame[]}
 */
export function film(play) {
  let frame = { board: play.before, hand: 0, at: null, flight: null, text: "", event: -1 };
  const frames = [frame];
  play.events.forEach((happening, event) => {
    const { text: words, act } = happening;
    const show = (next) => frames.push((frame = { ...frame, flight: null, divided: act === "sweep", ...next }));
    const { board, hand } = frame;
    if (happening.event === "sow") {
      for (const at of happening.into) {
        show({ board: added(frame.board, at, 1), hand: frame.hand - 1, at, text: words, event });
      }
    } else if (happening.event === "move") {
      const { from, to, seeds } = happening;
      const taken = from === "hand" ? board : added(board, from, -seeds);
      const given = to === "hand" ? taken : added(taken, to, seeds);
      const left = hand + (to === "hand" ? seeds : 0) - (from === "hand" ? seeds : 0);
      const inHand = to === "hand" || from === "hand";
      const start = from === "hand" ? frame.at ?? from : from;
      const flight = to === "hand" ? null : { from: start, to, seeds };
      show({ board: given, hand: left, at: inHand ? (to === "hand" ? from : to) : to, flight, text: words, event });
    } else if (happening.event === "mark") {
      show({ board: marked(board, happening.field, happening.at, happening.named), at: happening.at, text: words, event });
    } else if (happening.event === "swap") {
      show({ board: play.after, text: words, event });
    } else {
      show({ text: words, event });
    }
  });
  const rest = { board: play.after, hand: 0, flight: null };
  if (sameSeeds(frame.board, play.after)) {
    frames[frames.length - 1] = { ...frame, ...rest, flight: frame.flight };
  } else {
    frames.push({ ...rest, at: null, text: why(play), event: play.events.length, divided: true });
  }
  return frames;
}

/** Where a move begins and where its last seed falls; null if it sows nothing. @param {{mover: "S" | "N", events: object[]}} play @returns {Way | null} */
export function wayOf({ mover, events }) {
  const from = events.map(({ from, to, into }) => [from, to, into?.[0]].find((spot) => spot?.pit)).find(Boolean);
  const to = events.findLast(({ event }) => event === "sow")?.into.at(-1);
  return from && to ? { from, to, side: mover } : null;
}

/** Explains why the board differs from the one after the move. */
function why(play) {
  if (play.ending === null) return text("roundOver");
  return text("divided");
}

/** Whether two boards have the same seeds in the same places. */
export function sameSeeds(one, other) {
  const seeds = ({ pits, fields }) => JSON.stringify([pits, Object.values(fields).map((field) => field.seeds)]);
  return seeds(one) === seeds(other);
}

//! World map of the found games: a button for each place or group of near places; it zooms in and lists its games.

import { byId, el, refill, svg } from "./dom.js";
import { LAND } from "./land.js";
import { text } from "./texts.js";

/** @typedef {{west: number, north: number, width: number}} View Degrees of longitude and latitude. */

/** The part of the world with games. @type {View} */
const WORLD = { west: -128, north: 63, width: 284 };
/** Width of a view divided by its height. */
const RATIO = 2.8;
/** Least width of a view in degrees. */
const NEAREST = 24;
/** Distance in pixels below which places share a button. */
const APART = 31;

/** A position on the map, from 0 to 1, such that a button does not stick out. @param {number} part */
const within = (part) => `clamp(${APART / 2}px, ${100 * part}%, calc(100% - ${APART / 2}px))`;

/**
 * @param {{picked: (games: Set<string> | null, words: string) => void}} does Receives the games of a place, or null for all.
 * @returns {{node: HTMLElement, show: (games: object[]) => void, reset: () => void}}
 */
export function worldMap({ picked }) {
  const land = svg("path", { d: LAND, transform: "scale(0.5)", class: "land" });
  const drawing = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "none" }, land);
  const spots = el("div", { className: "spots" });
  const whole = el("button", { type: "button", className: "small", id: "whole-world", hidden: true, onclick: () => leave() }, text("wholeWorld"));
  const sheet = el("div", { className: "map" }, drawing, spots);
  const node = el("div", { role: "group", "aria-label": text("mapOfGames") }, sheet, whole);
  let view = WORLD;
  let games = [];

  /** Groups of near places, the largest first. @returns {{at: [number, number], games: object[]}[]} */
  function groups() {
    const places = new Map();
    for (const game of games) {
      if (!game.at) continue;
      const key = game.at.join();
      if (!places.has(key)) places.set(key, { at: game.at, games: [] });
      places.get(key).games.push(game);
    }
    const reach = (APART * view.width) / (sheet.clientWidth || 600);
    const found = [];
    for (const place of [...places.values()].sort((a, b) => b.games.length - a.games.length)) {
      const near = found.find(({ at }) => Math.hypot(at[0] - place.at[0], at[1] - place.at[1]) < reach);
      if (near) near.games.push(...place.games);
      else found.push({ at: place.at, games: [...place.games] });
    }
    return found;
  }

  function draw() {
    const height = view.width / RATIO;
    drawing.setAttribute("viewBox", `${view.west} ${-view.north} ${view.width} ${height}`);
    whole.hidden = view === WORLD;
    const inside = ({ at: [north, east] }) => east > view.west && east < view.west + view.width && north < view.north && north > view.north - height;
    refill(
      spots,
      groups().filter(inside).map((group) => {
        const [north, east] = group.at;
        const regions = [...new Set(group.games.map(({ region }) => region))];
        const place = regions.length > 3 ? text("andOthers", { places: regions.slice(0, 3).join(", ") }) : regions.join(", ");
        const words = `${place}: ${group.games.length === 1 ? text("oneGame") : text("games", { count: group.games.length })}`;
        const spot = el("button", { type: "button", className: "spot", "aria-label": words, title: words, onclick: () => enter(group, place) }, String(group.games.length));
        spot.style.left = within((east - view.west) / view.width);
        spot.style.top = within((view.north - north) / height);
        return spot;
      }),
    );
  }

  /** Lists the games of a group, and zooms in if it has several places. */
  function enter(group, place) {
    const [norths, easts] = [0, 1].map((axis) => group.games.map(({ at }) => at[axis]));
    const [south, north, west, east] = [Math.min(...norths), Math.max(...norths), Math.min(...easts), Math.max(...easts)];
    if (new Set(group.games.map(({ at }) => at.join())).size > 1) {
      const width = Math.max(NEAREST, 1.6 * (east - west), 1.6 * RATIO * (north - south));
      view = { width, west: (west + east - width) / 2, north: (north + south + width / RATIO) / 2 };
    }
    picked(new Set(group.games.map(({ name }) => name)), place);
    draw();
    // The pressed button is gone.
    (whole.hidden ? byId("find") : whole).focus({ preventScroll: true });
  }

  function leave() {
    view = WORLD;
    picked(null, "");
    draw();
    node.querySelector("button")?.focus({ preventScroll: true });
  }

  return {
    node,
    show(found) {
      games = found;
      draw();
    },
    reset() {
      view = WORLD;
    },
  };
}

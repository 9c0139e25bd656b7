//! Storage of the page in this browser. If the browser stores nothing, the page still works.

import { SPEEDS } from "./projector.js";
import { isObject, isText } from "./shapes.js";

const PREFIX = "mankala.";

/** @param {() => Storage} storage Returns the storage; may throw. */
const keeper = (storage) => ({
  /** Returns the stored value of a name; a value that does not fit is set aside and no longer read. @param {string} name @param {any} otherwise @param {(value: any) => boolean} [fits] */
  read(name, otherwise, fits = () => true) {
    let text = null;
    try {
      text = storage().getItem(PREFIX + name);
      if (text === null) return otherwise;
      const value = JSON.parse(text);
      if (fits(value)) return value;
    } catch {
      // Not JSON, or nothing can be read.
    }
    if (text !== null) this.setAside(name, text);
    return otherwise;
  },
  setAside(name, text) {
    try {
      storage().setItem(`${PREFIX}aside.${name}`, text);
      storage().removeItem(PREFIX + name);
    } catch {
      // The value stays in place.
    }
  },
  /** @returns {boolean} Whether it was stored. */
  write(name, value) {
    try {
      if (value === undefined) storage().removeItem(PREFIX + name);
      else storage().setItem(PREFIX + name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  },
});

/** Storage for all tabs, which persists when the browser is closed. */
export const kept = keeper(() => localStorage);

/** Storage of this tab, so that two tabs can play two games. */
export const tab = keeper(() => sessionStorage);

const USUAL = { speed: "normal", theme: "system", players: { S: "person", N: "alphabeta:2" } };

const SHAPES = {
  speed: (value) => isText(value) && Object.hasOwn(SPEEDS, value),
  theme: (value) => ["system", "light", "dark"].includes(value),
  players: (value) => isObject(value) && isText(value.S) && isText(value.N),
  tab: isText,
  rounds: (value) => typeof value === "boolean",
  language: isText,
  sound: (value) => typeof value === "boolean",
  turns: (value) => typeof value === "boolean",
};

/**
 * Settings of the page, saved on every change.
 * @type {{speed: string, theme: string, players: {S: string, N: string}, tab?: string, rounds?: boolean, language?: string, sound?: boolean, turns?: boolean}}
 */
export const settings = { ...USUAL, ...fitting(kept.read("settings", {}, isObject)) };

/** Returns the stored settings that are valid; if one is not, all are also set aside. */
function fitting(read) {
  const good = Object.fromEntries(Object.entries(read).filter(([name, value]) => Object.hasOwn(SHAPES, name) && SHAPES[name](value)));
  if (Object.keys(good).length < Object.keys(read).length) {
    kept.setAside("settings", JSON.stringify(read));
    kept.write("settings", good);
  }
  return good;
}

export function set(name, value) {
  settings[name] = value;
  kept.write("settings", settings);
}

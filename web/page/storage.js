//! What the page remembers in this browser. Where a browser keeps nothing, the page still plays.

import { SPEEDS } from "./projector.js";
import { isObject, isText } from "./shapes.js";

const PREFIX = "mankala.";

/** @param {() => Storage} storage Where; asking for it may fail. */
const keeper = (storage) => ({
  /** What is kept by a name; what has not the shape that it should have is set aside, and read no more. */
  read(name, otherwise, fits = () => true) {
    let text = null;
    try {
      text = storage().getItem(PREFIX + name);
      if (text === null) return otherwise;
      const value = JSON.parse(text);
      if (fits(value)) return value;
    } catch {
      // It is no JSON, or nothing can be read at all.
    }
    if (text !== null) this.setAside(name, text);
    return otherwise;
  },
  setAside(name, text) {
    try {
      storage().setItem(`${PREFIX}aside.${name}`, text);
      storage().removeItem(PREFIX + name);
    } catch {
      // Then it stays where it is.
    }
  },
  /** @returns {boolean} Whether it could be kept. */
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

/** For all tabs, and after the browser was closed. */
export const kept = keeper(() => localStorage);

/** For this tab: two tabs can play two games. */
export const tab = keeper(() => sessionStorage);

const USUAL = { speed: "normal", theme: "system", players: { S: "person", N: "alphabeta:2" } };

const SHAPES = {
  speed: (value) => isText(value) && Object.hasOwn(SPEEDS, value),
  theme: (value) => ["system", "light", "dark"].includes(value),
  players: (value) => isObject(value) && isText(value.S) && isText(value.N),
  tab: isText,
  rounds: (value) => typeof value === "boolean",
};

/** How the page is set, kept as soon as it changes. */
export const settings = { ...USUAL, ...fitting(kept.read("settings", {}, isObject)) };

/** The settings of those kept that can be used; if one can't, all are set aside too, for whoever looks for them. */
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

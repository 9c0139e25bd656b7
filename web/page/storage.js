//! What the page remembers in this browser. Where a browser keeps nothing, the page still plays.

const PREFIX = "mankala.";

/** @param {() => Storage} storage Where; asking for it may fail. */
const keeper = (storage) => ({
  read(name, otherwise) {
    try {
      const text = storage().getItem(PREFIX + name);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
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

/** How the page is set, kept as soon as it changes. */
export const settings = { ...USUAL, ...kept.read("settings", {}) };

export function set(name, value) {
  settings[name] = value;
  kept.write("settings", settings);
}

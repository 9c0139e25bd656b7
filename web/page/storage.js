//! Storage of the page in this browser. If the browser stores nothing, the page still works.

const PREFIX = "mankala.";

/** @param {() => Storage} storage Returns the storage; may throw. */
const keeper = (storage) => ({
  read(name, otherwise) {
    try {
      const text = storage().getItem(PREFIX + name);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
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

/** Settings of the page, saved on every change. */
export const settings = { ...USUAL, ...kept.read("settings", {}) };

export function set(name, value) {
  settings[name] = value;
  kept.write("settings", settings);
}

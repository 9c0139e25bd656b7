//! Entry point: opens the linked or last game, and connects the table with the rest of the page.

import { controls } from "./controls.js";
import { opens } from "./config.js";
import { byId, el, iconButton, refill } from "./dom.js";
import { keepGame } from "./history.js";
import { keys } from "./keys.js";
import { gameIn } from "./link.js";
import { movesPanel } from "./moves.js";
import { picker } from "./picker.js";
import { rulesPanel } from "./rules.js";
import { seats, words } from "./seats.js";
import { setupPanel } from "./setup.js";
import { sharePanel } from "./share.js";
import { tell, tellError } from "./say.js";
import { kept, set, settings, tab } from "./storage.js";
import { Table } from "./table.js";
import { tabsIn } from "./tabs.js";
import { workshop } from "./workshop.js";

const USUAL = { variant: "kalah", moves: [] };

/** Applies the colour theme of the system or of the settings. */
function dress() {
  document.documentElement.dataset.theme = settings.theme;
}

function changeTheme() {
  const dark = settings.theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
  set("theme", dark ? "light" : "dark");
  dress();
}

dress();
const table = new Table(byId("board"));
let share = null;
const tabs = tabsIn(
  byId("tabs"),
  byId("panels"),
  [
    { name: "moves", words: "Moves" },
    { name: "rules", words: "Rules" },
    { name: "setup", words: "Set up" },
    { name: "share", words: "Share" },
  ],
  (name) => {
    set("tab", name);
    if (name === "share") share?.shown();
  },
);
const moves = movesPanel(table, tabs.panels.moves);
seats(table);
words(table);
controls(table, { hint: moves.hint });
rulesPanel(table, tabs.panels.rules);
setupPanel(table, tabs.panels.setup);
share = sharePanel(table, tabs.panels.share);
const games = picker((name, rounds) => {
  shop.leave();
  table.open({ variant: name, moves: [], rounds }).catch(tellError);
});
const shop = workshop(table, games);
const help = keys(table, { l: moves.analysing, " ": moves.playBest, n: games.open });
tabs.show(Object.hasOwn(tabs.panels, settings.tab) ? settings.tab : "rules");

byId("pick").addEventListener("click", games.open);
byId("to-play").addEventListener("click", () => shop.leave());
byId("to-workshop").addEventListener("click", () => shop.enter());
refill(byId("tools"), iconButton("theme", "Light or dark", changeTheme), iconButton("help", "Keys (?)", help.showHelp));

table.addEventListener("change", ({ detail }) => {
  if (detail !== "game") return;
  const { header, board } = table.game.info;
  byId("title").textContent = header.title;
  const { variant } = table.game;
  // A changed variant must be distinguishable from the one with its name.
  const changes = typeof variant === "string" ? variant.split(":").slice(1).join(":") : "custom text";
  byId("place").textContent = [changes, header.inherited?.includes("region") ? "" : header.region, `${board.rows}×${board.columns}`].filter(Boolean).join(" · ");
  document.title = `${header.title} – mankala`;
});

/** The game that the server names, once per tab, so that a reload does not open it again. */
function named() {
  const game = opens && JSON.stringify(opens);
  if (!game || tab.read("opened", null) === game) return null;
  tab.write("opened", game);
  return opens;
}

/** Opens the game in the link, or the one that the server names. @returns {Promise<boolean>} Whether there was one. */
async function openLink() {
  const told = (await gameIn(location.hash.slice(1))) ?? named();
  if (!told) return false;
  await table.open(told);
  // From now on the game is stored here; a reload must not return to the link.
  history.replaceState(null, "", location.pathname + location.search);
  return true;
}

/** Opens the link, else the last game of this tab, else that of any tab; if one fails, it tries the next. */
async function begin() {
  const before = kept.read("game", null);
  try {
    if (await openLink()) {
      if (before && keepGame(before.title ?? "a game", before)) {
        tell("Opened the given game.", { action: { words: "Back to your game", run: () => table.open(before, before).catch(tellError) } });
      }
      return;
    }
  } catch (error) {
    tellError(error);
  }
  for (const told of [tab.read("game", null), before, USUAL]) {
    if (!told) continue;
    try {
      await table.open(told, { keep: false, count: told.count });
      return;
    } catch (error) {
      tellError(error);
    }
  }
  refill(byId("board"), el("p", { className: "waiting" }, "No game can be shown, because the engine does not respond. Reload the page."));
}

window.addEventListener("hashchange", () => openLink().catch(tellError));
await begin();
shop.restore();
document.documentElement.dataset.ready = "true";

//! Puts the page together: opens the game that was linked or played last, and connects the table with all that lies around it.

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
import { isText, isTold } from "./shapes.js";
import { tell, tellError } from "./say.js";
import { kept, set, settings, tab } from "./storage.js";
import { Table } from "./table.js";
import { tabsIn } from "./tabs.js";
import { workshop } from "./workshop.js";

const USUAL = { variant: "kalah", moves: [] };

/** The colours: those of the system, or those that were chosen. */
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
let setup = null;
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
    if (name === "setup") setup?.shown();
    else setup?.hide();
  },
);
const moves = movesPanel(table, tabs.panels.moves);
seats(table);
words(table);
controls(table, { hint: moves.hint });
rulesPanel(table, tabs.panels.rules);
setup = setupPanel(table, tabs.panels.setup);
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
byId("to-workshop").addEventListener("click", async () => {
  setup.hide();
  await table.back().catch(tellError);
  shop.enter();
});
refill(byId("tools"), iconButton("theme", "Light or dark", changeTheme), iconButton("help", "Keys (?)", help.showHelp));

table.addEventListener("change", ({ detail }) => {
  if (detail !== "game") return;
  showBeside();
  const { header, board } = table.game.info;
  byId("title").textContent = header.title;
  const { variant } = table.game;
  // A game by other rules must not look like the one whose name it has.
  const changes = typeof variant === "string" ? variant.split(":").slice(1).join(":") : "by its own text";
  byId("place").textContent = [changes, header.inherited?.includes("region") ? "" : header.region, `${board.rows}×${board.columns}`].filter(Boolean).join(" · ");
  document.title = `${header.title} – mankala`;
});

/** Says that an example is shown, and leads back from it. */
function showBeside() {
  const beside = byId("beside");
  beside.hidden = !table.watching;
  if (!table.watching) return;
  const back = el("button", { type: "button", className: "main small", id: "to-game", onclick: () => table.back().catch(tellError) }, "Back to your game");
  refill(beside, el("span", null, "Example: ", el("strong", null, table.example)), table.aside && back);
}

/** The game that the server names, once in a tab: a reload shall not bring it back. */
function named() {
  const game = opens && JSON.stringify(opens);
  if (!game || tab.read("opened", null, isText) === game) return null;
  tab.write("opened", game);
  return opens;
}

/** Opens what the link holds, or what the server names. @returns {Promise<boolean>} Whether there was something. */
async function openLink() {
  const told = (await gameIn(location.hash.slice(1))) ?? named();
  if (!told) return false;
  await table.open(told);
  // From now on the game is kept here; a reload shall not bring back the link's beginning.
  history.replaceState(null, "", location.pathname + location.search);
  return true;
}

/** Opens the link, else the game of this tab, else the last one of any; one that can't be opened any more is no reason to show nothing. */
async function begin() {
  const before = kept.read("game", null, isTold);
  try {
    if (await openLink()) {
      if (before && keepGame(before.title ?? "a game", before)) {
        tell("The game that was named is shown.", { action: { words: "Back to your game", run: () => table.open(before, before).catch(tellError) } });
      }
      return;
    }
  } catch (error) {
    tellError(error);
  }
  for (const told of [tab.read("game", null, isTold), before, USUAL]) {
    if (!told) continue;
    try {
      await table.open(told, { keep: false, count: told.count });
      return;
    } catch (error) {
      tellError(error);
    }
  }
  refill(byId("board"), el("p", { className: "waiting" }, "No game can be shown: the engine does not answer. Load the page again."));
}

window.addEventListener("hashchange", () => openLink().catch(tellError));
await begin();
shop.restore();
document.documentElement.dataset.ready = "true";

//! Entry point: opens the linked or last game, and connects the table with the rest of the page.

import { address, addressed, isOwn } from "./address.js";
import { after } from "./after.js";
import { controls } from "./controls.js";
import { door, opens } from "./config.js";
import { byId, el, iconButton, refill } from "./dom.js";
import { friend, seatFriends } from "./friend.js";
import { keepGame } from "./history.js";
import { keys } from "./keys.js";
import { continues, sameStart } from "./link.js";
import { movesPanel } from "./moves.js";
import { picker } from "./picker.js";
import { linked as linkedPuzzle, puzzlesPanel } from "./puzzles.js";
import { rulesPanel } from "./rules.js";
import { seats, words } from "./seats.js";
import { setupPanel } from "./setup.js";
import { sharePanel } from "./share.js";
import { isText, isTold } from "./shapes.js";
import { tell, tellError } from "./say.js";
import { sound } from "./sound.js";
import { kept, set, settings, tab } from "./storage.js";
import { Table } from "./table.js";
import { tabsIn } from "./tabs.js";
import { LANGUAGES, language, text } from "./texts.js";
import { answersIn, which } from "./which.js";
import { workshop } from "./workshop.js";

const USUAL = { variant: "kalah", moves: [] };

/** Applies the colour theme of the system or of the settings. */
function dress() {
  document.documentElement.dataset.theme = settings.theme;
}

/** Shows the controls of the page itself in the chosen language, and the choice of languages. */
function translate() {
  document.documentElement.lang = language;
  byId("to-play").textContent = text("play");
  byId("to-workshop").textContent = text("workshop");
  byId("to-board").textContent = text("skip");
  for (const [id, name] of /** @type {const} */ ([["transport", "animation"], ["actions", "theGame"], ["table", "theGame"], ["side", "besideBoard"], ["tabs", "besideBoard"], ["heard", "moves"], ["rooms", "rooms"], ["workshop", "workshop"], ["comparison", "effect"]])) byId(id).setAttribute("aria-label", text(name));
  const choice = el("select", { id: "language", onchange: () => (set("language", choice.value), location.reload()) }, Object.entries(LANGUAGES).map(([code, name]) => el("option", { value: code, lang: code, selected: code === language }, name)));
  refill(byId("foot"), el("label", { className: "check" }, text("language"), choice), language !== "en" && el("span", { className: "facts" }, `${text("unreviewed")}; ${text("fromEngine")}`));
}

function changeTheme() {
  const dark = settings.theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
  set("theme", dark ? "light" : "dark");
  dress();
}

dress();
translate();
const table = new Table(byId("board"));
let share = null;
let setup = null;
let puzzles = null;
let place = null;
/** Name of the open tab. */
let beside = "rules";
const tabs = tabsIn(
  byId("tabs"),
  byId("panels"),
  [
    { name: "moves", words: text("moves") },
    { name: "rules", words: text("rules") },
    { name: "puzzles", words: text("puzzles") },
    { name: "setup", words: text("setup") },
    { name: "share", words: text("share") },
  ],
  (name) => {
    beside = name;
    set("tab", name);
    if (name === "share") share?.shown();
    if (name === "puzzles") puzzles?.shown();
    if (name === "setup") setup?.shown();
    else setup?.hide();
    place?.write();
  },
);
const moves = movesPanel(table, tabs.panels.moves);
seats(table);
words(table);
friend(table);
controls(table, { hint: moves.hint });
rulesPanel(table, tabs.panels.rules);
setup = setupPanel(table, tabs.panels.setup);
share = sharePanel(table, tabs.panels.share);
const choose = (told) => {
  if (shop.isOpen()) shop.leave({ drop: true });
  table.open(told, { count: told.count }).catch(tellError);
};
const games = picker({ onPick: (variant, rounds) => choose({ variant, moves: [], rounds }), onResume: choose, onAsk: () => questions.begin(), current: () => table.game });
puzzles = puzzlesPanel(table, tabs.panels.puzzles, games.variants);
const shop = workshop(table, games);
const questions = which({
  variants: games.variants,
  onPick: (variant) => (place?.answered(), choose({ variant, moves: [], rounds: settings.rounds === true })),
  onDraft: ({ variant }) => (place?.answered(), shop.begin(variant), place?.write()),
  onAnswer: (given) => place?.ask(given),
  onClose: () => (place?.answered(), place?.write()),
});
const help = keys(table, { l: moves.analysing, " ": moves.playBest, n: games.open });
after(table, { another: games.open, review: () => (tabs.show("moves"), moves.review(), table.step(-Infinity)) });
tabs.show(settings.tab && Object.hasOwn(tabs.panels, settings.tab) ? settings.tab : "rules");

byId("pick").addEventListener("click", games.open);
byId("to-play").addEventListener("click", () => {
  shop.leave();
  place?.write();
});
byId("to-workshop").addEventListener("click", async () => {
  // It opens the text of the game on the board.
  if (!table.game) return;
  setup.hide();
  await table.back().catch(tellError);
  shop.enter();
  place?.write();
});
refill(byId("tools"), sound(table), iconButton("theme", text("theme"), changeTheme), iconButton("help", text("help"), help.showHelp));

table.addEventListener("change", ({ detail }) => {
  if (detail !== "game") return;
  showBeside();
  const { header, board } = table.game.info;
  byId("title").textContent = header.title;
  const { variant } = table.game;
  // A changed variant must be distinguishable from the one with its name.
  const changes = typeof variant === "string" ? variant.split(":").slice(1).join(":") : text("customText");
  byId("place").textContent = [changes, header.inherited?.includes("region") ? "" : header.region, `${board.rows}×${board.columns}`].filter(Boolean).join(" · ");
  document.title = `${header.title} – mankala`;
});

/** Names the example on the board, with a button back to the game. */
function showBeside() {
  const beside = byId("beside");
  beside.hidden = !table.watching;
  if (!table.watching) return;
  const back = el("button", { type: "button", className: "main small", id: "to-game", onclick: () => table.back().catch(tellError) }, text("backToGame"));
  refill(beside, el("span", null, text("example"), el("strong", null, table.example)), table.aside && back);
}

/** The game that the server names, once per tab, so that a reload does not open it again. */
function named() {
  const game = opens && JSON.stringify(opens);
  if (!game || tab.read("opened", null, isText) === game) return null;
  tab.write("opened", game);
  return opens;
}

/** Opens the link, else the last game of this tab, else that of any tab; if one fails, it tries the next. @returns {Promise<string | null>} The tab that the link names. */
async function begin() {
  const before = kept.read("game", null, isTold);
  const own = tab.read("game", null, isTold);
  try {
    const there = await addressed();
    if (there && own && isOwn() && continues(own, there)) {
      // The page wrote this address: the moves after it are still stored.
      await table.open(own, { keep: false, count: there.count ?? there.moves.length });
      return there.tab;
    }
    const told = there ?? named();
    if (told) {
      seatFriends(table, told, before && continues(before, told));
      // No computer player moves before the tab has loaded the puzzle.
      await table.open(told, { count: told.count, example: linkedPuzzle() && text("puzzle") });
      if (before && !continues(before, told) && keepGame(before.title ?? text("aGame"), before)) {
        tell(text("opened"), { action: { words: text("backToGame"), run: () => table.open(before, { count: before.count }).catch(tellError) } });
      }
      return told.tab ?? null;
    }
  } catch (error) {
    tellError(error);
  }
  for (const told of [own, before, USUAL]) {
    if (!told) continue;
    try {
      await table.open(told, { keep: false, count: told.count });
      return null;
    } catch (error) {
      tellError(error);
    }
  }
  refill(byId("board"), el("p", { className: "waiting" }, text("noGame")));
  return null;
}

/** Opens a tab beside the board, or the workshop. */
function go(name) {
  if (name === "workshop") {
    if (!shop.isOpen()) shop.enter();
    return;
  }
  if (shop.isOpen()) shop.leave({ drop: true });
  if (Object.hasOwn(tabs.panels, name) && name !== beside) tabs.show(name);
}

const linked = await begin();
if (linked) go(linked);
else shop.restore();
place = address(table, {
  tab: () => (shop.isOpen() ? "workshop" : beside),
  show: go,
  questions,
  open(told) {
    if (!isOwn()) seatFriends(table, told, continues(table.game.told(), told));
    // Back keeps the variations and comments that came later.
    const { lines = [], comments = {} } = isOwn() && sameStart(told, table.game) ? table.game.along([]) : {};
    return table.open({ ...told, lines: [...told.lines, ...lines], comments: { ...told.comments, ...comments } }, { count: told.count, quiet: isOwn() });
  },
});
const asked = answersIn(location.hash.slice(1));
if (asked) questions.open(asked);
place.begun();
document.documentElement.dataset.ready = "true";
// The static site works without a network after the first visit.
if (door === "worker") navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" }).catch(() => {});

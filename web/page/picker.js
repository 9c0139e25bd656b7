//! Dialog with all games, found by name, place, mechanism, plain words or on a map, with the relatives of a game and recent games.

import { before } from "./history.js";
import { byId, el, iconButton, refill, svg } from "./dom.js";
import { call } from "./door.js";
import { measuredCards } from "./measured.js";
import { movesText } from "./notation.js";
import { set, settings } from "./storage.js";
import { text } from "./texts.js";
import { tellError } from "./say.js";

/** Popular games, listed first. */
const FIRST = ["kalah", "oware", "zanzibar-bao", "toguz-korgool", "omweso", "sungka", "bao-la-kiswahili", "hus-nama"];
/** Maximum number of recent games. */
const RECENT = 4;

/** Lowercase letters as on any keyboard: without accents and click letters. */
const plain = (words) => words.normalize("NFD").replace(/[\p{M}ǀ-ǃʘ]/gu, "").toLowerCase().replaceAll("ı", "i");

/** Plain words for mechanisms, by name or by name and value. */
const PLAIN = {
  "laps=relay": "relay several laps",
  "laps=single": "one lap",
  "claims": "tuzdik won pits",
  "reverse-pits": "both directions",
  "direction=chosen": "both directions",
  "store-in-ring": "sowing into stores",
  "again-in-store": "extra turn, free turn",
  "majority": "race majority",
  "goal=last-move": "last move wins",
  "by-count": "capture by count, twos and threes",
  "opposite-empty": "capture opposite",
  "filled-front": "capture both pits opposite",
  "uneven-opening": "uneven opening",
};

/** Numbers of rows in words. */
const ROWS = { 2: "two rows", 3: "three rows", 4: "four rows", 6: "six rows" };

/** The words by which a game is found. */
function searched({ name, title, region, parts, since, year, board, ruleset, also, about, mechanisms }) {
  const had = Object.entries(mechanisms).filter(([, value]) => value !== false);
  const words = had.flatMap(([key, value]) => [key, String(value), PLAIN[key], PLAIN[`${key}=${value}`]]);
  const [rows] = board.split("x");
  return plain([name, title, region, parts, since, year, board, `${rows} rows`, ROWS[rows], ruleset, also, about, words].flat().filter(Boolean).join(" "));
}

/** A small drawing of a board. @param {string} board Rows and columns, like `2x6`. */
function small(board) {
  const [rows, columns] = board.split("x").map(Number);
  const pits = Array.from({ length: rows * columns }, (_, pit) => svg("circle", { cx: 6 + 9 * (pit % columns), cy: 6 + 9 * Math.floor(pit / columns), r: 3.4 }));
  const [width, height] = [3 + 9 * columns, 3 + 9 * rows];
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "small-board", "aria-hidden": "true" }, svg("rect", { width, height, rx: 4 }), pits);
}

/** @param {{onPick: (name: string, rounds: boolean) => void, onResume: (told: import("./link.js").Told) => void, current: () => import("./game.js").Game | null}} page */
export function picker({ onPick, onResume, current }) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("picker"));
  const field = el("input", { type: "search", id: "find", placeholder: text("findExample"), "aria-label": text("findGame"), oninput: () => show(), onkeydown: (event) => event.key === "Enter" && (event.preventDefault(), list.querySelector("button")?.click()) });
  const rows = el("select", { "aria-label": text("boardRows"), onchange: () => show() }, [["", text("anyBoard")], ["2", text("twoRows")], ["3", text("threeRows")], ["4", text("fourRows")], ["6", text("sixRows")]].map(([value, words]) => el("option", { value }, words)));
  const rounds = el("input", { type: "checkbox", id: "rounds", checked: settings.rounds === true, onchange: () => set("rounds", rounds.checked) });
  const like = el("input", { type: "checkbox", id: "like", onchange: () => relatives().catch(tellError) });
  const likeWords = el("span");
  const nearest = el("label", { className: "check" }, like, likeWords);
  const recent = el("ul", { className: "recent", "aria-label": text("recentGames") });
  const count = el("p", { className: "facts", role: "status" });
  const list = el("ul", { className: "variants" });
  const atlas = el("details", { className: "atlas", id: "atlas", ontoggle: () => openMap().catch(tellError) }, el("summary", null, text("worldMap")));
  const measured = measuredCards();
  refill(
    dialog,
    el("div", { className: "bar" }, el("h2", { id: "picker-title" }, text("chooseGame")), iconButton("close", text("close"), () => dialog.close())),
    el("div", { className: "bar" }, field, rows),
    el("label", { className: "check" }, rounds, text("allRounds")),
    nearest,
    recent,
    atlas,
    count,
    list,
  );
  dialog.addEventListener("close", measured.stop);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  let all = null;
  /** Games by their distance from the one on the board, or null for the usual order. */
  let near = null;
  /** The map, once it was opened, and the games of the place chosen on it, or null for all. */
  let map = null;
  let there = null;

  /** Loads the map when it is opened first; a closed one restricts nothing. */
  async function openMap() {
    if (!map && atlas.open) {
      const { worldMap } = await import("./map.js");
      map ??= worldMap({ picked: (games, words) => { there = games && { games, words }; show(); } });
      atlas.append(map.node);
    }
    there = null;
    map?.reset();
    show();
  }

  /** Number of the last order that was chosen; answers for earlier ones come too late. */
  let serial = 0;

  /** Sorts the games by their distance from the one on the board, or as usual. */
  async function relatives() {
    const own = ++serial;
    const found = like.checked ? (await call({ request: "variants", like: current()?.variant })).variants.map(prepared) : null;
    if (own !== serial) return;
    near = found;
    show();
  }

  function showRecent() {
    const games = before().slice(0, RECENT);
    recent.hidden = games.length === 0;
    refill(recent, games.map(({ title, told }) => el("li", null, el("button", { type: "button", className: "small", onclick: () => { dialog.close(); onResume(told); } }, `${title}, ${movesText(told.moves.length)}`))));
  }

  function show() {
    if (!all) return;
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const fitting = (near ?? all).filter(({ search, board }) => words.every((word) => search.includes(word)) && (!rows.value || board.startsWith(`${rows.value}x`)));
    if (atlas.open) map?.show(fitting);
    const found = there ? fitting.filter(({ name }) => there.games.has(name)) : fitting;
    const games = found.length === 1 ? text("oneGame") : text("games", { count: found.length });
    count.textContent = there ? text("inPlace", { games, place: there.words }) : games;
    measured.stop();
    refill(
      list,
      found.map(({ name, title, region, since, board, also, about }) =>
        el(
          "li",
          null,
          el(
            "button",
            { type: "button", dataset: { variant: name }, onclick: () => { dialog.close(); onPick(name, rounds.checked); } },
            el("strong", null, title),
            el("span", { className: "board-size" }, small(board), board.replace("x", "×")),
            el("span", { className: "facts" }, [region, since && text("knownSince", { year: since })].filter(Boolean).join(", ")),
            also.length > 0 && el("span", { className: "facts" }, text("alsoCalled", { names: also.join(", ") })),
            about && el("span", { className: "one-sentence", lang: "en" }, about),
            el("span", { className: "facts measured-facts" }),
          ),
        ),
      ),
    );
    for (const card of list.querySelectorAll("button")) measured.watch(card);
  }

  const prepared = (variant) => ({ ...variant, search: searched(variant) });

  /** All variants, requested once. */
  async function variants() {
    if (all) return all;
    const answer = await call({ request: "variants" });
    const rank = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
    all = answer.variants
      .map(prepared)
      .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
    return all;
  }

  async function open() {
    const game = current();
    nearest.hidden = !game;
    likeWords.textContent = game ? text("nearest", { title: game.title }) : "";
    like.checked = false;
    serial += 1;
    near = null;
    showRecent();
    dialog.showModal();
    field.select();
    if (!all) count.textContent = text("loadingGames");
    try {
      await variants();
      show();
    } catch (error) {
      dialog.close();
      tellError(error);
    }
  }
  return { open, variants };
}

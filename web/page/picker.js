//! Dialog with all games, found by name, place, mechanism, plain words or on a map, sorted by measured difficulty, with the
//! relatives of a game and recent games.

import { before } from "./history.js";
import { byId, el, iconButton, refill, svg } from "./dom.js";
import { call } from "./door.js";
import { inWords, measured } from "./measured.js";
import { movesText } from "./notation.js";
import { set, settings } from "./storage.js";
import { ENGLISH, text } from "./texts.js";
import { tellError } from "./say.js";

/** Popular games, listed first. */
const FIRST = ["kalah", "oware", "zanzibar-bao", "toguz-korgool", "omweso", "sungka", "bao-la-kiswahili", "hus-nama"];
/** Maximum number of recent games. */
const RECENT = 4;

/** The words of a text, in lowercase letters as on any keyboard: without accents and click letters. @returns {string[]} */
function wordsOf(words) {
  const plain = words.normalize("NFD").replace(/[\p{M}ǀ-ǃʘ'’]/gu, "").toLowerCase().replaceAll("ı", "i").replaceAll("×", "x");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Plain words for mechanisms, by name or by name and value. */
const PLAIN = {
  "laps=relay": "relay several laps",
  "claims": "tuzdik won pits",
  "reverse-pits": "both directions",
  "direction=chosen": "both directions",
  "store-in-ring": "sowing into stores",
  "again-in-store": "extra turn, free turn",
  "again-after-capture": "extra turn",
  "compulsory-capture": "must capture",
  "feeding": "must feed, give seeds",
  "houses": "house nyumba",
  "majority": "race majority",
  "goal=last-move": "last move wins",
  "by-count": "capture by count, twos and threes",
  "opposite-empty": "capture opposite",
  "filled-front": "capture both pits opposite",
  "uneven-opening": "uneven opening",
  "rounds": "several rounds",
};
/** Mechanisms that every game has: only their values say something. */
const COMMON = new Set(["rows", "columns", "ring", "laps", "goal", "direction"]);

/** Words that restrict nothing. */
const EMPTY = new Set(wordsOf(`a an the of in on with and from for game games board boards ${text("game")} ${text("board")}`));

/** Numbers of rows, and how they may be written. @type {[number, string[]][]} */
const ROWS = /** @type {const} */ (["twoRows", "threeRows", "fourRows", "sixRows"]).map((name, index) => {
  const rows = [2, 3, 4, 6][index];
  const written = [ENGLISH[name], text(name), `${rows} rows`].map((words) => wordsOf(words).join(" "));
  return [rows, [...written, ...written.map((words) => words.replace(/rows$/, "row"))]];
});

/** Takes phrases about rows out of a search. @returns {{words: string[], rows: number | null}} */
function asked(searched) {
  let left = ` ${wordsOf(searched).join(" ")} `;
  /** @type {number | null} */
  let found = null;
  for (const [rows, phrases] of ROWS) {
    const phrase = phrases.find((words) => left.includes(` ${words} `));
    if (!phrase) continue;
    found = rows;
    left = left.replace(` ${phrase} `, " ");
  }
  return { words: left.split(" ").filter((word) => word && !EMPTY.has(word)), rows: found };
}

/** The words by which a game is found: its names, its place and age, all others. @param {any} variant @param {import("./measured.js").Facts | undefined} facts */
function searched({ name, title, region, parts, spoken, since, year, board, also, about, mechanisms }, facts) {
  const had = Object.entries(mechanisms).filter(([, value]) => value !== false);
  const words = had.flatMap(([key, value]) => [COMMON.has(key) ? "" : key, typeof value === "string" && key !== "ring" ? value : "", PLAIN[key], PLAIN[`${key}=${value}`]]);
  const [rows, columns] = board.split("x").map(Number);
  const size = rows * columns >= 24 ? "big large" : rows * columns <= 10 ? "small" : "";
  const level = facts && [facts.length, facts.length === "short" && "quick", text(facts.level), ENGLISH[facts.level], { easy: "simple", medium: "", hard: "difficult" }[facts.level]];
  const groups = [[name, title, also], [region, parts, spoken, since, year], [board, about, words, size, level, `${mechanisms.seeds} seeds`]];
  return groups.map((group) => [...new Set(wordsOf(group.flat(2).filter(Boolean).join(" ")))]);
}

/** Whether two words differ in at most so many letters. */
function similar(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) next.push(Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + (one[at - 1] === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length] <= most;
}

/** How far a game is from a word: 0 for one of its names, more for its place and for other words; null if the word is not among them. */
function distance({ search }, word) {
  const found = search.findIndex((group) => group.some((one) => one.startsWith(word)));
  return found < 0 ? null : 2 * found + (search[found].includes(word) ? 0 : 1);
}

/** Games that have all words, the nearest first; a word that no game has may be misspelt in a name or place. */
function matching(games, words) {
  const measures = words.map((word) => {
    if (word.length < 4 || games.some((game) => distance(game, word) !== null)) return (game) => distance(game, word);
    return ({ search: [names, places] }) => ([...names, ...places].some((one) => similar(one, word, word.length < 8 ? 1 : 2)) ? 0 : null);
  });
  const far = games.map((game) => ({ game, all: measures.map((measure) => measure(game)) })).filter(({ all }) => !all.includes(null));
  const sum = ({ all }) => all.reduce((before, one) => before + one, 0);
  return far.sort((a, b) => sum(a) - sum(b)).map(({ game }) => game);
}

/** Orders besides the usual one: the number by which the games are sorted. */
const ORDERS = {
  easiestFirst: ({ decisions }) => decisions,
  hardestFirst: ({ decisions }) => -decisions,
  shortestFirst: ({ moves }) => moves,
};

/** A small drawing of a board. @param {string} board Rows and columns, like `2x6`. */
function small(board) {
  const [rows, columns] = board.split("x").map(Number);
  const pits = Array.from({ length: rows * columns }, (_, pit) => svg("circle", { cx: 6 + 9 * (pit % columns), cy: 6 + 9 * Math.floor(pit / columns), r: 3.4 }));
  const [width, height] = [3 + 9 * columns, 3 + 9 * rows];
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "small-board", "aria-hidden": "true" }, svg("rect", { width, height, rx: 4 }), pits);
}

/** A button with the facts about a game. @param {any} game As `variants` returns it. @param {() => void} onclick @param {any[]} more Elements after the facts. */
export const card = ({ name, title, region, since, board, also, about, facts }, onclick, ...more) =>
  el(
    "button",
    { type: "button", dataset: { variant: name }, onclick },
    el("strong", null, title),
    el("span", { className: "board-size" }, small(board), board.replace("x", "×")),
    el("span", { className: "facts" }, [region, since && text("knownSince", { year: since })].filter(Boolean).join(", ")),
    also.length > 0 && el("span", { className: "facts" }, text("alsoCalled", { names: also.join(", ") })),
    about && el("span", { className: "one-sentence", lang: "en" }, about),
    facts && el("span", { className: "facts measured-facts" }, inWords(facts)),
    more,
  );

/** @param {{onPick: (name: string, rounds: boolean) => void, onResume: (told: import("./link.js").Told) => void, onAsk: () => void, current: () => import("./game.js").Game | null}} page `onAsk` finds a game by questions. */
export function picker({ onPick, onResume, onAsk, current }) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("picker"));
  const field = el("input", { type: "search", id: "find", placeholder: text("findExample"), "aria-label": text("findGame"), oninput: () => show(), onkeydown: (event) => event.key === "Enter" && (event.preventDefault(), list.querySelector("button")?.click()) });
  const rows = el("select", { id: "rows", "aria-label": text("boardRows"), onchange: () => show() }, [["", text("anyBoard")], ["2", text("twoRows")], ["3", text("threeRows")], ["4", text("fourRows")], ["6", text("sixRows")]].map(([value, words]) => el("option", { value }, words)));
  const order = el("select", { id: "order", "aria-label": text("order"), onchange: () => show() }, el("option", { value: "" }, text("usualOrder")), Object.keys(ORDERS).map((name) => el("option", { value: name }, text(/** @type {keyof typeof ORDERS} */ (name)))));
  const rounds = el("input", { type: "checkbox", id: "rounds", checked: settings.rounds === true, onchange: () => set("rounds", rounds.checked) });
  const like = el("input", { type: "checkbox", id: "like", onchange: () => relatives().catch(tellError) });
  const likeWords = el("span");
  const nearest = el("label", { className: "check" }, like, likeWords);
  const recent = el("ul", { className: "recent", "aria-label": text("recentGames") });
  const count = el("p", { className: "facts", role: "status" });
  const list = el("ul", { className: "variants" });
  const atlas = el("details", { className: "atlas", id: "atlas", ontoggle: () => openMap().catch(tellError) }, el("summary", null, text("worldMap")));
  refill(
    dialog,
    el("div", { className: "bar" }, el("h2", { id: "picker-title" }, text("chooseGame")), iconButton("close", text("close"), () => dialog.close())),
    el("div", { className: "bar" }, field, rows, order),
    el("div", { className: "bar" }, el("button", { type: "button", className: "small", id: "by-questions", onclick: () => { dialog.close(); onAsk(); } }, text("byQuestions"))),
    el("label", { className: "check" }, rounds, text("allRounds")),
    nearest,
    recent,
    atlas,
    count,
    list,
  );
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
    const { words, rows: wanted } = asked(field.value);
    const fitting = matching(near ?? all, words).filter(({ board }) => [wanted, rows.value].every((number) => !number || board.startsWith(`${number}x`)));
    const by = ORDERS[order.value];
    // Games without measures come last.
    if (by) fitting.sort((a, b) => (a.facts ? by(a.facts) : Infinity) - (b.facts ? by(b.facts) : Infinity));
    if (atlas.open) map?.show(fitting);
    const found = there ? fitting.filter(({ name }) => there.games.has(name)) : fitting;
    const games = found.length === 1 ? text("oneGame") : text("games", { count: found.length });
    count.textContent = there ? text("inPlace", { games, place: there.words }) : games;
    refill(
      list,
      found.map((game) => el("li", null, card(game, () => { dialog.close(); onPick(game.name, rounds.checked); }))),
    );
  }

  /** What is measured, by variant. @type {Map<string, import("./measured.js").Facts>} */
  let known = new Map();
  const prepared = (variant) => ({ ...variant, search: searched(variant, known.get(variant.name)), facts: known.get(variant.name) });

  /** All variants, requested once. */
  async function variants() {
    if (all) return all;
    const [answer, facts] = await Promise.all([call({ request: "variants" }), measured()]);
    known = facts;
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

//! Puzzles beside the board: positions with one right move, which the solver proved (`web/puzzles.mjs` collects them).

import { byId, el, refill } from "./dom.js";
import { sameStart } from "./link.js";
import { otherSide, sideName } from "./notation.js";
import { think } from "./players.js";
import { playExample } from "./rules.js";
import { tellError } from "./say.js";
import { isRecord } from "./shapes.js";
import { kept } from "./storage.js";
import { text } from "./texts.js";
import { begins, readTree } from "./tree.js";

/** @typedef {{variant: string, title: string, number: number, position: string, side: "S" | "N", value: "win" | "draw", rank: number, themes: string[], lines: string[][]}} Puzzle `lines` form a tree, the main line first. */

/** The player that refutes wrong moves. */
const REFUTER = "alphabeta:2000ms";
/** Time before a reply in milliseconds. */
const BREATH = 500;
/** Maximum number of listed puzzles. */
const LISTED = 60;
/** Multiplier that spreads the puzzles of consecutive days over all games. */
const STRIDE = 7919;

/** Texts of the levels, by rank. */
const LEVELS = /** @type {const} */ (["novice", "easy", "easy", "medium", "medium", "hard", "hard", "hard", "master", "master"]);
const levelOf = (rank) => text(LEVELS[rank]);

/** The texts of themes; others are marks of games, with their own names. */
const THEMES = /** @type {const} */ ({ relay: "relayTheme", "large capture": "largeCapture", "extra move": "extraMove", "grand slam": "grandSlam", endgame: "endgame" });
const themeText = (theme) => (Object.hasOwn(THEMES, theme) ? text(THEMES[theme]) : theme);

/** The rank of the weakest player that solves a puzzle: 0 for the weakest of all, 9 for none. */
const rankOf = (player) => (player === null ? 9 : player === "greedy" ? 0 : Number(player.split(":")[1]));

/** Reads the puzzles of a game. @returns {Puzzle[]} */
function read(variant, title, puzzles) {
  return puzzles.map(([position, value, difficulty, themes, main, others], index) => {
    const moves = main.split(" ");
    const lines = [moves, ...readTree(moves, others, []).lines];
    return { variant, title, number: index + 1, position, side: position.split(" ")[1], value, rank: rankOf(difficulty), themes: themes.split(",").filter(Boolean), lines };
  });
}

/** The puzzle that the address names, by its position without moves and this tab; null if there is none. */
export function linked() {
  const query = new URLSearchParams(location.hash.slice(1));
  const isPuzzle = query.get("tab") === "puzzles" && query.has("p") && !query.has("m");
  return isPuzzle ? { variant: query.get("v"), position: query.get("p") } : null;
}

/** The day as a number, by the date here. */
function today() {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
}

const isProgress = isRecord(isRecord((state) => state === "solved" || state === "missed"));

/**
 * @param {import("./table.js").Table} table @param {HTMLElement} panel
 * @param {() => Promise<{name: string, title: string}[]>} variants Returns all games.
 * @returns {{shown: () => void}}
 */
export function puzzlesPanel(table, panel, variants) {
  const choice = (id, label) => el("select", { id, "aria-label": label, onchange: () => list() });
  const button = (id, words, onclick, main = false) => el("button", { type: "button", id, className: main ? "main small" : "small", onclick }, words);
  const game = choice("puzzle-game", text("game"));
  const theme = choice("puzzle-theme", text("themeOf"));
  const count = el("p", { className: "facts", id: "puzzles-solved", role: "status" }, text("loadingPuzzles"));
  const items = el("ul", { className: "recent", id: "puzzles", "aria-label": text("puzzles") });
  const facts = el("p", { className: "facts", id: "puzzle-facts" });
  const lines = el("ol", { className: "turns", id: "solution", "aria-label": text("solution") });
  const solution = el("div", { hidden: true }, el("h3", null, text("solution")), lines);
  const daily = button("daily", "", () => start(ofToday()), true);
  daily.hidden = true;
  refill(panel, el("h2", null, text("puzzles")), el("p", { className: "about" }, text("puzzlesAbout")), el("div", { className: "bar" }, daily), facts, solution, el("div", { className: "bar" }, game, theme), count, items);
  const again = button("puzzle-again", text("retry"), () => start(puzzle));
  const solve = button("puzzle-solution", text("solution"), () => reveal().catch(tellError));
  const next = button("puzzle-next", text("nextPuzzle"), () => start(following()));
  const box = el("div", { className: "after", id: "puzzle", role: "group", "aria-label": text("puzzle"), hidden: true }, again, solve, next);
  byId("words").after(box);

  /** All puzzles, once the tab was opened. @type {Puzzle[]} */
  let all = [];
  /** The last puzzle on the board. */
  let puzzle = /** @type {Puzzle} */ (/** @type {any} */ (null));
  /** Whether its solution was shown. */
  let told = false;
  /** Whether the board was turned for it. */
  let turned = false;
  let thinking = new AbortController();
  let loading = null;
  const asked = linked();
  /** Resolves once a game is on the board. */
  const begun = new Promise((done) => table.addEventListener("change", () => table.game && done(null)));

  const progress = () => kept.read("puzzles", {}, isProgress);
  const stateOf = ({ variant, position }) => progress()[variant]?.[position] ?? null;

  /** Keeps the result of a puzzle; a solved one stays solved. */
  function keep(state) {
    if (stateOf(puzzle) === "solved" || stateOf(puzzle) === state) return;
    const before = progress();
    kept.write("puzzles", { ...before, [puzzle.variant]: { ...before[puzzle.variant], [puzzle.position]: state } });
    list();
  }

  const ofToday = () => all[(today() * STRIDE) % all.length];
  const chosen = () => all.filter(({ variant, themes }) => (!game.value || variant === game.value) && (!theme.value || themes.includes(theme.value))).sort((one, other) => one.rank - other.rank);
  const nameOf = ({ number, title }) => text("puzzleOf", { number, title });

  /** The next puzzle of the list that is not solved, else the next one. */
  function following() {
    const found = chosen();
    const from = found.indexOf(puzzle) + 1;
    const rest = [...found.slice(from), ...found.slice(0, from)];
    return rest.find((one) => stateOf(one) !== "solved") ?? rest[0];
  }

  async function load() {
    const [games, collected] = await Promise.all([variants(), fetch("puzzles.json").then((response) => response.json()), begun]);
    const own = games.filter(({ name }) => Object.hasOwn(collected, name));
    all = own.flatMap(({ name, title }) => read(name, title, collected[name].puzzles));
    const themes = [...new Set(all.flatMap(({ themes: names }) => names))].sort((one, other) => themeText(one).localeCompare(themeText(other)));
    const here = table.game?.variant;
    const options = (first, names) => [el("option", { value: "" }, first), names.map(([value, words]) => el("option", { value, selected: value === here }, words))];
    refill(game, options(text("allGames"), own.map(({ name, title }) => [name, title])));
    refill(theme, options(text("allThemes"), themes.map((name) => [name, themeText(name)])));
    daily.textContent = text("puzzleOfDay", { title: ofToday().title });
    daily.hidden = false;
    list();
    const there = all.find(({ variant, position }) => variant === asked?.variant && position === asked.position);
    if (there) await open(there);
  }

  /** Lists the chosen puzzles, easy ones first. */
  function list() {
    const [found, states] = [chosen(), progress()];
    const stateIn = ({ variant, position }) => states[variant]?.[position];
    const solved = found.filter((one) => stateIn(one) === "solved").length;
    count.textContent = text("solvedOf", { count: solved, all: found.length });
    const marks = { solved: "✓", missed: "✗" };
    const label = (one) => [game.value ? String(one.number) : nameOf(one), levelOf(one.rank), stateIn(one) && text(stateIn(one))].filter(Boolean).join(", ");
    const item = (one) => el("button", { type: "button", className: "small", "aria-label": label(one), "aria-current": one === puzzle ? "true" : null, onclick: () => start(one) }, game.value ? one.number : nameOf(one), el("span", { className: "facts" }, ` ${levelOf(one.rank)} ${marks[stateIn(one)] ?? ""}`));
    refill(items, found.slice(0, LISTED).map((one) => el("li", null, item(one))), found.length > LISTED && el("li", { className: "facts" }, text("andMore", { count: found.length - LISTED })));
  }

  const start = (one) => void open(one).catch(tellError);

  /** Puts a puzzle on the board, seen by its solver. @param {Puzzle} one */
  async function open(one) {
    [puzzle, told] = [one, false];
    await playExample(table, { name: nameOf(one), position: one.position, variant: one.variant });
    if (puzzle !== one || !isHere()) return;
    if (table.board.flipped !== (one.side === "N")) {
      table.flip();
      turned = !turned;
    }
    list();
  }

  /** Plays the main line on the board, and lists all lines. */
  async function reveal() {
    const { position, variant, lines: [moves] } = puzzle;
    keep("missed");
    told = true;
    write();
    await playExample(table, { name: nameOf(puzzle), position, variant, moves });
  }

  /** Whether the puzzle is on the board. */
  const isHere = () => Boolean(puzzle && table.watching && sameStart(table.game, { variant: puzzle.variant, start: puzzle.position }));

  /** Shows the puzzle and its state, judges the last move and replies to it. */
  function judge() {
    const here = isHere();
    if (!here) leave();
    box.hidden = !here;
    thinking.abort();
    write();
    if (!here || told || !table.here || table.editing) return;
    const moves = table.game.moves.slice(0, table.count);
    const { side, value } = puzzle;
    const fitting = puzzle.lines.filter((line) => begins(line, moves));
    const last = moves.at(-1);
    const isOwn = (ply) => table.game.plies[ply].mover === side;
    if (fitting.some((line) => line.length === moves.length)) {
      keep("solved");
      table.say(text("puzzleSolved", { move: last }));
      write();
    } else if (fitting.length > 0 && table.toMove !== side) {
      if (table.atLast) reply(async () => fitting[0][moves.length]);
    } else if (fitting.length > 0) {
      const task = text(value === "win" ? "findWin" : "findDraw", { who: sideName(side) });
      table.say(last ? `${text("rightMove")} ${task}` : task);
    } else {
      const wrong = moves.findIndex((_, ply) => !puzzle.lines.some((line) => begins(line, moves.slice(0, ply + 1))));
      const answer = isOwn(wrong) ? table.game.plies[wrong + 1] : null;
      if (!isOwn(wrong)) table.say(text("offLines"));
      else {
        keep("missed");
        const refuted = moves.length > wrong + 1 && answer.mover !== side ? ` ${text("refuted", { who: sideName(otherSide(side)), move: answer.move })}` : "";
        table.say(text(value === "win" ? "winsNot" : "losesIt", { move: moves[wrong] }) + refuted);
        if (moves.length === wrong + 1 && table.atLast && table.toMove !== side && table.here.result === null) reply((signal) => think(table.game.after(table.count), REFUTER, signal));
      }
    }
  }

  /** Plays a reply, unless something else is done meanwhile. @param {(signal: AbortSignal) => Promise<string | null>} of */
  async function reply(of) {
    // A reply that was taken back is not made again.
    if (table.undone.length > 0) return;
    const { serial } = table;
    thinking = new AbortController();
    try {
      const [move] = await Promise.all([of(thinking.signal), new Promise((done) => setTimeout(done, BREATH))]);
      if (table.serial === serial && move !== null) await table.play(move);
    } catch (error) {
      tellError(error);
    }
  }

  /** Turns the board back when the puzzle has left it. */
  function leave() {
    if (turned) table.flip();
    turned = false;
  }

  /** Writes the facts of the puzzle, and its lines once they are known. */
  function write() {
    const here = isHere();
    const known = here && (told || stateOf(puzzle) === "solved");
    facts.hidden = !here;
    solution.hidden = !known;
    again.hidden = !told && table.count === 0;
    solve.hidden = told;
    next.classList.toggle("main", Boolean(known));
    again.classList.toggle("main", !known);
    if (here) facts.textContent = [nameOf(puzzle), levelOf(puzzle.rank), ...puzzle.themes.map(themeText)].join(" · ");
    const step = (line, ply) => el("button", { type: "button", className: "ply", onclick: () => table.visit(line.slice(0, ply + 1)).catch(tellError) }, line[ply]);
    refill(lines, known && puzzle.lines.map((line) => el("li", { className: "variation" }, line.map((_, ply) => step(line, ply)))));
  }

  table.addEventListener("change", ({ detail }) => ["position", "game"].includes(detail) && judge());
  return {
    shown() {
      loading ??= load().catch((error) => {
        loading = null;
        tellError(error);
      });
    },
  };
}

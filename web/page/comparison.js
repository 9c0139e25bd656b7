//! Comparison of the original and the changed variant: their rules side by side, and measures of games.

import { columnChart, lineChart, rangeChart } from "./charts.js";
import { el, refill } from "./dom.js";
import { call, isCancelled } from "./door.js";
import { tellError } from "./say.js";
import { ENGLISH, language, text } from "./texts.js";

/** The players of measured games, with the number of games of each variant. */
const BY = {
  random: { words: "byRandom", games: 1000 },
  "alphabeta:2": { words: "byTwo", games: 200 },
  "alphabeta:4": { words: "byFour", games: 100 },
};

/** Random seed of the games. */
const SEED = 1;

/** Time limit of a measurement in milliseconds. */
const LONGEST = 60_000;

/** Measures shown first; the texts have their labels. */
const FIRST = ["first_player_score", "draws", "plies", "branching", "real_choice", "laps_per_move", "seeds_per_move", "captured_per_game", "lead_changes_per_100_plies", "comeback", "unfinished"];

/** The label of a measure; those of rarer ones are English. */
const wordsOf = (name) => (FIRST.includes(name) ? text(/** @type {keyof typeof ENGLISH} */ (name)) : el("span", { lang: "en" }, name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase())));

function shown({ value, unit }) {
  if (value === null || value === undefined) return "–";
  if (unit === "share" || unit?.startsWith("share ")) return `${(value * 100).toFixed(1)} %`;
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, "");
}

/** Whether the confidence intervals do not overlap. */
const apart = (one, other) => Math.max(one.low ?? one.value, other.low ?? other.value) > Math.min(one.high ?? one.value, other.high ?? other.value) && one.value !== other.value;

/** The lines of the rules in words, and those of a part by its title. */
const linesOf = ({ in_words: parts }) => parts.flatMap(({ lines }) => lines.map(({ words }) => words));
const partOf = ({ in_words: parts }, title) => parts.find((part) => part.title === title)?.lines ?? [];

/** Titles of the parts of both rules, in their order: first those that differ, then the others. */
function titlesOf(infos) {
  const titles = [...new Set(infos.flatMap(({ in_words: parts }) => parts.map(({ title }) => title)))];
  const words = (info, title) => JSON.stringify(partOf(info, title).map(({ words }) => words));
  return [true, false].map((differing) => titles.filter((title) => (words(infos[0], title) !== words(infos[1], title)) === differing));
}

/** Parts of both rules in words, side by side; lines that the other version lacks are marked. @param {string[]} titles */
function versions(infos, titles) {
  const version = (info, index) => {
    const others = new Set(linesOf(infos[1 - index]));
    const [kind, mark] = index === 0 ? ["gone", text("noLonger")] : ["new", text("nowSo")];
    const line = ({ words }) => el("li", { lang: "en", className: others.has(words) ? null : kind }, !others.has(words) && el("span", { className: "heard", lang: language }, mark), words);
    const part = (title) => [el("h5", { lang: "en" }, title), el("ul", { className: "lines" }, partOf(info, title).map(line))];
    return el("section", { className: "version", "aria-label": text(index === 0 ? "originalRules" : "changedRules") }, el("h4", null, text(index === 0 ? "original" : "changed")), titles.map(part));
  };
  return el("div", { className: "versions" }, infos.map(version));
}

/** @param {HTMLElement} host */
export function comparison(host) {
  const differs = el("div", { className: "differs", "aria-live": "polite" });
  const measured = el("div", { className: "measured" });
  const state = el("p", { className: "facts", role: "status" });
  const legend = el("p", { className: "legend" });
  const progress = el("progress", { id: "measuring", "aria-label": text("gamesPlayed"), hidden: true });
  const by = el("select", { id: "measured-by", onchange: () => games().catch(tellError) }, Object.entries(BY).map(([value, { words, games: count }]) => el("option", { value }, text(/** @type {keyof typeof ENGLISH} */ (words), { count }))));
  refill(host, el("h2", null, text("effect")), legend, differs, el("h3", null, text("measures")), el("label", { className: "bar" }, text("gamesBy"), by), el("div", { className: "bar" }, progress, state), measured);
  const kept = new Map();
  let stop = null;
  /** The compared variants, with the engine's answers about them. */
  let compared = null;

  /** The measures of a variant, cached. @param {number} before Games of the other variant that were played before. */
  async function measure(variant, signal, before) {
    const player = by.value;
    const key = JSON.stringify([variant, player]);
    if (!kept.has(key)) {
      const onProgress = ({ done }) => {
        progress.value = before + done;
        state.textContent = text("playedOf", { done: before + done, all: progress.max });
      };
      const answer = await call({ request: "measure", variant, games: BY[player].games, player, seed: SEED, limit: { ms: LONGEST }, every: 200 }, { signal, onProgress });
      if (kept.size > 20) kept.delete(kept.keys().next().value);
      kept.set(key, answer);
    }
    return kept.get(key);
  }

  /** Plays games of both variants and shows their measures. */
  async function games() {
    if (!compared) return;
    stop?.abort();
    const { signal } = (stop = new AbortController());
    const { variants, infos } = compared;
    const { games: count } = BY[by.value];
    state.textContent = text("playingGames");
    const same = infos[0].digest === infos[1].digest;
    progress.max = same ? count : 2 * count;
    progress.value = 0;
    progress.hidden = false;
    measured.classList.add("waits");
    try {
      const one = await measure(variants[0], signal, 0);
      const both = [one, same ? one : await measure(variants[1], signal, count)];
      showMeasures(both);
      measured.classList.remove("waits");
      state.textContent = "";
      progress.hidden = true;
    } catch (error) {
      if (isCancelled(error)) return;
      progress.hidden = true;
      state.textContent = error.message;
    }
  }

  function showRules(diff, infos) {
    const rules = Object.entries(diff.rules);
    const moves = (diff.moves ?? []).filter(({ differs }) => differs);
    const [changed, same] = titlesOf(infos);
    const lead = (one) => (one ? one.after : text("illegal"));
    refill(
      differs,
      rules.length === 0
        ? el("p", null, text("sameRules"))
        : el(
            "div",
            { className: "scroll" },
            el("table", null, el("thead", null, el("tr", null, [text("key"), text("original"), text("changed")].map((head) => el("th", { scope: "col" }, head)))), el("tbody", null, rules.map(([key, [first, second]]) => el("tr", null, el("th", { scope: "row" }, el("code", null, key)), el("td", null, el("code", null, first)), el("td", null, el("code", null, second)))))),
          ),
      rules.length > 0 && [el("h3", null, text("bothRules")), changed.length > 0 && versions(infos, changed), el("details", null, el("summary", null, text("otherRules")), versions(infos, same))],
      moves.length > 0 && [
        el("h3", null, text("inPosition")),
        el("div", { className: "scroll" }, el("table", { className: "leads" }, el("thead", null, el("tr", null, [text("move"), text("leadsOriginal"), text("leadsChanged")].map((head) => el("th", { scope: "col" }, head)))), el("tbody", null, moves.slice(0, 12).map(({ move, leads }) => el("tr", null, el("th", { scope: "row" }, move), leads.map((one) => el("td", null, el("code", null, lead(one))))))))),
      ],
    );
  }

  function showMeasures(both) {
    const names = both.map(({ title }, index) => text(index === 0 ? "ofOriginal" : "changedTitle", { title }));
    const row = (name) => {
      const pair = both.map(({ measures }) => measures[name]);
      if (pair.some((one) => !one || one.value === null || one.value === undefined)) return null;
      return el("tr", { className: apart(...pair) ? "apart" : "" }, el("th", { scope: "row" }, wordsOf(name)), pair.map((one) => el("td", { title: one.low === undefined ? null : text("between", { low: shown({ ...one, value: one.low }), high: shown({ ...one, value: one.high }) }) }, shown(one))), el("td", { className: "range-cell" }, rangeChart(pair)));
    };
    // The players are named above, in words.
    const engine = new RegExp(`, ${by.value} [\\d.]+`);
    const table = (rows) => el("div", { className: "scroll" }, el("table", { className: "measures" }, el("thead", null, el("tr", null, [text("measure"), text("original"), text("changed"), text("sideBySide")].map((head) => el("th", { scope: "col" }, head)))), el("tbody", null, rows)));
    const others = Object.keys(both[0].measures).filter((name) => !FIRST.includes(name));
    const series = (points) => both.map((one, index) => ({ name: names[index], points: points(one) }));
    refill(
      measured,
      el("div", { className: "charts" }, columnChart(text("lengthOfGames"), text("movesPlayed"), series(({ lengths }) => lengths)), lineChart(text("legalOverGame"), text("movesPlayed"), series(({ branching_by_ply: list }) => list.slice(0, 200).map((value, ply) => [ply, value])))),
      table(FIRST.map(row)),
      el("p", { className: "facts" }, text("intervals")),
      el("details", null, el("summary", null, text("allMeasures")), table(others.map(row))),
      [...new Set(both.flatMap(({ cautions }) => cautions))].map((caution) => el("p", { className: "facts", lang: "en" }, caution.replace(engine, ""))),
    );
  }

  return {
    /**
     * Compares two valid variants; cancels an unfinished comparison.
     * @param {string | object} first @param {string | object} second @param {string | undefined} position On the board.
     */
    async show(first, second, position) {
      stop?.abort();
      const own = (stop = new AbortController());
      const { signal } = own;
      host.classList.remove("stale");
      try {
        const ask = { request: "diff", first, second };
        const diff = await call({ ...ask, position }, { signal }).catch((error) => (isCancelled(error) ? Promise.reject(error) : call(ask, { signal })));
        const infos = await Promise.all([first, second].map((variant) => call({ request: "variant", variant }, { signal })));
        refill(legend, el("span", { className: "key series0" }, `${text("original")}: `, infos[0].header.title), el("span", { className: "key series1" }, `${text("changed")}: `, infos[1].header.title));
        showRules(diff, infos);
        compared = { variants: [first, second], infos };
        await games();
      } catch (error) {
        if (isCancelled(error)) return;
        state.textContent = error.message;
      }
    },
    /** Marks the comparison as outdated, because the text is invalid now. */
    stale() {
      stop?.abort();
      host.classList.add("stale");
    },
  };
}

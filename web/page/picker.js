//! Dialog with all variants, searched by name, place or board.

import { byId, el, iconButton, refill } from "./dom.js";
import { call } from "./door.js";
import { set, settings } from "./storage.js";
import { tellError } from "./say.js";

/** Popular games, listed first. */
const FIRST = ["kalah", "oware", "zanzibar-bao", "toguz-korgool", "omweso", "sungka", "bao-la-kiswahili", "hus-nama"];

/** Lowercase letters as on any keyboard: without accents and click letters. */
const plain = (text) => text.normalize("NFD").replace(/[\p{M}ǀ-ǃʘ]/gu, "").toLowerCase().replaceAll("ı", "i");

/** @param {(name: string, rounds: boolean) => void} onPick */
export function picker(onPick) {
  const dialog = byId("picker");
  const field = el("input", { type: "search", id: "find", placeholder: "Name, place, year or board…", "aria-label": "Find a game", oninput: () => show(), onkeydown: (event) => event.key === "Enter" && (event.preventDefault(), list.querySelector("button")?.click()) });
  const rows = el("select", { "aria-label": "Rows of the board", onchange: () => show() }, [["", "Any board"], ["2", "Two rows"], ["3", "Three rows"], ["4", "Four rows"]].map(([value, words]) => el("option", { value }, words)));
  const rounds = el("input", { type: "checkbox", id: "rounds", checked: settings.rounds === true, onchange: () => set("rounds", rounds.checked) });
  const count = el("p", { className: "facts", role: "status" });
  const list = el("ul", { className: "variants" });
  refill(
    dialog,
    el("div", { className: "bar" }, el("h2", { id: "picker-title" }, "Choose a game"), iconButton("close", "Close", () => dialog.close())),
    el("div", { className: "bar" }, field, rows),
    el("label", { className: "check" }, rounds, "Play all rounds of games that have several"),
    count,
    list,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  let all = null;

  function show() {
    if (!all) return;
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const found = all.filter(({ search, board }) => words.every((word) => search.includes(word)) && (!rows.value || board.startsWith(`${rows.value}x`)));
    count.textContent = found.length === 1 ? "One game" : `${found.length} games`;
    refill(
      list,
      found.map(({ name, title, region, year, board, also }) =>
        el(
          "li",
          null,
          el(
            "button",
            { type: "button", dataset: { variant: name }, onclick: () => { dialog.close(); onPick(name, rounds.checked); } },
            el("strong", null, title),
            el("span", { className: "board-size" }, board.replace("x", "×")),
            el("span", { className: "facts" }, [region, year].filter(Boolean).join(", ")),
            also.length > 0 && el("span", { className: "facts" }, `also ${also.join(", ")}`),
          ),
        ),
      ),
    );
  }

  /** All variants, requested once. */
  async function variants() {
    if (all) return all;
    const answer = await call({ request: "variants" });
    const rank = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
    all = answer.variants
      .map((variant) => ({ ...variant, search: plain([variant.name, variant.title, variant.region, variant.year, variant.board, variant.ruleset, ...variant.also].join(" ")) }))
      .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
    return all;
  }

  async function open() {
    dialog.showModal();
    field.select();
    if (!all) count.textContent = "Loading the games…";
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

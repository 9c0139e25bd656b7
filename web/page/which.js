//! Which game is it? Questions about a remembered game, one at a time, and the games that fit the answers so far.

import { byId, el, iconButton, refill } from "./dom.js";
import { call } from "./door.js";
import { card } from "./picker.js";
import { tellError } from "./say.js";
import { text } from "./texts.js";

/** @typedef {{question: string, answer: string}} Given An answered question; an empty answer means "don't know". */

/** Chance from which a game is named: one that is not 0 % when rounded. */
const LEAST = 0.005;

/** The part of an address after the `#` for these answers. @param {Given[]} given */
export function fragmentFor(given) {
  const query = new URLSearchParams(given.length === 0 ? { which: "" } : {});
  for (const { question, answer } of given) {
    query.append("which", question);
    query.append("is", answer);
  }
  return query.toString();
}

/** Parses the answers in an address; null if it belongs to a game. @param {string} fragment Without the `#`. @returns {Given[] | null} */
export function answersIn(fragment) {
  const query = new URLSearchParams(fragment);
  if (!query.has("which")) return null;
  const answers = query.getAll("is");
  return query.getAll("which").map((question, index) => ({ question, answer: answers[index] ?? "" })).filter(({ question }) => question);
}

/** Maximum number of answers with a button each; places are more. */
const LISTED = 12;

const percent = (chance) => text("chanceIs", { share: Math.round(100 * chance) });
const inEnglish = (words) => el("span", { lang: "en" }, words);

/**
 * @param {{variants: () => Promise<any[]>, onPick: (name: string) => void, onDraft: (nearest: {variant: string, title: string}) => void, onAnswer: (given: Given[]) => void, onClose: () => void}} page
 * `onAnswer` hears of every new list of answers, `onClose` of the end without a game.
 */
export function which({ variants, onPick, onDraft, onAnswer, onClose }) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("which"));
  const question = el("h3", { tabindex: -1, id: "question" });
  const choices = el("div", { className: "choices", role: "group", "aria-labelledby": "question" });
  const answers = el("ol", { className: "answers" });
  const before = el("section", { "aria-labelledby": "your-answers" }, el("h3", { id: "your-answers" }, text("yourAnswers")), answers);
  const back = el("button", { type: "button", className: "small", id: "question-back", onclick: () => go(given.slice(0, -1)) }, text("questionBack"));
  const again = el("button", { type: "button", className: "small", id: "start-over", onclick: () => go([]) }, text("startOver"));
  const likely = el("h3", { id: "likely" });
  const games = el("ul", { className: "variants" });
  const rest = el("p", { className: "facts" });
  const draft = el("div");
  const status = el("p", { className: "facts", role: "status", id: "which-status" });
  const found = el("section", { "aria-labelledby": "likely" }, likely, games, rest, draft);
  refill(
    dialog,
    el("div", { className: "bar" }, el("h2", { id: "which-title" }, text("whichGame")), iconButton("close", text("close"), () => dialog.close())),
    el("div", { className: "asking" }, el("div", null, el("p", { className: "about" }, text("whichAbout")), status, question, choices, el("div", { className: "bar" }, back, again), before), found),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    serial += 1;
    if (!left) onClose();
    left = false;
  });
  /** The answers so far. @type {Given[]} */
  let given = [];
  /** Number of the last request; answers to earlier ones come too late. */
  let serial = 0;
  /** Whether the page goes on elsewhere, so that it needs no other address. */
  let left = false;

  /** Closes the dialog for something else. */
  function leave() {
    left = dialog.open;
    dialog.close();
  }

  /** Shows the next question after these answers, and writes the address. @param {Given[]} next */
  function go(next) {
    onAnswer(next);
    open(next);
  }

  /** Shows the question after these answers, and the games that fit. @param {Given[]} next */
  async function open(next) {
    const own = ++serial;
    if (!dialog.open) {
      given = [];
      for (const part of [question, choices, answers, games, rest, draft]) refill(part);
      back.hidden = again.hidden = before.hidden = found.hidden = true;
      dialog.showModal();
    }
    status.textContent = text("loadingQuestion");
    status.className = "facts";
    try {
      const [all, answer] = await Promise.all([variants(), call({ request: "which", given: next })]);
      if (own !== serial) return;
      given = next;
      show(all, answer);
    } catch (error) {
      if (own !== serial) return;
      leave();
      onClose();
      tellError(error);
    }
  }

  function show(all, { next, candidates, fits }) {
    const about = ({ variant }) => all.find(({ name }) => name === variant);
    question.textContent = next ? `${given.length + 1}. ` : text("noMoreQuestions");
    if (next) question.append(inEnglish(next.question));
    refill(choices, next && offered(next));
    back.hidden = again.hidden = before.hidden = given.length === 0;
    refill(answers, given.map(told));
    const known = candidates.filter(({ chance, variant }) => chance >= LEAST && about({ variant }));
    likely.textContent = text(known.length === 0 ? "allPossible" : fits ? "likelyGames" : "noneFits");
    // The list says the same to the eye.
    status.className = "heard";
    status.textContent = known.length === 0 ? likely.textContent : `${likely.textContent}: ${known.map(({ title, chance }) => `${title}, ${percent(chance)}`).join("; ")}`;
    refill(games, known.map((game) => el("li", null, card({ ...about(game), facts: null }, () => pick(game.variant), chanceOf(game)))));
    const others = all.length - known.length;
    rest.textContent = known.length === 0 ? "" : text("otherGames", { count: others, chance: percent(Math.max(0, 1 - known.reduce((sum, { chance }) => sum + chance, 0))) });
    refill(draft, !fits && known.length > 0 && [el("p", null, text("ownAbout", { title: known[0].title })), el("button", { type: "button", className: "main", id: "own-game", onclick: () => (leave(), onDraft(known[0])) }, text("ownGame"))]);
    found.hidden = false;
    found.parentElement?.scrollTo(0, 0);
    question.focus();
  }

  /** The possible answers of a question as buttons, or many in a list with one button. */
  function offered({ question: asked, answers: possible, wider }) {
    const give = (answer) => go([...given, { question: asked, answer }]);
    const button = (words, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, words);
    const unknown = button(text("dontKnow"), () => give(""), { className: "quiet", id: "dont-know" });
    if (possible.length <= LISTED) return [possible.map((words) => button(words, () => give(words), { lang: "en" })), unknown];
    // Larger places stand for all those in them.
    const names = [...possible, ...wider].sort((one, other) => one.localeCompare(other));
    const list = el("select", { id: "where", "aria-labelledby": "question", onchange: () => (there.disabled = !list.value) }, el("option", { value: "" }, text("choosePlace")), names.map((name) => el("option", { value: name, lang: "en" }, name)));
    const there = button(text("answerIt"), () => give(list.value), { className: "main", id: "answer", disabled: true });
    return [el("div", { className: "bar" }, list, there), unknown];
  }

  /** An earlier answer, with a button that leads back to its question. */
  function told({ question: asked, answer }, index) {
    const change = el("button", { type: "button", className: "small", "aria-label": text("changeAnswer", { number: index + 1 }), onclick: () => go(given.slice(0, index)) }, text("change"));
    return el("li", null, inEnglish(asked), " ", el("strong", answer ? { lang: "en" } : null, answer || text("dontKnow")), " ", change);
  }

  function chanceOf({ chance, differs }) {
    return [el("span", { className: "facts likelihood" }, text("likelihood", { chance: percent(chance) })), differs.map(({ question: asked, answer }) => el("span", { className: "facts differs" }, text("differsIn"), inEnglish(`${asked} ${answer}.`)))];
  }

  function pick(name) {
    leave();
    onPick(name);
  }

  return { open, leave, begin: () => go([]), isOpen: () => dialog.open };
}

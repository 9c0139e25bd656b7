//! Measures of games in the finder: length and choices by a few random games, played once a card is seen.

import { call, isCancelled } from "./door.js";
import { text } from "./texts.js";

const GAMES = 30;

/** Facts about a game in words. */
function inWords({ branching, plies, real_choice: choice }) {
  const [moves, choices, share] = [plies.value, branching.value, 100 * choice.value].map(Math.round);
  return text("measuredAs", { moves, choices, share });
}

/** @returns {{watch: (card: Element) => void, stop: () => void}} */
export function measuredCards() {
  /** What is known, by variant. @type {Map<string, string>} */
  const known = new Map();
  /** Cards in view without measures. @type {Set<Element>} */
  const waiting = new Set();
  let stop = null;

  /** Plays games of the cards in view, one variant after the other. */
  async function work() {
    const { signal } = (stop = new AbortController());
    try {
      for (let [card] = waiting; card; [card] = waiting) {
        const name = card.getAttribute("data-variant") ?? "";
        if (!known.has(name)) {
          const { measures } = await call({ request: "measure", variant: name, games: GAMES, seed: 1, limit: { ms: 5000 } }, { signal });
          known.set(name, inWords(measures));
        }
        card.querySelector(".measured-facts")?.replaceChildren(known.get(name) ?? "");
        waiting.delete(card);
      }
    } catch (error) {
      // A card without measures is complete, too.
      if (!isCancelled(error)) waiting.clear();
    }
    if (stop?.signal === signal) stop = null;
  }

  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && target.querySelector(".measured-facts:empty")) waiting.add(target);
      else waiting.delete(target);
    }
    if (waiting.size > 0 && !stop) work();
  });

  return {
    /** Adds the measures to a card with the name of its variant once it is seen. */
    watch(card) {
      seen.observe(card);
    },
    /** Stops measuring, when the cards are gone. */
    stop() {
      seen.disconnect();
      waiting.clear();
      stop?.abort();
      stop = null;
    },
  };
}

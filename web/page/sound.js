//! Sound of falling seeds, off by default: a short tap for each seed, duller in a fuller pit.

import { iconButton } from "./dom.js";
import { set, settings } from "./storage.js";
import { text } from "./texts.js";

/** Length of a tap in seconds. */
const TAP = 0.07;
/** Taps of several captured seeds, and seconds between them. */
const MOST_TAPS = 5;
const APART = 0.035;

let audio = null;

/** Sounds a tap after some seconds. @param {number} filled Seeds that already lie there. */
function tap(filled, after = 0) {
  const begin = audio.currentTime + after;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: 1500 / (1 + 0.06 * Math.min(filled, 16)) });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0.22, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + TAP);
  tone.frequency.exponentialRampToValueAtTime(320, begin + TAP);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + TAP);
}

/** The sound of a frame: one tap for a seed from the hand, several for seeds that move together. @param {import("./film.js").Frame} frame @param {number} before Seeds in the hand before it. */
function sounds({ at, board, flight, hand }, before) {
  if (flight) for (let seed = 0; seed < Math.min(flight.seeds, MOST_TAPS); seed += 1) tap(4, seed * APART);
  else if (hand < before) tap(at?.pit === undefined ? 2 : board.pits[at.pit] - 1);
}

/** Adds sound to the animation. @param {import("./table.js").Table} table @returns {HTMLButtonElement} The switch. */
export function sound(table) {
  const button = iconButton("sound", text("sound"), () => {
    set("sound", !settings.sound);
    show();
  }, { id: "sound" });
  const show = () => button.setAttribute("aria-pressed", String(settings.sound === true));
  let held = 0;
  table.addEventListener("frame", ({ detail: { frame, beat } }) => {
    const before = held;
    held = frame.hand;
    if (!settings.sound || beat === 0) return;
    audio ??= new AudioContext();
    // Browsers suspend sound until the user presses something.
    audio.resume();
    sounds(frame, before);
  });
  show();
  return button;
}

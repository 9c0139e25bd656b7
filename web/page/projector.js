//! Animates a move frame by frame, with speed, pause, and steps forward and back.

/** @typedef {import("./film.js").Frame} Frame */

/** The speeds by name: milliseconds for a seed; with `lap` each lap is one frame. */
export const SPEEDS = {
  slow: { seed: 520 },
  normal: { seed: 230 },
  fast: { seed: 95 },
  laps: { seed: 700, lap: true },
  instant: { seed: 0 },
};

/** Moves with more frames than this are shown faster, so that a hundred laps do not take minutes. */
const LONG = 90;
/** Number of frames from which the page offers to skip a move. */
export const SKIPPABLE = 40;

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export class Projector {
  /** @param {{show: (frame: Frame, beat: number) => void, speed: () => string, changed: () => void}} with_ */
  constructor({ show, speed, changed }) {
    this.showFrame = show;
    this.speed = speed;
    this.changed = changed;
    this.frames = [];
    this.at = 0;
    this.run = 0;
    this.playing = false;
  }

  get atEnd() {
    return this.at >= this.frames.length - 1;
  }

  get frame() {
    return this.frames[this.at] ?? null;
  }

  /** Loads the frames of another move and goes to the last one. @param {Frame[]} frames */
  load(frames) {
    this.stop();
    this.frames = frames;
    this.at = frames.length - 1;
  }

  /** Shows all frames from the first one. The promise resolves at the last one, or when the show is skipped. */
  playAll(frames) {
    this.load(frames);
    if (SPEEDS[this.speed()].seed === 0) {
      this.#show(this.at, 0);
      return Promise.resolve();
    }
    this.#show(0, 0);
    const end = new Promise((done) => (this.ended = () => done(undefined)));
    this.play();
    return end;
  }

  /** Continues from the current frame, or from the first one at the end. */
  async play() {
    const run = ++this.run;
    if (this.atEnd) this.#show(0, 0);
    this.playing = true;
    this.changed();
    await wait(120);
    while (run === this.run && !this.atEnd) {
      const speed = SPEEDS[this.speed()];
      if (speed.seed === 0) {
        this.#show(this.frames.length - 1, 0);
        break;
      }
      const next = speed.lap ? this.#endOfLap(this.at + 1) : this.at + 1;
      const beat = this.#beat(next, speed);
      this.#show(next, beat);
      await wait(beat);
    }
    if (run === this.run) this.stop();
  }

  pause() {
    this.run += 1;
    this.playing = false;
    this.changed();
  }

  /** Ends the show and resolves its promise. */
  stop() {
    this.run += 1;
    this.playing = false;
    this.ended?.();
    this.ended = null;
    this.changed();
  }

  /** Skips to the end. */
  finish() {
    if (!this.atEnd) this.#show(this.frames.length - 1, 0);
    this.stop();
  }

  /** Steps by a frame. @returns {boolean} Whether there was one. */
  step(by) {
    const next = this.at + by;
    if (next < 0 || next >= this.frames.length) return false;
    this.run += 1;
    this.playing = false;
    this.#show(next, by > 0 ? 200 : 0);
    if (this.atEnd) this.stop();
    this.changed();
    return true;
  }

  #endOfLap(from) {
    const { event } = this.frames[from];
    const after = this.frames.findIndex((frame, index) => index > from && frame.event !== event);
    return after < 0 ? this.frames.length - 1 : after - 1;
  }

  #beat(next, { seed, lap }) {
    const hurry = lap ? 1 : Math.max(0.3, Math.min(1, LONG / this.frames.length));
    const { flight, event } = this.frames[next];
    const weight = lap ? 1 : flight ? 2.6 : event !== this.frames[next - 1]?.event ? 1.7 : 1;
    return seed * weight * hurry;
  }

  #show(index, beat) {
    this.at = index;
    const frame = this.frames[index];
    if (frame) this.showFrame({ ...frame, moving: index > 0 && !this.atEnd }, beat);
  }
}

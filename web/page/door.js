//! Client of the engine: sends requests and returns answers, through the server or a worker.

import { door } from "./config.js";
import { text } from "./texts.js";

/** Names a change like the page, without the option of the command line. @param {string} words */
const plain = (words) => words.replaceAll("--set ", "");

/** An error of the engine or of the connection to it. */
export class Refused extends Error {
  /** @param {{message: string, kind?: string, field?: string | null, mistakes?: object[], refused?: {why: string, rule: string | null}}} error */
  constructor(error) {
    super(plain(error.message));
    this.kind = error.kind ?? "door";
    this.field = error.field ?? null;
    this.mistakes = (error.mistakes ?? []).map((mistake) => ({ ...mistake, origin: plain(mistake.origin) }));
    /** The rule that refuses a move, if one does. */
    this.refused = error.refused ?? null;
  }
}

/** Whether an error means that the request was cancelled. */
export const isCancelled = (error) => error?.name === "AbortError";

const cancelled = () => new DOMException("the request was cancelled", "AbortError");

/** Requests that may take long; they run in another worker than short ones. */
const LONG = new Set(["choose", "measure", "openings", "review"]);

/** Parses a line of a response; returns the final one, and passes progress to the callback. */
function heard(line, onProgress) {
  const said = JSON.parse(line);
  if (!said.progress) return said;
  onProgress?.(said.progress);
  return null;
}

/** The lines of a response as they arrive. */
async function* lines(response) {
  let rest = "";
  for await (const chunk of chunks(response.body.pipeThrough(new TextDecoderStream()))) {
    const whole = (rest + chunk).split("\n");
    rest = whole.pop() ?? "";
    yield* whole;
  }
  if (rest) yield rest;
}

/** The chunks of a stream; not every browser can iterate over one itself. */
async function* chunks(stream) {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** @typedef {{signal?: AbortSignal, onProgress?: (progress: object) => void}} Options */

/** Sends a request to the program that served this page. @param {object} request @param {Options} [options] */
async function askServer(request, { signal, onProgress } = {}) {
  let response;
  try {
    response = await fetch("api", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    if (response.ok) {
      for await (const line of lines(response)) {
        const said = heard(line, onProgress);
        if (said) return said;
      }
    }
  } catch (error) {
    if (isCancelled(error)) throw error;
    throw new Refused({ message: text("noResponse") });
  }
  throw new Refused({ message: text("oddResponse", { status: `${response.status} ${response.statusText}`.trim() }) });
}

/** A worker with an engine, started on the first request. */
class EngineWorker {
  /** @type {Worker | null} */
  #worker = null;
  #waiting = new Map();
  #number = 0;

  #open() {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#close(new Refused({ message: text("engineStopped", { why: event.message || text("notLoaded") }) }));
    };
    return worker;
  }

  #hear({ id, response }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    const said = heard(response, waiting.onProgress);
    if (!said) return;
    this.#waiting.delete(id);
    waiting.resolve(said);
  }

  #close(error) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }

  /** Cancels a request. A busy worker receives no messages, so it is replaced and its other requests are sent again. */
  #cancel(id) {
    const gone = this.#waiting.get(id);
    if (!gone) return;
    this.#waiting.delete(id);
    gone.reject(cancelled());
    this.#worker?.terminate();
    this.#worker = this.#waiting.size > 0 ? this.#open() : null;
    for (const [other, { request }] of this.#waiting) this.#worker?.postMessage({ id: other, request });
  }

  /** @param {object} request @param {Options} [options] */
  ask(request, { signal, onProgress } = {}) {
    return new Promise((resolve, reject) => {
      const id = ++this.#number;
      this.#waiting.set(id, { resolve, reject, onProgress, request });
      signal?.addEventListener("abort", () => this.#cancel(id), { once: true });
      this.#worker ??= this.#open();
      this.#worker.postMessage({ id, request });
    });
  }
}

const quick = new EngineWorker();
const slow = new EngineWorker();
const askWorker = (request, options) => (LONG.has(request.request) ? slow : quick).ask(request, options);

/**
 * Sends a request to the engine.
 * @param {{request: string, [field: string]: unknown}} request As `mankala schema api` describes it.
 * @param {Options} [options]
 * @returns {Promise<object>} The answer.
 * @throws {Refused} The error, if the response is one.
 */
export async function call(request, options = {}) {
  if (options.signal?.aborted) throw cancelled();
  const said = await (door === "server" ? askServer : askWorker)(request, options);
  if (options.signal?.aborted) throw cancelled();
  if (said.error) throw new Refused(said.error);
  return said.answer;
}

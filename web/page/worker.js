//! The engine in a worker of its own: { id, request } comes in, { id, response } goes out, the response as a text of JSON.
//! It says { ready: true } once. Whoever no longer wants an answer ends the worker, and after an `error` too.

import init, { answer } from "./engine/mankala.js";

const ready = init({ module_or_path: new URL("./engine/mankala_bg.wasm", import.meta.url) });

// Requests that come before the engine is there wait for it.
onmessage = ({ data: { id, request } }) => {
  const say = (response) => postMessage({ id, response });
  ready.then(() => say(answer(JSON.stringify(request), say))).catch(reportError);
};

ready.then(() => postMessage({ ready: true }), reportError);

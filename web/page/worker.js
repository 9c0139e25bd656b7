// The engine in a worker of its own: { id, request } comes in, { id, response } goes out, both texts of JSON; { ready: true } once.
// Whoever no longer wants an answer ends the worker. It does so too, and starts another, after an `error`.

import init, { answer } from "./engine/mankala.js";

const ready = init({ module_or_path: new URL("./engine/mankala_bg.wasm", import.meta.url) });

// Requests that come before the engine is there wait for it.
onmessage = ({ data: { id, request } }) =>
  ready.then(() => postMessage({ id, response: answer(request) })).catch(reportError);

ready.then(() => postMessage({ ready: true }), reportError);

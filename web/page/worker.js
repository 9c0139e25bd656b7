//! Engine in a web worker: receives { id, request } and posts { id, response }, where the response is JSON text.
//! It posts { ready: true } once. To cancel a request, or after an `error`, terminate the worker.

import init, { answer } from "./engine/mankala.js";

const ready = init({ module_or_path: new URL("./engine/mankala_bg.wasm", import.meta.url) });

// Requests that arrive before the engine is loaded wait for it.
onmessage = ({ data: { id, request } }) => {
  const say = (response) => postMessage({ id, response });
  ready.then(() => say(answer(JSON.stringify(request), say))).catch(reportError);
};

ready.then(() => postMessage({ ready: true }), reportError);

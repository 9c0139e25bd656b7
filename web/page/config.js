//! Which door leads to the engine: this file says the worker; `mankala serve` answers with its own.
export const door = "worker";

//! Which door leads to the engine: this file says the worker; `mankala serve` answers with its own.
export const door = "worker";
/** The game that the page opens first, if somebody named one; `mankala serve VARIANT` does. */
export const opens = null;

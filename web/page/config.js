//! Configuration of the page: here the engine is a worker; `mankala serve` sends its own version of this file.
/** @type {"worker" | "server"} */
export const door = "worker";
/** The game to open first, if there is one; `mankala serve VARIANT` sets it. */
export const opens = null;

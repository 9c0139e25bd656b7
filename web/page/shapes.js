//! Shapes of what is kept and linked: whatever has another one was written by somebody else, or long ago.

/** @typedef {import("./link.js").Told} Told */

const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value) => Array.isArray(value) && value.every(isText);
const maybe = (fits) => (value) => value === undefined || value === null || fits(value);

/** Whether an object is a variant that a request can give. */
export const isVariant = (given) =>
  isObject(given) && ["name", "text"].some((key) => isText(given[key])) && Object.entries(given).every(([key, value]) => (key === "set" ? isTexts(value) : ["name", "text"].includes(key) && isText(value)));

/** Whether something tells a game. @returns {value is Told} */
export const isTold = (value) =>
  isObject(value) &&
  (isText(value.variant) || isVariant(value.variant)) &&
  maybe(isText)(value.start) &&
  maybe(isTexts)(value.moves) &&
  maybe((rounds) => typeof rounds === "boolean")(value.rounds) &&
  maybe((side) => side === "S" || side === "N")(value.resigned) &&
  maybe((count) => Number.isInteger(count) && count >= 0)(value.count) &&
  maybe(isText)(value.title);

/** Whether something is a game that made room for another. */
export const isKept = (value) => isObject(value) && isText(value.title) && Number.isFinite(value.when) && isTold(value.told) && isTexts(value.told.moves);

/** Whether something is a document of the workshop. */
export const isPaper = (value) => isObject(value) && ["id", "title", "original", "text"].every((key) => isText(value[key])) && (isText(value.base) || (isObject(value.base) && isText(value.base.text)));

/** Whether something has a value of the shape for each of its keys. */
export const isRecord = (fits) => (value) => isObject(value) && Object.values(value).every(fits);
export const isList = (fits) => (value) => Array.isArray(value) && value.every(fits);
export { isObject, isText };

//! Shapes of stored and linked values: one that does not fit is old or was written by another program.

/** @typedef {import("./link.js").Told} Told */

const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value) => Array.isArray(value) && value.every(isText);
const maybe = (fits) => (value) => value === undefined || value === null || fits(value);

/** Whether an object is a valid variant in requests. */
export const isVariant = (given) =>
  isObject(given) && ["name", "text"].some((key) => isText(given[key])) && Object.entries(given).every(([key, value]) => (key === "set" ? isTexts(value) : ["name", "text"].includes(key) && isText(value)));

/** Whether a value describes a game. @returns {value is Told} */
export const isTold = (value) =>
  isObject(value) &&
  (isText(value.variant) || isVariant(value.variant)) &&
  maybe(isText)(value.start) &&
  maybe(isTexts)(value.moves) &&
  maybe((rounds) => typeof rounds === "boolean")(value.rounds) &&
  maybe((side) => side === "S" || side === "N")(value.resigned) &&
  maybe((count) => Number.isInteger(count) && count >= 0)(value.count) &&
  maybe(isList(isTexts))(value.lines) &&
  maybe(isRecord(isText))(value.comments) &&
  maybe(isText)(value.title);

/** Whether a value is a stored game. */
export const isKept = (value) => isObject(value) && isText(value.title) && Number.isFinite(value.when) && isTold(value.told) && isTexts(value.told.moves);

/** Whether a value is a document of the workshop. */
export const isPaper = (value) => isObject(value) && ["id", "title", "original", "text"].every((key) => isText(value[key])) && maybe(isText)(value.short) && (isText(value.base) || (isObject(value.base) && isText(value.base.text)));

/** Whether all values of an object have a shape. */
export const isRecord = (fits) => (value) => isObject(value) && Object.values(value).every(fits);
export const isList = (fits) => (value) => Array.isArray(value) && value.every(fits);
export { isObject, isText };

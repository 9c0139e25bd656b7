//! Completions in variant files, from the JSON Schema of the ruleset.

import { text } from "./texts.js";

/** @typedef {{label: string, detail?: string, info?: string, apply: string}} Offer */

/** Formats a value as TOML. */
const written = (value) => (typeof value === "string" ? JSON.stringify(value) : Array.isArray(value) ? `[${value.map(written).join(", ")}]` : String(value));

/** The values that a schema lists. @returns {Offer[]} */
function values(schema) {
  if (!schema) return [];
  const offer = (value, info) => ({ label: written(value), apply: written(value), info, detail: value === schema.default ? "default" : undefined });
  const several = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const listed = several.flatMap((one) => ("const" in one ? [offer(one.const, one.description)] : values(one)));
  if (listed.length > 0) return listed;
  if (schema.enum) return schema.enum.filter((value) => value !== null).map((value) => offer(value));
  if ([schema.type].flat().includes("boolean")) return [offer(true), offer(false)];
  const usual = schema.default;
  return usual === undefined || usual === null ? [] : [offer(usual)];
}

/** The type of a key's value, in a few words. */
function kindOf({ type, oneOf, anyOf, enum: list, minimum, maximum }) {
  if (oneOf || anyOf || list) return text("oneOfSeveral");
  const kind = [type].flat().find((one) => one !== "null");
  return { integer: maximum === undefined ? text("aNumber") : text("numberFrom", { least: minimum ?? 0, most: maximum }), string: text("aText"), boolean: text("trueOrFalse"), array: text("aList"), object: text("aTable") }[kind] ?? kind;
}

/** The schema of the table that contains a line. */
function tableAt(schema, before) {
  const header = before.findLast((line) => /^\s*\[/.test(line));
  const name = header && /^\s*\[+\s*([\w.-]+)/.exec(header)?.[1];
  if (!name) return { schema, written: keysOf(before) };
  const found = schema.properties?.[name];
  const after = before.slice(before.lastIndexOf(header) + 1);
  return { schema: found?.items ?? found ?? null, written: keysOf(after) };
}

const keysOf = (lines) => new Set(lines.map((line) => /^\s*([\w-]+)\s*=/.exec(line)?.[1]).filter(Boolean));

/**
 * The completions at the cursor.
 * @param {object} schema Of the ruleset. @param {string[]} before The lines before. @param {string} line The line up to the cursor.
 * @returns {{from: number, offers: Offer[]} | null} `from` is the start of the completed word in the line.
 */
export function offersAt(schema, before, line) {
  if (/^\s*#/.test(line)) return null;
  const header = /^\s*\[+\s*([\w-]*)$/.exec(line);
  if (header) {
    const double = line.includes("[[");
    const tables = Object.entries(schema.properties ?? {}).filter(([, one]) => (double ? one.items?.type === "object" : one.type === "object"));
    const offers = tables.map(([name, { description }]) => ({ label: name, info: description, apply: name + (double ? "]]" : "]") }));
    return { from: line.length - header[1].length, offers };
  }
  const table = tableAt(schema, before);
  const value = /^\s*([\w-]+)\s*=\s*\[?\s*(?:.*,\s*)?("?[\w-]*"?)$/.exec(line);
  if (value) {
    const key = table.schema?.properties?.[value[1]];
    const offers = values(line.includes("[") ? (key?.items ?? key) : key);
    return offers.length > 0 ? { from: line.length - value[2].length, offers } : null;
  }
  const key = /^\s*([\w-]*)$/.exec(line);
  if (!key || !table.schema?.properties) return null;
  const offers = Object.entries(table.schema.properties)
    .filter(([name, one]) => !table.written.has(name) && !(table.schema === schema && (one.type === "object" || one.items?.type === "object")))
    .map(([name, one]) => ({ label: name, detail: kindOf(one), info: one.description, apply: `${name} = ` }));
  return { from: line.length - key[1].length, offers };
}

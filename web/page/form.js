//! Form of the workshop: the keys of a variant as fields, with the choices of each in words.

import { el, iconButton, refill } from "./dom.js";
import { text } from "./texts.js";

/** The sections of the form. */
const SECTIONS = ["board", "setup", "rules", "rounds"];

const HEADINGS = { board: text("board"), setup: text("start"), rules: text("rules"), rounds: text("rounds") };

/** The values that a schema lists, with their meaning. @returns {{value: string, words: string}[]} */
function choices({ oneOf, anyOf, enum: list, type }) {
  const several = [...(oneOf ?? []), ...(anyOf ?? [])];
  if (several.length > 0) return several.flatMap((one) => ("const" in one ? [{ value: JSON.stringify(one.const), words: one.description ?? String(one.const) }] : choices(one)));
  if (list) return list.filter((value) => value !== null).map((value) => ({ value: JSON.stringify(value), words: String(value) }));
  if (type === "boolean") return [{ value: "true", words: text("yes") }, { value: "false", words: text("no") }];
  return [];
}

/** Whether a schema has values that it does not list, like numbers. */
const isOpen = ({ oneOf, anyOf }) => [...(oneOf ?? []), ...(anyOf ?? [])].some((one) => !("const" in one) && one.type !== "null" && !one.enum && (!(one.oneOf || one.anyOf) || isOpen(one)));

const isNumber = ({ type }) => [type].flat().includes("integer");

/** The control of a key. */
function control(id, schema, value, changed) {
  const listed = isOpen(schema) ? [] : choices(schema);
  if (listed.length > 0) {
    const known = listed.some((one) => one.value === value);
    // The chosen words may be longer than the field.
    const words = listed.find((one) => one.value === value)?.words.replace(/\s+/g, " ");
    return el("select", { id, title: words, onchange: (event) => changed(event.target.value) }, !known && el("option", { value, selected: true }, value || "–"), listed.map((one) => el("option", { value: one.value, selected: one.value === value }, one.words.replace(/\s+/g, " "))));
  }
  const number = isNumber(schema);
  // An empty field removes its key.
  return el("input", { id, type: number ? "number" : "text", min: number ? schema.minimum ?? 0 : null, max: number ? schema.maximum : null, value, spellcheck: "false", className: number ? null : "mono", onchange: (event) => changed(event.target.value.trim()) });
}

/**
 * @param {{set: (key: string, value: string) => void, remove: (key: string) => void}} does
 * @returns {{node: HTMLElement, show: (schema: object, info: {keys: {key: string, value: string, given_by: string}[], header: object}) => void}}
 */
export function form({ set, remove }) {
  const fields = el("fieldset", { className: "keys-form" });
  const node = el("div", { className: "form", id: "form", role: "region", "aria-label": text("asForm"), tabindex: 0 }, fields);
  let shown = "";

  function row(section, name, schema, given, inherits) {
    const key = `${section}.${name}`;
    const id = `key-${section}-${name}`;
    const own = ["file", "change"].includes(given?.given_by);
    const value = given?.value ?? (schema.default === undefined || schema.default === null ? "" : JSON.stringify(schema.default));
    const changed = (entry) => (entry === "" ? remove(key) : set(key, entry));
    const words = (schema.description ?? name).replace(/\s+/g, " ");
    return el(
      "div",
      { className: own ? "key-field own" : "key-field" },
      el("label", { for: id }, words, " ", el("code", null, name)),
      el("div", { className: "entry" }, control(id, schema, value, changed), own && (inherits || "default" in schema) && iconButton("close", text("removeKey", { name }), () => remove(key))),
    );
  }

  return {
    node,
    /** Shows the keys of a valid text; while it is invalid, the fields stay, to correct it. */
    show(schema, { keys, header }) {
      const now = JSON.stringify([schema.title, keys, header.inherits]);
      if (now === shown) return;
      shown = now;
      const given = Object.fromEntries(keys.map((one) => [one.key, one]));
      const focused = document.activeElement?.id;
      const sections = SECTIONS.map((section) => ({ section, names: Object.entries(schema.properties[section]?.properties ?? {}).filter(([, one]) => one.properties === undefined) }));
      refill(fields, sections.filter(({ names }) => names.length > 0).map(({ section, names }) => [el("h2", null, HEADINGS[section]), names.map(([name, one]) => row(section, name, one, given[`${section}.${name}`], header.inherits))]));
      if (focused?.startsWith("key-")) document.getElementById(focused)?.focus({ preventScroll: true });
    },
  };
}

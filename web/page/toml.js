//! Edits of a variant's text: keys are set and removed, examples found and changed. Comments and order stay.

/**
 * A replacement in a text.
 * @typedef {{from: number, to: number, insert: string}} Edit
 */

/**
 * A header of a section, or a key with the range of its value.
 * @typedef {{header?: string, list?: boolean, key?: string, from: number, value?: {from: number, to: number}, to: number}} Statement
 */

const HEADER = /^[^\S\n]*(\[\[?)\s*([\w.-]+)\s*\]/;
const KEY = /^[^\S\n]*([\w-]+)\s*=[^\S\n]*/;
const TOKEN = /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[{]|[\]}]|\n|[^\S\n]+|[^\s"'#[\]{}]+|["']/y;

/** The end of the line at a place, after its line break. */
const lineEnd = (text, at) => {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
};

/** The end of the value that begins at a place; lists and tables may have several lines. */
function valueEnd(text, from) {
  let [depth, end] = [0, from];
  TOKEN.lastIndex = from;
  for (let token = TOKEN.exec(text)?.[0]; token !== undefined; token = TOKEN.exec(text)?.[0]) {
    if (depth === 0 && (token === "\n" || token.startsWith("#"))) break;
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (token.trim() !== "" && !token.startsWith("#")) end = TOKEN.lastIndex;
  }
  return end;
}

/** The statements of a text in their order. @returns {Statement[]} */
function statements(text) {
  const found = [];
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const [header, key] = [HEADER.exec(line), KEY.exec(line)];
    let to = end;
    if (header) found.push({ header: header[2], list: header[1] === "[[", from: at, to });
    else if (key) {
      const from = at + key[0].length;
      const value = { from, to: valueEnd(text, from) };
      to = lineEnd(text, value.to);
      found.push({ key: key[1], from: at, value, to });
    }
    at = to;
  }
  return found;
}

/** The statements of a section with its header first, or none. */
function sectionOf(text, name) {
  const all = statements(text);
  const begin = all.findIndex(({ header, list }) => header === name && !list);
  if (begin < 0) return [];
  const end = all.findIndex(({ header }, index) => index > begin && header !== undefined);
  return all.slice(begin, end < 0 ? undefined : end);
}

/** Sets a key like `rules.capture` to a value in TOML. @returns {Edit} */
export function settingKey(text, path, value) {
  const [section, name] = path.split(".");
  const own = sectionOf(text, section);
  const old = own.find(({ key }) => key === name)?.value;
  if (old) return { ...old, insert: value };
  const last = own.at(-1);
  if (last) {
    const { to } = last;
    return { from: to, to, insert: `${text[to - 1] === "\n" ? "" : "\n"}${name} = ${value}\n` };
  }
  // A new section comes before the examples.
  const at = statements(text).find(({ header, list }) => list && header === "example")?.from ?? text.length;
  const before = text.slice(0, at);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return { from: at, to: at, insert: `${gap}[${section}]\n${name} = ${value}\n${at < text.length ? "\n" : ""}` };
}

/** Removes a key, so that it is inherited or has its default. @returns {Edit | null} */
export function removingKey(text, path) {
  const [section, name] = path.split(".");
  const own = sectionOf(text, section).find(({ key }) => key === name);
  return own ? { from: own.from, to: own.to, insert: "" } : null;
}

/** The examples of a text by name, each with its range. @returns {Map<string, {from: number, to: number, text: string}>} */
export function examplesIn(text) {
  const all = statements(text);
  const found = new Map();
  all.forEach(({ header, list, from }, index) => {
    if (header !== "example" || !list) return;
    const next = all.findIndex((other, place) => place > index && other.header !== undefined);
    const own = all.slice(index + 1, next < 0 ? undefined : next);
    const { to } = own.at(-1) ?? all[index];
    const name = own.find(({ key }) => key === "name")?.value;
    if (name) found.set(text.slice(name.from + 1, name.to - 1), { from, to, text: text.slice(from, to) });
  });
  return found;
}

/** The text of an example with other values of some keys; an empty value removes its key. @param {string} text @param {Record<string, string>} values */
export function withValues(text, values) {
  let changed = text;
  for (const { key, from, value, to } of statements(text).reverse()) {
    if (key === undefined || !value || !Object.hasOwn(values, key)) continue;
    changed = values[key] === "" ? changed.slice(0, from) + changed.slice(to) : changed.slice(0, value.from) + JSON.stringify(values[key]) + changed.slice(value.to);
  }
  return changed;
}

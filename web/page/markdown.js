//! Renders the Markdown of rule books as elements: headings, paragraphs, lists, tables, code. Anything else stays text.

import { el } from "./dom.js";

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Text with emphasis. Links become plain text, since rule books may come from untrusted authors. */
function inline(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [, code, strong, emphasis, words] = match;
    if (code !== undefined) parts.push(el("code", null, code));
    else if (strong !== undefined) parts.push(el("strong", null, inline(strong)));
    else if (emphasis !== undefined) parts.push(el("em", null, emphasis));
    else parts.push(words);
  }
  return [...parts, text.slice(end)];
}

const cells = (line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

/** @param {string} text @returns {HTMLElement[]} */
export function markdown(text) {
  const blocks = [];
  const lines = text.split("\n");
  let at = 0;
  const take = (test) => {
    const taken = [];
    while (at < lines.length && test(lines[at], taken.length)) taken.push(lines[at++]);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === "") at += 1;
    else if (heading) {
      at += 1;
      blocks.push(el(`h${Math.min(6, heading[1].length + 2)}`, null, inline(heading[2])));
    } else if (line.startsWith("```")) {
      at += 1;
      const code = take((next) => !next.startsWith("```"));
      at += 1;
      blocks.push(el("pre", null, el("code", null, code.join("\n"))));
    } else if (line.startsWith("|")) {
      const [head, , ...rows] = take((next) => next.startsWith("|")).map(cells);
      const row = (tag) => (row) => el("tr", null, row.map((cell) => el(tag, null, inline(cell))));
      blocks.push(el("div", { className: "scroll" }, el("table", null, el("thead", null, row("th")(head)), el("tbody", null, rows.map(row("td"))))));
    } else if (/^(-|\d+\.) /.test(line)) {
      const items = [];
      for (const next of take((next, taken) => taken === 0 || /^(-|\d+\.) |^\s+\S/.test(next))) {
        if (/^(-|\d+\.) /.test(next)) items.push(next.replace(/^(-|\d+\.) /, ""));
        else items[items.length - 1] += ` ${next.trim()}`;
      }
      blocks.push(el(line.startsWith("-") ? "ul" : "ol", null, items.map((item) => el("li", null, inline(item)))));
    } else {
      const paragraph = take((next, taken) => taken === 0 || (next.trim() !== "" && !/^(#|```|\||- )/.test(next)));
      blocks.push(el("p", null, inline(paragraph.map((part) => part.trim()).join(" "))));
    }
  }
  return blocks;
}

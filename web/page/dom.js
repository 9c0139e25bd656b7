//! Creates elements. Data becomes text or an attribute, never markup, so no variant's text can run as a script.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else node.setAttribute(name === "className" ? "class" : name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element with attributes, listeners (`onclick`) and children. */
export const el = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/** An SVG element. */
export const svg = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** The element of the page with this id. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Icons of the buttons, as paths in a square of 24. */
const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M7 4.5l12 7.5-12 7.5z",
  pause: "M8 5v14M16 5v14",
  forth: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  left: "M20 12H5m6-6l-6 6 6 6",
  right: "M4 12h15m-6-6l6 6-6 6",
  up: "M12 20V5m-6 6l6-6 6 6",
  down: "M12 4v15m-6-6l6 6 6-6",
  undo: "M9 8L5 12l4 4M5 12h9a5 5 0 0 1 0 10h-2",
  redo: "M15 8l4 4-4 4M19 12h-9a5 5 0 0 0 0 10h2",
  flag: "M6 21V4m0 1c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  flip: "M7 4v16m0 0l-3-3m3 3l3-3M17 20V4m0 0l-3 3m3-3l3 3",
  bulb: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-1 1.1-1 2h-5c0-.9-.4-1.5-1-2z",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.2",
  sound: "M4 10v4h3l5 4V6L7 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  again: "M4 12a8 8 0 1 0 3-6.2M4 4v4.5h4.5",
  pen: "M4 20l1-4L16 5l3 3L8 19z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1",
};

/** An icon for a button; the button has the label. */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}

/** A button with an icon and a label for screen readers. */
export function iconButton(name, label, onclick, props = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...props }, icon(name));
}

/** Replaces the children of an element. */
export function refill(node, ...children) {
  node.replaceChildren();
  return fill(node, null, children);
}

//! Tabs with arrow key navigation.

import { el, refill } from "./dom.js";

/**
 * @param {HTMLElement} bar @param {HTMLElement} host @param {{name: string, words: string}[]} tabs @param {(name: string) => void} shown
 * @returns {{panels: Record<string, HTMLElement>, show: (name: string) => void}}
 */
export function tabsIn(bar, host, tabs, shown) {
  /** @type {Record<string, HTMLElement>} */
  const panels = {};
  const buttons = tabs.map(({ name, words }) => {
    panels[name] = el("div", { className: `panel ${name}`, role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true });
    return el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, dataset: { name }, onclick: () => show(name), onkeydown: (event) => go(event) }, words);
  });
  refill(bar, buttons);
  refill(host, Object.values(panels));

  function show(name) {
    for (const button of buttons) {
      const is = button.dataset.name === name;
      button.setAttribute("aria-selected", String(is));
      button.tabIndex = is ? 0 : -1;
      panels[button.dataset.name].hidden = !is;
    }
    shown(name);
  }

  function go(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = buttons[(buttons.indexOf(event.target) + by + buttons.length) % buttons.length];
    next.focus();
    next.click();
  }
  return { panels, show };
}

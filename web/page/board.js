//! Board: a drawing, covered by a button for each pit, for mouse, touch, keyboard and screen readers.

import { el, refill, svg } from "./dom.js";
import { houseStands, marks, stores, storeName } from "./fields.js";
import { formFor, placed } from "./geometry.js";
import { seedsText, sideName } from "./notation.js";
import { sideIndex } from "./film.js";
import { arranged } from "./seeds.js";
import { text } from "./texts.js";

const PIT = 41;
const SEED = { rx: 10.4, ry: 8.6 };

const middleOf = (box) => ({ x: box.x + box.width / 2, y: box.y + 46 });

/** One seed. */
const seedShape = ({ x, y, turn, kind, raised }) =>
  svg(
    "g",
    { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn})`, class: raised ? "seed raised" : "seed" },
    svg("ellipse", { ...SEED, class: `kind${kind}` }),
    svg("ellipse", { cx: -2.8, cy: -2.6, rx: 3.2, ry: 1.8, class: "shine" }),
  );

/** The paths of an arrow, which bends upwards: the values of moves are at the lower edge of their pits. */
function arrow(start, end) {
  const [x, y] = [end.x - start.x, end.y - start.y];
  const far = Math.hypot(x, y);
  if (far === 0) return { line: "", head: "" };
  const bend = Math.min(60, far / 4) * (x < 0 ? -1 : 1);
  const middle = { x: (start.x + end.x) / 2 + (y / far) * bend, y: (start.y + end.y) / 2 - (x / far) * bend };
  const last = Math.hypot(end.x - middle.x, end.y - middle.y);
  const [along, across] = [(end.x - middle.x) / last, (end.y - middle.y) / last];
  const at = (back, aside) => `${(end.x - along * back - across * aside).toFixed(1)} ${(end.y - across * back + along * aside).toFixed(1)}`;
  return { line: `M${start.x} ${start.y}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${at(22, 0)}`, head: `M${at(0, 0)}L${at(30, 17)}L${at(30, -17)}Z` };
}

function gradient(tag, id, props, ...stops) {
  return svg(tag, { id, ...props }, stops.map((name, index) => svg("stop", { offset: index / (stops.length - 1), class: name })));
}

/** View of a board that shows positions and reports presses on pits. */
export class BoardView {
  /** @param {HTMLElement} host @param {{onPit: Function, onLook: Function, onBuilt: Function}} listeners */
  constructor(host, { onPit, onLook, onBuilt }) {
    this.host = host;
    this.onPit = onPit;
    this.onLook = onLook;
    this.onBuilt = onBuilt;
    this.flipped = false;
    this.still = () => false;
    this.frame = null;
    this.rows = null;
    this.shape = null;
    this.house = new Set();
    /** The geometry of the board, once it is drawn. @type {ReturnType<typeof placed>} */
    this.place = /** @type {any} */ (null);
    /** The elements of each pit and store, once they are drawn. @type {Record<string, any>} */
    this.nodes = {};
    /** @type {string[]} */
    this.storeFields = [];
    new ResizeObserver(() => this.#fit()).observe(host);
  }

  /** Sets another board. @param {{rows: string[][], house: string[]}} layout @param {string[]} storeFields */
  setShape(layout, storeFields) {
    const shape = JSON.stringify([layout, storeFields]);
    if (this.shape === shape) return;
    Object.assign(this, { shape, rows: layout.rows, house: new Set(layout.house), storeFields, form: null, frame: null });
    this.#fit();
  }

  flip() {
    this.flipped = !this.flipped;
    this.form = null;
    this.#fit();
  }

  /** The names of all pits and stores. */
  get places() {
    return Object.keys(this.nodes);
  }

  get view() {
    return { form: this.form, flipped: this.flipped };
  }

  /** Redraws the board if the available room requires another form. */
  #fit() {
    if (!this.rows || this.host.clientWidth === 0) return;
    const form = formFor(this.host.clientWidth, this.rows[0].length);
    if (form === this.form) return;
    this.form = form;
    this.#build();
    this.onBuilt();
    if (this.frame) this.show(this.frame);
    this.setChoices(this.choices ?? {});
    this.setTargets(this.targets ?? []);
    this.setWorth(this.worth ?? {});
    this.setLast(this.last ?? []);
    this.setArrows(this.arrows ?? []);
  }

  #build() {
    const focused = document.activeElement?.getAttribute("data-pit");
    const place = (this.place = placed(this.rows, this.view, this.storeFields.length > 0));
    const { wood } = place;
    this.nodes = {};
    const pits = Object.entries(place.pits).map(([name, box]) => this.#pit(name, box));
    const basins = Object.entries(place.stores).flatMap(([side, box]) => this.#basins(side, box));
    this.ways = svg("g", { class: "ways" });
    this.air = svg("g", { class: "air" });
    this.handCount = svg("text", { class: "count" });
    this.handSeeds = svg("g");
    this.hand = svg("g", { class: "hand", visibility: "hidden" }, svg("circle", { r: 30 }), this.handSeeds, this.handCount);
    this.svg = svg(
      "svg",
      { viewBox: `0 0 ${place.width} ${place.height}`, "aria-hidden": "true", class: `drawing ${this.form}` },
      svg(
        "defs",
        null,
        gradient("linearGradient", "wood", { x1: 0, y1: 0, x2: 0.25, y2: 1 }, "wood1", "wood2", "wood3"),
        gradient("radialGradient", "hollow", { cx: 0.5, cy: 0.62, r: 0.62 }, "hollow1", "hollow2", "hollow3"),
        [0, 1, 2, 3].map((kind) => gradient("radialGradient", `seed${kind}`, { cx: 0.36, cy: 0.3, r: 0.8 }, `light${kind}`, `dark${kind}`)),
      ),
      svg("rect", { ...wood, rx: 34, class: "wood" }),
      svg("rect", { x: wood.x + 7, y: wood.y + 7, width: wood.width - 14, height: wood.height - 14, rx: 28, class: "rim" }),
      place.divide && svg("line", { x1: place.divide[0], y1: place.divide[1], x2: place.divide[2], y2: place.divide[3], class: "divide" }),
      basins.map(({ drawing }) => drawing),
      pits.map(({ drawing }) => drawing),
      this.ways,
      // Over the arrows.
      Object.values(this.nodes).map(({ worth }) => worth),
      this.air,
      this.hand,
    );
    this.svg.setAttribute("data-form", this.form);
    // Row by row, so that the order of the buttons is that of the board.
    const buttons = el("div", { className: "pits", role: "group", "aria-label": text("board") }, pits.map(({ button }) => button), basins.map(({ button }) => button));
    this.over = el("div", { className: "over" });
    const sheet = el("div", { className: `board ${this.form}` }, this.svg, buttons, this.over);
    refill(this.host, sheet);
    sheet.style.setProperty("--units", place.width);
    sheet.style.setProperty("--ratio", place.width / place.height);
    if (focused) this.focus(focused);
  }

  /** Places an element over a part of the drawing. */
  #cover(node, box) {
    const percent = (part, whole) => `${((part / whole) * 100).toFixed(3)}%`;
    const { width, height } = this.place;
    node.style.left = percent(box.x, width);
    node.style.top = percent(box.y, height);
    node.style.width = percent(box.width, width);
    node.style.height = percent(box.height, height);
    return node;
  }

  #pit(name, box) {
    const { x, y } = middleOf(box);
    const square = this.house.has(name);
    const hole = square
      ? svg("rect", { x: -PIT, y: -PIT, width: 2 * PIT, height: 2 * PIT, rx: 13, class: "hole" })
      : svg("circle", { r: PIT, class: "hole" });
    const seeds = svg("g", { class: "seeds" });
    const ring = svg("g", { class: "marks" });
    const count = svg("text", { y: 72, class: "count" });
    const change = svg("text", { x: 31, y: -27, class: "change" });
    const worth = svg("text", { x, y: y + 37, class: "worth" });
    const drawing = svg(
      "g",
      { transform: `translate(${x} ${y})`, class: "pit" },
      hole,
      svg("text", { y: 6, class: "carved" }, name),
      seeds,
      ring,
      square ? svg("rect", { x: -46, y: -46, width: 92, height: 92, rx: 17, class: "glow" }) : svg("circle", { r: 46, class: "glow" }),
      count,
      change,
    );
    const button = this.#cover(
      el("button", {
        type: "button",
        className: square ? "pit square" : "pit",
        dataset: { pit: name },
        onclick: (event) => this.onPit(name, event),
        oncontextmenu: (event) => (event.preventDefault(), this.onPit(name, event)),
        // Touching a pit previews its moves; lifting the finger there plays it.
        onpointerdown: (event) => event.pointerType === "touch" && this.onLook(name),
        onpointercancel: () => this.onLook(null),
        onmouseenter: () => this.onLook(name),
        onmouseleave: () => this.onLook(null),
        onfocus: () => this.onLook(name),
        onblur: () => this.onLook(null),
      }),
      box,
    );
    this.nodes[name] = { drawing, button, seeds, ring, count, change, worth, shown: -1 };
    return { drawing, button };
  }

  /** The stores of a side, side by side if there are several kinds of seeds off the board. */
  #basins(side, box) {
    const lying = this.form !== "wide";
    const share = 1 / Math.max(1, this.storeFields.length);
    return this.storeFields.map((field, index) => {
      const part = lying
        ? { ...box, x: box.x + box.width * share * index, width: box.width * share - 6 }
        : { ...box, y: box.y + box.height * share * index, height: box.height * share - 6 };
      const name = `${field}-${side}`;
      const middle = { x: part.x + part.width / 2, y: part.y + part.height / 2 };
      const seeds = svg("g", { class: "seeds" });
      const at = lying ? { x: part.width / 2 - 44, y: 12 } : { x: 0, y: part.height / 2 - 20 };
      const count = svg("text", { ...at, class: "count store-count" });
      const change = svg("text", { x: at.x, y: at.y - 34, class: "change" });
      const words = svg("text", lying ? { x: -part.width / 2 + 28, y: 10, class: "kind-left" } : { y: -part.height / 2 + 26, class: "kind" }, storeName(field));
      const drawing = svg(
        "g",
        { transform: `translate(${middle.x} ${middle.y})`, class: `basin ${side}` },
        svg("rect", { x: -part.width / 2, y: -part.height / 2, width: part.width, height: part.height, rx: 32, class: "hole" }),
        seeds,
        words,
        count,
        change,
      );
      const button = this.#cover(
        el("button", { type: "button", className: "store", tabindex: -1, dataset: { store: name }, onclick: (event) => this.onPit(name, event), oncontextmenu: (event) => this.onPit(name, event) }),
        part,
      );
      this.nodes[name] = { drawing, button, seeds, count, change, shown: -1, part, basin: true, middle };
      return { drawing, button };
    });
  }

  /** Shows a frame of a move, or a still position. @param {import("./film.js").Frame} frame @param {number} [beat] Its duration in milliseconds. */
  show(frame, beat = 0) {
    this.frame = frame;
    if (this.places.length === 0) return;
    const { board } = frame;
    const quick = this.still() ? 0 : beat;
    const marked = marks(board);
    this.svg.style.setProperty("--beat", `${quick}ms`);
    for (const name of Object.keys(board.pits)) this.#showPit(name, board, marked[name] ?? []);
    for (const [field, { seeds }] of stores(board)) {
      for (const side of ["S", "N"]) this.#showStore(`${field}-${side}`, seeds[sideIndex(side)], side, field);
    }
    this.#showHand(frame);
    this.air.replaceChildren();
    if (frame.flight && quick > 0) this.#fly(frame.flight, quick);
    const lit = frame.at?.pit;
    for (const [name, node] of Object.entries(this.nodes)) node.drawing.classList.toggle("lit", name === lit && frame.moving === true);
  }

  #showPit(name, board, marked) {
    const node = this.nodes[name];
    if (!node) return;
    const count = board.pits[name];
    if (node.shown !== count) {
      node.shown = count;
      refill(node.seeds, arranged(name, count, 31).map(seedShape));
      node.count.textContent = count;
      node.drawing.classList.toggle("empty", count === 0);
    }
    const key = JSON.stringify(marked);
    if (node.marked !== key) {
      node.marked = key;
      refill(
        node.ring,
        marked.map(({ kind, side }, index) => {
          const owner = side ? `of${side}` : "";
          if (kind === "out") return svg("path", { d: "M-25 -25L25 25M25 -25L-25 25", class: "mark out" });
          if (kind === "noted") return svg("circle", { cx: -34 + 13 * index, cy: -34, r: 6, class: "mark noted" });
          return svg("circle", { r: 38, class: `mark ${kind} ${owner}` });
        }),
      );
      node.drawing.classList.toggle("closed", marked.some(({ kind }) => kind === "out"));
    }
    const house = this.house.has(name);
    const stands = house && houseStands(board, name);
    node.drawing.classList.toggle("lost-house", house && !stands);
    node.words = [`${name}, ${seedsText(count)}`, stands && text("house"), ...marked.map(({ words }) => words)].filter(Boolean).join(", ");
    this.#name(name);
  }

  #showStore(name, count, side, field) {
    const node = this.nodes[name];
    if (!node) return;
    if (node.shown !== count) {
      node.shown = count;
      const { width, height } = node.part;
      const reach = Math.min(width, height) / 2 - 18;
      const stretch = Math.max(1, (Math.max(width, height) - 90) / Math.min(width, height));
      const lying = width > height;
      const seeds = arranged(name, count, reach, 24).map((seed) => ({ ...seed, x: seed.x * (lying ? stretch : 1), y: seed.y * (lying ? 1 : stretch) - (lying ? 0 : 8) }));
      refill(node.seeds, seeds.map(seedShape));
      node.count.textContent = count;
    }
    node.words = `${sideName(side)}, ${seedsText(count)} ${storeName(field)}`;
    node.button.setAttribute("aria-label", node.words);
  }

  #name(name) {
    const node = this.nodes[name];
    const choice = this.choices?.[name];
    const label = choice?.words ? `${node.words}, ${choice.words}` : node.words;
    if (node.button.getAttribute("aria-label") !== label) node.button.setAttribute("aria-label", label);
  }

  /** The coordinates of a place in the drawing. */
  #spot(spot) {
    if (spot?.pit && this.nodes[spot.pit]) return middleOf(this.place.pits[spot.pit]);
    if (spot?.field) return this.nodes[`${spot.field.name}-${spot.field.side}`]?.middle ?? null;
    return null;
  }

  #showHand({ hand, at }) {
    const spot = this.#spot(at);
    const holds = hand > 0 && spot;
    this.hand.setAttribute("visibility", holds ? "visible" : "hidden");
    if (!holds) return;
    this.hand.style.transform = `translate(${spot.x}px, ${spot.y - 34}px)`;
    this.handCount.textContent = hand;
    refill(this.handSeeds, arranged("hand", hand, 18, 7).map(seedShape));
  }

  /** Animates seeds in flight. */
  #fly({ from, to, seeds }, duration) {
    const [start, end] = [this.#spot(from), this.#spot(to)];
    if (!start || !end) return;
    const flock = svg("g", null, arranged("flight", Math.min(seeds, 12), 22).map(seedShape));
    this.air.append(flock);
    const high = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 - 40 };
    const step = ({ x, y }, scale) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
    const flown = flock.animate([step(start, 1), step(high, 1.15), step(end, 1)], { duration, easing: "ease-in-out", fill: "forwards" });
    flown.onfinish = () => flock.remove();
  }

  /** Sets the playable pits. @param {Record<string, {moves?: object[], words?: string}>} choices */
  setChoices(choices) {
    this.choices = choices;
    if (this.places.length === 0) return;
    for (const [name, node] of Object.entries(this.nodes)) {
      const may = name in choices;
      node.button.classList.toggle("may", may);
      node.drawing.classList.toggle("may", may);
      node.button.setAttribute("aria-disabled", String(!may));
      node.button.tabIndex = may ? 0 : -1;
      if (!node.basin) this.#name(name);
    }
  }

  /** Marks the pits that the current choice names. */
  setTargets(targets) {
    this.#toggle("target", (this.targets = targets));
  }

  /** Marks the first and the last pit of the last move. */
  setLast(last) {
    this.#toggle("last", (this.last = last));
  }

  #toggle(name, pits) {
    const chosen = new Set(pits);
    for (const [pit, node] of Object.entries(this.nodes)) node.drawing.classList.toggle(name, chosen.has(pit));
  }

  /** Draws moves as arrows from the pit to where the last seed falls; several are numbered. @param {import("./film.js").Way[]} arrows */
  setArrows(arrows) {
    this.arrows = arrows;
    if (this.places.length === 0) return;
    const drawn = arrows.flatMap(({ from, to, side }, index) => {
      const [start, end] = [this.#spot(from), this.#spot(to)];
      if (!start || !end) return [];
      const { line, head } = arrow(start, end);
      const number = arrows.length > 1 && [svg("circle", { r: 17, cx: start.x, cy: start.y - 30 }), svg("text", { x: start.x, y: start.y - 22 }, index + 1)];
      const place = (spot) => spot.pit ?? `${spot.field.name}-${spot.field.side}`;
      const part = (...shapes) => svg("g", { class: `way ${side}`, dataset: { from: place(from), to: place(to) } }, shapes);
      return [[part(svg("path", { d: line, class: "shaft" }), svg("path", { d: head, class: "head" })), part(number)]];
    });
    // The first move lies over the later ones, and the numbers over all.
    const [ways, numbers] = [0, 1].map((part) => drawn.map((shapes) => shapes[part]).reverse());
    refill(this.ways, ways, numbers);
  }

  /** Shows the values of moves at their pits. @param {Record<string, {text: string, best: boolean}>} worth */
  setWorth(worth) {
    this.worth = worth;
    for (const [pit, node] of Object.entries(this.nodes)) {
      if (!node.worth) continue;
      node.worth.textContent = worth[pit]?.text ?? "";
      for (const part of [node.drawing, node.worth]) part.classList.toggle("best", worth[pit]?.best === true);
    }
  }

  /** Previews changes in seeds. @param {Record<string, number> | null} changes By pit or store. */
  preview(changes) {
    for (const [name, node] of Object.entries(this.nodes)) {
      const change = changes?.[name] ?? 0;
      node.change.textContent = change === 0 ? "" : change > 0 ? `+${change}` : `−${-change}`;
      node.change.classList.toggle("less", change < 0);
    }
  }

  /** Places an element beside a pit, for the choice of a move. */
  beside(pit, node) {
    this.over.replaceChildren();
    if (!node) return;
    const box = this.place.pits[pit];
    this.over.append(node);
    // Beyond the board on the pit's side, so that it covers no pit.
    const { clientWidth: width, clientHeight: height } = this.svg;
    const { top: above, right } = this.svg.getBoundingClientRect();
    const low = box.y + box.height / 2 > this.place.height / 2;
    const within = (top, high) => Math.max(4 - above, Math.min(top, window.innerHeight - above - high - 4));
    const put = (left, top) => Object.assign(node.style, { left: `${left}px`, top: `${top}px` });
    const { offsetWidth: wide, offsetHeight: high } = node;
    // Above the page there is no room.
    const beyond = low || above + window.scrollY < high + 8 ? height + 4 : -high - 4;
    const left = (box.x + box.width / 2) * (width / this.place.width) - wide / 2;
    put(Math.max(4, Math.min(left, width - wide - 4)), beyond);
    if (within(beyond, high) === beyond) return;
    // A low window may have room on the right of the board; otherwise the page scrolls.
    const room = window.innerWidth - right - 12;
    if (room < 180) {
      node.scrollIntoView({ block: "nearest" });
      return;
    }
    node.style.maxWidth = `${room}px`;
    put(width + 8, within(low ? height : 0, node.offsetHeight));
  }

  /** Moves the focus to the next pit in the direction of an arrow key. */
  walk(pit, key) {
    const [across, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const from = this.place.pits[pit];
    const far = ([, box]) => Math.hypot(box.x - from.x, box.y - from.y);
    const ahead = ([, box]) => {
      const [x, y] = [box.x - from.x, box.y - from.y];
      return across * x + down * y > Math.abs(across * y + down * x);
    };
    const next = Object.entries(this.place.pits).filter(ahead).sort((a, b) => far(a) - far(b))[0];
    if (next) this.focus(next[0]);
  }

  focus(pit) {
    this.nodes[pit]?.button.focus({ preventScroll: true });
  }
}

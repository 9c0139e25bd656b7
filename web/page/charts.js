//! Charts of two variants: lines and columns, each with a text alternative.

import { el, svg } from "./dom.js";
import { text } from "./texts.js";

const SIZE = { width: 460, height: 196, left: 40, right: 8, top: 10, bottom: 36 };

/** A round number not below the given one, as the end of an axis. */
function roundedUp(number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(number, 1e-9)));
  return [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= number) ?? number;
}

const short = (number) => (Number.isInteger(number) ? String(number) : number.toFixed(Math.abs(number) < 1 ? 2 : 1));

/** Axes and their scales. */
function axes(most, unit) {
  const { width, height, left, right, top, bottom } = SIZE;
  const end = { x: roundedUp(most.x), y: roundedUp(most.y) };
  const x = (value) => left + (value / end.x) * (width - left - right);
  const y = (value) => height - bottom - (value / end.y) * (height - top - bottom);
  const lines = [0, 0.5, 1].flatMap((part) => [
    svg("line", { x1: left, x2: width - right, y1: y(part * end.y), y2: y(part * end.y), class: "grid" }),
    svg("text", { x: left - 6, y: y(part * end.y) + 4, class: "tick end" }, short(part * end.y)),
    svg("text", { x: x(part * end.x), y: height - 20, class: part === 1 ? "tick end" : "tick" }, short(part * end.x)),
  ]);
  return { x, y, lines: [...lines, svg("text", { x: width / 2, y: height - 5, class: "tick" }, unit)] };
}

const figure = (title, about, ...children) =>
  el("figure", null, el("figcaption", null, title), svg("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, class: "chart", role: "img", "aria-label": `${title}. ${about}` }, children));

/**
 * Lines through points.
 * @param {string} title @param {string} unit Of the x axis. @param {{name: string, points: [number, number][]}[]} series The original first.
 */
export function lineChart(title, unit, series) {
  const all = series.flatMap(({ points }) => points);
  if (all.length === 0) return null;
  const { x, y, lines } = axes({ x: Math.max(...all.map(([at]) => at)), y: Math.max(...all.map(([, value]) => value)) }, unit);
  const path = (points) => points.map(([at, value], index) => `${index === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const about = series.map(({ name, points }) => text("fromTo", { name, first: short(points[0]?.[1] ?? 0), last: short(points.at(-1)?.[1] ?? 0) })).join("; ");
  return figure(title, about, lines, series.map(({ points }, index) => svg("path", { d: path(points), class: `series series${index}` })));
}

/** A histogram with columns of equal width. */
export function columnChart(title, unit, series) {
  const all = series.flatMap(({ points }) => points.map(([at]) => at));
  if (all.length === 0) return null;
  const wide = Math.max(1, Math.ceil((Math.max(...all) + 1) / 24));
  const counted = series.map(({ name, points }) => {
    const sums = new Map();
    for (const [at, count] of points) sums.set(Math.floor(at / wide), (sums.get(Math.floor(at / wide)) ?? 0) + count);
    return { name, sums };
  });
  const most = Math.max(...counted.flatMap(({ sums }) => [...sums.values()]));
  const { x, y, lines } = axes({ x: (Math.floor(Math.max(...all) / wide) + 1) * wide, y: most }, unit);
  const columns = counted.flatMap(({ sums }, index) =>
    [...sums].map(([place, count]) => {
      const [from, to] = [x(place * wide), x((place + 1) * wide)];
      const half = (to - from) / 2;
      return svg("rect", { x: from + index * half * 0.9 + half * 0.1, width: Math.max(1, half * 0.85), y: y(count), height: y(0) - y(count), class: `column column${index}` });
    }),
  );
  const about = counted.map(({ name, sums }) => {
    const [place] = [...sums].sort((a, b) => b[1] - a[1])[0];
    return text("mostOften", { name, first: place * wide, last: (place + 1) * wide - 1 });
  });
  return figure(title, about.join("; "), lines, columns);
}

/** A graph of South's chances over a game, with marks at moves. @param {number[]} chances From 0 to 1, the first at the start. @param {{at: number, kind: string}[]} marks */
export function chanceChart(chances, marks) {
  const point = (at) => `${at} ${(100 * (1 - chances[at])).toFixed(1)}`;
  const line = chances.map((_, at) => point(at)).join("L");
  return svg(
    "svg",
    { viewBox: `0 -7 ${chances.length - 1} 114`, preserveAspectRatio: "none", class: "chance", "aria-hidden": "true" },
    svg("path", { d: `M0 107L${line}L${chances.length - 1} 107Z`, class: "south" }),
    svg("path", { d: `M0 50H${chances.length - 1}`, class: "even" }),
    svg("path", { d: `M${line}`, class: "line" }),
    marks.map(({ at, kind }) => svg("path", { d: `M${point(at)}h0`, class: `dot ${kind}` })),
  );
}

/** A number of each variant with its confidence interval, on an axis over both. */
export function rangeChart(pair) {
  const ends = pair.flatMap(({ low, high, value }) => [low ?? value, high ?? value]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const at = (value) => (most === least ? 50 : 4 + ((value - least) / (most - least)) * 92);
  return svg(
    "svg",
    { viewBox: "0 0 100 24", preserveAspectRatio: "none", class: "range", "aria-hidden": "true" },
    pair.flatMap(({ value, low, high }, index) => [
      svg("line", { x1: at(low ?? value), x2: at(high ?? value), y1: 7 + index * 10, y2: 7 + index * 10, class: `reach series${index}` }),
      svg("line", { x1: at(value), x2: at(value), y1: 3 + index * 10, y2: 11 + index * 10, class: `point series${index}` }),
    ]),
  );
}

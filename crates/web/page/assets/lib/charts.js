// Two charts: bars, and the estimates of a heuristic against the true distances. They are made of elements of the page, so that
// they follow the theme and a screen reader can read them.

import { el, svg } from "./dom.js";
import { number, t } from "./language.js";

/**
 * Bars, each with its name and its value as text. The scale is logarithmic if the values differ by more than a factor of twenty.
 * @param {string} title
 * @param {{ name: string, value: number | null, text: string }[]} rows
 */
export function bars(title, rows) {
  const values = rows.flatMap(({ value }) => (value !== null && value > 0 ? [value] : []));
  const [most, least] = [Math.max(...values), Math.min(...values)];
  const log = most / least > 20;
  const low = log ? Math.log10(least) - 0.35 : 0;
  const part = (/** @type {number | null} */ value) => {
    if (value === null || !(value > 0)) return 0;
    return log ? (Math.log10(value) - low) / (Math.log10(most) - low) : value / most;
  };
  return el(
    "figure",
    { class: "chart" },
    el("figcaption", null, title),
    el(
      "div",
      { class: "bars" },
      rows.map(({ name, value, text }, i) => {
        const bar = el("span", { class: "bar", "aria-hidden": "true" });
        bar.style.setProperty("--part", String(part(value)));
        bar.style.setProperty("--t", String(rows.length > 1 ? i / (rows.length - 1) : 0));
        return [el("span", { class: "bar-name" }, name), el("span", { class: "bar-track" }, bar, el("span", { class: "bar-value" }, text))];
      }),
    ),
    log ? el("p", { class: "soft small-text" }, t("compare.log")) : null,
  );
}

/**
 * Estimates against true distances, one circle per pair; its area is the number of boards.
 * @param {{ distance: number, states: number, estimates: [number, number][] }[]} levels
 */
export function scatter(levels) {
  const [width, height, left, bottom] = [640, 420, 44, 40];
  const farthest = Math.max(1, ...levels.map((level) => level.distance));
  const largest = Math.max(farthest, ...levels.flatMap((level) => level.estimates.map(([estimate]) => (estimate < 1e6 ? estimate : 0))));
  const most = Math.max(1, ...levels.flatMap((level) => level.estimates.map(([, count]) => count)));
  const x = (/** @type {number} */ d) => left + (d / farthest) * (width - left - 16);
  const y = (/** @type {number} */ h) => height - bottom - (h / largest) * (height - bottom - 14);
  const size = Math.min((width - left) / farthest, (height - bottom) / largest) * 1.25;
  const picture = svg("svg", { class: "scatter", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("lab.chart") });
  const ticks = (/** @type {number} */ end) => {
    const step = end > 60 ? 20 : end > 24 ? 10 : end > 12 ? 5 : 2;
    return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
  };
  for (const d of ticks(farthest)) picture.append(svg("line", { class: "axis", x1: x(d), x2: x(d), y1: y(0), y2: y(largest) }), svg("text", { x: x(d), y: height - bottom + 16, "text-anchor": "middle" }, number(d)));
  for (const h of ticks(largest)) picture.append(svg("line", { class: "axis", x1: left, x2: width - 16, y1: y(h), y2: y(h) }), svg("text", { x: left - 8, y: y(h) + 4, "text-anchor": "end" }, number(h)));
  picture.append(
    svg("text", { x: (left + width) / 2, y: height - 6, "text-anchor": "middle" }, t("lab.axis.distance")),
    svg("text", { x: 12, y: height / 2 - 20, "text-anchor": "middle", transform: `rotate(-90 12 ${height / 2 - 20})` }, t("lab.axis.estimate")),
    svg("line", { class: "exact", x1: x(0), y1: y(0), x2: x(farthest), y2: y(farthest) }),
  );
  for (const { distance, estimates } of levels) {
    for (const [estimate, count] of estimates) {
      if (estimate >= 1e6) continue;
      const radius = Math.max(1.6, size * Math.sqrt(count / most));
      picture.append(svg("circle", { class: estimate > distance ? "over" : "under", cx: x(distance), cy: y(estimate), r: radius.toFixed(2) }, svg("title", null, `d ${distance}, h ${estimate}: ${number(count)}`)));
    }
  }
  return picture;
}

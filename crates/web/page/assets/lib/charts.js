// Two charts: bars, and the estimates of a heuristic against the true distances. They are made of elements of the page, so that
// they follow the theme and a screen reader can read them.

import { el, svg } from "./dom.js";
import { pictureButtons } from "./export.js";
import { number, t } from "./language.js";

/** @typedef {{ name: string, value: number | null, text: string, over?: number }} BarRow `over`: a limit ended it there; it needs more */

/** How many ticks an axis has at most. */
const TICKS = 6;

/**
 * Bars, each with its name and its value as text. The scale is logarithmic if the values differ by more than a factor of twenty.
 * What needs more than its limit has a hatched bar as long as the chart.
 * @param {string} title
 * @param {BarRow[]} rows
 * @param {(value: number) => string} format the text of a tick
 * @param {number} [base] of the logarithm
 */
export function bars(title, rows, format, base = 10) {
  const values = rows.flatMap(({ value, over }) => [value, over].filter((one) => typeof one === "number" && one > 0).map(Number));
  const [most, least] = [Math.max(...values), Math.min(...values)];
  const log = most / least > 20;
  const power = (/** @type {number} */ value) => Math.log(value) / Math.log(base);
  const low = log ? Math.floor(power(least) - 0.1) : 0;
  const part = (/** @type {number | null} */ value) => {
    if (value === null || !(value > 0)) return 0;
    return log ? (power(value) - low) / (power(most) - low) : value / most;
  };
  const axis = el("div", { class: "bar-axis", "aria-hidden": "true" });
  for (const tick of values.length === 0 ? [] : log ? powers(low, power(most), base) : evenly(most, base)) {
    const mark = el("span", null, format(tick));
    mark.style.setProperty("--at", String(part(tick)));
    axis.append(mark);
  }
  const picture = () => barsSvg(title, rows.map((row) => ({ ...row, part: row.value === null && row.over !== undefined ? 1 : part(row.value), hatched: row.value === null && row.over !== undefined })), [...axis.children].map((mark) => ({ at: Number(/** @type {HTMLElement} */ (mark).style.getPropertyValue("--at")), text: mark.textContent ?? "" })));
  return el(
    "figure",
    { class: "chart" },
    el("figcaption", null, el("span", null, title), pictureButtons(`hueco-${title}`, picture)),
    el(
      "div",
      { class: "bars" },
      rows.map(({ name, value, text, over }, i) => {
        const bar = el("span", { class: `bar ${value === null && over !== undefined ? "over" : ""}`, "aria-hidden": "true" });
        bar.style.setProperty("--part", String(value === null && over !== undefined ? 1 : part(value)));
        bar.style.setProperty("--t", String(rows.length > 1 ? i / (rows.length - 1) : 0));
        return [el("span", { class: "bar-name" }, name), el("span", { class: "bar-track" }, bar, el("span", { class: "bar-value" }, text))];
      }),
      el("span", { class: "bar-name" }),
      el("span", { class: "bar-track" }, axis),
    ),
    log ? el("p", { class: "soft small-text" }, t("compare.log")) : null,
  );
}

/** The same bars as a picture of its own. @param {string} title @param {{ name: string, text: string, part: number, hatched: boolean }[]} rows @param {{ at: number, text: string }[]} ticks */
function barsSvg(title, rows, ticks) {
  const { color: ink, backgroundColor: paper } = getComputedStyle(document.body);
  const line = "#888";
  const [left, width, step] = [190, 420, 26];
  const height = 60 + rows.length * step + 30;
  const bottom = 44 + rows.length * step;
  return new XMLSerializer().serializeToString(svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${left + width + 190} ${height}`, width: left + width + 190, height, "font-family": "sans-serif", "font-size": 13 },
    svg("rect", { width: "100%", height: "100%", fill: paper }),
    svg("text", { x: 16, y: 26, "font-size": 16, "font-weight": 600, fill: ink }, title),
    rows.map(({ name, text, part, hatched }, i) => [
      svg("text", { x: left - 8, y: 60 + i * step, "text-anchor": "end", fill: ink }, name),
      svg("rect", { x: left, y: 46 + i * step, width: Math.max(2, part * width).toFixed(1), height: 18, fill: hatched ? "none" : "#187e75", stroke: hatched ? "#a8261c" : "none", "stroke-dasharray": hatched ? "6 4" : null }),
      svg("text", { x: left + Math.max(2, part * width) + 8, y: 60 + i * step, fill: ink }, text),
    ]),
    svg("line", { x1: left, x2: left + width, y1: bottom, y2: bottom, stroke: line }),
    ticks.map(({ at, text }) => [svg("line", { x1: left + at * width, x2: left + at * width, y1: bottom, y2: bottom + 5, stroke: line }), svg("text", { x: left + at * width, y: bottom + 19, "text-anchor": "middle", fill: ink, "font-size": 11 }, text)]),
  ));
}

/** The powers between two exponents, thinned out. @param {number} low @param {number} high @param {number} base */
function powers(low, high, base) {
  const step = Math.max(1, Math.ceil((high - low) / (TICKS - 1)));
  const ticks = [];
  for (let exponent = low; exponent <= high; exponent += step) ticks.push(base ** exponent);
  return ticks;
}

/** Round numbers from 0 up to a value: decimal ones, or powers of two where the logarithm would have such a base. @param {number} most @param {number} base */
function evenly(most, base) {
  const rough = most / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = base === 10 ? unit * ([1, 2, 5].find((one) => one * unit >= rough) ?? 10) : 2 ** Math.ceil(Math.log2(rough));
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/**
 * Estimates against true distances, one circle per pair; its area is the number of boards.
 * @param {{ distance: number, states: number, estimates: [number, number][] }[]} levels
 * @param {(distance: number, estimate: number) => void} [picked] a circle was clicked
 */
export function scatter(levels, picked) {
  // A phone shows fewer units, or letters and circles would be too small.
  const [width, height, left, bottom] = matchMedia("(max-width: 44rem)").matches ? [360, 340, 46, 42] : [640, 420, 44, 40];
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
      // The few that are overestimated are what is looked for.
      const radius = Math.max(estimate > distance ? 2.8 : 1.6, size * Math.sqrt(count / most));
      const circle = svg("circle", { class: estimate > distance ? "over" : "under", cx: x(distance), cy: y(estimate), r: radius.toFixed(2) }, svg("title", null, `d ${distance}, h ${estimate}: ${number(count)}`));
      if (picked) circle.addEventListener("click", () => picked(distance, estimate));
      picture.append(circle);
    }
  }
  return picture;
}

/** The distances of a game, move by move, as a line. @param {number[]} distances */
export function distanceChart(distances) {
  const [width, height, left, bottom] = [360, 110, 30, 18];
  const most = Math.max(1, ...distances);
  const x = (/** @type {number} */ i) => left + (i / Math.max(1, distances.length - 1)) * (width - left - 8);
  const y = (/** @type {number} */ d) => 8 + (1 - d / most) * (height - bottom - 8);
  const line = distances.map((d, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(d).toFixed(1)}`).join("");
  return svg(
    "svg",
    { class: "scatter distances", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${t("play.graph")}: ${distances.map((d) => number(d)).join(", ")}` },
    svg("line", { class: "axis", x1: left, x2: width - 8, y1: y(0), y2: y(0) }),
    svg("line", { class: "axis", x1: left, x2: left, y1: 8, y2: y(0) }),
    svg("text", { x: left - 6, y: y(most) + 8, "text-anchor": "end" }, number(most)),
    svg("text", { x: left - 6, y: y(0), "text-anchor": "end" }, "0"),
    svg("text", { x: width - 8, y: height - 4, "text-anchor": "end" }, number(distances.length - 1)),
    svg("path", { class: "course", d: line }),
  );
}

// Ready examples for See, each with a point to make in a lecture. The first is what See shows when nothing else is asked for.

import { el } from "./dom.js";
import { link } from "./link.js";
import { t } from "./language.js";

/** @typedef {Record<string, string>} Params */

/** @type {{ name: "against" | "again" | "misses" | "loses", params: Params }[]} */
export const PRESETS = [
  { name: "against", params: { board: "2,8,3/1,6,4/7,0,5", goal: "1,2,3/8,0,4/7,6,5", method: "astar", method2: "bfs", step: "3" } },
  { name: "again", params: { board: "1,2,3/6,4,8/0,5,7", method: "idastar", method2: "astar", pseudocode: "1", step: "6" } },
  { name: "misses", params: { board: "6,5,2/1,4,8/0,7,3", method: "astar", heuristic: "formula", formula: "3*manhattan", method2: "astar", unit: "share", step: "20" } },
  { name: "loses", params: { board: "1,3,6/4,0,8/7,2,5", method: "beam", method2: "astar", width: "2", step: "5" } },
];

/** Whether an address shows an example, at any step. @param {Params} params @param {Params} shown */
const isShown = (params, shown) => Object.entries(params).every(([name, value]) => name === "step" || (shown[name] ?? "") === value) && ["method2", "method3", "method4"].every((name) => (shown[name] ?? "") === (params[name] ?? ""));

/** @param {Params} shown */
export const isPreset = (shown) => PRESETS.some(({ params }) => isShown(params, shown));

/** Links to the examples; the one that is shown is marked. @param {Params} shown */
export function presetLinks(shown) {
  return el(
    "nav",
    { class: "presets", "aria-label": t("preset.label") },
    PRESETS.map(({ name, params }) => el("a", { class: "chip", href: link("see", params), data: { preset: name }, "aria-current": isShown(params, shown) ? "true" : null }, t(`preset.${name}`))),
  );
}

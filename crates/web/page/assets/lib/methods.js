// Choosing a method: an algorithm and, if it uses one, a heuristic or a formula. The names come from `capabilities()` of the API.

import { el, field, fill, select } from "./dom.js";
import { algorithmText } from "./panels.js";
import { t } from "./language.js";

/** @typedef {{ algorithm: string, heuristic: string, formula: string }} Method */

/** The names until `capabilities()` has answered. */
const NAMES = {
  algorithms: ["bfs", "dfs", "dls", "iddfs", "ucs", "greedy", "astar", "wastar", "idastar", "bidirectional", "nbs", "beam", "stack", "rbfs", "smastar", "bfhs", "ibex", "dps", "arastar", "awastar", "hdastar", "dvcbs"],
  blind: ["bfs", "dfs", "dls", "iddfs", "ucs", "bidirectional"],
  heuristics: ["manhattan", "misplaced", "linear-conflict", "inversion", "walking-distance", "direct-reversals", "misplaced-blank", "blind"],
};

/** @param {any} available */
export function offered(available) {
  const algorithms = /** @type {{ name: string, informed: boolean }[]} */ (available?.algorithms ?? NAMES.algorithms.map((name) => ({ name, informed: !NAMES.blind.includes(name) })));
  const heuristics = /** @type {{ name: string, admissible: boolean, note?: string }[]} */ (available?.heuristics ?? NAMES.heuristics.map((name) => ({ name, admissible: name !== "direct-reversals" && name !== "misplaced-blank" })));
  return { algorithms: algorithms.filter(({ name }) => name !== "auto"), heuristics };
}

/**
 * The fields for an algorithm, a heuristic and a formula.
 * @param {any} available
 * @param {Method} method changed in place
 * @param {() => void} changed
 * @param {{ auto?: boolean, none?: string, only?: string[], formulas?: boolean }} [options] `none` is the text of the choice of no method
 */
export function methodFields(available, method, changed, { auto = false, none, only, formulas = true } = {}) {
  const { algorithms, heuristics } = offered(available);
  const shown = algorithms.filter(({ name }) => !only || only.includes(name));
  /** @type {[string, string][]} */
  const choices = shown.map(({ name }) => [name, algorithmText(name)]);
  if (auto) choices.unshift(["auto", formulas ? algorithmText("auto") : t("problem.auto")]);
  if (none) choices.unshift(["", none]);
  const place = el("div", { class: "method" });
  const formula = el("input", { type: "text", class: "mono", spellcheck: false, autocomplete: "off", value: method.formula, "aria-label": t("solve.formula"), oninput: () => {
    method.formula = formula.value;
    changed();
  } });
  const draw = () => {
    const informed = algorithms.find(({ name }) => name === method.algorithm)?.informed ?? false;
    /** @type {[string, string][]} */
    const names = heuristics.map(({ name, admissible, note = admissible ? "" : t("not.admissible") }) => [name, note ? `${name} (${note})` : name]);
    if (formulas) names.push(["formula", t("solve.formula")]);
    const heuristic = select(names, method.heuristic, (value) => {
      method.heuristic = value;
      formula.hidden = value !== "formula";
      changed();
    });
    method.heuristic = heuristic.value;
    formula.hidden = method.heuristic !== "formula" || !informed;
    fill(
      place,
      field(t("method"), select(choices, method.algorithm, (value) => {
        method.algorithm = value;
        changed();
        draw();
        place.querySelector("select")?.focus();
      })),
      informed ? field(t("heuristic"), heuristic) : null,
      formula,
    );
  };
  draw();
  return place;
}

/** The fields of a request that name a method. @param {any} available @param {Method} method */
export function methodRequest(available, method) {
  const informed = offered(available).algorithms.find(({ name }) => name === method.algorithm)?.informed ?? false;
  if (!informed) return { algorithm: method.algorithm };
  if (method.heuristic === "formula") return { algorithm: method.algorithm, formula: method.formula };
  return { algorithm: method.algorithm, heuristic: method.heuristic };
}

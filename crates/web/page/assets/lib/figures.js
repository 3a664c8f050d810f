// Figures of a result, each with its name below, and the notice of how a search ended.

import { el } from "./dom.js";
import { count, t, textOr } from "./language.js";

/** @param {[string, string][]} pairs value and name */
export const figures = (pairs) => pairs.map(([value, name]) => el("div", null, el("output", { class: "figure" }, value), el("span", { class: "figure-name" }, name)));

/**
 * How a search ended, in words.
 * @param {any} result
 * @param {"moves" | "actions"} unit what its length counts
 * @returns {{ kind: string, text: string }}
 */
export function verdict(result, unit) {
  const found = result.length !== null && result.length !== undefined;
  const problem = unit === "actions";
  const length = found ? `${count(unit, result.length)}${problem ? `, ${t("problem.cost", { n: result.cost })}` : ""}.` : "";
  if (result.outcome === "unsolvable") return { kind: "warm", text: t(problem ? "problem.unsolvable" : "solve.unsolvable") };
  if (result.outcome === "stopped" && found) return { kind: "warm", text: `${length} ${t("solve.stopped.best")}` };
  if (result.outcome === "stopped" && result.stopped_by === "interrupt") return { kind: "warm", text: t("solve.interrupted") };
  if (result.outcome === "stopped") return { kind: "warm", text: t("solve.stopped", { limit: textOr(`limit.${result.stopped_by}`, String(result.stopped_by)) }) };
  if (result.optimal) return { kind: "good", text: `${length} ${t(problem ? "problem.optimal" : "solve.optimal")}` };
  return { kind: "warm", text: `${length} ${t("solve.notproven")}` };
}

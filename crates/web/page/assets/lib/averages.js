// What each method of a comparison came to. Averages are comparable only over the same boards: those that every method solved. A
// method that solved none has no average; what it had used when its limits ended it is less than what it needs.

import { t } from "./language.js";

/**
 * One method over all its runs.
 * @typedef {object} Row
 * @property {string} method
 * @property {number} runs
 * @property {number} solved
 * @property {string} outcome of a single run, in words
 * @property {string | null} unproven why a single solution is not called optimal
 * @property {Record<string, number>} stopped how many runs each limit ended
 * @property {number | null} length averages over the common boards
 * @property {number | null} cost
 * @property {number | null} generated
 * @property {number | null} expanded
 * @property {number | null} seconds
 * @property {number} memory the most of all its runs
 * @property {[number, number] | null} spread the shortest and the longest time, if the runs were repeated
 * @property {number} failed runs that a limit ended
 * @property {{ generated: number, expanded: number, seconds: number }} reached the averages of those when they were ended
 */

/** @typedef {{ rows: Row[], boards: number, common: number, without: string[] }} Totals */

/** @param {any[]} runs @param {(run: any) => number | null | undefined} of */
function mean(runs, of) {
  const values = runs.map(of);
  if (values.length === 0 || values.some((value) => value === null || value === undefined)) return null;
  return values.reduce((/** @type {number} */ sum, value) => sum + Number(value), 0) / values.length;
}

/** One row per method, computed from its runs. @param {any} result @returns {Totals} */
export function totals(result) {
  /** @type {Map<string, any[]>} */
  const runs = new Map();
  for (const row of result.rows ?? []) {
    if (row.kind === "total") continue;
    const run = { ...row, ...row.stats };
    runs.set(run.method, [...(runs.get(run.method) ?? []), run]);
  }
  const solvedBy = [...runs].map(([method, all]) => ({ method, boards: new Set(all.filter(({ outcome }) => outcome === "solved").map(({ number = 1 }) => number)) }));
  const able = solvedBy.filter(({ boards }) => boards.size > 0);
  const common = able.length === 0 ? [] : [...able[0].boards].filter((board) => able.every(({ boards }) => boards.has(board)));
  const boards = new Set([...runs.values()].flat().map(({ number = 1 }) => number)).size;
  const rows = [...runs].map(([method, all]) => rowOf(method, all, new Set(common)));
  return { rows, boards, common: common.length, without: solvedBy.filter((one) => one.boards.size === 0).map((one) => one.method) };
}

/** @param {string} method @param {any[]} all @param {Set<number>} common @returns {Row} */
function rowOf(method, all, common) {
  const solved = all.filter(({ outcome }) => outcome === "solved");
  const shared = solved.filter(({ number = 1 }) => common.has(number));
  const stopped = all.filter(({ outcome }) => outcome === "stopped");
  /** @type {Record<string, number>} */
  const by = {};
  for (const { stopped_by: limit } of stopped) by[limit] = (by[limit] ?? 0) + 1;
  const [{ outcome, optimal, unproven = null }] = all;
  const spreads = shared.map(({ spread, seconds }) => spread ?? { least: seconds, most: seconds });
  return {
    method,
    runs: all.length,
    solved: solved.length,
    outcome: t(outcome === "solved" && optimal ? "outcome.optimal" : `outcome.${/** @type {"solved"} */ (outcome)}`),
    unproven,
    stopped: by,
    length: mean(shared, ({ length }) => length),
    cost: mean(shared, ({ cost }) => cost),
    generated: mean(shared, ({ generated }) => generated),
    expanded: mean(shared, ({ expanded }) => expanded),
    seconds: mean(shared, ({ seconds }) => seconds),
    memory: Math.max(0, ...all.map((run) => run.peak_bytes ?? 0)),
    spread: shared.some(({ spread }) => spread) ? [mean(spreads, ({ least }) => least) ?? 0, mean(spreads, ({ most }) => most) ?? 0] : null,
    failed: stopped.length,
    reached: { generated: mean(stopped, ({ generated }) => generated) ?? 0, expanded: mean(stopped, ({ expanded }) => expanded) ?? 0, seconds: mean(stopped, ({ seconds }) => seconds) ?? 0 },
  };
}

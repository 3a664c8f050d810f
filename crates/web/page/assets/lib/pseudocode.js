// The loop of a method in a few lines, and which of them an event belongs to. Methods without such a loop have none here.

/** @typedef {import("./language.js").Key} Key */
/** @typedef {{ indent: number, key: Key }} Line */
/** @typedef {{ lines: Line[], lineOf: (event: any) => number }} Code `lineOf`: -1 for none */

/** What a method takes from its frontier. @type {Record<string, Key>} */
const TAKES = {
  bfs: "code.take.oldest", ucs: "code.take.g", greedy: "code.take.h", astar: "code.take.f", wastar: "code.take.weighted", awastar: "code.take.weighted", hdastar: "code.take.f", dps: "code.take.potential",
  dfs: "code.take.newest", dls: "code.take.newest", stack: "code.take.newest",
};

/** @param {Key} take @returns {Code} */
function bestFirst(take) {
  return {
    lines: [
      { indent: 0, key: "code.start" },
      { indent: 0, key: "code.while" },
      { indent: 1, key: take },
      { indent: 1, key: "code.goal" },
      { indent: 1, key: "code.children" },
      { indent: 2, key: "code.new" },
      { indent: 2, key: "code.cheaper" },
      { indent: 2, key: "code.prune" },
    ],
    lineOf: (event) => (event.event === "created" ? (isRoot(event) ? 0 : 5) : { examined: 2, solved: 3, improved: 6, pruned: 7 }[/** @type {string} */ (event.event)] ?? -1),
  };
}

/** @param {boolean} byF @returns {Code} */
function deepening(byF) {
  return {
    lines: [
      { indent: 0, key: byF ? "code.bound.f" : "code.bound.depth" },
      { indent: 0, key: "code.repeat" },
      { indent: 1, key: "code.take.newest" },
      { indent: 1, key: "code.goal" },
      { indent: 1, key: "code.children" },
      { indent: 2, key: byF ? "code.within.f" : "code.within.depth" },
      { indent: 2, key: byF ? "code.over.f" : "code.prune" },
      { indent: 0, key: byF ? "code.raise.f" : "code.raise.depth" },
    ],
    lineOf: (event) => (event.event === "created" ? (isRoot(event) ? 0 : 5) : { examined: 2, solved: 3, pruned: 6, deepened: 7 }[/** @type {string} */ (event.event)] ?? -1),
  };
}

/** @type {Code} */
const BEAM = {
  lines: [
    { indent: 0, key: "code.layer.start" },
    { indent: 0, key: "code.layer.while" },
    { indent: 1, key: "code.layer.each" },
    { indent: 2, key: "code.goal" },
    { indent: 2, key: "code.children" },
    { indent: 3, key: "code.layer.new" },
    { indent: 3, key: "code.prune" },
    { indent: 1, key: "code.layer.best" },
  ],
  lineOf: (event) => (event.event === "created" ? (isRoot(event) ? 0 : 5) : event.event === "pruned" && event.reason === "width" ? 7 : { examined: 2, solved: 3, pruned: 6, deepened: 7 }[/** @type {string} */ (event.event)] ?? -1),
};

/** @param {any} event */
const isRoot = (event) => event.parent === undefined || event.parent === null;

/** @param {string} algorithm @returns {Code | null} */
export function codeOf(algorithm) {
  if (algorithm === "idastar" || algorithm === "iddfs") return deepening(algorithm === "idastar");
  if (algorithm === "beam") return BEAM;
  return TAKES[algorithm] ? bestFirst(TAKES[algorithm]) : null;
}

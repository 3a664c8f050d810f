// The loop of a method in a few lines, and which of them an event belongs to. A line names the events that it emits: `root` is the
// creation of a node without a parent, `width` what a full layer prunes.

/** @typedef {import("./language.js").Key} Key */
/** @typedef {"root" | "created" | "improved" | "pruned" | "width" | "examined" | "solved" | "deepened" | "forgotten"} Emitted */
/** @typedef {[indent: number, key: Key, ...events: Emitted[]]} Row */
/** @typedef {{ lines: { indent: number, key: Key }[], lineOf: (event: any) => number }} Code `lineOf`: -1 for none */

/** @type {Row[]} */
const CHILDREN = [
  [1, "code.children"],
  [2, "code.new", "created"],
  [2, "code.cheaper", "improved"],
  [2, "code.prune", "pruned"],
];

/** Takes from one frontier until a goal is taken. @param {Key} take @returns {Row[]} */
const bestFirst = (take) => [[0, "code.start", "root"], [0, "code.while"], [1, take, "examined"], [1, "code.goal", "solved"], ...CHILDREN];

/** The same, but a goal is only the best so far. @param {Key} take @param {Row[]} last @returns {Row[]} */
const anytime = (take, last) => [[0, "code.start", "root"], [0, "code.while.better"], [1, take, "examined"], [1, "code.goal.better", "solved"], ...CHILDREN, ...last];

/** Two frontiers that meet. @param {Key} take @returns {Row[]} */
const fromBothEnds = (take) => [[0, "code.both.start", "root"], [0, "code.both.while"], [1, take, "examined"], ...CHILDREN, [2, "code.both.meet"], [0, "code.both.return", "solved"]];

/** Rounds of a bound. @param {Key} bound @param {Key} within @param {Key} over @param {Key} raise @returns {Row[]} */
const deepening = (bound, within, over, raise) => [
  [0, bound, "root"],
  [0, "code.repeat"],
  [1, "code.take.newest", "examined"],
  [1, "code.goal", "solved"],
  [1, "code.children"],
  [2, within, "created"],
  [2, over, "pruned"],
  [0, raise, "deepened"],
];

/** @type {Record<string, Row[]>} */
const METHODS = {
  bfs: bestFirst("code.take.oldest"),
  ucs: bestFirst("code.take.g"),
  greedy: bestFirst("code.take.h"),
  astar: bestFirst("code.take.f"),
  wastar: bestFirst("code.take.weighted"),
  hdastar: bestFirst("code.take.f"),
  dps: bestFirst("code.take.potential"),
  dfs: bestFirst("code.take.newest"),
  dls: [
    [0, "code.bound.limit", "deepened"],
    [0, "code.start", "root"],
    [0, "code.while"],
    [1, "code.take.newest", "examined"],
    [1, "code.goal", "solved"],
    [1, "code.children"],
    [2, "code.within.depth", "created", "improved"],
    [2, "code.prune", "pruned"],
  ],
  stack: bestFirst("code.take.newest"),
  awastar: anytime("code.take.weighted", []),
  arastar: anytime("code.take.weighted", [[1, "code.weight"]]),
  iddfs: deepening("code.bound.depth", "code.within.depth", "code.prune", "code.raise.depth"),
  idastar: deepening("code.bound.f", "code.within.f", "code.over.f", "code.raise.f"),
  ibex: deepening("code.bound.f", "code.within.f", "code.over.f", "code.raise.size"),
  bidirectional: fromBothEnds("code.take.side"),
  nbs: fromBothEnds("code.take.pair"),
  dvcbs: fromBothEnds("code.take.cover"),
  beam: [
    [0, "code.layer.start", "root"],
    [0, "code.layer.while"],
    [1, "code.layer.each", "examined"],
    [2, "code.goal", "solved"],
    [2, "code.children"],
    [3, "code.layer.new", "created"],
    [3, "code.prune", "pruned"],
    [1, "code.layer.best", "deepened", "width"],
  ],
  bfhs: [
    [0, "code.bound.f", "root"],
    [0, "code.repeat", "deepened"],
    [1, "code.layer.each", "examined"],
    [2, "code.goal.relay", "solved"],
    [2, "code.children"],
    [3, "code.layer.within", "created", "improved"],
    [3, "code.over.f", "pruned"],
    [1, "code.layer.next"],
    [0, "code.raise.f"],
  ],
  rbfs: [
    [0, "code.path.start", "root"],
    [0, "code.repeat.always"],
    [1, "code.path.best", "examined"],
    [1, "code.path.back"],
    [1, "code.goal", "solved"],
    [1, "code.path.children", "created"],
    [2, "code.path.prune", "pruned"],
  ],
  smastar: [
    [0, "code.memory.start", "root"],
    [0, "code.repeat.always"],
    [1, "code.memory.take", "examined"],
    [1, "code.goal", "solved"],
    [1, "code.memory.children", "created"],
    [2, "code.path.prune", "pruned"],
    [1, "code.memory.full", "forgotten"],
  ],
};

/** The name under which a row may list an event. @param {any} event @returns {string} */
function emitted(event) {
  if (event.event === "created" && (event.parent === undefined || event.parent === null)) return "root";
  return event.event === "pruned" && event.reason === "width" ? "width" : event.event;
}

/** @param {string} algorithm @returns {Code | null} */
export function codeOf(algorithm) {
  const rows = METHODS[algorithm];
  if (!rows) return null;
  const lineWith = (/** @type {string} */ name) => rows.findIndex(([, , ...events]) => events.some((event) => event === name));
  return {
    lines: rows.map(([indent, key]) => ({ indent, key })),
    lineOf: (event) => {
      const line = lineWith(emitted(event));
      return line < 0 && event.event === "pruned" ? lineWith("pruned") : line;
    },
  };
}

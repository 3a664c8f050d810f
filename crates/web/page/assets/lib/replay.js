// A trace (docs/trace.md), prepared for stepping in both directions. Every node records at which events it was created, examined
// and reached by a cheaper path. The state of the search after any event is computed from these numbers, so a step back costs the
// same as a step forward and nothing has to be undone.

/**
 * @typedef {object} Node
 * @property {number} id its number in the trace
 * @property {number} index its index in `nodes`
 * @property {number} round its round of iterative deepening
 * @property {number} created the event that created it
 * @property {number} order its number in the order of creation, from 1
 * @property {number[]} examined the events that examined it
 * @property {number} examinedOrder its number in the order of examination, from 1; 0 if it was never examined
 * @property {{ at: number, parent: Node, action: string, g: number, reopened: boolean }[]} changes cheaper paths found later
 * @property {Node | null} parent
 * @property {string} action
 * @property {number} g
 * @property {number | null} h
 * @property {(number | null)[]} board the numbers of the state; empty where it is a text
 * @property {string} text the state as a text, where it is one
 * @property {boolean} backward
 * @property {string | null} pruned why this child was pruned; null for a node that was kept
 */

/** @typedef {{ cols: number, rows: number, places: { row: number, col: number }[] }} Shape */

const LAST_FIRST = new Set(["dfs", "dls", "iddfs", "idastar", "ibex", "stack"]);
const ROUNDS = new Set(["iddfs", "idastar"]);

/** What the frontier is ordered by. @type {Record<string, "f" | "h" | "g" | "weighted">} */
const KEYS = { greedy: "h", ucs: "g", astar: "f", nbs: "f", dvcbs: "f", rbfs: "f", smastar: "f", hdastar: "f", wastar: "weighted", awastar: "weighted" };

export class Replay {
  /** @param {{ header: any, events: any[], end: any }} trace */
  constructor({ header, events, end }) {
    this.header = header;
    this.events = events;
    this.end = end ?? {};
    /** @type {Node[]} */
    this.nodes = [];
    /** @type {Node[]} */
    this.prunedChildren = [];
    /** The last event of each step: a node was examined and its children were created. @type {number[]} */
    this.steps = [];
    /** @type {number[]} */
    this.rounds = [0];
    /** @type {Node[]} */
    this.examinations = [];
    /** @type {number[]} */
    this.examinedAt = [];
    /** @type {number[]} */
    this.improvedAt = [];
    /** @type {number[]} */
    this.createdAt = [];
    /** The bounds of a search in rounds, each from an event on. @type {{ at: number, bound: number }[]} */
    this.bounds = [];
    /** The grid of the states; null where they are texts. */
    this.shape = header.domain === "any" ? null : shapeOf(header);
    this.read();
  }

  read() {
    // Each side of a bidirectional search has its own numbers.
    /** @type {Map<string, Node>} */
    const byId = new Map();
    const find = (/** @type {any} */ event, /** @type {number | null | undefined} */ id) => byId.get(`${event.side ?? ""} ${id}`);
    let examined = 0;
    let started = false;
    const rounds = ROUNDS.has(this.header.algorithm);
    this.events.forEach((event, at) => {
      if (event.event === "created") {
        const node = this.node(event, at, event.parent === undefined || event.parent === null ? null : find(event, event.parent) ?? null);
        node.index = this.nodes.length;
        node.order = this.nodes.length + 1;
        byId.set(`${event.side ?? ""} ${event.id}`, node);
        this.nodes.push(node);
        this.createdAt.push(at);
      } else if (event.event === "pruned") {
        const parent = find(event, event.parent);
        if (!parent) return;
        const child = this.node(event, at, parent);
        child.pruned = event.reason ?? "other";
        this.prunedChildren.push(child);
      } else if (event.event === "examined") {
        if (started) this.steps.push(at - 1);
        started = true;
        const node = find(event, event.id);
        if (!node) return;
        node.examined.push(at);
        if (node.examinedOrder === 0) node.examinedOrder = ++examined;
        if (this.shape && !node.board.length && event.board) node.board = event.board;
        this.examinations.push(node);
        this.examinedAt.push(at);
      } else if (event.event === "improved") {
        const node = find(event, event.id);
        const parent = find(event, event.parent);
        if (!node || !parent) return;
        node.changes.push({ at, parent, action: event.action ?? "", g: event.g ?? node.g, reopened: Boolean(event.reopened) });
        this.improvedAt.push(at);
      } else if (event.event === "deepened") {
        if (typeof event.bound === "number") this.bounds.push({ at, bound: event.bound });
        if (rounds && this.nodes.length > 0) this.rounds.push(at);
      }
    });
    if (this.events.length > 0 && started) this.steps.push(this.events.length - 1);
  }

  /** @param {any} event @param {number} at @param {Node | null} parent @returns {Node} */
  node(event, at, parent) {
    const board = this.shape ? event.board ?? moved(parent?.board, event.action, this.header) ?? (parent ? [] : this.header.start ?? []) : [];
    const text = this.shape ? "" : String(event.board ?? this.header.start ?? "");
    return {
      id: event.id ?? -1, index: -1, round: this.rounds.length - 1, created: at, order: 0, examined: [], examinedOrder: 0, changes: [], parent,
      action: event.action ?? "", g: event.g ?? (parent ? parent.g + 1 : 0), h: event.h ?? null, board, text, backward: event.side === "backward", pruned: null,
    };
  }

  /** How many numbers of a sorted list are at most `at`. @param {number[]} sorted @param {number} at */
  static upTo(sorted, at) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The last event of a step; step 0 ends before the first examination. @param {number} step @param {"examined" | "event"} unit */
  eventOf(step, unit) {
    if (unit === "event") return step - 1;
    if (step === 0) return (this.examinedAt[0] ?? 0) - 1;
    return this.steps[Math.min(step, this.steps.length) - 1] ?? -1;
  }

  /** @param {"examined" | "event"} unit */
  length(unit) {
    return unit === "event" ? this.events.length : this.steps.length;
  }

  /** A root is part of every round. @param {Node} node @param {number} round */
  static inRound(node, round) {
    return node.parent === null || node.round === round;
  }

  /** The node examined last. @param {number} at @returns {Node | null} */
  current(at) {
    return this.examinations[Replay.upTo(this.examinedAt, at) - 1] ?? null;
  }

  /** The round at an event. @param {number} at */
  roundAt(at) {
    return Replay.upTo(this.rounds, at) - 1;
  }

  /** The node examined next. @param {number} at @returns {Node | null} */
  next(at) {
    return this.examinations[Replay.upTo(this.examinedAt, at)] ?? null;
  }

  /**
   * What a node is after an event. Most nodes are examined once and never reached again: they need two comparisons.
   * @param {Node} node @param {number} at @param {Node | null} [current] the node examined last, if it is known
   * @returns {"future" | "now" | "frontier" | "closed"}
   */
  status(node, at, current = this.current(at)) {
    if (node.created > at) return "future";
    if (node.examined.length === 0 || node.examined[0] > at) return "frontier";
    if (current === node) return "now";
    if (node.changes.length === 0) return "closed";
    const last = node.examined[Replay.upTo(node.examined, at) - 1];
    return node.changes.some((change) => change.reopened && change.at > last && change.at <= at) ? "frontier" : "closed";
  }

  /** The last cheaper path to a node so far. @param {Node} node @param {number} at */
  static change(node, at) {
    return node.changes.length === 0 ? undefined : node.changes.findLast((change) => change.at <= at);
  }

  /** @param {Node} node @param {number} at */
  g(node, at) {
    return Replay.change(node, at)?.g ?? node.g;
  }

  /** @param {Node} node @param {number} at */
  f(node, at) {
    return node.h === null ? null : this.g(node, at) + node.h;
  }

  /** @param {Node} node @param {number} at @returns {Node | null} */
  parent(node, at) {
    return Replay.change(node, at)?.parent ?? node.parent;
  }

  /** The number, in the order of creation, of the node that an event names. @param {any} event @param {number | undefined} id @param {number} at */
  orderOf(event, id, at) {
    const backward = event.side === "backward";
    return this.nodes.findLast((node) => node.id === id && node.backward === backward && node.created <= at)?.order ?? 0;
  }

  /** The number of nodes created so far, which come first in `nodes`. @param {number} at */
  createdUpTo(at) {
    return Replay.upTo(this.createdAt, at);
  }

  /** The nodes created after an event and up to another. @param {number} after @param {number} at */
  createdBetween(after, at) {
    return this.nodes.slice(this.createdUpTo(after), this.createdUpTo(at));
  }

  /** What a method that orders its frontier orders it by; null for one that goes by age or in another order. @returns {"f" | "h" | "g" | "weighted" | null} */
  get key() {
    return KEYS[this.header.algorithm] ?? null;
  }

  /** Whether the newest node comes first, among all or among equals. */
  get newestFirst() {
    const { algorithm, ties = "fifo" } = this.header;
    return LAST_FIRST.has(algorithm) || ties !== "fifo";
  }

  /** The value by which a node is ordered. @param {Node} node @param {number} at */
  keyOf(node, at) {
    const { key } = this;
    if (key === null) return 0;
    const h = node.h ?? 0;
    if (key === "h") return h;
    const g = this.g(node, at);
    return key === "g" ? g : key === "f" ? g + h : g + this.weight * h;
  }

  get weight() {
    return Number(this.header.weight ?? 1);
  }

  /** The frontier, in the order in which the method examines it. @param {number} at */
  frontier(at) {
    const round = this.roundAt(at);
    const current = this.current(at);
    const low = (this.header.ties ?? "fifo") === "low-h";
    const newest = this.newestFirst ? -1 : 1;
    const created = this.createdUpTo(at);
    const waiting = [];
    for (let i = 0; i < created; i += 1) {
      const node = this.nodes[i];
      if (!Replay.inRound(node, round) || this.status(node, at, current) !== "frontier") continue;
      waiting.push({ node, key: this.keyOf(node, at), h: low ? node.h ?? 0 : 0, since: Replay.change(node, at)?.at ?? node.created });
    }
    return waiting.sort((a, b) => a.key - b.key || a.h - b.h || newest * (a.since - b.since)).map(({ node }) => node);
  }

  /** The closed set, the latest first. @param {number} at */
  closed(at) {
    const seen = new Set();
    const done = [];
    const current = this.current(at);
    const round = this.roundAt(at);
    for (let i = Replay.upTo(this.examinedAt, at) - 1; i >= 0; i -= 1) {
      const node = this.examinations[i];
      if (node === current || !Replay.inRound(node, round) || seen.has(node)) continue;
      seen.add(node);
      if (this.status(node, at, current) === "closed") done.push(node);
    }
    return done;
  }
}

/** @param {any} header @returns {Shape} */
function shapeOf(header) {
  if (header.domain === "sums") {
    const places = header.cells ?? [];
    return { rows: 1 + Math.max(0, ...places.map((/** @type {any} */ p) => p.row)), cols: 1 + Math.max(0, ...places.map((/** @type {any} */ p) => p.col)), places };
  }
  const places = Array.from({ length: header.rows * header.cols }, (_, i) => ({ row: Math.floor(i / header.cols), col: i % header.cols }));
  return { rows: header.rows, cols: header.cols, places };
}

/** The board of a child, if the trace omits it. @param {(number | null)[] | undefined} board @param {string | undefined} action @param {any} header */
function moved(board, action, header) {
  if (!board || !action) return null;
  const next = board.slice();
  if (header.domain === "sums") {
    const [name, value] = action.split("=");
    const cell = (header.cells ?? []).findIndex((/** @type {any} */ one) => one.name === name);
    if (cell >= 0) next[cell] = Number(value);
    return next;
  }
  const blank = board.indexOf(0);
  const other = blank + ({ U: -header.cols, D: header.cols, L: -1, R: 1 }[action] ?? 0);
  if (next[other] === undefined) return null;
  next[blank] = next[other];
  next[other] = 0;
  return next;
}

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

/** @typedef {{ cols: number, rows: number, places: { row: number, col: number }[], full: boolean }} Shape `full`: the places are all there are, row by row */

const LAST_FIRST = new Set(["dfs", "dls", "iddfs", "idastar", "ibex", "stack"]);
const ROUNDS = new Set(["iddfs", "idastar"]);

/** The layout of a tree with more nodes than this has room for an eighth more. */
const EXACT = 1000;

/** A frontier that is more events away than this is computed anew. */
const NEARBY = 400;

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
    /** Both, in the order of creation. @type {Node[]} */
    this.all = [];
    /** The node that each event creates, examines or improves. @type {(Node | null)[]} */
    this.subjects = [];
    /** The last event of each step: a node was examined and its children were created. @type {number[]} */
    this.steps = [];
    /** The first event of each round. @type {number[]} */
    this.rounds = [0];
    /** The nodes created before each round, and how many of them are roots. @type {{ nodes: number, roots: number }[]} */
    this.before = [{ nodes: 0, roots: 0 }];
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
    /** The frontier that was asked for last. @type {{ at: number, nodes: Node[] } | null} */
    this.known = null;
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
      this.subjects.push(null);
      if (event.event === "created") {
        const node = this.node(event, at, event.parent === undefined || event.parent === null ? null : find(event, event.parent) ?? null);
        node.index = this.nodes.length;
        node.order = this.nodes.length + 1;
        byId.set(`${event.side ?? ""} ${event.id}`, node);
        this.nodes.push(node);
        this.all.push(node);
        this.subjects[at] = node;
        this.createdAt.push(at);
      } else if (event.event === "pruned") {
        const parent = find(event, event.parent);
        if (!parent) return;
        const child = this.node(event, at, parent);
        child.pruned = event.reason ?? "other";
        this.prunedChildren.push(child);
        this.all.push(child);
      } else if (event.event === "examined") {
        if (started) this.steps.push(at - 1);
        started = true;
        const node = find(event, event.id);
        if (!node) return;
        node.examined.push(at);
        if (node.examinedOrder === 0) node.examinedOrder = ++examined;
        if (this.shape && !node.board.length && event.board) node.board = event.board;
        this.subjects[at] = node;
        this.examinations.push(node);
        this.examinedAt.push(at);
      } else if (event.event === "improved") {
        const node = find(event, event.id);
        const parent = find(event, event.parent);
        if (!node || !parent) return;
        node.changes.push({ at, parent, action: event.action ?? "", g: event.g ?? node.g, reopened: Boolean(event.reopened) });
        this.subjects[at] = node;
        this.improvedAt.push(at);
      } else if (event.event === "deepened") {
        if (typeof event.bound === "number") this.bounds.push({ at, bound: event.bound });
        if (!rounds || this.nodes.length === 0) return;
        this.rounds.push(at);
        this.before.push({ nodes: this.nodes.length, roots: this.nodes.filter((node) => node.parent === null).length });
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
    return firstWhere(sorted, (one) => one > at);
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

  /**
   * The frontier, in the order in which the method examines it. It is kept, and changed where the next one that is asked for differs:
   * nobody else may change it.
   * @param {number} at @returns {readonly Node[]}
   */
  frontier(at) {
    const { known } = this;
    if (!known || Math.abs(known.at - at) > NEARBY || this.roundAt(known.at) !== this.roundAt(at)) {
      const nodes = this.nodes.slice(0, this.createdUpTo(at)).filter(this.waitingAt(at));
      const ranks = new Map(nodes.map((node) => [node, this.rank(node, at)]));
      const rank = (/** @type {Node} */ node) => /** @type {[number, number, number]} */ (ranks.get(node));
      this.known = { at, nodes: nodes.sort((a, b) => compared(rank(a), rank(b))) };
      return this.known.nodes;
    }
    // What the events between them name, and what was and is being examined: nothing else differs.
    const [first, last] = [Math.min(known.at, at), Math.max(known.at, at)];
    const changed = new Set([this.current(first), this.current(last), ...this.subjects.slice(first + 1, last + 1)]);
    const [waited, waits] = [this.waitingAt(known.at), this.waitingAt(at)];
    for (const node of changed) if (node && waited(node)) known.nodes.splice(this.placeOf(known.nodes, node, known.at), 1);
    for (const node of changed) if (node && waits(node)) known.nodes.splice(this.placeOf(known.nodes, node, at), 0, node);
    known.at = at;
    return known.nodes;
  }

  /** Says whether a node is in the frontier. @param {number} at @returns {(node: Node) => boolean} */
  waitingAt(at) {
    const [round, current] = [this.roundAt(at), this.current(at)];
    return (node) => Replay.inRound(node, round) && this.status(node, at, current) === "frontier";
  }

  /** What orders the frontier: no two nodes have the same. @param {Node} node @param {number} at @returns {[number, number, number]} */
  rank(node, at) {
    const since = Replay.change(node, at)?.at ?? node.created;
    return [this.keyOf(node, at), this.header.ties === "low-h" ? node.h ?? 0 : 0, this.newestFirst ? -since : since];
  }

  /** The place of a node in a frontier, or where it belongs. @param {readonly Node[]} frontier @param {Node} node @param {number} at */
  placeOf(frontier, node, at) {
    const rank = this.rank(node, at);
    return firstWhere(frontier, (other) => compared(this.rank(other, at), rank) >= 0);
  }

  /** The closed set, the latest first. @param {number} at @param {number} [most] as many as this */
  closed(at, most = Infinity) {
    const seen = new Set();
    const done = [];
    const current = this.current(at);
    const round = this.roundAt(at);
    for (let i = Replay.upTo(this.examinedAt, at) - 1; i >= 0 && done.length < most; i -= 1) {
      const node = this.examinations[i];
      if (node === current || !Replay.inRound(node, round) || seen.has(node)) continue;
      seen.add(node);
      if (this.status(node, at, current) === "closed") done.push(node);
    }
    return done;
  }

  /** How many are in the closed set: what was created, and neither waits nor is being examined. @param {number} at */
  closedCount(at) {
    const round = this.roundAt(at);
    const current = this.current(at);
    const { nodes, roots } = this.before[round] ?? this.before[0];
    return this.createdUpTo(at) - nodes + roots - this.frontier(at).length - (current && Replay.inRound(current, round) ? 1 : 0);
  }

  /**
   * What is laid out after an event: the nodes of its round, of a large tree a few more, so that it is not laid out at every step.
   * Two events with the same key have the same layout.
   * @param {number} at @param {boolean} pruned whether pruned children are shown
   */
  laidOut(at, pruned) {
    const round = this.roundAt(at);
    const created = this.createdUpTo(at);
    const part = 2 ** Math.max(0, Math.floor(Math.log2(created)) - 3);
    const room = created <= EXACT ? created : Math.min(this.nodes.length, Math.ceil(created / part) * part);
    return {
      key: `${round} ${Replay.upTo(this.improvedAt, at)} ${pruned ? at : ""} ${room}`,
      has: (/** @type {Node} */ node) => (node.pruned === null ? node.index < room && Replay.inRound(node, round) : pruned && node.created <= at && node.round === round),
    };
  }
}

/** @param {[number, number, number]} one @param {[number, number, number]} other */
const compared = (one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

/** The first place from which on a condition holds. @template T @param {readonly T[]} list @param {(one: T) => boolean} holds */
export function firstWhere(list, holds) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @param {any} header @returns {Shape} */
function shapeOf(header) {
  if (header.domain === "sums") {
    const places = header.cells ?? [];
    return { rows: 1 + Math.max(0, ...places.map((/** @type {any} */ p) => p.row)), cols: 1 + Math.max(0, ...places.map((/** @type {any} */ p) => p.col)), places, full: false };
  }
  const places = Array.from({ length: header.rows * header.cols }, (_, i) => ({ row: Math.floor(i / header.cols), col: i % header.cols }));
  return { rows: header.rows, cols: header.cols, places, full: true };
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

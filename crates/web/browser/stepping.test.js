// What a step computes from the step before is what is computed from nothing: the frontier, the closed set and the layout of the tree,
// over whole searches, forward, back and in jumps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** @param {string} name */
const library = (name) => import(`data:text/javascript,${encodeURIComponent(readFileSync(fileURLToPath(new URL(`../page/assets/lib/${name}.js`, import.meta.url)), "utf8"))}`);
/** @type {typeof import("../page/assets/lib/layout.js")} */
const { Tree } = await library("layout");
/** @type {typeof import("../page/assets/lib/replay.js")} */
const { Replay } = await library("replay");

/** @typedef {import("../page/assets/lib/replay.js").Node} Node */
/** @typedef {InstanceType<typeof Replay>} Searched */

/** Numbers below a limit, the same for the same seed. @param {number} seed */
const randomNumbers = (seed) => {
  let state = seed;
  return (/** @type {number} */ limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

/**
 * A search through a space that is made up as it goes: nodes are examined, have children, some of them pruned, and are reached again by
 * cheaper paths, examined or not. `rounds` begin again at the root.
 * @param {Record<string, any>} header @param {{ length: number, seed: number, roots?: number, rounds?: boolean, bushy?: boolean }} options
 */
function search(header, { length, seed, roots = 1, rounds = false, bushy = false }) {
  const random = randomNumbers(seed);
  /** @type {any[]} */
  const events = [];
  /** @type {{ id: number, parent: number, g: number, open: boolean }[]} */
  let nodes = [];
  let ids = 0;
  const create = (/** @type {number} */ parent, /** @type {number} */ g) => {
    nodes.push({ id: ids, parent, g, open: true });
    events.push({ event: "created", id: ids, g, h: random(12), ...(parent < 0 ? {} : { parent, action: "a" }), board: `s${ids}` });
    ids += 1;
  };
  for (let root = 0; root < roots; root += 1) create(-1, 0);
  while (events.length < length) {
    if (rounds && random(60) === 0) {
      events.push({ event: "deepened", bound: events.length });
      nodes = nodes.filter(({ parent }) => parent < 0);
      for (const root of nodes) root.open = true;
    }
    const open = nodes.filter((node) => node.open);
    if (open.length === 0) break;
    // The newest of them half of the time, so that the tree grows deep too.
    const node = random(2) === 0 ? open[open.length - 1] : open[random(open.length)];
    node.open = false;
    events.push({ event: "examined", id: node.id });
    const above = new Set();
    for (let one = /** @type {typeof node | undefined} */ (node); one; one = nodes.find(({ id }) => id === one?.parent)) above.add(one.id);
    for (let child = random(bushy ? 9 : 4); child >= 0; child -= 1) {
      const kind = random(10);
      const known = nodes[random(nodes.length)];
      if (kind < 3) events.push({ event: "pruned", parent: node.id, g: node.g + 1, h: 1, action: "p", board: "p", reason: "duplicate" });
      else if (kind < 5 && !rounds && known.parent >= 0 && !above.has(known.id)) {
        events.push({ event: "improved", id: known.id, parent: node.id, action: "i", g: known.g - 0.5, reopened: !known.open });
        Object.assign(known, { parent: node.id, g: known.g - 0.5, open: true });
      } else create(node.id, node.g + 1);
    }
  }
  return new Replay({ header: { domain: "any", start: "s0", ...header }, events, end: {} });
}

/** @type {Record<string, () => Searched>} */
const SEARCHES = {
  "A*": () => search({ algorithm: "astar" }, { length: 1500, seed: 1 }),
  "A*, of equals the newest": () => search({ algorithm: "astar", ties: "lifo" }, { length: 700, seed: 2, bushy: true }),
  "A*, of equals the smallest h": () => search({ algorithm: "astar", ties: "low-h" }, { length: 700, seed: 3 }),
  "weighted A*": () => search({ algorithm: "wastar", weight: 1.5 }, { length: 700, seed: 4, bushy: true }),
  "breadth-first": () => search({ algorithm: "bfs" }, { length: 700, seed: 5 }),
  "from both ends": () => search({ algorithm: "nbs" }, { length: 700, seed: 6, roots: 2 }),
  "IDA*": () => search({ algorithm: "idastar" }, { length: 1500, seed: 7, rounds: true }),
  "a large tree": () => search({ algorithm: "greedy" }, { length: 4500, seed: 8 }),
};

/** The events to look at, forward and back: all of a short search, one in a few of a long one; then jumps, each with a few steps. @param {Searched} replay @param {(limit: number) => number} random */
function* visits(replay, random) {
  const { length } = replay.events;
  const stride = Math.max(1, Math.floor(length / 700));
  for (let at = -1; at < length; at += stride) yield at;
  for (let at = length - 1; at >= -1; at -= stride) yield at;
  for (let jump = 0; jump < 60; jump += 1) {
    const to = random(length);
    for (const by of [0, 1, 3, 2, -1]) yield Math.max(-1, Math.min(length - 1, to + by));
  }
}

/** @param {readonly Node[]} nodes */
const created = (nodes) => nodes.map((node) => node.created).join();

for (const [name, searched] of Object.entries(SEARCHES)) {
  test(`${name}: frontier and closed set, forward, back and in jumps`, () => {
    const replay = searched();
    for (const at of visits(replay, randomNumbers(20))) {
      const round = replay.roundAt(at);
      const ofRound = replay.nodes.filter((node) => Replay.inRound(node, round));
      const lowFirst = replay.header.ties === "low-h";
      const since = (/** @type {Node} */ node) => (replay.newestFirst ? -1 : 1) * (Replay.change(node, at)?.at ?? node.created);
      const waiting = ofRound.filter((node) => replay.status(node, at) === "frontier").sort((a, b) => replay.keyOf(a, at) - replay.keyOf(b, at) || (lowFirst ? (a.h ?? 0) - (b.h ?? 0) : 0) || since(a) - since(b));
      const closed = ofRound.filter((node) => replay.status(node, at) === "closed");
      const last = (/** @type {Node} */ node) => node.examined[Replay.upTo(node.examined, at) - 1];
      assert.equal(created(replay.frontier(at)), created(waiting), `frontier after event ${at}`);
      assert.equal(replay.closedCount(at), closed.length, `closed after event ${at}`);
      assert.equal(created(replay.closed(at, 20)), created(closed.sort((a, b) => last(b) - last(a)).slice(0, 20)), `closed after event ${at}`);
    }
  });

  test(`${name}: the layout, forward, back and in jumps, folded and unfolded, with and without pruned children`, () => {
    const replay = searched();
    const random = randomNumbers(30);
    const tree = new Tree(replay.all);
    /** @type {Set<Node>} */
    const folded = new Set();
    let [pruned, hidden, looked] = [false, 0, 0];
    for (const at of visits(replay, random)) {
      if (random(25) === 0) pruned = !pruned;
      if (random(12) === 0) {
        const node = replay.all[random(random(2) === 0 ? 12 : replay.all.length)];
        if (!folded.delete(node)) folded.add(node);
      }
      if (folded.size > 5) folded.clear();
      const { has } = replay.laidOut(at, pruned);
      const parentOf = (/** @type {Node} */ node) => replay.parent(node, at);
      const whole = new Tree(replay.all);
      whole.show(has, parentOf, folded);
      tree.show(has, parentOf, folded);
      const read = (/** @type {typeof tree} */ one) => [`${one.width} ${one.depth}`, ...one.spots.map((spot) => `${spot.node.created}: ${spot.x} ${spot.depth} ${spot.hidden} ${spot.parent?.node.created} ${created(spot.children.map((child) => child.node))}`)].join("\n");
      assert.equal(read(tree), read(whole), `after event ${at}`);
      for (const node of [replay.all[random(replay.all.length)], ...folded]) assert.equal(tree.spot(node) === undefined, whole.spot(node) === undefined);
      hidden += tree.spots.reduce((sum, spot) => sum + spot.hidden, 0);
      looked += 1;
    }
    assert.ok(looked > 500 && hidden > 0);
  });
}

test("a tree too large to be laid out at every step has room for more", () => {
  const replay = SEARCHES["a large tree"]();
  const at = replay.createdAt[1500];
  assert.equal(replay.laidOut(at, false).key, replay.laidOut(replay.createdAt[1501], false).key.replace(/^(\d+) \d+/, (_, round) => `${round} ${Replay.upTo(replay.improvedAt, at)}`));
  assert.equal(replay.nodes.filter(replay.laidOut(at, false).has).length, 1536);
});

// The page and the command place the boxes of a tree alike. The same file is read by a test of crates/show.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

/** @param {string} name */
const text = (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");
/** @type {typeof import("../page/assets/lib/layout.js")} */
const { Tree, place } = await import(`data:text/javascript,${encodeURIComponent(text("../page/assets/lib/layout.js"))}`);

/** @typedef {{ parent: number | null, width: number, height: number, at: [number, number] | null }} Box */
/** @type {{ name: string, gap: number, rows: number, folded: number[], boxes: Box[] }[]} */
const trees = JSON.parse(text("../../show/tests/all/layout.json"));

/** @param {string} name @param {[number, number]} found @param {[number, number]} expected */
const near = (name, found, expected) => {
  const is = found.every((value, i) => Math.abs(value - expected[i]) < 1e-9);
  assert.ok(is, `${name}: at ${found}, expected ${expected}`);
};

test("boxes stand where the command puts them", () => {
  const whole = trees.filter(({ folded }) => folded.length === 0);
  assert.ok(whole.length >= 6);
  for (const { name, gap, rows, boxes } of whole) {
    place(boxes, gap, rows).forEach(({ x, y }, i) => near(`${name}, box ${i}`, [x, y], boxes[i].at ?? [NaN, NaN]));
  }
});

test("nodes are boxes of one size, and what is folded takes no room", () => {
  const drawn = trees.filter(({ gap, rows }) => gap === 0 && rows === 1);
  assert.ok(drawn.length >= 2 && drawn.some(({ folded }) => folded.length > 0));
  for (const { name, folded, boxes } of drawn) {
    const nodes = /** @type {any[]} */ (boxes);
    const tree = new Tree(nodes);
    tree.show(() => true, (node) => nodes[/** @type {any} */ (node).parent] ?? null, new Set(folded.map((i) => nodes[i])));
    const { spots, width, depth } = tree;
    const shown = boxes.filter(({ at }) => at !== null);
    assert.equal(spots.length, shown.length);
    nodes.forEach((node, i) => {
      const spot = tree.spot(node);
      assert.equal(spot === undefined, node.at === null, `${name}, box ${i}`);
      if (spot) near(`${name}, box ${i}`, [spot.x, spot.depth], node.at);
    });
    near(name, [width, depth], [Math.max(...shown.map(({ at }) => at?.[0] ?? 0)), Math.max(...shown.map(({ at }) => at?.[1] ?? 0))]);
    assert.equal(spots.reduce((sum, { hidden }) => sum + hidden, 0), boxes.length - shown.length);
  }
});

test("a parent may be younger than its child", () => {
  const [root, moved, parent] = /** @type {any[]} */ ([{ parent: null }, { parent: 2 }, { parent: 0 }]);
  const nodes = [root, moved, parent];
  const tree = new Tree(nodes);
  tree.show(() => true, (node) => nodes[/** @type {any} */ (node).parent] ?? null, new Set());
  assert.deepEqual([tree.depth, tree.spot(moved)?.depth, tree.spot(parent)?.depth], [2, 2, 1]);
});

test("a very deep tree is placed", () => {
  const boxes = Array.from({ length: 100_000 }, (_, at) => ({ parent: at === 0 ? null : at - 1, width: 1, height: 0 }));
  assert.ok(place(boxes, 0, 1).every(({ x, y }, at) => x === 0 && y === at));
});

// Where the nodes of a tree are drawn (Wetherell and Shannon): children stand side by side in the order of creation, a parent
// over their middle, and each level is filled from the left. One walk up, one walk down, no recursion: trees can be deep.

/** @typedef {import("./replay.js").Node} Node */
/** @typedef {{ node: Node, x: number, depth: number, shift: number, carried: number, children: Spot[], parent: Spot | null, hidden: number }} Spot */

/**
 * @param {Node[]} nodes parents before children
 * @param {(node: Node) => Node | null} parentOf
 * @param {Set<Node>} folded nodes whose descendants are hidden
 * @returns {{ spots: Spot[], of: Map<Node, Spot>, width: number, depth: number }}
 */
export function layout(nodes, parentOf, folded) {
  /** @type {Map<Node, Spot>} */
  const of = new Map();
  /** @type {Spot[]} */
  const roots = [];
  /** @type {Spot[]} */
  const late = [];
  for (const node of nodes) of.set(node, { node, x: 0, depth: 0, shift: 0, carried: 0, children: [], parent: null, hidden: 0 });
  for (const node of nodes) {
    const spot = /** @type {Spot} */ (of.get(node));
    const parent = parentOf(node);
    const above = parent ? of.get(parent) : undefined;
    if (above) {
      above.children.push(spot);
      spot.parent = above;
    } else roots.push(spot);
  }
  /** @type {Spot[]} */
  const spots = [];
  let width = 0;
  let deepest = 0;
  /** @type {number[]} */
  const next = [];
  /** @type {number[]} */
  const shifts = [];
  for (const root of roots) {
    /** @type {Spot[]} */
    const down = [root];
    /** @type {Spot[]} */
    const walk = [];
    while (down.length > 0) {
      const spot = /** @type {Spot} */ (down.pop());
      walk.push(spot);
      if (folded.has(spot.node)) {
        spot.hidden = forget(spot, of);
        spot.children = [];
      }
      for (const child of spot.children) {
        child.depth = spot.depth + 1;
        down.push(child);
      }
    }
    late.push(...walk);
    for (let i = walk.length - 1; i >= 0; i -= 1) {
      const spot = walk[i];
      const { depth, children } = spot;
      deepest = Math.max(deepest, depth);
      const free = next[depth] ?? 0;
      const wish = children.length > 0 ? (children[0].x + children[children.length - 1].x) / 2 : free;
      shifts[depth] = Math.max(shifts[depth] ?? 0, free - wish);
      spot.x = children.length > 0 ? wish + shifts[depth] : wish;
      spot.shift = shifts[depth];
      next[depth] = spot.x + 1;
    }
  }
  for (const spot of late) {
    const above = spot.parent;
    const carried = above ? above.carried : 0;
    spot.carried = carried + (spot.children.length > 0 ? spot.shift : 0);
    spot.x += carried;
    width = Math.max(width, spot.x);
    spots.push(spot);
  }
  return { spots, of, width, depth: deepest };
}

/** Takes what lies below a spot out of the drawing; tells how many. @param {Spot} spot @param {Map<Node, Spot>} of */
function forget(spot, of) {
  let many = 0;
  const down = [...spot.children];
  while (down.length > 0) {
    const one = /** @type {Spot} */ (down.pop());
    of.delete(one.node);
    many += 1;
    down.push(...one.children);
  }
  return many;
}

// Where the boxes of a tree stand: a tidy tree, in time linear in its size (Buchheim, Jünger and Leipert, 2002, after Reingold and
// Tilford). The command places its trees by the same steps under the same names, in crates/show/src/tree/layout.rs, which explains
// them; what both must compute is in crates/show/tests/all/layout.json. Only `layout` at the end is the page's own: what is folded.

/** @typedef {import("./replay.js").Node} Node */
/** @typedef {{ node: Node, x: number, depth: number, children: Spot[], parent: Spot | null, hidden: number }} Spot */
/** @typedef {{ parent: number | null, width: number, height: number }} Sized */
/** @typedef {{ x: number, y: number, width: number, height: number }} Placed */

/**
 * Places boxes: at least `gap` between neighbours, `rows` between a row and the next. Several roots stand side by side. The leftmost
 * box begins at 0, the first row too.
 * @param {Sized[]} boxes parents before children
 * @param {number} gap
 * @param {number} rows
 * @returns {Placed[]}
 */
export function place(boxes, gap, rows) {
  const layout = new Layout(boxes, gap);
  layout.firstWalk();
  const centres = layout.secondWalk();
  // Rows: as high as their highest box.
  /** @type {number[]} */
  const depth = [];
  /** @type {number[]} */
  const heights = [];
  boxes.forEach((sized, at) => {
    depth[at] = sized.parent === null ? 0 : depth[sized.parent] + 1;
    heights[depth[at]] = Math.max(heights[depth[at]] ?? 0, sized.height);
  });
  let top = 0;
  const tops = heights.map((height) => {
    const current = top;
    top += height + rows;
    return current;
  });
  const left = boxes.reduce((least, sized, at) => Math.min(least, centres[at] - sized.width / 2), Infinity);
  return boxes.map(({ width, height }, at) => ({ x: centres[at] - width / 2 - left, y: tops[depth[at]], width, height }));
}

/** The working columns, one entry per box; the last is a root above all roots. */
class Layout {
  /** @param {Sized[]} boxes @param {number} gap */
  constructor(boxes, gap) {
    const root = boxes.length;
    const count = root + 1;
    const zeros = () => new Float64Array(count);
    /** @type {number[][]} */
    this.children = Array.from({ length: count }, () => []);
    this.width = zeros();
    this.gap = gap;
    /** The place among its siblings. */
    this.number = new Int32Array(count);
    this.parent = new Int32Array(count).fill(root);
    boxes.forEach((sized, at) => {
      this.width[at] = sized.width;
      this.parent[at] = sized.parent ?? root;
      this.number[at] = this.children[this.parent[at]].length;
      this.children[this.parent[at]].push(at);
    });
    /** A centre relative to the parent's subtree, and what is to be added to everything below. */
    this.prelim = zeros();
    this.modifier = zeros();
    this.shift = zeros();
    this.change = zeros();
    /** -1: none. */
    this.thread = new Int32Array(count).fill(-1);
    this.ancestor = Int32Array.from({ length: count }, (_, at) => at);
  }

  root() {
    return this.children.length - 1;
  }

  /** Every node after its parent. */
  preorder() {
    const order = [];
    const waiting = [this.root()];
    while (waiting.length > 0) {
      const node = /** @type {number} */ (waiting.pop());
      order.push(node);
      for (let place = this.children[node].length - 1; place >= 0; place -= 1) waiting.push(this.children[node][place]);
    }
    return order;
  }

  /** From below: sets each node's children side by side. */
  firstWalk() {
    for (const node of this.preorder().reverse()) {
      let defaultAncestor = this.children[node][0] ?? node;
      this.children[node].forEach((child, place) => {
        const middle = this.middle(child);
        if (place > 0) {
          const left = this.children[node][place - 1];
          this.prelim[child] = this.prelim[left] + this.distance(left, child);
          if (this.children[child].length > 0) this.modifier[child] = this.prelim[child] - middle;
          defaultAncestor = this.apportion(child, left, defaultAncestor);
        } else this.prelim[child] = middle;
      });
      this.executeShifts(node);
    }
  }

  /** The middle of a node's children; 0 of a leaf. @param {number} node */
  middle(node) {
    const children = this.children[node];
    return children.length > 0 ? (this.prelim[children[0]] + this.prelim[children[children.length - 1]]) / 2 : 0;
  }

  /** @param {number} left @param {number} right */
  distance(left, right) {
    return (this.width[left] + this.width[right]) / 2 + this.gap;
  }

  /** @param {number} node */
  nextLeft(node) {
    return this.children[node][0] ?? this.thread[node];
  }

  /** @param {number} node */
  nextRight(node) {
    return this.children[node][this.children[node].length - 1] ?? this.thread[node];
  }

  /**
   * Moves a subtree away from those to its left, row by row along their facing outlines.
   * @param {number} node
   * @param {number} left
   * @param {number} defaultAncestor
   */
  apportion(node, left, defaultAncestor) {
    const first = this.children[this.parent[node]][0];
    // Inner and outer outline, of this subtree (plus) and of the forest to its left (minus), with their sums.
    let [innerPlus, outerPlus, innerMinus, outerMinus] = [node, node, left, first];
    let sumInnerPlus = this.modifier[innerPlus];
    let sumOuterPlus = this.modifier[outerPlus];
    let sumInnerMinus = this.modifier[innerMinus];
    let sumOuterMinus = this.modifier[outerMinus];
    for (;;) {
      const [minus, plus] = [this.nextRight(innerMinus), this.nextLeft(innerPlus)];
      if (minus < 0 || plus < 0) break;
      [innerMinus, innerPlus] = [minus, plus];
      // The outer outlines go as deep as the inner ones.
      outerMinus = orElse(this.nextLeft(outerMinus), outerMinus);
      outerPlus = orElse(this.nextRight(outerPlus), outerPlus);
      this.ancestor[outerPlus] = node;
      const shift = this.prelim[innerMinus] + sumInnerMinus - (this.prelim[innerPlus] + sumInnerPlus) + this.distance(innerMinus, innerPlus);
      if (shift > 0) {
        const ancestor = this.ancestor[innerMinus];
        const from = this.parent[ancestor] === this.parent[node] ? ancestor : defaultAncestor;
        this.moveSubtree(from, node, shift);
        sumInnerPlus += shift;
        sumOuterPlus += shift;
      }
      sumInnerMinus += this.modifier[innerMinus];
      sumInnerPlus += this.modifier[innerPlus];
      sumOuterMinus += this.modifier[outerMinus];
      sumOuterPlus += this.modifier[outerPlus];
    }
    if (this.nextRight(innerMinus) >= 0 && this.nextRight(outerPlus) < 0) {
      this.thread[outerPlus] = this.nextRight(innerMinus);
      this.modifier[outerPlus] += sumInnerMinus - sumOuterPlus;
    }
    if (this.nextLeft(innerPlus) >= 0 && this.nextLeft(outerMinus) < 0) {
      this.thread[outerMinus] = this.nextLeft(innerPlus);
      this.modifier[outerMinus] += sumInnerPlus - sumOuterMinus;
      return node;
    }
    return defaultAncestor;
  }

  /**
   * Moves a subtree to the right, and notes that those between it and `from` are to be spread out.
   * @param {number} from
   * @param {number} node
   * @param {number} shift
   */
  moveSubtree(from, node, shift) {
    const between = this.number[node] - this.number[from];
    this.change[node] -= shift / between;
    this.shift[node] += shift;
    this.change[from] += shift / between;
    this.prelim[node] += shift;
    this.modifier[node] += shift;
  }

  /** @param {number} node */
  executeShifts(node) {
    let [shift, change] = [0, 0];
    for (let place = this.children[node].length - 1; place >= 0; place -= 1) {
      const child = this.children[node][place];
      this.prelim[child] += shift;
      this.modifier[child] += shift;
      change += this.change[child];
      shift += this.shift[child] + change;
    }
  }

  /** From above: adds up what was put off. */
  secondWalk() {
    const sums = new Float64Array(this.children.length);
    const centres = new Float64Array(this.children.length);
    for (const node of this.preorder()) {
      centres[node] = this.prelim[node] + sums[node];
      for (const child of this.children[node]) sums[child] = sums[node] + this.modifier[node];
    }
    return centres.subarray(0, this.root());
  }
}

/** @param {number} next @param {number} otherwise */
const orElse = (next, otherwise) => (next < 0 ? otherwise : next);

/**
 * Places nodes as boxes of width 1, each level one below the level above it.
 * @param {Node[]} nodes siblings in the order of creation
 * @param {(node: Node) => Node | null} parentOf
 * @param {Set<Node>} folded nodes whose descendants are hidden
 * @returns {{ spots: Spot[], of: Map<Node, Spot>, width: number, depth: number }}
 */
export function layout(nodes, parentOf, folded) {
  /** @type {Map<Node, Spot>} */
  const of = new Map();
  /** @type {Spot[]} */
  const roots = [];
  for (const node of nodes) of.set(node, { node, x: 0, depth: 0, children: [], parent: null, hidden: 0 });
  for (const spot of of.values()) {
    const parent = parentOf(spot.node);
    spot.parent = (parent && of.get(parent)) ?? null;
    (spot.parent?.children ?? roots).push(spot);
  }
  // A node that was reached again can be older than its parent now is: parents come before children in this walk only.
  /** @type {Spot[]} */
  const spots = [];
  /** @type {Map<Spot, number>} */
  const places = new Map();
  const waiting = roots.reverse();
  while (waiting.length > 0) {
    const spot = /** @type {Spot} */ (waiting.pop());
    places.set(spot, spots.length);
    spots.push(spot);
    if (folded.has(spot.node)) {
      spot.hidden = forget(spot, of);
      spot.children = [];
    }
    for (let i = spot.children.length - 1; i >= 0; i -= 1) waiting.push(spot.children[i]);
  }
  const boxes = spots.map(({ parent }) => ({ parent: (parent && places.get(parent)) ?? null, width: 1, height: 0 }));
  let [width, depth] = [0, 0];
  place(boxes, 0, 1).forEach(({ x, y }, at) => {
    Object.assign(spots[at], { x, depth: y });
    width = Math.max(width, x);
    depth = Math.max(depth, y);
  });
  return { spots, of, width, depth };
}

/** Takes what lies below a spot out of the drawing; returns how many. @param {Spot} spot @param {Map<Node, Spot>} of */
function forget(spot, of) {
  let count = 0;
  const waiting = [...spot.children];
  while (waiting.length > 0) {
    const one = /** @type {Spot} */ (waiting.pop());
    of.delete(one.node);
    count += 1;
    for (const child of one.children) waiting.push(child);
  }
  return count;
}

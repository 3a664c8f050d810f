// Where the boxes of a tree stand: a tidy tree, in time linear in its size (Buchheim, Jünger and Leipert, 2002, after Reingold and
// Tilford). The command places its trees by the same steps under the same names, in crates/show/src/tree/layout.rs, which explains
// them; what both must compute is in crates/show/tests/all/layout.json.
//
// The page's own is that a tree changes from step to step: `Tree` sets only those children side by side again that stand above a
// change. Setting the children of a node side by side changes nothing outside of what is below it, and below its children only threads
// and ancestors, which it notes. So what stands above a change is undone from the root down and done again from below, and every
// number is the one that a layout of the whole tree computes.

/** @typedef {import("./replay.js").Node} Node */
/** @typedef {{ node: Node, x: number, depth: number, children: Spot[], parent: Spot | null, hidden: number, drawn: boolean }} Spot `hidden`: how many are folded into it */
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
  const layout = new Layout(boxes.length, gap);
  boxes.forEach((sized, at) => {
    layout.width[at] = sized.width;
    layout.parent[at] = sized.parent ?? layout.root;
    layout.children[layout.parent[at]].push(at);
  });
  layout.firstWalk(layout.preorder());
  const centres = layout.secondWalk(layout.preorder());
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

/** The parent of what is not in the tree. */
const ABSENT = -1;

/** @type {number[]} */
const NONE = [];

/** The working columns, one entry per box; the last is a root above all roots. */
class Layout {
  /** @param {number} boxes how many, all of width 1 at first @param {number} gap */
  constructor(boxes, gap) {
    const count = boxes + 1;
    const zeros = () => new Float64Array(count);
    this.root = boxes;
    /** @type {number[][]} */
    this.children = Array.from({ length: count }, () => []);
    this.width = zeros().fill(1);
    this.gap = gap;
    /** The place among its siblings. */
    this.number = new Int32Array(count);
    this.parent = new Int32Array(count).fill(ABSENT);
    /** Those whose children are not drawn. */
    this.folded = new Uint8Array(count);
    /** A centre relative to the parent's subtree, and what is to be added to everything below. */
    this.prelim = zeros();
    this.modifier = zeros();
    this.shift = zeros();
    this.change = zeros();
    /** -1: none. */
    this.thread = new Int32Array(count).fill(-1);
    this.ancestor = Int32Array.from({ length: count }, (_, at) => at);
    /** For the second walk: what is to be added to a centre, and the centres. */
    this.sums = zeros();
    this.centres = zeros();
    /** What was changed below the children of a node when they were set side by side: indices, each with the value before. @type {({ ancestors: number[], threads: number[] } | undefined)[]} */
    this.notes = new Array(count);
  }

  /** The children that are drawn. @param {number} node */
  drawn(node) {
    return this.folded[node] === 1 ? NONE : this.children[node];
  }

  /** Every node after its parent: all that are drawn, or those that are marked, also below what is folded. @param {Uint8Array} [marked] */
  preorder(marked) {
    const order = [];
    const waiting = [this.root];
    while (waiting.length > 0) {
      const node = /** @type {number} */ (waiting.pop());
      order.push(node);
      const children = marked ? this.children[node] : this.drawn(node);
      for (let place = children.length - 1; place >= 0; place -= 1) if (!marked || marked[children[place]] === 1) waiting.push(children[place]);
    }
    return order;
  }

  /** From below: sets each node's children side by side. @param {number[]} order every node after its parent */
  firstWalk(order) {
    for (let i = order.length - 1; i >= 0; i -= 1) {
      const node = order[i];
      const children = this.drawn(node);
      let defaultAncestor = children[0] ?? node;
      for (let place = 0; place < children.length; place += 1) {
        const child = children[place];
        this.number[child] = place;
        const middle = this.middle(child);
        if (place > 0) {
          const left = children[place - 1];
          this.prelim[child] = this.prelim[left] + this.distance(left, child);
          if (this.drawn(child).length > 0) this.modifier[child] = this.prelim[child] - middle;
          defaultAncestor = this.apportion(child, left, defaultAncestor);
        } else this.prelim[child] = middle;
      }
      this.executeShifts(node);
    }
  }

  /** Undoes what the first walk did at nodes. @param {number[]} order every node after its parent */
  undo(order) {
    for (const node of order) {
      const { ancestors, threads } = this.notes[node] ?? { ancestors: NONE, threads: NONE };
      while (ancestors.length > 0) {
        const before = /** @type {number} */ (ancestors.pop());
        this.ancestor[/** @type {number} */ (ancestors.pop())] = before;
      }
      while (threads.length > 0) {
        const before = /** @type {number} */ (threads.pop());
        const end = /** @type {number} */ (threads.pop());
        this.modifier[end] = before;
        this.thread[end] = -1;
      }
      for (const child of this.children[node]) {
        this.modifier[child] = 0;
        this.shift[child] = 0;
        this.change[child] = 0;
      }
    }
  }

  /** The middle of a node's children; 0 of a leaf. @param {number} node */
  middle(node) {
    const children = this.drawn(node);
    return children.length > 0 ? (this.prelim[children[0]] + this.prelim[children[children.length - 1]]) / 2 : 0;
  }

  /** @param {number} left @param {number} right */
  distance(left, right) {
    return (this.width[left] + this.width[right]) / 2 + this.gap;
  }

  /** @param {number} node */
  nextLeft(node) {
    return this.drawn(node)[0] ?? this.thread[node];
  }

  /** @param {number} node */
  nextRight(node) {
    return this.drawn(node).at(-1) ?? this.thread[node];
  }

  /**
   * Moves a subtree away from those to its left, row by row along their facing outlines.
   * @param {number} node
   * @param {number} left
   * @param {number} defaultAncestor
   */
  apportion(node, left, defaultAncestor) {
    const first = this.children[this.parent[node]][0];
    const { ancestors, threads } = (this.notes[this.parent[node]] ??= { ancestors: [], threads: [] });
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
      ancestors.push(outerPlus, this.ancestor[outerPlus]);
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
      threads.push(outerPlus, this.modifier[outerPlus]);
      this.thread[outerPlus] = this.nextRight(innerMinus);
      this.modifier[outerPlus] += sumInnerMinus - sumOuterPlus;
    }
    if (this.nextLeft(innerPlus) >= 0 && this.nextLeft(outerMinus) < 0) {
      threads.push(outerMinus, this.modifier[outerMinus]);
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
    const children = this.drawn(node);
    let [shift, change] = [0, 0];
    for (let place = children.length - 1; place >= 0; place -= 1) {
      const child = children[place];
      this.prelim[child] += shift;
      this.modifier[child] += shift;
      change += this.change[child];
      shift += this.shift[child] + change;
    }
  }

  /** From above: adds up what was put off. @param {number[]} order every node that is drawn, after its parent */
  secondWalk(order) {
    const { sums, centres, prelim, modifier } = this;
    for (const node of order) {
      centres[node] = prelim[node] + sums[node];
      const children = this.drawn(node);
      for (let place = 0; place < children.length; place += 1) sums[children[place]] = sums[node] + modifier[node];
    }
    return centres;
  }
}

/** @param {number} next @param {number} otherwise */
const orElse = (next, otherwise) => (next < 0 ? otherwise : next);

/** A tree of nodes, as boxes of width 1, each level one below the level above it, that is laid out again and again as it changes. */
export class Tree {
  /** @param {Node[]} nodes all that it can ever have, in the order of creation, in which siblings stand */
  constructor(nodes) {
    this.nodes = nodes;
    this.columns = new Layout(nodes.length, 0);
    this.index = new Map(nodes.map((node, at) => [node, at]));
    /** @type {Spot[]} */
    this.all = nodes.map((node) => ({ node, x: 0, depth: 0, children: [], parent: null, hidden: 0, drawn: false }));
    /** Those that are drawn, every one after its parent. @type {Spot[]} */
    this.spots = [];
    /** The same, row by row. @type {Spot[][]} */
    this.rows = [];
    /** @type {Set<Node>} */
    this.folded = new Set();
    this.width = 0;
  }

  /** The number of the last row. */
  get depth() {
    return Math.max(0, this.rows.length - 1);
  }

  /** Where a node stands, if it is drawn. @param {Node} node @returns {Spot | undefined} */
  spot(node) {
    const spot = this.all[this.index.get(node) ?? -1];
    return spot?.drawn ? spot : undefined;
  }

  /**
   * Lays out some of the nodes.
   * @param {(node: Node) => boolean} has whether a node is in the tree
   * @param {(node: Node) => Node | null} parentOf a node without a parent in the tree is a root
   * @param {Set<Node>} folded nodes whose descendants are hidden
   */
  show(has, parentOf, folded) {
    const { parent, root } = this.columns;
    /** The nodes with another parent than before, and that parent. @type {[number, number][]} */
    const changes = [];
    for (let at = 0; at < this.nodes.length; at += 1) {
      const node = this.nodes[at];
      const above = has(node) ? parentOf(node) : undefined;
      // Most have the parent that they had: it need not be looked up.
      if (above && parent[at] !== ABSENT && this.nodes[parent[at]] === above && has(above)) continue;
      const now = above === undefined ? ABSENT : above !== null && has(above) ? this.index.get(above) ?? root : root;
      if (now !== parent[at]) changes.push([at, now]);
    }
    const turned = [...folded, ...this.folded].filter((node) => folded.has(node) !== this.folded.has(node));
    this.change(changes, turned.flatMap((node) => this.index.get(node) ?? []));
    this.folded = new Set(folded);
    this.read();
  }

  /** @param {[number, number][]} changes nodes with their new parents @param {number[]} turned nodes that are folded or unfolded */
  change(changes, turned) {
    const { columns } = this;
    const { parent, children, root } = columns;
    const marked = new Uint8Array(root + 1);
    const mark = (/** @type {number} */ from) => {
      for (let node = from; node !== ABSENT && marked[node] === 0; node = node === root ? ABSENT : parent[node]) marked[node] = 1;
    };
    /** Those whose children change. */
    const touched = new Set(turned);
    for (const [node, now] of changes) for (const one of [parent[node], now]) if (one !== ABSENT) touched.add(one);
    touched.forEach(mark);
    columns.undo(columns.preorder(marked));
    for (const [node, now] of changes) parent[node] = now;
    for (const node of touched) children[node] = children[node].filter((child) => parent[child] === node);
    for (const [node, now] of changes) if (now !== ABSENT) children[now].push(node);
    for (const node of touched) children[node].sort((a, b) => a - b);
    for (const node of turned) columns.folded[node] = 1 - columns.folded[node];
    columns.firstWalk(columns.preorder(marked));
    for (const node of touched) if (node !== root) this.all[node].children = columns.drawn(node).map((child) => this.all[child]);
  }

  /** Reads the places from the columns. */
  read() {
    const { columns, all } = this;
    const order = columns.preorder();
    const centres = columns.secondWalk(order);
    let left = Infinity;
    for (const spot of this.spots) spot.drawn = false;
    for (const at of order) if (at !== columns.root) left = Math.min(left, centres[at] - 0.5);
    this.spots = [];
    this.rows = [];
    this.width = 0;
    for (const at of order) {
      if (at === columns.root) continue;
      const spot = all[at];
      spot.x = centres[at] - 0.5 - left;
      spot.parent = columns.parent[at] === columns.root ? null : all[columns.parent[at]];
      spot.depth = spot.parent === null ? 0 : spot.parent.depth + 1;
      spot.drawn = true;
      spot.hidden = columns.folded[at] === 1 ? this.below(at) : 0;
      this.spots.push(spot);
      (this.rows[spot.depth] ??= []).push(spot);
      this.width = Math.max(this.width, spot.x);
    }
  }

  /** How many are below a node. @param {number} node */
  below(node) {
    const { children } = this.columns;
    let count = 0;
    const waiting = [node];
    while (waiting.length > 0) {
      const found = children[/** @type {number} */ (waiting.pop())];
      count += found.length;
      waiting.push(...found);
    }
    return count;
  }
}

// <tree-canvas>: the tree of a search on a canvas, to pan, zoom and fold. It is laid out for the nodes that there are (a large tree
// with a little room for more, so that it is not laid out at every step); while it follows the search it is scaled to fit as long as
// its text can be read, with the root at the top, and scrolls beyond that. Only the visible part is drawn, and in less detail the
// farther it is zoomed out: cards with the states, then boxes with f, then dots. Levels keep a minimum distance, or a wide tree would
// look like a line. The wheel and a single finger scroll the page; Ctrl, Shift, focus or a second finger give them to the tree.

import { FONT, cardOf, fitted } from "../lib/cards.js";
import { el, reducedMotion } from "../lib/dom.js";
import { Tree } from "../lib/layout.js";
import { Replay } from "../lib/replay.js";
import { count, number, t, textOr } from "../lib/language.js";

/** @typedef {import("../lib/replay.js").Node} Node */
/** @typedef {import("../lib/layout.js").Spot} Spot */

/** Above this scale a node is a card with its state. */
const NEAR = 0.5;

/** While it follows the search, a tree has a scale between these; `low`: in a window without room for two levels. */
const READABLE = { low: 0.62, least: 0.85, most: 1.12 };

/** The limits of the scale. */
const SCALE = { least: 0.0005, most: 3 };

const COLOURS = /** @type {const} */ (["card", "ink", "soft", "line", "edge", "accent", "accent-wash", "accent-ink", "warm", "warm-wash", "bad", "blue", "sunk", "violet"]);

/** The system's colours, where it forces its own on every page. @type {Record<string, string>} */
const FORCED = { card: "Canvas", "accent-wash": "Canvas", "warm-wash": "Canvas", sunk: "Canvas", "accent-ink": "Canvas", warm: "Highlight", violet: "Highlight", blue: "LinkText" };

export class TreeCanvas extends HTMLElement {
  constructor() {
    super();
    this.canvas = el("canvas", { tabIndex: 0, role: "img" });
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {import("../lib/cards.js").Card | null} */
    this.card = null;
    this.at = -1;
    this.follow = true;
    this.showPruned = false;
    /** @type {Set<Node>} */
    this.folded = new Set();
    /** @type {Node | null} */
    this.picked = null;
    /** The node that is examined next. @type {Node | null} */
    this.next = null;
    this.view = { x: 0, y: 0, scale: 1 };
    /** What the reader chose: the scale, and the part that is shown. */
    this.own = { scale: false, place: false };
    /** A view from a link, until it can be applied. @type {number[] | null} */
    this.wanted = null;
    this.layout = new Tree([]);
    this.layoutKey = "";
    /** @type {Record<string, string>} */
    this.colours = {};
    this.frameRequest = 0;
    /** @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    this.moved = false;
    this.size = { width: 1, height: 1 };
    /** The scale at which text is as large as on the page: larger on a projector. */
    this.letters = 1;
    this.repaint = () => {
      this.colours = {};
      this.draw();
    };
    // One object each: a listener can only be removed from the object that it was added to.
    this.media = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => matchMedia(query));
    this.resizer = new ResizeObserver(() => this.resize());
  }

  connectedCallback() {
    this.append(this.canvas);
    this.resizer.observe(this);
    const { canvas } = this;
    canvas.onpointerdown = (event) => this.press(event);
    canvas.onpointermove = (event) => this.pull(event);
    canvas.onpointerup = canvas.onpointercancel = (event) => this.release(event);
    canvas.ondblclick = (event) => this.fold(this.find(event.offsetX, event.offsetY));
    canvas.onkeydown = (event) => this.key(event);
    canvas.onwheel = (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey && document.activeElement !== canvas) return;
      event.preventDefault();
      this.zoom(Math.exp(-(event.deltaY || event.deltaX) * (event.ctrlKey ? 0.01 : 0.0016)), event.offsetX, event.offsetY);
    };
    canvas.ontouchmove = (event) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    window.addEventListener("themechange", this.repaint);
    for (const media of this.media) media.addEventListener("change", this.repaint);
  }

  disconnectedCallback() {
    this.resizer.disconnect();
    cancelAnimationFrame(this.frameRequest);
    window.removeEventListener("themechange", this.repaint);
    for (const media of this.media) media.removeEventListener("change", this.repaint);
  }

  /** @param {Replay} replay */
  load(replay) {
    this.replay = replay;
    this.card = cardOf(replay);
    this.layout = new Tree(replay.all);
    this.folded.clear();
    this.picked = null;
    this.layoutKey = "";
    this.own = { scale: false, place: false };
  }

  /** Shows the tree as it was after an event. @param {number} at */
  show(at) {
    const { replay } = this;
    if (!replay) return;
    this.at = at;
    const { key, has } = replay.laidOut(at, this.showPruned);
    const wanted = `${key} ${[...this.folded].map((node) => node.created).join()}`;
    if (wanted !== this.layoutKey) {
      this.layoutKey = wanted;
      this.layout.show(has, (node) => replay.parent(node, at), this.folded);
    }
    this.canvas.setAttribute("aria-label", t("see.tree.label", { method: replay.header.algorithm ?? "?", nodes: count("nodes", replay.createdUpTo(at)) }));
    if (this.size.width > 1) this.place(this.wanted === null);
    this.draw();
  }

  resize() {
    const { width, height } = this.getBoundingClientRect();
    const ratio = Math.min(devicePixelRatio || 1, 2);
    this.size = { width, height };
    // Asked here only: at every step it would make the browser compute the whole page's style.
    this.letters = (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1) * (width < 400 ? 0.9 : 1);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    if (this.replay && width > 1) this.place(false);
    this.paint();
  }

  /** Chooses what is shown: what a link asks for, what the reader chose, or the node that is examined. @param {boolean} glide */
  place(glide) {
    if (this.wanted) {
      const [scale, x, y] = this.wanted;
      this.view.scale = scale;
      this.own.scale = true;
      if (x !== undefined && y !== undefined) {
        Object.assign(this.view, { x: this.size.width / 2 - x * this.across * scale, y: this.size.height / 2 - y * this.levelHeight() });
        this.own.place = true;
      }
      this.wanted = null;
      if (this.own.place) return;
    }
    if (!this.follow && (this.own.place || this.own.scale)) return;
    const letters = this.letters * (this.replay?.shape ? 1 : 1.2);
    const levels = (this.size.height - this.badgeHeight - 18) / (this.down + (this.card?.height ?? 0)) / letters;
    const least = Math.max(READABLE.low, Math.min(READABLE.least, levels));
    if (!this.own.scale) this.view.scale = Math.max(least, Math.min(READABLE.most, this.fitting() / letters)) * letters;
    this.own.place = false;
    this.centre(this.replay?.current(this.at) ?? this.replay?.nodes[0], glide, this.replay?.next(this.at));
  }

  /**
   * Moves to a node; what fits into the window stays whole, and the root stays at the top as long as the node is in view. `other` is in
   * view too where the window has room for both.
   * @param {Node | null | undefined} node @param {boolean} glide @param {Node | null} [other]
   */
  centre(node, glide, other) {
    const spot = node ? this.layout.spot(node) : undefined;
    if (!spot) return;
    const second = (other ? this.layout.spot(other) : undefined) ?? spot;
    const { width, height } = this.size;
    const unit = this.across * this.view.scale;
    const level = this.levelHeight();
    const [span, margin] = [this.layout.width * unit, unit / 2 + 8];
    const near = this.view.scale > NEAR;
    const top = near ? (this.card?.above ?? 0) * this.view.scale + 12 : 24;
    // Below the line of a level stand its cards, and below a card the mark of the next node.
    const bottom = near ? ((this.card?.height ?? 0) - (this.card?.above ?? 0)) * this.view.scale + this.badgeHeight + 2 : 24;
    const free = span + 2 * margin <= width;
    const beside = Math.abs(spot.x - second.x) * unit + 2 * margin <= width;
    const middle = beside ? (spot.x + second.x) / 2 : spot.x;
    const x = free ? (width - span) / 2 : Math.max(width - margin - span, Math.min(margin, width / 2 - middle * unit));
    // Its children too, where there is room.
    const below = spot.depth + (spot.children.length > 0 ? 1 : 0);
    const [high, low] = [Math.min(spot.depth, second.depth), Math.max(spot.depth, second.depth)];
    const fits = (/** @type {number} */ lowest) => top + (lowest - high) * level + bottom <= height;
    const [first, last] = fits(Math.max(low, below)) ? [high, Math.max(low, below)] : fits(low) ? [high, low] : [spot.depth, spot.depth];
    // No lower than the last level: below it nothing is shown, and above it are the ancestors.
    const usual = Math.min(top, Math.max(height * 0.62 - spot.depth * level, height - bottom - this.layout.depth * level));
    this.target = { x, y: Math.max(top - first * level, Math.min(usual, height - bottom - last * level)) };
    if (!glide || reducedMotion()) {
      Object.assign(this.view, this.target);
      this.target = undefined;
    }
    this.draw();
  }

  /** The part of the tree that the reader chose, for a link: the scale, and the place if it was moved. */
  get viewText() {
    const { view, size, own } = this;
    if (!own.scale && !own.place) return "";
    const scale = view.scale.toPrecision(5);
    if (!own.place) return scale;
    return `${scale},${((size.width / 2 - view.x) / (this.across * view.scale)).toFixed(2)},${((size.height / 2 - view.y) / this.levelHeight()).toFixed(2)}`;
  }

  /** @param {string} text */
  set viewText(text) {
    const numbers = text.split(",").map(Number);
    if ((numbers.length === 1 || numbers.length === 3) && numbers.every(Number.isFinite) && numbers[0] >= SCALE.least && numbers[0] <= SCALE.most) this.wanted = numbers;
  }

  /** The reader changed what is shown. @param {"scale" | "place"} what */
  chose(what) {
    this.own[what] = true;
    this.target = undefined;
    this.draw();
    this.dispatchEvent(new CustomEvent("chosen"));
  }

  get across() {
    return this.card?.across ?? 1;
  }

  get down() {
    return this.card?.down ?? 1;
  }

  get badgeHeight() {
    return 18 * Math.max(1, this.letters);
  }

  /** The distance between two levels in the window. @param {number} [scale] */
  levelHeight(scale = this.view.scale) {
    return Math.max(this.down * scale, Math.min(26, (this.size.height - 40) / (this.layout.depth + 1)));
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.size.width / 2, y = this.size.height / 2) {
    const scale = Math.max(SCALE.least, Math.min(SCALE.most, this.view.scale * factor));
    const by = scale / this.view.scale;
    this.view = { scale, x: x - (x - this.view.x) * by, y: y - ((y - this.view.y) * this.levelHeight(scale)) / this.levelHeight() };
    this.own.place = true;
    this.chose("scale");
  }

  /** The scale at which the whole tree is in the window. */
  fitting() {
    const width = (this.layout.width + 1) * this.across;
    const height = (this.layout.depth + 1) * this.down;
    return Math.max(SCALE.least, Math.min((this.size.width - 20) / width, (this.size.height - 20) / height));
  }

  /** Fits the whole tree into the window. */
  fit() {
    const scale = Math.max(SCALE.least, Math.min(1, this.fitting()));
    const span = this.layout.width * this.across * scale;
    const tall = this.layout.depth * this.levelHeight(scale);
    const top = scale > NEAR ? (this.card?.above ?? 0) * scale + 8 : Math.max(10, (this.size.height - tall) / 2);
    this.view = { scale, x: (this.size.width - span) / 2, y: top };
    this.own.place = true;
    this.chose("scale");
  }

  /** @param {Node | null} node */
  fold(node) {
    if (!node || !this.replay) return;
    const spot = this.layout.spot(node);
    if (!spot || (spot.children.length === 0 && !this.folded.has(node))) return;
    const before = { x: spot.x, depth: spot.depth };
    if (this.folded.has(node)) this.folded.delete(node);
    else this.folded.add(node);
    const follow = this.follow;
    this.follow = false;
    this.show(this.at);
    this.follow = follow;
    const now = this.layout.spot(node);
    if (now) this.view.x += (before.x - now.x) * this.across * this.view.scale;
    this.chose("place");
  }

  /** @param {Node | null} node */
  pick(node) {
    this.picked = node;
    this.draw();
    this.dispatchEvent(new CustomEvent("pick", { detail: node }));
  }

  /** The node at a point of the window. @param {number} x @param {number} y @returns {Node | null} */
  find(x, y) {
    const { view } = this;
    const levelHeight = this.levelHeight();
    const cards = view.scale > NEAR;
    const { width = 0, height = 0, above: upper = 0 } = this.card ?? {};
    const reach = Math.max((cards ? width / 2 : 24) * view.scale, 8);
    const [above, below] = cards ? [upper * view.scale, (height - upper) * view.scale] : [reach, reach];
    const hit = this.layout.spots.find((spot) => {
      const dy = y - view.y - spot.depth * levelHeight;
      return spot.node.created <= this.at && Math.abs(x - view.x - spot.x * this.across * view.scale) <= reach && dy >= -above && dy <= below;
    });
    return hit?.node ?? null;
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.moved = false;
    this.target = undefined;
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      this.hint(event);
      return;
    }
    const now = { x: event.offsetX, y: event.offsetY };
    if (Math.hypot(now.x - before.x, now.y - before.y) > 2) this.moved = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    // A single finger scrolls the page.
    const share = other ? 0.5 : event.pointerType === "touch" ? 0 : 1;
    this.view.x += (now.x - before.x) * share;
    this.view.y += (now.y - before.y) * share;
    if (other) {
      const [far, near] = [Math.hypot(now.x - other.x, now.y - other.y), Math.hypot(before.x - other.x, before.y - other.y)];
      if (near > 0) this.zoom(far / near, (now.x + other.x) / 2, (now.y + other.y) / 2);
    }
    this.pointers.set(event.pointerId, now);
    if (this.moved && share > 0) this.chose("place");
  }

  /** A state that its card shortens is shown whole under the pointer. @param {PointerEvent} event */
  hint(event) {
    if (!this.card || this.replay?.shape) return;
    const node = this.find(event.offsetX, event.offsetY);
    const title = node && (this.view.scale <= NEAR || !this.card.whole(node)) ? node.text : "";
    if (this.canvas.title !== title) this.canvas.title = title;
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (!this.moved && event.type === "pointerup") this.pick(this.find(event.offsetX, event.offsetY));
  }

  /** Arrow keys go from node to node. @param {KeyboardEvent} event */
  key(event) {
    const { replay } = this;
    if (!replay) return;
    const from = this.picked ?? replay.current(this.at) ?? replay.nodes[0];
    const spot = this.layout.spot(from);
    const created = (/** @type {Spot[] | undefined} */ spots) => (spots ?? []).filter((one) => one.node.created <= this.at);
    const siblings = created(spot?.parent?.children);
    const place = spot ? siblings.indexOf(spot) : -1;
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.zoom(1.25),
      "=": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      0: () => this.fit(),
      " ": () => this.fold(from),
      ArrowUp: () => go(spot?.parent?.node),
      ArrowDown: () => go(created(spot?.children)[0]?.node),
      ArrowLeft: () => go(siblings[place - 1]?.node),
      ArrowRight: () => go(siblings[place + 1]?.node),
    };
    const go = (/** @type {Node | undefined} */ node) => {
      if (!node) return;
      this.pick(node);
      this.centre(node, true);
      this.own.place = true;
    };
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  draw() {
    if (this.frameRequest) return;
    this.frameRequest = requestAnimationFrame(() => {
      this.frameRequest = 0;
      if (this.target) {
        const { x, y } = this.target;
        this.view.x += (x - this.view.x) * 0.28;
        this.view.y += (y - this.view.y) * 0.28;
        if (Math.hypot(x - this.view.x, y - this.view.y) < 0.6) this.target = undefined;
        else this.draw();
      }
      this.paint();
    });
  }

  /** The colours of the theme, as the browser computes them. */
  palette() {
    if (this.colours.ink) return this.colours;
    const probe = el("span", { hidden: true, class: "own-colours" });
    this.append(probe);
    const forced = this.media[1].matches;
    for (const name of COLOURS) {
      probe.style.color = forced ? FORCED[name] ?? "CanvasText" : `var(--${name})`;
      this.colours[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    return this.colours;
  }

  paint() {
    const pen = this.canvas.getContext("2d");
    const { replay, card, at, view, size } = this;
    if (!pen) return;
    const ratio = this.canvas.width / size.width;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, size.width, size.height);
    if (!replay || !card) return;
    const colours = this.palette();
    const { scale } = view;
    const path = new Set();
    for (let node = replay.current(at); node; node = replay.parent(node, at)) path.add(node);
    const levelHeight = this.levelHeight();
    const near = scale > NEAR;
    const margin = near ? card.height * scale : 30;
    const seen = [];
    const thin = new Path2D();
    const thick = new Path2D();
    // A row is looked at if it, or what leads to it from above, can be in the window.
    const first = Math.max(0, Math.ceil((-margin - view.y) / levelHeight));
    const last = Math.min(this.layout.depth, Math.floor((size.height + margin - view.y) / levelHeight) + 1);
    for (let row = first; row <= last; row += 1) {
      const y = view.y + row * levelHeight;
      const py = y - levelHeight;
      for (const spot of this.layout.rows[row] ?? []) {
        if (spot.node.created > at) continue;
        const x = view.x + spot.x * card.across * scale;
        if (spot.parent) {
          const px = view.x + spot.parent.x * card.across * scale;
          if (Math.max(x, px) >= 0 && Math.min(x, px) <= size.width) {
            const line = path.has(spot.node) ? thick : thin;
            const low = py + (near ? (card.height - card.above) * scale : 0);
            const high = y - (near ? card.above * scale : 0);
            line.moveTo(px, low);
            if (near) line.bezierCurveTo(px, (low + high) / 2, x, (low + high) / 2, x, high);
            else line.lineTo(x, high);
          }
        }
        if (x >= -margin && x <= size.width + margin && y <= size.height + margin) seen.push({ spot, x, y });
      }
    }
    pen.lineWidth = near ? 1.3 : Math.max(0.7, 3 * scale);
    pen.strokeStyle = colours.edge;
    pen.globalAlpha = near ? 0.75 : 0.65;
    pen.stroke(thin);
    pen.globalAlpha = 1;
    pen.lineWidth = near ? 3 : 1.6;
    pen.strokeStyle = colours.warm;
    pen.stroke(thick);
    const current = replay.current(at);
    const status = (/** @type {Spot} */ spot) => (spot.node.pruned !== null ? "pruned" : replay.status(spot.node, at, current));
    this.next = replay.next(at);
    if (near) for (const { spot, x, y } of seen) this.drawCard(pen, card, spot, x, y, status(spot));
    else this.dots(pen, seen, status);
  }

  /** @param {string} status @returns {{ fill: string, line: string, ink: string }} */
  coloursOf(status) {
    const c = this.palette();
    if (status === "now") return { fill: c["warm-wash"], line: c.warm, ink: c.ink };
    if (status === "frontier") return { fill: c.card, line: c.blue, ink: c.ink };
    if (status === "pruned") return { fill: c.sunk, line: c.edge, ink: c.soft };
    return { fill: c["accent-wash"], line: c.accent, ink: c.ink };
  }

  /**
   * Nodes when zoomed out: squares for the frontier, circles for the closed set. All nodes of a status are one path.
   * @param {CanvasRenderingContext2D} pen
   * @param {{ spot: Spot, x: number, y: number }[]} seen
   * @param {(spot: Spot) => string} status
   */
  dots(pen, seen, status) {
    const { scale } = this.view;
    const size = Math.max(2, Math.min(20, 40 * scale));
    /** @type {Record<string, Path2D>} */
    const kinds = { pruned: new Path2D(), closed: new Path2D(), frontier: new Path2D(), now: new Path2D() };
    for (const { spot, x, y } of seen) {
      const kind = status(spot);
      if (kind === "frontier") kinds.frontier.rect(x - size * 0.85, y - size * 0.85, size * 1.7, size * 1.7);
      else {
        const radius = kind === "now" ? Math.max(6, size * 1.2) : kind === "pruned" ? size * 0.5 : size;
        kinds[kind]?.moveTo(x + radius, y);
        kinds[kind]?.arc(x, y, radius, 0, 2 * Math.PI);
      }
    }
    for (const [kind, path] of Object.entries(kinds)) {
      pen.fillStyle = this.coloursOf(kind).line;
      pen.fill(path);
    }
    if (scale > 0.24) {
      pen.fillStyle = this.palette().card;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.font = `600 ${Math.round(size * 0.95)}px ${FONT}`;
      for (const { spot, x, y } of seen) {
        const f = spot.node.pruned === null ? this.replay?.f(spot.node, this.at) ?? this.replay?.g(spot.node, this.at) : null;
        if (f !== null && f !== undefined) pen.fillText(String(f), x, y + 1);
      }
    }
    for (const { spot, x, y } of seen) {
      if (spot.node === this.next) this.ring(pen, x - size - 4, y - size - 4, size * 2 + 8, size * 2 + 8, "blue");
      if (spot.node === this.picked) this.ring(pen, x - size - 4, y - size - 4, size * 2 + 8, size * 2 + 8);
      if (spot.hidden > 0) this.badge(pen, `+${number(spot.hidden)}`, "violet", x, y + size + 10);
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {import("../lib/cards.js").Card} card @param {Spot} spot @param {number} x @param {number} y @param {string} status */
  drawCard(pen, card, spot, x, y, status) {
    const { replay, at } = this;
    const { scale } = this.view;
    if (!replay) return;
    const { node } = spot;
    const colours = this.coloursOf(status);
    const c = this.palette();
    const [width, height] = [card.width * scale, card.height * scale];
    const [left, top] = [x - width / 2, y - card.above * scale];
    const below = top + (7 + card.content) * scale;
    pen.fillStyle = colours.fill;
    pen.strokeStyle = colours.line;
    pen.lineWidth = (status === "now" ? 3 : 1.5) * Math.max(0.7, Math.min(1.2, scale));
    if (status === "frontier") pen.setLineDash([5 * scale, 3 * scale]);
    pen.beginPath();
    pen.roundRect(left, top, width, height, 10 * scale);
    pen.fill();
    pen.stroke();
    pen.setLineDash([]);
    card.draw(pen, node, x, top, scale, colours.ink, c.edge);
    pen.fillStyle = colours.ink;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const g = replay.g(node, at);
    pen.font = `600 ${13 * scale}px ${FONT}`;
    pen.fillText(node.h === null ? `g ${g}` : `${g} + ${node.h} = ${g + node.h}`, x, below + 13 * scale);
    pen.font = `${12 * scale}px ${FONT}`;
    pen.fillStyle = c.soft;
    const examined = node.examinedOrder > 0 && node.examined[0] <= at ? `  ✓${node.examinedOrder}` : "";
    const last = node.pruned !== null ? textOr(`see.reason.${node.pruned}`, t("see.reason.other")) : `+${node.order}${examined}`;
    pen.fillText(last, x, below + 31 * scale, width - 8 * scale);
    if (node.action) {
      const action = fitted(pen, node.action, width);
      const wide = pen.measureText(action).width + 6 * scale;
      pen.fillStyle = c.card;
      pen.fillRect(x - wide / 2, top - 20 * scale, wide, 15 * scale);
      pen.fillStyle = c.soft;
      pen.fillText(action, x, top - 12 * scale);
    }
    if (node === this.next) {
      this.ring(pen, left - 2, top - 2, width + 4, height + 4, "blue");
      this.badge(pen, t("see.next"), "blue", x, top + height + this.badgeHeight * 0.4);
    }
    if (node === this.picked) this.ring(pen, left - 4, top - 4, width + 8, height + 8);
    if (spot.hidden > 0) this.badge(pen, `+${number(spot.hidden)}`, "violet", x, top + height + 10 * scale);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} width @param {number} height @param {"violet" | "blue"} [colour] */
  ring(pen, x, y, width, height, colour = "violet") {
    pen.strokeStyle = this.palette()[colour];
    pen.lineWidth = 3;
    pen.beginPath();
    pen.roundRect(x, y, width, height, 10);
    pen.stroke();
  }

  /** @param {CanvasRenderingContext2D} pen @param {string} text @param {"violet" | "blue"} colour @param {number} x @param {number} y */
  badge(pen, text, colour, x, y) {
    const c = this.palette();
    const high = this.badgeHeight;
    pen.font = `600 ${high * 0.68}px ${FONT}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const wide = pen.measureText(text).width + high * 0.7;
    pen.fillStyle = c[colour];
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - high / 2, wide, high, high / 2);
    pen.fill();
    pen.fillStyle = c.card;
    pen.fillText(text, x, y + 1);
  }
}

customElements.define("tree-canvas", TreeCanvas);

/** @returns {TreeCanvas} */
export const treeCanvas = () => /** @type {TreeCanvas} */ (document.createElement("tree-canvas"));

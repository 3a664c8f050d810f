// <tile-board>: a board to look at and to play on.
//
// It has two layers. The visible tiles are moved by the style sheet and hidden from screen readers. Above them lies a grid of
// transparent cells (role="grid") with their labels, which receives the pointer. So a tile can glide from row to row while the grid
// is always read in order. The board decides nothing: it emits `slide`, with the moves of the blank, and shows what it is given.

import { after, slideTo } from "../lib/board.js";
import { el, reducedMotion } from "../lib/dom.js";
import { t } from "../lib/language.js";

/** @typedef {import("../lib/board.js").Board} Board */
/** @typedef {import("../lib/board.js").Move} Move */

/** @type {Record<string, Move>} the move of the blank for each key: a tile slides in the direction of the arrow */
const KEYS = {
  ArrowUp: "D", ArrowDown: "U", ArrowLeft: "R", ArrowRight: "L",
  w: "D", s: "U", a: "R", d: "L", W: "D", S: "U", A: "R", D: "L",
};

export class TileBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Board | null} */
    this.shown = null;
    /** @type {Board | null} */
    this.goal = null;
    this.playable = false;
    this.numbers = true;
    /** @type {ImageBitmap | null} */
    this.picture = null;
    /** @type {Map<number, HTMLElement>} */
    this.tiles = new Map();
    this.layer = el("div", { class: "tiles", "aria-hidden": "true" });
    this.grid = el("div", { class: "cells", role: "grid" });
    this.drag = /** @type {null | { x: number, y: number, cell: number, moves: Move[], tiles: HTMLElement[], pointer: number, moved: boolean, reach: number }} */ (null);
  }

  connectedCallback() {
    if (this.layer.parentNode !== this) this.append(this.layer, this.grid);
    this.grid.onkeydown = (event) => this.key(event);
    this.grid.onpointerdown = (event) => this.press(event);
    this.grid.onpointermove = (event) => this.pull(event);
    this.grid.onpointerup = (event) => this.release(event);
    this.grid.onpointercancel = () => this.endDrag();
    this.grid.onclick = (event) => this.activate(event);
  }

  /**
   * @param {Board} board
   * @param {{ goal?: Board | null, playable?: boolean, label?: string }} [options]
   */
  show(board, { goal, playable, label } = {}) {
    const reshaped = !this.shown || this.shown.rows !== board.rows || this.shown.cols !== board.cols;
    if (goal !== undefined) this.goal = goal;
    if (playable !== undefined) this.playable = playable;
    this.shown = board;
    if (reshaped) this.rebuild(board);
    this.grid.tabIndex = this.playable ? 0 : -1;
    this.grid.setAttribute("aria-label", label ?? t("board.label", { rows: board.rows, cols: board.cols }));
    this.classList.toggle("playable", this.playable);
    this.place();
  }

  /** @param {Board} board */
  rebuild(board) {
    this.style.setProperty("--rows", String(board.rows));
    this.style.setProperty("--cols", String(board.cols));
    this.tiles.clear();
    this.layer.replaceChildren();
    for (const tile of board.cells.filter((n) => n !== 0).sort((a, b) => a - b)) {
      const node = el("div", { class: "tile" }, el("span", null, String(tile)));
      this.tiles.set(tile, node);
      this.layer.append(node);
    }
    this.grid.replaceChildren(
      ...Array.from({ length: board.rows }, (_, r) =>
        el("div", { role: "row" }, Array.from({ length: board.cols }, (_, c) => el("div", { role: "gridcell", data: { cell: String(r * board.cols + c) } }))),
      ),
    );
  }

  place() {
    const board = this.shown;
    if (!board) return;
    const movable = new Set(this.playable ? board.cells.map((_, i) => i).filter((i) => slideTo(board, i).length === 1) : []);
    const cells = this.grid.querySelectorAll("[role=gridcell]");
    board.cells.forEach((tile, i) => {
      const [row, col] = [Math.floor(i / board.cols), i % board.cols];
      const cell = cells[i];
      cell.setAttribute("aria-label", t(tile === 0 ? "board.blank" : "board.tile", { tile, row: row + 1, col: col + 1 }));
      cell.classList.toggle("movable", movable.has(i));
      const node = this.tiles.get(tile);
      if (!node) return;
      const goalCell = this.goal ? this.goal.cells.indexOf(tile) : tile - 1;
      node.style.setProperty("--r", String(row));
      node.style.setProperty("--c", String(col));
      node.style.setProperty("--t", String(goalCell / Math.max(1, board.cells.length - 1)));
      node.classList.toggle("in-place", goalCell === i);
      if (this.picture) this.paint(node, goalCell);
    });
    this.classList.toggle("pictured", this.picture !== null);
    this.classList.toggle("numbered", this.numbers || this.picture === null);
  }

  /** @param {ImageBitmap | null} picture @param {boolean} numbers */
  setPicture(picture, numbers) {
    if (picture !== this.picture) for (const node of this.tiles.values()) node.querySelector("canvas")?.remove();
    this.picture = picture;
    this.numbers = numbers;
    this.place();
  }

  /** Draws the part of the picture that belongs to the goal cell of a tile. @param {HTMLElement} node @param {number} goalCell */
  paint(node, goalCell) {
    const board = this.shown;
    const picture = this.picture;
    if (!board || !picture || node.querySelector("canvas")?.dataset.goalCell === String(goalCell)) return;
    const side = Math.min(240, Math.ceil(960 / Math.max(board.rows, board.cols)));
    const canvas = el("canvas", { width: side, height: side, data: { goalCell: String(goalCell) } });
    const unit = Math.min(picture.width / board.cols, picture.height / board.rows);
    const left = (picture.width - unit * board.cols) / 2 + unit * (goalCell % board.cols);
    const top = (picture.height - unit * board.rows) / 2 + unit * Math.floor(goalCell / board.cols);
    canvas.getContext("2d")?.drawImage(picture, left, top, unit, unit, 0, 0, side, side);
    node.querySelector("canvas")?.remove();
    node.prepend(canvas);
  }

  /** Highlights a tile, or none. @param {number | null} tile */
  highlight(tile) {
    for (const [n, node] of this.tiles) node.classList.toggle("highlighted", n === tile);
  }

  /** Lets a short wave run over the tiles. */
  celebrate() {
    if (reducedMotion()) return;
    for (const node of this.tiles.values()) {
      const wait = 30 * (Number(node.style.getPropertyValue("--r")) + Number(node.style.getPropertyValue("--c")));
      node.firstElementChild?.animate([{ transform: "none" }, { transform: "translateY(-14%) scale(1.06)" }, { transform: "none" }], { duration: 420, delay: wait, easing: "ease-in-out" });
    }
  }

  focus() {
    this.grid.focus();
  }

  /** @param {Move[]} moves */
  emitSlide(moves) {
    if (moves.length > 0) this.dispatchEvent(new CustomEvent("slide", { detail: moves, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const move = KEYS[event.key];
    if (!move || !this.playable || !this.shown || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (after(this.shown, move)) this.emitSlide([move]);
    else if (!reducedMotion()) this.animate([{ transform: "none" }, { transform: "translateX(3px)" }, { transform: "none" }], 120);
  }

  /** @param {PointerEvent} event */
  press(event) {
    const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
    if (!this.playable || !this.shown || cell === undefined || event.button !== 0) return;
    const moves = slideTo(this.shown, Number(cell));
    const board = this.shown;
    const line = new Set();
    let at = board;
    for (const move of moves) {
      const next = after(at, move);
      if (!next) break;
      line.add(next.cells[at.cells.indexOf(0)]);
      at = next;
    }
    const tiles = [...line].flatMap((tile) => this.tiles.get(tile) ?? []);
    this.drag = { x: event.clientX, y: event.clientY, cell: Number(cell), moves, tiles, pointer: event.pointerId, moved: false, reach: 0 };
    this.grid.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer || !this.shown) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (Math.hypot(dx, dy) > 6) drag.moved = true;
    if (drag.moves.length === 0 || !drag.moved) return;
    const unit = this.clientWidth / this.shown.cols;
    const along = { U: dy, D: -dy, L: dx, R: -dx }[drag.moves[0]];
    drag.reach = Math.max(0, Math.min(1, along / unit));
    const sign = drag.moves[0] === "U" || drag.moves[0] === "L" ? 1 : -1;
    const shift = `${sign * drag.reach * 100}%`;
    const flat = drag.moves[0] === "L" || drag.moves[0] === "R";
    for (const node of drag.tiles) {
      node.classList.add("held");
      node.style.setProperty(flat ? "--dx" : "--dy", shift);
    }
  }

  /** @param {PointerEvent} event */
  release(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer || !this.shown) return;
    const { moves, moved, reach } = drag;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    this.endDrag();
    if (!moved) {
      this.emitSlide(moves);
      return;
    }
    if (moves.length > 0) {
      if (reach > 0.3) this.emitSlide(moves);
      return;
    }
    if (Math.hypot(dx, dy) < 24) return;
    /** @type {Move} */
    const swiped = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "L" : "R") : dy > 0 ? "U" : "D";
    if (after(this.shown, swiped)) this.emitSlide([swiped]);
  }

  /** A click without a pointer, as screen readers send it. @param {MouseEvent} event */
  activate(event) {
    const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
    if (event.detail !== 0 || !this.playable || !this.shown || cell === undefined) return;
    this.emitSlide(slideTo(this.shown, Number(cell)));
  }

  endDrag() {
    for (const node of this.drag?.tiles ?? []) {
      node.classList.remove("held");
      node.style.removeProperty("--dx");
      node.style.removeProperty("--dy");
    }
    this.drag = null;
  }
}

customElements.define("tile-board", TileBoard);

/** @returns {TileBoard} */
export const tileBoard = () => /** @type {TileBoard} */ (document.createElement("tile-board"));

/**
 * A small board without interaction, for lists.
 * @param {(number | null)[]} cells
 * @param {number} cols
 * @param {{ moved?: number | null }} [options]
 */
export function miniBoard(cells, cols, { moved = null } = {}) {
  const node = el("span", { class: "mini", role: "img", "aria-label": cells.map((n) => n ?? "·").join(" ") });
  node.style.setProperty("--cols", String(cols));
  for (const n of cells) node.append(el("span", { class: n === 0 ? "blank" : n === moved ? "moved" : "", "aria-hidden": "true" }, n === 0 || n === null ? "" : String(n)));
  return node;
}

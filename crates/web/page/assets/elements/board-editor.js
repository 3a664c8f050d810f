// <board-editor>: a board as text and as cells. Both can be edited, and each follows the other. The text is checked by the API; an
// error is shown at its cell, at the text, and in words; what is only incomplete is no error while somebody types. An empty board
// is filled by tapping its cells in order, so that a phone needs no keyboard.

import { RequestError, parseBoard, randomBoard } from "../lib/api.js";
import { button, el, field, fill, uniqueId } from "../lib/dom.js";
import { faultIn, lines, randomSeed, read, tokens } from "../lib/board.js";
import { faultText } from "../lib/panels.js";
import { t } from "../lib/language.js";

/** @typedef {import("../lib/board.js").Board} Board */

/** Larger boards are edited as text only. */
const MOST_CELLS = 100;

export class BoardEditor extends HTMLElement {
  constructor() {
    super();
    this.goal = "blank-last";
    /** The board, once it was checked. @type {Board | null} */
    this.board = null;
    this.solvable = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.stop = new AbortController();
    /** Whether cells are filled by tapping them. */
    this.placing = false;
    const verdict = uniqueId();
    this.area = el("textarea", { rows: 5, spellcheck: false, autocomplete: "off", "aria-describedby": verdict, oninput: () => this.typed() });
    this.cells = el("div", { class: "edit-cells", role: "group", "aria-label": t("solve.cells") });
    this.verdict = el("p", { class: "verdict", id: verdict, "aria-live": "polite" });
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(field(t("solve.text"), this.area, t("solve.text.hint")), this.cells, this.verdict);
    this.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) && this.board === null) this.judge();
    });
  }

  /** @param {string} source */
  set text(source) {
    this.placing = false;
    this.area.value = source;
    this.typed(0);
  }

  get text() {
    return this.area.value;
  }

  /** @param {Board} board */
  put(board) {
    this.text = lines(board);
  }

  /** @param {number} [wait] */
  typed(wait = 250) {
    this.stop.abort();
    this.stop = new AbortController();
    this.board = null;
    this.mark(null);
    this.drawCells();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.judge(), wait);
    this.dispatchEvent(new CustomEvent("typed"));
  }

  drawCells() {
    const { tokens: found, rows, cols } = tokens(this.area.value);
    this.area.rows = Math.max(5, Math.min(10, this.area.value.split("\n").length));
    this.cells.hidden = found.length < 2 || rows * cols > MOST_CELLS;
    if (this.cells.hidden) return;
    this.cells.style.setProperty("--cols", String(cols));
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (this.cells.querySelectorAll("input"));
    if (boxes.length !== rows * cols || this.cells.dataset.cols !== String(cols)) {
      this.cells.dataset.cols = String(cols);
      fill(
        this.cells,
        Array.from({ length: rows * cols }, (_, i) =>
          el("input", { type: "text", inputMode: "numeric", autocomplete: "off", maxLength: 4, "aria-label": t("solve.cell", { row: Math.floor(i / cols) + 1, col: (i % cols) + 1 }), oninput: () => this.edited(i), onclick: () => this.tapped(i), onpaste: (/** @type {ClipboardEvent} */ event) => this.pasted(event), onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
        ),
      );
    }
    for (const [i, box] of /** @type {NodeListOf<HTMLInputElement>} */ (this.cells.querySelectorAll("input")).entries()) {
      const token = found.find((one) => one.row === Math.floor(i / cols) && one.col === i % cols);
      const value = token?.text === "?" ? "" : token?.text ?? "";
      box.readOnly = this.placing;
      if (box.value !== value) box.value = value;
      box.classList.toggle("blank", value === "0" || value === "_" || value === ".");
    }
  }

  /** The boxes of the cells. @returns {HTMLInputElement[]} */
  get boxes() {
    return [...this.cells.querySelectorAll("input")];
  }

  /** Copies the cells to the text; a number that is complete leads to the next cell. @param {number} [cell] the one that was typed into */
  edited(cell) {
    const { boxes } = this;
    const cols = Number(this.cells.dataset.cols);
    const values = boxes.map((box) => box.value.trim() || "?");
    const width = Math.max(...values.map((value) => value.length));
    const rows = Array.from({ length: values.length / cols }, (_, r) => values.slice(r * cols, (r + 1) * cols));
    this.area.value = rows.map((row) => row.map((value) => value.padStart(width)).join(" ")).join("\n");
    this.typed();
    if (cell === undefined) return;
    const value = values[cell];
    if (/^\d+$/.test(value) && Number(value) * 10 > boxes.length - 1 && (value !== "0" || boxes.length <= 10)) boxes[cell + 1]?.focus();
  }

  /** A cell of an empty board receives the next number; one that is filled is emptied. @param {number} cell */
  tapped(cell) {
    if (!this.placing) return;
    const { boxes } = this;
    const used = new Set(boxes.map((box) => box.value.trim()));
    const next = Array.from({ length: boxes.length }, (_, i) => String((i + 1) % boxes.length)).find((one) => !used.has(one));
    boxes[cell].value = boxes[cell].value === "" ? next ?? "" : "";
    this.placing = boxes.some((box) => box.value === "");
    this.edited();
  }

  /** A whole board that is pasted into a cell replaces the text. @param {ClipboardEvent} event */
  pasted(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (tokens(text).tokens.length < 2) return;
    event.preventDefault();
    this.text = text;
  }

  /** Empties the board, to be filled by tapping. @param {number} rows @param {number} cols */
  empty(rows, cols) {
    this.placing = true;
    this.area.value = Array.from({ length: rows }, () => Array(cols).fill("?").join(" ")).join("\n");
    this.typed(0);
  }

  /** A button that empties the board. @param {() => [number, number]} shape */
  emptyButton(shape) {
    return button({ text: t("board.empty"), icon: "cross", onclick: () => this.empty(...shape()) });
  }

  async judge() {
    const { signal } = this.stop;
    if (this.area.value.trim() === "") {
      fill(this.verdict);
      return;
    }
    const missing = tokens(this.area.value).tokens.filter(({ text }) => text === "?").length;
    const fault = faultIn(this.area.value)?.key;
    if (missing > 0 || (this.contains(document.activeElement) && (fault === "board.ragged" || fault === "board.square"))) {
      this.verdict.className = "verdict";
      fill(this.verdict, this.placing ? t("board.place") : missing > 0 ? t("board.missing", { n: missing }) : faultText(this.area.value));
      this.dispatchEvent(new CustomEvent("judged"));
      return;
    }
    this.placing = false;
    try {
      const answer = await parseBoard(this.area.value, this.goal, signal);
      this.board = answer.board;
      this.solvable = answer.solvable;
      this.verdict.className = `verdict ${answer.solvable ? "good" : "warm"}`;
      fill(this.verdict, answer.solvable ? t("solve.ready") : `${t("solve.not")} ${answer.why ?? ""}`);
    } catch (error) {
      if (signal.aborted) return;
      this.verdict.className = "verdict bad";
      const goal = error instanceof RequestError && error.field === "goal";
      const text = error instanceof RequestError ? faultText(goal ? this.goal : this.area.value) ?? error.message : t("server.gone");
      fill(this.verdict, goal ? t("goal.wrong", { what: text }) : text);
      if (error instanceof RequestError && !goal) this.mark(error);
    }
    this.dispatchEvent(new CustomEvent("judged"));
  }

  /** Marks the position of an error. @param {RequestError | null} error */
  mark(error) {
    for (const box of this.cells.querySelectorAll("input")) box.removeAttribute("aria-invalid");
    if (!error) {
      this.area.removeAttribute("aria-invalid");
      return;
    }
    this.area.setAttribute("aria-invalid", "true");
    const { tokens: found, cols } = tokens(this.area.value);
    const place = faultIn(this.area.value)?.token ?? found.find((token) => token.line === error.line && token.column <= Number(error.column) && Number(error.column) < token.column + token.text.length);
    if (place) this.cells.querySelectorAll("input")[place.row * cols + place.col]?.setAttribute("aria-invalid", "true");
  }

  /** A button that fills in a random board of a shape. @param {() => [number, number]} shape */
  randomButton(shape) {
    return button({
      text: t("solve.random"),
      icon: "shuffle",
      onclick: async () => {
        const [rows, cols] = shape();
        const goal = read(this.goal) ? this.goal : this.goal === "blank-first" ? "blank-first" : "blank-last";
        const board = await randomBoard(rows, cols, randomSeed(), goal).catch(() => null);
        if (board) this.put(board);
      },
    });
  }

  disconnectedCallback() {
    this.stop.abort();
    clearTimeout(this.timer);
  }
}

customElements.define("board-editor", BoardEditor);

/** @returns {BoardEditor} */
export const boardEditor = () => /** @type {BoardEditor} */ (document.createElement("board-editor"));

// <code-area>: a text area for a program: line numbers, an indenting Tab key, and an error at its line. Tab would hold the keyboard
// in the text, so Escape lets the next Tab leave it.

import { el, fill, uniqueId } from "../lib/dom.js";
import { t } from "../lib/language.js";

const INDENT = "    ";

/** @typedef {{ line?: number, column?: number, message: string }} Fault */

export class CodeArea extends HTMLElement {
  constructor() {
    super();
    this.leaving = false;
    /** @type {Fault | null} */
    this.fault = null;
    const [hint, words] = [uniqueId(), uniqueId()];
    this.area = el("textarea", {
      class: "code-text", rows: 16, wrap: "off", spellcheck: false, autocomplete: "off", autocapitalize: "off", "aria-label": t("problem.text"), "aria-describedby": `${hint} ${words}`,
      oninput: () => this.drawLines(), onscroll: () => this.follow(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event), onblur: () => (this.leaving = false),
    });
    this.gutter = el("div", { class: "code-lines", "aria-hidden": "true" });
    this.band = el("div", { class: "code-band", hidden: true, "aria-hidden": "true" });
    this.words = el("div", { class: "code-fault", id: words, "aria-live": "polite" });
    this.hint = el("p", { class: "field-hint", id: hint }, t("problem.keys"));
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(el("div", { class: "code-box" }, el("div", { class: "code-gutter" }, this.gutter), this.band, this.area), this.words, this.hint);
    this.drawLines();
  }

  get value() {
    return this.area.value;
  }

  /** @param {string} text */
  set value(text) {
    this.area.value = text;
    this.drawLines();
  }

  drawLines() {
    const count = this.area.value.split("\n").length;
    if (this.gutter.childElementCount !== count) fill(this.gutter, Array.from({ length: count }, (_, i) => el("span", null, String(i + 1))));
    this.mark();
    this.follow();
  }

  /** Moves the line numbers along with the text. */
  follow() {
    const shift = `translateY(${-this.area.scrollTop}px)`;
    this.gutter.style.transform = shift;
    this.band.style.transform = shift;
  }

  /** Shows an error at its line and in words; null removes it. @param {Fault | null} fault */
  show(fault) {
    this.fault = fault;
    if (!fault) {
      fill(this.words);
      this.area.removeAttribute("aria-invalid");
    } else {
      this.area.setAttribute("aria-invalid", "true");
      const { line } = fault;
      fill(
        this.words,
        line ? el("button", { type: "button", class: "small", onclick: () => this.jump() }, t("problem.line", { line })) : null,
        el("span", { class: "verdict bad" }, fault.message),
      );
    }
    this.mark();
  }

  mark() {
    const line = this.fault?.line;
    for (const [i, number] of [...this.gutter.children].entries()) number.classList.toggle("wrong", i + 1 === line);
    this.band.hidden = !line;
    this.band.style.setProperty("--line", String((line ?? 1) - 1));
  }

  /** Moves the cursor to the error. */
  jump() {
    const { line, column = 1 } = this.fault ?? {};
    if (!line) return;
    const before = this.area.value.split("\n").slice(0, line - 1);
    const at = before.join("\n").length + (line > 1 ? 1 : 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    const height = Number.parseFloat(getComputedStyle(this.area).lineHeight) || 20;
    this.area.scrollTop = Math.max(0, (line - 4) * height);
    this.follow();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.leaving = true;
      return;
    }
    const leaving = this.leaving;
    if (event.key !== "Shift") this.leaving = false;
    if (event.key === "Tab" && !leaving) {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const { value, selectionStart } = this.area;
      const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
      const indent = /^ */.exec(line)?.[0] ?? "";
      this.insert(`\n${indent}${/:\s*$/.test(line) ? INDENT : ""}`);
    }
  }

  /** Indents the cursor or the selected lines; `back` removes as much. @param {boolean} back */
  indent(back) {
    const { value, selectionStart: start, selectionEnd: end } = this.area;
    const first = value.lastIndexOf("\n", start - 1) + 1;
    if (!back && !value.slice(start, end).includes("\n")) {
      this.insert(" ".repeat(INDENT.length - ((start - first) % INDENT.length)));
      return;
    }
    const ending = value.indexOf("\n", Math.max(end - 1, start));
    const last = ending < 0 ? value.length : ending;
    const before = value.slice(first, last);
    const after = before.split("\n").map((line) => (back ? line.replace(/^ {1,4}/, "") : line && INDENT + line)).join("\n");
    if (after === before) return;
    this.area.setSelectionRange(first, last);
    this.insert(after);
    if (before.includes("\n")) this.area.setSelectionRange(first, first + after.length);
    else {
      const at = Math.max(first, start + after.length - before.length);
      this.area.setSelectionRange(at, at);
    }
  }

  /** Replaces the selection; `insertText` can be undone by the reader, which `setRangeText` cannot. @param {string} text */
  insert(text) {
    if (document.execCommand("insertText", false, text)) return;
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

customElements.define("code-area", CodeArea);

/** @returns {CodeArea} */
export const codeArea = () => /** @type {CodeArea} */ (document.createElement("code-area"));

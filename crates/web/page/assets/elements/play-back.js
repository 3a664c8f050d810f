// <play-back>: controls that step through a sequence: buttons, a slider and a speed. Each step emits a `step` event; the listener
// shows the board.

import { button, el, field, fill, reducedMotion, refill, select } from "../lib/dom.js";
import { number, t } from "../lib/language.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

/** @type {number} */
let speed = 2;

export class PlayBack extends HTMLElement {
  constructor() {
    super();
    this.at = 0;
    this.length = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Starts a sequence of `length` steps, at step `at`. @param {number} length @param {number} [at] */
  load(length, at = 0) {
    this.stop();
    this.length = length;
    this.at = Math.max(0, Math.min(length, at));
    this.range = el("input", { type: "range", min: "0", max: String(length), step: "1", class: "scrub", "aria-label": t("player.step"), oninput: () => this.go(Number(this.range?.value)) });
    this.counter = el("output", { class: "counter" });
    this.toggle = button({ text: t("player.play"), icon: "play", class: "primary round", bare: true, onclick: () => this.start() });
    const rate = select(SPEEDS.map((s) => [String(s), `${number(s, 1)}×`]), String(speed), (value) => (speed = Number(value)));
    rate.setAttribute("aria-label", t("player.speed"));
    fill(
      this,
      el(
        "div",
        { class: "player", role: "group", "aria-label": t("player.label") },
        el(
          "div",
          { class: "player-buttons" },
          button({ text: t("player.first"), icon: "first", bare: true, onclick: () => this.go(0) }),
          button({ text: t("player.back"), icon: "back", bare: true, onclick: () => this.go(this.at - 1) }),
          this.toggle,
          button({ text: t("player.forward"), icon: "forward", bare: true, onclick: () => this.go(this.at + 1) }),
          button({ text: t("player.last"), icon: "last", bare: true, onclick: () => this.go(this.length) }),
        ),
        el("div", { class: "player-line" }, this.range, this.counter),
        field(t("player.speed"), rate),
      ),
    );
    this.draw();
  }

  draw() {
    if (this.range) {
      this.range.value = String(this.at);
      this.range.setAttribute("aria-valuetext", t("player.of", { at: this.at, length: this.length }));
    }
    if (this.counter) refill(this.counter, t("player.of", { at: this.at, length: this.length }));
  }

  /** @param {number} at */
  go(at) {
    this.stop();
    this.set(at);
  }

  /** @param {number} at */
  set(at) {
    this.at = Math.max(0, Math.min(this.length, at));
    this.draw();
    this.dispatchEvent(new CustomEvent("step", { detail: this.at }));
  }

  get playing() {
    return this.timer !== undefined;
  }

  start() {
    if (this.playing) {
      this.stop();
      return;
    }
    if (this.at >= this.length) this.set(0);
    const tick = () => {
      this.set(this.at + 1);
      if (this.at >= this.length) this.stop();
      else this.timer = window.setTimeout(tick, (reducedMotion() ? 1000 : 640) / speed);
    };
    this.timer = window.setTimeout(tick, 200);
    this.drawToggle();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.drawToggle();
  }

  drawToggle() {
    const toggle = this.toggle;
    if (!toggle) return;
    const text = this.playing ? t("player.pause") : t("player.play");
    toggle.replaceChildren(...button({ text, icon: this.playing ? "pause" : "play", bare: true, onclick: () => {} }).childNodes);
    toggle.setAttribute("aria-label", text);
    toggle.title = text;
  }

  disconnectedCallback() {
    this.stop();
  }
}

customElements.define("play-back", PlayBack);

/** @returns {PlayBack} */
export const playBack = () => /** @type {PlayBack} */ (document.createElement("play-back"));

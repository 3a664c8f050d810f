// <problem-editor>: a problem file: one of the library or a text of the reader's own, its parameters, and what the file offers.
//
// The server loads the file when it changes and describes it, or names the line of a mistake. To load a file is to run it, so a
// text that came with a link is loaded only when the reader agrees. Events: `edited` (text or parameters differ from now on),
// `changed` (the address must be written again), `described`, `accepted` (the reader agreed to run what the link brought).

import { RequestError, capabilities, describeProblem, sampleProblems } from "../lib/api.js";
import { button, download, el, field, fill, select } from "../lib/dom.js";
import { showError } from "../lib/panels.js";
import { FIRST, MOST_IN_LINK, OWN, pack, settingsIn, settingsOut, titleOf, unpack } from "../lib/problem.js";
import { t } from "../lib/language.js";
import { codeArea } from "./code-area.js";

/** @typedef {import("../lib/problem.js").Description} Description */

/** The last text of the reader's own: it outlives the choice of a file of the library, and a view. */
const draft = { text: "" };

export class ProblemEditor extends HTMLElement {
  constructor() {
    super();
    /** @type {{ name: string, text: string }[]} */
    this.library = [];
    this.name = FIRST;
    /** @type {Record<string, string>} */
    this.set = {};
    /** @type {Description | null} */
    this.description = null;
    /** Whether the description is that of the text: with a value of a parameter that is wrong it still is. */
    this.described = false;
    /** Whether the server runs problem files. */
    this.allowed = true;
    /** The text in the address, where it is not one of the library; null: too long. @type {string | null} */
    this.packed = "";
    /** A text that came with a link and was not agreed to yet. */
    this.foreign = false;
    this.turn = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.stop = new AbortController();
    this.code = codeArea();
    this.code.area.addEventListener("input", () => this.typed());
    this.choice = el("div", { class: "problem-choice" });
    this.notice = el("div", { class: "problem-notice" });
    this.parameters = el("div", { class: "field-row problem-parameters" });
    this.offers = el("p", { class: "verdict", id: "problem-offers", "aria-live": "polite" });
    this.linkNote = el("p", { class: "verdict warm", id: "problem-long", "aria-live": "polite" });
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.append(this.choice, this.notice, this.code, this.parameters, this.offers, this.linkNote);
  }

  get text() {
    return this.code.value;
  }

  get file() {
    return `${this.name === OWN ? "problem" : this.name}.star`;
  }

  /** Opens what an address names. @param {Record<string, string>} params */
  async open(params) {
    this.set = settingsIn(params);
    this.name = params.problem ?? (params.code ? OWN : FIRST);
    this.packed = params.code ?? "";
    this.drawChoice();
    try {
      const [about, library] = await Promise.all([capabilities(), sampleProblems()]);
      this.allowed = about.problems === true;
      this.library = library;
      await this.take(params.code ?? "");
    } catch (error) {
      showError(this.notice, error, () => {
        fill(this.notice);
        this.open(params);
      });
    }
  }

  /** @param {string} code */
  async take(code) {
    if (code) {
      const text = await unpack(code);
      this.name = OWN;
      this.code.value = text ?? "";
      this.foreign = text !== null && text !== draft.text;
      if (text === null) fill(this.notice, el("p", { class: "notice bad", role: "alert" }, t("problem.damaged")));
    } else if (this.name === OWN && draft.text) this.code.value = draft.text;
    else this.pick(this.library.some(({ name }) => name === this.name) ? this.name : FIRST);
    this.drawChoice();
    if (!this.allowed) this.refuse();
    else if (this.foreign) this.offer();
    else if (this.text) await this.describe();
  }

  /** Takes a file of the library. @param {string} name */
  pick(name) {
    this.name = name;
    this.packed = "";
    this.code.value = this.library.find((one) => one.name === name)?.text ?? "";
  }

  /** What the view writes into its address. */
  link() {
    const own = this.name === OWN;
    return { problem: own && this.packed ? "" : this.name, code: own ? this.packed ?? "" : "", ...settingsOut(this.set) };
  }

  /** The fields of a request that name the problem. */
  request() {
    return { problem: this.text, file: this.file, set: this.set };
  }

  drawChoice() {
    /** @type {[string, string][]} */
    const choices = this.library.map((sample) => [sample.name, `${titleOf(sample)} (${sample.name})`]);
    const pick = select([...choices, [OWN, t("problem.own")]], this.name, (name) => this.choose(name));
    pick.id = "problem-pick";
    const file = el("input", { type: "file", accept: ".star,.py,.txt,text/plain", hidden: true, onchange: async () => {
      const text = await file.files?.[0]?.text();
      if (text !== undefined) this.replace(text);
    } });
    fill(
      this.choice,
      field(t("problem.pick"), pick),
      file,
      button({ text: t("problem.open"), icon: "open", bare: true, onclick: () => file.click() }),
      button({ text: t("problem.save"), icon: "download", bare: true, onclick: () => download(this.file, this.text) }),
    );
  }

  /** @param {string} name */
  choose(name) {
    this.set = {};
    if (name === OWN) {
      if (draft.text) this.code.value = draft.text;
      this.name = OWN;
      this.typed(0);
    } else {
      this.pick(name);
      this.restart(0);
    }
  }

  /** Another text, as if it were typed. @param {string} text */
  replace(text) {
    this.set = {};
    this.code.value = text;
    this.typed(0);
    this.drawChoice();
  }

  /** The text was edited: from now on it is the reader's own. @param {number} [wait] */
  typed(wait = 400) {
    draft.text = this.text;
    this.name = OWN;
    const pick = /** @type {HTMLSelectElement | null} */ (this.choice.querySelector("select"));
    if (pick) pick.value = OWN;
    this.restart(wait);
  }

  /** @param {number} wait */
  restart(wait) {
    this.foreign = false;
    fill(this.notice);
    this.later(() => this.describe(), wait);
  }

  /** Something differs from now on: what was being loaded is of no use, and the new one is loaded after a pause. @param {() => void} load @param {number} wait */
  later(load, wait) {
    this.code.show(null);
    this.stop.abort();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(load, wait);
    this.dispatchEvent(new CustomEvent("edited"));
  }

  /** Writes the text into the address, or says that it is too long. */
  async pack() {
    if (this.name === OWN) {
      const turn = ++this.turn;
      const packed = await pack(this.text);
      if (turn !== this.turn) return;
      this.packed = packed.length > MOST_IN_LINK ? null : packed;
    }
    this.linkNote.textContent = this.name === OWN && this.packed === null ? t("problem.long") : "";
    this.dispatchEvent(new CustomEvent("changed"));
  }

  refuse() {
    fill(this.notice, el("p", { class: "notice warm", id: "problem-refused", role: "alert" }, t("problem.refused")));
    this.dispatchEvent(new CustomEvent("changed"));
  }

  /** A program of a link: the reader decides. */
  offer() {
    fill(this.notice, el("div", { class: "notice warm", id: "problem-foreign" }, el("p", null, t("problem.foreign")), button({ text: t("problem.accept"), icon: "play", class: "small", onclick: () => this.accept() })));
    this.dispatchEvent(new CustomEvent("changed"));
  }

  async accept() {
    this.foreign = false;
    draft.text = this.text;
    fill(this.notice);
    await this.describe();
    if (this.description) this.dispatchEvent(new CustomEvent("accepted"));
  }

  /** Back on the page: what was interrupted when it left is done now. */
  resume() {
    if (!this.description && !this.foreign && this.text) this.describe();
  }

  /** Has the server load the file that is written here. */
  async describe() {
    await this.pack();
    if (this.allowed) await this.load(true);
    else this.refuse();
  }

  /** Has the server load the file: a new one first without the parameters, since what it has then are the defaults. @param {boolean} isNew */
  async load(isNew) {
    this.stop = new AbortController();
    const { signal } = this.stop;
    if (isNew) this.described = false;
    try {
      if (!this.described) {
        const description = await describeProblem({ problem: this.text, file: this.file }, signal);
        if (signal.aborted) return;
        this.description = description;
        this.described = true;
        this.drawParameters();
      }
      if (!isNew || Object.keys(this.set).length > 0) {
        const description = await describeProblem(this.request(), signal);
        if (signal.aborted) return;
        this.description = { ...description, parameters: this.description?.parameters ?? [] };
      }
      this.code.show(null);
      this.drawOffers();
    } catch (error) {
      if (signal.aborted) return;
      if (!this.described) this.description = null;
      if (!this.showFault(error)) showError(this.notice, error, () => this.load(isNew));
      fill(this.offers);
    }
    this.dispatchEvent(new CustomEvent("described"));
  }

  /** Shows a mistake in the file at its line; false if the error is another. @param {unknown} error */
  showFault(error) {
    if (!(error instanceof RequestError) || error.field !== "problem") return false;
    const message = error.message.replace(/^\S+:\d+:\d+: /, "");
    this.code.show({ line: error.line, column: error.column, message });
    return true;
  }

  /**
   * A run met a mistake in the file: shown here, the place of the result says what to do. False if the error is another.
   * @param {unknown} error @param {HTMLElement} place @param {string} text
   */
  failed(error, place, text) {
    if (!this.showFault(error)) return false;
    fill(place, el("p", { class: "placeholder" }, text));
    this.code.jump();
    return true;
  }

  drawParameters() {
    const known = this.description?.parameters ?? [];
    for (const name of Object.keys(this.set)) if (!known.some((one) => one.name === name)) delete this.set[name];
    fill(this.parameters, known.map(({ name, value }) => {
      const long = value.includes("\n");
      const box = el(long ? "textarea" : "input", {
        class: "mono", spellcheck: false, autocomplete: "off", value: this.set[name] ?? value, data: { parameter: name },
        ...(long ? { rows: Math.min(8, value.split("\n").length), wrap: "off" } : { type: "text" }),
        oninput: () => {
          if (box.value === value) delete this.set[name];
          else this.set[name] = box.value;
          this.later(() => this.load(false), 400);
          this.dispatchEvent(new CustomEvent("changed"));
        },
      });
      const whole = field(name, box);
      whole.classList.toggle("wide", long || value.length > 24);
      return whole;
    }));
  }

  drawOffers() {
    const { problem = "", start = "", draw = false, predecessors = false } = this.description ?? {};
    const parts = [problem, t("problem.start", { state: start.length > 60 ? `${start.slice(0, 60)}…` : start }), draw ? t("problem.draws") : "", predecessors ? t("problem.both") : ""];
    this.offers.className = "verdict good";
    this.offers.textContent = parts.filter(Boolean).join(" · ");
  }

  disconnectedCallback() {
    this.stop.abort();
    clearTimeout(this.timer);
  }
}

customElements.define("problem-editor", ProblemEditor);

/** @returns {ProblemEditor} */
export const problemEditor = () => /** @type {ProblemEditor} */ (document.createElement("problem-editor"));

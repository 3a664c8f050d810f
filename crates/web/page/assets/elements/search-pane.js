// <search-pane>: one search at one step: why this node is examined and what becomes of its children, the current node with its
// state and costs, the tree, the pseudocode with its current line, the frontier and the closed set.

import { shortened } from "../lib/cards.js";
import { announce, button, el, fill, refill } from "../lib/dom.js";
import { pictureButtons } from "../lib/export.js";
import { algorithmText } from "../lib/panels.js";
import { codeOf } from "../lib/pseudocode.js";
import { Replay } from "../lib/replay.js";
import { count, number, t } from "../lib/language.js";
import { treeSvg } from "../lib/tree-svg.js";
import { eventSentence, fates, whyExamined } from "../lib/why.js";
import { treeCanvas } from "./tree-canvas.js";

/** @typedef {import("../lib/replay.js").Node} Node */

/** The number of nodes shown of a list. */
const SHOWN = 48;

/** The rows and columns shown of a text in a list. */
const LISTED = { columns: 24, rows: 7 };

/** A sentence whose values, such as f = 2 + 3 = 5, stay on one line. @param {string} text */
const unbroken = (text) => text.split(/([fgh] = [\d.,]+(?: [+×=] [\d.,]+)*)/).map((part, i) => (i % 2 === 1 ? el("span", { class: "value" }, part) : part));

export class SearchPane extends HTMLElement {
  constructor() {
    super();
    /** @type {Replay | null} */
    this.replay = null;
    this.at = -1;
    this.tree = treeCanvas();
    this.sentenceLine = el("p", { class: "sentence" });
    this.fateList = el("ul", { class: "fates", "aria-label": t("see.children") });
    this.code = el("ol", { class: "code", "aria-label": t("see.code") });
    /** @type {import("../lib/pseudocode.js").Code | null} */
    this.pseudocode = null;
    /** The items of the lists, by node: most stay from step to step. @type {Map<HTMLElement, Map<Node, { item: HTMLElement, costs: string }>>} */
    this.items = new Map();
    this.now = el("div", { class: "now" });
    this.frontier = el("ol", { class: "nodes", tabIndex: 0, data: { list: "frontier" }, "aria-label": t("see.frontier") });
    this.closed = el("ol", { class: "nodes", tabIndex: 0, data: { list: "closed" }, "aria-label": t("see.closed") });
    this.frontierName = el("h3");
    this.closedName = el("h3");
  }

  /** @param {Replay} replay */
  load(replay) {
    this.replay = replay;
    this.tree.load(replay);
    const { header, end } = replay;
    const name = `${algorithmText(header.algorithm ?? "?")}${header.heuristic ? ` · ${header.heuristic}` : ""}`;
    const examined = count("examined", replay.examinations.length);
    const length = header.domain === "any" ? count("actions", end.length ?? 0) : count("moves", end.length ?? 0);
    const ending = end.cut ? t("see.end.cut", { examined }) : end.outcome === "stopped" ? t("see.end.stopped", { examined }) : end.outcome === "solved" && header.domain === "sums" ? t("see.end.placed", { examined }) : end.outcome === "solved" ? t("see.end.solved", { n: length, examined }) : t("see.end.other", { examined });
    const follow = this.toggle(t("see.follow"), true, (on) => {
      this.tree.follow = on;
      if (on) this.tree.show(this.at);
    });
    const showPruned = this.toggle(t("see.pruned.show"), false, (on) => {
      this.tree.showPruned = on;
      this.tree.show(this.at);
    });
    this.tree.addEventListener("pick", (event) => {
      const node = /** @type {CustomEvent<Node | null>} */ (event).detail;
      this.drawNow(node);
      if (node) announce(this.describe(node));
    });
    this.pseudocode = codeOf(header.algorithm ?? "");
    fill(this.code, (this.pseudocode?.lines ?? []).map(({ indent, key }) => el("li", { class: `indent-${indent}` }, t(key))));
    this.items.clear();
    this.style.setProperty("--cols", String(replay.shape?.cols ?? 1));
    const legend = [["is-now", t("see.legend.now")], ["is-frontier", t("see.legend.frontier")], ["is-closed", t("see.legend.closed")], ["is-order", t("see.legend.order")]];
    fill(
      this,
      el("div", { class: "pane-head" }, el("h2", null, name), el("span", { class: "soft small-text" }, ending), end.cut ? el("p", { class: "notice warm" }, t("see.cut", { n: number(replay.events.length) })) : null),
      el("div", { class: "why" }, this.sentenceLine, this.fateList),
      el(
        "div",
        { class: "pane-body" },
        el(
          "div",
          { class: "tree-box" },
          this.tree,
          el(
            "div",
            { class: "tree-tools" },
            button({ text: t("see.zoom.in"), icon: "plus", bare: true, onclick: () => this.tree.zoom(1.3) }),
            button({ text: t("see.zoom.out"), icon: "minus", bare: true, onclick: () => this.tree.zoom(1 / 1.3) }),
            button({ text: t("see.zoom.fit"), icon: "fit", bare: true, onclick: () => this.tree.fit() }),
            button({ text: t("see.fold"), class: "small", onclick: () => this.tree.fold(this.tree.picked ?? replay.current(this.at)) }),
            follow,
            showPruned,
            pictureButtons(`hueco-tree-${header.algorithm ?? ""}`, () => treeSvg(this.tree)),
            el("span", { class: "legend" }, legend.map(([name, text]) => el("span", { class: name }, text))),
          ),
        ),
        el("div", { class: "pane-side" }, this.now, this.pseudocode ? this.code : null, el("div", { class: "list-part" }, this.frontierName, this.frontier), el("div", { class: "list-part closed-part" }, this.closedName, this.closed)),
      ),
    );
  }

  /** @param {string} text @param {boolean} on @param {(on: boolean) => void} changed */
  toggle(text, on, changed) {
    const box = el("input", { type: "checkbox", checked: on, onchange: () => changed(box.checked) });
    return el("label", { class: "check small-text" }, box, el("span", null, text));
  }

  /** @param {number} step @param {"examined" | "event" | "share"} unit @param {number} length of the longest of the searches that are stepped together */
  go(step, unit, length) {
    const { replay } = this;
    if (!replay) return;
    const own = replay.length(unit === "event" ? "event" : "examined");
    const to = unit === "share" && length > 0 ? Math.round((step * own) / length) : Math.min(step, own);
    this.at = replay.eventOf(to, unit === "event" ? "event" : "examined");
    this.dataset.event = String(this.at);
    refill(this.sentenceLine, unbroken(unit === "event" ? eventSentence(replay, this.at) : this.stepSentence()));
    this.drawFates(unit);
    this.drawCode();
    this.tree.picked = null;
    this.drawNow(null);
    const frontier = replay.frontier(this.at);
    const closed = replay.closedCount(this.at);
    refill(this.frontierName, t("see.frontier"), " ", el("output", { class: "count" }, number(frontier.length)));
    refill(this.closedName, t("see.closed"), " ", el("output", { class: "count" }, number(closed)));
    // The method may not take the first of the list (a search from both ends, or on several threads): the next one leads it.
    const next = replay.next(this.at);
    const place = next ? frontier.indexOf(next) : -1;
    const first = frontier.slice(0, SHOWN);
    this.list(this.frontier, next && place > 0 ? [next, ...first.filter((node) => node !== next)].slice(0, SHOWN) : first, frontier.length, place >= 0 ? next : null);
    this.list(this.closed, replay.closed(this.at, SHOWN), closed, null);
    this.tree.show(this.at);
  }

  /** @param {HTMLElement} place @param {Node[]} nodes the first of the list @param {number} length of all of it @param {Node | null} next */
  list(place, nodes, length, next) {
    const before = this.items.get(place) ?? new Map();
    const now = new Map();
    const items = nodes.map((node) => {
      const costs = this.costs(node);
      const known = before.get(node);
      const item = known?.costs === costs ? known.item : el("li", { data: { id: String(node.id) } }, this.mini(node), el("span", { class: "costs" }, costs));
      now.set(node, { item, costs });
      if (node === next) item.dataset.next = t("see.next");
      else delete item.dataset.next;
      return item;
    });
    this.items.set(place, now);
    // What stays is not touched: the browser would lay it out again.
    const staying = new Set(items);
    for (const { item } of before.values()) if (!staying.has(item)) item.remove();
    items.forEach((item, i) => {
      if (place.children[i] !== item) place.insertBefore(item, place.children[i] ?? null);
    });
    const more = place.children[items.length];
    if (length === items.length) more?.remove();
    else if (more) refill(more, t("see.more", { n: number(length - items.length) }));
    else place.append(el("li", { class: "soft" }, t("see.more", { n: number(length - items.length) })));
  }

  /** The children of the node examined last. @param {"examined" | "event" | "share"} unit */
  drawFates(unit) {
    const { replay, at } = this;
    const which = replay ? Replay.upTo(replay.examinedAt, at) - 1 : -1;
    const found = replay && which >= 0 && (unit !== "event" || replay.events[at]?.event !== "examined") ? fates(replay, which, at) : [];
    refill(this.fateList, found.map(({ kind, text }) => el("li", { class: `fate ${kind}` }, text)));
  }

  /** Marks the line of the pseudocode that the last event belongs to. */
  drawCode() {
    const event = this.replay?.events[this.at];
    const line = event && this.pseudocode ? this.pseudocode.lineOf(event) : -1;
    const [before, now] = [this.code.querySelector("[aria-current]"), this.code.children[line]];
    if (before === (now ?? null)) return;
    before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
  }

  /** @param {Node} node */
  costs(node) {
    const g = this.replay?.g(node, this.at) ?? node.g;
    return node.h === null ? `g ${g}` : `${g}+${node.h}=${g + node.h}`;
  }

  /** A small picture of a state; `whole`: a text is not shortened. @param {Node} node @param {boolean} [whole] */
  mini(node, whole = false) {
    const shape = this.replay?.shape;
    if (!shape) {
      const { lines, whole: fits } = whole ? { lines: [node.text], whole: true } : shortened(node.text, LISTED.columns, LISTED.rows);
      return el("pre", { class: "state-text", title: fits ? null : node.text, tabIndex: whole ? 0 : null, role: whole ? "group" : null, "aria-label": whole ? t("see.state") : null }, lines.join("\n"));
    }
    const grid = el("span", { class: "mini", role: "img", "aria-label": node.board.map((n) => n ?? "·").join(" ") });
    shape.places.forEach(({ row, col }, i) => {
      const value = node.board[i];
      const cell = el("span", { class: value === 0 ? "blank" : "", "aria-hidden": "true" }, value === 0 || value === null ? "" : String(value));
      if (!shape.full) {
        cell.style.gridRow = String(row + 1);
        cell.style.gridColumn = String(col + 1);
      }
      grid.append(cell);
    });
    return grid;
  }

  /** Shows the current node, or one that was picked in the tree. @param {Node | null} picked */
  drawNow(picked) {
    const { replay, at } = this;
    if (!replay) return;
    const node = picked ?? replay.current(at);
    if (!node) {
      refill(this.now, el("h3", null, t("see.now")), el("p", { class: "soft" }, t("see.nothing")));
      return;
    }
    const g = replay.g(node, at);
    const examined = node.examinedOrder > 0 && node.examined[0] <= at ? number(node.examinedOrder) : t("see.order.not");
    /** @type {[string, string][]} */
    const facts = [["g", number(g)], ["h", node.h === null ? "–" : number(node.h)], ["f", node.h === null ? "–" : number(g + node.h)]];
    refill(
      this.now,
      el("h3", null, picked ? (node.pruned === null ? t("see.node", { id: node.order }) : t("see.pruned")) : t("see.now")),
      el(
        "div",
        { class: `now-body ${replay.shape ? "" : "texts"}` },
        this.mini(node, true),
        replay.shape || !node.action ? null : el("p", { class: "small-text now-action" }, el("span", { class: "soft" }, t("see.action")), " ", node.action),
        el(
          "dl",
          { class: "facts" },
          facts.map(([name, value]) => el("div", null, el("dt", null, name), el("dd", null, value))),
          el("div", { class: "wide" }, el("dt", null, t("see.order.created")), el("dd", null, node.order > 0 ? number(node.order) : "–")),
          el("div", { class: "wide" }, el("dt", null, t("see.order.examined")), el("dd", null, examined)),
        ),
      ),
    );
  }

  /** @param {Node} node */
  describe(node) {
    return `${t("see.node", { id: node.order })}: ${node.text || node.board.join(" ")}; g ${this.replay?.g(node, this.at)}${node.h === null ? "" : `, h ${node.h}`}`;
  }

  /** Why the node of a step is examined. */
  stepSentence() {
    const { replay, at } = this;
    const which = replay ? Replay.upTo(replay.examinedAt, at) - 1 : -1;
    return replay && which >= 0 ? whyExamined(replay, which) : t("see.nothing");
  }

  /** What a screen reader says after a step. */
  get spoken() {
    return [this.sentenceLine.textContent, ...[...this.fateList.children].map((item) => item.textContent)].join(" ");
  }

  /** What was chosen in this pane, for a link: what is folded, which node is picked, the part of the tree. */
  get choices() {
    return { fold: [...this.tree.folded].map((node) => node.order).join("."), pick: this.tree.picked && this.tree.picked.order > 0 ? String(this.tree.picked.order) : "", view: this.tree.viewText };
  }

  /** Restores what a link says, after the first step was shown. @param {{ fold: string, pick: string, view: string }} choices */
  restore({ fold, pick, view }) {
    const nodeOf = (/** @type {string} */ order) => this.replay?.nodes[Number(order) - 1];
    for (const order of fold.split(".").filter(Boolean)) {
      const node = nodeOf(order);
      if (node) this.tree.folded.add(node);
    }
    if (view) this.tree.viewText = view;
    this.tree.show(this.at);
    const picked = nodeOf(pick);
    if (pick && picked) this.tree.pick(picked);
  }
}

customElements.define("search-pane", SearchPane);

/** @returns {SearchPane} */
export const searchPane = () => /** @type {SearchPane} */ (document.createElement("search-pane"));

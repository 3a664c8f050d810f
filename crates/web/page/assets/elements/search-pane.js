// <search-pane>: one search at one step: a sentence about the last event, the current node with its state and costs, the tree, the
// frontier and the closed set.

import { shortened } from "../lib/cards.js";
import { announce, button, el, fill } from "../lib/dom.js";
import { algorithmText } from "../lib/panels.js";
import { count, number, t, textOr } from "../lib/language.js";
import { treeCanvas } from "./tree-canvas.js";

/** @typedef {import("../lib/replay.js").Replay} Replay */
/** @typedef {import("../lib/replay.js").Node} Node */

/** The number of nodes shown of a list. */
const SHOWN = 48;

/** The rows and columns shown of a text in a list. */
const LISTED = { columns: 24, rows: 7 };

export class SearchPane extends HTMLElement {
  constructor() {
    super();
    /** @type {Replay | null} */
    this.replay = null;
    this.at = -1;
    this.tree = treeCanvas();
    this.sentenceLine = el("p", { class: "sentence" });
    this.now = el("div", { class: "now" });
    this.frontier = el("ol", { class: "nodes", tabIndex: 0, data: { list: "frontier" } });
    this.closed = el("ol", { class: "nodes", tabIndex: 0, data: { list: "closed" } });
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
    const ending = end.outcome === "solved" && header.domain === "sums" ? t("see.end.placed", { examined }) : end.outcome === "solved" ? t("see.end.solved", { n: length, examined }) : t("see.end.other", { examined });
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
    fill(
      this,
      el("div", { class: "pane-head" }, el("h2", null, name), el("span", { class: "soft small-text" }, ending)),
      end.cut ? el("p", { class: "notice warm" }, t("see.cut", { n: number(replay.events.length) })) : null,
      this.sentenceLine,
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
            el("span", { class: "legend" }, el("span", { class: "is-now" }, t("see.legend.now")), el("span", { class: "is-frontier" }, t("see.legend.frontier")), el("span", { class: "is-closed" }, t("see.legend.closed"))),
          ),
        ),
        el("div", { class: "pane-side" }, this.now, this.frontierName, this.frontier, this.closedName, this.closed),
      ),
    );
  }

  /** @param {string} text @param {boolean} on @param {(on: boolean) => void} changed */
  toggle(text, on, changed) {
    const box = el("input", { type: "checkbox", checked: on, onchange: () => changed(box.checked) });
    return el("label", { class: "check small-text" }, box, el("span", null, text));
  }

  /** @param {number} step @param {"examined" | "event"} unit */
  go(step, unit) {
    const { replay } = this;
    if (!replay) return;
    this.at = replay.eventOf(Math.min(step, replay.length(unit)), unit);
    this.dataset.event = String(this.at);
    this.sentenceLine.textContent = unit === "examined" ? this.stepSentence() : this.sentence();
    this.tree.picked = null;
    this.drawNow(null);
    const frontier = replay.frontier(this.at);
    const done = replay.closed(this.at);
    this.frontierName.replaceChildren(t("see.frontier"), " ", el("output", { class: "count" }, number(frontier.length)));
    this.closedName.replaceChildren(t("see.closed"), " ", el("output", { class: "count" }, number(done.length)));
    this.frontier.setAttribute("aria-label", t("see.frontier"));
    this.closed.setAttribute("aria-label", t("see.closed"));
    this.list(this.frontier, frontier);
    this.list(this.closed, done);
    this.tree.show(this.at);
  }

  /** @param {HTMLElement} place @param {Node[]} nodes */
  list(place, nodes) {
    fill(
      place,
      nodes.slice(0, SHOWN).map((node) => el("li", { data: { id: String(node.id) } }, this.mini(node), el("span", { class: "costs" }, this.costs(node)))),
      nodes.length > SHOWN ? el("li", { class: "soft" }, t("see.more", { n: number(nodes.length - SHOWN) })) : null,
    );
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
    grid.style.setProperty("--cols", String(shape.cols));
    shape.places.forEach(({ row, col }, i) => {
      const value = node.board[i];
      const cell = el("span", { class: value === 0 ? "blank" : "", "aria-hidden": "true" }, value === 0 || value === null ? "" : String(value));
      cell.style.gridRow = String(row + 1);
      cell.style.gridColumn = String(col + 1);
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
      fill(this.now, el("h3", null, t("see.now")), el("p", { class: "soft" }, t("see.nothing")));
      return;
    }
    const g = replay.g(node, at);
    const examined = node.examinedOrder > 0 && node.examined[0] <= at ? number(node.examinedOrder) : t("see.order.not");
    /** @type {[string, string][]} */
    const facts = [["g", number(g)], ["h", node.h === null ? "–" : number(node.h)], ["f", node.h === null ? "–" : number(g + node.h)]];
    fill(
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

  /** Describes a whole step: the node examined and the children created. */
  stepSentence() {
    const { replay, at } = this;
    const node = replay?.current(at);
    if (!replay || !node || replay.events[at]?.event === "solved") return this.sentence();
    const since = node.examined.findLast((event) => event <= at) ?? at;
    const children = replay.nodes.filter((child) => child.created > since && child.created <= at && child.parent === node).map((child) => number(child.order));
    const key = children.length === 0 ? "none" : children.length === 1 ? "one" : "many";
    return t(`see.step.${key}`, { id: number(node.order), children: children.join(", ") });
  }

  sentence() {
    const event = this.replay?.events[this.at];
    if (!event) return t("see.nothing");
    const order = (/** @type {number | undefined} */ id) => number(this.replay?.orderOf(event, id, this.at) ?? 0);
    const values = { id: order(event.id), parent: order(event.parent), bound: event.bound ?? "", reason: textOr(`see.reason.${event.reason}`, t("see.reason.other")) };
    if (event.event === "created" && (event.parent === undefined || event.parent === null)) return t("see.event.root", values);
    const key = `see.event.${event.event}`;
    return textOr(key, key) === key ? "" : t(/** @type {"see.event.created"} */ (key), values);
  }
}

customElements.define("search-pane", SearchPane);

/** @returns {SearchPane} */
export const searchPane = () => /** @type {SearchPane} */ (document.createElement("search-pane"));

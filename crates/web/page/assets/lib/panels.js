// Pieces that several views share: the head of a view with its link, the notice of a job that goes on, and what is said
// when something went wrong.

import { Cancelled, Refusal, Unreachable, serverIsBack } from "./api.js";
import { announce, button, calm, el, field, fill, select, toast } from "./dom.js";
import { duration, maybe, number, t } from "./speech.js";

/** @param {string} text @param {string} done */
export async function copy(text, done = t("copied")) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    toast(t("copy.failed"), "bad");
  }
}

/**
 * The head of a view: what it is, one sentence, and its link.
 * @param {string} title
 * @param {string} lead
 */
export function head(title, lead) {
  return el(
    "div",
    { class: "view-head" },
    el("div", null, el("h1", null, title), el("p", { class: "lead" }, lead)),
    button({ text: t("link.copy"), icon: "link", bare: true, class: "quiet", onclick: () => copy(location.href, t("link.copied")) }),
  );
}

/**
 * Says what went wrong in `place`. A server that is gone is waited for; `again` is offered when it is back.
 * @param {Element} place
 * @param {unknown} error
 * @param {(() => void) | null} again
 */
export function showError(place, error, again = null) {
  if (error instanceof Cancelled) {
    fill(place, el("p", { class: "notice" }, t("job.cancelled")));
    return;
  }
  if (error instanceof Unreachable) {
    const retry = again ? button({ text: t("server.again"), icon: "restart", onclick: again }) : null;
    const line = el("p", null, el("strong", null, t("server.gone")), " ", t("server.gone.more"));
    fill(place, el("div", { class: "notice bad", role: "alert", data: { state: "gone" } }, line, retry));
    const stop = new AbortController();
    const watch = new MutationObserver(() => place.isConnected || stop.abort());
    watch.observe(document.getElementById("main") ?? document.body, { childList: true });
    serverIsBack(stop.signal).then((back) => {
      watch.disconnect();
      if (!back || !line.isConnected) return;
      fill(place, el("div", { class: "notice good", data: { state: "back" } }, el("p", null, t("server.back")), retry));
      announce(t("server.back"));
    });
    return;
  }
  // After its first line a message shows the place, as the command does.
  const [text, ...where] = (error instanceof Refusal ? error.message : t("error.own", { what: String(error) })).split("\n");
  fill(place, el("div", { class: "notice bad", role: "alert" }, el("p", null, text), where.length > 0 ? el("pre", { class: "where" }, where.join("\n")) : null));
}

/**
 * A line that says that work goes on, with a button to end it.
 * @param {() => void} cancel
 */
export function working(cancel) {
  const said = el("span", { class: "working-text" }, t("job.waiting"));
  const node = el("div", { class: "working" }, el("span", { class: "spinner", "aria-hidden": "true" }), said, button({ text: t("job.cancel"), icon: "stop", class: "small", onclick: cancel }));
  const say = (/** @type {string} */ text) => {
    said.textContent = text;
  };
  return { node, say };
}

/** Brings an answer into sight where the form fills more than a part of the screen. @param {HTMLElement} place @param {number} [part] */
export function reveal(place, part = 0.7) {
  if (place.getBoundingClientRect().top > innerHeight * part) place.scrollIntoView({ behavior: calm() ? "auto" : "smooth", block: "start" });
}

/** What an event on the way says. @param {any} data */
export function progressText(data) {
  if (data.state === "queued") return t("job.queued", { time: duration(data.seconds) });
  if (data.state) return t("job.alive", { time: duration(data.seconds) });
  const percent = (/** @type {number} */ part) => number(100 * part);
  if (typeof data.building === "number") return t("job.building", { percent: percent(data.building) });
  const nodes = t("job.progress", { time: duration(data.seconds ?? 0), nodes: number(data.generated ?? 0) });
  return typeof data.done === "number" ? `${percent(data.done)} % · ${nodes}` : nodes;
}

/**
 * The choice of a goal: one of the two named ones, or a board of one's own.
 * @param {string} goal
 * @param {(goal: string) => void} changed
 * @param {() => string} example a board to begin with
 */
export function goalField(goal, changed, example) {
  const named = goal === "blank-last" || goal === "blank-first" || goal === "";
  const own = el("input", { type: "text", class: "mono", spellcheck: false, autocomplete: "off", value: named ? "" : goal, "aria-label": t("goal.own"), oninput: () => changed(own.value.trim() || "blank-last") });
  own.hidden = named;
  const choice = select(
    [["blank-last", t("goal.last")], ["blank-first", t("goal.first")], ["own", t("goal.own")]],
    named ? goal || "blank-last" : "own",
    (value) => {
      own.hidden = value !== "own";
      if (value === "own") {
        own.value = own.value || example();
        own.focus();
        changed(own.value);
      } else changed(value);
    },
  );
  return el("div", { class: "goal" }, field(t("goal"), choice), own);
}

/** What an algorithm is, for a list. @param {string} name */
export const algorithmText = (name) => maybe(`algorithm.${name}`, name);

/** @param {string} name */
export const heuristicText = (name) => maybe(`heuristic.${name}`, name);

/** Moves in groups of five, easy to count. @param {string} moves */
export const grouped = (moves) => moves.replace(/(.{5})(?=.)/g, "$1 ");

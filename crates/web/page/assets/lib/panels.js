// Parts that several views share: the heading, the notice of an error, the choice of a goal.

import { Cancelled, RequestError, Unreachable, waitUntilReachable } from "./api.js";
import { faultIn } from "./board.js";
import { announce, button, el, field, fill, reducedMotion, select, toast } from "./dom.js";
import { t, textOr } from "./language.js";

/** What is wrong with a board's text, in words; null where the page does not know. @param {string} source */
export function faultText(source) {
  const fault = faultIn(source);
  return fault ? t(fault.key, fault.values) : null;
}

/** The fields of a request under the names that they have on the page. */
const FIELD_NAMES = /** @type {const} */ ({ run_seconds: "compare.seconds", seconds: "solve.seconds", nodes: "solve.nodes", weight: "solve.weight", width: "solve.width", depth: "solve.depth", count: "compare.count", seed: "seed", size: "size", goal: "goal", formula: "solve.formula", algorithms: "compare.methods", heuristics: "compare.heuristics" });

/** The message of a refused request; a field has the name of the form. @param {RequestError} error */
export function messageOf({ message, field: name }) {
  const key = name && name in FIELD_NAMES ? FIELD_NAMES[/** @type {keyof typeof FIELD_NAMES} */ (name)] : null;
  return key && name ? message.replace(new RegExp(`\\b${name}\\b`), `“${t(key)}”`) : message;
}

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
 * The heading of a view: its title, one sentence, and a button that copies its link.
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
 * Shows an error in `place`. If the server does not answer, waits for it and then offers `retry`.
 * @param {Element} place
 * @param {unknown} error
 * @param {(() => void) | null} retry
 */
export function showError(place, error, retry = null) {
  if (error instanceof Cancelled) {
    fill(place, el("p", { class: "notice" }, t("job.cancelled")));
    return;
  }
  if (error instanceof Unreachable) {
    const retryButton = retry ? button({ text: t("server.again"), icon: "restart", onclick: retry }) : null;
    const line = el("p", null, el("strong", null, t("server.gone")), " ", t("server.gone.more"));
    fill(place, el("div", { class: "notice bad", role: "alert", data: { state: "gone" } }, line, retryButton));
    const stop = new AbortController();
    const watch = new MutationObserver(() => place.isConnected || stop.abort());
    watch.observe(document.getElementById("main") ?? document.body, { childList: true });
    waitUntilReachable(stop.signal).then((back) => {
      watch.disconnect();
      if (!back || !line.isConnected) return;
      fill(place, el("div", { class: "notice good", data: { state: "back" } }, el("p", null, t("server.back")), retryButton));
      announce(t("server.back"));
    });
    return;
  }
  // The lines after the first show the position of the error, as in the command.
  const [text, ...where] = (error instanceof RequestError ? messageOf(error) : t("error.own", { what: String(error) })).split("\n");
  fill(place, el("div", { class: "notice bad", role: "alert" }, el("p", null, text), where.length > 0 ? el("pre", { class: "where" }, where.join("\n")) : null));
}

/** Scrolls to a result that begins below `part` of the window. @param {HTMLElement} place @param {number} [part] */
export function reveal(place, part = 0.7) {
  if (place.getBoundingClientRect().top > innerHeight * part) place.scrollIntoView({ behavior: reducedMotion() ? "auto" : "smooth", block: "start" });
}

/**
 * The choice of a goal: one of the two that have a name, or any board.
 * @param {string} goal
 * @param {(goal: string) => void} changed
 * @param {() => string} example a board to start from
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

/** The name of an algorithm with a short description. @param {string} name */
export const algorithmText = (name) => textOr(`algorithm.${name}`, name);

/** Moves in groups of five, so that they are easy to count. @param {string} moves */
export const grouped = (moves) => moves.replace(/(.{5})(?=.)/g, "$1 ");

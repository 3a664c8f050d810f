// Solve, for a problem file: the file, a method and its limits; then the actions of the solution with their states, step by step.

import { capabilities } from "../lib/api.js";
import { playBack } from "../elements/play-back.js";
import { problemEditor } from "../elements/problem-editor.js";
import { announce, button, el, field, fill, select } from "../lib/dom.js";
import { tableButtons } from "../lib/export.js";
import { figures, verdict } from "../lib/figures.js";
import { JobPanel, recall } from "../lib/job.js";
import { kindField } from "../lib/kinds.js";
import { limitField, limitsIn, limitsOut, limitsRequest } from "../lib/limits.js";
import { link, writeLink } from "../lib/link.js";
import { refuseNumbers } from "../lib/numbers.js";
import { methodFields, methodRequest } from "../lib/methods.js";
import { copy, head, reveal, showError } from "../lib/panels.js";
import { fitting } from "../lib/problem.js";
import { bytes, duration, number, t } from "../lib/language.js";

/** The number of steps listed below the playback. */
const LISTED = 300;

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  const state = {
    method: { algorithm: params.method ?? "auto", heuristic: params.heuristic ?? "", formula: "" },
    ...limitsIn(params),
  };
  /** @type {any} */
  let available = null;
  const editor = problemEditor();
  const answer = el("div", { class: "answer" });
  const panel = new JobPanel(answer);
  const method = el("div");
  /** The file and the parameters of the result that is shown or awaited. */
  let subject = "";
  const subjectNow = () => JSON.stringify(editor.request());
  // A link to a problem that was solved solves it again.
  let waiting = params.run === "1";
  const offered = () => fitting(available, editor.description);

  function drawMethod() {
    const { algorithm, heuristic } = state.method;
    fill(method, methodFields(offered(), state.method, save, { auto: true, formulas: false }));
    // A file that is not loaded yet, or has a mistake, offers nothing: the choice is kept until it does.
    if (!editor.description) Object.assign(state.method, { algorithm, heuristic });
  }

  function own() {
    const { algorithm = "", heuristic = "" } = /** @type {Record<string, string>} */ (state.method.algorithm === "auto" ? {} : methodRequest(offered(), state.method));
    return { method: algorithm, heuristic };
  }

  function save() {
    writeLink("solve", { ...editor.link(), ...own(), ...limitsOut(state), run: subject !== "" && subject === subjectNow() }, "problem");
  }

  function request() {
    const choice = state.method.algorithm === "auto" ? {} : methodRequest(offered(), state.method);
    return { kind: "solve", ...editor.request(), ...choice, ...limitsRequest(state), draw: true };
  }

  /** An answer does not stand under another text. */
  function dropStale() {
    if (subject === "" || subject === subjectNow()) return;
    subject = "";
    panel.close();
    fill(answer, el("p", { class: "placeholder" }, t("problem.none")));
  }

  function solve() {
    if (refuseNumbers(form)) return;
    if (editor.foreign) {
      editor.accept();
      return;
    }
    subject = subjectNow();
    save();
    panel.run([request()], {
      retry: solve,
      onResult: show,
      onError: (error) => {
        subject = "";
        save();
        return editor.failed(error, answer, t("problem.none"));
      },
    });
    reveal(answer);
  }

  /** @param {any} result */
  function show(result) {
    subject = subjectNow();
    save();
    const notice = verdict(result, "actions");
    announce(notice.text);
    fill(
      answer,
      el("div", { class: `notice ${notice.kind}`, id: "verdict", data: { outcome: result.outcome } }, el("p", null, notice.text)),
      el("div", { class: "figures four" }, figures([
        [result.length === null ? "–" : number(result.length), t("problem.length")],
        [result.cost === null ? "–" : number(result.cost), t("compare.cost")],
        [number(result.stats.generated), t("solve.generated")],
        [duration(result.stats.seconds), t("solve.time")],
      ])),
      el("p", { class: "soft small-text" }, `${result.algorithm}${result.heuristic ? ` · ${result.heuristic}` : ""} · ${t("solve.bound")}: ${number(result.lower_bound)} · ${t("solve.expanded")}: ${number(result.stats.expanded)} · ${t("solve.memory")}: ${bytes(result.stats.peak_bytes + result.stats.table_bytes)}`),
      result.actions ? solution(result) : null,
    );
  }

  /** @param {any} result */
  function solution(result) {
    const { actions, states } = result;
    const pictures = result.drawings ?? states;
    const picture = el("pre", { class: "state-card", id: "state", tabIndex: 0, role: "group", "aria-label": t("see.state") });
    const action = el("p", { class: "state-action" });
    const playback = playBack();
    playback.load(actions.length);
    const rows = states.slice(0, LISTED).map((/** @type {string} */ one, /** @type {number} */ i) =>
      el("tr", { onclick: () => playback.go(i) }, el("td", null, String(i)), el("th", { scope: "row", class: "name" }, i === 0 ? t("problem.first") : actions[i - 1]), el("td", { class: "mono name" }, one)));
    const draw = () => {
      const { at } = playback;
      picture.textContent = pictures[at];
      action.textContent = at === 0 ? t("problem.first") : actions[at - 1];
      rows.forEach((/** @type {HTMLElement} */ row, /** @type {number} */ i) => {
        if (i === at) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
      });
      // Only the list scrolls, never the page.
      const row = rows[at];
      const list = row?.closest(".steps");
      if (list && (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)) list.scrollTop = row.offsetTop - list.clientHeight / 2;
    };
    playback.addEventListener("step", draw);
    draw();
    const problem = editor.link();
    return el(
      "div",
      { class: "solution problem-solution" },
      el("div", { class: "solution-side" }, playback, el("div", { class: "state-box" }, action, picture)),
      el(
        "div",
        { class: "solution-side" },
        el(
          "div",
          { class: "table-box steps", tabIndex: 0, role: "region", "aria-label": t("problem.steps") },
          el("table", { id: "steps" }, el("caption", { class: "visually-hidden" }, t("problem.steps")), el("thead", null, el("tr", null, el("th", { scope: "col" }, t("problem.step")), el("th", { scope: "col", class: "name" }, t("problem.action")), el("th", { scope: "col", class: "name" }, t("see.state")))), el("tbody", null, rows)),
        ),
        states.length > LISTED ? el("p", { class: "soft small-text" }, t("see.more", { n: number(states.length - LISTED) })) : null,
        el(
          "div",
          { class: "actions" },
          button({ text: t("problem.copy"), icon: "copy", class: "small", onclick: () => copy(actions.join("; ")) }),
          tableButtons("hueco-solution", () => [["step", "action", "state"], ...states.map((/** @type {string} */ one, /** @type {number} */ i) => [i, i === 0 ? "" : actions[i - 1], one])], () => result),
          el("a", { class: "button small", href: link("see", { ...problem, ...own() }) }, t("solve.see")),
          el("a", { class: "button small", href: link("compare", problem) }, t("compare.name")),
        ),
      ),
    );
  }

  // ── the view
  const form = el(
    "form",
    { class: "card problem-form", onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      solve();
    } },
    editor,
    el(
      "div",
      { class: "settings" },
      kindField("solve", "problem"),
      method,
      el("div", { class: "field-row" }, limitField(state, "seconds", save), limitField(state, "nodes", save, t("solve.unlimited"))),
      el(
        "details",
        { class: "plain" },
        el("summary", null, t("solve.more")),
        el(
          "div",
          { class: "settings" },
          el("div", { class: "field-row" }, limitField(state, "weight", save, "1.5"), limitField(state, "width", save, "1000"), limitField(state, "depth", save, "30")),
          field(t("solve.ties"), select([["", "auto"], ["fifo", t("ties.fifo")], ["lifo", t("ties.lifo")], ["low-h", t("ties.low-h")]], state.ties, (value) => {
            state.ties = value;
            save();
          })),
        ),
      ),
      el("button", { type: "submit", class: "primary", id: "solve-run" }, t("solve.run")),
    ),
  );
  root.append(
    head(t("solve.name"), t("problem.lead")),
    el(
      "div",
      { class: "stack" },
      form,
      el("section", { class: "result", "aria-label": t("solve.result") }, answer),
    ),
  );
  fill(answer, el("p", { class: "placeholder" }, t("problem.none")));
  drawMethod();
  editor.addEventListener("edited", dropStale);
  editor.addEventListener("changed", save);
  editor.addEventListener("accepted", solve);
  editor.addEventListener("described", () => {
    drawMethod();
    save();
    restore();
  });
  function restore() {
    if (panel.running || !available || !editor.description) return;
    const old = recall(request());
    if (old) show(old);
    else if (waiting && !editor.foreign) solve();
    waiting = false;
  }
  capabilities().then((known) => {
    available = known;
    drawMethod();
    restore();
  }, (error) => showError(answer, error));
  editor.open(params);
  return () => panel.close();
}

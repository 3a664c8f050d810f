// Lab: a heuristic, written as a formula, is checked against the true distance of every board; and the quiz. For a problem file:
// lab-problem.js.

import { RequestError } from "../lib/api.js";
import { brief } from "../lib/board.js";
import { scatter } from "../lib/charts.js";
import { miniBoard } from "../elements/tile-board.js";
import { announce, el, field, fill, icon, select, uniqueId } from "../lib/dom.js";
import { JobPanel, recall } from "../lib/job.js";
import { figures } from "../lib/figures.js";
import { kindField } from "../lib/kinds.js";
import { link, writeLink } from "../lib/link.js";
import { head, reveal } from "../lib/panels.js";
import { isProblem } from "../lib/problem.js";
import { BOARDS, quiz } from "../lib/quiz.js";
import { count, number, t } from "../lib/language.js";
import { mount as mountProblem } from "./lab-problem.js";

const EXAMPLES = ["manhattan", "manhattan + conflicts", "manhattan + 2*reversals", "max(walking, inversions)", "misplaced * 3 / 2", "blank"];

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  if (isProblem(params)) return mountProblem(root, params);
  const state = { formula: params.formula ?? "manhattan + 2*reversals", size: params.size ?? "3x3", goal: params.goal ?? "blank-last", quiz: params.quiz ?? "" };
  const answer = el("div", { class: "answer" });
  const panel = new JobPanel(answer);
  const fault = uniqueId();
  const box = el("textarea", { rows: 2, spellcheck: false, value: state.formula, "aria-describedby": fault, oninput: () => {
    state.formula = box.value;
    box.removeAttribute("aria-invalid");
    fill(wrong);
    save();
  }, onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    check();
  } });
  const wrong = el("div", { id: fault, "aria-live": "polite" });

  const save = () => writeLink("lab", { formula: state.formula, size: state.size, goal: state.goal === "blank-last" ? "" : state.goal, quiz: state.quiz }, "tiles");
  const request = () => ({ kind: "check", formula: state.formula.trim(), size: state.size, goal: state.goal });

  function check() {
    fill(wrong);
    box.removeAttribute("aria-invalid");
    panel.run([request()], { retry: check, onResult: show, onError: showFault });
    reveal(answer);
  }

  /** Shows an error in the formula below it, with its position. @param {unknown} error */
  function showFault(error) {
    if (!(error instanceof RequestError) || (error.field !== undefined && error.field !== "formula")) return false;
    box.setAttribute("aria-invalid", "true");
    const column = error.column ?? 1;
    fill(wrong, error.column ? el("div", { class: "caret", "aria-hidden": "true" }, `${state.formula.split("\n")[0]}\n${" ".repeat(column - 1)}▲`) : null, el("p", { class: "verdict bad", id: "formula-fault" }, error.column ? error.message.split("\n")[0] : error.message));
    fill(answer, el("p", { class: "placeholder" }, t("lab.none")));
    box.focus();
    box.setSelectionRange(column - 1, column);
    return true;
  }

  /** @param {any} result */
  function show(result) {
    const verdict = (/** @type {boolean | null} */ holds, /** @type {string} */ yes, /** @type {string} */ no) =>
      el("div", { class: `notice ${holds === true ? "good" : holds === false ? "bad" : "warm"}` }, icon(holds === true ? "check" : holds === false ? "cross" : "minus"), el("p", null, holds === true ? yes : holds === false ? no : t("lab.unknown")));
    const admissible = result.admissible === true ? t("lab.admissible.yes") : t("lab.admissible.no");
    announce(admissible);
    const states = result.states ?? 0;
    const share = (/** @type {number} */ n) => (states > 0 ? `${number((100 * n) / states, 1)} %` : "–");
    const { counterexample: over, inconsistency: broken } = result;
    const board = (/** @type {number[]} */ cells) => ({ rows: result.rows, cols: result.cols, cells });
    fill(
      answer,
      el("p", { class: "soft", id: "lab-states" }, t("lab.states", { n: number(states), d: count("moves", result.radius ?? 0) })),
      el("div", { class: "verdicts" }, verdict(result.admissible, t("lab.admissible.yes"), t("lab.admissible.no")), verdict(result.consistent, t("lab.consistent.yes"), t("lab.consistent.no"))),
      el(
        "div",
        { class: "figures four" },
        figures([[number(result.mean_error ?? 0, 2), t("lab.mean")], [share(result.exact ?? 0), t("lab.exact")], [number(result.overestimated ?? 0), t("lab.over")], [number(result.inconsistent_moves ?? 0), t("lab.broken")]]),
      ),
      over || broken
        ? el(
            "div",
            { class: "counter-examples" },
            over ? el("div", { class: "card", id: "counterexample" }, el("h2", null, t("lab.counter")), el("div", { class: "pair" }, miniBoard(over.board, result.cols)), el("p", null, t("lab.counter.text", { h: over.estimate, d: over.distance })), el("a", { href: link("solve", { board: brief(board(over.board)) }) }, t("solve.name"))) : null,
            broken ? el("div", { class: "card" }, el("h2", null, t("lab.break")), el("div", { class: "pair" }, miniBoard(broken.board, result.cols), "→", miniBoard(broken.after, result.cols)), el("p", null, t("lab.break.text", { h: broken.estimate, after: broken.estimate_after }))) : null,
          )
        : null,
      el("figure", { class: "chart" }, el("figcaption", null, t("lab.chart")), scatter(result.levels ?? []), el("p", { class: "soft small-text" }, t("lab.chart.text"))),
      el(
        "div",
        { class: "actions" },
        el("a", { class: "button small", href: link("solve", { method: "astar", heuristic: "formula", formula: state.formula, board: "8,6,7/2,5,4/3,0,1" }) }, t("lab.use")),
        el("a", { class: "button small", href: link("see", { method: "astar", heuristic: "formula", formula: state.formula, board: "1,2,3/7,4,5/0,8,6" }) }, t("lab.watch")),
      ),
    );
  }

  const test = quiz(state.quiz, (seed) => {
    state.quiz = seed;
    save();
  }, BOARDS);
  root.append(
    head(t("lab.name"), t("lab.lead")),
    el(
      "div",
      { class: "lab-grid" },
      el(
        "div",
        { class: "bench" },
        el(
          "form",
          { class: "card form", onsubmit: (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            check();
          } },
          kindField("lab", "tiles"),
          field(t("lab.formula"), box, t("lab.formula.hint")),
          wrong,
          el("fieldset", null, el("legend", null, t("lab.examples")), el("div", { class: "chips" }, EXAMPLES.map((one) => el("button", { type: "button", class: "chip small mono", onclick: () => {
            box.value = state.formula = one;
            fill(wrong);
            save();
            check();
          } }, one)))),
          field(t("size"), select(["2x2", "2x3", "3x3"].map((one) => [one, one]), state.size, (value) => {
            state.size = value;
            save();
          })),
          el("button", { type: "submit", class: "primary", id: "lab-run" }, t("lab.run")),
        ),
        el("section", { class: "result", "aria-label": t("lab.run") }, answer),
      ),
      test.node,
    ),
  );
  test.start();
  const old = recall(request());
  if (old) show(old);
  else fill(answer, el("p", { class: "placeholder" }, t("lab.none")));
  save();
  return () => {
    panel.close();
    test.close();
  };
}

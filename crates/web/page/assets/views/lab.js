// Lab: a heuristic, written as a formula, is checked against the true distance of every board; and the quiz. For a problem file:
// lab-problem.js.

import { RequestError } from "../lib/api.js";
import { after, brief, goalBoard, readSize, text } from "../lib/board.js";
import { scatter } from "../lib/charts.js";
import { miniBoard } from "../elements/tile-board.js";
import { announce, el, field, fill, icon, select, uniqueId } from "../lib/dom.js";
import { pictureButtons, standalone, tableButtons } from "../lib/export.js";
import { JobPanel, recall } from "../lib/job.js";
import { figures } from "../lib/figures.js";
import { kindField } from "../lib/kinds.js";
import { link, writeLink } from "../lib/link.js";
import { goalField, head, reveal, showError } from "../lib/panels.js";
import { isProblem } from "../lib/problem.js";
import { BOARDS, quiz } from "../lib/quiz.js";
import { count, number, t } from "../lib/language.js";
import { mount as mountProblem } from "./lab-problem.js";

const FEATURES = /** @type {const} */ (["misplaced", "manhattan", "conflicts", "reversals", "inversions", "walking", "blank"]);

/** Random boards on which a formula is compared with the optimum, to find one where A* goes wrong. */
const TRIED = 40;

const EXAMPLES = ["manhattan", "manhattan + conflicts", "manhattan + 2*reversals", "max(walking, inversions)", "misplaced * 3 / 2", "blank"];

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  if (isProblem(params)) return mountProblem(root, params);
  const state = { formula: params.formula ?? "manhattan + 2*reversals", size: params.size ?? "3x3", goal: (params.goal ?? "blank-last").replaceAll(",", " ").replace(/\s*\/\s*/g, " / "), quiz: params.quiz ?? "" };
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

  const goalLink = () => (state.goal === "blank-last" ? "" : state.goal.replace(/\s*\/\s*/g, "/").replaceAll(" ", ","));
  const save = () => writeLink("lab", { formula: state.formula, size: state.size, goal: goalLink(), quiz: state.quiz }, "tiles");
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
    const { node: boardsOf, pick } = examplesOf(result);
    const picture = scatter(result.levels ?? [], pick);
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
            over ? el("div", { class: "card", id: "counterexample" }, el("h2", null, t("lab.counter")), el("div", { class: "pair" }, miniBoard(over.board, result.cols)), el("p", null, t("lab.counter.text", { h: over.estimate, d: over.distance })), el("div", { class: "actions" }, el("a", { class: "button small", href: link("solve", { board: brief(board(over.board)), goal: goalLink() }) }, t("solve.name")), wrongButton(result))) : null,
            broken ? el("div", { class: "card" }, el("h2", null, t("lab.break")), el("div", { class: "pair" }, miniBoard(broken.board, result.cols), "→", miniBoard(broken.after, result.cols)), el("p", null, t("lab.break.text", { h: broken.estimate, after: broken.estimate_after }))) : null,
          )
        : null,
      el("figure", { class: "chart" }, el("figcaption", null, el("span", null, t("lab.chart")), pictureButtons("hueco-lab", () => standalone(picture)), tableButtons("hueco-lab", () => levelRows(result.levels ?? []), () => result)), picture, el("p", { class: "soft small-text" }, t("lab.chart.text")), boardsOf),
      el(
        "div",
        { class: "actions" },
        el("a", { class: "button small", href: link("solve", { method: "astar", heuristic: "formula", formula: state.formula, goal: goalLink(), board: brief(board(shuffled(board(result.goal)))) }) }, t("lab.use")),
        el("a", { class: "button small", href: link("see", { method: "astar", heuristic: "formula", formula: state.formula, goal: goalLink(), board: brief(board(shuffled(board(result.goal)))) }) }, t("lab.watch")),
      ),
    );
  }

  /** The boards of a circle, which a click or a list chooses. @param {any} result */
  function examplesOf({ examples = [], levels = [], cols }) {
    const place = el("div", { class: "all-boards", id: "circle-boards", "aria-live": "polite" });
    const show = (/** @type {string} */ which) => {
      const one = examples[Number(which)];
      const count = levels.find((/** @type {any} */ level) => level.distance === one?.distance)?.estimates.find((/** @type {[number, number]} */ [estimate]) => estimate === one?.estimate)?.[1] ?? 0;
      if (!one || which === "") fill(place);
      else fill(place, one.boards.map((/** @type {number[]} */ cells) => miniBoard(cells, cols)), count > one.boards.length ? el("span", { class: "soft small-text" }, t("see.more", { n: number(count - one.boards.length) })) : null);
    };
    const list = select([["", t("lab.circle.none")], ...examples.map((/** @type {any} */ { distance, estimate }, /** @type {number} */ i) => [String(i), t("lab.circle.one", { d: number(distance), h: number(estimate) })])], "", show);
    const pick = (/** @type {number} */ distance, /** @type {number} */ estimate) => {
      list.value = String(examples.findIndex((/** @type {any} */ one) => one.distance === distance && one.estimate === estimate));
      show(list.value);
    };
    return { node: el("div", { class: "settings circle" }, field(t("lab.circle"), list), place), pick };
  }

  /** Looks for a board from which A* with this formula finds a solution that is not optimal, and shows the search. @param {any} result */
  function wrongButton(result) {
    const place = el("div", { class: "answer" });
    const search = new JobPanel(place);
    searches.push(search);
    const formula = state.formula.trim();
    const find = () => search.run([{ kind: "compare", random: { count: TRIED, seed: 1, size: state.size }, goal: state.goal, algorithms: ["astar"], heuristics: ["manhattan"], formulas: [formula] }], {
      retry: find,
      onResult: ({ rows }) => {
        const optimum = new Map(rows.filter((/** @type {any} */ row) => row.method === "astar+manhattan").map((/** @type {any} */ row) => [row.number, row.length]));
        const longer = rows.filter((/** @type {any} */ row) => row.method !== "astar+manhattan" && row.length > optimum.get(row.number)).sort((/** @type {any} */ a, /** @type {any} */ b) => a.generated - b.generated);
        if (longer.length > 0) location.hash = link("see", { board: brief({ rows: result.rows, cols: result.cols, cells: longer[0].board }), goal: goalLink(), method: "astar", heuristic: "formula", formula, method2: "astar", unit: "share" });
        else fill(place, el("p", { class: "notice" }, t("lab.wrong.none", { n: number(TRIED) })));
      },
      onError: (error) => {
        showError(place, error, find);
        return true;
      },
    });
    return [el("button", { type: "button", class: "small", id: "lab-wrong", onclick: find }, t("lab.wrong")), place];
  }
  /** @type {JobPanel[]} */
  const searches = [];

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
          el("details", { class: "plain" }, el("summary", null, t("lab.features")), el("dl", { class: "features" }, FEATURES.map((name) => [el("dt", { class: "mono" }, name), el("dd", null, t(`feature.${name}`))]))),
          field(t("size"), select(["2x2", "2x3", "3x3"].map((one) => [one, one]), state.size, (value) => {
            state.size = value;
            save();
          })),
          goalField(state.goal, (goal) => {
            state.goal = goal;
            save();
          }, () => {
            const [rows, cols] = readSize(state.size) ?? [3, 3];
            return text(goalBoard("blank-first", rows, cols));
          }),
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
    for (const one of [panel, ...searches]) one.close();
    test.close();
  };
}

/** Another board of the same space: the blank walks along two edges and back through the middle. @param {import("../lib/board.js").Board} goal @returns {number[]} */
function shuffled(goal) {
  let at = goal;
  for (const move of "ULURDLDRULURDDLURDLUURDLDR") at = after(at, /** @type {import("../lib/board.js").Move} */ (move)) ?? at;
  return at.cells;
}

/** The circles of the chart as a table. @param {{ distance: number, estimates: [number, number][] }[]} levels */
const levelRows = (levels) => [["distance", "estimate", "boards"], ...levels.flatMap(({ distance, estimates }) => estimates.map(([estimate, boards]) => [distance, estimate, boards]))];

// See: one search, or two of the same problem side by side, stepped forward and back together. A trace is requested once; stepping
// through it happens here (lib/replay.js).

import { capabilities, samplePuzzles } from "../lib/api.js";
import { aligned, read } from "../lib/board.js";
import { boardEditor } from "../elements/board-editor.js";
import { playBack } from "../elements/play-back.js";
import { problemEditor } from "../elements/problem-editor.js";
import { searchPane } from "../elements/search-pane.js";
import { el, field, fill, select } from "../lib/dom.js";
import { JobPanel } from "../lib/job.js";
import { writeLink } from "../lib/link.js";
import { methodFields, methodRequest } from "../lib/methods.js";
import { goalField, head, reveal, showError } from "../lib/panels.js";
import { fitting, isProblem } from "../lib/problem.js";
import { Replay } from "../lib/replay.js";
import { t } from "../lib/language.js";

/** @typedef {"tiles" | "sums" | "problem"} Domain */

/** The limit of events per trace. */
const MOST_EVENTS = 20000;

/** The methods whose traces show a tree. */
const WATCHED = ["bfs", "ucs", "greedy", "astar", "wastar", "dfs", "dls", "iddfs", "idastar", "bidirectional", "nbs", "beam", "stack", "rbfs", "smastar", "bfhs", "ibex", "dps", "arastar", "awastar", "hdastar", "dvcbs"];

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  const state = {
    domain: /** @type {Domain} */ (isProblem(params) ? "problem" : params.domain === "sums" ? "sums" : "tiles"),
    goal: (params.goal ?? (params.board ? "blank-last" : "1,2,3 / 8,0,4 / 7,6,5")).replaceAll(",", " ").replace(/\s*\/\s*/g, " / "),
    first: { algorithm: params.method ?? "astar", heuristic: params.heuristic ?? "manhattan", formula: params.formula ?? "manhattan" },
    second: { algorithm: params.method2 ?? "", heuristic: params.heuristic2 ?? "manhattan", formula: params.formula2 ?? "manhattan" },
    unit: /** @type {"examined" | "event"} */ (params.unit === "event" ? "event" : "examined"),
    step: Math.max(0, Number(params.step) || 0),
    puzzle: params.puzzle ?? "cross",
    source: params.text ?? "",
  };
  /** @type {any} */
  let available = null;
  /** @type {{ name: string, text: string }[]} */
  let puzzles = [];
  /** @type {import("../elements/search-pane.js").SearchPane[]} */
  let panes = [];

  const editor = boardEditor();
  editor.goal = state.goal;
  const problem = problemEditor();
  /** Whether the problem editor was opened: it asks the server. */
  let opened = false;
  const playback = playBack();
  const stage = el("div", { class: "stage" });
  const panel = new JobPanel(stage);
  const transport = el("div", { class: "transport" });
  const what = el("div", { class: "see-what" });
  const methods = el("div", { class: "see-methods" });
  const setup = el("details", { class: "card setup", open: true });
  const summary = el("span", { class: "soft mono" });
  const source = el("textarea", { rows: 8, spellcheck: false, value: state.source, oninput: () => {
    state.source = source.value;
    save();
  } });

  function save() {
    const tiles = state.domain === "tiles";
    const sums = state.domain === "sums";
    writeLink("see", {
      ...(state.domain === "problem" ? problem.link() : {}),
      domain: sums ? "sums" : "",
      board: tiles ? editor.text.trim().replace(/[^\S\n]+/g, ",").replace(/,*\n,*/g, "/") : "",
      goal: !tiles || state.goal === "blank-last" ? "" : state.goal.replace(/\s*\/\s*/g, "/").replaceAll(" ", ","),
      puzzle: sums ? state.puzzle : "",
      text: sums && state.puzzle === "own" ? state.source : "",
      method: state.first.algorithm,
      heuristic: state.first.heuristic === "manhattan" ? "" : state.first.heuristic,
      formula: state.first.heuristic === "formula" ? state.first.formula : "",
      method2: state.second.algorithm,
      heuristic2: state.second.algorithm && state.second.heuristic !== "manhattan" ? state.second.heuristic : "",
      formula2: state.second.algorithm && state.second.heuristic === "formula" ? state.second.formula : "",
      unit: state.unit === "event" ? "event" : "",
      step: state.step,
    });
  }

  /** @param {typeof state.first} method */
  function request(method) {
    if (state.domain === "problem") return { kind: "trace", domain: "any", ...problem.request(), ...methodRequest(fitting(available, problem.description), method), events: MOST_EVENTS };
    if (state.domain === "sums") return { kind: "trace", domain: "sums", puzzle: state.puzzle === "own" ? state.source : puzzles.find(({ name }) => name === state.puzzle)?.text ?? state.source, method: method.algorithm, events: MOST_EVENTS };
    return { kind: "trace", domain: "tiles", board: editor.text.trim(), goal: state.goal, ...methodRequest(available, method), events: MOST_EVENTS };
  }

  function watch() {
    if (state.domain === "problem" && problem.foreign) {
      problem.accept();
      return;
    }
    transport.hidden = true;
    const chosen = [state.first, ...(state.second.algorithm ? [state.second] : [])];
    panel.run(chosen.map(request), {
      retry: watch,
      reuse: true,
      onResult: (...traces) => show(traces.map((trace) => new Replay(trace))),
      onError: (error) => {
        if (state.domain !== "problem") return false;
        setup.open = true;
        return problem.failed(error, stage, t("see.none"));
      },
    });
  }

  /** @param {Replay[]} replays */
  function show(replays) {
    // Parity proves that there is no solution: nothing was searched.
    if (replays.every((replay) => replay.nodes.length === 0 && replay.end.outcome === "unsolvable")) {
      fill(stage, el("p", { class: "notice warm", id: "see-unsolvable" }, `${t("play.unsolvable")} ${t("see.unsearched")}`));
      return;
    }
    panes = replays.map((replay) => {
      const pane = searchPane();
      pane.load(replay);
      return pane;
    });
    stage.className = `stage ${panes.length > 1 ? "two" : ""}`;
    fill(stage, panes);
    setup.open = false;
    const settings = Object.entries(problem.set).map(([name, value]) => `, ${name} = ${value.replace(/\s+/g, " ").slice(0, 40)}`);
    if (state.domain === "problem") summary.textContent = `${problem.description?.problem ?? problem.file}${settings.join("")}`;
    else summary.textContent = state.domain === "sums" ? state.puzzle : `${editor.text.trim().replace(/\s*\n\s*/g, " / ")} → ${state.goal}`;
    transport.hidden = false;
    reveal(stage, 0.3);
    const length = Math.max(...replays.map((replay) => replay.length(state.unit)));
    playback.load(length, Math.min(state.step, length));
    showStep();
  }

  function showStep() {
    state.step = playback.at;
    for (const pane of panes) pane.go(playback.at, state.unit);
    save();
  }
  playback.addEventListener("step", showStep);

  // ── the form
  function drawWhat() {
    what.classList.toggle("texts", state.domain === "problem");
    if (state.domain === "problem") {
      fill(what, problem);
      if (!opened) problem.open(isProblem(params) ? params : {});
      else problem.resume();
      opened = true;
      return;
    }
    if (state.domain === "tiles") {
      fill(
        what,
        editor,
        el("div", { class: "settings" }, goalField(state.goal, (goal) => {
          state.goal = goal;
          editor.goal = goal;
          editor.judge();
          save();
        }, () => editor.text.trim().replaceAll("\n", " / ")), el("div", { class: "field-row" }, editor.randomButton(() => {
          const now = read(editor.text);
          return now ? [now.rows, now.cols] : [3, 3];
        }))),
      );
      return;
    }
    const own = field(t("see.source"), source);
    own.hidden = state.puzzle !== "own";
    fill(
      what,
      field(t("see.puzzle"), select([...puzzles.map(({ name }) => /** @type {[string, string]} */ ([name, name])), ["own", t("see.puzzle.own")]], state.puzzle, (value) => {
        if (value === "own" && !state.source) source.value = state.source = puzzles.find(({ name }) => name === state.puzzle)?.text ?? "";
        state.puzzle = value;
        own.hidden = value !== "own";
        save();
      })),
      own,
    );
  }

  function drawMethods() {
    const sums = state.domain === "sums";
    const file = state.domain === "problem";
    const offered = sums ? { algorithms: (available?.sums_methods ?? ["bfs", "dfs", "propagate"]).map((/** @type {string} */ name) => ({ name, informed: false })), heuristics: [] } : file ? fitting(available, problem.description) : available;
    const only = sums ? undefined : WATCHED;
    const before = [state.first, state.second].map((method) => ({ ...method }));
    fill(methods, methodFields(offered, state.first, save, { only, formulas: !file }), methodFields(offered, state.second, save, { only, formulas: !file, none: t("see.second.none") }));
    // Until the file is loaded the choice is kept.
    if (file && !problem.description) [state.first, state.second].forEach((method, i) => Object.assign(method, before[i]));
    const [, second] = methods.querySelectorAll(".method .field-name");
    const label = methods.lastElementChild?.querySelector(".field-name");
    if (second && label) label.textContent = t("see.second");
  }

  // A file that a link names is watched as soon as it and the methods are known.
  let waiting = isProblem(params);
  function watchOpened() {
    if (!waiting || !available || !problem.description || state.domain !== "problem") return;
    waiting = false;
    watch();
  }
  problem.addEventListener("changed", () => state.domain === "problem" && save());
  problem.addEventListener("accepted", () => panel.running || watch());
  problem.addEventListener("described", () => {
    if (state.domain !== "problem") return;
    drawMethods();
    save();
    watchOpened();
  });

  const given = params.board?.trim() ?? "";
  editor.text = given ? aligned(given) : "2 8 3\n1 6 4\n7 0 5";
  editor.addEventListener("judged", save);
  fill(
    transport,
    playback,
    field(t("see.unit"), select([["examined", t("see.unit.examined")], ["event", t("see.unit.event")]], state.unit, (value) => {
      const at = panes[0]?.at ?? 0;
      const replay = panes[0]?.replay;
      state.unit = value === "event" ? "event" : "examined";
      const length = Math.max(0, ...panes.map((pane) => pane.replay?.length(state.unit) ?? 0));
      playback.load(length, !replay ? 0 : state.unit === "event" ? at + 1 : Replay.upTo(replay.examinedAt, at));
      showStep();
    })),
  );
  transport.hidden = true;
  root.append(
    head(t("see.name"), t("see.lead")),
    setup,
    transport,
    stage,
  );
  fill(
    setup,
    el("summary", null, el("span", null, t("see.setup")), summary),
    el(
      "form",
      { class: "see-form", onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        state.step = 0;
        watch();
      } },
      el(
        "div",
        { class: "see-side" },
        field(t("kind"), select([["tiles", t("kind.tiles")], ["sums", t("kind.sums")], ["problem", t("kind.problem")]], state.domain, (value) => {
          state.domain = /** @type {Domain} */ (value);
          if (state.domain === "sums") Object.assign(state.first, { algorithm: "bfs" });
          drawWhat();
          drawMethods();
          save();
        })),
        methods,
        el("button", { type: "submit", class: "primary", id: "see-run" }, t("see.run")),
      ),
      what,
    ),
  );
  drawWhat();
  drawMethods();
  fill(stage, el("p", { class: "placeholder" }, t("see.none")));
  Promise.all([capabilities(), samplePuzzles()]).then(([known, samples]) => {
    available = known;
    puzzles = samples;
    if (state.domain === "sums") drawWhat();
    drawMethods();
    if (params.board || params.puzzle) watch();
    else watchOpened();
  }, (error) => showError(stage, error, watch));
  return () => {
    panel.close();
    playback.stop();
  };
}

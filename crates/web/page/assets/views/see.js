// See: one search, or up to four of the same problem side by side, stepped forward and back together. A trace is requested once;
// stepping through it happens here (lib/replay.js).

import { capabilities, samplePuzzles } from "../lib/api.js";
import { aligned, read, tokens } from "../lib/board.js";
import { boardEditor } from "../elements/board-editor.js";
import { playBack } from "../elements/play-back.js";
import { problemEditor } from "../elements/problem-editor.js";
import { searchPane } from "../elements/search-pane.js";
import { announce, button, el, field, fill, reducedMotion, select } from "../lib/dom.js";
import { JobPanel } from "../lib/job.js";
import { lectureMode, stepWithKeys } from "../lib/lecture.js";
import { limitField, limitsIn, limitsRequest } from "../lib/limits.js";
import { noteLink, writeLink } from "../lib/link.js";
import { methodFields, methodRequest } from "../lib/methods.js";
import { refuseNumbers } from "../lib/numbers.js";
import { goalField, head, reveal, showError } from "../lib/panels.js";
import { PRESETS, isPreset, presetLinks } from "../lib/presets.js";
import { fitting, isProblem } from "../lib/problem.js";
import { Replay } from "../lib/replay.js";
import { t } from "../lib/language.js";

/** @typedef {"tiles" | "sums" | "problem"} Domain */
/** @typedef {"examined" | "event" | "share"} Unit */

/** The most searches side by side. */
const MOST_PANES = 4;

/** The orders of children that can be chosen. */
const ORDERS = ["ULRD", "ULDR", "URLD", "URDL", "UDLR", "UDRL", "LURD", "LUDR", "LRUD", "LRDU", "LDUR", "LDRU", "RULD", "RUDL", "RLUD", "RLDU", "RDUL", "RDLU", "DULR", "DURL", "DLUR", "DLRU", "DRUL", "DRLU"];

/** The names of a pane's values in an address: `method`, `method2` … @param {string} name @param {number} pane from 0 */
const numbered = (name, pane) => (pane === 0 ? name : `${name}${pane + 1}`);

/** The limit of events per trace. */
const MOST_EVENTS = 20000;

/** The methods whose traces show a tree. */
const WATCHED = ["bfs", "ucs", "greedy", "astar", "wastar", "dfs", "dls", "iddfs", "idastar", "bidirectional", "nbs", "beam", "stack", "rbfs", "smastar", "bfhs", "ibex", "dps", "arastar", "awastar", "hdastar", "dvcbs"];

/** @param {HTMLElement} root @param {Record<string, string>} given */
export function mount(root, given) {
  // Without an address, the first example is shown, and it moves.
  const first = Object.keys(given).length === 0;
  const params = first ? PRESETS[0].params : given;
  const example = isPreset(params);
  const state = {
    domain: /** @type {Domain} */ (isProblem(params) ? "problem" : params.domain === "sums" ? "sums" : "tiles"),
    goal: (params.goal ?? (params.board ? "blank-last" : PRESETS[0].params.goal)).replaceAll(",", " ").replace(/\s*\/\s*/g, " / "),
    methods: Array.from({ length: MOST_PANES }, (_, i) => ({
      algorithm: params[numbered("method", i)] ?? (i === 0 ? "astar" : ""),
      heuristic: params[numbered("heuristic", i)] ?? "manhattan",
      formula: params[numbered("formula", i)] ?? "manhattan",
    })),
    ...limitsIn(params),
    order: ORDERS.includes(params.order ?? "") ? params.order : "",
    unit: /** @type {Unit} */ (params.unit === "event" || params.unit === "share" ? params.unit : "examined"),
    step: Math.max(0, Number(params.step) || 0),
    code: params.pseudocode === "1",
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
  const options = el("div", { class: "settings" });
  const examples = el("div");
  /** What a link says about the panes, until they are there. */
  let restored = false;
  const setup = el("details", { class: "card setup", open: true });
  const summary = el("span", { class: "soft mono" });
  const source = el("textarea", { rows: 8, spellcheck: false, value: state.source, oninput: () => {
    state.source = source.value;
    save();
  } });

  /** The methods that are chosen. */
  const chosen = () => state.methods.filter(({ algorithm }, i) => i === 0 || algorithm !== "");

  /** The choices in the panes, for a link. @returns {Record<string, string>} */
  const paneChoices = () => Object.fromEntries(panes.flatMap((pane, i) => Object.entries(pane.choices).map(([name, value]) => [numbered(name, i), value])));

  /** What an address says. */
  function address() {
    const tiles = state.domain === "tiles";
    const sums = state.domain === "sums";
    const named = chosen().flatMap(({ algorithm, heuristic, formula }, i) => [[numbered("method", i), algorithm], [numbered("heuristic", i), heuristic === "manhattan" ? "" : heuristic], [numbered("formula", i), heuristic === "formula" ? formula : ""]]);
    return {
      ...(state.domain === "problem" ? problem.link() : {}),
      domain: sums ? "sums" : "",
      board: tiles ? editor.text.trim().replace(/[^\S\n]+/g, ",").replace(/,*\n,*/g, "/") : "",
      goal: !tiles || state.goal === "blank-last" ? "" : state.goal.replace(/\s*\/\s*/g, "/").replaceAll(" ", ","),
      puzzle: sums ? state.puzzle : "",
      text: sums && state.puzzle === "own" ? state.source : "",
      ...Object.fromEntries(named),
      ...(sums ? {} : { ties: state.ties, weight: state.weight, width: state.width, depth: state.depth }),
      order: tiles ? state.order : "",
      unit: state.unit === "examined" ? "" : state.unit,
      step: state.step,
      pseudocode: state.code,
      ...(restored ? paneChoices() : {}),
    };
  }
  /** @type {number | undefined} */
  let saving;
  function save() {
    clearTimeout(saving);
    saving = undefined;
    writeLink("see", address());
  }
  /** Stepping and panning change the address all the time: it is written when the hand rests. */
  const saveSoon = () => {
    clearTimeout(saving);
    saving = window.setTimeout(save, 200);
  };

  /** @param {typeof state.methods[0]} method */
  function request(method) {
    const { ties, weight, width, depth } = state;
    const tuning = limitsRequest({ ties, weight, width, depth });
    if (state.domain === "problem") return { kind: "trace", domain: "any", ...problem.request(), ...methodRequest(fitting(available, problem.description), method), ...tuning, events: MOST_EVENTS };
    if (state.domain === "sums") return { kind: "trace", domain: "sums", puzzle: state.puzzle === "own" ? state.source : puzzles.find(({ name }) => name === state.puzzle)?.text ?? state.source, method: method.algorithm, events: MOST_EVENTS };
    return { kind: "trace", domain: "tiles", board: editor.text.trim(), goal: state.goal, ...methodRequest(available, method), ...tuning, ...(state.order ? { order: state.order } : {}), events: MOST_EVENTS };
  }

  function watch() {
    if (refuseNumbers(setup)) return;
    if (state.domain === "problem" && problem.foreign) {
      problem.accept();
      return;
    }
    transport.hidden = true;
    panel.run(chosen().map(request), {
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
    stage.className = `stage ${panes.length > 1 ? "two" : ""} ${panes.length > 2 ? "many" : ""}`;
    fill(stage, panes);
    showCode();
    setup.open = false;
    const settings = Object.entries(problem.set).map(([name, value]) => `, ${name} = ${value.replace(/\s+/g, " ").slice(0, 40)}`);
    if (state.domain === "problem") summary.textContent = `${problem.description?.problem ?? problem.file}${settings.join("")}`;
    else summary.textContent = state.domain === "sums" ? state.puzzle : `${editor.text.trim().replace(/\s*\n\s*/g, " / ")} → ${state.goal}`;
    transport.hidden = false;
    // The examples stay in view beside what they show.
    if (!example) reveal(stage, 0.3);
    const length = longest();
    playback.load(length, Math.min(state.step, length));
    showStep();
    if (!restored) panes.forEach((pane, i) => pane.restore({ fold: params[numbered("fold", i)] ?? "", pick: params[numbered("pick", i)] ?? "", view: params[numbered("view", i)] ?? "" }));
    restored = true;
    save();
    for (const pane of panes) for (const event of ["pick", "chosen"]) pane.tree.addEventListener(event, saveSoon);
    if (first && !reducedMotion()) playback.start();
  }

  const longest = () => Math.max(0, ...panes.map((pane) => pane.replay?.length(state.unit === "event" ? "event" : "examined") ?? 0));

  function showStep() {
    state.step = playback.at;
    for (const pane of panes) pane.go(playback.at, state.unit, playback.length);
    if (!playback.playing) announce(panes.map((pane) => pane.spoken).join(" "));
    saveSoon();
  }

  const showCode = () => stage.classList.toggle("coded", state.code);
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
        }), editor.emptyButton(() => {
          const { rows, cols } = tokens(editor.text);
          return rows * cols > 1 ? [rows, cols] : [3, 3];
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
    const before = state.methods.map((method) => ({ ...method }));
    // After the last method that is chosen there is room for one more.
    const shown = Math.min(MOST_PANES, chosen().length + 1);
    const changed = () => {
      compact();
      if (shown !== Math.min(MOST_PANES, chosen().length + 1)) drawMethods();
      save();
    };
    fill(methods, state.methods.slice(0, shown).map((method, i) => {
      const fields = methodFields(offered, method, changed, { only, formulas: !file, none: i > 0 ? t("see.second.none") : undefined });
      const label = fields.querySelector(".field-name");
      if (i > 0 && label) label.textContent = t("see.second");
      return fields;
    }));
    // Until the file is loaded the choice is kept.
    if (file && !problem.description) state.methods.forEach((method, i) => Object.assign(method, before[i]));
  }

  /** Moves the methods that are chosen to the front. */
  function compact() {
    const kept = chosen();
    state.methods = [...kept, ...state.methods.filter((method) => !kept.includes(method))];
  }

  function drawOptions() {
    const ties = field(t("solve.ties"), select([["", "auto"], ["fifo", t("ties.fifo")], ["lifo", t("ties.lifo")], ["low-h", t("ties.low-h")]], state.ties, (value) => {
      state.ties = value;
      save();
    }));
    const order = field(t("solve.order"), select([["", "ULRD"], ...ORDERS.slice(1).map((one) => /** @type {[string, string]} */ ([one, one]))], state.order, (value) => {
      state.order = value;
      save();
    }));
    fill(options, el("div", { class: "field-row" }, ties, state.domain === "tiles" ? order : null), el("div", { class: "field-row" }, limitField(state, "weight", save, "1.5"), limitField(state, "width", save, "1000"), limitField(state, "depth", save, "30")));
  }

  // A file that a link names is watched as soon as it and the methods are known.
  let waiting = isProblem(params);
  function watchOpened() {
    if (!waiting || !available || !problem.description || state.domain !== "problem") return;
    waiting = false;
    watch();
  }
  // A search of the old text is of no use under a new one.
  problem.addEventListener("edited", () => {
    if (state.domain !== "problem" || !panel.running) return;
    panel.close();
    fill(stage, el("p", { class: "placeholder" }, t("see.none")));
  });
  problem.addEventListener("changed", () => state.domain === "problem" && save());
  problem.addEventListener("accepted", () => panel.running || watch());
  problem.addEventListener("described", () => {
    if (state.domain !== "problem") return;
    drawMethods();
    save();
    watchOpened();
  });

  const board = params.board?.trim() ?? "";
  editor.text = board ? aligned(board) : "2 8 3\n1 6 4\n7 0 5";
  editor.addEventListener("judged", save);
  const area = el("div", { class: "see-area" }, transport, stage);
  const lecture = lectureMode(area, (on) => {
    lectureButton.setAttribute("aria-pressed", String(on));
    for (const pane of panes) pane.tree.show(pane.at);
  });
  const lectureButton = button({ text: t("see.lecture"), icon: "fit", class: "small", onclick: () => lecture.toggle() });
  lectureButton.id = "lecture";
  lectureButton.setAttribute("aria-pressed", "false");
  const codeBox = el("input", { type: "checkbox", checked: state.code, id: "see-code", onchange: () => {
    state.code = codeBox.checked;
    showCode();
    save();
  } });
  const units = select([["examined", t("see.unit.examined")], ["event", t("see.unit.event")], ["share", t("see.unit.share")]], state.unit, (value) => {
    const at = panes[0]?.at ?? 0;
    const replay = panes[0]?.replay;
    state.unit = /** @type {Unit} */ (value);
    playback.load(longest(), !replay ? 0 : state.unit === "event" ? at + 1 : Replay.upTo(replay.examinedAt, at));
    showStep();
  });
  units.id = "see-unit";
  fill(
    transport,
    playback,
    el(
      "div",
      { class: "transport-more" },
      field(t("see.unit"), units),
      el("label", { class: "check small-text" }, codeBox, el("span", null, t("see.code"))),
      lectureButton,
    ),
  );
  const removeKeys = stepWithKeys(playback, () => !transport.hidden);
  transport.hidden = true;
  root.append(
    head(t("see.name"), t("see.lead")),
    examples,
    setup,
    area,
    el("p", { class: "keys" }, t("see.keys")),
  );
  fill(examples, presetLinks(params));
  fill(
    setup,
    el("summary", null, el("span", null, t("see.setup")), summary),
    el(
      "form",
      { class: "see-form", onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        state.step = 0;
        fill(examples, presetLinks({}));
        watch();
      } },
      el(
        "div",
        { class: "see-side" },
        field(t("kind"), select([["tiles", t("kind.tiles")], ["sums", t("kind.sums")], ["problem", t("kind.problem")]], state.domain, (value) => {
          state.domain = /** @type {Domain} */ (value);
          if (state.domain === "sums") state.methods.forEach((method, i) => (method.algorithm = i === 0 ? "bfs" : ""));
          drawWhat();
          drawMethods();
          drawOptions();
          save();
        })),
        methods,
        el("details", { class: "plain" }, el("summary", null, t("solve.more")), options),
        el("button", { type: "submit", class: "primary", id: "see-run" }, t("see.run")),
      ),
      what,
    ),
  );
  drawWhat();
  drawMethods();
  drawOptions();
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
    lecture.close();
    removeKeys();
    if (saving !== undefined) noteLink("see", address());
    clearTimeout(saving);
  };
}

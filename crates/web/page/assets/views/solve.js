// Solve: a board, a goal, a method and its limits; then the result (for a problem file: solve-problem.js). While a search runs, better solutions and lower bounds are shown
// as they arrive; the difference between the two is the gap.

import { RequestError, capabilities } from "../lib/api.js";
import { aligned, boardsAlong, brief, goalBoard, lines, read, readSize } from "../lib/board.js";
import { boardEditor } from "../elements/board-editor.js";
import { playBack } from "../elements/play-back.js";
import { miniBoard, tileBoard } from "../elements/tile-board.js";
import { announce, button, download, el, field, fill, select } from "../lib/dom.js";
import { film } from "../lib/export.js";
import { figures, verdict } from "../lib/figures.js";
import { JobPanel, recall } from "../lib/job.js";
import { kindField } from "../lib/kinds.js";
import { limitField, limitsIn, limitsOut, limitsRequest } from "../lib/limits.js";
import { link, writeLink } from "../lib/link.js";
import { refuseNumbers } from "../lib/numbers.js";
import { methodFields, methodRequest, offered } from "../lib/methods.js";
import { copy, goalField, grouped, head, reveal, showError } from "../lib/panels.js";
import { isProblem } from "../lib/problem.js";
import { bytes, count, duration, number, t } from "../lib/language.js";
import { mount as mountProblem } from "./solve-problem.js";

/** @typedef {import("../lib/board.js").Board} Board */

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  if (isProblem(params)) return mountProblem(root, params);
  const state = {
    goal: (params.goal ?? "blank-last").replaceAll(",", " ").replace(/\s*\/\s*/g, " / "),
    method: { algorithm: params.method ?? "auto", heuristic: params.heuristic ?? "manhattan", formula: params.formula ?? "manhattan" },
    ...limitsIn(params),
    order: params.order ?? "",
  };
  /** @type {any} */
  let available = null;
  /** The board and the goal of the result that is shown or awaited. */
  let subject = "";
  const subjectNow = () => `${editor.text.trim().replace(/\s+/g, " ")} → ${state.goal}`;
  const editor = boardEditor();
  editor.goal = state.goal;
  const answer = el("div", { class: "answer" });
  const panel = new JobPanel(answer);
  const method = el("div");
  const drawMethod = () => fill(method, methodFields(available, state.method, save, { auto: true }));

  function save() {
    const board = editor.board;
    writeLink("solve", {
      board: board ? brief(board) : editor.text.trim().replaceAll("\n", "/"),
      goal: state.goal === "blank-last" ? "" : state.goal.replace(/\s*\/\s*/g, "/").replaceAll(" ", ","),
      method: state.method.algorithm === "auto" ? "" : state.method.algorithm,
      heuristic: state.method.heuristic === "manhattan" ? "" : state.method.heuristic,
      formula: state.method.heuristic === "formula" ? state.method.formula : "",
      ...limitsOut(state),
      order: state.order,
      run: subject !== "" && subject === subjectNow(),
    }, "tiles");
  }

  function request() {
    const choice = state.method.algorithm === "auto" ? {} : methodRequest(available, state.method);
    const wanted = /** @type {Record<string, any>} */ ({ kind: "solve", board: editor.text.trim(), goal: state.goal, ...choice, ...limitsRequest(state) });
    if (state.order !== "") wanted.order = state.order;
    return wanted;
  }

  /** An answer does not stand under another board. */
  function dropStale() {
    if (subject === "" || subject === subjectNow()) return;
    subject = "";
    panel.close();
    fill(answer, el("p", { class: "placeholder" }, t("solve.none")));
  }

  function solve() {
    if (refuseNumbers(form)) return;
    const wanted = request();
    subject = subjectNow();
    save();
    const live = el("div", { class: "live-figures figures four" });
    const history = el("ol", { class: "better" });
    const soFar = el("div", { class: "so-far" });
    /** @type {{ best: number | null, bound: number | null, seconds: number, generated: number }} */
    const now = { best: null, bound: null, seconds: 0, generated: 0 };
    const draw = () => fill(live, figures([
      [now.best === null ? "–" : number(now.best), t("solve.length")],
      [now.bound === null ? "–" : number(now.bound), t("solve.bound")],
      [gap(now.best, now.bound), t("solve.gap")],
      [number(now.generated), t("solve.generated")],
    ]));
    draw();
    const start = read(wanted.board);
    panel.run([wanted], {
      retry: solve,
      below: [live, soFar, history],
      onResult: (result) => show(result, wanted),
      onProgress: (data) => {
        Object.assign(now, { seconds: data.seconds ?? now.seconds, generated: data.generated ?? now.generated, bound: data.lower_bound ?? now.bound });
        draw();
      },
      onBetter: (data) => {
        if (now.best !== null && data.length >= now.best) return;
        now.best = data.length;
        now.bound = data.lower_bound ?? now.bound;
        history.append(el("li", null, t("solve.better", { n: count("moves", data.length), time: duration(data.seconds ?? now.seconds) })));
        history.scrollTop = history.scrollHeight;
        if (start && typeof data.moves === "string") offerSolution(soFar, start, data.moves);
        draw();
      },
      onError: (error) => {
        // The editor already shows what is wrong with the board.
        subject = "";
        const shown = error instanceof RequestError && error.code === "bad_board" && editor.board === null;
        if (!shown) return false;
        fill(answer, el("p", { class: "placeholder" }, t("solve.none")));
        editor.area.focus();
        return true;
      },
    });
    reveal(answer);
  }

  /** A button that plays the best solution so far while the search continues. @param {Element} place @param {Board} start @param {string} moves */
  function offerSolution(place, start, moves) {
    const old = place.querySelector("button");
    const focused = old !== null && old === document.activeElement;
    const watch = button({ text: t("solve.sofar", { n: count("moves", moves.length) }), icon: "play", class: "small", onclick: () => {
      const goal = goalBoard(state.goal, start.rows, start.cols);
      const { node, playback } = playbackOf(start, goal, moves);
      fill(place, watch, el("div", { class: "solution" }, el("div", { class: "solution-board" }, node), el("div", { class: "solution-side" }, playback)));
      playback.start();
      watch.focus();
    } });
    watch.id = "so-far";
    if (old) old.replaceWith(watch);
    else place.append(watch);
    if (focused) watch.focus();
  }

  /** A board and the playback of its moves. @param {Board} start @param {Board} goal @param {string} moves */
  function playbackOf(start, goal, moves) {
    const along = boardsAlong(start, moves);
    const board = tileBoard();
    const playback = playBack();
    playback.load(moves.length);
    board.show(start, { goal });
    requestAnimationFrame(() => board.classList.add("settled"));
    playback.addEventListener("step", () => board.show(along[playback.at], { goal }));
    return { node: board, playback, along };
  }

  /** @param {any} result @param {Record<string, any>} wanted the request that it answers */
  function show(result, wanted) {
    subject = subjectNow();
    save();
    const start = { rows: result.rows, cols: result.cols, cells: result.board };
    const goal = { rows: result.rows, cols: result.cols, cells: result.goal };
    const notice = verdict(result, "moves");
    announce(notice.text);
    const parts = [el("div", { class: `notice ${notice.kind}`, id: "verdict", data: { outcome: result.outcome } }, el("p", null, notice.text))];
    if (result.outcome === "unsolvable" && (result.stats?.generated ?? 0) === 0) {
      fill(answer, parts);
      return;
    }
    parts.push(el("div", { class: "figures four" }, figures([
      [result.length === null ? "–" : number(result.length), t("compare.length")],
      [result.lower_bound === null || result.lower_bound === undefined ? "–" : number(result.lower_bound), t("solve.bound")],
      [number(result.stats?.generated ?? 0), t("solve.generated")],
      [duration(result.stats?.seconds ?? 0), t("solve.time")],
    ])));
    parts.push(el("p", { class: "soft small-text" }, `${result.algorithm ?? ""}${result.heuristic ? ` · ${result.heuristic}` : ""} · ${t("solve.expanded")}: ${number(result.stats?.expanded ?? 0)} · ${t("solve.memory")}: ${bytes((result.stats?.peak_bytes ?? 0) + (result.stats?.table_bytes ?? 0))}`));
    if (typeof result.moves === "string") parts.push(solution(start, goal, result, wanted));
    fill(answer, parts);
  }

  /** @param {Board} start @param {Board} goal @param {any} result @param {Record<string, any>} wanted */
  function solution(start, goal, result, wanted) {
    const { node: board, playback, along } = playbackOf(start, goal, result.moves);
    const letters = el("p", { class: "mono moves-text", tabIndex: 0, role: "group", "aria-label": t("solve.moves") }, grouped(result.moves));
    const all = el("div", { class: "all-boards" });
    const details = el("details", { ontoggle: () => {
      if (!details.open || all.childElementCount > 0) return;
      fill(all, along.map((one, i) => el("figure", null, miniBoard(one.cells, one.cols, { moved: i > 0 ? one.cells[along[i - 1].cells.indexOf(0)] : null }), el("figcaption", null, i === 0 ? "0" : `${i} ${result.moves[i - 1]}`))));
    } }, el("summary", null, t("solve.boards")), all);
    const name = `hueco-${result.rows}x${result.cols}-${result.length}`;
    return el(
      "div",
      { class: "solution" },
      el("div", { class: "solution-board" }, board),
      el(
        "div",
        { class: "solution-side" },
        playback,
        el("h2", null, t("solve.moves")),
        letters,
        el(
          "div",
          { class: "actions" },
          button({ text: t("solve.copy"), icon: "copy", class: "small", onclick: () => copy(result.moves) }),
          button({ text: t("solve.json"), icon: "download", class: "small", onclick: () => download(`${name}.json`, `${JSON.stringify(result)}\n`, "application/json") }),
          button({ text: t("solve.film"), icon: "download", class: "small", onclick: () => download(`${name}.svg`, film(along), "image/svg+xml") }),
          button({ text: t("solve.textfile"), icon: "download", class: "small", onclick: () => download(`${name}.txt`, `${along.map(lines).join("\n\n")}\n`) }),
        ),
        el(
          "div",
          { class: "actions" },
          el("a", { class: "button small", href: link("play", { board: brief(start), goal: state.goal === "blank-last" ? "" : brief(goal) }) }, t("solve.play")),
          seeLink(start, goal, result, wanted),
        ),
        details,
      ),
    );
  }

  /** To the same search in See. If `auto` chose what cannot be watched (tables, a construction), A* is offered, by its name. @param {Board} start @param {Board} goal @param {any} result @param {Record<string, any>} wanted */
  function seeLink(start, goal, result, wanted) {
    const { algorithms, heuristics } = offered(available);
    const auto = wanted.algorithm === undefined;
    const known = algorithms.some(({ name }) => name === result.algorithm) && result.algorithm !== "beam" && result.heuristic !== "pattern" && heuristics.some(({ name }) => name === result.heuristic);
    const chosen = !auto ? wanted : known ? { algorithm: result.algorithm, heuristic: result.heuristic } : {};
    const { algorithm = "astar", heuristic = chosen.formula ? "formula" : "manhattan", formula = "", ties = "", order = "", weight = "", width = "", depth = "" } = /** @type {Record<string, any>} */ (chosen);
    const address = link("see", { board: brief(start), goal: state.goal === "blank-last" ? "" : brief(goal), method: algorithm, heuristic: heuristic === "manhattan" ? "" : heuristic, formula, ties, order, weight, width, depth });
    return el("a", { class: "button small", id: "see-this", href: address }, t(auto && !known ? "solve.see.other" : "solve.see"));
  }

  // ── the view
  const shape = /** @returns {[number, number]} */ () => readSize(size.value) ?? [4, 4];
  const size = select(["2x2", "2x3", "3x3", "3x4", "4x4", "4x5", "5x5", "6x6", "8x8", "10x10"].map((one) => [one, one]), params.size ?? "4x4", () => random.click());
  const random = editor.randomButton(shape);
  editor.addEventListener("judged", () => {
    const name = editor.board ? `${editor.board.rows}x${editor.board.cols}` : "";
    if ([...size.options].some((option) => option.value === name)) size.value = name;
    save();
  });
  editor.addEventListener("typed", dropStale);
  const given = params.board?.trim() ?? "";
  editor.text = given ? aligned(given) : " 6 11  1  3\n 5 15 13  0\n 4 12  8  7\n10 14  2  9";

  const form = el(
    "form",
    { class: "card solve-form", onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      solve();
    } },
    editor,
    el("div", { class: "settings" }, el("div", { class: "field-row size-row" }, field(t("size"), size), random, editor.emptyButton(shape)),
    goalField(state.goal, (goal) => {
      state.goal = goal;
      editor.goal = goal;
      editor.judge();
      dropStale();
      save();
    }, () => editor.text.trim().replaceAll("\n", " / "))),
    el("div", { class: "settings" },
    kindField("solve", "tiles"),
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
        el(
          "div",
          { class: "field-row" },
          field(t("solve.ties"), select([["", "auto"], ["fifo", t("ties.fifo")], ["lifo", t("ties.lifo")], ["low-h", t("ties.low-h")]], state.ties, (value) => {
            state.ties = value;
            save();
          })),
          field(t("solve.order"), select([["", "ULRD"], ["UDLR", "UDLR"], ["RDLU", "RDLU"], ["DRLU", "DRLU"]], state.order, (value) => {
            state.order = value;
            save();
          })),
        ),
      ),
    ),
    el("button", { type: "submit", class: "primary", id: "solve-run" }, t("solve.run")),
    ),
  );
  root.append(
    head(t("solve.name"), t("solve.lead")),
    el(
      "div",
      { class: "stack" },
      form,
      el("section", { class: "result", "aria-label": t("solve.result") }, answer),
    ),
  );
  drawMethod();
  const old = recall(request());
  if (old) show(old, request());
  else fill(answer, el("p", { class: "placeholder" }, t("solve.none")));
  capabilities().then((known) => {
    available = known;
    drawMethod();
    // A link to a board that was solved solves it again.
    if (!old && params.run === "1") solve();
  }, (error) => showError(answer, error));
  return () => panel.close();
}

/** @param {number | null} best @param {number | null} bound */
function gap(best, bound) {
  if (best === null || bound === null) return "–";
  return bound === 0 ? number(best - bound) : `${number((100 * (best - bound)) / bound, 1)} %`;
}

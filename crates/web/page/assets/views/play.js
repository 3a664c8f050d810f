// Play: a board, the moves of the person who plays, and help on request. The address holds the start, the goal, the moves and how
// many of them are done, so undo, redo and a shared link all restore the same state.

import { Cancelled, parseBoard, randomBoard } from "../lib/api.js";
import { INVERSE, after, blankLast, boardsAlong, brief, goalBoard, randomSeed, read, readSize, same, text, tileMoved } from "../lib/board.js";
import { distanceChart } from "../lib/charts.js";
import { announce, button, el, field, fill, reducedMotion, select, toast } from "../lib/dom.js";
import { Coach } from "../lib/coach.js";
import { playBack } from "../elements/play-back.js";
import { miniBoard, tileBoard } from "../elements/tile-board.js";
import { JobPanel } from "../lib/job.js";
import { writeLink } from "../lib/link.js";
import { copy, faultText, goalField, showError } from "../lib/panels.js";
import { clock, count, number, t } from "../lib/language.js";

/** @typedef {import("../lib/board.js").Board} Board */
/** @typedef {import("../lib/board.js").Move} Move */

/** What is kept when the view is closed. The picture never leaves the browser; the clock of a game resumes when its view is opened again. */
const session = { picture: /** @type {ImageBitmap | null} */ (null), numbers: true, coach: true, game: "", seconds: 0 };

const SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => /** @type {[string, string]} */ ([String(n), String(n)]));

/** The sizes that have a button. */
const QUICK = [3, 4, 5];

/** The seed of today's board: the date. */
function today() {
  const now = new Date();
  return `${now.getFullYear()}${String(now.getMonth() + 1).padStart(2, "0")}${String(now.getDate()).padStart(2, "0")}`;
}

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  const [rows, cols] = readSize(params.size) ?? [4, 4];
  const given = read(params.board);
  const state = {
    rows: given?.rows ?? Math.max(2, Math.min(10, rows)),
    cols: given?.cols ?? Math.max(2, Math.min(10, cols)),
    seed: params.seed ?? randomSeed(),
    goalText: params.goal ?? "blank-last",
    start: given ?? blankLast(2, 2),
    moves: (params.moves ?? "").replace(/[^UDLR]/g, ""),
    done: 0,
    ready: given !== null,
    won: false,
  };
  state.goalText = state.goalText.replaceAll(",", " ").replaceAll("/", " / ").replace(/\s+/g, " ").trim();
  let goal = goalBoard(state.goalText, state.rows, state.cols);
  let boards = boardsAlong(state.start, state.moves);
  state.moves = state.moves.slice(0, boards.length - 1);
  state.done = Math.min(state.moves.length, params.at === undefined ? state.moves.length : Math.max(0, Number(params.at) || 0));

  const board = tileBoard();
  const playback = playBack();
  playback.hidden = true;
  const message = el("div", { class: "play-message" });
  const panel = new JobPanel(message);
  const coach = new Coach(() => drawCoach());
  /** @type {{ from: Board[], moves: string } | null} */
  let showing = null;
  /** @type {number | undefined} */
  let ticking;

  const current = () => (showing ? showing.from[playback.at] : boards[state.done]);
  const game = () => `${brief(state.start)} ${brief(goal)}`;

  // ── the clock
  const time = el("output", { class: "figure" });
  const moveCount = el("output", { class: "figure", id: "move-count" });
  const left = el("output", { class: "figure", id: "moves-left" });
  const leftName = el("span", { class: "figure-name" });
  function runClock() {
    if (ticking !== undefined || state.won) return;
    let before = performance.now();
    ticking = window.setInterval(() => {
      const now = performance.now();
      if (!document.hidden) session.seconds += (now - before) / 1000;
      before = now;
      time.textContent = clock(session.seconds);
    }, 250);
  }
  function stopClock() {
    clearInterval(ticking);
    ticking = undefined;
  }

  // ── moves
  function save() {
    writeLink("play", {
      board: brief(state.start),
      goal: state.goalText === "blank-last" ? "" : state.goalText.replaceAll(" / ", "/").replaceAll(" ", ","),
      seed: state.seed,
      moves: state.moves,
      at: state.done === state.moves.length ? "" : state.done,
    });
  }

  /** @param {Move[]} moves */
  function slide(moves) {
    if (!state.ready || panel.running) return;
    takeOver();
    for (const move of moves) {
      const next = after(boards[state.done], move);
      if (!next) return;
      if (state.moves[state.done] !== move) {
        state.moves = state.moves.slice(0, state.done) + move;
        boards = [...boards.slice(0, state.done + 1), next];
      }
      state.done += 1;
    }
    const last = moves[moves.length - 1];
    const tile = boards[state.done].cells[boards[state.done - 1].cells.indexOf(0)];
    fill(message);
    if (!same(boards[state.done], goal)) state.won = false;
    draw();
    runClock();
    if (!same(boards[state.done], goal)) announce(t("play.moved", { tile, direction: t(`direction.${INVERSE[last]}`), n: state.done }));
    else win();
  }

  function win() {
    if (state.won) return;
    state.won = true;
    stopClock();
    board.celebrate();
    const best = coach.proven ? coach.distances[0] : undefined;
    const text = `${t("play.won", { n: count("moves", state.done), time: clock(session.seconds) })} ${best === undefined ? "" : t("play.won.best", { n: count("moves", best) })}`;
    fill(message, el("div", { class: "notice good", id: "won" }, el("strong", null, t("play.solved")), " ", text, graph));
    drawGraph();
    announce(`${t("play.solved")} ${text}`);
  }

  const graph = el("div", { class: "graph" });
  /** After a win: how far each board of the game was from the goal. */
  function drawGraph() {
    const distances = coach.distances.slice(0, state.done + 1);
    const known = state.won && coach.proven && distances.length === state.done + 1 && distances.every((one) => one !== undefined);
    fill(graph, known ? distanceChart(/** @type {number[]} */ (distances)) : null);
  }

  /** One move back, or back to the board before this one. */
  function undoOne() {
    if (state.done > 0 || !former) goTo(state.done - 1);
    else location.hash = former;
  }

  /** @param {number} to */
  function goTo(to) {
    if (to < 0 || to > state.moves.length || panel.running) return;
    endPlayback();
    state.done = to;
    fill(message);
    draw();
    announce(t("play.at", { n: to }));
    if (same(boards[state.done], goal) && to > 0) win();
    else state.won = false;
  }

  // ── drawing
  const undo = button({ text: t("play.undo"), icon: "undo", bare: true, onclick: undoOne });
  const redo = button({ text: t("play.redo"), icon: "redo", bare: true, onclick: () => goTo(state.done + 1) });
  const restart = button({ text: t("play.restart"), icon: "restart", bare: true, onclick: () => goTo(0) });
  const hint = button({ text: t("play.hint"), icon: "hint", onclick: giveHint });
  const solve = button({ text: t("play.solve"), icon: "solve", class: "primary", onclick: solveFromHere });
  const trail = el("ol", { class: "trail", "aria-label": t("coach.trail") });
  const target = el("section", { class: "card target", id: "play-goal" });
  const coachText = el("p", { class: "coach-text" });

  function draw() {
    board.show(current(), { goal, playable: state.ready });
    board.highlight(null);
    moveCount.textContent = number(state.done);
    time.textContent = clock(session.seconds);
    undo.disabled = state.done === 0 && former === "";
    undo.title = t(state.done === 0 && former !== "" ? "play.former" : "play.undo");
    undo.setAttribute("aria-label", undo.title);
    restart.disabled = state.done === 0;
    redo.disabled = state.done >= state.moves.length;
    save();
    drawGoal();
    if (state.ready) coach.update(boards, goal, state.moves, state.done, session.coach);
    drawCoach();
  }

  /** Shows the goal if it is not the default. */
  function drawGoal() {
    target.hidden = state.goalText === "blank-last" || same(goal, blankLast(state.rows, state.cols));
    const small = target.hidden ? null : miniBoard(goal.cells, goal.cols);
    fill(target, el("h2", null, t("goal")), small);
  }

  /** The address of the board before this one. */
  let former = "";
  let whyUnsolvable = "";
  /** Why the goal cannot be reached, in words. */
  async function explainUnsolvable() {
    const { why } = await parseBoard(text(state.start), text(goal)).catch(() => ({ why: null }));
    whyUnsolvable = why ?? "";
    drawCoach();
  }

  function drawCoach() {
    if (coach.failed === "unsolvable" && whyUnsolvable === "" && session.coach) {
      whyUnsolvable = " ";
      explainUnsolvable();
    }
    const distance = coach.distances[state.done];
    leftName.textContent = coach.proven ? t("coach.left") : t("coach.left.most");
    left.textContent = !session.coach || coach.failed === "unsolvable" ? "–" : distance === undefined ? "…" : number(distance);
    const lost = coach.lost(state.done);
    if (!session.coach) coachText.textContent = t("coach.off");
    else if (coach.failed) coachText.textContent = coach.failed === "unsolvable" ? `${t("play.unsolvable")} ${whyUnsolvable}` : t(coach.failed === "gone" ? "server.gone" : "coach.failed");
    else if (state.done === 0) coachText.textContent = t("coach.begin");
    else if (!coach.proven) coachText.textContent = t("coach.unproven");
    else if (lost.length === 0) coachText.textContent = t("coach.clean");
    else coachText.textContent = t(lost.length === 1 ? "coach.lost.one" : "coach.lost.many", { n: lost.length, extra: 2 * lost.length });
    drawGraph();
    const first = Math.max(0, state.moves.length - 200);
    fill(
      trail,
      [...state.moves].slice(first).map((move, offset) => {
        const i = first + offset;
        const [before, afterwards] = [coach.distances[i], coach.distances[i + 1]];
        const kind = i >= state.done ? "ahead" : before === undefined || afterwards === undefined || !session.coach || !coach.proven ? "" : afterwards < before ? "gain" : "loss";
        const tile = tileMoved(boards[i], /** @type {Move} */ (move));
        const what = `${t("coach.move", { n: i + 1, tile: tile ?? 0, direction: t(`direction.${INVERSE[/** @type {Move} */ (move)]}`) })}${kind === "loss" ? `: ${t("coach.loss")}` : kind === "gain" ? `: ${t("coach.gain")}` : ""}`;
        const mark = el("button", { type: "button", class: `step ${kind}`, title: what, "aria-label": what, onclick: () => goTo(i + 1) }, { U: "↓", D: "↑", L: "→", R: "←" }[move]);
        if (i === state.done - 1) mark.setAttribute("aria-current", "step");
        return el("li", null, mark);
      }),
    );
  }

  // ── help
  async function giveHint() {
    if (!state.ready || panel.running) return;
    takeOver();
    if (same(boards[state.done], goal)) return;
    hint.disabled = true;
    try {
      const move = await coach.next(boards[state.done], goal);
      if (!move) {
        fill(message, el("div", { class: "notice warm" }, t(coach.failed === "unsolvable" ? "play.unsolvable" : "coach.failed")));
        return;
      }
      const tile = tileMoved(boards[state.done], move);
      board.highlight(tile);
      const text = t("play.hint.text", { tile: tile ?? 0, direction: t(`direction.${INVERSE[move]}`) });
      fill(message, el("div", { class: "notice" }, text));
      announce(text);
    } catch (error) {
      showError(message, error, giveHint);
    } finally {
      hint.disabled = false;
    }
  }

  function solveFromHere() {
    if (!state.ready || panel.running) return;
    takeOver();
    const from = boards[state.done];
    if (same(from, goal)) return;
    stopClock();
    panel.run([{ kind: "solve", board: text(from), goal: text(goal), seconds: 8 }], {
      retry: solveFromHere,
      onBetter: (data, say) => say(t("play.solving.better", { n: count("moves", data.length) })),
      onResult: (answer) => playSolution(from, answer),
      onError: (error) => {
        if (error instanceof Cancelled) fill(message);
        return error instanceof Cancelled;
      },
    });
  }

  /** @param {Board} from @param {any} answer */
  function playSolution(from, answer) {
    if (typeof answer.moves !== "string") {
      fill(message, el("div", { class: "notice bad", role: "alert" }, t(answer.outcome === "unsolvable" ? "play.unsolvable" : "solve.stopped.short")));
      return;
    }
    const proof = answer.optimal ? t("play.answer.optimal", { n: count("moves", answer.length) }) : t("play.answer.bound", { n: count("moves", answer.length), bound: answer.lower_bound });
    fill(message, el("div", { class: "notice good", id: "answer" }, proof));
    announce(proof);
    board.highlight(null);
    showing = { from: boardsAlong(from, answer.moves), moves: answer.moves };
    playback.hidden = false;
    playback.load(answer.moves.length);
    playback.start();
  }

  playback.addEventListener("step", () => {
    if (!showing) return;
    board.show(showing.from[playback.at], { goal });
    if (playback.at === playback.length && playback.length > 0) board.celebrate();
  });

  /** The person moves a tile during playback: the moves played so far become moves of the game. */
  function takeOver() {
    if (!showing) return;
    const played = showing.moves.slice(0, playback.at);
    boards = [...boards.slice(0, state.done), ...boardsAlong(boards[state.done], played)];
    state.moves = state.moves.slice(0, state.done) + played;
    state.done = state.moves.length;
    endPlayback();
    draw();
  }

  /** Cancels the search and the playback of the board that is about to change. */
  function cancelSolving() {
    panel.close();
    endPlayback();
  }

  function endPlayback() {
    showing = null;
    playback.stop();
    playback.hidden = true;
  }

  // ── a new board
  async function shuffle(seed = randomSeed()) {
    cancelSolving();
    try {
      begin(await randomBoard(state.rows, state.cols, seed, goalQuery()), seed);
    } catch (error) {
      showError(message, error, () => shuffle(seed));
    }
  }

  const goalQuery = () => (state.goalText === "blank-last" || state.goalText === "blank-first" ? state.goalText : text(goal));

  /** @param {Board} start @param {string} seed */
  function begin(start, seed) {
    if (state.ready) former = location.hash;
    Object.assign(state, { start, seed, moves: "", done: 0, ready: true, won: false, rows: start.rows, cols: start.cols });
    seedBox.value = seed;
    boards = [start];
    coach.forget();
    whyUnsolvable = "";
    session.seconds = 0;
    session.game = game();
    stopClock();
    fill(message);
    draw();
  }

  /** @param {number} rows @param {number} cols @param {string} [seed] */
  function resize(rows, cols, seed) {
    state.rows = rows;
    state.cols = cols;
    state.goalText = state.goalText === "blank-first" ? "blank-first" : "blank-last";
    goal = goalBoard(state.goalText, rows, cols);
    drawSettings();
    board.show(goal, { goal, playable: false });
    shuffle(seed);
  }

  let wantedGoal = "";
  async function changeGoal(/** @type {string} */ wanted) {
    wantedGoal = wanted;
    try {
      const answer = await parseBoard(text(state.start), wanted);
      if (wantedGoal !== wanted) return;
      cancelSolving();
      state.won = false;
      state.goalText = wanted;
      goal = answer.goal;
      coach.forget();
      whyUnsolvable = "";
      fill(message);
      if (answer.solvable) draw();
      else await shuffle();
    } catch (error) {
      if (wantedGoal !== wanted) return;
      const fault = faultText(wanted);
      if (fault) fill(message, el("div", { class: "notice bad", role: "alert" }, t("goal.wrong", { what: fault })));
      else showError(message, error);
    }
  }

  const seedBox = el("input", { type: "text", inputMode: "numeric", value: state.seed, spellcheck: false, autocomplete: "off", onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && shuffle(seedBox.value.trim() || "0") });
  const settings = el("div", { class: "settings" });

  function drawSettings() {
    const file = el("input", { type: "file", accept: "image/*", class: "visually-hidden", id: "picture-file", tabIndex: -1, "aria-label": t("play.picture"), onchange: () => choosePicture(file.files?.[0]) });
    fill(
      settings,
      el(
        "div",
        { class: "field-row" },
        field(t("rows"), select(SIZES, String(state.rows), (value) => resize(Number(value), state.cols))),
        field(t("cols"), select(SIZES, String(state.cols), (value) => resize(state.rows, Number(value)))),
        field(t("seed"), seedBox),
        button({ text: t("play.shuffle.seed"), icon: "shuffle", onclick: () => shuffle(seedBox.value.trim() || "0") }),
      ),
      goalField(state.goalText, changeGoal, () => text(goal)),
      el(
        "div",
        { class: "field-row" },
        button({ text: t("play.picture"), icon: "image", onclick: () => file.click() }),
        file,
        session.picture ? button({ text: t("play.picture.none"), icon: "cross", onclick: () => choosePicture(undefined) }) : null,
        session.picture ? check(t("play.numbers"), session.numbers, (on) => usePicture(session.picture, on)) : null,
      ),
      check(t("coach.on"), session.coach, (on) => {
        session.coach = on;
        draw();
      }),
    );
  }

  /** @param {string} name @param {boolean} on @param {(on: boolean) => void} changed */
  function check(name, on, changed) {
    const box = el("input", { type: "checkbox", checked: on, onchange: () => changed(box.checked) });
    return el("label", { class: "check" }, box, el("span", null, name));
  }

  /** @param {ImageBitmap | null} picture @param {boolean} numbers */
  function usePicture(picture, numbers) {
    session.picture = picture;
    session.numbers = numbers;
    board.setPicture(picture, numbers);
  }

  /** @param {File | undefined} file */
  async function choosePicture(file) {
    try {
      usePicture(file ? await createImageBitmap(file, { resizeWidth: 1200, resizeQuality: "high" }) : null, session.numbers);
    } catch {
      toast(t("play.picture.bad"), "bad");
    }
    drawSettings();
  }

  // ── the view
  board.addEventListener("slide", (event) => slide(/** @type {CustomEvent<Move[]>} */ (event).detail));
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    const taken = event.target instanceof Element && event.target.closest("input, textarea, select, summary, tile-board, play-back, .trail, .tabs") !== null;
    if (!event.ctrlKey && !event.metaKey && !event.altKey && !taken) board.key(event);
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    if (event.key === "z" && !event.shiftKey) undoOne();
    else if (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey)) goTo(state.done + 1);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", keys);

  root.append(
    el("h1", { class: "visually-hidden" }, t("play.name")),
    el(
      "div",
      { class: "play" },
      el("div", { class: "play-board" }, board, playback),
      el(
        "div",
        { class: "play-side" },
        el(
          "div",
          { class: "figures" },
          el("div", null, moveCount, el("span", { class: "figure-name" }, t("play.moves"))),
          el("div", null, time, el("span", { class: "figure-name" }, t("play.time"))),
          el("div", null, left, leftName),
        ),
        el("div", { class: "actions play-actions" }, undo, redo, restart, hint, button({ text: t("play.new"), icon: "shuffle", class: "wide", onclick: () => shuffle() }), button({ text: t("link.copy"), icon: "link", bare: true, onclick: () => copy(location.href, t("link.copied")) })),
        el(
          "div",
          { class: "actions sizes", role: "group", "aria-label": t("play.sizes") },
          QUICK.map((n) => el("button", { type: "button", class: "small", data: { size: `${n}x${n}` }, onclick: () => resize(n, n) }, `${n}x${n}`)),
          el("button", { type: "button", class: "small", id: "daily", onclick: () => resize(4, 4, today()) }, t("play.daily")),
        ),
        el("div", { class: "actions" }, solve),
        message,
        target,
        el("section", { class: "card coach" }, el("h2", null, t("coach.name")), coachText, trail),
        el("details", { class: "card", open: matchMedia("(min-width: 60rem)").matches }, el("summary", null, t("play.settings")), settings),
        el("p", { class: "keys" }, t("play.keys")),
      ),
    ),
  );
  if (session.game !== game()) session.seconds = 0;
  session.game = game();
  drawSettings();
  board.setPicture(session.picture, session.numbers);
  if (state.ready) draw();
  else {
    goal = goalBoard(state.goalText, state.rows, state.cols);
    board.show(goal, { goal, playable: false });
    shuffle(state.seed);
  }
  if (!reducedMotion()) board.classList.add("settled");

  return () => {
    stopClock();
    coach.close();
    cancelSolving();
    document.removeEventListener("keydown", keys);
  };
}


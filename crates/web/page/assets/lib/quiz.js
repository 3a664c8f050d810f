// The quiz: a search of a random board, stopped partway. Which node of the frontier is examined next? The answer is in the trace.
// A question is derived from its seed, so a link leads to the same question.

import { randomBoard } from "./api.js";
import { randomSeed, text as boardText } from "./board.js";
import { announce, el, fill } from "./dom.js";
import { JobPanel } from "./job.js";
import { Replay } from "./replay.js";
import { miniBoard } from "../elements/tile-board.js";
import { t } from "./language.js";

/** @typedef {import("./replay.js").Node} Node */

const METHODS = [
  { algorithm: "bfs", why: /** @type {const} */ ("quiz.why.bfs") },
  { algorithm: "greedy", heuristic: "manhattan", why: /** @type {const} */ ("quiz.why.greedy") },
  { algorithm: "astar", heuristic: "manhattan", why: /** @type {const} */ ("quiz.why.astar") },
  { algorithm: "astar", heuristic: "misplaced", why: /** @type {const} */ ("quiz.why.astar") },
];

const score = { right: 0, asked: 0 };

/** Random numbers from a seed (mulberry32). @param {number} seed */
function randomNumbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @param {string} seed empty until the quiz is started
 * @param {(seed: string) => void} asked
 */
export function quiz(seed, asked) {
  const place = el("div", { class: "answer" });
  const points = el("output", { class: "soft" });
  const panel = new JobPanel(place);
  const next = el("button", { type: "button", id: "quiz-new", onclick: () => question(randomSeed()) }, t("quiz.begin"));
  const tally = () => {
    points.textContent = score.asked > 0 ? t("quiz.score", score) : "";
  };

  function question(/** @type {string} */ which) {
    asked(which);
    next.textContent = t("quiz.new");
    const random = randomNumbers(Number(which) || 0);
    const method = METHODS[Math.floor(random() * METHODS.length)];
    const { why, ...search } = method;
    const request = randomBoard(3, 3, which).then((board) => ({ kind: "trace", domain: "tiles", board: boardText(board), goal: "blank-last", ...search, events: 400 }));
    panel.run([request], {
      retry: () => question(which),
      onResult: (trace) => {
        const replay = new Replay(trace);
        const step = 2 + Math.floor(random() * Math.max(1, Math.min(12, replay.steps.length - 3)));
        showQuestion(replay, step, method, random);
      },
    });
  }

  /** @param {Replay} replay @param {number} step @param {typeof METHODS[number]} method @param {() => number} random */
  function showQuestion(replay, step, method, random) {
    const at = replay.eventOf(step, "examined");
    const answer = replay.examinations[step];
    const others = replay.frontier(at).filter((node) => node !== answer);
    const near = others.slice(0, 2);
    const rest = others.slice(2);
    while (near.length < 3 && rest.length > 0) near.push(...rest.splice(Math.floor(random() * rest.length), 1));
    const choices = [answer, ...near].sort((a, b) => a.order - b.order);
    const feedback = el("div", { "aria-live": "polite" });
    const buttons = choices.map((node) =>
      el(
        "button",
        { type: "button", class: "quiz-choice", data: { id: String(node.id) }, onclick: () => {
          const right = node === answer;
          score.asked += 1;
          score.right += right ? 1 : 0;
          tally();
          for (const [i, one] of buttons.entries()) {
            one.disabled = true;
            if (choices[i] === answer) one.classList.add("right");
            else if (choices[i] === node) one.classList.add("wrong");
          }
          const text = `${right ? t("quiz.right") : t("quiz.wrong", { id: answer.order })} ${t(method.why, { ties: t(`ties.${/** @type {"fifo"} */ (replay.header.ties ?? "fifo")}`) })}`;
          fill(feedback, el("div", { class: `notice ${right ? "good" : "warm"}`, id: "quiz-feedback" }, el("p", null, text)));
          announce(text);
          next.focus();
        } },
        miniBoard(node.board, replay.shape?.cols ?? 3),
        el("span", null, node.h === null ? `g ${replay.g(node, at)}` : `g ${replay.g(node, at)} · h ${node.h}`),
        el("span", { class: "soft small-text" }, t("see.node", { id: node.order })),
      ),
    );
    fill(
      place,
      el("p", null, el("strong", null, method.heuristic ? t("quiz.method", { method: method.algorithm, heuristic: method.heuristic, n: step }) : t("quiz.method.blind", { method: method.algorithm, n: step }))),
      el("div", { class: "quiz-choices" }, buttons),
      feedback,
    );
  }

  tally();
  const node = el("section", { class: "card" }, el("div", { class: "quiz-head" }, el("div", null, el("h2", null, t("quiz.name")), el("p", { class: "soft" }, t("quiz.lead"))), points, next), place);
  if (seed) question(seed);
  return { node, close: () => panel.close() };
}

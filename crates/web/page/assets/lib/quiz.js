// The quiz: a search of a random board or of a problem file, stopped partway. Which node of the frontier is examined next? The
// answer is in the trace. A question is derived from its seed, so a link leads to the same question.

import { randomBoard } from "./api.js";
import { randomSeed, text as boardText } from "./board.js";
import { shortened } from "./cards.js";
import { announce, el, fill } from "./dom.js";
import { JobPanel } from "./job.js";
import { Replay } from "./replay.js";
import { miniBoard } from "../elements/tile-board.js";
import { t, textOr } from "./language.js";
import { whyExamined } from "./why.js";

/** @typedef {import("./replay.js").Node} Node */

/** @typedef {{ algorithm: string, heuristic?: string }} Method */

/** What is asked about: its methods, and the fields of a request that name the problem of a seed. @typedef {{ methods: () => Method[], problem: (seed: string) => Promise<object> }} Topic */

/** Random boards. @type {Topic} */
export const BOARDS = {
  methods: () => [{ algorithm: "bfs" }, { algorithm: "greedy", heuristic: "manhattan" }, { algorithm: "astar", heuristic: "manhattan" }, { algorithm: "astar", heuristic: "misplaced" }],
  problem: async (seed) => ({ domain: "tiles", board: boardText(await randomBoard(3, 3, seed)), goal: "blank-last" }),
};

/** The steps after which a question may be asked. */
const STEPS = { first: 2, last: 13 };

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

/** The early steps after which there is something to choose. @param {Replay} replay */
function stepsOf(replay) {
  const last = Math.min(STEPS.last, replay.steps.length - 2);
  const steps = Array.from({ length: Math.max(0, last - STEPS.first + 1) }, (_, i) => STEPS.first + i);
  return steps.filter((step) => replay.frontier(replay.eventOf(step, "examined")).length > 1);
}

/**
 * @param {string} seed empty until the quiz is started
 * @param {(seed: string) => void} asked
 * @param {Topic} topic
 */
export function quiz(seed, asked, topic) {
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
    const methods = topic.methods();
    const method = methods[Math.floor(random() * methods.length)];
    const request = topic.problem(which).then((problem) => ({ kind: "trace", ...problem, ...method, events: 400 }));
    panel.run([request], {
      retry: () => question(which),
      onResult: (trace) => {
        const replay = new Replay(trace);
        const steps = stepsOf(replay);
        if (steps.length > 0) showQuestion(replay, steps[Math.floor(random() * steps.length)], method, random);
        else fill(place, el("p", { class: "notice warm" }, t("quiz.small")));
      },
    });
  }

  /** @param {Replay} replay @param {number} step @param {Method} method @param {() => number} random */
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
          const text = `${right ? t("quiz.right") : t("quiz.wrong", { id: answer.order })} ${whyExamined(replay, step)}`;
          fill(feedback, el("div", { class: `notice ${right ? "good" : "warm"}`, id: "quiz-feedback" }, el("p", null, text)));
          announce(text);
          next.focus();
        } },
        replay.shape ? miniBoard(node.board, replay.shape.cols) : el("pre", { class: "state-text" }, shortened(node.text, 24, 8).lines.join("\n")),
        el("span", null, node.h === null ? `g ${replay.g(node, at)}` : `g ${replay.g(node, at)} · h ${node.h}`),
        el("span", { class: "soft small-text" }, t("see.node", { id: node.order })),
      ),
    );
    // Where the method compares a value, a rule decides among equal ones.
    const ties = replay.key === null || !replay.header.ties ? null : el("p", { class: "soft", id: "quiz-ties" }, t("quiz.ties", { ties: textOr(`ties.${replay.header.ties}`, replay.header.ties) }));
    fill(
      place,
      el("p", null, el("strong", null, method.heuristic ? t("quiz.method", { method: method.algorithm, heuristic: method.heuristic, n: step }) : t("quiz.method.blind", { method: method.algorithm, n: step }))),
      ties,
      el("div", { class: "quiz-choices" }, buttons),
      feedback,
    );
  }

  tally();
  const node = el("section", { class: "card" }, el("div", { class: "quiz-head" }, el("div", null, el("h2", null, t("quiz.name")), el("p", { class: "soft" }, t("quiz.lead"))), points, next), place);
  return { node, start: () => seed && question(seed), close: () => panel.close() };
}

// Lab, for a problem file: one of its heuristics is checked against the true cost of every state that can be reached; and the quiz.

import { problemEditor } from "../elements/problem-editor.js";
import { announce, el, field, fill, icon, select } from "../lib/dom.js";
import { figures } from "../lib/figures.js";
import { JobPanel, recall } from "../lib/job.js";
import { kindField } from "../lib/kinds.js";
import { link, writeLink } from "../lib/link.js";
import { head, reveal } from "../lib/panels.js";
import { heuristicsOf } from "../lib/problem.js";
import { quiz } from "../lib/quiz.js";
import { count, number, t } from "../lib/language.js";

/** The nodes of a search that is asked about: the question is about its first steps. */
const QUIZ_NODES = 2000;

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  const state = { heuristic: params.heuristic ?? "", quiz: params.quiz ?? "" };
  const editor = problemEditor();
  const answer = el("div", { class: "answer" });
  const panel = new JobPanel(answer);
  const choice = el("div");

  const save = () => writeLink("lab", { ...editor.link(), heuristic: state.heuristic, quiz: state.quiz }, "problem");
  /** The file and the parameters of the result that is shown or awaited. */
  let subject = "";
  const subjectNow = () => JSON.stringify(editor.request());
  const request = () => ({ kind: "check", ...editor.request(), heuristic: state.heuristic, draw: true });

  function drawChoice() {
    const offered = heuristicsOf(editor.description);
    if (editor.description && offered.length === 0) {
      state.heuristic = "";
      fill(choice, el("p", { class: "notice warm", id: "no-heuristic" }, t("problem.noh")));
      return;
    }
    const box = select(offered.map(({ name, note }) => [name, note ? `${name} (${note})` : name]), state.heuristic, (value) => {
      state.heuristic = value;
      save();
    });
    if (offered.length > 0) state.heuristic = box.value;
    fill(choice, field(t("heuristic"), box));
  }

  function check() {
    if (editor.foreign) {
      editor.accept();
      return;
    }
    if (editor.description && state.heuristic === "") {
      panel.close();
      fill(answer, el("p", { class: "notice warm", role: "alert" }, t("problem.noh")));
      return;
    }
    subject = subjectNow();
    panel.run([request()], {
      retry: check,
      onResult: show,
      onError: (error) => editor.failed(error, answer, t("problem.lab.none")),
    });
    reveal(answer);
  }

  /** An answer does not stand under another text. */
  function dropStale() {
    if (subject === "" || subject === subjectNow()) return;
    subject = "";
    panel.close();
    fill(answer, el("p", { class: "placeholder" }, t("problem.lab.none")));
  }

  /** @param {any} result */
  function show(result) {
    subject = subjectNow();
    const judged = (/** @type {boolean} */ holds, /** @type {string} */ yes, /** @type {string} */ no) =>
      el("div", { class: `notice ${holds ? "good" : "bad"}` }, icon(holds ? "check" : "cross"), el("p", null, holds ? yes : no));
    const yes = [t("lab.admissible.yes"), t("problem.consistent.yes")];
    const no = [t("problem.admissible.no"), t("problem.consistent.no")];
    announce(result.admissible ? yes[0] : no[0]);
    const estimate = (/** @type {number | null} */ h) => (h === null ? t("problem.deadend") : number(h));
    const { counterexample: over, inconsistency: drop } = result;
    const known = /** @type {any} */ (editor.description?.heuristics.find(({ name }) => name === state.heuristic));
    const claim = result.consistent && known && !known.consistent ? "consistent" : result.admissible && known && !known.admissible ? "admissible" : "";
    const exact = result.solvable > 0 ? `${number((100 * result.exact) / result.solvable, 1)} %` : "–";
    fill(
      answer,
      el("p", { class: "soft", id: "lab-states" }, t("problem.states", { n: count("states", result.states), d: number(result.radius) })),
      el("div", { class: "verdicts" }, judged(result.admissible, yes[0], no[0]), judged(result.consistent, yes[1], no[1])),
      claim ? el("p", { class: "notice", id: "claim" }, el("span", null, t("problem.claim")), " ", el("code", null, `${claim} = ["${state.heuristic}"]`)) : null,
      el("div", { class: "figures four" }, figures([
        [number(result.mean_error, 2), t("lab.mean")],
        [exact, t("lab.exact")],
        [number(result.mean_distance, 2), t("problem.mean.distance")],
        [number(result.mean_estimate, 2), t("problem.mean.estimate")],
      ])),
      over || drop
        ? el(
            "div",
            { class: "counter-examples" },
            over ? el("div", { class: "card", id: "counterexample" }, el("h2", null, t("problem.counter")), pictured(over.state, over.drawing), el("p", null, t("problem.counter.text", { h: estimate(over.h), d: number(over.distance) }))) : null,
            drop ? el("div", { class: "card", id: "inconsistency" }, el("h2", null, t("problem.break")), el("div", { class: "pair" }, pictured(drop.state, drop.drawings?.[0]), "→", pictured(drop.after, drop.drawings?.[1])), el("p", null, t("problem.break.text", { h: estimate(drop.h), after: number(drop.h_after), cost: number(drop.cost) }))) : null,
          )
        : null,
      el(
        "div",
        { class: "actions" },
        el("a", { class: "button small", href: link("solve", { ...editor.link(), method: "astar", heuristic: state.heuristic }) }, t("problem.use")),
        el("a", { class: "button small", href: link("see", { ...editor.link(), method: "astar", heuristic: state.heuristic }) }, t("problem.watch")),
      ),
    );
  }

  const informed = (/** @type {{ name: string }} */ { name }) => [{ algorithm: "greedy", heuristic: name }, { algorithm: "astar", heuristic: name }];
  const test = quiz(state.quiz, (seed) => {
    state.quiz = seed;
    save();
  }, {
    methods: () => [{ algorithm: "bfs" }, ...(editor.description?.heuristics ?? []).flatMap(informed)],
    problem: async () => ({ domain: "any", ...editor.request(), nodes: QUIZ_NODES }),
  });
  let asked = false;

  root.append(
    head(t("lab.name"), t("problem.lab.lead")),
    el(
      "div",
      { class: "stack" },
      el(
        "form",
        { class: "card problem-form", onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          check();
        } },
        editor,
        el("div", { class: "settings" }, kindField("lab", "problem"), choice, el("button", { type: "submit", class: "primary", id: "lab-run" }, t("lab.run"))),
      ),
      el("section", { class: "result", "aria-label": t("lab.run") }, answer),
      test.node,
    ),
  );
  fill(answer, el("p", { class: "placeholder" }, t("problem.lab.none")));
  drawChoice();
  editor.addEventListener("edited", dropStale);
  editor.addEventListener("changed", save);
  editor.addEventListener("accepted", check);
  editor.addEventListener("described", () => {
    drawChoice();
    save();
    const old = panel.running ? null : recall(request());
    if (old) show(old);
    test.node.hidden = !editor.description;
    if (editor.description && !asked) test.start();
    asked ||= editor.description !== null;
  });
  test.node.hidden = true;
  editor.open(params);
  return () => {
    panel.close();
    test.close();
  };
}

/** A state as the file draws it; its value is the tooltip. @param {string} state @param {string | undefined} drawing */
const pictured = (state, drawing) => el("pre", { class: "state-text", title: drawing === undefined || drawing === state ? null : state }, drawing ?? state);

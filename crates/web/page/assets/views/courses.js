// Courses: the five programs, each with its input and its exact output. What a program of one's own wrote is judged as the grader
// would: the first line that differs, what was expected and found there, and which rule was broken.

import { courseExample } from "../lib/api.js";
import { announce, button, download, el, field, fill } from "../lib/dom.js";
import { JobPanel, recall } from "../lib/job.js";
import { writeLink } from "../lib/link.js";
import { copy, head, reveal, showError } from "../lib/panels.js";
import { count, t } from "../lib/language.js";

/** How long a text must stay as it is before it is judged, in milliseconds. */
const PAUSE = 300;

const PROGRAMS = /** @type {const} */ (["menu", "solver", "formal", "sums", "astar"]);

/** @typedef {{ is: "line" | "end" | "open", text?: string }} Side */
/** @typedef {{ caption: string, rows: string[], values: string }} Captioned */
/** @typedef {{ is: "sentence", text: string } | { is: "boards", right: Captioned, own: Captioned } | { is: "children", rows: [string, string, string][] }} Passage */
/** @typedef {{ right: boolean, line?: number, expected?: Side, found?: Side, explanation: Passage[] }} Judged */

/** What the grader says of an output. @param {Judged | undefined} judged */
function verdict(judged) {
  if (!judged) return null;
  if (judged.right) return el("p", { class: "notice good" }, t("courses.same"));
  return [
    el(
      "div",
      { class: "notice bad" },
      judged.line === undefined ? null : el("p", null, t("courses.differs", { line: judged.line })),
      el("dl", { class: "features" }, [["courses.expected", judged.expected], ["courses.found", judged.found]].map(([name, side]) => lineOf(/** @type {"courses.expected"} */ (name), /** @type {Side | undefined} */ (side)))),
    ),
    el("div", { class: "explanation", id: "own-explanation" }, judged.explanation.map(passage)),
  ];
}

/** One side of a difference; none where several texts would be right. @param {"courses.expected" | "courses.found"} name @param {Side | undefined} side */
function lineOf(name, side) {
  if (!side || side.is === "open") return [];
  const text = side.text ?? "";
  return [el("dt", null, t(name)), el("dd", null, side.is === "end" ? el("em", null, t("courses.ended")) : el("code", null, text === "" ? t("courses.blank") : visible(text)))];
}

/** @param {Passage} passage */
function passage(passage) {
  if (passage.is === "sentence") return el("p", null, sentence(passage.text));
  if (passage.is === "boards") return el("div", { class: "two-boards" }, [passage.right, passage.own].map(({ caption, rows, values }) => el("figure", null, el("figcaption", null, caption), el("pre", null, rows.join("\n")), values)));
  return el("div", { class: "children", tabIndex: 0, role: "region", "aria-label": t("see.children") }, el("table", null, passage.rows.map((cells) => el("tr", null, cells.map((cell) => el("td", null, cell))))));
}

/** The grader names a rule as it would after a colon; here it stands alone. @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:?!]$/.test(text) ? "" : "."}`;

/** A line whose spaces and tabs can be seen. @param {string} line */
const visible = (line) => line.replaceAll(" ", "·").replaceAll("\t", "→");

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  /** @type {typeof PROGRAMS[number]} */
  let program = PROGRAMS.find((name) => name === params.program) ?? "menu";
  const input = el("textarea", { rows: 10, spellcheck: false, autocomplete: "off", id: "course-input", oninput: save });
  const output = el("div", { class: "answer" });
  const panel = new JobPanel(output);
  /** The output of the reader's own program. */
  const mine = el("textarea", { rows: 6, spellcheck: false, autocomplete: "off", id: "own-output", oninput: () => compare() });
  const judged = el("div", { id: "own-verdict", "aria-live": "polite" });
  const judge = new JobPanel(judged);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  const programs = el("div", { class: "programs", role: "group", "aria-label": t("courses.program") });

  function save() {
    writeLink("courses", { program, input: input.value.length < 1500 ? input.value : "" });
  }
  const request = () => ({ kind: "course", program, input: input.value });

  async function example() {
    try {
      input.value = await courseExample(program);
      save();
      fill(output, el("p", { class: "placeholder" }, t("courses.none")));
    } catch (error) {
      showError(output, error, example);
    }
  }

  function run() {
    panel.run([request()], {
      retry: run,
      onResult: (result) => {
        show(result);
        announce(t("courses.output"));
      },
    });
    reveal(output);
  }

  /** Judges the reader's output by the rules of the course, a moment after the last change. */
  function compare() {
    clearTimeout(pause);
    judge.close();
    fill(judged);
    if (mine.value === "") return;
    pause = setTimeout(() => judge.run([{ ...request(), own: mine.value }], { retry: compare, onResult: ({ judged: found }) => fill(judged, verdict(found)) }), PAUSE);
  }

  /** @param {any} result */
  function show(result) {
    const text = result.output ?? "";
    const size = new TextEncoder().encode(text).length;
    fill(
      output,
      el(
        "div",
        { class: "output-head" },
        el("h2", null, t("courses.output")),
        el("span", { class: "soft small-text" }, count("bytes", size)),
        button({ text: t("copy"), icon: "copy", class: "small", onclick: () => copy(text) }),
        button({ text: t("download"), icon: "download", class: "small", onclick: () => download(result.file_name ?? `${program}.txt`, text) }),
      ),
      text === "" ? el("p", { class: "notice" }, t("courses.empty")) : el("pre", { class: "output", tabIndex: 0, id: "course-output", role: "region", "aria-label": t("courses.output") }, text),
      el("details", { class: "card", open: mine.value !== "" }, el("summary", null, t("courses.own")), el("div", { class: "form" }, field(t("courses.paste"), mine), judged)),
      result.notes?.length > 0 ? el("div", { class: "notice warm" }, el("p", null, el("strong", null, t("courses.notes")), " ", result.notes.join(" "))) : null,
    );
    compare();
  }

  function drawPrograms() {
    fill(programs, PROGRAMS.map((name) => el("button", { type: "button", class: "program", "aria-pressed": String(name === program), data: { program: name }, onclick: () => {
      program = name;
      for (const one of programs.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset.program === name));
      example();
    } }, el("strong", null, name), el("span", null, t(`course.${name}`)))));
  }

  root.append(
    head(t("courses.name"), t("courses.lead")),
    el(
      "div",
      { class: "bench" },
      programs,
      el(
        "div",
        { class: "course" },
        el("form", { class: "form", onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          run();
        } }, field(t("courses.input"), input), el("div", { class: "actions" }, el("button", { type: "submit", class: "primary", id: "course-run" }, t("courses.run")), el("button", { type: "button", onclick: example }, t("courses.example")))),
        el("section", null, output),
      ),
    ),
  );
  drawPrograms();
  fill(output, el("p", { class: "placeholder" }, t("courses.none")));
  if (params.input !== undefined) {
    input.value = params.input;
    save();
    const old = recall(request());
    if (old) show(old);
  } else example();
  return () => {
    clearTimeout(pause);
    judge.close();
    panel.close();
  };
}

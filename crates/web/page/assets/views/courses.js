// Courses: the five programs, each with its input and its exact output, to be compared byte for byte with what a program of one's
// own wrote: the first line that differs, and whether only its layout does.

import { courseExample } from "../lib/api.js";
import { difference, visible } from "../lib/difference.js";
import { announce, button, download, el, field, fill } from "../lib/dom.js";
import { JobPanel, recall } from "../lib/job.js";
import { writeLink } from "../lib/link.js";
import { copy, head, reveal, showError } from "../lib/panels.js";
import { count, t } from "../lib/language.js";

/** These may print any optimal solution, so another output can be right too. */
const FREE = new Set(["solver", "astar"]);

const PROGRAMS = /** @type {const} */ (["menu", "solver", "formal", "sums", "astar"]);

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
  let right = "";
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

  /** Compares the reader's output with the right one. */
  function compare() {
    if (mine.value === "") {
      fill(judged);
      return;
    }
    // A text area holds no carriage returns, and a copied text often lacks its last line break: that alone is no difference.
    const found = difference(right, mine.value.endsWith("\n") || !right.endsWith("\n") ? mine.value : `${mine.value}\n`);
    if (!found) {
      fill(judged, el("p", { class: "notice good" }, t("courses.same")));
      return;
    }
    const side = (/** @type {string | null} */ line) => (line === null ? el("em", null, t("courses.ended")) : el("code", null, line === "" ? t("courses.blank") : visible(line)));
    fill(
      judged,
      el(
        "div",
        { class: "notice bad" },
        el("p", null, t("courses.differs", { line: found.line }), found.layout ? ` ${t(`courses.layout.${found.layout}`)}` : ""),
        el("dl", { class: "features" }, el("dt", null, t("courses.expected")), el("dd", null, side(found.expected)), el("dt", null, t("courses.found")), el("dd", null, side(found.found))),
      ),
      FREE.has(program) ? el("p", { class: "soft small-text" }, t("courses.free")) : null,
    );
  }

  /** @param {any} result */
  function show(result) {
    const text = result.output ?? "";
    right = text;
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
  return () => panel.close();
}

// Compare: the same boards, or a problem file, solved by several methods. Each algorithm chosen runs with each heuristic chosen, or alone if it uses
// none. Below the table, bars show the same numbers.

import { capabilities } from "../lib/api.js";
import { aligned } from "../lib/board.js";
import { bars } from "../lib/charts.js";
import { boardEditor } from "../elements/board-editor.js";
import { problemEditor } from "../elements/problem-editor.js";
import { announce, button, download, el, field, fill, select } from "../lib/dom.js";
import { JobPanel, recall } from "../lib/job.js";
import { kindField } from "../lib/kinds.js";
import { writeLink } from "../lib/link.js";
import { offered } from "../lib/methods.js";
import { head, reveal, showError } from "../lib/panels.js";
import { fitting, isProblem } from "../lib/problem.js";
import { bytes, duration, number, t } from "../lib/language.js";

/** @typedef {{ method: string, solved: number, runs: number, outcome: string, length: number | null, cost: number | null, generated: number | null, expanded: number | null, memory: number, seconds: number | null }} Row */

/** The number of heuristics of a file that are chosen at first. */
const MOST_HEURISTICS = 3;

/** @param {HTMLElement} root @param {Record<string, string>} params */
export function mount(root, params) {
  const list = (/** @type {string | undefined} */ value, /** @type {string[]} */ otherwise) => new Set(value === undefined ? otherwise : value.split(",").filter(Boolean));
  const file = isProblem(params);
  const state = {
    source: params.board ? "board" : "random",
    size: params.size ?? "3x3",
    count: params.count ?? "10",
    seed: params.seed ?? "1",
    algorithms: list(params.methods, ["bfs", "greedy", "astar", "idastar"]),
    heuristics: list(params.heuristics, file ? [] : ["misplaced", "manhattan"]),
    formula: params.formula ?? "",
    seconds: params.seconds ?? "5",
  };
  let sorted = { by: /** @type {keyof Row} */ ("generated"), down: false, own: false };
  const editor = boardEditor();
  const problem = problemEditor();
  /** @type {any} */
  let available = null;
  const answer = el("div", { class: "answer" });
  const panel = new JobPanel(answer);
  const where = el("div", { class: "form" });
  const which = el("div", { class: "form" });
  const given = params.board?.trim() ?? "";
  editor.text = given ? aligned(given) : "8 6 7\n2 5 4\n3 0 1";
  editor.addEventListener("judged", save);

  function save() {
    const methods = { methods: [...state.algorithms].join(","), heuristics: [...state.heuristics].join(","), seconds: state.seconds === "5" ? "" : state.seconds };
    if (file) {
      writeLink("compare", { ...problem.link(), ...methods }, "problem");
      return;
    }
    writeLink("compare", {
      board: state.source === "board" ? editor.text.trim().replace(/[^\S\n]+/g, ",").replace(/,*\n,*/g, "/") : "",
      size: state.source === "random" ? state.size : "",
      count: state.source === "random" ? state.count : "",
      seed: state.source === "random" ? state.seed : "",
      ...methods,
      formula: state.formula,
    }, "tiles");
  }

  function request() {
    const chosen = { algorithms: [...state.algorithms], heuristics: [...state.heuristics], run_seconds: Number(state.seconds) || 5 };
    if (file) {
      const { algorithms } = fitting(available, problem.description);
      return { kind: "compare", ...problem.request(), ...chosen, algorithms: chosen.algorithms.filter((name) => algorithms.some((one) => one.name === name)) };
    }
    const boards = state.source === "random" ? { random: { count: Math.max(1, Number(state.count) || 1), seed: Number(state.seed) || 0, size: state.size } } : { boards: [editor.text.trim()] };
    return { kind: "compare", ...boards, ...chosen, formulas: state.formula.trim() ? [state.formula.trim()] : [] };
  }

  function compare() {
    panel.close();
    if (file && problem.foreign) {
      problem.accept();
      return;
    }
    if (request().algorithms.length === 0) {
      fill(answer, el("p", { class: "notice warm", role: "alert" }, t("compare.pick")));
      return;
    }
    panel.run([request()], {
      retry: compare,
      onResult: (result) => {
        show(result);
        announce(t("compare.table"));
      },
      onError: (error) => file && problem.failed(error, answer, t("compare.none")),
    });
    reveal(answer);
  }

  /** @param {any} result */
  function show(result) {
    const rows = totals(result);
    const ordered = () => {
      if (!sorted.own) return rows;
      const { by, down } = sorted;
      return [...rows].sort((a, b) => {
        const [x, y] = [a[by] ?? Infinity, b[by] ?? Infinity];
        return (down ? -1 : 1) * (typeof x === "string" ? x.localeCompare(String(y)) : Number(x) - Number(y));
      });
    };
    /** @typedef {[keyof Row, string, (row: Row) => string]} Column */
    /** @type {Column} */
    const costs = ["cost", t("compare.cost"), (row) => (row.cost === null ? "–" : number(row.cost))];
    /** @type {Column[]} */
    const columns = [
      ["method", t("method"), (row) => row.method],
      ["solved", t(file ? "compare.outcome" : "compare.solved"), (row) => (file ? row.outcome : `${row.solved}/${row.runs}`)],
      ["length", t("compare.length"), (row) => (row.length === null ? "–" : number(row.length, 1))],
      ...(file ? [costs] : []),
      ["generated", t("compare.generated"), (row) => (row.generated === null ? "–" : number(row.generated, row.generated < 100 ? 1 : 0))],
      ["expanded", t("compare.expanded"), (row) => (row.expanded === null ? "–" : number(row.expanded, row.expanded < 100 ? 1 : 0))],
      ["memory", t("compare.memory"), (row) => bytes(row.memory)],
      ["seconds", t("compare.time"), (row) => (row.seconds === null ? "–" : duration(row.seconds))],
    ];
    const sort = (/** @type {keyof Row} */ by) => {
      sorted = { by, down: sorted.own && sorted.by === by && !sorted.down, own: true };
      show(result);
      /** @type {HTMLElement | null} */ (answer.querySelector(`[data-by="${by}"]`))?.focus();
    };
    const table = el(
      "table",
      { id: "compare-table" },
      el("caption", { class: "visually-hidden" }, t("compare.table")),
      el("thead", null, el("tr", null, columns.map(([by, name]) => {
        const direction = sorted.own && sorted.by === by ? (sorted.down ? "descending" : "ascending") : null;
        return el("th", { scope: "col", class: by === "method" ? "name" : "", "aria-sort": direction }, el("button", { type: "button", data: { by }, onclick: () => sort(by) }, name, direction ? (sorted.down ? " ↓" : " ↑") : ""));
      }))),
      el("tbody", null, ordered().map((row) => el("tr", null, columns.map(([by, , text]) => el(by === "method" ? "th" : "td", by === "method" ? { scope: "row", class: "name" } : null, text(row)))))),
    );
    const boards = result.rows?.filter((/** @type {any} */ row) => row.kind !== "total") ?? [];
    const shape = boards[0] ? `${boards[0].rows}x${boards[0].cols}` : "";
    const charted = ordered();
    const textOf = (/** @type {keyof Row} */ by, /** @type {Row} */ row) => columns.find(([name]) => name === by)?.[2](row) ?? "";
    fill(
      answer,
      el("div", { class: "output-head" }, el("h2", null, file ? result.problem ?? "" : boardsText(rows[0]?.runs ?? 0, shape)), button({ text: t("compare.csv"), icon: "download", class: "small", onclick: () => download("hueco-compare.csv", csv(boards), "text/csv;charset=utf-8") })),
      el("div", { class: "table-box", tabIndex: 0, role: "region", "aria-label": t("compare.table") }, table),
      result.complete === false ? el("p", { class: "notice warm", id: "compare-part" }, t("compare.part")) : null,
      file ? null : el("p", { class: "soft small-text" }, t("compare.mean")),
      el(
        "div",
        { class: "charts" },
        bars(t("compare.generated"), charted.map((row) => ({ name: row.method, value: row.generated, text: textOf("generated", row) }))),
        bars(t("compare.time"), charted.map((row) => ({ name: row.method, value: row.seconds, text: textOf("seconds", row) }))),
        bars(t("compare.memory"), charted.map((row) => ({ name: row.method, value: row.memory, text: textOf("memory", row) }))),
        file
          ? bars(t("compare.cost"), charted.map((row) => ({ name: row.method, value: row.cost, text: textOf("cost", row) })))
          : bars(t("compare.length"), charted.map((row) => ({ name: row.method, value: row.length, text: textOf("length", row) }))),
      ),
    );
  }

  const boardsText = (/** @type {number} */ n, /** @type {string} */ size) => t(n === 1 ? "compare.boards.one" : "compare.boards.many", { n: number(n), size });

  // ── the form
  /** @param {string} name @param {string} value @param {(value: string) => void} changed */
  const box = (name, value, changed) => field(name, el("input", { type: "text", inputMode: "numeric", autocomplete: "off", value, oninput: (/** @type {Event} */ event) => {
    changed(/** @type {HTMLInputElement} */ (event.target).value.trim());
    save();
  } }));

  function drawWhere() {
    if (file) {
      fill(where, kindField("compare", "problem"), box(t("compare.seconds"), state.seconds, (value) => (state.seconds = value)));
      return;
    }
    fill(
      where,
      kindField("compare", "tiles"),
      field(t("compare.source"), select([["random", t("compare.random")], ["board", t("compare.own")]], state.source, (value) => {
        state.source = value;
        drawWhere();
        save();
        where.querySelectorAll("select")[1]?.focus();
      })),
      state.source === "board"
        ? editor
        : el(
            "div",
            { class: "field-row" },
            field(t("size"), select(["2x2", "2x3", "3x3", "3x4", "4x4"].map((one) => [one, one]), state.size, (value) => {
              state.size = value;
              save();
            })),
            box(t("compare.count"), state.count, (value) => (state.count = value)),
            box(t("seed"), state.seed, (value) => (state.seed = value)),
          ),
      box(t("compare.seconds"), state.seconds, (value) => (state.seconds = value)),
    );
  }

  /** @param {string} name @param {string[]} choices @param {Set<string>} chosen */
  const chips = (name, choices, chosen) =>
    el("fieldset", null, el("legend", null, name), el("div", { class: "chips" }, choices.map((one) => {
      const tick = el("input", { type: "checkbox", value: one, checked: chosen.has(one), onchange: () => {
        if (tick.checked) chosen.add(one);
        else chosen.delete(one);
        save();
      } });
      return el("label", { class: "chip" }, tick, el("span", null, one));
    })));

  function drawWhich() {
    const { algorithms, heuristics } = offered(file ? fitting(available, problem.description) : available);
    if (file && problem.description) {
      for (const name of [...state.heuristics]) if (!heuristics.some((one) => one.name === name)) state.heuristics.delete(name);
      if (state.heuristics.size === 0) for (const { name } of heuristics.slice(0, MOST_HEURISTICS)) state.heuristics.add(name);
    }
    fill(
      which,
      chips(t("compare.methods"), algorithms.map(({ name }) => name), state.algorithms),
      chips(t("compare.heuristics"), heuristics.map(({ name }) => name), state.heuristics),
      file ? null : field(t("solve.formula"), el("input", { type: "text", class: "mono", spellcheck: false, autocomplete: "off", value: state.formula, placeholder: "manhattan + conflicts", oninput: (/** @type {Event} */ event) => {
        state.formula = /** @type {HTMLInputElement} */ (event.target).value;
        save();
      } })),
    );
  }

  root.append(
    head(t("compare.name"), t(file ? "problem.compare.lead" : "compare.lead")),
    el(
      "div",
      { class: file ? "stack" : "bench" },
      el("form", { class: file ? "card problem-form" : "card form", onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        compare();
      } }, file ? problem : null, el("div", { class: "form" }, where, which, el("button", { type: "submit", class: "primary", id: "compare-run" }, t("compare.run")))),
      el("section", { class: "result" }, answer),
    ),
  );
  drawWhere();
  drawWhich();
  const restore = () => {
    const old = panel.running ? null : recall(request());
    if (old) show(old);
  };
  fill(answer, el("p", { class: "placeholder" }, t("compare.none")));
  if (file) {
    problem.addEventListener("changed", save);
    problem.addEventListener("accepted", compare);
    problem.addEventListener("described", () => {
      drawWhich();
      save();
      restore();
    });
    problem.open(params);
  } else {
    restore();
    save();
  }
  capabilities().then((known) => {
    available = known;
    drawWhich();
  }, (error) => showError(answer, error));
  return () => panel.close();
}

/** One row per method, computed from its runs. @param {any} result @returns {Row[]} */
function totals(result) {
  /** @type {Map<string, any[]>} */
  const runs = new Map();
  for (const row of result.rows ?? []) {
    if (row.kind === "total") continue;
    Object.assign(row, row.stats);
    const name = row.method ?? `${row.algorithm}${row.heuristic ? `+${row.heuristic}` : ""}`;
    runs.set(name, [...(runs.get(name) ?? []), row]);
  }
  return [...runs].map(([method, all]) => {
    const solved = all.filter((row) => row.outcome === "solved");
    const mean = (/** @type {string} */ key) => (solved.length === 0 ? null : solved.reduce((sum, row) => sum + row[key], 0) / solved.length);
    const [{ outcome, optimal }] = all;
    return { method, solved: solved.length, runs: all.length, outcome: t(outcome === "solved" && optimal ? "outcome.optimal" : `outcome.${/** @type {"solved"} */ (outcome)}`), length: mean("length"), cost: all[0].cost === undefined ? null : mean("cost"), generated: mean("generated"), expanded: mean("expanded"), memory: Math.max(0, ...all.map((row) => row.peak_bytes ?? 0)), seconds: mean("seconds") };
  });
}

/** @param {any[]} runs */
function csv(runs) {
  const problem = runs.some((run) => run.problem !== undefined);
  const names = [...(problem ? [] : ["number"]), "method", "outcome", "optimal", "length", ...(problem ? ["cost"] : []), "lower_bound", "stopped_by", "generated", "expanded", "examined", "reopened", "peak_bytes", "seconds"];
  const cell = (/** @type {any} */ value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [[problem ? "problem" : "board", ...names].join(","), ...runs.map((run) => [run.board?.join(" ") ?? run.problem, ...names.map((name) => run[name])].map(cell).join(","))].join("\n") + "\n";
}

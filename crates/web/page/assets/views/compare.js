// Compare: the same boards, or a problem file, solved by several methods. Each algorithm chosen runs with each heuristic chosen, or alone if it uses
// none. Below the table, bars show the same numbers.

import { capabilities } from "../lib/api.js";
import { aligned } from "../lib/board.js";
import { totals } from "../lib/averages.js";
import { bars } from "../lib/charts.js";
import { boardEditor } from "../elements/board-editor.js";
import { problemEditor } from "../elements/problem-editor.js";
import { announce, el, field, fill, select } from "../lib/dom.js";
import { tableButtons } from "../lib/export.js";
import { JobPanel, recall } from "../lib/job.js";
import { kindField } from "../lib/kinds.js";
import { writeLink } from "../lib/link.js";
import { MOST_SECONDS } from "../lib/limits.js";
import { offered } from "../lib/methods.js";
import { numberField, readNumber, refuseNumbers } from "../lib/numbers.js";
import { head, reveal, showError } from "../lib/panels.js";
import { fitting, isProblem } from "../lib/problem.js";
import { bytes, count, duration, number, t, textOr } from "../lib/language.js";

/** @typedef {import("../lib/averages.js").Row} Row */

/** The number of heuristics of a file that are chosen at first. */
const MOST_HEURISTICS = 3;

/** How many times a short run is made: the first is slower than the others. */
const REPEAT = 5;

/** What the numbers of the form may be. @type {Record<"count" | "seed" | "seconds", import("../lib/numbers.js").Range>} */
const RANGES = { count: { least: 1, most: 200, whole: true }, seed: { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true }, seconds: { least: 0.001, most: MOST_SECONDS } };

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
  /** The settings whose result is shown. */
  let shown = "";
  const key = () => JSON.stringify(request());
  const stale = el("p", { class: "notice warm", id: "compare-stale" }, t("compare.stale"));
  stale.hidden = true;
  const markStale = () => {
    stale.hidden = shown === "" || shown === key();
  };

  function save() {
    markStale();
    const methods = { methods: [...state.algorithms].join(","), heuristics: [...state.heuristics].join(","), seconds: state.seconds === "5" ? "" : state.seconds, run: shown !== "" && shown === key() };
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
    const chosen = { algorithms: [...state.algorithms], heuristics: [...state.heuristics], run_seconds: readNumber(state.seconds, RANGES.seconds), repeat: REPEAT };
    if (file) {
      const { algorithms } = fitting(available, problem.description);
      return { kind: "compare", ...problem.request(), ...chosen, algorithms: chosen.algorithms.filter((name) => algorithms.some((one) => one.name === name)) };
    }
    const boards = state.source === "random" ? { random: { count: readNumber(state.count, RANGES.count), seed: readNumber(state.seed, RANGES.seed), size: state.size } } : { boards: [editor.text.trim()] };
    return { kind: "compare", ...boards, ...chosen, formulas: state.formula.trim() ? [state.formula.trim()] : [] };
  }

  function compare() {
    panel.close();
    if (refuseNumbers(form)) return;
    if (file && problem.foreign) {
      problem.accept();
      return;
    }
    if (request().algorithms.length === 0) {
      fill(answer, el("p", { class: "notice warm", role: "alert" }, t("compare.pick")));
      return;
    }
    const asked = key();
    panel.run([request()], {
      retry: compare,
      onResult: (result) => {
        show(result, asked);
        save();
        announce(t("compare.done", { methods: count("methods", new Set(result.rows?.map((/** @type {any} */ row) => row.method)).size) }));
      },
      onError: (error) => file && problem.failed(error, answer, t("compare.none")),
    });
    reveal(answer);
  }

  /** The runs that did not solve their board: which limit ended how many. @param {Row} row */
  const endings = (row) => Object.entries(row.stopped).map(([limit, n]) => `${row.runs > 1 ? `${number(n)} × ` : ""}${textOr(`limit.${limit}`, limit)}`).join(", ");

  /** @param {any} result @param {string} [asked] the settings that it belongs to */
  function show(result, asked = key()) {
    shown = asked;
    const { rows, boards: all, common, without } = totals(result);
    const ordered = () => {
      if (!sorted.own) return rows;
      const { by, down } = sorted;
      return [...rows].sort((a, b) => {
        const [x, y] = [a[by] ?? Infinity, b[by] ?? Infinity];
        return (down ? -1 : 1) * (typeof x === "string" ? x.localeCompare(String(y)) : Number(x) - Number(y));
      });
    };
    const amount = (/** @type {number} */ value) => number(value, value < 100 ? 1 : 0);
    /** A value, or that it is more than what was reached. @param {Row} row @param {"generated" | "expanded" | "seconds"} by @param {(value: number) => string} format */
    const valueOf = (row, by, format) => {
      const value = row[by];
      if (value !== null) return format(value);
      return row.failed > 0 ? t("compare.over", { value: format(row.reached[by]) }) : "–";
    };
    const range = (/** @type {Row} */ row) => {
      const [least, most] = (row.spread ?? []).map(duration);
      return least === most ? "" : ` (${least} – ${most})`;
    };
    /** @typedef {[keyof Row, string, (row: Row) => string]} Column */
    /** @type {Column} */
    const costs = ["cost", t("compare.cost"), (row) => (row.cost === null ? "–" : number(row.cost))];
    /** @type {Column[]} */
    const columns = [
      ["method", t("method"), (row) => row.method],
      ["solved", t(file ? "compare.outcome" : "compare.solved"), (row) => `${file ? row.outcome : `${row.solved}/${row.runs}`}${row.failed > 0 ? `: ${endings(row)}` : ""}`],
      ["length", t("compare.length"), (row) => (row.length === null ? "–" : number(row.length, 1))],
      ...(file ? [costs] : []),
      ["generated", t("compare.generated"), (row) => valueOf(row, "generated", amount)],
      ["expanded", t("compare.expanded"), (row) => valueOf(row, "expanded", amount)],
      ["memory", t("compare.memory"), (row) => bytes(row.memory)],
      ["seconds", t("compare.time"), (row) => valueOf(row, "seconds", duration)],
    ];
    const sort = (/** @type {keyof Row} */ by) => {
      sorted = { by, down: sorted.own && sorted.by === by && !sorted.down, own: true };
      show(result, shown);
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
      el("tbody", null, ordered().map((row) => el("tr", null, columns.map(([by, , text]) => el(by === "method" ? "th" : "td", by === "method" ? { scope: "row", class: "name" } : { data: { by } }, text(row), by === "seconds" && range(row) ? el("span", { class: "soft small-text spread" }, range(row)) : null))))),
    );
    const boards = result.rows?.filter((/** @type {any} */ row) => row.kind !== "total") ?? [];
    const shape = boards[0] ? `${boards[0].rows}x${boards[0].cols}` : "";
    const charted = ordered();
    const textOf = (/** @type {keyof Row} */ by, /** @type {Row} */ row) => columns.find(([name]) => name === by)?.[2](row) ?? "";
    /** @param {"generated" | "seconds" | "memory" | "length" | "cost"} by @param {(value: number) => string} format @param {number} [base] */
    const chart = (by, format, base) => bars(columns.find(([name]) => name === by)?.[1] ?? "", charted.map((row) => {
      const over = row[by] === null && row.failed > 0 && (by === "generated" || by === "seconds") ? row.reached[by] : undefined;
      const more = !file && row[by] !== null && row.failed > 0 && by !== "memory" ? ` · ${t("compare.over.some", { n: number(row.failed), runs: number(row.runs) })}` : "";
      return { name: row.method, value: row[by], text: `${textOf(by, row)}${more}`, over };
    }), format, base);
    fill(
      answer,
      el("div", { class: "output-head" }, el("h2", null, file ? result.problem ?? "" : boardsText(all, shape)), tableButtons("hueco-compare", () => runRows(boards), () => result)),
      stale,
      el("div", { class: "table-box", tabIndex: 0, role: "region", "aria-label": t("compare.table") }, table),
      file ? unproven(rows) : null,
      result.complete === false ? el("p", { class: "notice warm", id: "compare-part" }, t("compare.part")) : null,
      file ? null : el("p", { class: "soft small-text", id: "compare-mean" }, meanText(all, common, without)),
      el("div", { class: "charts" }, chart("generated", amount), chart("seconds", duration), chart("memory", bytes, 16), file ? chart("cost", amount) : chart("length", amount)),
    );
    markStale();
  }

  /** Why solutions are not called optimal: each reason with its methods. @param {Row[]} rows */
  function unproven(rows) {
    /** @type {Map<string, string[]>} */
    const reasons = new Map();
    for (const { unproven: reason, method } of rows) if (reason) reasons.set(reason, [...(reasons.get(reason) ?? []), method]);
    return reasons.size === 0 ? null : el("ul", { class: "soft small-text plain-list", id: "compare-unproven" }, [...reasons].map(([reason, methods]) => el("li", null, t("unproven", { methods: methods.join(", "), reason: textOr(`unproven.${reason}`, reason) }))));
  }

  /** Which boards the averages are over. @param {number} all @param {number} common @param {string[]} without */
  const meanText = (all, common, without) => {
    const over = common === 0 ? t("compare.mean.none") : common === all && without.length === 0 ? t("compare.mean.all") : t("compare.mean.some", { n: number(common), boards: number(all) });
    const lost = without.length > 0 && common > 0 ? ` ${t("compare.mean.without", { methods: without.join(", ") })}` : "";
    return `${over}${lost} ${t("compare.mean.more")}`;
  };

  const boardsText = (/** @type {number} */ n, /** @type {string} */ size) => t(n === 1 ? "compare.boards.one" : "compare.boards.many", { n: number(n), size });

  // ── the form
  /** @param {"count" | "seed" | "seconds"} name @param {string} text */
  const box = (name, text) => numberField(text, state[name], RANGES[name], (value) => {
    state[name] = value;
    save();
  });

  function drawWhere() {
    if (file) {
      fill(where, kindField("compare", "problem"), box("seconds", t("compare.seconds")));
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
            box("count", t("compare.count")),
            box("seed", t("seed")),
          ),
      box("seconds", t("compare.seconds")),
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

  const form = el("form", { class: file ? "card problem-form" : "card form", onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    compare();
  } }, file ? problem : null, el("div", { class: "form" }, where, which, el("div", { class: "run-bar" }, el("button", { type: "submit", class: "primary", id: "compare-run" }, t("compare.run")))));
  root.append(
    head(t("compare.name"), t(file ? "problem.compare.lead" : "compare.lead")),
    el(
      "div",
      { class: file ? "stack" : "bench" },
      form,
      el("section", { class: "result" }, answer),
    ),
  );
  drawWhere();
  drawWhich();
  // A link to a comparison that was run runs it again.
  let wanted = params.run === "1";
  const restore = () => {
    if (panel.running) return;
    const old = recall(request());
    if (old) show(old);
    else if (wanted && available && !(file && problem.foreign)) compare();
    else return;
    wanted = false;
  };
  fill(answer, el("p", { class: "placeholder" }, t("compare.none")));
  if (file) {
    problem.addEventListener("edited", markStale);
    problem.addEventListener("changed", save);
    problem.addEventListener("accepted", compare);
    problem.addEventListener("described", () => {
      drawWhich();
      save();
      restore();
    });
    problem.open(params);
  } else {
    if (!wanted) save();
    restore();
  }
  capabilities().then((known) => {
    available = known;
    drawWhich();
    if (!file || problem.description) restore();
  }, (error) => showError(answer, error));
  return () => panel.close();
}

/** The runs as a table. @param {any[]} runs */
function runRows(runs) {
  const problem = runs.some((run) => run.problem !== undefined);
  const names = [...(problem ? [] : ["number"]), "method", "outcome", "optimal", "length", ...(problem ? ["cost"] : []), "lower_bound", "stopped_by", "generated", "expanded", "examined", "reopened", "peak_bytes", "seconds"];
  return [[problem ? "problem" : "board", ...names], ...runs.map((run) => [run.board?.join(" ") ?? run.problem, ...names.map((name) => run[name] ?? run.stats?.[name])])];
}

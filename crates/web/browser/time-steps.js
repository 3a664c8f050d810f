// What a step in See costs the page's main thread near the end of 20,000 events: `node time-steps.js [steps]`, on an idle machine.
// For each case, the median and the longest step: the script that makes the step; all work of the main thread up to the next frame, with
// script, drawing, style, layout and painting, as Chromium's trace has it; and the same with the commit, which hands the frame over and
// rasterizes the canvas where there is no graphics card.

import { browse, LAPTOP, newPage, serve } from "./harness.js";

const STEPS = Number(process.argv[2] ?? 40);
const FIRST = 5;
const BOARD = "board=8,6,7/2,5,4/3,0,1&step=100&method=bfs";
const TWO = `${BOARD}&method2=astar&heuristic2=misplaced`;
const CASES = [
  { name: "one search", hash: BOARD, pruned: false },
  { name: "one, pruned children shown", hash: BOARD, pruned: true },
  { name: "two searches", hash: TWO, pruned: false },
  { name: "two, pruned children shown", hash: TWO, pruned: true },
  { name: "four searches", hash: `${TWO}&method3=greedy&heuristic3=misplaced&method4=idastar&heuristic4=misplaced`, pruned: false },
];
const WORK = new Set(["FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize"]);

/** @typedef {{ name: string, ph: string, ts: number, dur?: number, pid: number, tid: number }} Traced */

/** The length of the union of intervals, so that what happens inside something else counts once. @param {[number, number][]} intervals */
function covered(intervals) {
  let [sum, end] = [0, -Infinity];
  for (const [from, to] of intervals.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum;
}

/** Milliseconds of each step. @param {Traced[]} events */
function read(events) {
  const mark = (/** @type {string} */ name) => events.find((event) => event.name === name);
  const steps = [];
  for (let step = FIRST; step < STEPS; step += 1) {
    const [began, made, shown] = ["began", "made", "shown"].map((name) => mark(`${name} ${step}`));
    if (!began || !made || !shown) throw new Error(`step ${step} is not in the trace`);
    const inside = events.filter(({ ph, ts, pid, tid }) => ph === "X" && pid === began.pid && tid === began.tid && ts >= began.ts && ts < shown.ts);
    const spans = (/** @type {(name: string) => boolean} */ has) => inside.filter(({ name }) => has(name)).map(({ ts, dur = 0 }) => /** @type {[number, number]} */ ([ts, ts + dur]));
    /** @type {[number, number]} */
    const script = [began.ts, made.ts];
    steps.push({ script: covered([script]) / 1000, work: covered([script, ...spans((name) => WORK.has(name))]) / 1000, all: covered([script, ...spans((name) => WORK.has(name) || name === "Commit")]) / 1000 });
  }
  return steps;
}

const [server, browser] = await Promise.all([serve(), browse()]);
for (const { name, hash, pruned } of CASES) {
  const { page, close } = await newPage(browser, { size: LAPTOP });
  await page.goto(`${server.url}/#/see?${hash}`);
  await page.waitForSelector("search-pane [data-list=frontier] li", { timeout: 60000, state: "attached" });
  if (pruned) for (const box of await page.getByLabel("Show pruned children").all()) await box.check();
  const client = await page.context().newCDPSession(page);
  /** @type {Traced[]} */
  const events = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(.../** @type {any} */ (value)));
  await client.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "cc", "blink.user_timing"] } });
  const traced = await page.$eval("play-back", async (element, count) => {
    const playback = /** @type {any} */ (element);
    const shown = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    for (let step = 0; step < count; step += 1) {
      await shown();
      await new Promise((done) => setTimeout(done, 30));
      performance.mark(`began ${step}`);
      playback.go(playback.length - count - 20 + step);
      performance.mark(`made ${step}`);
      await shown();
      performance.mark(`shown ${step}`);
    }
    return [...document.querySelectorAll("search-pane")].map((pane) => /** @type {any} */ (pane).replay.events.length);
  }, STEPS);
  const complete = new Promise((done) => client.once("Tracing.tracingComplete", done));
  await client.send("Tracing.end");
  await complete;
  const steps = read(events);
  const figures = (/** @type {"script" | "work" | "all"} */ what) => {
    const times = steps.map((step) => step[what]).toSorted((a, b) => a - b);
    return `${times[times.length >> 1].toFixed(1)} ms, longest ${times[times.length - 1].toFixed(1)}`;
  };
  console.log(`${name} (${traced.join(", ")} events): script ${figures("script")}; main thread ${figures("work")}; with the commit ${figures("all")}`);
  await close();
}
await browser.close();
await server.stop();

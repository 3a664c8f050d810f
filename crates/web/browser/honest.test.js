// What must not mislead: limits that end runs, averages over unlike boards, answers of another board or search, links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { allowRefused, newPage, serve, served, suite } from "./harness.js";

const own = suite();
const { flow } = own;

/** A result of a comparison that no machine could compute differently. @param {object[]} rows */
const compared = (rows) => ({ version: 1, methods: [], rows: rows.map((row) => ({ kind: "run", rows: 4, cols: 4, board: [], outcome: "solved", optimal: true, lower_bound: 0, stopped_by: null, expanded: 5, peak_bytes: 1000, seconds: 0.5, ...row })), totals: [], complete: true, svg: "" });

/** Answers every comparison of the page with a result. @param {import("playwright-core").Page} page @param {object} result */
async function answer(page, result) {
  /** @type {any[]} */
  const asked = [];
  await page.route("**/api/jobs?*", async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill({ status: 200, contentType: "application/json", body: JSON.stringify({ version: 1, id: "x", state: "queued", events: "api/jobs/x/events" }) });
  });
  await page.route("**/api/jobs/x/events*", (route) => route.fulfill({ status: 200, contentType: "text/event-stream", body: `event: result\ndata: ${JSON.stringify(result)}\n\n` }));
  return asked;
}

flow("Compare: the time that was asked for is the limit, and each run's ending is shown", {}, async (page) => {
  await page.goto(`${own.server.url}/#/compare?size=4x4&count=1&seed=1&methods=idastar&heuristics=blind&seconds=0.4`);
  await page.click("#compare-run");
  await page.waitForSelector("#compare-table tbody tr");
  assert.match(await page.textContent("#compare-table td[data-by=solved]"), /^0\/1: time limit$/);
  assert.match(await page.textContent("#compare-table td[data-by=seconds]"), /^more than (?:[4-9]\d\d ms|\d\.\d s)$/);
  assert.match(await page.textContent(".bar-value >> nth=0"), /^more than /);
  assert.equal(await page.locator(".bar.over").count(), 2, "nodes and time are drawn as more than the limit");
});

flow("Compare: averages are over the boards that all methods solved; the spread of repeated runs is shown", { skip: served }, async (page) => {
  const stopped = { outcome: "stopped", optimal: false, length: null, stopped_by: "time", generated: 9000, seconds: 5 };
  const asked = await answer(page, compared([
    { number: 1, method: "easy", length: 10, generated: 50, seconds: 0.001, spread: { runs: 5, least: 0.0008, most: 0.016 } },
    { number: 2, method: "easy", ...stopped },
    { number: 1, method: "strong", length: 10, generated: 70, seconds: 0.002 },
    { number: 2, method: "strong", length: 40, generated: 70_000, seconds: 2 },
    { number: 1, method: "lost", ...stopped },
    { number: 2, method: "lost", ...stopped },
  ]));
  await page.goto(`${own.server.url}/#/compare?size=4x4&count=2&seed=1&methods=astar&heuristics=manhattan`);
  await page.click("#compare-run");
  await page.waitForSelector("#compare-table tbody tr");
  const cells = (/** @type {string} */ by) => page.$$eval(`#compare-table td[data-by=${by}]`, (found) => found.map((cell) => cell.textContent));
  assert.deepEqual(await cells("generated"), ["50", "70", "more than 9,000"]);
  assert.deepEqual(await cells("length"), ["10", "10", "–"]);
  assert.deepEqual(await cells("solved"), ["1/2: 1 × time limit", "2/2", "0/2: 2 × time limit"]);
  assert.equal((await cells("seconds"))[0], "1 ms (800 µs – 16 ms)");
  assert.match(await page.textContent("#compare-mean"), /^Averages over the 1 of 2 boards that all methods solved\. Left out of the averages, with no board solved: lost\./);
  assert.match(await page.textContent(".bar-value >> nth=0"), /1 of 2 over the limit/);
  assert.ok((await page.locator(".bar-axis span").count()) >= 8, "axes have ticks");
  assert.equal(asked[0].repeat, 5);
  // Other settings: the table says that it is of the ones before.
  await page.getByLabel("Seed").fill("2");
  await page.waitForSelector("#compare-stale:visible");
});

flow("numbers that are none are marked and nothing runs with others", { lang: "en", skip: served }, async (page) => {
  const asked = await answer(page, compared([]));
  await page.goto(`${own.server.url}/#/compare?size=3x3&count=3&seed=1`);
  await page.getByLabel("How many").fill("abc");
  await page.click("#compare-run");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-invalid")), "true");
  assert.match(await page.textContent(".field-wrong:not(:empty)"), /^A whole number from 1 to 200$/);
  await page.goto(`${own.server.url}/#/solve?board=1,2,3/4,0,5/7,8,6&seconds=soon`);
  await page.click("#solve-run");
  assert.match(await page.textContent(".field-wrong:not(:empty)"), /^A number from 0\.001 to 60$/);
  assert.equal(asked.length, 0);
});

flow("See after Solve shows the same search, or says which other", {}, async (page) => {
  await page.goto(`${own.server.url}/#/solve?board=1,2,3/4,0,5/7,8,6&method=greedy&heuristic=misplaced&ties=lifo&order=RDLU`);
  await page.click("#solve-run");
  await page.waitForSelector("#see-this");
  assert.equal(await page.textContent("#see-this"), "See the search");
  await page.click("#see-this");
  await page.waitForSelector("search-pane");
  const header = await page.$eval("search-pane", (pane) => /** @type {any} */ (pane).replay.header);
  assert.deepEqual([header.algorithm, header.heuristic, header.ties, header.order], ["greedy", "misplaced", "lifo", "RDLU"]);
  await page.goto(`${own.server.url}/#/solve?board=1,2,3/4,0,5/7,8,6`);
  await page.click("#solve-run");
  // What auto chose is searched again where that can be watched, and otherwise the link says what it leads to.
  const chose = await page.textContent("#verdict ~ p.small-text");
  const [text, address] = [await page.textContent("#see-this"), await page.getAttribute("#see-this", "href")];
  if (/^astar · manhattan/.test(String(chose))) assert.deepEqual([text, /method=astar$/.test(String(address))], ["See the search", true]);
  else assert.equal(text, "See A* on this board");
});

flow("an answer does not stand under another board, and a link to an answer solves it again", {}, async (page) => {
  await page.goto(`${own.server.url}/#/solve?board=1,2,3/4,0,5/7,8,6`);
  await page.waitForSelector("board-editor .verdict.good");
  assert.doesNotMatch(page.url(), /run=1/);
  await page.click("#solve-run");
  await page.waitForSelector("#verdict");
  const link = page.url();
  assert.match(link, /run=1/);
  await page.locator("board-editor textarea").fill("1 2 3\n4 5 0\n7 8 6");
  await page.waitForSelector("#verdict", { state: "detached" });
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector("#verdict");
  await page.goto("about:blank");
  await page.goto(`${own.server.url}/#/compare?size=2x3&count=1&seed=1&methods=bfs&heuristics=manhattan&run=1`);
  await page.waitForSelector("#compare-table tbody tr");
});

flow("a link to See keeps the zoom, what is folded and the node that is picked", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?board=2,8,3/1,6,4/7,0,5&goal=1,2,3/8,0,4/7,6,5&method=astar&step=4`);
  await page.waitForSelector("search-pane");
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.$eval("tree-canvas", (tree) => {
    const { replay } = /** @type {any} */ (tree);
    /** @type {any} */ (tree).fold(replay.nodes[1]);
    /** @type {any} */ (tree).pick(replay.nodes[2]);
  });
  await page.waitForFunction(() => /pick=3/.test(location.hash) && /fold=2/.test(location.hash) && /view=/.test(location.hash));
  const shown = () => page.$eval("tree-canvas", (tree) => {
    const { view, folded, picked } = /** @type {any} */ (tree);
    return { scale: view.scale.toFixed(3), x: Math.round(view.x / 4), folded: [...folded].map((/** @type {any} */ node) => node.order), picked: picked?.order };
  });
  const before = await shown();
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("tree-canvas"))?.picked);
  assert.deepEqual(await shown(), before);
});

flow("a cut trace did not end without a solution", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?board=8,6,7/2,5,4/3,0,1&method=bfs&step=5`);
  await page.waitForSelector("search-pane .notice");
  assert.match(await page.textContent(".pane-head"), /Shown in part: [\d,]+ nodes examined/);
});

flow("an unsolvable board in Play: the parity says why; Play has a link to copy", {}, async (page) => {
  await page.goto(`${own.server.url}/#/play?board=1,2,3/4,5,6/8,7,0`);
  await page.waitForFunction(() => /number of swaps/.test(document.querySelector(".coach-text")?.textContent ?? ""));
  assert.match(await page.textContent(".coach-text"), /^No moves lead to this goal\./);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForFunction(() => /No moves lead to this goal/.test(document.querySelector(".play-message")?.textContent ?? ""));
  await page.getByRole("button", { name: "Copy link" }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
});

flow("the ring of a hint goes when the solution is played", {}, async (page) => {
  await page.goto(`${own.server.url}/#/play?board=1,2,3/4,0,5/7,8,6`);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForSelector(".tile.highlighted");
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.waitForSelector("#answer");
  assert.equal(await page.locator(".tile.highlighted").count(), 0);
});

flow("what is wrong with a board is said in its rows and columns", {}, async (page, complaints) => {
  await page.goto(`${own.server.url}/#/solve`);
  const area = page.locator("board-editor textarea");
  for (const [text, says] of [["1 2 3 / 4 4 5 / 7 8 6", /^Row 2, column 2: 4 is there already\.$/], ["1 2 3 4 5 6 7 0", /^8 numbers in one line are not a square board\./], ["1 2 / 3 9", /^Row 2, column 2: 9 is too large; the numbers of this board go from 0 to 3\.$/]]) {
    await area.fill(String(text));
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("board-editor .verdict")?.textContent ?? ""), /** @type {RegExp} */ (says).source);
  }
  await page.goto(`${own.server.url}/#/play?board=1,2,3/4,0,5/7,8,6`);
  await page.locator(".goal select").selectOption("own");
  await page.locator(".goal input").fill("1 2 3 / 4 5 5 / 7 8 0");
  await page.waitForFunction(() => /^In the goal: Row 2, column 3: 5 is there already\.$/.test(document.querySelector(".play-message")?.textContent ?? ""));
  allowRefused(complaints);
});

test("the server stops during a job: the best solution so far stays", { skip: served }, async () => {
  const { page, close } = await newPage(own.browser);
  const first = await serve();
  await page.goto(`${first.url}/#/solve?board=24,23,22,21,20/19,18,17,16,15/14,13,12,11,10/9,8,7,6,5/4,3,2,1,0&seconds=25`);
  await page.waitForSelector("board-editor .verdict.good");
  await page.click("#solve-run");
  await page.waitForSelector("#so-far");
  await first.stop();
  await page.waitForSelector("[data-state=gone]");
  await page.click("#so-far");
  await page.waitForSelector(".so-far tile-board");
  await close();
});

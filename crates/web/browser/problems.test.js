// Problem files on the page: chosen, edited, solved, watched, compared, checked, and kept in a link.

import assert from "node:assert/strict";
import { PROBLEM_VIEWS, allowRefused, served, suite } from "./harness.js";

const own = suite();
const { flow } = own;

/** From 0 to 4 by steps of one and of two; a heuristic that overestimates. */
const STEPS = `title = "Steps"
n = param("n", 4)
start = 0
goal = n
def actions(s): return [("one", s + 1), ("two", s + 2, 3)] if s < n else []
def h(s): return 2 * (n - s) if s <= n else None
def draw(s): return "#" * s + "." * (n - s)
`;

/** @param {import("playwright-core").Page} page */
const described = (page) => page.waitForSelector("#problem-offers.good");

flow("choose the water jugs in Solve, solve them, step through the actions, and change a parameter", {}, async (page) => {
  await page.goto(`${own.server.url}/#/solve`);
  await page.selectOption("#kind", "problem");
  await page.waitForFunction(() => location.hash === "#/solve?problem=jugs");
  await described(page);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "kind", "the keyboard stays at the choice");
  await page.click("#solve-run");
  await page.waitForSelector("#verdict[data-outcome=solved]");
  assert.equal(await page.textContent("#verdict"), "6 actions, cost 6. Optimal: no solution costs less.");
  assert.equal(await page.textContent("#state"), "(0, 0)");
  await page.getByRole("button", { name: "One step forward" }).click();
  assert.equal(await page.textContent(".state-action"), "fill 3");
  assert.equal(await page.textContent("#state"), "(0, 3)");
  assert.equal(await page.textContent("#steps tr[aria-current] th"), "fill 3");
  await page.locator("#steps tbody tr").last().click();
  assert.equal(await page.textContent("#state"), "(2, 0)");
  await page.getByRole("button", { name: "Copy the actions" }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^fill 3; pour 3 into 4; /);

  await page.fill("[data-parameter=first]", "5");
  await page.fill("[data-parameter=amount]", "4");
  await page.locator(".method select").first().selectOption("bfs");
  assert.equal(await page.evaluate(() => location.hash), "#/solve?problem=jugs&set.first=5&set.amount=4&method=bfs");
  await page.click("#solve-run");
  await page.waitForFunction(() => document.getElementById("verdict")?.textContent?.startsWith("6 actions"));
  await page.reload();
  await described(page);
  assert.equal(await page.inputValue("[data-parameter=first]"), "5");
  assert.equal(await page.locator(".method select").first().inputValue(), "bfs");
  // Back to tiles, and to the same problem again.
  await page.selectOption("#kind", "tiles");
  await page.waitForSelector("board-editor");
  await page.selectOption("#kind", "problem");
  await page.waitForFunction(() => location.hash.includes("set.first=5"));
});

flow("a problem without a solution, and a search that is stopped", {}, async (page) => {
  await page.goto(`${own.server.url}/#/solve?problem=bridges`);
  await described(page);
  await page.click("#solve-run");
  await page.waitForSelector("#verdict[data-outcome=unsolvable]");
  await page.locator(".code-text").fill('start = 0\ngoal = -1\ndef actions(s): return [("on", s + 1)]\n');
  await page.waitForFunction(() => /problem · start: 0/.test(document.getElementById("problem-offers")?.textContent ?? ""));
  await page.click("#solve-run");
  await page.waitForFunction(() => /[1-9]\d* nodes/.test(document.querySelector(".working-text")?.textContent?.replaceAll(",", "") ?? ""));
  await page.locator(".working button").click();
  await page.waitForSelector("#verdict[data-outcome=stopped]");
});

flow("a text that is edited while it is solved: its search ends, and no answer of it appears", {}, async (page) => {
  await page.goto(`${own.server.url}/#/solve?problem=jugs`);
  await described(page);
  await page.locator(".code-text").fill('start = 0\ngoal = -1\ndef actions(s): return [("on", s + 1)]\n');
  await page.waitForFunction(() => /problem · start: 0/.test(document.getElementById("problem-offers")?.textContent ?? ""));
  for (const [view, run] of [["solve", "#solve-run"], ["lab", "#lab-run"]]) {
    if (view === "lab") {
      await page.goto("about:blank");
      await page.goto(`${own.server.url}/#/lab?problem=jugs`);
      await described(page);
      await page.locator(".code-text").fill('start = 0\ngoal = -1\ndef actions(s): return [("on", s + 1)]\ndef h(s): return 0\n');
      await page.waitForFunction(() => /problem · start: 0/.test(document.getElementById("problem-offers")?.textContent ?? ""));
    }
    await page.click(run);
    await page.waitForSelector(".working");
    await page.locator(".code-text").press("Control+End");
    await page.keyboard.type("# ");
    assert.equal(await page.locator(".working").count(), 0, view);
    await page.waitForSelector(".answer .placeholder");
    await described(page);
    assert.equal(await page.locator("#verdict").count(), 0);
  }
  // In Compare the result stays, but not as one of the text that stands there now.
  await page.goto("about:blank");
  await page.goto(`${own.server.url}/#/compare?problem=jugs&methods=bfs`);
  await described(page);
  await page.evaluate(() => {
    document.getElementById("compare-run")?.click();
    const area = /** @type {HTMLTextAreaElement} */ (document.querySelector(".code-text"));
    area.value += "# another";
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForSelector("#compare-table");
  await page.waitForSelector("#compare-stale:not([hidden])");
});

flow("a parameter is loaded as it is typed: a wrong value is marked before the file is run", {}, async (page, complaints) => {
  await page.goto(`${own.server.url}/#/solve?problem=hanoi`);
  await described(page);
  const start = () => page.textContent("#problem-offers");
  const before = await start();
  await page.fill("[data-parameter=discs]", "2");
  await page.waitForFunction((old) => document.getElementById("problem-offers")?.textContent !== old && document.querySelector("#problem-offers.good"), before);
  await page.fill("[data-parameter=discs]", "two");
  await page.waitForSelector(".code-fault button");
  assert.equal(await page.inputValue("[data-parameter=discs]"), "two", "the field stays as it is");
  await page.fill("[data-parameter=discs]", "3");
  await page.waitForFunction(() => !document.querySelector(".code-fault button") && document.querySelector("#problem-offers")?.textContent);
  allowRefused(complaints);
});

flow("a mistake is marked at its line, with words beneath, and the message leads to it", {}, async (page, complaints) => {
  await page.goto(`${own.server.url}/#/solve?problem=jugs`);
  await described(page);
  const area = page.locator(".code-text");
  await area.fill(STEPS.replace("s + 1)", "s + )"));
  await page.waitForSelector(".code-fault button");
  assert.equal(await page.textContent(".code-fault button"), "Line 5");
  assert.equal(await page.textContent(".code-lines .wrong"), "5");
  assert.equal(await area.getAttribute("aria-invalid"), "true");
  assert.doesNotMatch(await page.textContent(".code-fault .verdict"), /problem\.star:5/, "the place is shown once");
  await page.click(".code-fault button");
  const line = await area.evaluate((box) => {
    const { value, selectionStart } = /** @type {HTMLTextAreaElement} */ (box);
    return value.slice(0, selectionStart).split("\n").length;
  });
  assert.equal(line, 5);
  // A mistake that only a run meets is shown in the same place.
  await area.fill(STEPS.replace("s + 1)", "s.x)"));
  await described(page);
  assert.equal(await page.locator(".code-fault button").count(), 0);
  await page.click("#solve-run");
  await page.waitForSelector(".code-lines .wrong");
  assert.equal(await page.locator("#verdict").count(), 0);
  await area.fill(STEPS);
  await described(page);
  await page.click("#solve-run");
  await page.waitForSelector("#verdict[data-outcome=solved]");
  assert.equal(await page.textContent("#state"), "....");
  allowRefused(complaints);
});

flow("the keyboard in the text: Tab indents, Enter keeps the indent, Escape and Tab leave", { skip: served }, async (page) => {
  // Half a program is no mistake here.
  await page.route("**/api/describe?*", (route) => route.fulfill({ json: { problem: "Half", start: "0", parameters: [], heuristics: [], abstractions: [], draw: false, predecessors: false } }));
  await page.goto(`${own.server.url}/#/solve?problem=jugs`);
  await described(page);
  const area = page.locator(".code-text");
  await area.fill("def f():");
  await area.press("End");
  await area.press("Enter");
  await page.keyboard.type("a");
  await area.press("Home");
  await area.press("Tab");
  assert.equal(await area.inputValue(), "def f():\n        a");
  await area.press("Shift+Tab");
  assert.equal(await area.inputValue(), "def f():\n    a");
  await area.press("Control+z");
  assert.equal(await area.inputValue(), "def f():\n        a", "an indent can be undone");
  await area.press("Control+a");
  await area.press("Tab");
  assert.equal(await area.inputValue(), "    def f():\n            a");
  await area.press("Escape");
  await area.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
  await area.press("Escape");
  await page.keyboard.press("Shift+Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
});

flow("See steps through a problem, alone and beside another method; its states are drawn", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?problem=jugs&method=bfs&step=2`);
  await page.waitForSelector("search-pane [data-list=frontier] li");
  assert.equal(await page.textContent("search-pane .now .state-text"), "(4, 0)");
  assert.match(await page.textContent("search-pane .now-action"), /fill 4/);
  await page.getByRole("button", { name: "One step forward" }).click();
  assert.equal(await page.textContent("search-pane .now .state-text"), "(0, 3)");
  assert.match(await page.textContent(".pane-head"), /Solved: 6 actions/);
  await page.locator("tree-canvas canvas").focus();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => /Node 1: \(0, 0\)/.test(document.getElementById("live")?.textContent ?? ""));
  await page.locator("details.setup > summary").click();
  await page.selectOption("#problem-pick", "wolf");
  await page.waitForFunction(() => document.getElementById("problem-offers")?.textContent?.startsWith("Wolf"));
  await page.locator(".see-methods .method:last-child select").selectOption("dfs");
  await page.click("#see-run");
  await page.waitForFunction(() => document.querySelectorAll("search-pane").length === 2);
  assert.match(page.url(), /problem=wolf&method=bfs.*&method2=dfs/);
  // A text of several lines.
  await page.goto("about:blank");
  await page.goto(`${own.server.url}/#/see?problem=sokoban&step=1`);
  await page.waitForSelector("search-pane .now .state-text");
  assert.match(await page.textContent("search-pane .now .state-text"), /^#{8}\n#   #  #\n/);
});

flow("Compare: algorithms and heuristics of a file, with costs", {}, async (page) => {
  await page.goto(`${own.server.url}/#/compare?problem=romania&methods=bfs,greedy,astar`);
  await described(page);
  assert.deepEqual(await page.locator("fieldset").last().locator("input").evaluateAll((boxes) => boxes.map((box) => /** @type {HTMLInputElement} */ (box).value)), ["h"]);
  await page.click("#compare-run");
  await page.waitForSelector("#compare-table tbody tr");
  const cells = await page.$$eval("#compare-table tbody tr", (rows) => rows.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent)));
  assert.deepEqual(cells, [["bfs", "solved", "3", "450"], ["greedy+h", "solved", "3", "450"], ["astar+h", "optimal", "4", "418"]]);
  await page.getByRole("button", { name: "cost" }).click();
  assert.equal(await page.textContent("#compare-table tbody th"), "astar+h");
  assert.deepEqual(await page.$$eval("#compare-unproven li", (lines) => lines.map((line) => line.textContent)), [
    "Not proven optimal, since the method counts actions, and their costs differ: bfs.",
    "Not proven optimal, since the method promises no cheapest solution: greedy+h.",
  ]);
});

flow("Compare offers a search from both ends only where the file allows it", {}, async (page) => {
  const offered = () => page.locator("fieldset").first().locator("input").evaluateAll((boxes) => boxes.map((box) => /** @type {HTMLInputElement} */ (box).value));
  await page.goto(`${own.server.url}/#/compare?problem=romania`);
  await described(page);
  assert.ok((await offered()).includes("nbs"));
  await page.selectOption("#problem-pick", "jugs");
  await page.waitForFunction(() => document.getElementById("problem-offers")?.textContent?.startsWith("Water jugs"));
  assert.ok(!(await offered()).includes("nbs"));
});

flow("Lab checks a heuristic of a file: claims, the smallest counterexample, none at all", {}, async (page) => {
  await page.goto(`${own.server.url}/#/lab?problem=missionaries`);
  await described(page);
  await page.click("#lab-run");
  await page.waitForSelector("#inconsistency");
  assert.match(await page.textContent("#lab-states"), /^16 states can be reached from the start; the farthest from a goal costs 12\.$/);
  assert.equal(await page.locator(".verdicts .good").count(), 1);
  await page.locator(".code-text").fill(STEPS);
  await page.waitForFunction(() => document.getElementById("problem-offers")?.textContent?.startsWith("Steps"));
  await page.click("#lab-run");
  await page.waitForSelector("#counterexample");
  assert.match(await page.textContent("#counterexample"), /###\.Estimate 2, true cost 1\./, "drawn by the file");
  assert.equal(await page.getAttribute("#counterexample .state-text", "title"), "3");
  await page.locator(".code-text").fill(STEPS.replace("2 * (n - s)", "n - s").replace("Steps", "Small steps"));
  await page.waitForFunction(() => document.getElementById("problem-offers")?.textContent?.startsWith("Small steps"));
  await page.click("#lab-run");
  await page.waitForSelector("#claim");
  assert.match(await page.textContent("#claim"), /consistent = \["h"\]/);
  await page.selectOption("#problem-pick", "wolf");
  await page.waitForFunction(() => document.getElementById("problem-offers")?.textContent?.startsWith("Wolf"));
});

flow("the quiz asks about a problem file; a link leads to the same question", {}, async (page) => {
  await page.goto(`${own.server.url}/#/lab?problem=eight&quiz=5`);
  await page.waitForSelector(".quiz-choice");
  const choices = () => page.$$eval(".quiz-choice .state-text", (texts) => texts.map((text) => text.textContent));
  const first = await choices();
  assert.ok(first.length > 1 && first.every((text) => /\d/.test(text ?? "")), first.join());
  await page.reload();
  await page.waitForSelector(".quiz-choice");
  assert.deepEqual(await choices(), first);
  await page.locator(".quiz-choice").first().click();
  await page.waitForSelector("#quiz-feedback");
  assert.equal(await page.locator(".quiz-choice.right").count(), 1);
  await page.click("#quiz-new");
  await page.waitForFunction(() => !document.getElementById("quiz-feedback") && document.querySelector(".quiz-choice"));
  assert.ok(!page.url().endsWith("quiz=5"));
  // The rule among equal nodes is part of the question, wherever there is one.
  let asked = await page.textContent(".quiz-choices");
  for (let more = 0; more < 30 && !/^(?:greedy|astar)/.test(await page.textContent("section.card strong") ?? ""); more += 1) {
    await page.click("#quiz-new");
    await page.waitForFunction((old) => document.querySelector(".quiz-choices")?.textContent && document.querySelector(".quiz-choices")?.textContent !== old, asked);
    asked = await page.textContent(".quiz-choices");
  }
  assert.match(await page.textContent("#quiz-ties"), /^Among equal nodes: \S.*first/);
});

flow("a link holds the text, its parameters and the method; it asks before it runs the program", {}, async (page) => {
  await page.goto(`${own.server.url}/#/solve?problem=jugs`);
  await described(page);
  await page.locator(".code-text").fill(STEPS);
  await page.waitForFunction(() => document.getElementById("problem-offers")?.textContent?.startsWith("Steps"));
  await page.fill("[data-parameter=n]", "6");
  await page.locator(".method select").first().selectOption("bfs");
  await page.waitForFunction(() => /code=z[\w-]+&set\.n=6&method=bfs$/.test(location.hash));
  const address = page.url();
  for (const view of ["solve", "see"]) {
    await page.goto("about:blank");
    await page.goto(address.replace("#/solve", `#/${view}`));
    await page.waitForSelector("#problem-foreign");
    assert.equal(await page.inputValue(".code-text"), STEPS);
    assert.equal(await page.locator("#problem-offers.good").count(), 0, "nothing was run");
    await page.getByRole("button", { name: "Run it" }).click();
    if (view === "solve") {
      await page.waitForSelector("#verdict[data-outcome=solved]");
      assert.match(await page.textContent("#verdict"), /^3 actions, cost 9\. (?!Optimal)/);
      assert.equal(await page.inputValue("[data-parameter=n]"), "6");
    } else {
      await page.waitForSelector("search-pane [data-list=frontier]");
      assert.match(await page.textContent("search-pane h2"), /^bfs/);
    }
  }
  await page.goto("about:blank");
  await page.goto(`${address.slice(0, address.indexOf("code=") + 30)}`);
  await page.getByText("The text in this link is damaged or incomplete.").waitFor();
});

flow("a text too long for a link: the page says so, and the address has no half of it", {}, async (page) => {
  await page.goto(`${own.server.url}/#/solve?problem=jugs`);
  await described(page);
  let seed = 1;
  const noise = Array.from({ length: 12000 }, () => String.fromCharCode(97 + ((seed = (seed * 48271) % 2147483647) % 26))).join("");
  await page.locator(".code-text").fill(`${STEPS}# ${noise}\n`);
  await page.waitForFunction(() => /too long for a link/.test(document.getElementById("problem-long")?.textContent ?? ""));
  assert.equal(await page.evaluate(() => location.hash), "#/solve?problem=own");
  // It is not lost when another view is opened and this one again.
  await page.click("a[data-view=lab]");
  await page.waitForSelector("main.view-lab *");
  await page.click("a[data-view=solve]");
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector(".code-text"))?.value.startsWith('title = "Steps"'));
});

flow("a server that does not run problem files: the page says so", { skip: served }, async (page) => {
  await page.route("**/api/about?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), problems: false } });
  });
  for (const { hash } of Object.values(PROBLEM_VIEWS)) {
    await page.goto("about:blank");
    await page.goto(`${own.server.url}/${hash}`);
    await page.waitForSelector("#problem-refused");
    assert.match(await page.textContent("#problem-refused"), /does not run problem files/);
  }
});

flow("a phone: nothing is wider than the screen", { size: { width: 390, height: 844 }, touch: true, lang: "es" }, async (page) => {
  for (const [name, { hash, fill }] of Object.entries(PROBLEM_VIEWS)) {
    await page.goto("about:blank");
    await page.goto(`${own.server.url}/${hash}`);
    await fill(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${name} is ${wide} wide`);
    const chips = await page.$$eval(".chip", (all) => Math.max(0, ...all.map((chip) => chip.getBoundingClientRect().right)));
    assert.ok(chips <= 390, `a chip of ${name} ends at ${chips}`);
  }
});

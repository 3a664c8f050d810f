// What people do on the page, as they do it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KEY_OF, PHONE, VIEWS, allowRefused, ask, cellsOf, newPage, root, serve, served, suite } from "./harness.js";

const own = suite();
const { flow } = own;

flow("play a 3x3 and win it: click, drag, arrow keys, letters; undo and redo; the link holds the game", {}, async (page) => {
  await page.goto(`${own.server.url}/#/play?size=3x3&seed=11`);
  await page.waitForFunction(() => location.hash.includes("board="));
  const start = await cellsOf(page);
  const { moves } = await ask(page, "solve", { board: [0, 3, 6].map((i) => start.slice(i, i + 3).join(" ")).join(" / "), goal: "blank-last" });
  assert.ok(moves.length > 6);
  await page.waitForFunction((n) => document.getElementById("moves-left")?.textContent === String(n), moves.length);

  for (const [i, move] of [...moves].entries()) {
    const cells = await cellsOf(page);
    const blank = cells.indexOf(0);
    const tile = blank + { U: -3, D: 3, L: -1, R: 1 }[move];
    const cell = page.locator(`tile-board [data-cell="${tile}"]`);
    if (i % 4 === 0) await cell.click();
    else if (i % 4 === 1) {
      const from = await cell.boundingBox();
      const to = await page.locator(`tile-board [data-cell="${blank}"]`).boundingBox();
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
      await page.mouse.up();
    } else {
      await page.locator("tile-board [role=grid]").focus();
      await page.keyboard.press(i % 4 === 2 ? KEY_OF[move] : { U: "s", D: "w", L: "d", R: "a" }[move]);
    }
    assert.equal(await page.textContent("#move-count"), String(i + 1), `move ${i + 1}, ${move}`);
    if (i === 3) {
      await page.getByRole("button", { name: "Undo" }).click();
      assert.equal(await page.textContent("#move-count"), "3");
      await page.getByRole("button", { name: "Redo" }).click();
      assert.equal(await page.textContent("#move-count"), "4");
      const here = await cellsOf(page);
      await page.reload();
      await page.waitForSelector("tile-board [role=gridcell]");
      assert.deepEqual(await cellsOf(page), here, "the link holds the game");
    }
  }
  await page.waitForSelector("#won");
  assert.deepEqual(await cellsOf(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.match(await page.textContent("#won"), new RegExp(`${moves.length} moves`));
});

flow("the coach counts the moves left and marks the move that leads away from the goal; a hint shows a tile", {}, async (page) => {
  await page.goto(`${own.server.url}/#/play?board=1,2,3/4,0,5/7,8,6`);
  const left = (/** @type {number} */ n) => page.waitForFunction((want) => document.getElementById("moves-left")?.textContent === String(want), n);
  await left(2);
  await page.locator("tile-board [role=grid]").focus();
  await page.keyboard.press("ArrowRight");
  await left(3);
  await page.waitForSelector(".step.loss");
  await page.keyboard.press("ArrowLeft");
  await left(2);
  await page.waitForSelector(".step.gain");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForSelector(".tile.highlighted");
  assert.match(await page.textContent(".play-message"), /Slide 5 left/);
});

flow("solve from here: the playback runs, pauses, and its moves become moves of the game", { reducedMotion: false }, async (page) => {
  await page.goto(`${own.server.url}/#/play?board=7,2,4/5,0,6/8,3,1`);
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.waitForSelector("#answer");
  assert.match(await page.textContent("#answer"), /, optimal: no solution is shorter\./);
  await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector("input.scrub")).value) >= 1);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator("input.scrub").fill("6");
  const here = await cellsOf(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForSelector(".tile.highlighted");
  assert.deepEqual(await cellsOf(page), here);
  assert.equal(await page.textContent("#move-count"), "6");
  assert.match(page.url(), /moves=[UDLR]{6}/);
});

flow("a custom goal: the board is won when it is reached", {}, async (page) => {
  await page.goto(`${own.server.url}/#/play?board=1,2,3/8,4,0/7,6,5&goal=1,2,3/8,0,4/7,6,5`);
  await page.waitForSelector("tile-board [role=gridcell]");
  await page.locator("tile-board [role=grid]").focus();
  assert.match(await page.getAttribute("#play-goal .mini", "aria-label"), /1 2 3 8 0 4 7 6 5/);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("#won");
  // Away from the goal and back: won again. The default goal is not shown.
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("#won", { state: "detached" });
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("#won");
  await page.locator(".goal select").selectOption("blank-last");
  await page.waitForSelector("#play-goal", { state: "hidden" });
});

flow("a new board replaces one that is being solved", {}, async (page) => {
  await page.goto(`${own.server.url}/#/play?size=6x6&seed=1`);
  await page.waitForFunction(() => location.hash.includes("board="));
  await page.getByRole("button", { name: "Solve from here" }).click();
  await page.waitForSelector(".working");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.waitForFunction(() => !location.hash.includes("seed=1&"));
  await page.waitForSelector(".working", { state: "detached" });
  const fresh = await cellsOf(page);
  // By then the old job has been given up.
  await page.waitForTimeout(1800);
  assert.deepEqual(await cellsOf(page), fresh);
  assert.equal(await page.locator("#answer").count(), 0);
  assert.ok(await page.locator("play-back").isHidden());
});

flow("a picture on the tiles never leaves the browser", {}, async (page) => {
  /** @type {string[]} */
  const sent = [];
  page.on("request", (request) => request.method() !== "GET" && sent.push(request.postData() ?? ""));
  await page.goto(`${own.server.url}/#/play?board=1,2,3/4,0,5/7,8,6`);
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==", "base64");
  await page.setInputFiles("#picture-file", { name: "mine.png", mimeType: "image/png", buffer: png });
  await page.waitForSelector(".tile canvas");
  assert.equal(await page.locator(".tile canvas").count(), 8);
  assert.ok(sent.every((body) => !body.includes("PNG")));
});

flow("solve a 4x4 and play it back: step, scrub, play to the end", { reducedMotion: false }, async (page) => {
  await page.goto(`${own.server.url}/#/solve?board=6,11,1,3/5,15,13,0/4,12,8,7/10,14,2,9`);
  await page.click("#solve-run");
  await page.waitForSelector("#verdict[data-outcome=solved]", { timeout: 60000 });
  assert.match(await page.textContent("#verdict"), /52 moves\. Optimal: no solution is shorter\./);
  const start = await cellsOf(page);
  await page.getByRole("button", { name: "One step forward" }).click();
  const one = await cellsOf(page);
  assert.notDeepEqual(one, start);
  await page.getByRole("button", { name: "One step back" }).click();
  assert.deepEqual(await cellsOf(page), start);
  await page.locator("input.scrub").fill("50");
  assert.match(await page.textContent(".counter"), /50 of 52/);
  await page.getByLabel("Speed").selectOption("8");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".counter")?.textContent?.startsWith("52 "));
  assert.deepEqual(await cellsOf(page), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]);
  await page.getByRole("button", { name: "Copy the moves" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied.length, 52);
});

flow("a long search: the best solution so far can be played, and is kept when the search is stopped", { reducedMotion: false }, async (page) => {
  await page.goto(`${own.server.url}/#/solve?size=5x5&seconds=25`);
  await page.locator("board-editor textarea").fill("24 23 22 21 20\n19 18 17 16 15\n14 13 12 11 10\n9 8 7 6 5\n4 3 2 1 0");
  await page.waitForSelector("board-editor .verdict.good");
  await page.click("#solve-run");
  await page.click("#so-far");
  await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector(".so-far input.scrub"))?.value) >= 2);
  assert.notEqual((await cellsOf(page)).join(), "24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0");
  await page.locator(".so-far input.scrub").press("End");
  assert.equal((await cellsOf(page)).at(-1), 0);
  assert.equal((await cellsOf(page))[0], 1);
  await page.locator(".working button").click();
  await page.waitForSelector("#verdict");
  assert.match(await page.textContent("#verdict"), /^\d+ moves\. Stopped: the best solution so far, not proven optimal\.$/);
  assert.match(await page.textContent(".moves-text"), /^[UDLR ]+$/);
});

flow("a job that is stopped before its id is known is cancelled", { skip: served }, async (page) => {
  await page.goto(`${own.server.url}/#/solve?board=24,23,22,21,20/19,18,17,16,15/14,13,12,11,10/9,8,7,6,5/4,3,2,1,0&seconds=25`);
  await page.waitForSelector("board-editor .verdict.good");
  await page.route("**/api/jobs?*", async (route) => {
    await new Promise((later) => setTimeout(later, 700));
    await route.continue();
  });
  const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.click("#solve-run");
  await page.locator(".working button").click();
  assert.equal((await ended).status(), 200);
  await page.waitForSelector(".working", { state: "detached" });
});

flow("an error in a board is shown at its cell and in words; an unsolvable board is reported", {}, async (page, complaints) => {
  await page.goto(`${own.server.url}/#/solve`);
  const area = page.locator("board-editor textarea");
  await area.fill("1 2 3\n4 4 5\n7 8 6");
  await page.waitForSelector(".edit-cells input[aria-invalid]");
  assert.equal(await page.locator(".edit-cells input").evaluateAll((boxes) => boxes.findIndex((box) => box.getAttribute("aria-invalid") === "true")), 4);
  const message = (await page.textContent("board-editor .verdict")).split("\n")[0];
  assert.match(message, /4/);
  // Solve repeats nothing: it leads back to the editor.
  await page.click("#solve-run");
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  assert.equal(await page.getByText(message).count(), 1);
  await page.locator(".edit-cells input").nth(4).fill("0");
  await page.waitForSelector("board-editor .verdict.good");
  assert.match(await area.inputValue(), /4 0 5/);
  await area.fill("1 2 3\n4 5 6\n8 7 0");
  await page.waitForSelector("board-editor .verdict.warm");
  allowRefused(complaints);
});

flow("step A* ten steps forward and back: the frontier is the trace's", {}, async (page) => {
  const board = "7 2 4 / 5 0 6 / 8 3 1";
  await page.goto(`${own.server.url}/#/see?board=7,2,4/5,0,6/8,3,1&method=astar&step=0`);
  await page.waitForSelector("search-pane [data-list=frontier]");
  const trace = await ask(page, "job", { kind: "trace", domain: "tiles", board, goal: "blank-last", algorithm: "astar", heuristic: "manhattan", events: 20000 });
  /** The frontier after a number of examinations, computed from the events alone. @param {number} examinations */
  const expected = (examinations) => {
    const waiting = new Set();
    let seen = 0;
    for (const event of trace.events) {
      if (event.event === "examined" && ++seen > examinations) break;
      if (event.event === "created") waiting.add(event.id);
      if (event.event === "examined") waiting.delete(event.id);
      if (event.event === "improved" && event.reopened) waiting.add(event.id);
    }
    return [...waiting].sort((a, b) => a - b);
  };
  const shown = async () => {
    const ids = await page.$$eval("search-pane [data-list=frontier] li[data-id]", (items) => items.map((item) => Number(item.dataset.id)));
    return ids.sort((a, b) => a - b);
  };
  const forward = page.getByRole("button", { name: "One step forward" });
  const back = page.getByRole("button", { name: "One step back" });
  for (let step = 0; step <= 10; step += 1) {
    assert.deepEqual(await shown(), expected(step), `forward, step ${step}`);
    const next = trace.events.filter((/** @type {any} */ event) => event.event === "examined")[step];
    if (step > 0) assert.equal(await page.$eval("search-pane [data-list=frontier] li", (item) => Number(item.dataset.id)), next.id, `the first of step ${step} is examined next`);
    if (step < 10) await forward.click();
  }
  await page.waitForURL(/step=10/);
  for (let step = 9; step >= 0; step -= 1) {
    await back.click();
    assert.deepEqual(await shown(), expected(step), `back, step ${step}`);
  }
});

flow("two methods are stepped together; number puzzles can be watched too", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?board=2,8,3/1,6,4/7,0,5&goal=1,2,3/8,0,4/7,6,5&method=astar&method2=bfs&step=0`);
  await page.waitForFunction(() => document.querySelectorAll("search-pane").length === 2);
  for (let i = 0; i < 4; i += 1) await page.getByRole("button", { name: "One step forward" }).click();
  const closed = await page.$$eval("search-pane [data-list=closed] ", (lists) => lists.map((list) => list.childElementCount));
  assert.deepEqual(closed, [3, 3]);
  assert.match(await page.locator("search-pane .sentence").first().textContent(), /^Node 8 is examined: its f = 3 \+ 2 = 5 is the smallest in the frontier\. After it: node 9 \(f = 7\)/);
  await page.goto(`${own.server.url}/#/see?domain=sums&puzzle=cross&method=bfs&step=3`);
  await page.waitForFunction(() => document.querySelectorAll("search-pane").length === 1);
  await page.waitForSelector("search-pane [data-list=frontier] li");
  await page.locator("details.setup > summary").click();
  const offered = await page.locator(".see-methods .method:first-child option").evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
  assert.deepEqual(offered, ["bfs", "dfs", "propagate"]);
  await page.locator(".see-what select").selectOption("triangle");
  await page.locator(".see-methods .method:first-child select").selectOption("propagate");
  await page.click("#see-run");
  await page.waitForFunction(() => /propagate/.test(document.querySelector("search-pane h2")?.textContent ?? ""));
});

flow("an unsolvable board: nothing is searched, and the page says why", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?board=1,2,3/4,5,6/8,7,0&method=astar`);
  await page.waitForSelector("#see-unsolvable");
  assert.equal(await page.locator("search-pane").count(), 0);
  await page.goto(`${own.server.url}/#/solve?board=1,2,3/4,5,6/8,7,0`);
  await page.click("#solve-run");
  await page.waitForSelector("#verdict[data-outcome=unsolvable]");
});

flow("the tree and the lists of a search fit into the window", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?board=7,2,4/5,0,6/8,3,1&method=astar&step=8`);
  await page.waitForSelector("search-pane [data-list=closed] li");
  const boxes = await Promise.all([".transport", ".tree-box", "[data-list=closed]"].map((name) => page.locator(name).boundingBox()));
  assert.ok(boxes[0].y > 60 && boxes[1].y > boxes[0].y + boxes[0].height - 1, JSON.stringify(boxes));
  for (const box of boxes) assert.ok(box.y + box.height <= 800, JSON.stringify(boxes));
});

flow("compare three methods; sort the table", {}, async (page) => {
  await page.goto(`${own.server.url}/#/compare?size=3x3&count=4&seed=3&methods=bfs,astar,idastar&heuristics=manhattan`);
  await page.click("#compare-run");
  await page.waitForSelector("#compare-table tbody tr");
  const names = () => page.$$eval("#compare-table tbody th", (cells) => cells.map((cell) => cell.textContent));
  assert.deepEqual(await names(), ["bfs", "astar+manhattan", "idastar+manhattan"]);
  const lengths = await page.$$eval("#compare-table tbody tr", (rows) => rows.map((row) => row.children[2].textContent));
  assert.equal(new Set(lengths).size, 1, "all three are optimal");
  await page.getByRole("button", { name: "generated" }).click();
  assert.equal((await names())[2], "bfs");
  assert.equal(await page.locator(".bar").count(), 12);
});

flow("a formula with an error, then corrected; its counterexample", {}, async (page, complaints) => {
  await page.goto(`${own.server.url}/#/lab`);
  const box = page.locator("textarea").first();
  await box.fill("manhattan + 2*revrsals");
  await page.click("#lab-run");
  await page.waitForSelector("#formula-fault");
  assert.match(await page.textContent("#formula-fault"), /revrsals/);
  assert.doesNotMatch(await page.textContent("#formula-fault"), /\^/, "the position is shown once");
  assert.equal(await box.getAttribute("aria-invalid"), "true");
  await box.fill("manhattan + 2*reversals");
  await page.click("#lab-run");
  await page.waitForSelector("#counterexample");
  assert.match(await page.textContent("#lab-states"), /^181,440 states, the farthest 31 moves away$/);
  assert.match(await page.textContent("#counterexample"), /Estimate 3, true distance 1\./);
  await box.fill("manhattan");
  await page.click("#lab-run");
  await page.waitForFunction(() => document.querySelectorAll(".verdicts .good").length === 2);
  allowRefused(complaints);
});

flow("the quiz asks, judges and explains", {}, async (page) => {
  await page.goto(`${own.server.url}/#/lab?quiz=5`);
  await page.waitForSelector(".quiz-choice");
  await page.locator(".quiz-choice").first().click();
  await page.waitForSelector("#quiz-feedback");
  assert.equal(await page.locator(".quiz-choice.right").count(), 1);
});

flow("a second question replaces the first while it is still being made", { skip: served }, async (page) => {
  let delay = 400;
  await page.route("**/api/jobs?*", async (route) => {
    await new Promise((later) => setTimeout(later, delay));
    await route.continue();
  });
  await page.goto(`${own.server.url}/#/lab?quiz=5`);
  await page.waitForRequest("**/api/jobs?*");
  delay = 1500;
  const cancelled = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.click("#quiz-new");
  assert.equal((await cancelled).status(), 200);
  await page.waitForSelector(".quiz-choice");
  assert.equal(await page.getByText("Stopped.").count(), 0, "the first question says nothing more");
});

test("a course program's output equals the golden file, on the page and in the download", async () => {
  const golden = `${root}crates/courses/tests/golden/menu`;
  const { page, complaints, close } = await newPage(own.browser);
  for (const name of ["1", "4-d-decides", "8-longest", "10-no-board"]) {
    await page.goto("about:blank");
    await page.goto(`${own.server.url}/#/courses?program=menu`);
    await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById("course-input"))?.value !== "");
    await page.fill("#course-input", readFileSync(`${golden}/${name}.in`, "utf8"));
    await page.click("#course-run");
    await page.waitForSelector("#course-output");
    const want = readFileSync(`${golden}/${name}.out`, "utf8");
    assert.equal(await page.$eval("#course-output", (pre) => pre.textContent), want, name);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
    assert.equal(readFileSync(await file.path(), "utf8"), want, name);
    assert.equal(file.suggestedFilename(), "puzzle3x3heuristics.txt");
  }
  assert.deepEqual(complaints, []);
  await close();
});

flow("every course program runs the example of its document", {}, async (page) => {
  await page.goto(`${own.server.url}/#/courses`);
  for (const [program, says] of [["menu", "REGRESOS"], ["solver", "movimientos"], ["formal", "ARRIBA"], ["sums", "Colocar"], ["astar", "solution found!"]]) {
    await page.click(`[data-program=${program}]`);
    await page.waitForFunction((name) => location.hash.includes(`program=${name}`), program);
    await page.click("#course-run");
    await page.waitForSelector("#course-output");
    assert.ok((await page.textContent("#course-output")).includes(says), program);
  }
});

flow("Spanish: from the browser's language, and by the switch", { lang: "es-MX" }, async (page) => {
  await page.goto(`${own.server.url}/#/lab`);
  await page.waitForSelector("h1");
  assert.equal(await page.textContent("h1"), "Taller");
  assert.equal(await page.getAttribute("html", "lang"), "es");
  await page.click("#lab-run");
  await page.waitForSelector("#counterexample");
  assert.match(await page.textContent("#counterexample"), /Estimación 3, distancia real 1\./);
  await page.click("#language-switch");
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Lab");
  assert.match(await page.textContent("#counterexample"), /Estimate 3/, "the result is kept");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Lab");
});

flow("a phone: nothing is wider than the screen, a swipe moves a tile", { size: PHONE, touch: true }, async (page) => {
  for (const [name, view] of Object.entries(VIEWS)) {
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.goto(`${own.server.url}/#/${name}`);
    await page.waitForSelector(`main.view-${name} *`);
    assert.ok((await wide()) <= PHONE.width, `${name} is ${await wide()} wide`);
    await page.goto("about:blank");
    await page.goto(`${own.server.url}/${view.hash}`);
    await page.waitForSelector(`main.view-${name} *`);
    await view.fill(page);
    assert.ok((await wide()) <= PHONE.width, `${name} is ${await wide()} wide when filled`);
  }
  await page.goto(`${own.server.url}/#/play?board=1,2,3/4,0,5/7,8,6`);
  await page.waitForSelector("tile-board [data-cell='5']");
  const rows = await page.$$eval(".play-actions > *", (buttons) => new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().top))).size);
  assert.equal(rows, 1, "the buttons of a game stand in one row");
  const box = await page.locator("tile-board [data-cell='0']").boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (/** @type {string} */ type, /** @type {number} */ x, /** @type {number} */ y) => client.send("Input.dispatchTouchEvent", { type: /** @type {any} */ (type), touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touch("touchStart", x, y);
  await touch("touchMove", x + 40, y + 3);
  await touch("touchMove", x + 80, y + 3);
  await touch("touchEnd", x + 80, y + 3);
  await page.waitForFunction(() => document.getElementById("move-count")?.textContent === "1");
  assert.deepEqual(await cellsOf(page), [1, 2, 3, 0, 4, 5, 7, 8, 6]);
});

flow("a tablet: nothing is wider than the screen, and the slider has room", { size: { width: 820, height: 1100 }, lang: "es" }, async (page) => {
  for (const [name, view] of Object.entries(VIEWS)) {
    await page.goto("about:blank");
    await page.goto(`${own.server.url}/${view.hash}`);
    await page.waitForSelector(`main.view-${name} *`);
    await view.fill(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 820, `${name} is ${wide} wide`);
    if (name !== "solve" && name !== "see") continue;
    const line = await page.locator("play-back:visible .scrub").first().boundingBox();
    assert.ok(line && line.width > 120, `${name}: the slider is ${line?.width} wide`);
  }
});

flow("keyboard only: from the first Tab to a solved board, and through the tree", {}, async (page) => {
  await page.goto(`${own.server.url}/#/play?board=1,2,3/4,5,6/0,7,8`);
  await page.waitForSelector("tile-board [role=gridcell]");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "skip");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "grid");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("#won");
  assert.match(await page.textContent("#live"), /Solved/);
  await page.keyboard.press("Control+z");
  assert.equal(await page.textContent("#move-count"), "1");

  await page.goto(`${own.server.url}/#/see?board=2,8,3/1,6,4/7,0,5&goal=1,2,3/8,0,4/7,6,5&method=astar&step=3`);
  await page.waitForSelector("tree-canvas canvas");
  for (let i = 0; i < 40 && (await page.evaluate(() => document.activeElement?.tagName)) !== "CANVAS"; i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => /Node 1:/.test(document.getElementById("live")?.textContent ?? ""));
  await page.keyboard.press("Space");
  const folded = await page.$eval("tree-canvas", (tree) => /** @type {any} */ (tree).folded.size);
  assert.equal(folded, 1);
});

test("the server stops during a job: the page says so, and the job can be started again", { skip: served }, async () => {
  const { page, complaints, close } = await newPage(own.browser);
  const first = await serve();
  await page.goto(`${first.url}/#/solve?board=&size=5x5&method=idastar&heuristic=misplaced&seconds=25`);
  await page.locator("board-editor textarea").fill("24 23 22 21 20\n19 18 17 16 15\n14 13 12 11 10\n9 8 7 6 5\n4 3 2 1 0");
  await page.waitForSelector("board-editor .verdict:is(.good,.warm)");
  await page.click("#solve-run");
  await page.waitForSelector(".working");
  await page.waitForTimeout(600);
  await first.stop();
  await page.waitForSelector("[data-state=gone]");
  assert.match(await page.textContent("[data-state=gone]"), /does not answer/);
  const back = await serve(first.port);
  await page.waitForSelector("[data-state=back]");
  await page.locator("board-editor textarea").fill("1 2 3\n4 0 5\n7 8 6");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForSelector("#verdict[data-outcome=solved]");
  assert.ok(complaints.every((line) => /ERR_|Failed to load/.test(line)), complaints.join("\n"));
  await close();
  await back.stop();
});

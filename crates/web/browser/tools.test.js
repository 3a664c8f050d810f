// What a view offers beside its result: files to save, Play's boards, the Lab's definitions and counterexamples, what everybody needs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { VIEWS, cellsOf, newPage, suite } from "./harness.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const own = suite();
const { flow } = own;

/** The file that a button saves. @param {import("playwright-core").Page} page @param {import("playwright-core").Locator} button */
async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

flow("trees, charts, tables and a solution can be saved", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?board=2,8,3/1,6,4/7,0,5&goal=1,2,3/8,0,4/7,6,5&method=astar&step=3`);
  const tree = await saved(page, page.locator(".tree-tools").getByRole("button", { name: "SVG" }));
  assert.equal(tree.name, "hueco-tree-astar.svg");
  const nodes = await page.$eval("search-pane", (pane) => /** @type {any} */ (pane).replay.createdUpTo(/** @type {any} */ (pane).at));
  assert.equal(tree.bytes.toString().match(/rx="10"/g)?.length, nodes, "one card per node");
  const picture = await saved(page, page.locator(".tree-tools").getByRole("button", { name: "PNG" }));
  assert.equal(picture.bytes.subarray(1, 4).toString(), "PNG");

  await page.goto(`${own.server.url}/#/compare?size=2x3&count=2&seed=1&methods=bfs&heuristics=manhattan&run=1`);
  await page.waitForSelector("#compare-table tbody tr");
  const csv = await saved(page, page.getByRole("button", { name: "CSV" }));
  assert.match(csv.bytes.toString(), /^board,number,method,outcome,.*\n.*,1,bfs,solved,true,/);
  assert.equal(JSON.parse((await saved(page, page.getByRole("button", { name: "JSON" }))).bytes.toString()).rows.length, 2);
  assert.match((await saved(page, page.locator(".chart").first().getByRole("button", { name: "SVG" }))).bytes.toString(), /^<svg.*>bfs</);

  await page.goto(`${own.server.url}/#/solve?board=1,2,3/4,0,5/7,8,6&run=1`);
  const film = await saved(page, page.getByRole("button", { name: "Download a film" }));
  assert.equal(film.bytes.toString().match(/<animateTransform/g)?.length, 8, "every tile can move");
});

flow("Play: sizes, the board of the day, arrows without a click, back to the board before, a graph after a win", {}, async (page) => {
  await page.goto(`${own.server.url}/#/play?board=1,2,3/4,5,6/0,7,8`);
  await page.waitForSelector("tile-board.playable");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector("#won .distances");
  assert.match(await page.getAttribute("#won .distances", "aria-label"), /: 2, 1, 0$/);
  const before = page.url();
  await page.click("[data-size='5x5']");
  await page.waitForFunction(() => document.querySelectorAll("tile-board [role=gridcell]").length === 25 && /board=/.test(location.hash));
  await page.waitForFunction((url) => location.href !== url, before);
  await page.getByRole("button", { name: "Back to the former board" }).click();
  await page.waitForFunction((url) => location.href === url, before);
  await page.waitForFunction(() => document.querySelectorAll("tile-board [role=gridcell]").length === 9);
  assert.deepEqual(await cellsOf(page), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  await page.click("#daily");
  const day = await page.evaluate(() => new Date().toLocaleDateString("sv").replaceAll("-", ""));
  await page.waitForFunction((seed) => location.hash.includes(`seed=${seed}`), day);
  assert.equal(await page.locator("tile-board [role=gridcell]").count(), 16);
});

flow("a board without a keyboard: an empty board is filled by tapping; typing leads on, and nothing is red before its time", { touch: true }, async (page, complaints) => {
  await page.goto(`${own.server.url}/#/solve?board=1,2/3,0&size=2x2`);
  await page.waitForSelector("board-editor .verdict.good");
  await page.getByRole("button", { name: "Empty board" }).click();
  const cells = page.locator(".edit-cells input");
  for (const i of [0, 1, 3, 2]) await cells.nth(i).click();
  await page.waitForSelector("board-editor .verdict.good");
  assert.equal(await page.locator("board-editor textarea").inputValue(), "1 2\n0 3");
  await cells.nth(0).focus();
  await page.keyboard.type("3");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Row 1, column 2");
  await page.locator("board-editor textarea").fill("1 2 3\n4 5");
  await page.waitForFunction(() => /Row 2 has 2 numbers/.test(document.querySelector("board-editor .verdict")?.textContent ?? ""));
  assert.equal(await page.locator("[aria-invalid=true]").count(), 0);
  await page.locator("board-editor textarea").fill("[[1,2,3],[4,0,5],[7,8,6]]");
  await page.waitForSelector("board-editor .verdict.good");
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !/status of 400/.test(line)));
});

flow("Lab: any goal, what the features are, and a board on which A* goes wrong", {}, async (page) => {
  await page.goto(`${own.server.url}/#/lab?formula=3*manhattan&size=3x3`);
  await page.getByText("What the features are").click();
  assert.equal(await page.locator(".features dt").count(), 7);
  await page.locator(".goal select").selectOption("blank-first");
  await page.click("#lab-run");
  await page.waitForSelector("#counterexample");
  // A circle's boards, by a click and by the list.
  await page.locator(".scatter circle").nth(1).click({ force: true });
  await page.waitForSelector("#circle-boards .mini");
  const boards = await page.locator("#circle-boards .mini").count();
  assert.ok(boards >= 1 && boards <= 4);
  assert.match(await page.locator(".circle select option:checked").textContent(), /^true distance 1, estimate 3$/);
  await page.locator(".circle select").selectOption({ label: "true distance 0, estimate 0" });
  await page.waitForFunction(() => document.querySelector("#circle-boards .mini")?.getAttribute("aria-label") === "0 1 2 3 4 5 6 7 8");
  await page.click("#lab-wrong");
  await page.waitForFunction(() => document.querySelectorAll("search-pane").length === 2);
  const lengths = await page.$$eval("search-pane", (panes) => panes.map((pane) => /** @type {any} */ (pane).replay.end.length));
  assert.ok(lengths[0] > lengths[1], JSON.stringify(lengths));
  assert.deepEqual(await page.$eval("search-pane", (pane) => /** @type {any} */ (pane).replay.header.goal), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

flow("Courses: the first line in which my own output differs, and whether only its layout does", {}, async (page) => {
  await page.goto(`${own.server.url}/#/courses?program=menu`);
  await VIEWS.courses.fill(page);
  const right = String(await page.$eval("#course-output", (pre) => pre.textContent));
  await page.getByText("Compare with the output of my own program").click();
  const says = async (/** @type {string} */ text, /** @type {RegExp} */ expected) => {
    await page.fill("#own-output", "");
    await page.waitForFunction(() => document.getElementById("own-verdict")?.textContent === "");
    await page.fill("#own-output", text);
    await page.waitForFunction(() => document.querySelector("#own-verdict .notice"));
    assert.match(String(await page.textContent("#own-verdict")), expected);
  };
  await says(right, /^Right:/);
  await says(right.trimEnd(), /^Right:/);
  const lines = right.split("\n");
  await says([...lines.slice(0, 2), "wrong", ...lines.slice(3)].join("\n"), /^The first difference is in line 3\.expected.*foundwrong/);
  await says(lines.map((line) => `${line} `).join("\n"), /^The first difference is in line 1\..*lines end with spaces/);
  await says(lines.slice(0, 2).join("\n"), /found(?:the output has ended|\(an empty line\)).*ends too early/s);
});

flow("a search in the wrong order is explained: where, both boards, the rule, the probable cause", {}, async (page) => {
  // The tie of the first children, broken the wrong way.
  await page.goto(`${own.server.url}/#/courses?program=menu&input=${encodeURIComponent("1  1 2 0 3 4 5 6 7 8  2 5")}`);
  await page.click("#course-run");
  await page.waitForSelector("#course-output");
  const right = String(await page.$eval("#course-output", (pre) => pre.textContent));
  const [title, ...boards] = right.trimEnd().split("\n\n");
  await page.getByText("Compare with the output of my own program").click();
  await page.fill("#own-output", [title, boards[0], "1 2 5\n3 4 0\n6 7 8", ...boards.slice(2)].join("\n\n"));
  const explanation = page.locator("#own-explanation");
  await explanation.waitFor();
  assert.match(String(await explanation.textContent()), /step 2/);
  assert.deepEqual(await explanation.locator("pre").allTextContents(), [boards[1], "1 2 5\n3 4 0\n6 7 8"]);
  assert.ok((await explanation.locator("table tr").count()) >= 2, "the children in the order of pushing");
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, "nothing is wider than a phone");
});

flow("any optimal solution of solver is right, and what is wrong with another is said", { lang: "es" }, async (page) => {
  await page.goto(`${own.server.url}/#/courses?program=solver&input=${encodeURIComponent("3  0 1 3  4 2 5  7 8 6")}`);
  await page.click("#course-run");
  await page.waitForSelector("#course-output");
  const right = String(await page.$eval("#course-output", (pre) => pre.textContent));
  await page.getByText("Comparar con la salida de mi propio programa").click();
  await page.fill("#own-output", right.replace(/encolados = \d+/, "encolados = 999"));
  await page.waitForFunction(() => document.getElementById("own-verdict")?.textContent?.startsWith("Correcta"));
  await page.fill("#own-output", right.replace(/movimientos = \d+/, "movimientos = 7"));
  await page.waitForSelector("#own-explanation");
  assert.match(String(await page.textContent("#own-explanation")), /7/);
});

flow("the focus never falls to the top of the page", {}, async (page) => {
  await page.goto(`${own.server.url}/#/solve?board=24,23,22,21,20/19,18,17,16,15/14,13,12,11,10/9,8,7,6,5/4,3,2,1,0&seconds=25`);
  await page.waitForSelector("board-editor .verdict.good");
  await page.click("#solve-run");
  await page.locator(".working button").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".working", { state: "detached" });
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BODY");
});

flow("Compare's button is in view at 1366x768, and every view has room at 200 % and 400 %", { size: { width: 1366, height: 768 } }, async (page) => {
  await page.goto(`${own.server.url}/#/compare`);
  await page.waitForFunction(() => document.querySelectorAll(".chip input").length > 20);
  const box = await page.locator("#compare-run").boundingBox();
  assert.ok(box.y > 0 && box.y + box.height <= 768, JSON.stringify(box));
  // 200 % of a window of 1366x768, and 400 % of one of 1280x1024.
  for (const size of [{ width: 683, height: 384 }, { width: 320, height: 256 }]) for (const [name, view] of Object.entries(VIEWS)) {
    await page.setViewportSize(size);
    await page.goto("about:blank");
    await page.goto(`${own.server.url}/${view.hash}`);
    await page.waitForSelector(`main.view-${name} *`);
    const room = await page.evaluate(() => {
      const taken = [...document.querySelectorAll(".top, .tabs, .transport, .run-bar")].filter((one) => ["fixed", "sticky"].includes(getComputedStyle(one).position)).map((one) => one.getBoundingClientRect().height);
      return { wide: document.documentElement.scrollWidth, free: innerHeight - taken.reduce((sum, one) => sum + one, 0) };
    });
    assert.ok(room.wide <= size.width, `${name} is ${room.wide} wide`);
    assert.ok(room.free >= 0.75 * size.height, `${name} leaves ${room.free} of ${size.height}`);
  }
});

/** What is opened on a page, and how. @type {Record<string, { hash: string, open: (page: import("playwright-core").Page) => Promise<void> }>} */
const OPENED = {
  "lecture mode": { hash: `${VIEWS.see.hash}&pseudocode=1`, open: (page) => page.click("#lecture") },
  "See's form": {
    hash: VIEWS.see.hash,
    open: async (page) => {
      await page.locator("details.setup > summary").click();
      await page.locator(".see-side details summary").click();
    },
  },
  "See with four searches": { hash: `${VIEWS.see.hash}&method3=greedy&method4=idastar`, open: async (page) => page.waitForFunction(() => document.querySelectorAll("search-pane").length === 4).then(() => {}) },
  "a wrong output": {
    hash: `#/courses?program=menu&input=${encodeURIComponent("1  1 2 0 3 4 5 6 7 8  2 5")}`,
    open: async (page) => {
      await page.click("#course-run");
      await page.locator("details.card > summary").click();
      await page.fill("#own-output", "PIEZAS\n\n1 2 0\n3 4 5\n6 7 8\n\n1 2 5\n3 4 0\n6 7 8\n\n2\n");
      await page.locator("#own-explanation table").waitFor();
    },
  },
  "an empty board": { hash: "#/solve?size=3x3", open: (page) => page.getByRole("button", { name: "Empty board" }).click() },
};
for (const [name, { hash, open }] of Object.entries(OPENED)) {
  test(`${name}: no violations`, async () => {
    const { page, close } = await newPage(own.browser);
    await page.goto(`${own.server.url}/${hash}`);
    if (hash.startsWith("#/see")) await VIEWS.see.fill(page);
    await open(page);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join("\n")}`), []);
    await close();
  });
}

for (const name of ["play", "see", "compare"]) {
  test(`${name}, forced colours: no violations, and what is a tile or a card has an edge`, async () => {
    const { page, complaints, close } = await newPage(own.browser, { theme: "dark" });
    await page.emulateMedia({ forcedColors: "active", colorScheme: "dark", reducedMotion: "reduce" });
    await page.goto(`${own.server.url}/${VIEWS[name].hash}`);
    await VIEWS[name].fill(page);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join("\n")}`), []);
    if (name === "play") assert.equal(await page.$eval(".tile > span", (tile) => getComputedStyle(tile).borderTopStyle), "solid");
    if (name === "see") {
      const { card, ink } = await page.$eval("tree-canvas", (tree) => /** @type {any} */ (tree).palette());
      assert.notEqual(card, ink, "a card is not the colour of its text");
    }
    assert.deepEqual(complaints, []);
    await close();
  });
}

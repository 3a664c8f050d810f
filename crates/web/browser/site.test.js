// The page without a server, beyond what `flows.test.js` and `problems.test.js` do with it too: it works when the network is cut, in
// two tabs at once, keeps its tables, and a new version replaces the old one. Needs the folder that `HUECO_SITE` names.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { PROBLEM_VIEWS, SITE, VIEWS, ask, browse, cellsOf, newPage, serveFiles } from "./harness.js";

const skip = SITE ? false : "only without a server: HUECO_SITE names no folder";
const site = /** @type {string} */ (SITE);

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  if (SITE) browser = await browse();
});
after(() => browser?.close());

/**
 * Serves the files of a folder until a test ends, however it ends.
 * @param {import("node:test").TestContext} context @param {string} folder
 */
async function host(context, folder = site) {
  const server = await serveFiles(folder);
  context.after(server.stop);
  return server;
}

/**
 * Waits until a promise of the page is true. (`waitForFunction` takes the promise itself for true.)
 * @template T @param {import("playwright-core").Page} page @param {(arg: T) => Promise<boolean>} holds @param {T} arg
 */
async function until(page, holds, arg) {
  for (const end = Date.now() + 60000; !(await page.evaluate(/** @type {any} */ (holds), arg).catch(() => false));) {
    assert.ok(Date.now() < end, `never: ${holds}`);
    await page.waitForTimeout(100);
  }
}

/** Waits until every file is kept. @param {import("playwright-core").Page} page */
const kept = (page) => until(page, async () => {
  if (navigator.serviceWorker.controller?.state !== "activated") return false;
  const names = await caches.keys();
  const cache = await caches.open(names[0]);
  const late = ["hueco-courses.wasm", "hueco-scripts.wasm", "docs/trace.html"].map((name) => cache.match(new URL(name, document.baseURI).href));
  return names.length === 1 && (await Promise.all(late)).every(Boolean);
}, undefined);

test("the server is stopped: every view still works, after a reload and in a new tab", { skip }, async (context) => {
  const server = await host(context);
  const { page, complaints, close } = await newPage(browser);
  await page.goto(`${server.url}/#/play?size=3x3&seed=11`);
  await page.waitForFunction(() => location.hash.includes("board="));
  await kept(page);
  await server.stop();
  await page.reload();
  await page.waitForSelector("tile-board.playable");
  await page.waitForFunction(() => /\d/.test(document.getElementById("moves-left")?.textContent ?? ""));
  for (const { hash, fill } of [...Object.values(VIEWS), ...Object.values(PROBLEM_VIEWS)]) {
    await page.goto("about:blank");
    await page.goto(`${server.url}/${hash}`);
    await fill(page);
  }
  const tab = await page.context().newPage();
  await tab.goto(`${server.url}/#/lab?formula=manhattan&size=3x3`);
  await tab.click("#lab-run");
  await tab.waitForSelector("#lab-states");
  assert.match(await tab.textContent("#lab-states"), /^181,440 states/);
  assert.deepEqual(complaints, []);
  await close();
});

test("the documentation came with the page, in both languages, and its links lead somewhere", { skip }, async (context) => {
  const server = await host(context);
  const { page, complaints, close } = await newPage(browser);
  await page.goto(`${server.url}/`);
  await kept(page);
  await server.stop();
  await page.click("#documentation");
  await page.waitForSelector(".languages li");
  assert.equal(await page.title(), "hueco · hueco");
  await page.getByRole("link", { name: "A laboratory for heuristics" }).click();
  await page.waitForSelector("h1#a-laboratory-for-heuristics");
  assert.ok((await page.locator("table th").count()) > 0 && (await page.locator("pre code").count()) > 3);
  const drawn = await page.$$eval("img", (images) => images.map((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 0));
  assert.ok(drawn.length > 0 && drawn.every(Boolean), "pictures");
  await page.getByRole("link", { name: "En español" }).click();
  await page.waitForSelector("html[lang=es] h1");
  await page.getByRole("link", { name: "Ir a hueco" }).click();
  await page.waitForSelector("tile-board.playable");
  assert.deepEqual(complaints, []);
  await close();
});

test("boards from 3x3 to 8x8, optimal and within a time, and one without a solution", { skip }, async (context) => {
  const server = await host(context);
  const { page, complaints, close } = await newPage(browser);
  await page.goto(`${server.url}/`);
  const solve = (/** @type {string} */ board, seconds = 20, goal = "blank-last") => ask(page, "job", { kind: "solve", board, goal, seconds });
  const three = await solve("8 6 7 / 2 5 4 / 3 0 1");
  assert.deepEqual([three.outcome, three.length, three.optimal], ["solved", 31, true]);
  const four = await solve("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3", 20, "blank-first");
  assert.deepEqual([four.outcome, four.length, four.optimal], ["solved", 57, true]);
  for (const [size, most] of /** @type {const} */ ([["5x5", 200], ["8x8", 1500]])) {
    const [board] = (await ask(page, "random", { size, seed: "4" })).boards;
    const { length: columns } = { length: Number(size[0]) };
    const rows = Array.from({ length: columns }, (_, row) => board.slice(row * columns, (row + 1) * columns).join(" "));
    const answer = await solve(rows.join(" / "), 2);
    assert.equal(answer.outcome, "solved", size);
    assert.ok(answer.length > answer.lower_bound / 2 && answer.length < most, `${size}: ${answer.length} moves`);
  }
  const never = await solve("1 2 3 / 4 5 6 / 8 7 0");
  assert.equal(never.outcome, "unsolvable");
  assert.deepEqual(complaints, []);
  await close();
});

test("two tabs at once: each has its own workers", { skip }, async (context) => {
  const server = await host(context);
  const { page: one, complaints, close } = await newPage(browser);
  const two = await one.context().newPage();
  const pages = [one, two];
  await Promise.all(pages.map((page, at) => page.goto(`${server.url}/#/play?size=3x3&seed=${at + 5}`)));
  const answers = await Promise.all(pages.map((page) => ask(page, "job", { kind: "check", heuristic: "manhattan", size: "3x3" })));
  assert.deepEqual(answers[0].states, answers[1].states);
  for (const page of pages) assert.equal((await cellsOf(page)).length, 9);
  assert.deepEqual(complaints, []);
  await close();
});

test("tables are kept for the next visit; one that is damaged is built again", { skip }, async (context) => {
  const server = await host(context);
  const { page, complaints, close } = await newPage(browser);
  const solved = async () => {
    const answer = await ask(page, "job", { kind: "solve", board: "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3", goal: "blank-first" });
    assert.deepEqual([answer.length, answer.optimal], [57, true]);
  };
  /** Changes what is kept, and returns the names. @param {boolean} damage */
  const tables = (damage) => page.evaluate((wrong) => new Promise((done, fail) => {
    const request = indexedDB.open("hueco tables", 1);
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction("tables", "readwrite");
      const store = transaction.objectStore("tables");
      /** @type {string[]} */
      const names = [];
      store.openCursor().onsuccess = (event) => {
        const cursor = /** @type {IDBRequest<IDBCursorWithValue>} */ (event.target).result;
        if (!cursor) return;
        names.push(String(cursor.key));
        if (wrong) {
          cursor.value[cursor.value.length - 1] ^= 1;
          cursor.update(cursor.value);
        }
        cursor.continue();
      };
      transaction.oncomplete = () => {
        request.result.close();
        done(names);
      };
    };
  }), damage);
  await page.goto(`${server.url}/#/lab`);
  await solved();
  // The worker keeps them after the answer.
  let names = /** @type {string[]} */ ([]);
  for (let before = -1; names.length < 2 || names.length !== before;) {
    before = names.length;
    await page.waitForTimeout(300);
    names = /** @type {string[]} */ (await tables(false));
  }
  await page.reload();
  await solved();
  assert.deepEqual(await tables(true), names, "nothing was built again");
  await page.reload();
  await solved();
  assert.deepEqual(complaints, []);
  await close();
});

test("a new version replaces the old one as a whole, when its page is loaded again", { skip }, async (context) => {
  const folder = mkdtempSync(`${tmpdir()}/hueco-site-`);
  context.after(() => rmSync(folder, { recursive: true }));
  cpSync(site, folder, { recursive: true });
  const server = await host(context, folder);
  const { page, complaints, close } = await newPage(browser);
  await page.goto(`${server.url}/`);
  await kept(page);
  const [before] = await page.evaluate(() => caches.keys());
  const edit = (/** @type {string} */ name, /** @type {RegExp} */ from, /** @type {string} */ to) => writeFileSync(`${folder}/${name}`, readFileSync(`${folder}/${name}`, "utf8").replace(from, to));
  edit("index.html", /<title>[^<]*/, "<title>another");
  edit("sw.js", /VERSION = "[^"]*"/, 'VERSION = "another"');
  // Until it has taken over, the old version is complete.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await until(page, async () => Boolean((await navigator.serviceWorker.ready).waiting), undefined);
  await page.reload();
  await until(page, async (old) => {
    const names = await caches.keys();
    return names.length === 1 && names[0] !== old;
  }, before);
  await page.waitForSelector("tile-board.playable");
  const html = await page.evaluate(async () => (await fetch("index.html")).text());
  assert.match(html, /<title>another/);
  assert.deepEqual(complaints, []);
  await close();
});

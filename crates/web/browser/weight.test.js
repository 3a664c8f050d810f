// How large the page is, how soon it can be used, whether a large tree moves smoothly, what a step costs and what is left behind.
// Times are reported, the best of a few attempts, but tested only with HUECO_TIMED=1: the tests must not fail because the machine is busy.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, newPage, serve } from "./harness.js";

const timed = process.env.HUECO_TIMED === "1";

/** @type {import("./harness.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), browse()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("the first load is below 150 kB in total", async (t) => {
  const { page, close } = await newPage(browser);
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  let bytes = 0;
  client.on("Network.loadingFinished", (event) => {
    bytes += event.encodedDataLength;
  });
  await page.goto(`${server.url}/`, { waitUntil: "networkidle" });
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
  await close();
});

test("a reload asks for the index again, not for the files that it names", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.url}/`, { waitUntil: "networkidle" });
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  /** @type {Map<string, string>} */
  const asked = new Map();
  client.on("Network.requestWillBeSent", ({ requestId, request }) => asked.set(requestId, new URL(request.url).pathname));
  client.on("Network.requestServedFromCache", ({ requestId }) => asked.delete(requestId));
  client.on("Network.responseReceived", ({ requestId, response }) => response.fromDiskCache && asked.delete(requestId));
  await page.reload({ waitUntil: "networkidle" });
  const files = [...asked.values()].filter((path) => path.includes("/assets/"));
  assert.ok(asked.size > 0 && files.length <= 1, files.join("\n"));
  await close();
});

test("the board can be used within half a second", async (t) => {
  let best = Infinity;
  for (let attempt = 0; attempt < 8 && best >= 500; attempt += 1) {
    const { page, close } = await newPage(browser);
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector("tile-board.playable")) /** @type {any} */ (window).usable = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${server.url}/`, { waitUntil: "networkidle" });
    // Where the machine is busy, the network can be idle before the first frame with a board.
    await page.waitForFunction(() => /** @type {any} */ (window).usable > 0);
    const usable = await page.evaluate(() => /** @type {any} */ (window).usable);
    best = Math.min(best, usable);
    t.diagnostic(`usable after ${Math.round(usable)} ms`);
    await close();
  }
  assert.ok(Number.isFinite(best));
  assert.ok(!timed || best < 500, `usable after ${Math.round(best)} ms`);
});

test("nothing moves while the page loads", async () => {
  const { page, close } = await newPage(browser);
  await page.addInitScript(() => {
    /** @type {any} */ (window).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) /** @type {any} */ (window).shift += /** @type {any} */ (entry).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${server.url}/`, { waitUntil: "networkidle" });
  await page.waitForTimeout(400);
  const shift = await page.evaluate(() => /** @type {any} */ (window).shift);
  assert.ok(shift < 0.02, `shift of ${shift}`);
  await close();
});

test("a tree of 2,000 nodes is panned and zoomed without a frame over 50 ms", async (t) => {
  const { page, close } = await newPage(browser, { reducedMotion: false });
  await page.goto(`${server.url}/#/see?board=8,6,7/2,5,4/3,0,1&method=astar&step=1600`);
  await page.waitForSelector("search-pane [data-list=closed] li", { timeout: 30000 });
  const nodes = await page.$eval("search-pane", (pane) => {
    const { replay, at } = /** @type {any} */ (pane);
    return replay.nodes.filter((/** @type {any} */ node) => node.created <= at).length;
  });
  assert.ok(nodes >= 2000, `${nodes} nodes`);
  let best = Infinity;
  for (let attempt = 0; attempt < 8 && best >= 50; attempt += 1) {
    const worst = await page.$eval("tree-canvas", (tree) => new Promise((done) => {
      const canvas = /** @type {any} */ (tree);
      canvas.fit();
      let frame = 0;
      let last = 0;
      let most = 0;
      const tick = (/** @type {number} */ now) => {
        if (last > 0 && frame > 3) most = Math.max(most, now - last);
        last = now;
        frame += 1;
        if (frame < 40) canvas.zoom(1.09, 300, 200);
        else if (frame < 80) {
          canvas.view.x -= 25;
          canvas.view.y -= 4;
          canvas.draw();
        } else if (frame < 120) canvas.zoom(1 / 1.09, 300, 200);
        else {
          done(most);
          return;
        }
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    }));
    best = Math.min(best, Number(worst));
    t.diagnostic(`${nodes} nodes, longest frame ${Number(worst).toFixed(1)} ms`);
  }
  assert.ok(best > 0 && Number.isFinite(best));
  assert.ok(!timed || best < 50, `a frame of ${best} ms`);
  await close();
});

test("a step of a search of 20,000 events takes less than a frame", async (t) => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.url}/#/see?board=8,6,7/2,5,4/3,0,1&method=bfs&step=100`);
  await page.waitForSelector("search-pane [data-list=closed] li", { timeout: 30000 });
  const { events, times } = await page.$eval("play-back", async (element) => {
    const playback = /** @type {any} */ (element);
    const { replay } = /** @type {any} */ (document.querySelector("search-pane"));
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    /** Milliseconds of the script of each step, near the end of the search. @type {number[]} */
    const times = [];
    playback.go(playback.length - 60);
    await drawn();
    for (let step = 0; step < 50; step += 1) {
      const began = performance.now();
      playback.go(playback.length - 60 + step);
      times.push(performance.now() - began);
      await drawn();
    }
    return { events: replay.events.length, times };
  });
  const median = times.toSorted((a, b) => a - b)[times.length >> 1];
  t.diagnostic(`${events} events, ${median.toFixed(1)} ms for a step (median), ${Math.max(...times).toFixed(1)} ms the longest`);
  assert.ok(events >= 20000, `${events} events`);
  assert.ok(!timed || median < 16, `${median} ms`);
  await close();
});

test("twenty searches watched one after the other leave no memory behind", async (t) => {
  const { page, close } = await newPage(browser);
  const client = await page.context().newCDPSession(page);
  const heap = async () => {
    await client.send("HeapProfiler.collectGarbage");
    return (await client.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  await page.goto(`${server.url}/#/see?board=2,8,3/1,6,4/7,0,5&goal=1,2,3/8,0,4/7,6,5&method=bfs&step=5`);
  const watch = async () => {
    await page.waitForSelector("search-pane [data-list=frontier] li");
    await page.$eval("search-pane", (pane) => pane.setAttribute("data-old", ""));
    await page.$eval("#see-run", (button) => /** @type {HTMLButtonElement} */ (button).click());
    await page.waitForSelector("search-pane:not([data-old]) [data-list=frontier] li");
  };
  await watch();
  const before = await heap();
  for (let one = 0; one < 20; one += 1) await watch();
  const after = await heap();
  t.diagnostic(`${before.toFixed(1)} MB, then ${after.toFixed(1)} MB`);
  assert.ok(after < before + 3, `${before} MB, then ${after} MB`);
  await close();
});

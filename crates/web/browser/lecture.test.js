// See, as a lecturer uses it: why each node is examined, several searches side by side, keys and clickers, lecture mode, the tree.

import assert from "node:assert/strict";
import { WIDE, ask, suite } from "./harness.js";

const own = suite();
const { flow } = own;

const EXAMPLE = "board=2,8,3/1,6,4/7,0,5&goal=1,2,3/8,0,4/7,6,5";

/** The first sentence and the fates of a pane. @param {import("playwright-core").Page} page @param {number} [pane] */
const said = (page, pane = 0) => page.$$eval("search-pane", (panes, i) => [panes[i].querySelector(".sentence")?.textContent, [...panes[i].querySelectorAll(".fate")].map((fate) => fate.textContent)], pane);

flow("each step says why this node, names its rivals and ties, and what becomes of each child; the next node is marked", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar&heuristic=misplaced&ties=fifo&step=1`);
  await page.waitForSelector(".fate");
  assert.deepEqual(await said(page), ["Node 1 is examined: it is the start state, alone in the frontier.", ["U: node 2, f = 1 + 3 = 4, into the frontier", "L: node 3, f = 1 + 5 = 6, into the frontier", "R: node 4, f = 1 + 5 = 6, into the frontier"]]);
  await page.keyboard.press("ArrowRight");
  assert.equal((await said(page))[0], "Node 2 is examined: its f = 1 + 3 = 4 is the smallest in the frontier. After it: node 3 (f = 6), node 4 (f = 6).");
  await page.keyboard.press("ArrowRight");
  const [third, fates] = await said(page);
  assert.match(String(third), /^Node \d+ is examined: its f = 2 \+ 3 = 5 is the smallest in the frontier, tied with node \d+\. Ties: oldest first\. After it: /);
  assert.ok(fates.length > 0);
  for (let step = 4; step < 8; step += 1) {
    const marked = await page.$eval("search-pane", (pane) => {
      const { replay, at, tree } = /** @type {any} */ (pane);
      tree.paint();
      return { next: replay.next(at)?.id, list: pane.querySelectorAll("[data-next]").length, id: Number(/** @type {HTMLElement} */ (pane.querySelector("[data-list=frontier] li[data-next]"))?.dataset.id), tree: tree.next?.id };
    });
    assert.deepEqual(marked, { next: marked.next, list: 1, id: marked.next, tree: marked.next });
    await page.keyboard.press("ArrowRight");
  }
  assert.match(await page.textContent("#live"), /^Node \d+ is examined/, "a screen reader hears the step");
  // A search in rounds: its bound, and what exceeds it.
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=idastar&heuristic=misplaced&step=5`);
  await page.waitForFunction(() => /idastar/.test(document.querySelector("search-pane h2")?.textContent ?? ""));
  assert.match(String((await said(page))[0]), /within the bound \d/);
});

flow("the quiz explains with the same sentences", {}, async (page) => {
  await page.goto(`${own.server.url}/#/lab?quiz=5`);
  await page.locator(".quiz-choice").first().click();
  await page.waitForSelector("#quiz-feedback");
  assert.match(await page.textContent("#quiz-feedback"), /Node \d+ is examined: it(?:s [fh] = .* is the smallest in the frontier| is the oldest in the frontier)/);
});

flow("up to four searches side by side, stepped together or each to its own end", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar&method2=bfs&method3=greedy&method4=idastar&step=0`);
  await page.waitForFunction(() => document.querySelectorAll("search-pane").length === 4);
  const examined = () => page.$$eval("search-pane", (panes) => panes.map((pane) => {
    const { replay, at } = /** @type {any} */ (pane);
    return [replay.examinedAt.filter((/** @type {number} */ one) => one <= at).length, replay.examinations.length];
  }));
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("PageDown");
  assert.deepEqual((await examined()).map(([done]) => done), [3, 3, 3, 3]);
  await page.locator("#see-unit").selectOption("share");
  await page.keyboard.press("End");
  for (const [done, all] of await examined()) assert.equal(done, all);
  await page.waitForURL(/method4=idastar.*unit=share/);
});

flow("keys and clickers step; lecture mode fills the screen and leaves with Escape; the pseudocode has its current line", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar&step=0&unit=event&pseudocode=1`);
  await page.waitForSelector("search-pane");
  const at = () => page.$eval("play-back", (playback) => /** @type {any} */ (playback).at);
  for (const [key, step] of [["ArrowRight", 1], ["PageDown", 2], ["Space", 3], ["PageUp", 2], ["ArrowLeft", 1], ["End", await page.$eval("play-back", (one) => /** @type {any} */ (one).length)], ["Home", 0]]) {
    await page.keyboard.press(String(key));
    assert.equal(await at(), step, String(key));
  }
  const lines = [];
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press("ArrowRight");
    lines.push(await page.textContent(".code [aria-current]"));
  }
  assert.deepEqual(lines, ["frontier ← [start]", "n ← take the node of smallest g + h", "if the state of c is new: add c", "if the state of c is new: add c"]);
  const small = await page.$eval("tree-canvas", (tree) => /** @type {any} */ (tree).view.scale);
  await page.click("#lecture");
  await page.waitForSelector(".lecture-area");
  const box = await page.locator(".lecture-area").boundingBox();
  assert.deepEqual([box.x, box.y, Math.round(box.width)], [0, 0, 1280]);
  await page.waitForFunction((scale) => /** @type {any} */ (document.querySelector("tree-canvas")).view.scale > scale, small);
  await page.keyboard.press("PageDown");
  assert.equal(await at(), 5);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".lecture-area", { state: "detached" });
});

flow("where the system asks for less motion, a change is there at once", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar&step=3`);
  await page.waitForSelector("search-pane");
  const now = await page.evaluate(() => {
    const root = document.documentElement;
    getComputedStyle(root).fontSize;
    root.style.fontSize = "23px";
    return [getComputedStyle(root).fontSize, document.getAnimations().length];
  });
  assert.deepEqual(now, ["23px", 0]);
});

for (const size of [{ width: 1366, height: 768 }, WIDE]) {
  flow(`a class sees one, two or four searches at once, without scrolling: ${size.width}x${size.height}`, { size, lang: "es" }, async (page) => {
    /** Where things end in each pane, and how far the area would scroll. */
    const look = () => page.$eval(".lecture-area", (area) => ({
      over: area.scrollHeight - area.clientHeight,
      panes: [...area.querySelectorAll("search-pane")].map((pane) => {
        const box = (/** @type {string} */ name) => /** @type {Element} */ (pane.querySelector(name)).getBoundingClientRect();
        return { height: box(".tree-box").height, tree: box(".tree-box").bottom, gap: box(".tree-box").top - box(".why").bottom, words: box(".why").bottom - Math.max(box(".sentence").bottom, box(".fates").bottom), frontier: box("[data-list=frontier] li").bottom, code: box(".code").bottom };
      }),
    }));
    const right = (/** @type {Awaited<ReturnType<typeof look>>} */ { panes }) => {
      for (const { height, tree, gap, words, frontier, code } of panes) assert.ok(height >= 150 && Math.max(tree, frontier, code) <= size.height && gap >= 0 && words >= 0, JSON.stringify(panes));
    };
    for (const others of [[], ["bfs"], ["bfs", "idastar", "greedy"]]) {
      await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar&heuristic=misplaced&step=5${others.map((name, i) => `&method${i + 2}=${name}`).join("")}`);
      await page.waitForFunction((n) => document.querySelectorAll("search-pane .fates").length === n, others.length + 1);
      const tops = await page.$$eval(".tree-box", (boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().top)));
      assert.deepEqual(tops, tops.map((_, i) => tops[i - (i % 2)]), "trees stand side by side");
      await page.click("#lecture");
      await page.waitForFunction(() => document.fullscreenElement?.isConnected && document.fullscreenElement.classList.contains("lecture-area"));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const found = await look();
      right(found);
      assert.ok(others.length === 1 || found.over <= 0, JSON.stringify(found));
      assert.ok(others.length > 1 || found.panes.every(({ frontier }) => frontier > 0), "the frontier");
      if (others.length === 1) {
        await page.check("#see-code");
        const coded = await look();
        right(coded);
        assert.ok(coded.over <= 0 && coded.panes.every(({ code }) => code > 0), JSON.stringify(coded));
      }
      await page.keyboard.press("Escape");
      await page.waitForSelector(".lecture-area", { state: "detached" });
    }
  });
}

flow("every method has its pseudocode, and each step of it has a line", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar&step=0`);
  await page.waitForSelector("search-pane");
  const { algorithms } = await ask(page, "about", {});
  const found = [];
  for (const { name } of algorithms.filter((/** @type {any} */ one) => one.name !== "auto")) {
    const { events } = await ask(page, "job", { kind: "trace", board: "1 2 3 / 4 0 5 / 7 8 6", algorithm: name, ...(name === "dls" ? { depth: 6 } : {}) });
    const missed = await page.evaluate(async ([method, lines]) => {
      const { codeOf } = await import(new URL("assets/lib/pseudocode.js", document.baseURI).href);
      const code = codeOf(method);
      return code ? [...new Set(lines.filter((/** @type {any} */ event) => code.lineOf(event) < 0).map((/** @type {any} */ event) => event.event))] : ["no pseudocode"];
    }, /** @type {const} */ ([name, events]));
    if (missed.length > 0) found.push([name, ...missed]);
  }
  assert.deepEqual(found, []);
});

flow("ties and the order of children can be chosen", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar`);
  await page.waitForSelector("search-pane");
  await page.locator("details.setup > summary").first().click();
  await page.locator(".see-side details summary").click();
  await page.getByLabel("Ties").selectOption("lifo");
  await page.getByLabel("Order of moves").selectOption("RDLU");
  await page.click("#see-run");
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("search-pane"))?.replay.header.order === "RDLU");
  assert.equal(await page.$eval("search-pane", (pane) => /** @type {any} */ (pane).replay.header.ties), "lifo");
  await page.waitForURL(/ties=lifo.*order=RDLU/);
});

flow("the tree is laid out for the nodes there are, with the root in view; fit fits thousands; the wheel scrolls the page", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?board=8,6,7/2,5,4/3,0,1&method=astar&step=3`);
  await page.waitForSelector("search-pane");
  const tree = () => page.$eval("tree-canvas", (one) => {
    const { layout, view, size, at, replay, across, down } = /** @type {any} */ (one);
    const places = layout.spots.filter((/** @type {any} */ spot) => spot.node.created <= at).map((/** @type {any} */ spot) => [view.x + spot.x * across * view.scale, view.y + spot.depth * /** @type {any} */ (one).levelHeight()]);
    return { spots: layout.spots.length, created: replay.createdUpTo(at), places, size, scale: view.scale, down };
  });
  const small = await tree();
  assert.equal(small.spots, small.created);
  assert.ok(small.scale >= 0.8, `text is readable at ${small.scale}`);
  for (const [x, y] of small.places) assert.ok(x > 0 && x < small.size.width && y > 0 && y < small.size.height, `${x} ${y}`);
  await page.locator("input.scrub").fill("3400");
  await page.getByRole("button", { name: "Fit" }).click();
  await page.waitForTimeout(50);
  const large = await tree();
  assert.ok(large.created > 5000, `${large.created} nodes`);
  for (const [x, y] of large.places) assert.ok(x >= 0 && x <= large.size.width && y >= 0 && y <= large.size.height, `${x} ${y}`);

  await page.locator("input.scrub").fill("3");
  const canvas = await page.locator("tree-canvas canvas").boundingBox();
  await page.mouse.move(canvas.x + 50, canvas.y + 50);
  const before = await tree();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.mouse.wheel(0, 60);
  await page.waitForTimeout(80);
  assert.equal((await tree()).scale, before.scale);
  await page.keyboard.down("Shift");
  await page.mouse.wheel(0, 60);
  await page.keyboard.up("Shift");
  await page.waitForFunction((scale) => /** @type {any} */ (document.querySelector("tree-canvas")).view.scale !== scale, before.scale);
});

flow("while the tree follows the search, the node and the next one are in view, with their cards and marks", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar&heuristic=misplaced&method2=bfs&step=0`);
  await page.waitForFunction(() => document.querySelectorAll("search-pane").length === 2);
  for (let step = 1; step <= 6; step += 1) {
    await page.getByRole("button", { name: "One step forward" }).click();
    const cards = await page.$$eval("tree-canvas", (trees) => trees.flatMap((tree) => {
      const { layout, view, size, at, replay, across, card } = /** @type {any} */ (tree);
      return [replay.current(at), replay.next(at)].filter(Boolean).map((node) => {
        const spot = layout.spot(node);
        const [x, top] = [view.x + spot.x * across * view.scale, view.y + spot.depth * /** @type {any} */ (tree).levelHeight() - card.above * view.scale];
        return { left: x - (card.width / 2) * view.scale, right: x + (card.width / 2) * view.scale, top, bottom: top + card.height * view.scale, ...size };
      });
    }));
    for (const { left, right, top, bottom, width, height } of cards) assert.ok(left >= 0 && right <= width && top >= 0 && bottom <= height, `step ${step}: ${JSON.stringify({ left, right, top, bottom, width, height })}`);
  }
});

flow("a touch screen: one finger scrolls the page, two move the tree", { touch: true }, async (page) => {
  await page.goto(`${own.server.url}/#/see?${EXAMPLE}&method=astar&step=3`);
  await page.waitForSelector("search-pane");
  await page.waitForTimeout(300);
  const box = await page.locator("tree-canvas canvas").boundingBox();
  const client = await page.context().newCDPSession(page);
  const drag = async (/** @type {[number, number][]} */ fingers) => {
    const at = (/** @type {number} */ dx) => fingers.map(([x, y], id) => ({ x: box.x + x + dx, y: box.y + y, id }));
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (const dx of [15, 30, 45]) await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(dx) });
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const x = () => page.$eval("tree-canvas", (tree) => /** @type {any} */ (tree).view.x);
  const before = await x();
  await drag([[100, 120]]);
  assert.equal(await x(), before);
  await drag([[100, 120], [200, 120]]);
  assert.ok(Math.abs((await x()) - before - 45) < 20, `${await x()} after ${before}`);
});

flow("the first screen is an example that is searched; each example makes its point", {}, async (page) => {
  await page.goto(`${own.server.url}/#/see`);
  await page.waitForFunction(() => document.querySelectorAll("search-pane").length === 2);
  assert.equal(await page.locator(".presets a").count(), 4);
  const ends = () => page.$$eval("search-pane", (panes) => panes.map((pane) => {
    const { replay } = /** @type {any} */ (pane);
    return { algorithm: replay.header.algorithm, outcome: replay.end.outcome, length: replay.end.length, examined: replay.examinations.length, start: replay.nodes[0].examined.length };
  }));
  const open = async (/** @type {string} */ name, /** @type {string} */ algorithm) => {
    await page.click(`[data-preset=${name}]`);
    await page.waitForFunction((want) => /** @type {any} */ (document.querySelector("search-pane"))?.replay.header.algorithm === want, algorithm);
    await page.waitForSelector(`[data-preset=${name}][aria-current]`);
    return ends();
  };
  const [astar, bfs] = await ends();
  assert.ok(astar.length === bfs.length && astar.examined * 3 < bfs.examined);
  const [again] = await open("again", "idastar");
  assert.ok(again.start > 2, "the start is examined in every round");
  const [misses, optimal] = await open("misses", "astar");
  assert.ok(misses.outcome === "solved" && misses.length > optimal.length, JSON.stringify([misses, optimal]));
  const [loses, kept] = await open("loses", "beam");
  assert.ok(loses.outcome !== "solved" || loses.length > kept.length, JSON.stringify([loses, kept]));
});

flow("a step makes few elements, and nothing of a search that was left listens to the window", {}, async (page) => {
  await page.addInitScript(() => {
    const counted = /** @type {any} */ (window);
    counted.made = 0;
    counted.listening = 0;
    const make = document.createElement.bind(document);
    document.createElement = (/** @type {any} */ ...parts) => {
      counted.made += 1;
      return /** @type {any} */ (make)(...parts);
    };
    const { addEventListener, removeEventListener } = MediaQueryList.prototype;
    /** @type {Map<MediaQueryList, Set<any>>} */
    const known = new Map();
    MediaQueryList.prototype.addEventListener = function (/** @type {any} */ type, /** @type {any} */ listener) {
      if (!known.has(this)) known.set(this, new Set());
      if (!known.get(this)?.has(listener)) counted.listening += 1;
      known.get(this)?.add(listener);
      return addEventListener.call(this, type, listener);
    };
    MediaQueryList.prototype.removeEventListener = function (/** @type {any} */ type, /** @type {any} */ listener) {
      if (known.get(this)?.delete(listener)) counted.listening -= 1;
      return removeEventListener.call(this, type, listener);
    };
  });
  await page.goto(`${own.server.url}/#/see?board=8,6,7/2,5,4/3,0,1&method=astar&step=1500`);
  await page.waitForSelector("search-pane [data-list=closed] li");
  const made = await page.evaluate(() => {
    const before = /** @type {any} */ (window).made;
    for (let i = 0; i < 10; i += 1) /** @type {any} */ (document.querySelector("play-back")).go(1501 + i);
    return (/** @type {any} */ (window).made - before) / 10;
  });
  assert.ok(made < 120, `${made} elements per step`);
  await page.goto(`${own.server.url}/#/courses`);
  await page.waitForSelector("main.view-courses *");
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).listening), 0);
});

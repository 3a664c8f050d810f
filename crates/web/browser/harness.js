// What every test needs: a server, a browser, and pages whose console is checked. The server is the release binary (`HUECO` names
// another); the browser is the system's Chromium (`CHROMIUM` names another).
//
// Where `HUECO_SITE` names a folder made by `cargo xtask site`, the same tests run on the page without a server: its files
// come from a plain file server, below a subfolder, and what is only about `hueco serve` is skipped.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
const BINARY = process.env.HUECO ?? `${root}target/release/hueco`;
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const LAPTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };
export const WIDE = { width: 1920, height: 1080 };

/** @typedef {{ url: string, port: number, stop: () => Promise<void> }} Server */

/** The folder of the page without a server, where that is tested. */
export const SITE = process.env.HUECO_SITE;

/** Why a test that is about `hueco serve` is skipped, if it is. @type {string | false} */
export const served = SITE ? "only with a server" : false;

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm", webmanifest: "application/manifest+json" };

/** Serves the files of a folder below `/some/where`, and nothing else. @param {string} folder @param {number} port @returns {Promise<Server>} */
export async function serveFiles(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://x").pathname);
    const name = path.replace(/^\/some\/where\//, "").replace(/(^|\/)$/, "$1index.html");
    try {
      if (!path.startsWith("/some/where/")) throw new Error(path);
      const bytes = readFileSync(`${folder}/${name}`);
      const type = TYPES[/** @type {keyof typeof TYPES} */ (name.split(".").at(-1))] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((/** @type {(value: void) => void} */ done) => server.listen(port, "127.0.0.1", done));
  const own = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
  const stop = () => new Promise((/** @type {(value: void) => void} */ done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${own}/some/where`, port: own, stop };
}

/** Starts `hueco serve` and waits until it prints its address. @param {number} [port] @returns {Promise<Server>} */
export async function serve(port = 0) {
  if (SITE) return serveFiles(SITE, port);
  if (!existsSync(BINARY)) throw new Error(`${BINARY} does not exist: cargo build --release --package hueco`);
  const child = spawn(BINARY, ["serve", "--port", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  const url = await new Promise((resolve, reject) => {
    let output = "";
    const read = (/** @type {Buffer} */ data) => {
      output += data;
      const found = /http:\/\/[\w.:[\]]+/.exec(output);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`hueco serve exited with ${code}: ${output}`)));
    child.on("error", reject);
  });
  const stop = () => new Promise((/** @type {(value: void) => void} */ done) => {
    child.on("exit", () => done());
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 3000).unref();
  });
  return { url, port: Number(new URL(url).port), stop };
}

export function browse() {
  if (!existsSync(BROWSER)) throw new Error(`${BROWSER} does not exist: apt-get install chromium`);
  return chromium.launch({ executablePath: BROWSER, args: FLAGS });
}

/**
 * A new page in a context of its own. `complaints` collects the errors and warnings of its console.
 * @param {import("playwright-core").Browser} browser
 * @param {{ size?: { width: number, height: number }, theme?: "light" | "dark", lang?: string, reducedMotion?: boolean, touch?: boolean, forced?: boolean }} [options] `forced`: the colours of the system
 */
export async function newPage(browser, { size = LAPTOP, theme = "light", lang = "en", reducedMotion = true, touch = false, forced = false } = {}) {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, locale: lang, reducedMotion: reducedMotion ? "reduce" : "no-preference", hasTouch: touch, forcedColors: forced ? "active" : "none" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
  page.setDefaultTimeout(15000);
  return { page, complaints, close: () => context.close() };
}

/** A server and a browser for the tests of a file, and tests on a page whose console must stay empty. */
export function suite() {
  const own = {
    server: /** @type {Server} */ (/** @type {unknown} */ (null)),
    browser: /** @type {import("playwright-core").Browser} */ (/** @type {unknown} */ (null)),
    /** `skip` says why not, where the test is skipped. @param {string} name @param {Parameters<typeof newPage>[1] & { skip?: string | false }} options @param {(page: import("playwright-core").Page, complaints: string[]) => Promise<void>} body */
    flow(name, options, body) {
      test(name, { skip: options?.skip }, async () => {
        const { page, complaints, close } = await newPage(own.browser, options);
        await body(page, complaints);
        assert.deepEqual(complaints, []);
        await close();
      });
    },
  };
  before(async () => {
    [own.server, own.browser] = await Promise.all([serve(), browse()]);
  });
  after(async () => {
    await own.browser?.close();
    await own.server?.stop();
  });
  return own;
}

/** Chromium reports a request that the server refuses in its console; nothing else may be there. @param {string[]} complaints */
export function allowRefused(complaints) {
  assert.ok(complaints.every((line) => /status of 4\d\d/.test(line)), complaints.join("\n"));
  complaints.length = 0;
}

/** The cells of the board on the page. @param {import("playwright-core").Page} page */
export function cellsOf(page) {
  return page.$$eval("tile-board [role=gridcell]", (cells) => cells.map((cell) => Number.parseInt(cell.getAttribute("aria-label") ?? "", 10) || 0));
}

/** Sends a request from the page, as the page does. @param {import("playwright-core").Page} page @param {string} kind @param {object} fields @returns {Promise<any>} */
export function ask(page, kind, fields) {
  return page.evaluate(async ([what, body]) => {
    const { ask, runJob } = await import(new URL("assets/backend.js", document.baseURI).href);
    return what === "job" ? runJob(body, { signal: new AbortController().signal }) : ask(what, body);
  }, /** @type {const} */ ([kind, fields]));
}

/** The key for each move of the blank: the tile slides in the direction of the arrow. @type {Record<string, string>} */
export const KEY_OF = { U: "ArrowDown", D: "ArrowUp", L: "ArrowRight", R: "ArrowLeft" };

/** An address for each view, and what fills it with a result. @type {Record<string, { hash: string, fill: (page: import("playwright-core").Page) => Promise<void> }>} */
export const VIEWS = {
  play: {
    hash: "#/play?board=5,1,2,3/9,6,8,4/13,10,7,12/0,14,11,15&moves=UDR",
    fill: async (page) => {
      await page.waitForFunction(() => /\d/.test(document.getElementById("moves-left")?.textContent ?? ""));
    },
  },
  solve: {
    hash: "#/solve?board=6,11,1,3/5,15,13,0/4,12,8,7/10,14,2,9",
    fill: async (page) => {
      await page.click("#solve-run");
      await page.waitForSelector("#verdict", { timeout: 60000 });
    },
  },
  see: {
    hash: "#/see?board=2,8,3/1,6,4/7,0,5&goal=1,2,3/8,0,4/7,6,5&method=astar&heuristic=misplaced&method2=bfs&step=5",
    fill: async (page) => {
      await page.waitForSelector("search-pane [data-list=frontier] li");
      await page.waitForTimeout(200);
    },
  },
  compare: {
    hash: "#/compare?size=3x3&count=5&seed=1&methods=bfs,astar,idastar&heuristics=manhattan",
    fill: async (page) => {
      await page.click("#compare-run");
      await page.waitForSelector("#compare-table tbody tr", { timeout: 60000 });
    },
  },
  lab: {
    hash: "#/lab?formula=manhattan+%2B+2*reversals&size=3x3&quiz=7",
    fill: async (page) => {
      await page.click("#lab-run");
      await page.waitForSelector(".scatter", { timeout: 60000 });
      await page.waitForSelector(".quiz-choice");
    },
  },
  courses: {
    hash: "#/courses?program=menu",
    fill: async (page) => {
      await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById("course-input")).value !== "");
      await page.click("#course-run");
      await page.waitForSelector("#course-output");
    },
  },
};

/** The views of a problem file, in the same form. @type {Record<string, { view: string, hash: string, fill: (page: import("playwright-core").Page) => Promise<void> }>} */
export const PROBLEM_VIEWS = {
  "solve-problem": {
    view: "solve",
    hash: "#/solve?problem=hanoi",
    fill: async (page) => {
      await page.waitForSelector("[data-parameter=discs]");
      await page.click("#solve-run");
      await page.waitForSelector("#verdict");
    },
  },
  "see-problem": {
    view: "see",
    hash: "#/see?problem=sokoban&method=astar&method2=greedy&step=6",
    fill: async (page) => {
      await page.waitForSelector("search-pane [data-list=frontier] li");
      await page.waitForTimeout(200);
    },
  },
  "compare-problem": {
    view: "compare",
    hash: "#/compare?problem=pancakes",
    fill: async (page) => {
      await page.waitForSelector("[data-parameter=stack]");
      await page.click("#compare-run");
      await page.waitForSelector("#compare-table tbody tr");
    },
  },
  "lab-problem": {
    view: "lab",
    hash: "#/lab?problem=missionaries",
    fill: async (page) => {
      await page.waitForSelector("[data-parameter=seats]");
      await page.click("#lab-run");
      await page.waitForSelector("#lab-states");
    },
  },
};

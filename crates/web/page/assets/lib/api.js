// Requests for everything the page does not compute itself. Only this module knows where they go: over HTTP to `hueco serve`,
// at addresses relative to the document, so that the page also works in a subfolder. A quick request is one call; a long one is a
// job, which `runJob` starts and follows to its end.

import { language } from "./language.js";

/** @typedef {import("./board.js").Board} Board */

/** The request was wrong; with the position of the error in its text, where there is one. */
export class RequestError extends Error {
  /** @param {any} error */
  constructor(error) {
    super(error?.message ?? "?");
    this.code = /** @type {string} */ (error?.code ?? "error");
    this.field = /** @type {string | undefined} */ (error?.field ?? undefined);
    this.line = /** @type {number | undefined} */ (error?.line ?? undefined);
    this.column = /** @type {number | undefined} */ (error?.column ?? undefined);
  }
}

/** No answer at all. */
export class Unreachable extends Error {}

/** The request was cancelled on purpose. */
export class Cancelled extends Error {}

// ── quick requests

/** @type {Promise<any> | null} */
let about = null;

/** The algorithms and heuristics that can be used. Requested once. @returns {Promise<any>} */
export function capabilities() {
  about ??= call("api/about").catch((error) => {
    about = null;
    throw error;
  });
  return about;
}

/**
 * Reads a board: its cells, its goal, and whether it can be solved.
 * @param {string} text
 * @param {string} goal
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ board: Board, goal: Board, solvable: boolean, why: string | null }>}
 */
export async function parseBoard(text, goal, signal) {
  const { rows, cols, board, goal: goalCells, solvable, why } = await call("api/parse", { body: { text, goal }, signal });
  return { board: { rows, cols, cells: board }, goal: { rows, cols, cells: goalCells }, solvable, why };
}

/** The board of a seed. @param {number} rows @param {number} cols @param {string} seed @param {string} [goal] @returns {Promise<Board>} */
export async function randomBoard(rows, cols, seed, goal = "blank-last") {
  const answer = await call(`api/random?size=${rows}x${cols}&seed=${encodeURIComponent(seed)}&goal=${encodeURIComponent(goal)}`);
  return { rows: answer.rows, cols: answer.cols, cells: answer.boards[0] };
}

/** Solves a board within a second or two. @param {{ board: string, goal: string, seconds: number }} request @param {AbortSignal} signal @returns {Promise<any>} */
export const solveQuickly = (request, signal) => call("api/solve", { body: request, signal });

/** The sample number puzzles. @returns {Promise<{ name: string, text: string }[]>} */
export const samplePuzzles = async () => (await call("api/puzzles")).puzzles ?? [];

/** The library of problem files. Requested once. @type {Promise<{ name: string, text: string }[]> | null} */
let library = null;

/** @returns {Promise<{ name: string, text: string }[]>} */
export function sampleProblems() {
  library ??= call("api/problems").then((answer) => answer.problems ?? []).catch((error) => {
    library = null;
    throw error;
  });
  return library;
}

/** What a problem file offers. @param {{ problem: string, file: string }} request @param {AbortSignal} signal @returns {Promise<import("./problem.js").Description>} */
export const describeProblem = (request, signal) => call("api/describe", { body: request, signal });

/** An input for a course program. @param {string} program @returns {Promise<string>} */
export const courseExample = async (program) => (await call(`api/courses/${program}/example`)).input;

/** Waits until requests are answered again; false if the wait was aborted. @param {AbortSignal} signal */
export async function waitUntilReachable(signal) {
  while (!signal.aborted) {
    await new Promise((done) => setTimeout(done, 1500));
    try {
      await fetch("api/about", { signal });
      return true;
    } catch {
      // Not yet.
    }
  }
  return false;
}

// ── jobs

/**
 * @typedef {object} JobOptions
 * @property {AbortSignal} signal cancels the job
 * @property {(data: any) => void} [onProgress] how far the job is; at least once per second
 * @property {(data: any) => void} [onBetter] a better solution
 */

/**
 * Runs a job. A cancelled one still resolves if it had a result by then; otherwise it rejects with `Cancelled`.
 * @param {object} request
 * @param {JobOptions} options
 * @returns {Promise<any>} its result
 */
export async function runJob(request, options) {
  const { signal } = options;
  if (signal.aborted) throw new Cancelled();
  // The request is not aborted: a job that was created can only be cancelled once its id is known.
  const { id } = await call("api/jobs", { body: request, noRetry: signal }).catch((error) => {
    throw signal.aborted ? new Cancelled() : error;
  });
  if (signal.aborted) {
    cancel(id);
    throw new Cancelled();
  }
  return follow(id, options);
}

/** @param {string} id */
const cancel = (id) => fetch(`api/jobs/${id}`, { method: "DELETE" }).catch(() => {});

/** Follows the events of a job to its end. @param {string} id @param {JobOptions} options @returns {Promise<any>} */
function follow(id, { signal, onProgress, onBetter }) {
  return new Promise((resolve, reject) => {
    const stream = new EventSource(withLanguage(`api/jobs/${id}/events`));
    const end = (/** @type {() => void} */ settle) => {
      stream.close();
      signal.removeEventListener("abort", abort);
      settle();
    };
    const on = (/** @type {string} */ kind, /** @type {(data: any) => void} */ handle) => {
      stream.addEventListener(kind, (event) => handle(JSON.parse(/** @type {MessageEvent} */ (event).data || "{}")));
    };
    // The event `cancelled` brings the best result so far. If it does not come, the wait is short.
    const abort = () => {
      cancel(id);
      setTimeout(() => end(() => reject(new Cancelled())), 1500);
    };
    signal.addEventListener("abort", abort);
    on("progress", (data) => onProgress?.(data));
    on("alive", (data) => onProgress?.(data));
    on("better", (data) => onBetter?.(data));
    on("result", (result) => end(() => resolve(result)));
    on("failed", (data) => end(() => reject(new RequestError(data.error ?? data))));
    on("cancelled", ({ result }) => {
      // Not cancelled from here: the server is shutting down.
      if (!signal.aborted) end(() => reject(new Unreachable("stopped")));
      else end(() => (result ? resolve(result) : reject(new Cancelled())));
    });
    stream.onerror = () => end(() => resultOf(id).then(resolve, reject));
  });
}

/** The result of a job whose event stream broke. @param {string} id */
async function resultOf(id) {
  const { state, result, error } = await call(`api/jobs/${id}`).catch((error) => {
    throw error instanceof RequestError ? new Unreachable("the job is gone") : error;
  });
  if (state === "done") return result;
  if (error) throw new RequestError(error);
  throw new Unreachable("the event stream broke");
}

// ── HTTP

/** @param {string} path */
const withLanguage = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;

/**
 * One request, repeated up to three times while the server is busy.
 * @param {string} path
 * @param {{ body?: object, signal?: AbortSignal, noRetry?: AbortSignal }} [options] `signal` aborts the request; `noRetry` only the attempts after it
 * @returns {Promise<any>}
 */
async function call(path, { body, signal, noRetry } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    let response;
    try {
      response = await fetch(withLanguage(path), {
        method: body ? "POST" : "GET",
        headers: body ? { "content-type": "application/json" } : undefined,
        body: body ? JSON.stringify(body) : undefined,
        signal,
      });
    } catch (error) {
      if (signal?.aborted) throw new Cancelled();
      throw new Unreachable(String(error));
    }
    if (response.status === 503 && attempt < 3 && !noRetry?.aborted) {
      const wait = Math.min(Number(response.headers.get("retry-after")) || 1, 5);
      await new Promise((done) => setTimeout(done, wait * 1000));
      continue;
    }
    let answer;
    try {
      answer = await response.json();
    } catch {
      if (response.ok) throw new Unreachable("not JSON");
      throw new RequestError({ message: `HTTP ${response.status}` });
    }
    if (!response.ok) throw new RequestError(answer?.error);
    return answer;
  }
}

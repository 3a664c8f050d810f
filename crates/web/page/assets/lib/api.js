// Talking to the server. Short questions are one request; long ones are jobs: the answer to the request names a stream of
// events, and closing that stream ends the job. A server that does not answer is told apart from one that says no.

import { language } from "./speech.js";

/** What the server says is wrong, with the place in the text where there is one. */
export class Refusal extends Error {
  /** @param {any} error */
  constructor(error) {
    super(error?.message ?? "?");
    this.code = /** @type {string} */ (error?.code ?? "error");
    this.field = /** @type {string | undefined} */ (error?.field ?? undefined);
    this.line = /** @type {number | undefined} */ (error?.line ?? undefined);
    this.column = /** @type {number | undefined} */ (error?.column ?? undefined);
  }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/** The job was ended on purpose. */
export class Cancelled extends Error {}

/** @param {string} path */
const withLang = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;

/**
 * @param {string} path
 * @param {{ body?: object, method?: string, signal?: AbortSignal, patience?: AbortSignal }} [options] `signal` tears the question off; `patience` only ends the asking again
 * @returns {Promise<any>}
 */
export async function ask(path, { body, method, signal, patience } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    let response;
    try {
      response = await fetch(withLang(path), {
        method: method ?? (body ? "POST" : "GET"),
        headers: body ? { "content-type": "application/json" } : undefined,
        body: body ? JSON.stringify(body) : undefined,
        signal,
      });
    } catch (error) {
      if (signal?.aborted) throw new Cancelled();
      throw new Unreachable(String(error));
    }
    if (response.status === 503 && attempt < 3 && !patience?.aborted) {
      const wait = Math.min(Number(response.headers.get("retry-after")) || 1, 5);
      await new Promise((done) => setTimeout(done, wait * 1000));
      continue;
    }
    if (response.status === 204) return null;
    let answer;
    try {
      answer = await response.json();
    } catch {
      if (response.ok) throw new Unreachable("not JSON");
      throw new Refusal({ message: `HTTP ${response.status}` });
    }
    if (!response.ok) throw new Refusal(answer?.error);
    return answer;
  }
}

/**
 * @typedef {object} Job
 * @property {Promise<any>} result
 * @property {() => void} cancel
 */

/**
 * Starts a job. `on` is told of its events (`progress`, `better`; `alive` where there is nothing else to tell).
 * @param {object} request
 * @param {(kind: string, data: any) => void} [on]
 * @returns {Job}
 */
export function job(request, on = () => {}) {
  const stop = new AbortController();
  const result = (async () => {
    // The question is not torn off: a job that was made must be known, to be ended.
    const { id, events } = await ask("/api/jobs", { body: request, patience: stop.signal }).catch((error) => {
      throw stop.signal.aborted ? new Cancelled() : error;
    });
    if (stop.signal.aborted) {
      end(id);
      throw new Cancelled();
    }
    return follow(id, events, on, stop.signal);
  })();
  result.catch(() => {});
  return { result, cancel: () => stop.abort() };
}

/** @param {string} id */
const end = (id) => fetch(`/api/jobs/${id}`, { method: "DELETE" }).catch(() => {});

/**
 * @param {string} id
 * @param {string} events
 * @param {(kind: string, data: any) => void} on
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
function follow(id, events, on, signal) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(withLang(events));
    const close = (/** @type {() => void} */ then) => {
      source.close();
      signal.removeEventListener("abort", abort);
      then();
    };
    // Who stops a search still gets the best it had: it comes with the event. Without an answer the wait is short.
    const abort = () => {
      end(id);
      setTimeout(() => close(() => reject(new Cancelled())), 1500);
    };
    signal.addEventListener("abort", abort);
    for (const kind of ["progress", "better", "alive"]) {
      source.addEventListener(kind, (event) => on(kind, JSON.parse(/** @type {MessageEvent} */ (event).data)));
    }
    source.addEventListener("result", (event) => close(() => resolve(JSON.parse(/** @type {MessageEvent} */ (event).data))));
    source.addEventListener("failed", (event) => {
      const data = JSON.parse(/** @type {MessageEvent} */ (event).data);
      close(() => reject(new Refusal(data.error ?? data)));
    });
    source.addEventListener("cancelled", (event) => {
      const { result } = JSON.parse(/** @type {MessageEvent} */ (event).data || "{}");
      // Nobody here stopped it: the server is going down.
      if (!signal.aborted) close(() => reject(new Unreachable("stopped")));
      else close(() => (result ? resolve(result) : reject(new Cancelled())));
    });
    source.onerror = () => close(() => afterLoss(id).then(resolve, reject));
  });
}

/** The stream broke off: the result may be there all the same. @param {string} id */
async function afterLoss(id) {
  const { state, result, error } = await ask(`/api/jobs/${id}`).catch((error) => {
    throw error instanceof Refusal ? new Unreachable("the job is gone") : error;
  });
  if (state === "done") return result;
  if (error) throw new Refusal(error);
  throw new Unreachable("the stream broke off");
}

/** Waits until the server answers again. @param {AbortSignal} signal */
export async function serverIsBack(signal) {
  while (!signal.aborted) {
    await new Promise((done) => setTimeout(done, 1500));
    try {
      await fetch("/api/about", { signal });
      return true;
    } catch {
      // Not yet.
    }
  }
  return false;
}

/** @type {Promise<any> | null} */
let known = null;

/** What the server can do: asked once. @returns {Promise<any>} */
export function about() {
  known ??= ask("/api/about").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/** Results that are there already, by request: going back to a view or changing the language asks nothing again. */
const kept = new Map();

/** @param {string} view @param {object} request @param {any} result */
export function keep(view, request, result) {
  if (kept.size > 24) kept.delete(kept.keys().next().value);
  kept.set(view + JSON.stringify(request), result);
}

/** @param {string} view @param {object} request @returns {any} */
export const recall = (view, request) => kept.get(view + JSON.stringify(request));

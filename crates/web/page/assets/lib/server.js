// The requests of `api.js` over HTTP, to `hueco serve`, at addresses relative to the document, so that the page also works in a
// subfolder. A quick request is one call; a long one is a job with a stream of events.

import { Cancelled, RequestError, Unreachable } from "./failures.js";
import { language } from "./language.js";

/** @typedef {import("./api.js").JobOptions} JobOptions */

/**
 * Where each kind of request goes.
 * @type {Record<string, (fields: any) => { path: string, body?: object }>}
 */
const ADDRESSES = {
  about: () => ({ path: "api/about" }),
  parse: (body) => ({ path: "api/parse", body }),
  random: (fields) => ({ path: `api/random?${new URLSearchParams(fields)}` }),
  solve: (body) => ({ path: "api/solve", body }),
  describe: (body) => ({ path: "api/describe", body }),
  puzzles: () => ({ path: "api/puzzles" }),
  problems: () => ({ path: "api/problems" }),
  example: ({ program }) => ({ path: `api/courses/${program}/example` }),
};

/**
 * A request that is answered at once.
 * @param {string} kind
 * @param {object} fields
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function ask(kind, fields, signal) {
  const { path, body } = ADDRESSES[kind](fields);
  return call(path, { body, signal });
}

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

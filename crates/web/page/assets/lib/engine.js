// The requests of `api.js` in this browser: by web workers that run hueco as a WebAssembly module. A worker runs one
// request at a time, so quick requests have another worker than jobs: nobody waits for a board to be read while another is
// solved. Courses with number puzzles, and problem files, are answered by modules of their own, loaded when first asked for.
//
// A worker that computes receives no messages. To stop it, the page takes back an address that the worker looks at now and then
// (`worker.js`). One that does not stop soon is ended, and the next request gets a new one.

import { Cancelled, RequestError, Unreachable } from "./failures.js";
import { language, t } from "./language.js";

/** @typedef {import("./api.js").JobOptions} JobOptions */

/** How long a stopped request may take to hand over what it has. */
const PATIENCE = 1500;

/** A request on its way. @typedef {{ kind: string, body: string, lang: string, signal?: AbortSignal, options: Partial<JobOptions>, settle: (outcome: { result: any } | { error: Error }) => void }} Task */

/** Modules by name, compiled once. @type {Map<string, Promise<WebAssembly.Module>>} */
const modules = new Map();

/** @param {string} name */
function moduleNamed(name) {
  const known = modules.get(name);
  if (known) return known;
  const address = new URL(`../../${name}`, import.meta.url);
  // Not every server knows the type of a module, which streaming insists on.
  const load = async () => {
    const response = await fetch(address);
    if (!response.ok) throw new Unreachable(`${name}: HTTP ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  };
  const module = load().catch((error) => {
    modules.delete(name);
    throw error instanceof Unreachable ? error : new Unreachable(String(error));
  });
  modules.set(name, module);
  return module;
}

/** A worker with the requests that wait for it. */
class Lane {
  /** @param {string} name of its module */
  constructor(name) {
    this.name = name;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Task[]} */
    this.waiting = [];
    this.busy = false;
  }

  /** @param {Task} task */
  add(task) {
    this.waiting.push(task);
    this.next();
  }

  async next() {
    if (this.busy) return;
    const task = this.waiting.shift();
    if (!task) return;
    this.busy = true;
    try {
      if (task.signal?.aborted) throw new Cancelled();
      const worker = (this.worker ??= await this.start());
      await this.run(worker, task);
    } catch (error) {
      task.settle({ error: /** @type {Error} */ (error) });
    }
    this.busy = false;
    this.next();
  }

  async start() {
    const module = await moduleNamed(this.name);
    const worker = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ module });
    return worker;
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  /** Runs a request to its end. @param {Worker} worker @param {Task} task @returns {Promise<void>} */
  run(worker, task) {
    const { signal, options } = task;
    const going = URL.createObjectURL(new Blob(["going"]));
    return new Promise((done) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let patience;
      const end = (/** @type {{ result: any } | { error: Error }} */ outcome) => {
        clearTimeout(patience);
        signal?.removeEventListener("abort", stop);
        worker.onmessage = worker.onerror = null;
        URL.revokeObjectURL(going);
        task.settle(outcome);
        done();
      };
      const stop = () => {
        URL.revokeObjectURL(going);
        patience = setTimeout(() => {
          this.end();
          end({ error: new Cancelled() });
        }, PATIENCE);
      };
      const broken = () => {
        this.end();
        end({ error: signal?.aborted ? new Cancelled() : new RequestError({ code: "internal", message: t("engine.broken") }) });
      };
      worker.onmessage = ({ data: { event, data } }) => {
        if (event === "broken") return broken();
        const value = JSON.parse(data);
        if (event === "progress" || event === "alive") options.onProgress?.(value);
        else if (event === "better") options.onBetter?.(value);
        else if (event === "result") end({ result: value });
        else end({ error: signal?.aborted ? new Cancelled() : new RequestError(value.error) });
      };
      worker.onerror = (event) => {
        event.preventDefault();
        broken();
      };
      signal?.addEventListener("abort", stop);
      worker.postMessage({ kind: task.kind, lang: task.lang, body: task.body, going });
    });
  }
}

/** The module of most requests, the one for courses and number puzzles, and the one for problem files. */
const PLAIN = "hueco.wasm";
const COURSES = "hueco-courses.wasm";
const SCRIPTS = "hueco-scripts.wasm";

/** By module: the workers of quick requests and of jobs. */
const lanes = Object.fromEntries([PLAIN, COURSES, SCRIPTS].map((name) => [name, { quick: new Lane(name), jobs: new Lane(name) }]));

/** The module that answers a request. @param {string} kind @param {object} fields */
function moduleOf(kind, fields) {
  if ("problem" in fields || kind === "problems") return SCRIPTS;
  return kind === "course" || ("domain" in fields && fields.domain === "sums") ? COURSES : PLAIN;
}

/** @param {Lane} lane @param {string} kind @param {object} fields @param {Partial<JobOptions>} options @returns {Promise<any>} */
function send(lane, kind, fields, options) {
  return new Promise((resolve, reject) => {
    /** @type {Task} */
    const task = {
      kind,
      body: JSON.stringify(fields),
      lang: language(),
      signal: options.signal,
      options,
      settle: (outcome) => ("result" in outcome ? resolve(outcome.result) : reject(outcome.error)),
    };
    options.signal?.addEventListener("abort", () => {
      // One that waits need not wait for its turn to be dropped.
      const at = lane.waiting.indexOf(task);
      if (at < 0) return;
      lane.waiting.splice(at, 1);
      reject(new Cancelled());
    });
    lane.add(task);
  });
}

/**
 * A request that is answered at once.
 * @param {string} kind
 * @param {object} fields
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function ask(kind, fields, signal) {
  return send(lanes[moduleOf(kind, fields)].quick, kind, fields, { signal });
}

/**
 * Runs a job. A cancelled one still resolves if it had a result by then; otherwise it rejects with `Cancelled`.
 * @param {any} request
 * @param {JobOptions} options
 * @returns {Promise<any>} its result
 */
export async function runJob(request, options) {
  if (options.signal.aborted) throw new Cancelled();
  return send(lanes[moduleOf(request.kind, request)].jobs, "job", request, options);
}

/** Waits until the module can be loaded; false if the wait was aborted. @param {AbortSignal} signal */
export async function waitUntilReachable(signal) {
  while (!signal.aborted) {
    await new Promise((done) => setTimeout(done, 1500));
    if (await moduleNamed(PLAIN).then(() => true, () => false)) return true;
  }
  return false;
}

// How every view runs its jobs. A panel is a part of the page that runs one job at a time, or several together. It shows progress
// and a button to stop, then hands over the result or shows the error. A new job replaces the one before, whose outcome is
// ignored.

import { Unreachable, runJob } from "./api.js";
import { button, el, fill } from "./dom.js";
import { showError } from "./panels.js";
import { count, duration, number, t } from "./language.js";

/**
 * @typedef {object} JobHandlers
 * @property {(...results: any[]) => void} onResult the results, in the order of the requests
 * @property {() => void} retry starts the job again after the server was unreachable
 * @property {(data: any) => void} [onProgress]
 * @property {(data: any, say: (text: string) => void) => void} [onBetter] `say` changes the line of text beside the spinner
 * @property {(error: unknown) => boolean} [onError] returns true if it handled the error; otherwise the panel shows it
 * @property {import("./dom.js").Child} [below] shown below that line while the job runs; it stays if the server dies
 * @property {boolean} [reuse] a known result is used instead of running the job again
 */

export class JobPanel {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {AbortController | null} */
    this.current = null;
  }

  get running() {
    return this.current !== null;
  }

  /**
   * Runs a job, or several at once.
   * @param {(object | Promise<object>)[]} requests
   * @param {JobHandlers} handlers
   */
  async run(requests, { onResult, retry, onProgress, onBetter, onError, below, reuse = false }) {
    this.close();
    const own = new AbortController();
    this.current = own;
    const text = el("span", { class: "working-text" }, t("job.waiting"));
    const say = (/** @type {string} */ line) => {
      text.textContent = line;
    };
    const stop = button({ text: t("job.cancel"), icon: "stop", class: "small", onclick: () => own.abort() });
    fill(this.place, el("div", { class: "working" }, el("span", { class: "spinner", "aria-hidden": "true" }), text, stop), below);
    const options = {
      signal: own.signal,
      onProgress: (/** @type {any} */ data) => {
        say(progressText(data));
        onProgress?.(data);
      },
      onBetter: (/** @type {any} */ data) => onBetter?.(data, say),
    };
    const isCurrent = () => this.current === own;
    const one = async (/** @type {object | Promise<object>} */ wanted) => {
      const request = await wanted;
      const known = reuse ? recall(request) : undefined;
      if (known) return known;
      const result = await runJob(request, options);
      if (isCurrent()) keep(request, result);
      return result;
    };
    try {
      const results = await Promise.all(requests.map(one));
      if (isCurrent()) onResult(...results);
    } catch (error) {
      // Where one of several failed, the others are useless.
      own.abort();
      if (isCurrent() && !onError?.(error)) {
        const notice = el("div", { class: "answer" });
        fill(this.place, notice, error instanceof Unreachable ? below : null);
        showError(notice, error, retry);
      }
    }
    if (isCurrent()) this.current = null;
  }

  /** Cancels the job and ignores its outcome. */
  close() {
    this.current?.abort();
    this.current = null;
  }
}

/** How far a job is, in words. @param {any} data */
function progressText(data) {
  if (data.state === "queued") return t("job.queued", { time: duration(data.seconds) });
  if (data.state && !data.generated) return t("job.alive", { time: duration(data.seconds) });
  const percent = (/** @type {number} */ part) => number(100 * part);
  if (typeof data.building === "number") return t("job.building", { percent: percent(data.building) });
  const line = `${duration(data.seconds ?? 0)} · ${count("nodes", data.generated ?? 0)}`;
  return typeof data.done === "number" ? `${percent(data.done)} % · ${line}` : line;
}

/** Results by request: going back to a view or changing the language runs nothing again. @type {Map<string, any>} */
const kept = new Map();
const MOST_KEPT = 24;
/** Traces are large: their events together are bounded too. */
const MOST_EVENTS = 60_000;

/** @param {object} request @param {any} result */
function keep(request, result) {
  kept.set(JSON.stringify(request), result);
  const events = () => [...kept.values()].reduce((sum, one) => sum + (one?.events?.length ?? 0), 0);
  while (kept.size > MOST_KEPT || (kept.size > 1 && events() > MOST_EVENTS)) kept.delete(kept.keys().next().value ?? "");
}

/** The result of a request that was run before. @param {object} request @returns {any} */
export const recall = (request) => kept.get(JSON.stringify(request));

// The numbers that limit and tune a search: their fields in a form, and in a request and an address.

import { numberField, readNumber } from "./numbers.js";
import { t } from "./language.js";

/** @typedef {{ seconds: string, nodes: string, weight: string, width: string, depth: string, ties: string }} Limits */

/** The time limit where none is given. */
const SECONDS = "10";

/** The longest time that the server allows, where it does not say. */
export const MOST_SECONDS = 60;

const NUMBERS = /** @type {const} */ (["seconds", "nodes", "weight", "width", "depth"]);

const LABELS = /** @type {const} */ ({ seconds: "solve.seconds", nodes: "solve.nodes", weight: "solve.weight", width: "solve.width", depth: "solve.depth" });

/** @type {Record<typeof NUMBERS[number], import("./numbers.js").Range>} */
const RANGES = {
  seconds: { least: 0.001, most: MOST_SECONDS },
  nodes: { least: 1, most: 2e9, whole: true, optional: true },
  weight: { least: 1, most: 1000, optional: true },
  width: { least: 1, most: 1e7, whole: true, optional: true },
  depth: { least: 0, most: 1e6, whole: true, optional: true },
};

/** The limits in an address. @param {Record<string, string>} params @returns {Limits} */
export function limitsIn({ seconds = SECONDS, nodes = "", weight = "", width = "", depth = "", ties = "" }) {
  return { seconds, nodes, weight, width, depth, ties };
}

/** The limits as they are written into an address. @param {Limits} limits */
export const limitsOut = ({ seconds, nodes, weight, width, depth, ties }) => ({ seconds: seconds === SECONDS ? "" : seconds, nodes, weight, width, depth, ties });

/** The fields of a request. A form with a wrong number is not run (numbers.js). @param {Partial<Limits>} limits @returns {Record<string, number | string>} */
export function limitsRequest(limits) {
  const numbers = NUMBERS.flatMap((name) => {
    const value = readNumber(limits[name] ?? "", RANGES[name]);
    return value === null ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(numbers), ...(limits.ties ? { ties: limits.ties } : {}) };
}

/**
 * The field of a number.
 * @template {typeof NUMBERS[number]} K
 * @param {Record<K, string>} limits changed in place
 * @param {K} name
 * @param {() => void} changed
 * @param {string} [hint] shown where it is empty
 */
export function limitField(limits, name, changed, hint = "") {
  return numberField(t(LABELS[name]), limits[name], RANGES[name], (value) => {
    limits[name] = value;
    changed();
  }, hint);
}

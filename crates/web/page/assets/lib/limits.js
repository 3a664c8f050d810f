// The numbers that limit and tune a search: their fields in a form, and in a request and an address.

import { el, field } from "./dom.js";
import { t } from "./language.js";

/** @typedef {{ seconds: string, nodes: string, weight: string, width: string, depth: string, ties: string }} Limits */

/** The time limit where none is given. */
const SECONDS = "10";

const NUMBERS = /** @type {const} */ (["seconds", "nodes", "weight", "width", "depth"]);

const LABELS = /** @type {const} */ ({ seconds: "solve.seconds", nodes: "solve.nodes", weight: "solve.weight", width: "solve.width", depth: "solve.depth" });

/** The limits in an address. @param {Record<string, string>} params @returns {Limits} */
export function limitsIn({ seconds = SECONDS, nodes = "", weight = "", width = "", depth = "", ties = "" }) {
  return { seconds, nodes, weight, width, depth, ties };
}

/** The limits as they are written into an address. @param {Limits} limits */
export const limitsOut = ({ seconds, nodes, weight, width, depth, ties }) => ({ seconds: seconds === SECONDS ? "" : seconds, nodes, weight, width, depth, ties });

/** The fields of a request; what is no number is left out. @param {Limits} limits @returns {Record<string, number | string>} */
export function limitsRequest(limits) {
  const numbers = NUMBERS.filter((name) => limits[name] !== "" && Number.isFinite(Number(limits[name]))).map((name) => [name, Number(limits[name])]);
  return { ...Object.fromEntries(numbers), ...(limits.ties === "" ? {} : { ties: limits.ties }) };
}

/**
 * The field of a number.
 * @param {Limits} limits changed in place
 * @param {typeof NUMBERS[number]} name
 * @param {() => void} changed
 * @param {string} [hint] shown where it is empty
 */
export function limitField(limits, name, changed, hint = "") {
  const box = el("input", { type: "text", inputMode: "decimal", autocomplete: "off", value: limits[name], placeholder: hint, oninput: () => {
    limits[name] = box.value.trim();
    changed();
  } });
  return field(t(LABELS[name]), box);
}

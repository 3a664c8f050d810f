// A problem file (docs/problems.md) outside its editor: its text in an address, its fields in a request, and which methods fit it.
//
// A file of the library is in the address by its name. A text of the reader's own is compressed into it, after a letter that says
// how: `z` deflate, `t` plain; both in base64 with the letters that addresses allow.

import { t } from "./language.js";

/** @typedef {{ name: string, value: string }} Parameter */
/** @typedef {{ problem: string, start: string, parameters: Parameter[], heuristics: { name: string, admissible: boolean, consistent: boolean }[], abstractions: string[], draw: boolean, predecessors: boolean }} Description */

/** The name of a text that is not in the library. */
export const OWN = "own";

/** The first problem that is shown. */
export const FIRST = "jugs";

/** Longer texts are not put into an address: many programs cut long links. */
export const MOST_IN_LINK = 8000;

/** Whether an address names a problem file. @param {Record<string, string>} params */
export const isProblem = (params) => params.problem !== undefined || params.code !== undefined;

const PREFIX = "set.";

/** The parameters in an address. @param {Record<string, string>} params @returns {Record<string, string>} */
export function settingsIn(params) {
  return Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [])));
}

/** The parameters as they are written into an address. @param {Record<string, string>} set */
export const settingsOut = (set) => Object.fromEntries(Object.entries(set).map(([name, value]) => [`${PREFIX}${name}`, value]));

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** A text as it is written into an address. @param {string} text @returns {Promise<string>} */
export async function pack(text) {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return `t${base64(bytes)}`;
  return `z${base64(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** The text of an address; null if it is damaged. @param {string} code @returns {Promise<string | null>} */
export async function unpack(code) {
  try {
    const bytes = bytesOf(code.slice(1));
    const plain = code[0] === "z" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes;
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

/** The title of a file of the library. @param {{ name: string, text: string }} sample */
export const titleOf = ({ name, text }) => /^title = "(.*)"$/m.exec(text)?.[1] ?? name;

/** Every heuristic that a file offers, with its claim; the larger of several where there are several. @param {Description | null} description */
export function heuristicsOf(description) {
  const claimed = (description?.heuristics ?? []).map(({ name, admissible, consistent }) => ({ name, admissible, note: consistent ? t("problem.consistent") : admissible ? t("problem.admissible") : t("problem.claimless") }));
  const tables = (description?.abstractions ?? []).map((name) => ({ name, admissible: true, note: t("problem.admissible") }));
  const all = [...claimed, ...tables];
  if (all.length > 1) all.push({ name: `max(${all.map(({ name }) => name).join(",")})`, admissible: all.every(({ admissible }) => admissible), note: "" });
  return all;
}

/**
 * The methods that fit a file, in the form of `capabilities()`.
 * @param {any} available
 * @param {Description | null} description
 */
export function fitting(available, description) {
  const algorithms = /** @type {{ name: string, informed: boolean, predecessors?: boolean }[]} */ (available?.algorithms ?? []);
  const heuristics = heuristicsOf(description);
  return {
    algorithms: algorithms.filter(({ predecessors }) => !predecessors || !description || description.predecessors),
    heuristics: heuristics.length > 0 ? heuristics : [{ name: "blind", admissible: true, note: "" }],
  };
}

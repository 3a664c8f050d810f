// Two languages, one catalogue (`words.js`). The language is the one that was chosen, else the browser's.

import { words } from "../words.js";

/** @typedef {keyof typeof words} Key */
/** @typedef {"en" | "es"} Lang */

/** @type {Lang} */
let lang = choose();

/** @returns {Lang} */
function choose() {
  try {
    const kept = localStorage.getItem("hueco.lang");
    if (kept === "en" || kept === "es") return kept;
  } catch {
    // Storage may be forbidden; the browser's languages decide then.
  }
  for (const name of navigator.languages ?? [navigator.language]) {
    if (name.startsWith("es")) return "es";
    if (name.startsWith("en")) return "en";
  }
  return "en";
}

export const language = () => lang;

/** @param {Lang} chosen */
export function speak(chosen) {
  lang = chosen;
  try {
    localStorage.setItem("hueco.lang", chosen);
  } catch {
    // It then lasts as long as the page.
  }
}

/**
 * The text of a key, with `{name}` filled in.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values) {
  const text = words[key][lang === "es" ? 1 : 0];
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)) : text;
}

/** The text of a key that may not exist. @param {string} key @param {string} otherwise */
export function maybe(key, otherwise) {
  return key in words ? t(/** @type {Key} */ (key)) : otherwise;
}

/** One or many: `key.one` or `key.many`. @param {string} key @param {number} n */
export function count(key, n) {
  return t(/** @type {Key} */ (`${key}.${n === 1 ? "one" : "many"}`), { n: number(n) });
}

/** @param {number} n @param {number} [digits] */
export function number(n, digits = 0) {
  return n.toLocaleString(lang, { maximumFractionDigits: digits });
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.001) return `${number(seconds * 1e6)} µs`;
  if (seconds < 1) return `${number(seconds * 1000, seconds < 0.1 ? 1 : 0)} ms`;
  return `${number(seconds, 1)} s`;
}

/** Bytes in the unit that fits. @param {number} n */
export function bytes(n) {
  for (const unit of ["B", "KiB", "MiB"]) {
    if (n < 1024) return `${number(n, n < 10 ? 1 : 0)} ${unit}`;
    n /= 1024;
  }
  return `${number(n, 1)} GiB`;
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

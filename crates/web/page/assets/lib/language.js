// Texts, numbers and times in the language of the page: the one that was chosen, or else the browser's. The texts are in
// `words.js`.

import { words } from "../words.js";

/** @typedef {keyof typeof words} Key */
/** @typedef {"en" | "es"} Lang */

/** @type {Lang} */
let lang = preferredLanguage();

/** @returns {Lang} */
function preferredLanguage() {
  try {
    const stored = localStorage.getItem("hueco.lang");
    if (stored === "en" || stored === "es") return stored;
  } catch {
    // Storage may be forbidden; then the browser's languages decide.
  }
  for (const name of navigator.languages ?? [navigator.language]) {
    if (name.startsWith("es")) return "es";
    if (name.startsWith("en")) return "en";
  }
  return "en";
}

export const language = () => lang;

/** @param {Lang} chosen */
export function setLanguage(chosen) {
  lang = chosen;
  try {
    localStorage.setItem("hueco.lang", chosen);
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
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

/** The text of a key, or another text if there is no such key. @param {string} key @param {string} otherwise */
export function textOr(key, otherwise) {
  return key in words ? t(/** @type {Key} */ (key)) : otherwise;
}

/** A number with its noun: `key.one` or `key.many`. @param {string} key @param {number} n */
export function count(key, n) {
  return t(/** @type {Key} */ (`${key}.${n === 1 ? "one" : "many"}`), { n: number(n) });
}

/** Formats of numbers: making one is slow. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} n @param {number} [digits] */
export function number(n, digits = 0) {
  const key = `${lang} ${digits}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(lang, { maximumFractionDigits: digits });
  formats.set(key, format);
  return format.format(n);
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.001) return `${number(seconds * 1e6)} µs`;
  if (seconds < 1) return `${number(seconds * 1000, seconds < 0.1 ? 1 : 0)} ms`;
  return `${number(seconds, 1)} s`;
}

/** Bytes in a suitable unit. @param {number} n */
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

// Fields for numbers. A text that is not a number of its range is marked and explained, and nothing is run with it: it is never
// replaced by another number.

import { el, field, uniqueId } from "./dom.js";
import { number, t } from "./language.js";

/**
 * @typedef {object} Range
 * @property {number} least
 * @property {number} most
 * @property {boolean} [whole]
 * @property {boolean} [optional] it may be empty
 */

/** The number of a text; null if it is none of the range. A comma is a decimal point too. @param {string} text @param {Range} range */
export function readNumber(text, { least, most, whole = false }) {
  const plain = text.trim().replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const value = Number(plain);
  return value >= least && value <= most && (!whole || Number.isInteger(value)) ? value : null;
}

/**
 * A field for a number.
 * @param {string} name
 * @param {string} value
 * @param {Range} range
 * @param {(value: string) => void} changed
 * @param {string} [hint] shown where it is empty
 */
export function numberField(name, value, range, changed, hint = "") {
  const wrong = el("span", { class: "field-wrong", id: uniqueId(), role: "alert" });
  const box = el("input", { type: "text", inputMode: range.whole ? "numeric" : "decimal", autocomplete: "off", value, placeholder: hint, "aria-describedby": wrong.id, oninput: () => {
    judge();
    changed(box.value.trim());
  } });
  const judge = () => {
    const bad = box.value.trim() === "" ? !range.optional : readNumber(box.value, range) === null;
    if (bad) box.setAttribute("aria-invalid", "true");
    else box.removeAttribute("aria-invalid");
    box.classList.toggle("wrong-number", bad);
    wrong.textContent = bad ? t(range.whole ? "number.whole" : "number.decimal", { least: number(range.least, 3), most: number(range.most) }) : "";
  };
  judge();
  const label = field(name, box);
  label.append(wrong);
  return label;
}

/** Leads to the first wrong number of a form; false if there is none. @param {Element} form */
export function refuseNumbers(form) {
  const wrong = /** @type {HTMLInputElement | null} */ (form.querySelector(".wrong-number"));
  for (let box = wrong?.closest("details"); box; box = box.parentElement?.closest("details") ?? null) box.open = true;
  wrong?.focus();
  return wrong !== null;
}

// Building elements. There is no template language: views are functions that create elements with `el`. Attributes, properties and
// listeners go into one object; children are nodes, texts or lists of them.

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props] `class`, `data`, listeners (`onclick`), attributes, or properties
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props, ...children) {
  const node = document.createElement(tag);
  set(node, props);
  add(node, children);
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, props, ...children) {
  const node = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  add(node, children);
  return node;
}

/** @param {HTMLElement} node @param {Record<string, any> | null} [props] */
function set(node, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined) continue;
    if (name === "class") node.className = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-") || name === "role" || name === "for" || name === "list") node.setAttribute(name, String(value));
    else if (name in node) /** @type {any} */ (node)[name] = value;
    else if (value !== false) node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Node} node @param {Child[]} children */
function add(node, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(node, child);
    else node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Replaces the children of a node. If one of them had the focus, the node receives it: it never falls back to the top of the page. @param {Element} node @param {...Child} children */
export function fill(node, ...children) {
  const held = node !== document.activeElement && node.contains(document.activeElement);
  node.replaceChildren();
  add(node, children);
  if (!held || !(node instanceof HTMLElement) || node.contains(document.activeElement)) return;
  if (!node.hasAttribute("tabindex")) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

/**
 * Replaces the children of a node, keeping elements that are of the same kind: their texts and attributes change where they differ.
 * The browser computes much less than for new elements. Not for elements with listeners.
 * @param {Element} node @param {...Child} children
 */
export function refill(node, ...children) {
  const fresh = document.createDocumentFragment();
  add(fresh, children);
  match(node, fresh);
}

/** @param {Element} node @param {ParentNode} fresh */
function match(node, fresh) {
  const before = [...node.childNodes];
  const now = [...fresh.childNodes];
  now.forEach((one, i) => {
    const old = before[i];
    if (!old) node.append(one);
    else if (old.nodeName !== one.nodeName) old.replaceWith(one);
    else if (old instanceof Element && one instanceof Element) {
      for (const { name } of [...old.attributes]) if (!one.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of one.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      match(old, one);
    } else if (old.nodeValue !== one.nodeValue) old.nodeValue = one.nodeValue;
  });
  for (const old of before.slice(now.length)) old.remove();
}

/** Icons: one stroke path each, on a 24 by 24 grid. */
const ICONS = {
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  redo: "m15 7 4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h2",
  shuffle: "M3 7h3.5c5 0 5.5 10 11 10H21M18 14l3 3-3 3M3 17h3.5c1.7 0 2.9-1.2 3.9-2.7M13.3 9.6C14.3 8 15.5 7 17.5 7H21M18 4l3 3-3 3",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z",
  solve: "m12 3 1.9 5.6L19.5 10.5l-5.6 1.9L12 18l-1.9-5.6L4.5 10.5l5.6-1.9ZM19 17v4M17 19h4",
  play: "M7 4.5v15l12-7.5Z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M18 5.5v13L9 12Z",
  back: "M15 5.5v13L6 12Z",
  forward: "M9 5.5v13L18 12Z",
  last: "M18 5v14M6 5.5v13L15 12Z",
  link: "M10 14a4.5 4.5 0 0 0 6.6.3l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.4 1.4M14 10a4.5 4.5 0 0 0-6.6-.3l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.4-1.4",
  copy: "M9 9h11v11H9ZM15 9V4H4v11h5",
  open: "M4 19V6h5.5l2 2.5H20V19Z",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15",
  stop: "M6.5 6.5h11v11h-11Z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  image: "M4 5h16v14H4ZM4 16l4.5-4.5 4 4 3-3L20 17M9 9.5h.01",
  restart: "M4 5v5h5M4.6 10A8 8 0 1 1 4 13.5",
  check: "m5 12.5 4.5 4.5L19 7.5",
  cross: "M6.5 6.5l11 11M17.5 6.5l-11 11",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, svg("path", { d: ICONS[name] }));
}

/**
 * A button. If it shows only an icon, its text is its accessible name and its tooltip.
 * @param {{ text: string, icon?: keyof typeof ICONS, class?: string, onclick: (event: MouseEvent) => void, bare?: boolean, disabled?: boolean }} options
 */
export function button({ text, icon: picture, class: className = "", onclick, bare = false, disabled = false }) {
  const node = el("button", { type: "button", class: `${className}${bare ? " bare" : ""}`.trim(), onclick, disabled });
  if (picture) node.append(icon(picture));
  if (bare) {
    node.setAttribute("aria-label", text);
    node.title = text;
  } else node.append(el("span", null, text));
  return node;
}

/**
 * A labelled control.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(text, control, hint) {
  const label = el("label", { class: "field" }, el("span", { class: "field-name" }, text), control);
  if (hint) label.append(el("span", { class: "field-hint" }, hint));
  return label;
}

/**
 * @param {[string, string][]} choices value and text
 * @param {string} chosen
 * @param {(value: string) => void} onchange
 */
export function select(choices, chosen, onchange) {
  const node = el("select", { onchange: () => onchange(node.value) }, choices.map(([value, text]) => el("option", { value }, text)));
  node.value = chosen;
  if (node.selectedIndex < 0) node.selectedIndex = 0;
  return node;
}

let ids = 0;

/** An id that no other element has. */
export const uniqueId = () => `id${++ids}`;

/** Whether the system asks for reduced motion. */
export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/** A short message that disappears by itself. @param {string} text @param {string} [kind] */
export function toast(text, kind = "") {
  const node = el("div", { class: `toast ${kind}` }, text);
  document.getElementById("toasts")?.append(node);
  setTimeout(() => node.remove(), 3200);
}

/** @param {string} name @param {string | Blob} text @param {string} [type] */
export function download(name, text, type = "text/plain;charset=utf-8") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

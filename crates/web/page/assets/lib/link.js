// Links. The part of the address after # holds all that is needed to show a view again: `#/play?board=1,2,3/4,0,5/7,8,6&moves=RD`.
// A view writes its state there when it changes, without a new entry in the history, and reads it when it is opened.

/** @typedef {Record<string, string>} Params */

/** @returns {{ view: string, params: Params }} */
export function readLink() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  /** @type {Params} */
  const params = {};
  for (const part of query.split("&")) {
    if (!part) continue;
    const [name, ...value] = part.split("=");
    try {
      params[decodeURIComponent(name)] = decodeURIComponent(value.join("=").replaceAll("+", " "));
    } catch {
      // A broken escape; the rest of the link may still be valid.
    }
  }
  return { view: path, params };
}

/** @param {string} view @param {Record<string, string | number | boolean | null | undefined>} params */
export function link(view, params) {
  const query = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
    .map(([name, value]) => `${encode(name)}=${encode(value === true ? "1" : String(value))}`)
    .join("&");
  return `#/${view}${query ? `?${query}` : ""}`;
}

/** Escapes a value; commas and slashes stay readable. @param {string} text */
function encode(text) {
  return encodeURIComponent(text).replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%3A/g, ":").replace(/%20/g, "+").replace(/%2A/g, "*");
}

/** The last address of each view, and of each kind of problem in it, so that its tab or the choice of a kind restores it. @type {Map<string, string>} */
const last = new Map();

/** Notes the state of a view for its tab. @param {string} view @param {Parameters<typeof link>[1]} params @param {string} [kind] @returns {string} its address */
export function noteLink(view, params, kind) {
  const address = link(view, params);
  last.set(view, address);
  if (kind) last.set(`${view} ${kind}`, address);
  for (const tab of document.querySelectorAll(`a[data-view="${view}"]`)) tab.setAttribute("href", address);
  return address;
}

/** Writes the state of a view into the address. Browsers take their time for this: a view that changes at every frame waits until it rests. @param {string} view @param {Parameters<typeof link>[1]} params @param {string} [kind] */
export function writeLink(view, params, kind) {
  const address = noteLink(view, params, kind);
  if (location.hash !== address) history.replaceState(null, "", address);
}

/** @param {string} view */
export const lastLink = (view) => last.get(view) ?? `#/${view}`;

/** The last address of a kind of problem in a view. @param {string} view @param {string} kind */
export const lastOfKind = (view, kind) => last.get(`${view} ${kind}`);

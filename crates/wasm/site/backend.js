// Who answers the page's requests: this browser. The page's files are kept for when there is no network (`sw.js`).

export { ask, runJob, waitUntilReachable } from "./lib/engine.js";

/** Where the documentation is, if it came with the page. @type {string | null} */
export const documentation = "docs/index.html";

// Only a page from a secure address may keep its files; elsewhere it works while its server does.
navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => {});

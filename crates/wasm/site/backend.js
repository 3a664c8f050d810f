// Who answers the page's requests: this browser. The page's files are kept for when there is no network (`sw.js`).

export { ask, runJob, waitUntilReachable } from "./lib/engine.js";

// Only a page from a secure address may keep its files; elsewhere it works while its server does.
navigator.serviceWorker?.register(new URL("../sw.js", import.meta.url)).catch(() => {});

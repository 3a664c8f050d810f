// Who answers the page's requests. This page comes from `hueco serve`, which does; the page without a server has another file here.

export { ask, runJob, waitUntilReachable } from "./lib/server.js";

/** Where the documentation is, if it came with the page. @type {string | null} */
export const documentation = null;

// How the page's modules depend on each other and on where they are served from.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const page = fileURLToPath(new URL("../page/", import.meta.url));
const files = readdirSync(page, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(?:js|html|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(`${page}${name}`, "utf8") }));

/** The files that contain a match. @param {RegExp} pattern */
const filesWith = (pattern) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test("only server.js talks to a server, and only engine.js and worker.js do without one", () => {
  const server = ["assets/lib/server.js"];
  const engine = ["assets/lib/engine.js", "assets/worker.js"];
  assert.deepEqual(filesWith(/\bEventSource\b/), server);
  assert.deepEqual(filesWith(/["'`]\/?api\//), server);
  assert.deepEqual(filesWith(/\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bnew Worker\b/).sort(), [...engine.slice(0, 1), ...server, ...engine.slice(1)]);
});

test("only api.js knows that there are two back ends", () => {
  assert.deepEqual(filesWith(/from ".*\/backend\.js"/), ["assets/lib/api.js"]);
  assert.deepEqual(filesWith(/from ".*\/(?:server|engine)\.js"/), ["assets/backend.js"]);
});

test("only job.js runs jobs", () => {
  assert.deepEqual(filesWith(/\brunJob\(/).sort(), ["assets/lib/engine.js", "assets/lib/job.js", "assets/lib/server.js"]);
});

test("no address begins at the root, so that the page works in a subfolder", () => {
  assert.deepEqual(filesWith(/["'`(]\/(?:api|assets)\b/), []);
});

test("every module that is preloaded exists", () => {
  const preloaded = [...readFileSync(`${page}index.html`, "utf8").matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map((match) => match[1]);
  assert.ok(preloaded.length > 10);
  for (const name of preloaded) assert.ok(readFileSync(`${page}${name}`).length > 0, name);
});

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

test("only api.js sends requests", () => {
  for (const pattern of [/\bfetch\(/, /\bEventSource\b/, /["'`]\/?api\//, /\bXMLHttpRequest\b|\bsendBeacon\b|\bnew Worker\b/]) {
    assert.deepEqual(filesWith(pattern).filter((name) => name !== "assets/lib/api.js"), [], String(pattern));
  }
  assert.deepEqual(filesWith(/\bEventSource\b/), ["assets/lib/api.js"]);
});

test("only job.js runs jobs", () => {
  assert.deepEqual(filesWith(/\brunJob\(/).sort(), ["assets/lib/api.js", "assets/lib/job.js"]);
});

test("no address begins at the root, so that the page works in a subfolder", () => {
  assert.deepEqual(filesWith(/["'`(]\/(?:api|assets)\b/), []);
});

test("every module that is preloaded exists", () => {
  const preloaded = [...readFileSync(`${page}index.html`, "utf8").matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map((match) => match[1]);
  assert.ok(preloaded.length > 10);
  for (const name of preloaded) assert.ok(readFileSync(`${page}${name}`).length > 0, name);
});

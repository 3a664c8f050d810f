// The catalogue: every text in both languages, with the same placeholders, and every text in use.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const assets = fileURLToPath(new URL("../page/assets/", import.meta.url));
const source = readFileSync(`${assets}words.js`, "utf8");
// The page's modules are written for browsers; a data address lets any version of node read this one.
const { words } = /** @type {{ words: Record<string, string[]> }} */ (await import(`data:text/javascript,${encodeURIComponent(source)}`));

test("every text exists in English and Spanish, with the same placeholders", () => {
  for (const [key, texts] of Object.entries(words)) {
    assert.equal(texts.length, 2, key);
    const [english, spanish] = texts;
    assert.ok(english.trim() && spanish.trim(), key);
    const placeholders = (/** @type {string} */ text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    assert.deepEqual(placeholders(spanish), placeholders(english), key);
  }
});

test("the texts use the words of docs/glossary.md, and address nobody as tú", () => {
  const english = /\b(?:tells?|told|dropped|waits|way|truth)\b/i;
  const spanish = /\b(?:metas?|sucesos?|celdas?|ficheros?|camino más corto|t[uú]|tus|te|elige|pulsa|escribe|pega|haz un|usa|desliza|recorre|ejecuta)\b/i;
  for (const [key, [en, es]] of Object.entries(words)) {
    assert.doesNotMatch(en, english, key);
    assert.doesNotMatch(es, spanish, key);
    // The gap is a distance; the empty cell is the blank.
    if (key !== "solve.gap") assert.doesNotMatch(en, /\bgap\b/i, key);
  }
});

test("no key occurs twice", () => {
  const keys = [...source.matchAll(/^ {2}"?([\w.-]+)"?: \[/gm)].map((match) => match[1]);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(keys.length, Object.keys(words).length);
});

test("every text is used", () => {
  const code = readdirSync(assets, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js") && name !== "words.js")
    .map((name) => readFileSync(`${assets}${name}`, "utf8"))
    .join("\n");
  // Keys that are composed where they are used: `direction.${move}`, count("moves", n)…
  const made = [...code.matchAll(/`([\w.-]+\.)\$\{/g)].map((match) => match[1]);
  const counted = [...code.matchAll(/count\("([\w.]+)"/g)].map((match) => `${match[1]}.`);
  const views = ["play", "solve", "see", "compare", "lab", "courses"].map((view) => `${view}.name`);
  const unused = Object.keys(words).filter((key) => !code.includes(`"${key}"`) && !views.includes(key) && ![...made, ...counted].some((prefix) => key.startsWith(prefix)));
  assert.deepEqual(unused, []);
});

test("no view has a text outside the catalogue", () => {
  for (const name of readdirSync(`${assets}views`)) {
    const code = readFileSync(`${assets}views/${name}`, "utf8");
    const plain = [...code.matchAll(/el\("(?:p|h1|h2|h3|button|summary|legend)", [^,]+, "([A-Z][a-z ]+)"/g)].map((match) => match[1]);
    assert.deepEqual(plain, [], name);
  }
});

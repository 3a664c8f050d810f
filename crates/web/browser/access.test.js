// Every view in both themes and in forced colours, at three sizes: axe finds no violation, and a screenshot is saved for review
// (`screenshots/`, not part of the repository).

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { LAPTOP, PHONE, PROBLEM_VIEWS, VIEWS, WIDE, newPage, suite } from "./harness.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const screenshots = fileURLToPath(new URL("./screenshots/", import.meta.url));

mkdirSync(screenshots, { recursive: true });
const own = suite();

/** @typedef {Parameters<typeof newPage>[1]} Options */

/** @type {Record<string, Options>} */
const LOOKS = {
  "light, laptop": { theme: "light", size: LAPTOP },
  "light, phone": { theme: "light", size: PHONE },
  "light, wide": { theme: "light", size: WIDE, lang: "es" },
  "dark, laptop": { theme: "dark", size: LAPTOP, lang: "es" },
  "dark, phone": { theme: "dark", size: PHONE, lang: "es" },
  "dark, wide": { theme: "dark", size: WIDE },
  "forced colours, phone": { theme: "light", size: PHONE, forced: true, lang: "es" },
};

for (const [look, options] of Object.entries(LOOKS)) {
  for (const [name, view] of Object.entries({ ...VIEWS, ...PROBLEM_VIEWS })) {
    test(`${name}, ${look}: no violations`, async () => {
      const { page, complaints, close } = await newPage(own.browser, options);
      await page.goto(`${own.server.url}/${view.hash}`);
      await page.waitForSelector(`main.view-${"view" in view ? view.view : name} *`);
      await view.fill(page);
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: `${screenshots}${name}-${look.replaceAll(", ", "-").replaceAll(" ", "-")}.png`, fullPage: true });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] }));
      const found = violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join("\n")}`);
      assert.deepEqual(found, []);
      assert.deepEqual(complaints, []);
      await close();
    });
  }
}

test("forced colours: the legend has the colours of the tree, and charts those of the system", async () => {
  const { page, complaints, close } = await newPage(own.browser, { theme: "dark", forced: true });
  await page.goto(`${own.server.url}/${VIEWS.see.hash}`);
  await VIEWS.see.fill(page);
  const [legend, tree] = await page.$eval("search-pane", (pane) => {
    const { warm, blue } = /** @type {any} */ (pane.querySelector("tree-canvas")).palette();
    const dot = (/** @type {string} */ name) => getComputedStyle(/** @type {Element} */ (pane.querySelector(`.legend .${name}`)), "::before").backgroundColor;
    return [[dot("is-now"), dot("is-frontier")], [warm, blue]];
  });
  assert.deepEqual(legend, tree);
  await page.goto(`${own.server.url}/${VIEWS.compare.hash}`);
  await VIEWS.compare.fill(page);
  const [bar, text] = await page.$eval(".bar", (one) => [getComputedStyle(one).backgroundColor, getComputedStyle(document.body).color]);
  assert.equal(bar, text);
  assert.deepEqual(complaints, []);
  await close();
});

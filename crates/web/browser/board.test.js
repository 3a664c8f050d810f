// Boards as the page reads them: every form that the command reads, as the same board.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const source = readFileSync(fileURLToPath(new URL("../page/assets/lib/board.js", import.meta.url)), "utf8");
/** @type {typeof import("../page/assets/lib/board.js")} */
const { read, tokens } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

test("every form of a board is the same board", () => {
  const board = { rows: 3, cols: 3, cells: [1, 2, 3, 4, 0, 5, 7, 8, 6] };
  for (const text of [
    "1 2 3 / 4 0 5 / 7 8 6",
    "1 2 3\n4 _ 5\n7 8 6",
    "1,2,3,4,0,5,7,8,6",
    "3\n1 2 3\n4 0 5\n7 8 6",
    "[[1,2,3],[4,0,5],[7,8,6]]",
    "# a board\n[ [1, 2,\n3], [4, 0, 5], # the blank\n [7, 8, 6] ]",
    "[1, 2, 3, 4,\n0, 5, 7, 8, 6]",
  ])
    assert.deepEqual(read(text), board, text);
});

test("rows in JSON are the board's rows", () => {
  assert.deepEqual(read("[[1,2,3,0]]"), { rows: 1, cols: 4, cells: [1, 2, 3, 0] });
  assert.deepEqual(read("[[1],[2],[0]]"), { rows: 3, cols: 1, cells: [1, 2, 0] });
  assert.deepEqual(read("[1,2,3,0]"), { rows: 2, cols: 2, cells: [1, 2, 3, 0] });
  for (const text of ["[", "[]", "[[1,2],[3]]", "[1,2,3]", "[[1,2],[3,x]]", "[1,1,2,0]"]) assert.equal(read(text), null, text);
});

test("a word in brackets has its place in the text", () => {
  const { tokens: found } = tokens("[[1, 2],\n [30, 0]]");
  assert.deepEqual(found[2], { text: "30", line: 2, column: 3, row: 1, col: 0 });
});

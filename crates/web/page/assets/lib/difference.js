// Where the output of somebody's own program first differs from the expected one, and whether only its layout does.

/** @typedef {"spaces" | "end" | "empty" | ""} Layout what alone differs, if that is so */
/** @typedef {{ line: number, expected: string | null, found: string | null, layout: Layout }} Difference `null`: the output has ended there */

/** What remains of a text when a kind of layout does not count. @type {[Exclude<Layout, "">, (text: string) => string][]} */
const LAYOUTS = [
  ["end", (text) => text.replace(/\n+$/, "")],
  ["spaces", (text) => text.replace(/[^\S\n]+$/gm, "").replace(/\n+$/, "")],
  ["empty", (text) => text.replace(/\n{2,}/g, "\n").replace(/^\n|\n$/g, "")],
];

/** The first difference; null if there is none. @param {string} expected @param {string} found @returns {Difference | null} */
export function difference(expected, found) {
  if (expected === found) return null;
  const [right, own] = [expected.split("\n"), found.split("\n")];
  let line = 0;
  while (line < right.length && line < own.length && right[line] === own[line]) line += 1;
  const layout = LAYOUTS.find(([, plain]) => plain(expected) === plain(found))?.[0] ?? "";
  return { line: line + 1, expected: right[line] ?? null, found: own[line] ?? null, layout };
}

/** A line whose spaces and tabs can be seen. @param {string} line */
export const visible = (line) => line.replaceAll(" ", "·").replaceAll("\t", "→");

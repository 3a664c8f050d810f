// The figures of the page without a server, measured in Node, which runs modules by the same engine as Chromium:
//
//     cargo xtask site && cargo build --release --package hueco
//     node crates/wasm/measure.mjs target/site target/release/hueco
//
// Sizes are those of a host that compresses by gzip, as most do, or by brotli. Speeds are ratios of interleaved rounds against the native program. It takes
// about three minutes on a quiet machine.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const [site, binary] = process.argv.slice(2);
if (!site || !binary) throw new Error("usage: node measure.mjs SITE HUECO");

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

// ── sizes

const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
const isDocs = (/** @type {string} */ name) => name.includes("/docs/");
const isCourses = (/** @type {string} */ name) => name.endsWith("hueco-courses.wasm");
const isScripts = (/** @type {string} */ name) => name.endsWith("hueco-scripts.wasm");
for (const [how, compress] of Object.entries({ gzip: (/** @type {Buffer} */ bytes) => gzipSync(bytes, { level: 9 }), brotli: brotliCompressSync })) {
  const packed = (/** @type {(name: string) => boolean} */ which) => Math.round(files.filter(which).reduce((sum, name) => sum + compress(readFileSync(name)).length, 0) / 1000);
  const modules = ["hueco.wasm", "hueco-courses.wasm", "hueco-scripts.wasm"].map((name) => `${name} ${packed((one) => one.endsWith(`/${name}`))}`);
  console.log(`${how}: first load ${packed((name) => !isDocs(name) && !isCourses(name) && !isScripts(name))} kB, with courses ${packed((name) => !isDocs(name) && !isScripts(name))} kB, with scripts too ${packed((name) => !isDocs(name))} kB (${modules.join(", ")})`);
}

// ── an engine

async function engine() {
  /** @type {any} */
  let exports;
  let result = "";
  const text = (/** @type {number} */ from, /** @type {number} */ bytes) => Buffer.from(exports.memory.buffer, from, bytes).toString();
  const emit = (/** @type {number} */ name, /** @type {number} */ nameBytes, /** @type {number} */ data, /** @type {number} */ bytes) => {
    const event = text(name, nameBytes);
    if (event === "result" || event === "failed") result = text(data, bytes);
  };
  const { instance } = await WebAssembly.instantiate(readFileSync(`${site}/hueco.wasm`), { clock: { now: () => performance.now() }, host: { emit, keep: () => {} } });
  exports = instance.exports;
  const own = exports.open();
  return {
    /** @param {string} kind @param {object} fields */
    ask(kind, fields) {
      const request = Buffer.from(`${kind}\nen\n${JSON.stringify(fields)}`);
      const place = exports.reserve(request.length);
      Buffer.from(exports.memory.buffer, place, request.length).set(request);
      const began = performance.now();
      exports.ask(own, place, request.length);
      return { seconds: (performance.now() - began) / 1000, answer: JSON.parse(result) };
    },
    megabytes: () => exports.memory.buffer.byteLength / 1e6,
  };
}

/** @param {string[]} options */
const native = (options) => JSON.parse(execFileSync(binary, ["solve", ...options, "--threads", "1", "--format", "json"], { encoding: "utf8" }));

// ── IDA* with Manhattan distance, the kernel, on one of Korf's boards

const hueco = await engine();
const board = "14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3";
const rate = (/** @type {any} */ { stats }) => stats.generated / stats.seconds;
const rounds = Array.from({ length: 5 }, () => {
  const there = rate(native([board, "--goal", "blank-first", "-a", "idastar", "-H", "manhattan"]));
  const here = rate(hueco.ask("job", { kind: "solve", board, goal: "blank-first", algorithm: "idastar", heuristic: "manhattan" }).answer);
  return here / there;
});
console.log(`IDA*, Manhattan, ${board}: ${median(rounds).toFixed(2)}x the native kernel (${rounds.map((one) => one.toFixed(2)).join(" ")})`);

// ── random 4x4 boards, optimally; the whole space of 3x3

const fresh = await engine();
const { boards } = fresh.ask("random", { size: "4x4", seed: "1", count: "21" }).answer;
const times = boards.map((/** @type {number[]} */ cells) => {
  const rows = [0, 4, 8, 12].map((at) => cells.slice(at, at + 4).join(" "));
  const { seconds, answer } = fresh.ask("job", { kind: "solve", board: rows.join(" / ") });
  if (!answer.optimal) throw new Error(`not optimal: ${rows}`);
  return seconds;
});
console.log(`random 4x4, optimal: the first ${times[0].toFixed(2)} s, then the median ${median(times.slice(1)).toFixed(3)} s, the longest ${Math.max(...times).toFixed(2)} s; ${fresh.megabytes().toFixed(0)} MB`);
const check = fresh.ask("job", { kind: "check", size: "3x3", heuristic: "manhattan" });
console.log(`181,440 boards checked: ${check.seconds.toFixed(2)} s`);

// ── 5x5 within five seconds on one core, as native does in the same time

const larger = fresh.ask("random", { size: "5x5", seed: "1", count: "10" }).answer.boards.map((/** @type {number[]} */ cells) => [0, 5, 10, 15, 20].map((at) => cells.slice(at, at + 5).join(" ")).join(" / "));
const lengths = larger.map((/** @type {string} */ board) => ({
  there: native([board, "--timeout", "5s"]).length,
  here: fresh.ask("job", { kind: "solve", board, seconds: 5 }).answer.length,
}));
const total = (/** @type {"here" | "there"} */ side) => lengths.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one[side], 0);
console.log(`5x5, 5 s each, ${lengths.length} boards: ${(total("here") / lengths.length).toFixed(2)} moves, native ${(total("there") / lengths.length).toFixed(2)} (${(100 * (total("here") / total("there") - 1)).toFixed(2)} %); ${fresh.megabytes().toFixed(0)} MB`);

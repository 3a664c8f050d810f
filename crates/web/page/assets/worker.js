// A worker that runs hueco: `engine.js` sends it a module, then one request after the other, and it sends back events. What the
// module imports is the time, a way to emit an event, and a place for tables that it built (`shelf.js`).
//
// The module asks for the time about every millisecond. Then the worker also looks whether the request is to be stopped: the
// page has made an address for it, which no longer leads anywhere once the page takes it back. Nothing else of a page reaches
// a worker that computes, unless its server sends headers that a plain one does not.

import { keepTable, keptTables } from "./lib/shelf.js";

/** How often it looks, and says that it is alive. */
const BETWEEN_LOOKS = 100;
const BETWEEN_SIGNS = 1000;

/** @typedef {{ memory: WebAssembly.Memory, open(): number, flag(engine: number): number, reserve(bytes: number): number, ask(engine: number, text: number, bytes: number): void, alive(engine: number): void, give(engine: number, table: number, bytes: number): number }} Exports */

const scope = /** @type {{ postMessage(message: any): void, onmessage: ((event: MessageEvent) => void) | null }} */ (/** @type {unknown} */ (self));

/** @type {{ exports: Exports, engine: number } | undefined} */
let hueco;
let going = "";
let looked = 0;
let signed = 0;
let stopped = false;

/** @param {number} from @param {number} length */
const bytes = (from, length) => new Uint8Array(/** @type {NonNullable<typeof hueco>} */ (hueco).exports.memory.buffer, from, length);

/** @param {number} from @param {number} length */
const text = (from, length) => new TextDecoder().decode(bytes(from, length));

/** Puts bytes into the module's memory; where they are. @param {Exports} exports @param {Uint8Array} data */
function put(exports, data) {
  const place = exports.reserve(data.length);
  new Uint8Array(exports.memory.buffer, place, data.length).set(data);
  return place;
}

const imports = {
  clock: {
    now() {
      const now = performance.now();
      if (hueco && going && now - looked > BETWEEN_LOOKS) {
        looked = now;
        look(hueco, now);
      }
      return now;
    },
  },
  host: {
    /** @param {number} name @param {number} nameBytes @param {number} data @param {number} dataBytes */
    emit(name, nameBytes, data, dataBytes) {
      signed = performance.now();
      scope.postMessage({ event: text(name, nameBytes), data: text(data, dataBytes) });
    },
    /** @param {number} name @param {number} nameBytes @param {number} table @param {number} tableBytes */
    keep(name, nameBytes, table, tableBytes) {
      keepTable(text(name, nameBytes), bytes(table, tableBytes).slice());
    },
  },
};

/** @param {NonNullable<typeof hueco>} own @param {number} now */
function look({ exports, engine }, now) {
  if (!stopped) {
    const request = new XMLHttpRequest();
    try {
      request.open("GET", going, false);
      request.send();
    } catch {
      stopped = true;
      new Uint8Array(exports.memory.buffer)[exports.flag(engine)] = 1;
    }
  }
  if (now - signed > BETWEEN_SIGNS) {
    signed = now;
    exports.alive(engine);
  }
}

/** The module, then requests that came before it was ready. @type {Promise<void>} */
let ready;

scope.onmessage = async ({ data: message }) => {
  if (message.module) ready = start(message.module);
  try {
    await ready;
    if (message.kind && hueco) run(hueco, message);
  } catch (error) {
    console.warn(error);
    scope.postMessage({ event: "broken", data: "" });
  }
};

/** @param {WebAssembly.Module} module */
async function start(module) {
  const [instance, tables] = await Promise.all([WebAssembly.instantiate(module, imports), keptTables()]);
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  hueco = { exports, engine: exports.open() };
  for (const table of tables) exports.give(hueco.engine, put(exports, table), table.length);
}

/** @param {NonNullable<typeof hueco>} own @param {{ kind: string, lang: string, body: string, going: string }} message */
function run({ exports, engine }, message) {
  const request = new TextEncoder().encode(`${message.kind}\n${message.lang}\n${message.body}`);
  const place = put(exports, request);
  looked = signed = performance.now();
  stopped = false;
  going = message.going;
  try {
    exports.ask(engine, place, request.length);
  } finally {
    going = "";
  }
}

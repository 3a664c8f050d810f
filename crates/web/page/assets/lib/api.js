// Requests for everything the page does not compute itself. Who answers them is written in `backend.js` alone: a server
// (`server.js`), or this browser (`engine.js`). A quick request is one call; a long one is a job, which `runJob` starts and follows
// to its end.

import { ask } from "../backend.js";

export { documentation, runJob, waitUntilReachable } from "../backend.js";
export { Cancelled, RequestError, Unreachable } from "./failures.js";

/** @typedef {import("./board.js").Board} Board */

// ── quick requests

/** @type {Promise<any> | null} */
let about = null;

/** The algorithms and heuristics that can be used. Requested once. @returns {Promise<any>} */
export function capabilities() {
  about ??= ask("about", {}).catch((error) => {
    about = null;
    throw error;
  });
  return about;
}

/**
 * Reads a board: its cells, its goal, and whether it can be solved.
 * @param {string} text
 * @param {string} goal
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ board: Board, goal: Board, solvable: boolean, why: string | null }>}
 */
export async function parseBoard(text, goal, signal) {
  const { rows, cols, board, goal: goalCells, solvable, why } = await ask("parse", { text, goal }, signal);
  return { board: { rows, cols, cells: board }, goal: { rows, cols, cells: goalCells }, solvable, why };
}

/** The board of a seed. @param {number} rows @param {number} cols @param {string} seed @param {string} [goal] @returns {Promise<Board>} */
export async function randomBoard(rows, cols, seed, goal = "blank-last") {
  const answer = await ask("random", { size: `${rows}x${cols}`, seed, goal });
  return { rows: answer.rows, cols: answer.cols, cells: answer.boards[0] };
}

/** Solves a board within a second or two. @param {{ board: string, goal: string, seconds: number }} request @param {AbortSignal} signal @returns {Promise<any>} */
export const solveQuickly = (request, signal) => ask("solve", request, signal);

/** The sample number puzzles. @returns {Promise<{ name: string, text: string }[]>} */
export const samplePuzzles = async () => (await ask("puzzles", {})).puzzles ?? [];

/** The library of problem files. Requested once. @type {Promise<{ name: string, text: string }[]> | null} */
let library = null;

/** @returns {Promise<{ name: string, text: string }[]>} */
export function sampleProblems() {
  library ??= ask("problems", {}).then((answer) => answer.problems ?? []).catch((error) => {
    library = null;
    throw error;
  });
  return library;
}

/** What a problem file offers. @param {{ problem: string, file: string, set?: Record<string, string> }} request @param {AbortSignal} signal @returns {Promise<import("./problem.js").Description>} */
export const describeProblem = (request, signal) => ask("describe", request, signal);

/** An input for a course program. @param {string} program @returns {Promise<string>} */
export const courseExample = async (program) => (await ask("example", { program })).input;

/**
 * @typedef {object} JobOptions
 * @property {AbortSignal} signal cancels the job
 * @property {(data: any) => void} [onProgress] how far the job is; at least once per second
 * @property {(data: any) => void} [onBetter] a better solution
 */

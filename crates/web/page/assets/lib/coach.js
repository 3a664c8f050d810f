// The coach knows the distance to the goal of each board of a game. It requests as few solutions as possible: a move along the last
// solution leaves the rest of that solution. A move changes the distance by one, up or down, so a move that does not lead toward
// the goal leads away from it and costs two extra moves.

import { Cancelled, Unreachable, solveQuickly } from "./api.js";
import { same, text } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */

export class Coach {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** Distances of the boards of the game, where known. @type {(number | undefined)[]} */
    this.distances = [];
    /** Known solutions, by board. @type {Map<string, string>} */
    this.solutions = new Map();
    this.proven = true;
    /** Why there is no distance: "late" if no solution was found in time, "gone" if the server does not answer. @type {"" | "late" | "gone" | "unsolvable"} */
    this.failed = "";
    this.stop = new AbortController();
    this.moves = "";
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  forget() {
    this.close();
    this.stop = new AbortController();
    this.distances = [];
    this.solutions.clear();
    this.proven = true;
    this.failed = "";
    this.moves = "";
  }

  /**
   * @param {Board[]} boards the boards of the game
   * @param {Board} goal
   * @param {string} moves
   * @param {number} done how many of the moves are done
   * @param {boolean} on
   */
  update(boards, goal, moves, done, on) {
    let equal = 0;
    while (equal < moves.length && moves[equal] === this.moves[equal]) equal += 1;
    this.distances.length = Math.min(this.distances.length, equal + 1);
    this.moves = moves;
    clearTimeout(this.timer);
    if (on) this.timer = window.setTimeout(() => this.compute(boards, goal, moves, done), 120);
  }

  /** @param {Board[]} boards @param {Board} goal @param {string} moves @param {number} done */
  async compute(boards, goal, moves, done) {
    const { signal } = this.stop;
    try {
      for (let i = 0; i <= done; i += 1) {
        if (this.distances[i] !== undefined) continue;
        const known = i > 0 ? this.solutions.get(text(boards[i - 1])) : undefined;
        if (known !== undefined && known[0] === moves[i - 1]) this.solutions.set(text(boards[i]), known.slice(1));
        else await this.solve(boards[i], goal, signal);
        if (signal.aborted || this.moves !== moves) return;
        this.distances[i] = this.solutions.get(text(boards[i]))?.length;
        if (this.distances[i] === undefined) break;
      }
      if (this.distances[done] !== undefined) this.failed = "";
      else if (this.failed !== "unsolvable") this.failed = "late";
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.failed = error instanceof Unreachable ? "gone" : "late";
    }
    this.changed();
  }

  /** @param {Board} board @param {Board} goal @param {AbortSignal} signal */
  async solve(board, goal, signal) {
    const key = text(board);
    if (this.solutions.has(key)) return;
    if (same(board, goal)) {
      this.solutions.set(key, "");
      return;
    }
    const answer = await solveQuickly({ board: key, goal: text(goal), seconds: 1.5 }, signal);
    if (answer.outcome === "unsolvable") this.failed = "unsolvable";
    if (typeof answer.moves !== "string") return;
    this.proven &&= Boolean(answer.optimal);
    this.solutions.set(key, answer.moves);
  }

  /** The first move of a solution. @param {Board} board @param {Board} goal @returns {Promise<Move | null>} */
  async next(board, goal) {
    await this.solve(board, goal, this.stop.signal);
    return /** @type {Move | undefined} */ (this.solutions.get(text(board))?.[0]) ?? null;
  }

  /** The indices of the moves that led away from the goal. @param {number} done */
  lost(done) {
    const lost = [];
    for (let i = 0; i < done; i += 1) {
      const [before, after] = [this.distances[i], this.distances[i + 1]];
      if (before !== undefined && after !== undefined && after > before) lost.push(i);
    }
    return lost;
  }

  close() {
    clearTimeout(this.timer);
    this.stop.abort();
  }
}

// The coach knows how far the positions of a game are from the goal. It asks the server for as few as it can: a position on
// the way it was told last is one nearer than the one before. A single move changes the distance by one, up or down, so a
// move that does not gain ground loses it, and costs two.

import { Cancelled, Unreachable, solveQuickly } from "./api.js";
import { same, text } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Move} Move */

export class Coach {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** Distances along the game, as far as they are known. @type {(number | undefined)[]} */
    this.distances = [];
    /** The way to the goal from a position that was asked for. @type {Map<string, string>} */
    this.ways = new Map();
    this.proven = true;
    /** No answer: "late" if the server found none in time, "gone" if there is no server. @type {"" | "late" | "gone"} */
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
    this.ways.clear();
    this.proven = true;
    this.failed = "";
    this.moves = "";
  }

  /**
   * @param {Board[]} boards the positions of the game
   * @param {Board} goal
   * @param {string} moves
   * @param {number} done how many of the moves are done
   * @param {boolean} on
   */
  watch(boards, goal, moves, done, on) {
    let equal = 0;
    while (equal < moves.length && moves[equal] === this.moves[equal]) equal += 1;
    this.distances.length = Math.min(this.distances.length, equal + 1);
    this.moves = moves;
    clearTimeout(this.timer);
    if (on) this.timer = window.setTimeout(() => this.fill(boards, goal, moves, done), 120);
  }

  /** @param {Board[]} boards @param {Board} goal @param {string} moves @param {number} done */
  async fill(boards, goal, moves, done) {
    const { signal } = this.stop;
    try {
      for (let i = 0; i <= done; i += 1) {
        if (this.distances[i] !== undefined) continue;
        const way = i > 0 ? this.ways.get(text(boards[i - 1])) : undefined;
        if (way !== undefined && way[0] === moves[i - 1]) this.ways.set(text(boards[i]), way.slice(1));
        else await this.look(boards[i], goal, signal);
        if (signal.aborted || this.moves !== moves) return;
        this.distances[i] = this.ways.get(text(boards[i]))?.length;
        if (this.distances[i] === undefined) break;
      }
      this.failed = this.distances[done] === undefined ? "late" : "";
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.failed = error instanceof Unreachable ? "gone" : "late";
    }
    this.changed();
  }

  /** @param {Board} board @param {Board} goal @param {AbortSignal} signal */
  async look(board, goal, signal) {
    const key = text(board);
    if (this.ways.has(key)) return;
    if (same(board, goal)) {
      this.ways.set(key, "");
      return;
    }
    const answer = await solveQuickly({ board: key, goal: text(goal), seconds: 1.5 }, signal);
    if (typeof answer.moves !== "string") return;
    this.proven &&= Boolean(answer.optimal);
    this.ways.set(key, answer.moves);
  }

  /** The first move of a way to the goal. @param {Board} board @param {Board} goal @returns {Promise<Move | null>} */
  async next(board, goal) {
    await this.look(board, goal, this.stop.signal);
    return /** @type {Move | undefined} */ (this.ways.get(text(board))?.[0]) ?? null;
  }

  /** Which of the moves so far lost ground. @param {number} done */
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

// Boards: rows, columns and the cells row by row, 0 for the blank. A move is a letter, the direction in which the blank moves, as
// in the command. No function changes its arguments.

/** @typedef {{ rows: number, cols: number, cells: number[] }} Board */
/** @typedef {"U" | "D" | "L" | "R"} Move */

/** @type {Record<Move, [number, number]>} */
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

/** @type {Record<Move, Move>} */
export const INVERSE = { U: "D", D: "U", L: "R", R: "L" };

/** @param {number} rows @param {number} cols @param {number[]} cells @returns {Board} */
export const board = (rows, cols, cells) => ({ rows, cols, cells });

/** @param {number} rows @param {number} cols */
export const blankLast = (rows, cols) => board(rows, cols, Array.from({ length: rows * cols }, (_, i) => (i + 1) % (rows * cols)));

/** @param {number} rows @param {number} cols */
export const blankFirst = (rows, cols) => board(rows, cols, Array.from({ length: rows * cols }, (_, i) => i));

/** The board after a move; null if the blank is at that edge. @param {Board} from @param {Move} move @returns {Board | null} */
export function after(from, move) {
  const blank = from.cells.indexOf(0);
  const step = STEPS[move];
  if (!step || blank < 0) return null;
  const row = Math.floor(blank / from.cols) + step[0];
  const col = (blank % from.cols) + step[1];
  if (row < 0 || row >= from.rows || col < 0 || col >= from.cols) return null;
  const cells = from.cells.slice();
  const other = row * from.cols + col;
  cells[blank] = cells[other];
  cells[other] = 0;
  return board(from.rows, from.cols, cells);
}

/** The board before and after each move, up to the first impossible one. @param {Board} from @param {string} moves */
export function boardsAlong(from, moves) {
  const boards = [from];
  for (const move of moves) {
    const next = after(boards[boards.length - 1], /** @type {Move} */ (move));
    if (!next) break;
    boards.push(next);
  }
  return boards;
}

/** The moves that slide the tile of a cell toward the blank; none if the two share no row or column. @param {Board} at @param {number} cell @returns {Move[]} */
export function slideTo(at, cell) {
  const blank = at.cells.indexOf(0);
  const [row, col] = [Math.floor(cell / at.cols), cell % at.cols];
  const [blankRow, blankCol] = [Math.floor(blank / at.cols), blank % at.cols];
  if (cell === blank) return [];
  if (row === blankRow) return Array(Math.abs(col - blankCol)).fill(col < blankCol ? "L" : "R");
  if (col === blankCol) return Array(Math.abs(row - blankRow)).fill(row < blankRow ? "U" : "D");
  return [];
}

/** The tile that a move slides. @param {Board} at @param {Move} move */
export function tileMoved(at, move) {
  const next = after(at, move);
  return next ? next.cells[at.cells.indexOf(0)] : null;
}

/** @param {Board} a @param {Board} b */
export const same = (a, b) => a.rows === b.rows && a.cols === b.cols && a.cells.every((tile, i) => tile === b.cells[i]);

/** The text form: rows separated by slashes. @param {Board} at */
export const text = (at) => rowsOf(at).map((row) => row.join(" ")).join(" / ");

/** The form used in links. @param {Board} at */
export const brief = (at) => rowsOf(at).map((row) => row.join(",")).join("/");

/** @param {Board} at */
export const lines = (at) => rowsOf(at).map((row) => row.map((n) => String(n).padStart(String(at.cells.length - 1).length)).join(" ")).join("\n");

/** A board from a link as aligned lines; any other text with one row per line. @param {string} source */
export function aligned(source) {
  const found = read(source);
  return found ? lines(found) : source.replaceAll("/", "\n").replaceAll(",", " ");
}

/** @param {Board} at */
export function rowsOf(at) {
  return Array.from({ length: at.rows }, (_, r) => at.cells.slice(r * at.cols, (r + 1) * at.cols));
}

/** @typedef {{ text: string, line: number, column: number, row: number, col: number }} Token */

/**
 * The words of a board's text, each with its place in the text (from 1) and on the board (from 0). A first line with a
 * lone number is the size of a square board. In JSON, `[[1,2],[3,0]]` or `[1,2,3,0]`, brackets end rows and lines do not.
 * @param {string} source
 * @returns {{ tokens: Token[], rows: number, cols: number }}
 */
export function tokens(source) {
  /** @type {Token[]} */
  const found = [];
  let row = 0;
  let col = 0;
  const endRow = () => {
    if (col > 0) row += 1;
    col = 0;
  };
  const [json, nested] = [/^\s*\[/, /^\s*\[\s*\[/].map((start) => start.test(source.replace(/#.*/g, "")));
  source.split("\n").forEach((content, index) => {
    const bare = content.replace(/#.*/, "");
    for (const match of bare.matchAll(json ? /[[\]]|[^\s,[\]]+/g : /\/|[^\s,/]+/g)) {
      if (json ? /[[\]]/.test(match[0]) : match[0] === "/") endRow();
      else found.push({ text: match[0], line: index + 1, column: (match.index ?? 0) + 1, row, col: col++ });
    }
    if (!json) endRow();
  });
  const size = Number(found[0]?.text);
  const alone = !json && found.length > 1 && found[1].row > 0;
  if (alone && size >= 2 && found.length - 1 === size * size) found.splice(0, 1);
  const oneLine = !nested && found.length > 0 && found.every((token) => token.row === found[0].row);
  const side = Math.sqrt(found.length);
  if ((oneLine && Number.isInteger(side)) || (alone && size >= 2)) {
    const width = oneLine ? side : size;
    found.forEach((token, i) => Object.assign(token, { row: Math.floor(i / width), col: i % width }));
  }
  const rows = found.reduce((most, token) => Math.max(most, token.row + 1), 0);
  const cols = found.reduce((most, token) => Math.max(most, token.col + 1), 0);
  return { tokens: found, rows, cols };
}

/**
 * What is wrong with a board's text, in the terms of the board: a word of the catalogue, its values, and the token that is wrong.
 * Null where nothing is, or where only `parseBoard` of the API knows.
 * @param {string} source
 * @returns {{ key: "board.word" | "board.range" | "board.twice" | "board.ragged" | "board.square", values: Record<string, string | number>, token: Token | null } | null}
 */
export function faultIn(source) {
  const { tokens: found, rows, cols } = tokens(source);
  if (found.length < 2) return null;
  const word = found.find(({ text }) => !/^(?:\d+|[_.])$/.test(text));
  if (word) return { key: "board.word", values: { row: word.row + 1, col: word.col + 1, found: word.text === "?" ? "" : word.text }, token: word };
  if (rows === 1 && !/[/[]/.test(source)) return { key: "board.square", values: { n: found.length }, token: null };
  for (let row = 0; row < rows; row += 1) {
    const n = found.filter((token) => token.row === row).length;
    if (n !== cols) return { key: "board.ragged", values: { row: row + 1, n, cols }, token: found.findLast((token) => token.row === row) ?? null };
  }
  const value = (/** @type {Token} */ { text }) => (/^[_.]$/.test(text) ? 0 : Number(text));
  const large = found.find((token) => value(token) >= found.length);
  if (large) return { key: "board.range", values: { row: large.row + 1, col: large.col + 1, found: large.text, most: found.length - 1 }, token: large };
  const twice = found.find((token, i) => found.findIndex((one) => value(one) === value(token)) < i);
  return twice ? { key: "board.twice", values: { row: twice.row + 1, col: twice.col + 1, found: twice.text }, token: twice } : null;
}

/** Reads a board; null if the text is not one. `parseBoard` of the API explains what is wrong. @param {string | undefined} source @returns {Board | null} */
export function read(source) {
  if (!source) return null;
  const { tokens: found, rows, cols } = tokens(source);
  if (rows < 1 || cols < 1 || found.length !== rows * cols || found.length < 2) return null;
  const cells = found.map((token) => (token.text === "_" || token.text === "." ? 0 : /^\d+$/.test(token.text) ? Number(token.text) : -1));
  const seen = new Set(cells);
  return seen.size === cells.length && cells.every((n) => n >= 0 && n < cells.length) ? board(rows, cols, cells) : null;
}

/** A goal by name (`blank-last`, `blank-first`) or as text. @param {string} goal @param {number} rows @param {number} cols */
export function goalBoard(goal, rows, cols) {
  if (goal === "blank-first") return blankFirst(rows, cols);
  if (goal === "blank-last" || !goal) return blankLast(rows, cols);
  const own = read(goal);
  return own && own.rows === rows && own.cols === cols ? own : blankLast(rows, cols);
}

/** A seed where none was given. */
export const randomSeed = () => String(Math.floor(Math.random() * 1e6));

/** @param {string | undefined} source @returns {[number, number] | null} */
export function readSize(source) {
  const match = /^(\d{1,2})x(\d{1,2})$/.exec(source ?? "");
  return match ? [Number(match[1]), Number(match[2])] : null;
}

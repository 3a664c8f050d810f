// What stands on the card of a node in the tree: a small board, or the text of its state. All cards of a tree have one size, that of
// its largest text up to a limit; longer texts are shortened, and shown whole beside the tree.

/** @typedef {import("./replay.js").Node} Node */
/** @typedef {import("./replay.js").Replay} Replay */

/**
 * Lengths at scale 1. `above`: from the top of a card to the line on which the cards of a level stand; `content`: the height of
 * the board or text; `across` and `down`: from card to card.
 * @typedef {object} Card
 * @property {number} width
 * @property {number} height
 * @property {number} above
 * @property {number} content
 * @property {number} across
 * @property {number} down
 * @property {(node: Node) => boolean} whole whether it shows all of a state
 * @property {(pen: CanvasRenderingContext2D, node: Node, x: number, top: number, scale: number, ink: string, edge: string) => void} draw
 */

const SANS = '"Inter", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const MONO = 'ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Consolas, "Liberation Mono", monospace';

export const FONT = SANS;

const PADDING = 7;
const ABOVE = 42;

/** @param {number} width @param {number} content */
const sized = (width, content) => ({ width, content, height: content + 52, above: ABOVE, across: width + 16, down: content + 94 });

/** The card of a replay's nodes. @param {Replay} replay @returns {Card} */
export const cardOf = (replay) => (replay.shape ? boardCard(replay.shape) : textCard(replay));

/** @param {import("./replay.js").Shape} shape @returns {Card} */
function boardCard(shape) {
  const side = 66;
  return {
    ...sized(92, side),
    whole: () => true,
    draw: (pen, node, x, top, scale, ink, edge) => {
      const unit = (side * scale) / Math.max(shape.rows, shape.cols);
      const left = x - (unit * shape.cols) / 2;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.font = `600 ${unit * 0.6}px ${SANS}`;
      pen.lineWidth = 0.7;
      pen.strokeStyle = edge;
      pen.fillStyle = ink;
      // All edges in one stroke: it takes most of the time of a step.
      pen.beginPath();
      shape.places.forEach(({ row, col }, i) => {
        const value = node.board[i];
        const [cx, cy] = [left + col * unit, top + PADDING * scale + row * unit];
        if (value !== 0) pen.rect(cx + 1, cy + 1, unit - 2, unit - 2);
        if (value) pen.fillText(String(value), cx + unit / 2, cy + unit / 2 + unit * 0.03);
      });
      pen.globalAlpha = 0.55;
      pen.stroke();
      pen.globalAlpha = 1;
    },
  };
}

/** The most that a card shows of a text, and its largest letters; they shrink until the text fits. */
const MOST = { width: 200, height: 150, columns: 34, rows: 12, letter: 12.5 };
/** The width of a letter and the height of a line, in sizes of a letter. */
const ADVANCE = 0.602;
const LINE = 1.22;
/** A single line is broken after this many letters. */
const BREAK = 26;

/** @param {Replay} replay @returns {Card} */
function textCard(replay) {
  /** @type {Map<string, { lines: string[], whole: boolean }>} */
  const known = new Map();
  const linesOf = (/** @type {Node} */ node) => {
    let lines = known.get(node.text);
    if (!lines) {
      lines = shortened(node.text, MOST.columns, MOST.rows);
      known.set(node.text, lines);
    }
    return lines;
  };
  let [columns, rows] = [6, 1];
  for (const node of [...replay.nodes, ...replay.prunedChildren]) {
    const { lines } = linesOf(node);
    rows = Math.max(rows, lines.length);
    for (const line of lines) columns = Math.max(columns, line.length);
  }
  const letter = Math.min(MOST.letter, MOST.width / (columns * ADVANCE), MOST.height / (rows * LINE));
  const content = Math.max(22, Math.ceil(rows * letter * LINE));
  return {
    ...sized(Math.max(96, Math.ceil(columns * letter * ADVANCE) + 2 * PADDING + 4), content),
    whole: (node) => linesOf(node).whole,
    draw: (pen, node, x, top, scale, ink) => {
      const { lines } = linesOf(node);
      const width = Math.max(...lines.map((line) => line.length)) * letter * ADVANCE;
      const middle = top + (PADDING + content / 2) * scale;
      pen.fillStyle = ink;
      pen.font = `${letter * scale}px ${MONO}`;
      pen.textAlign = "left";
      pen.textBaseline = "middle";
      lines.forEach((line, i) => pen.fillText(line, x - (width / 2) * scale, middle + (i - (lines.length - 1) / 2) * letter * LINE * scale));
    },
  };
}

/**
 * A text shortened to a number of rows and columns; a single long line is broken at its spaces.
 * @param {string} text @param {number} columns @param {number} rows
 */
export function shortened(text, columns, rows) {
  let lines = text.replace(/\n+$/, "").split("\n");
  if (lines.length === 1 && text.length > Math.min(BREAK, columns)) lines = broken(text, Math.min(BREAK, columns));
  const whole = lines.length <= rows && lines.every((line) => line.length <= columns);
  const cut = lines.slice(0, rows).map((line) => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line));
  if (lines.length > rows) cut[rows - 1] = `${cut[rows - 1].slice(0, columns - 2)} …`;
  return { lines: cut, whole };
}

/** @param {string} text @param {number} columns */
function broken(text, columns) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

/** A label that is no wider than a card. @param {CanvasRenderingContext2D} pen @param {string} text @param {number} width */
export function fitted(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 1 && pen.measureText(`${text.slice(0, end)}…`).width > width) end -= 1;
  return `${text.slice(0, end)}…`;
}

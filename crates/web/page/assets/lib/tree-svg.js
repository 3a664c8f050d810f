// The tree of a search at one step, as an SVG of its own: what the canvas shows, whole, with the words and marks of the page.

import { shortened } from "./cards.js";
import { number, t, textOr } from "./language.js";

/** @typedef {import("./replay.js").Node} Node */
/** @typedef {import("../elements/tree-canvas.js").TreeCanvas} TreeCanvas */

/** @param {string | number} text */
const escaped = (text) => String(text).replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter] ?? letter);

/** @param {TreeCanvas} tree */
export function treeSvg(tree) {
  const { replay, card, at, layout } = tree;
  if (!replay || !card) return "";
  const colours = tree.palette();
  const current = replay.current(at);
  const spots = layout.spots.filter(({ node }) => node.created <= at);
  const place = (/** @type {import("./layout.js").Spot} */ spot) => ({ x: 20 + card.width / 2 + spot.x * card.across, y: 24 + card.above + spot.depth * card.down });
  const parts = [];
  for (const spot of spots) {
    if (!spot.parent) continue;
    const [from, to] = [place(spot.parent), place(spot)];
    const [low, high] = [from.y - card.above + card.height, to.y - card.above];
    parts.push(`<path d="M${from.x} ${low}C${from.x} ${(low + high) / 2} ${to.x} ${(low + high) / 2} ${to.x} ${high}" fill="none" stroke="${colours.edge}" stroke-width="1.3"/>`);
  }
  for (const spot of spots) {
    const { node } = spot;
    const status = node.pruned !== null ? "pruned" : replay.status(node, at, current);
    const { fill, line, ink } = tree.coloursOf(status);
    const { x, y } = place(spot);
    const [left, top] = [x - card.width / 2, y - card.above];
    const g = replay.g(node, at);
    const text = (/** @type {number} */ dy, /** @type {string} */ words, /** @type {string} */ more = "") => `<text x="${x}" y="${top + dy}" fill="${ink}" text-anchor="middle" font-size="12" ${more}>${escaped(words)}</text>`;
    parts.push(`<rect x="${left}" y="${top}" width="${card.width}" height="${card.height}" rx="10" fill="${fill}" stroke="${line}" stroke-width="${status === "now" ? 3 : 1.5}"${status === "frontier" ? ' stroke-dasharray="5 3"' : ""}/>`);
    parts.push(replay.shape ? board(node, replay.shape, x, top + 7, card.content, ink, colours.edge) : lines(node, left + 8, top + 7, card.content, ink));
    parts.push(text(card.content + 24, node.h === null ? `g ${number(g)}` : `${number(g)} + ${number(node.h)} = ${number(g + node.h)}`, 'font-weight="600"'));
    parts.push(text(card.content + 42, node.pruned !== null ? textOr(`see.reason.${node.pruned}`, t("see.reason.other")) : `+${node.order}${node.examinedOrder > 0 && node.examined[0] <= at ? `  ✓${node.examinedOrder}` : ""}`));
    if (node.action) parts.push(text(-8, node.action));
  }
  const [width, height] = [40 + card.width + layout.width * card.across, 48 + card.height + layout.depth * card.down];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif"><rect width="100%" height="100%" fill="${colours.card}"/>${parts.join("")}</svg>\n`;
}

/** @param {Node} node @param {import("./replay.js").Shape} shape @param {number} x @param {number} top @param {number} side @param {string} ink @param {string} edge */
function board(node, shape, x, top, side, ink, edge) {
  const unit = side / Math.max(shape.rows, shape.cols);
  const left = x - (unit * shape.cols) / 2;
  return shape.places.map(({ row, col }, i) => {
    const value = node.board[i];
    if (value === 0) return "";
    const [cx, cy] = [left + col * unit, top + row * unit];
    const words = value === null || value === undefined ? "" : `<text x="${cx + unit / 2}" y="${cy + unit / 2}" fill="${ink}" font-size="${unit * 0.6}" font-weight="600" text-anchor="middle" dominant-baseline="central">${value}</text>`;
    return `<rect x="${cx + 1}" y="${cy + 1}" width="${unit - 2}" height="${unit - 2}" fill="none" stroke="${edge}" stroke-width="0.7"/>${words}`;
  }).join("");
}

/** @param {Node} node @param {number} left @param {number} top @param {number} height @param {string} ink */
function lines(node, left, top, height, ink) {
  const found = shortened(node.text, 34, 12).lines;
  const size = Math.min(11, height / found.length / 1.2);
  return found.map((line, i) => `<text x="${left}" y="${top + (i + 0.9) * size * 1.2}" fill="${ink}" font-family="monospace" font-size="${size}" xml:space="preserve">${escaped(line)}</text>`).join("");
}

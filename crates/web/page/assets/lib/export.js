// What the page shows, as files: pictures of charts and trees (SVG, and PNG from it), tables (CSV, JSON), and a film of a solution
// (an SVG that moves by itself, so that it plays in any browser and in slides).

import { button, download, el } from "./dom.js";
import { rowsOf } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

const SVG = "http://www.w3.org/2000/svg";

/** The properties that a picture needs outside the page. */
const STYLED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "text-anchor"];

/** A copy of a picture of the page that holds its own styles. @param {SVGElement} picture */
export function standalone(picture) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  const [from, to] = [[picture, ...picture.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    to[i].setAttribute("style", STYLED.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
    to[i].removeAttribute("class");
  });
  const { width, height } = sizeOf(picture);
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const paper = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor })) paper.setAttribute(name, value);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGElement} picture */
function sizeOf(picture) {
  const [, , width, height] = (picture.getAttribute("viewBox") ?? "0 0 640 420").split(/\s+/).map(Number);
  return { width, height };
}

/** A picture as PNG, twice its size. @param {string} text the SVG @returns {Promise<Blob | null>} */
export async function rasterized(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = el("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {string} name without its ending @param {string} text the SVG */
export const saveSvg = (name, text) => download(`${name}.svg`, text, "image/svg+xml");

/** @param {string} name without its ending @param {string} text the SVG */
export async function savePng(name, text) {
  const blob = await rasterized(text);
  if (blob) download(`${name}.png`, blob, "image/png");
}

/** The buttons that save a picture as SVG and as PNG. @param {string} name without its ending @param {() => string} make the SVG */
export const pictureButtons = (name, make) => el(
  "span",
  { class: "exports" },
  button({ text: "SVG", icon: "download", class: "small quiet", onclick: () => saveSvg(name, make()) }),
  button({ text: "PNG", icon: "download", class: "small quiet", onclick: () => savePng(name, make()) }),
);

/** The buttons that save a table as CSV and as JSON. @param {string} name without its ending @param {() => (string | number | boolean | null | undefined)[][]} rows @param {() => unknown} data */
export const tableButtons = (name, rows, data) => el(
  "span",
  { class: "exports" },
  button({ text: "CSV", icon: "download", class: "small quiet", onclick: () => download(`${name}.csv`, csvOf(rows()), "text/csv;charset=utf-8") }),
  button({ text: "JSON", icon: "download", class: "small quiet", onclick: () => download(`${name}.json`, `${JSON.stringify(data())}\n`, "application/json") }),
);

/** A row of a table as CSV. @param {(string | number | boolean | null | undefined)[]} values */
const line = (values) => values.map((value) => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}).join(",");

/** @param {(string | number | boolean | null | undefined)[][]} rows the first has the names */
export const csvOf = (rows) => `${rows.map(line).join("\n")}\n`;

/** A table of the page as rows of texts. @param {HTMLTableElement} table */
export const cellsOf = (table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent?.trim() ?? ""));

/** The side of a cell of the film, and the seconds of a move. */
const FILM = { cell: 64, gap: 4, seconds: 0.45, rest: 1.5 };

/**
 * A solution as an SVG that moves: each tile is a group whose place is animated.
 * @param {Board[]} boards the boards of the solution
 */
export function film(boards) {
  const [{ rows, cols }] = boards;
  const { cell, gap, seconds, rest } = FILM;
  const total = (boards.length - 1) * seconds + 2 * rest;
  const places = boards.map((board) => {
    /** @type {Map<number, [number, number]>} */
    const found = new Map();
    rowsOf(board).forEach((row, r) => row.forEach((tile, c) => found.set(tile, [c * cell, r * cell])));
    return found;
  });
  const tiles = [...places[0].keys()].filter((tile) => tile !== 0).sort((a, b) => a - b);
  const groups = tiles.map((tile) => {
    const keys = [{ time: 0, at: places[0].get(tile) }];
    for (let i = 1; i < boards.length; i += 1) {
      const [before, now] = [places[i - 1].get(tile), places[i].get(tile)];
      if (String(before) === String(now)) continue;
      keys.push({ time: rest + (i - 1) * seconds, at: before }, { time: rest + (i - 0.4) * seconds, at: now });
    }
    keys.push({ time: total, at: keys[keys.length - 1].at });
    const times = keys.map(({ time }) => (time / total).toFixed(5)).join(";");
    const values = keys.map(({ at }) => at?.join(" ")).join(";");
    const shade = Math.round(34 + (24 * tile) / tiles.length);
    return `<g transform="translate(${places[0].get(tile)?.join(" ")})"><animateTransform attributeName="transform" type="translate" dur="${total.toFixed(2)}s" repeatCount="indefinite" keyTimes="${times}" values="${values}"/><rect x="${gap / 2}" y="${gap / 2}" width="${cell - gap}" height="${cell - gap}" rx="8" fill="hsl(${150 + shade * 2} 45% 34%)"/><text x="${cell / 2}" y="${cell / 2}" fill="#fff" font-family="sans-serif" font-weight="600" font-size="${cell * 0.4}" text-anchor="middle" dominant-baseline="central">${tile}</text></g>`;
  });
  const [width, height] = [cols * cell + gap, rows * cell + gap];
  return `<svg xmlns="${SVG}" viewBox="${-gap / 2} ${-gap / 2} ${width} ${height}" width="${width}" height="${height}"><rect x="${-gap / 2}" y="${-gap / 2}" width="${width}" height="${height}" rx="10" fill="#e4e0d6"/>${groups.join("")}</svg>\n`;
}

// The header of the page (tabs, language, theme) and the view that the address names. A view is a module, loaded when it is first
// opened, with a function `mount(root, params)` that returns a function to close it.

import { documentation } from "./lib/api.js";
import { el, fill, icon } from "./lib/dom.js";
import { lastLink, readLink } from "./lib/link.js";
import { language, setLanguage, t } from "./lib/language.js";

/** @typedef {(root: HTMLElement, params: Record<string, string>) => (() => void) | void} Mount */

/** @type {{ name: "play" | "solve" | "see" | "compare" | "lab" | "courses", load: () => Promise<{ mount: Mount }>, picture: string }[]} */
const VIEWS = [
  { name: "play", load: () => import("./views/play.js"), picture: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4Z" },
  { name: "solve", load: () => import("./views/solve.js"), picture: "m12 3 2.2 6.3L20.5 11.5l-6.3 2.2L12 20l-2.2-6.3L3.5 11.5l6.3-2.2Z" },
  { name: "see", load: () => import("./views/see.js"), picture: "M12 4v5M12 9 6 15M12 9l6 6M12 3.5h.01M6 18h.01M18 18h.01M12 9v6M12 18h.01" },
  { name: "compare", load: () => import("./views/compare.js"), picture: "M5 20V11M12 20V4M19 20v-6" },
  { name: "lab", load: () => import("./views/lab.js"), picture: "M9.5 3h5M10.5 3v6.5L5 19a1.5 1.5 0 0 0 1.4 2h11.2a1.5 1.5 0 0 0 1.4-2l-5.5-9.5V3M8 15h8" },
  { name: "courses", load: () => import("./views/courses.js"), picture: "M4 5.5c3-1 5.5-.7 8 1 2.5-1.7 5-2 8-1V19c-3-1-5.5-.7-8 1-2.5-1.7-5-2-8-1ZM12 6.5V20" },
];

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const top = /** @type {HTMLElement} */ (document.getElementById("top"));

/** @type {() => void} */
let close = () => {};
let opened = 0;
let shown = "";

async function open() {
  const { view: name, params } = readLink();
  const view = VIEWS.find((one) => one.name === name) ?? VIEWS[0];
  const turn = ++opened;
  const { mount } = await view.load();
  if (turn !== opened) return;
  close();
  document.title = `${t(`${view.name}.name`)} · hueco`;
  main.className = `view-${view.name}`;
  fill(main);
  if (shown !== view.name) scrollTo(0, 0);
  shown = view.name;
  close = mount(main, params) ?? (() => {});
  for (const tab of document.querySelectorAll("a[data-view]")) {
    if (tab.getAttribute("data-view") === view.name) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function drawHeader() {
  document.documentElement.lang = language();
  const skip = document.getElementById("skip");
  if (skip) {
    skip.textContent = t("skip");
    skip.onclick = (event) => {
      event.preventDefault();
      main.focus();
    };
  }
  const other = language() === "en" ? "es" : "en";
  const languageSwitch = el(
    "button",
    {
      type: "button",
      class: "language-switch",
      id: "language-switch",
      lang: other,
      onclick: () => {
        setLanguage(other);
        drawHeader();
        open();
        document.getElementById("language-switch")?.focus();
      },
    },
    other === "es" ? "Español" : "English",
  );
  const theme = el("button", { type: "button", class: "bare", id: "theme", "aria-label": t("theme"), title: t("theme") }, icon(dark() ? "sun" : "moon"));
  theme.onclick = () => {
    const next = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem("hueco.theme", next);
    } catch {
      // Storage may be forbidden; then the choice lasts as long as the page.
    }
    fill(theme, icon(dark() ? "sun" : "moon"));
    window.dispatchEvent(new Event("themechange"));
  };
  fill(
    top,
    el("a", { class: "brand", href: lastLink("play"), "aria-label": "hueco" }, el("img", { src: "assets/icon.svg", alt: "", width: 28, height: 28 }), el("span", null, "hueco")),
    el(
      "nav",
      { class: "tabs", "aria-label": t("views") },
      VIEWS.map(({ name, picture }) => {
        const mark = icon("plus");
        mark.querySelector("path")?.setAttribute("d", picture);
        return el("a", { href: lastLink(name), data: { view: name } }, mark, el("span", null, t(`${name}.name`)));
      }),
    ),
    el("div", { class: "switches" }, documentation ? el("a", { class: "button", id: "documentation", href: documentation }, t("documentation")) : null, languageSwitch, theme),
  );
}

addEventListener("hashchange", open);
drawHeader();
open();

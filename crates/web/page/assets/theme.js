// Sets the chosen theme before anything is drawn, so that the page never flashes in the other one. Not a module: modules run later.
"use strict";
(() => {
  try {
    const theme = localStorage.getItem("hueco.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; then the system's theme is used.
  }
})();

// The chosen theme is set before anything is drawn, so that no page flashes in the other one. Not a module: it must not wait.
"use strict";
(() => {
  try {
    const theme = localStorage.getItem("hueco.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system's theme is used then.
  }
})();

// Lecture mode: the part of a view that a class looks at fills the screen, with larger letters, and is stepped with the keys that
// clickers send. The keys also work outside the mode, unless a control with keys of its own has the focus.

/** Keys, and the steps that they take. */
const STEPS = /** @type {Record<string, "forward" | "back" | "first" | "last">} */ ({ ArrowRight: "forward", ArrowDown: "forward", PageDown: "forward", " ": "forward", ArrowLeft: "back", ArrowUp: "back", PageUp: "back", Home: "first", End: "last" });

/** Clickers send these; nothing that can have the focus needs them. */
const CLICKER = new Set(["PageDown", "PageUp"]);

/** Whether a key belongs to the element that has the focus. @param {EventTarget | null} target @param {string} key */
function isTaken(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("textarea, select, input:not([type=checkbox])")) return true;
  if (CLICKER.has(key)) return false;
  if (target.closest("canvas, [role=region]")) return true;
  return key === " " && target.closest("button, a, summary, input, label") !== null;
}

/**
 * Steps a playback with the keyboard.
 * @param {import("../elements/play-back.js").PlayBack} playback
 * @param {() => boolean} ready whether there is something to step
 * @returns {() => void} removes it
 */
export function stepWithKeys(playback, ready) {
  const onkey = (/** @type {KeyboardEvent} */ event) => {
    const step = STEPS[event.key];
    const lecture = document.documentElement.classList.contains("lecture");
    const vertical = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (!step || !ready() || event.ctrlKey || event.metaKey || event.altKey || (vertical && !lecture) || isTaken(event.target, event.key)) return;
    event.preventDefault();
    playback.go({ forward: playback.at + 1, back: playback.at - 1, first: 0, last: playback.length }[step]);
  };
  document.addEventListener("keydown", onkey);
  return () => document.removeEventListener("keydown", onkey);
}

/**
 * @param {HTMLElement} area what fills the screen
 * @param {(on: boolean) => void} changed
 */
export function lectureMode(area, changed) {
  const root = document.documentElement;
  const set = (/** @type {boolean} */ on) => {
    if (root.classList.contains("lecture") === on) return;
    root.classList.toggle("lecture", on);
    area.classList.toggle("lecture-area", on);
    changed(on);
  };
  // Leaving the full screen takes a moment, and the mode may be on again by then: what counts is that this area had it.
  let filled = false;
  const onchange = () => {
    const fills = document.fullscreenElement === area;
    if (filled && !fills) set(false);
    filled = fills;
  };
  const onkey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") leave();
  };
  const leave = () => {
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    set(false);
  };
  document.addEventListener("fullscreenchange", onchange);
  document.addEventListener("keydown", onkey);
  return {
    toggle() {
      if (root.classList.contains("lecture")) {
        leave();
        return;
      }
      set(true);
      // Where the browser allows no full screen, the window is filled.
      area.requestFullscreen?.().catch(() => {});
    },
    close() {
      leave();
      document.removeEventListener("fullscreenchange", onchange);
      document.removeEventListener("keydown", onkey);
    },
  };
}

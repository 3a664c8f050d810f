// The choice of the kind of problem: sliding tiles or a problem file. Each kind has an address of its own, so a choice is a step to
// another address: the one that the view last had with that kind.

import { field, select } from "./dom.js";
import { lastOfKind, link } from "./link.js";
import { FIRST } from "./problem.js";
import { t } from "./language.js";

/** @typedef {"tiles" | "problem"} Kind */

/** Whether the choice was just made; then the new one receives the keyboard. */
let chosen = false;

/** @param {"solve" | "compare" | "lab"} view @param {Kind} kind */
export function kindField(view, kind) {
  const choice = select([["tiles", t("kind.tiles")], ["problem", t("kind.problem")]], kind, (value) => {
    chosen = true;
    location.hash = lastOfKind(view, value) ?? link(view, value === "problem" ? { problem: FIRST } : {});
  });
  choice.id = "kind";
  if (chosen) requestAnimationFrame(() => choice.focus());
  chosen = false;
  return field(t("kind"), choice);
}

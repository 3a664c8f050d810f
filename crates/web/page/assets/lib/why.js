// Why a search examines a node, and what becomes of its children, in words. See shows these sentences at every step and the quiz
// explains its answers with them. Everything is read from the trace: where the frontier is not ordered as the method's rule says
// (a search from both ends, or one that forgets nodes), the rule itself is given instead of a comparison.

import { number, t, textOr } from "./language.js";
import { Replay, firstWhere } from "./replay.js";

/** @typedef {import("./replay.js").Node} Node */
/** @typedef {{ kind: "created" | "improved" | "pruned" | "deepened" | "forgotten" | "solved", text: string }} Fate */

/** The number of rivals and of equal nodes that a sentence names. */
const NAMED = 3;

/** Methods whose bound limits f, and those whose bound limits the depth. */
const BY_F = new Set(["idastar", "ibex", "bfhs"]);
const BY_DEPTH = new Set(["iddfs", "dls"]);

/** @param {Node} node */
const name = (node) => t("why.node", { id: number(node.order) });

/** The value that a method compares, as it is computed: f = 2 + 3 = 5. @param {Replay} replay @param {Node} node @param {number} at */
export function valueText(replay, node, at) {
  const g = replay.g(node, at);
  const h = node.h ?? 0;
  if (replay.key === "h") return `h = ${number(h)}`;
  if (replay.key === "g" || node.h === null) return `g = ${number(g)}`;
  if (replay.key === "weighted") return `f = ${number(g)} + ${number(replay.weight, 3)} × ${number(h)} = ${number(g + replay.weight * h, 3)}`;
  return `f = ${number(g)} + ${number(h)} = ${number(g + h)}`;
}

/** The value alone: f = 5. @param {Replay} replay @param {Node} node @param {number} at */
function shortValue(replay, node, at) {
  const letter = replay.key === "weighted" ? "f" : replay.key ?? "g";
  return `${letter} = ${number(replay.key ? replay.keyOf(node, at) : replay.g(node, at), 3)}`;
}

/** @param {Node[]} nodes @param {(node: Node) => string} [text] */
function named(nodes, text = name) {
  const more = nodes.length - NAMED;
  const list = nodes.slice(0, NAMED).map(text).join(", ");
  return more > 0 ? t("why.more", { list, n: number(more) }) : list;
}

/** Why the node of an examination was chosen. @param {Replay} replay @param {number} which from 0 */
export function whyExamined(replay, which) {
  const node = replay.examinations[which];
  const at = replay.examinedAt[which] - 1;
  const { algorithm, ties = "fifo" } = replay.header;
  const begins = replay.bounds.findLast((one) => one.at <= at && one.at > (replay.examinedAt[which - 1] ?? -1));
  const round = begins && which > 0 ? `${t("why.round", { bound: number(begins.bound) })} ` : "";
  const waiting = replay.frontier(at);
  const others = waiting.filter((one) => one !== node);
  const id = number(node.order);
  if (node.parent === null && others.length === 0) return `${round}${t("why.start", { id })}`;
  if (replay.key !== null) {
    const value = replay.keyOf(node, at);
    // They are ordered by it.
    const less = firstWhere(others, (one) => replay.keyOf(one, at) >= value);
    const last = firstWhere(others, (one) => replay.keyOf(one, at) > value);
    const [equal, rest] = [others.slice(less, last), others.slice(last)];
    if (less === 0 && !["nbs", "dvcbs", "smastar", "rbfs", "hdastar"].includes(algorithm)) {
      const values = { id, value: valueText(replay, node, at), n: number(equal.length), equals: named(equal), ties: t(`ties.${/** @type {"fifo"} */ (ties)}`) };
      const chosen = t(equal.length > 0 ? "why.tie" : "why.smallest", values);
      return rest.length > 0 ? `${chosen} ${t("why.rivals", { rivals: named(rest, (one) => `${name(one)} (${shortValue(replay, one, at)})`) })}` : chosen;
    }
    return `${round}${ruled(id, algorithm)}`;
  }
  const bound = replay.bounds.findLast((one) => one.at <= at)?.bound ?? replay.header.depth;
  const within = bound === undefined ? "" : BY_F.has(algorithm) && node.h !== null ? ` ${t("why.within.f", { value: valueText(replay, node, at), bound: number(bound) })}` : BY_DEPTH.has(algorithm) ? ` ${t("why.within.depth", { depth: number(node.g), bound: number(bound) })}` : "";
  const oldest = algorithm === "bfs" || algorithm === undefined;
  if (oldest) return `${t("why.oldest", { id })}${others.length > 0 ? ` ${t("why.rivals", { rivals: named(others) })}` : ""}`;
  return `${round}${ruled(id, algorithm)}${within}`;
}

/** @param {string} id @param {string} algorithm */
const ruled = (id, algorithm) => `${t("see.event.examined", { id })} ${textOr(`rule.${algorithm}`, "")}`.trim();

/**
 * What became of the children of a node that was examined, up to an event.
 * @param {Replay} replay
 * @param {number} which the examination, from 0
 * @param {number} at
 * @returns {Fate[]}
 */
export function fates(replay, which, at) {
  const end = Math.min(at, (replay.examinedAt[which + 1] ?? replay.events.length) - 1);
  /** @type {Fate[]} */
  const found = [];
  for (let i = replay.examinedAt[which] + 1; i <= end; i += 1) {
    const fate = fateOf(replay, i);
    if (fate) found.push(fate);
  }
  return found;
}

/** What an event did, as the fate of a child. @param {Replay} replay @param {number} at @returns {Fate | null} */
function fateOf(replay, at) {
  const event = replay.events[at];
  const action = event.action ? `${event.action}: ` : "";
  if (event.event === "created") {
    const child = replay.nodes[replay.createdUpTo(at) - 1];
    return { kind: "created", text: `${action}${t("fate.created", { id: number(child.order), value: valueText(replay, child, at) })}` };
  }
  if (event.event === "improved") {
    const id = replay.orderOf(event, event.id, at);
    return { kind: "improved", text: `${action}${t(event.reopened ? "fate.reopened" : "fate.improved", { id: number(id), g: number(event.g ?? 0) })}` };
  }
  if (event.event === "pruned") {
    const reason = textOr(`see.reason.${event.reason}`, t("see.reason.other"));
    const known = typeof event.of === "number" ? replay.orderOf(event, event.of, at) : 0;
    const over = event.reason === "bound" && typeof event.h === "number" && typeof event.g === "number" ? ` (f = ${number(event.g + event.h)})` : "";
    return { kind: "pruned", text: `${action}${known > 0 ? t("fate.same", { id: number(known) }) : t("fate.pruned", { reason: `${reason}${over}` })}` };
  }
  if (event.event === "deepened") return { kind: "deepened", text: t("see.event.deepened", { bound: number(event.bound ?? 0) }) };
  if (event.event === "forgotten") return { kind: "forgotten", text: t("fate.forgotten", { id: number(replay.orderOf(event, event.id, at)) }) };
  if (event.event === "solved") return { kind: "solved", text: t("fate.solved", { id: number(replay.orderOf(event, event.id, at)) }) };
  return null;
}

/** A single event in words. @param {Replay} replay @param {number} at */
export function eventSentence(replay, at) {
  const event = replay.events[at];
  if (!event) return t("see.nothing");
  if (event.event === "examined") return whyExamined(replay, Replay.upTo(replay.examinedAt, at) - 1);
  const order = (/** @type {number | undefined} */ id) => number(replay.orderOf(event, id, at));
  if (event.event === "created" && (event.parent === undefined || event.parent === null)) return t("see.event.root", { id: order(event.id) });
  const parent = event.parent === undefined || event.parent === null ? "" : `${t("why.child", { id: order(event.parent) })} `;
  return `${parent}${fateOf(replay, at)?.text ?? ""}`;
}

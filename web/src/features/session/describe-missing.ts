import type { ExpectedWork, StageRun } from "@dialectic/contract";
import { formatNumber } from "../../ui/format.ts";

const phrases: [ExpectedWork["state"], (count: number) => string][] = [
  ["running", (n) => `${n} ${n === 1 ? "is" : "are"} being written`],
  ["paused", (n) => `${n} ${n === 1 ? "is" : "are"} paused`],
  ["failed", (n) => `${n} failed`],
  ["cancelled", (n) => `${n} ${n === 1 ? "was" : "were"} cancelled`],
  ["waiting", (n) => `${n} ${n === 1 ? "comes" : "come"} after`],
];

/** What a stage still waits for, as a sentence; null when nothing is missing. */
export function describeMissing(stage: StageRun): string | null {
  const missing = stage.work.filter((work) => work.state !== "done" && work.state !== "excluded");
  if (missing.length === 0) return null;
  const parts = phrases.flatMap(([state, phrase]) => {
    const count = missing.filter((work) => work.state === state).length;
    return count > 0 ? [phrase(count)] : [];
  });
  return `Waits for ${formatNumber(missing.length, "document")}: ${parts.join(", ")}.`;
}

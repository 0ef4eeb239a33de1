import type { Line } from "./figures.ts";

/**
 * What we set out to reach: start latency and takeover ahead of every peer, throughput at least graphile-worker's without
 * its local queue; and never by doing less than the guarantees say.
 */
export function missedAims(lines: Line[]): string[] {
  return lines
    .filter((line) => isAimed(line) && !isReached(line))
    .map((line) => `${line.measure} against ${line.peer} (${line.ratio})`);
}

function isAimed(line: Line): boolean {
  return !line.measure.startsWith("throughput") || line.peer === "graphile-worker";
}

function isReached(line: Line): boolean {
  return line.standing === "ahead" || (line.standing === "level" && line.measure.startsWith("throughput"));
}

import { availableParallelism, cpus, totalmem, type } from "node:os";

/** What the figures were measured on: ratios travel between machines, absolute figures do not. */
export function describeMachine(): Record<string, string | number> {
  return {
    cpu: cpus()[0]?.model.trim() || "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${process.arch}`,
    node: process.version,
  };
}

import { availableParallelism, cpus, loadavg, totalmem, type } from "node:os";

export type Machine = {
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  /** How many processes wanted a core in the minute before; zero where the system does not say. */
  loadBefore: number;
};

/** What the figures are measured on: ratios travel between machines, absolute figures do not. */
export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() || "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${process.arch}`,
    node: process.version,
    loadBefore: Number(loadavg()[0]?.toFixed(1)),
  };
}

/** Other processes share the cores: a contender that needs more steps then looks worse than it is. */
export function isBusy(machine: Machine): boolean {
  return machine.loadBefore > machine.cores / 2;
}

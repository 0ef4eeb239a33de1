import { availableParallelism, cpus, loadavg, totalmem, type } from "node:os";

export type Machine = {
  cpu: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  /** The load average of the last minute; zero if the system does not report it. */
  loadBefore: number;
};

/** Describes the machine that a measurement runs on. Ratios can be compared across machines; absolute figures cannot. */
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

/**
 * True if other processes are using the cores. They would distort the comparison, because a contender that takes more steps
 * is slowed down more.
 */
export function isBusy(machine: Machine): boolean {
  return machine.loadBefore > machine.cores / 2;
}

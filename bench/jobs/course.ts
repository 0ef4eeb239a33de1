import type { BenchServer } from "../bench-server.ts";
import type { Contender } from "./contender.ts";

export type Settings = {
  /** The number of jobs in one round of the throughput measurement. */
  jobs: number;
  rounds: number;
  /** The number of jobs per contender in the latency measurement. */
  samples: number;
  /** The number of workers killed per contender. */
  kills: number;
  /** The number of jobs that one process may run concurrently; the same for every contender. */
  concurrency: number;
};

/**
 * The inputs of every measurement: the server and settings, which all contenders share, and a callback that reports
 * progress.
 */
export type Course = { server: BenchServer; settings: Settings; tell(line: string): void };

/**
 * Measures the contenders in turn (A B C A B C), so that a temporary slowdown of the machine affects all of them.
 * Results are collected by contender.
 */
export async function inTurns(
  turns: number,
  contenders: Contender[],
  measure: (contender: Contender) => Promise<number[]>,
): Promise<{ contender: string; values: number[] }[]> {
  const collected = contenders.map((contender) => ({ contender, values: [] as number[] }));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { contender, values } of collected) values.push(...(await measure(contender)));
  }
  return collected.map(({ contender, values }) => ({ contender: contender.name, values }));
}

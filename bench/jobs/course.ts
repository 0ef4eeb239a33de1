import type { BenchServer } from "../bench-server.ts";
import type { Contender } from "./contender.ts";

export type Settings = {
  /** Jobs in one round of throughput. */
  jobs: number;
  rounds: number;
  /** Jobs per contender for start latency. */
  samples: number;
  /** Killed workers per contender. */
  kills: number;
  /** Number of jobs one process may run at once; the same for every contender. */
  concurrency: number;
};

/** Inputs of every measurement: one server and the same settings for all, and a progress display. */
export type Course = { server: BenchServer; settings: Settings; tell(line: string): void };

/**
 * Each contender once, then each again (A B C A B C), so that a temporary slowdown of the machine affects all. Results are
 * collected by contender.
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

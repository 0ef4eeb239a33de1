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
  /** How many jobs one process may run at once; the same for everyone. */
  concurrency: number;
};

/** What every measurement needs: one server for all, the same settings for all, and someone to tell of progress. */
export type Course = { server: BenchServer; settings: Settings; tell(line: string): void };

/**
 * Everyone once, then everyone again (A B C A B C), so that a machine that slows down for a while slows everyone down.
 * What each turn yields is collected by contender.
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

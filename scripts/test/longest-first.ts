import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files, slowest first, with their seconds on two idle cores. */
const seconds: [name: string, takes: number][] = [
  ["killed-run.fault", 90],
  ["cli-run.flow", 80],
  ["data-folder.fault", 60],
  ["run.flow", 60],
  ["web.flow", 55],
  ["money.flow", 45],
  ["quote.flow", 45],
  ["jobs-kill.fault", 40],
  ["calls-kill.fault", 35],
  ["cli-wallet.flow", 30],
  ["cli-bad-input.flow", 30],
  ["planted-key.flow", 30],
  ["web-money.flow", 30],
  ["cli-models.flow", 25],
  ["cli-nouns.flow", 25],
  ["steering", 20],
  ["exports", 20],
  ["jobs-processes.fault", 20],
  ["memory", 15],
  ["combining", 15],
  ["rates.fault", 15],
  ["cli-board.flow", 15],
  ["serve-postgres.flow", 12],
  ["long-document.flow", 12],
  ["claims.flow", 12],
];

const takes = ({ moduleId }: TestSpecification): number =>
  seconds.find(([name]) => moduleId.endsWith(`/${name}.test.ts`))?.[1] ?? 0;

/**
 * Starts the slowest files first; the others follow in vitest's order. On a fresh clone vitest orders files by size,
 * and a small file that takes a minute and starts last leaves the other cores idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groupOf = (file: TestSpecification) => file.project.config.sequence.groupOrder;
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || takes(b) - takes(a));
  }
}

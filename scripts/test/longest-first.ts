import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, the longest first: seconds on two quiet cores. */
const seconds: [name: string, takes: number][] = [
  ["cli-run.flow", 80],
  ["killed-run.fault", 75],
  ["run.flow", 60],
  ["data-folder.fault", 60],
  ["web.flow", 55],
  ["cli-bad-input.flow", 50],
  ["quote.flow", 45],
  ["planted-key.flow", 30],
  ["money.flow", 27],
  ["steering", 27],
  ["web-money.flow", 26],
  ["memory", 24],
  ["exports", 24],
  ["cli-wallet.flow", 20],
];

const takes = ({ moduleId }: TestSpecification): number =>
  seconds.find(([name]) => moduleId.endsWith(`/${name}.test.ts`))?.[1] ?? 0;

/**
 * On a fresh clone vitest knows files by their size alone, and a small one that takes a minute, begun last, leaves a
 * core idle for that minute. The rest comes after these, in vitest's own order.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groupOf = (file: TestSpecification) => file.project.config.sequence.groupOrder;
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || takes(b) - takes(a));
  }
}

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files, slowest first, with the seconds that they took among the other tests on two cores. */
const seconds: [name: string, takes: number][] = [
  ["web-away.flow", 95],
  ["combining", 65],
  ["exchange-kill.fault", 65],
  ["killed-run.fault", 65],
  ["provider-outage.flow", 60],
  ["power-cut.fault", 60],
  ["quote.flow", 55],
  ["cli-run.flow", 50],
  ["inbox.flow", 45],
  ["run.flow", 45],
  ["data-folder.fault", 45],
  ["cli-awkward-answers.flow", 45],
  ["web.flow", 45],
  ["hostile-edit.flow", 35],
  ["web-chat.flow", 35],
  ["cli-files.flow", 35],
  ["cli-scripts.flow", 30],
  ["cli-chat.flow", 30],
  ["web-awkward-answers.flow", 30],
  ["cli-bad-input.flow", 30],
  ["money.flow", 30],
  ["calls-kill.fault", 30],
  ["silent-database.fault", 30],
  ["postgres-engine", 25],
  ["worker", 25],
  ["cli-lists.flow", 25],
  ["cli-findings.flow", 25],
  ["exports", 25],
  ["web-words.flow", 25],
  ["web-outage.flow", 25],
  ["careless-answers", 25],
  ["web-lists.flow", 25],
  ["forged-imports", 25],
  ["cli-wallet.flow", 25],
  ["web-money.flow", 25],
  ["web-plan.flow", 25],
  ["web-facts-drafts.flow", 25],
  ["run-query", 25],
  ["migrate-kill.fault", 20],
  ["jobs-processes.fault", 20],
  ["cli-nouns.flow", 20],
  ["folder-permissions.fault", 20],
  ["web-surprises.flow", 20],
  ["planted-key.flow", 15],
  ["jobs-kill.fault", 15],
  ["rates.fault", 15],
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

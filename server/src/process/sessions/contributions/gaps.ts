import { z } from "zod";
import { missingArtifacts } from "#documents";
import type { ExpectedArtifact } from "#recipes";
import { addedPositions, correctedMilestones, describeFaults, findLacks } from "#review";

/** What a turn asks for because the answer before it left it out or got it wrong; all empty when it just carries on. */
export const gapsShape = {
  /** Keys of artifacts. */
  missing: z.array(z.string()).default([]),
  /** Numbers of claims without a verdict. */
  claims: z.array(z.int()).default([]),
  /** What is wrong with the plan, a sentence each. */
  faults: z.array(z.string()).default([]),
};

export type Gaps = { missing: string[]; claims: number[]; faults: string[] };

export const noGaps: Gaps = { missing: [], claims: [], faults: [] };

export const hasGaps = ({ missing, claims, faults }: Gaps): boolean =>
  missing.length + claims.length + faults.length > 0;

/** What an answer that ended by itself does not have; `markdown` is what its document would say. */
export const gapsIn = (
  markdown: string,
  wanted: { artifacts: readonly ExpectedArtifact[]; toJudge: readonly number[] },
): Gaps => {
  const { claims, faults } = findLacks(markdown, wanted.toJudge);
  return { missing: missingArtifacts(markdown, wanted.artifacts), claims, faults: describeFaults(faults) };
};

/** The artifacts to be asked for, and why, where the reason is not plain. */
export function askedFor(
  { missing, claims, faults }: Gaps,
  artifacts: readonly ExpectedArtifact[],
): { artifacts: ExpectedArtifact[]; notes: string[] } {
  const again = (key: string, title: string) =>
    artifacts.filter((artifact) => artifact.key === key).map((artifact) => ({ ...artifact, title }));
  const wanted = artifacts.filter((artifact) => missing.includes(artifact.key));
  const notes: string[] = [];
  if (claims.length > 0) {
    wanted.push(...again("resolved-positions", addedPositions));
    const listed = claims.map((claim) => `[C${claim}]`).join(", ");
    notes.push(
      `No row of your resolved positions judges ${listed}. Under # ${addedPositions} write a table with the same columns and exactly one row for each of these claims.`,
    );
  }
  if (faults.length > 0) {
    wanted.push(...again("milestones", correctedMilestones));
    const listed = faults.map((fault) => `- ${fault}`).join("\n");
    notes.push(
      `A check of your plan found:\n${listed}\nUnder # ${correctedMilestones} write all milestones once more, so that none of this is so.`,
    );
  }
  return { artifacts: wanted, notes };
}

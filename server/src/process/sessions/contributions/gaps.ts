import { describePlanFault, describeScoreGaps, describeWorkFault } from "@dialectic/contract";
import { type GivenClaim, type Problem, type ReadableChunk, readChain } from "#documents";
import type { ExpectedArtifact } from "#recipes";

/** What the text of a document must contain: the artifacts of its step, and verdicts on the claims in its prompt. */
export type Wanted = {
  artifacts: readonly (ExpectedArtifact & { mayBeEmpty?: boolean })[];
  claims: readonly GivenClaim[];
};

/**
 * What a step expects of a document. In a further iteration, the work plan may be empty, because there may be no work left
 * to break down.
 */
export const wantedOf = (
  { iteration }: { iteration: number },
  { artifacts }: { artifacts: readonly ExpectedArtifact[] },
  claims: readonly GivenClaim[],
): Wanted => ({
  artifacts: artifacts.map((one) => (iteration > 1 && one.key === "work-plan" ? { ...one, mayBeEmpty: true } : one)),
  claims,
});

/**
 * The problems that a request asked the model to correct; empty if it only continued a text. They are computed from the
 * texts before the request, so that every later request repeats, byte for byte, the message that lists them.
 */
export const problemsAskedFor = (
  request: { asked_for: readonly string[] },
  before: readonly ReadableChunk[],
  wanted: Wanted,
): Problem[] => (request.asked_for.length === 0 ? [] : readChain(before, wanted).problems);

/** The artifacts to request again, with a description of what is wrong with each. */
export function describeGaps(
  problems: readonly Problem[],
  artifacts: readonly ExpectedArtifact[],
): { artifacts: ExpectedArtifact[]; notes: string[] } {
  const keys = new Set(problems.map(({ artifact }) => artifact));
  return { artifacts: artifacts.filter(({ key }) => keys.has(key)), notes: problems.map(describeGap) };
}

/** Describes the problem of one artifact: what is wrong, what was found, and the expected format. */
function describeGap(problem: Problem): string {
  const { title, found, shape } = problem;
  const quotes = problem.code === "artifact_missing" ? "Headings that were not asked for" : "What you wrote begins";
  return [
    `${title}: ${whatIsWrong(problem)}`,
    ...(found === "" ? [] : [`${quotes}: ${found}`]),
    ...(shape === "" ? [] : [`The expected form:\n${shape.replace(/^/gm, "    ")}`]),
  ].join("\n");
}

function whatIsWrong(problem: Problem): string {
  switch (problem.code) {
    case "artifact_missing":
      return "there is no such heading.";
    case "artifact_incomplete":
      return "there is a heading and no text below it.";
    case "artifact_unreadable":
      return "nothing of it could be read, because it is not in the expected form. Write it once more, in full.";
    case "verdicts_missing":
      return [
        `no row gives a verdict on ${problem.claims.map((claim) => `[C${claim}]`).join(", ")}.`,
        ...problem.unreadable.map(({ claim, cell }) => `[C${claim}] has “${cell}”, which is no verdict.`),
        ...problem.contradicted.map(
          ({ claim, verdicts }) => `[C${claim}] has different verdicts: ${verdicts.join(", ")}.`,
        ),
        "Write a table with the same columns and exactly one row for each of these claims, with exactly one verdict.",
      ].join(" ");
    case "entries_unread":
      return `there are ${problem.count} entries, of which only the first ${problem.read} are read. Write the ${problem.read} most important ones once more, and no others.`;
    case "scores_incomplete":
      return `${describeScoreGaps(problem).join("; ")}. Write the whole table once more.`;
    case "plan_faults":
      return `${sentences(problem.faults.map(describePlanFault))} Write all ${problem.artifact === "milestones" ? "milestones" : "requirements"} once more, without these faults.`;
    case "work_faults":
      return `${sentences(problem.faults.map(describeWorkFault))} Write the pieces of work concerned once more, each in full; the others stay as they are.`;
  }
}

/** Descriptions of faults are shortened, because a cycle may name hundreds of milestones. */
const longestFault = 160;
const sentences = (faults: readonly string[]): string =>
  faults.map((fault) => (fault.length > longestFault ? `${fault.slice(0, longestFault - 1)}…` : fault)).join(" ");

import { z } from "zod";
import { FindingId } from "./ids.ts";
import { documentParams } from "./params.ts";
import { Moment } from "./values.ts";

/**
 * What can be wrong with a document although its model answered. The first seven describe its text as it reads now, the
 * others how the model's answer ended.
 */
export const findingCodes = [
  /** A required artifact is not there. */
  "artifact_missing",
  /** A required artifact has a heading and no text. */
  "artifact_incomplete",
  /** An artifact has a text, but none of the entries it should have could be read from it. */
  "artifact_unreadable",
  /** The resolved positions judge some claims and leave out others. */
  "verdicts_missing",
  /** A scorecard lacks criteria or scores, or has others than were asked for. */
  "scores_incomplete",
  /** Milestones and requirements contradict each other. */
  "plan_faults",
  /** Work depends on work that is not there or on itself, or has no steps. */
  "work_faults",
  /** The model refused to write on. */
  "refused",
  /** The provider's content filter stopped the answer. */
  "filtered",
  /** The answer was cut off and not continued to its end. */
  "cut_off",
  /** The prompt and the answer together filled the model's context window. */
  "context_full",
  /** The provider read far less of the prompt than was sent. */
  "prompt_truncated",
  /** Asked for what was missing, the model answered without any text. */
  "empty",
  /** The provider ended the answer for a reason this program does not know. */
  "unknown_finish",
] as const;
export const FindingCode = z.enum(findingCodes);
export type FindingCode = z.infer<typeof FindingCode>;

/** A contradiction between the milestones and the requirements of a plan, by their numbers. */
export const PlanFault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unreadable") }),
  z.object({ kind: z.literal("uncovered"), requirement: z.int() }),
  z.object({ kind: z.literal("unknown_dependency"), milestone: z.int(), dependsOn: z.int() }),
  z.object({ kind: z.literal("unknown_requirement"), milestone: z.int(), requirement: z.int() }),
  /** The milestones in their order; the last one is the first one again. */
  z.object({ kind: z.literal("cycle"), milestones: z.array(z.int()) }),
]);
export type PlanFault = z.infer<typeof PlanFault>;

/** Something that is wrong with the pieces of work of a plan, by their ids. */
export const WorkFault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unknown_dependency"), node: z.string(), dependsOn: z.string() }),
  z.object({ kind: z.literal("cycle"), nodes: z.array(z.string()) }),
  z.object({ kind: z.literal("no_steps"), node: z.string() }),
]);
export type WorkFault = z.infer<typeof WorkFault>;

/** What a scorecard lacks, and what it has that was not asked for. */
export const ScoreGaps = z.object({
  /** Criteria without a row. */
  missing: z.array(z.string()),
  /** Criteria whose cell has no score from 0 to 10, and what it has instead. */
  unreadable: z.array(z.object({ criterion: z.string(), cell: z.string() })),
  /** Criteria that are not those of the task, and weights that are not. */
  invented: z.array(z.string()),
  weights: z.array(z.object({ criterion: z.string(), weight: z.number().nullable(), expected: z.number() })),
});
export type ScoreGaps = z.infer<typeof ScoreGaps>;

export const FindingDetails = z.object({
  /** The artifact's heading. */
  title: z.string().optional(),
  /** Numbers of claims without a verdict. */
  claims: z.array(z.int()).optional(),
  faults: z.array(PlanFault).optional(),
  work: z.array(WorkFault).optional(),
  scores: ScoreGaps.optional(),
  /** Why the answer ended, in one of the words that `finish` has in a document's front matter. */
  finish: z.string().optional(),
  /** How many tokens the prompt was counted to have, and how many the provider says it read. */
  tokens: z.object({ counted: z.int(), read: z.int() }).optional(),
  /** In how many chunks the text was written. */
  chunks: z.int().optional(),
});
export type FindingDetails = z.infer<typeof FindingDetails>;

/** Something that is wrong with a document. It is open until the text is mended, or until a person accepts it. */
export const Finding = z.object({
  id: FindingId,
  code: FindingCode,
  /** The key of the artifact it is about; null: the document as a whole. */
  artifact: z.string().nullable(),
  details: FindingDetails,
  acceptedAt: Moment.nullable(),
});
export type Finding = z.infer<typeof Finding>;

const stopping: ReadonlySet<FindingCode> = new Set([
  "artifact_missing",
  "artifact_incomplete",
  "artifact_unreadable",
  "refused",
  "filtered",
  "context_full",
  "prompt_truncated",
]);

/** Whether a session stops at this finding before its next stage: a part of the text that others would read is missing. */
export const stopsSession = (code: FindingCode): boolean => stopping.has(code);

export const isOpen = ({ acceptedAt }: Pick<Finding, "acceptedAt">): boolean => acceptedAt === null;

export const findingParams = documentParams.extend({ findingId: FindingId });

import { z } from "zod";
import { FindingId } from "./ids.ts";
import { documentParams } from "./params.ts";
import { Moment } from "./values.ts";

/**
 * The codes of problems with a document whose model did answer. The codes up to `table_malformed` describe the current text.
 * The later codes describe how the model's answer ended.
 */
export const findingCodes = [
  /** A required artifact is missing. */
  "artifact_missing",
  /** A required artifact has a heading but no text. */
  "artifact_incomplete",
  /** An artifact has text, but no entries could be parsed from it. */
  "artifact_unreadable",
  /** The artifact “Resolved positions” gives a verdict on some claims and omits others. */
  "verdicts_missing",
  /** A scorecard lacks criteria or scores, or has criteria or weights that were not asked for. */
  "scores_incomplete",
  /** Milestones or requirements cannot be read, have the same id, or do not fit together. */
  "plan_faults",
  /** A piece of work depends on itself or on missing work, has no steps, or has the id of another piece of work. */
  "work_faults",
  /** An artifact has more entries, such as claims, than are read. */
  "entries_unread",
  /** Tables have rows with more or fewer cells than headings. */
  "table_malformed",
  /** The model refused to continue. */
  "refused",
  /** The provider's content filter stopped the answer. */
  "filtered",
  /** The answer was cut off and never completed. */
  "cut_off",
  /** The prompt and the answer together filled the model's context window. */
  "context_full",
  /** The provider reports far fewer prompt tokens than were sent. */
  "prompt_truncated",
  /** The model was asked for the missing parts and returned no text. */
  "empty",
  /** The provider reported an unknown finish reason. */
  "unknown_finish",
] as const;
export const FindingCode = z.enum(findingCodes);
export type FindingCode = z.infer<typeof FindingCode>;

/** A problem with the milestones or requirements of a plan, which are given by their numbers. */
export const PlanFault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unreadable") }),
  z.object({ kind: z.literal("uncovered"), requirement: z.int() }),
  z.object({ kind: z.literal("unknown_dependency"), milestone: z.int(), dependsOn: z.int() }),
  z.object({ kind: z.literal("unknown_requirement"), milestone: z.int(), requirement: z.int() }),
  /** The milestones of the cycle in order; the first one is repeated at the end. */
  z.object({ kind: z.literal("cycle"), milestones: z.array(z.int()) }),
  /** Several requirements or milestones have this id. Only the first of them counts. */
  z.object({ kind: z.literal("repeated"), entry: z.string() }),
]);
export type PlanFault = z.infer<typeof PlanFault>;

/** A problem with the work plan. `node` is the id of a piece of work. */
export const WorkFault = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unknown_dependency"), node: z.string(), dependsOn: z.string() }),
  z.object({ kind: z.literal("cycle"), nodes: z.array(z.string()) }),
  z.object({ kind: z.literal("no_steps"), node: z.string() }),
  /** Several pieces of work have this id. Only the first of them counts. */
  z.object({ kind: z.literal("repeated"), node: z.string() }),
]);
export type WorkFault = z.infer<typeof WorkFault>;

/** The differences between a scorecard and the criteria that were asked for. */
export const ScoreGaps = z.object({
  /** Criteria without a row. */
  missing: z.array(z.string()),
  /** Criteria whose cell has no score from 0 to 10, with the content of the cell. */
  unreadable: z.array(z.object({ criterion: z.string(), cell: z.string() })),
  /** Criteria that the task did not ask for. */
  invented: z.array(z.string()),
  /** Criteria whose weight differs from the weight in the task. */
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
  /** The number of entries that are read, and the number that the artifact has. */
  entries: z.object({ read: z.int(), count: z.int() }).optional(),
  /** The model's reason for ending: one of the values of `finish` in a document's front matter. */
  finish: z.string().optional(),
  /** The tokens of the prompt as counted before the call, and as reported by the provider. */
  tokens: z.object({ counted: z.int(), read: z.int() }).optional(),
  /**
   * Each table with a row that does not fit: the heading of the section it is in, how many column headings it has, and the
   * position and number of cells of the row.
   */
  tables: z.array(z.object({ section: z.string(), headings: z.int(), row: z.int(), cells: z.int() })).optional(),
  /** The number of chunks that the text was written in. */
  chunks: z.int().optional(),
  /** How many repetitions were removed from the end of a text, because its model was in a loop when it was cut off. */
  repetitions: z.int().optional(),
});
export type FindingDetails = z.infer<typeof FindingDetails>;

/** A problem with a document. It is open until the text is corrected or a person accepts it. */
export const Finding = z.object({
  id: FindingId,
  code: FindingCode,
  /** The key of the artifact with the problem; null if the problem concerns the whole document. */
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

/** True if a session stops at this finding before its next stage, because later prompts would need the missing text. */
export const stopsSession = (code: FindingCode): boolean => stopping.has(code);

export const isOpen = ({ acceptedAt }: Pick<Finding, "acceptedAt">): boolean => acceptedAt === null;

export const findingParams = documentParams.extend({ findingId: FindingId });

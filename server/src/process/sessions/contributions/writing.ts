import type { AsOf, Expected, GivenClaim, NewFinding, ReadableChunk, SourceText } from "#documents";
import type { NextContinuation } from "#jobs";
import type { ModelTerms } from "#models";
import type { Tx } from "#platform";
import type { PromptDocument, PromptFeedback } from "#prompts";
import type { RecipeStep, WorkOrder } from "#recipes";
import type { PromptParts } from "#review";
import type { StageWork } from "../stages/load-stage-work.ts";

/**
 * One request of a work order; `askedFor` are the keys of artifacts that earlier answers left out or got wrong. A regeneration
 * reads the state at the time of its request, every other request the state at the start of its stage.
 */
export type Writing = {
  work: StageWork;
  order: WorkOrder;
  askedFor: readonly string[];
  regeneratedAsOf: AsOf;
  policy: WritingPolicy;
};

/** What a prompt states besides its documents. */
export type Besides = Pick<PromptParts, "facts" | "claims" | "contested" | "answers">;

/** The parts of a prompt besides the request and the task. */
export type Reading = {
  documents: PromptDocument[];
  feedback?: PromptFeedback[];
  parts?: Besides;
  progress?: string;
  /** The claims that the answer must give verdicts on. */
  toJudge: GivenClaim[];
};

/** The differences between writing the document of a recipe step (`documentPolicy`) and a combined text (`combiningPolicy`). */
export type WritingPolicy = {
  read(db: Tx, writing: Writing, texts: readonly SourceText[]): Promise<Reading>;
  /** True if the prompt's documents must not be shortened. */
  keepsSources: boolean;
  /** The maximum tokens of one answer. */
  outputCap(input: { words: number; chosen: number | null; model: ModelTerms }): number;
  /** The most continuations of the text, not counting interruptions. */
  continuations(input: { chosen: number; words: number; cap: number }): number;
  /** What the text is compared with; null if it stays as it was written. */
  expected(writing: Writing, step: RecipeStep, toJudge: readonly GivenClaim[]): Expected | null;
  /** True if a text that was cut off is long enough and need not be continued. */
  isLongEnough(written: readonly ReadableChunk[], input: { words: number; terms: ModelTerms }): boolean;
  /** The findings that a person has to see: those about the artifacts and those about how the answers ended. */
  findings(found: { artifacts: readonly NewFinding[]; endings: readonly NewFinding[] }): NewFinding[];
  /** The job that makes the next request of the chain. */
  next(writing: Writing, input: { askedFor: readonly string[]; isShortened: boolean }): NextContinuation;
};

/** Limits on the length of a text. */
export type WritingLimits = {
  /** Words that the step asks for. */
  words: number;
  /** The maximum tokens of this answer. */
  cap: number;
  /** The cap of the next attempt if the model uses the whole cap for thinking. */
  raised: number;
  /** The most continuations of the text, not counting interruptions. */
  continuations: number;
};

/** A request reads its inputs as they were at this time. */
export const asOfFor = ({ work, regeneratedAsOf }: Writing): AsOf => regeneratedAsOf ?? work.run.began;

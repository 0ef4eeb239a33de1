import type { AsOf, Expected, GivenClaim, NewFinding, ReadableChunk, SourceText } from "#documents";
import type { NextContinuation } from "#jobs";
import type { ModelTerms } from "#models";
import type { Tx } from "#platform";
import type { PromptDocument, PromptFeedback } from "#prompts";
import type { RecipeStep, WorkOrder } from "#recipes";
import type { PromptParts } from "#review";
import type { StageWork } from "../stages/load-stage-work.ts";

/**
 * One request for a work order. `askedFor` has the keys of the artifacts that earlier answers left out or got wrong. A
 * regeneration reads the state at the time when it was requested; any other request reads the state at the start of its
 * stage.
 */
export type Writing = {
  work: StageWork;
  order: WorkOrder;
  askedFor: readonly string[];
  regeneratedAsOf: AsOf;
  policy: WritingPolicy;
};

/** What a prompt contains besides its documents. */
export type Besides = Pick<PromptParts, "facts" | "claims" | "contested" | "answers">;

/** The parts of a prompt besides the request and the task. */
export type Reading = {
  documents: PromptDocument[];
  feedback?: PromptFeedback[];
  parts?: Besides;
  progress?: string;
  /** The claims on which the answer must give verdicts. */
  toJudge: GivenClaim[];
};

/**
 * What differs between writing the document of a recipe step (`documentPolicy`) and writing a combined text
 * (`combiningPolicy`).
 */
export type WritingPolicy = {
  read(db: Tx, writing: Writing, texts: readonly SourceText[]): Promise<Reading>;
  /** True if the prompt's documents must not be shortened. */
  keepsSources: boolean;
  /** The maximum number of tokens in one answer. */
  outputCap(input: { words: number; chosen: number | null; model: ModelTerms }): number;
  /** The maximum number of continuations of the text, not counting those after interruptions. */
  continuations(input: { chosen: number; words: number; cap: number }): number;
  /** What the text must contain; null if the text is kept as the model wrote it. */
  expected(writing: Writing, step: RecipeStep, toJudge: readonly GivenClaim[]): Expected | null;
  /** True if a cut-off text is long enough and need not be continued. */
  isLongEnough(written: readonly ReadableChunk[], input: { words: number; terms: ModelTerms }): boolean;
  /** Selects the findings that a person must see from those about artifacts and those about how the answers ended. */
  findings(found: { artifacts: readonly NewFinding[]; endings: readonly NewFinding[] }): NewFinding[];
  /** The job for the next request of the chain. */
  next(writing: Writing, input: { askedFor: readonly string[]; isShortened: boolean }): NextContinuation;
};

/** Limits on the length of a text. */
export type WritingLimits = {
  /** The number of words that the step asks for. */
  words: number;
  /** The maximum number of tokens in this answer. */
  cap: number;
  /** The cap for the next attempt if the model uses the whole `cap` for thinking. */
  raised: number;
  /** The maximum number of continuations of the text, not counting those after interruptions. */
  continuations: number;
};

/** The time as of which a request reads its inputs. */
export const asOfFor = ({ work, regeneratedAsOf }: Writing): AsOf => regeneratedAsOf ?? work.run.began;

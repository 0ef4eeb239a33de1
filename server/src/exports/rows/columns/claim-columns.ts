import { MemoryLanguage, Verdict } from "@dialectic/contract";
import { z } from "zod";
import * as v from "./values.ts";

/** Rows of the modules review, context and memory. Optional columns have a default in the database. */

export const claims = {
  session_id: v.ref("sessions"),
  number: v.ordinal,
  contribution_id: v.ref("contributions"),
  model: v.model,
  text: v.sentences.min(1),
};

export const verdicts = {
  session_id: v.ref("sessions"),
  number: v.ordinal,
  contribution_id: v.ref("contributions"),
  version: v.ordinal,
  model: v.model,
  verdict: Verdict,
  because: v.sentences,
  answers: v.sentences,
};

export const scores = {
  session_id: v.ref("sessions"),
  contribution_id: v.ref("contributions"),
  version: v.ordinal,
  proposal_id: v.ref("contributions"),
  place: v.count(1_000_000),
  criterion: v.sentences,
  weight: z.number().min(0).max(1e9).nullish(),
  score: z.number().min(0).max(10),
  because: v.sentences,
  is_self: z.boolean(),
};

export const questions = {
  session_id: v.ref("sessions"),
  number: v.ordinal,
  contribution_id: v.ref("contributions"),
  model: v.model,
  text: v.sentences.min(1),
  decides: v.sentences,
  otherwise: v.sentences,
};

export const questionAnswers = {
  id: v.ref("question_answers"),
  session_id: v.ref("sessions"),
  number: v.ordinal,
  answer: v.text(20_000).regex(/\S/, "must not be empty"),
  answered_at: v.moment.optional(),
};

export const claimChoices = {
  id: v.ref("claim_choices"),
  session_id: v.ref("sessions"),
  number: v.ordinal,
  choice: Verdict,
  note: v.text(20_000),
  chosen_at: v.moment.optional(),
};

export const documentReferences = {
  document_id: v.ref("documents"),
  version: v.ordinal,
  paragraph: v.number(10_000_000),
  kind: z.enum(["C", "D", "F", "Q"]),
  number: v.count(2_147_483_647),
  resolved: z.boolean(),
};

const statementNumbers = z.array(v.count(2_147_483_647)).max(100_000);

export const documentChecks = {
  document_id: v.ref("documents"),
  version: v.ordinal,
  claims: statementNumbers,
  questions: statementNumbers,
  warnings: z.array(v.sentences).max(100_000),
  reference_count: v.count(10_000_000),
  resolved_count: v.count(10_000_000),
  checked_at: v.moment.optional(),
};

export const promptParts = {
  id: v.ref("prompt_parts"),
  project_id: v.ref("projects"),
  content_hash: v.hash,
  text: v.textFile,
};

const ReceiptPart = z.strictObject({
  id: v.words,
  kind: z.enum(["document", "message"]),
  label: v.words,
  contentHash: v.hash,
  from: v.tokens,
  to: v.tokens,
  kept: z.array(v.count(2_147_483_647)).max(1_000_000),
  isReused: z.boolean(),
});

export const promptReceipts = {
  id: v.ref("prompt_receipts"),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions").nullish(),
  chain_id: v.ref("jobs").nullish(),
  job_id: v.ref("jobs").nullish(),
  contribution_id: v.ref("contributions").nullish(),
  model: v.model,
  context_window: v.tokens,
  input_limit: v.tokens,
  tokens_before: v.tokens,
  tokens_after: v.tokens,
  parts: v.json(z.array(ReceiptPart).max(100_000)),
  /** What the exporting user paid for shortening the prompt. The importing user is not charged. */
  cost: v.count(Number.MAX_SAFE_INTEGER).optional(),
  at: v.moment.optional(),
};

export const memoryLanguages = { project_id: v.ref("projects"), language: MemoryLanguage };

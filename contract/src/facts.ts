import { z } from "zod";
import { BundleId, DocumentId, FactId, FactNoteId, JobId, ParseRunId, ProjectId, SessionId } from "./ids.ts";
import { Moment } from "./values.ts";

export const FactStatus = z.enum(["proposed", "accepted", "rejected", "conflict", "superseded"]);
export type FactStatus = z.infer<typeof FactStatus>;

export const FactValueType = z.enum([
  "boolean",
  "enum",
  "number",
  "dimension",
  "currency",
  "date",
  "string",
  "note",
  "range",
]);

/** A value as it is stored: 300, "matte", {"value": 6, "unit": "m"}, {"amount": 80000, "currency": "ILS"}, {"min": 4, "max": 6}. */
export const FactValue = z.union([
  z.boolean(),
  z.number(),
  z.string(),
  z.object({ value: z.number(), unit: z.string() }),
  z.object({ amount: z.number(), currency: z.string() }),
  z.object({ min: z.number(), max: z.number(), unit: z.string().optional(), currency: z.string().optional() }),
]);
export type FactValue = z.infer<typeof FactValue>;

/** The words a fact rests on: the exact slice of a bundle. Offsets count UTF-16 units. */
export const FactEvidence = z.object({
  bundleId: BundleId,
  quote: z.string(),
  start: z.int(),
  end: z.int(),
  section: z.enum(["USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"]),
});
export type FactEvidence = z.infer<typeof FactEvidence>;

export const Fact = z.object({
  id: FactId,
  projectId: ProjectId,
  /** How documents refer to it: 3 for [F3]. It belongs to the project and is never used again. */
  number: z.int(),
  scope: z.enum(["project", "item"]),
  itemId: z.uuid().nullable(),
  key: z.string(),
  /** The knowledge block that its key feeds: "project.budget". */
  block: z.string(),
  valueType: FactValueType,
  value: FactValue,
  /** In words: "Budget: 80,000 ILS". */
  statement: z.string(),
  status: FactStatus,
  source: z.enum(["user", "agent", "system", "manual"]),
  confidence: z.number(),
  /** A person has to decide about it; the reason is a code. */
  needsReview: z.boolean(),
  reviewReason: z.string().nullable(),
  /** Null for what a person set by hand. */
  evidence: FactEvidence.nullable(),
  supersedes: FactId.nullable(),
  conflictsWith: FactId.nullable(),
  createdAt: Moment,
});
export type Fact = z.infer<typeof Fact>;

/** What became of a fact: who, when, why. */
export const FactEvent = z.object({
  seq: z.int(),
  factId: FactId,
  number: z.int(),
  statement: z.string(),
  /** The action that it is part of: the number of its first event. */
  action: z.int(),
  act: z.enum(["record", "accept", "reject", "supersede", "corroborate", "edit", "choose", "promote", "undo"]),
  by: z.enum(["user", "policy"]),
  from: FactStatus.nullable(),
  to: FactStatus,
  reason: z.string(),
  evidence: FactEvidence.nullable(),
  at: Moment,
});
export type FactEvent = z.infer<typeof FactEvent>;

/** A fact with everything that explains it. */
export const FactWhy = z.object({
  fact: Fact,
  /** The words around its quote, for showing the quote in its place; null for what was set by hand. */
  context: z.object({ before: z.string(), quote: z.string(), after: z.string() }).nullable(),
  events: z.array(FactEvent),
  /** The facts whose place it took, one after the other, the newest first. */
  chain: z.array(Fact),
  /** Open contradictions about the same key. */
  conflicts: z.array(Fact),
  /** Documents whose prompts stated it. They become stale when it no longer holds; at most 50. */
  statedIn: z.array(z.object({ documentId: DocumentId, sessionId: SessionId, stage: z.string(), title: z.string() })),
});
export type FactWhy = z.infer<typeof FactWhy>;

/** How many facts there are by status, and how many statements have no key yet. */
export const FactCounts = z.object({
  proposed: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  conflict: z.int(),
  superseded: z.int(),
  unmapped: z.int(),
});
export type FactCounts = z.infer<typeof FactCounts>;

/** What an action on the ledger did. */
export const FactAction = z.object({
  /** Null: everything was so already. */
  action: z.int().nullable(),
  facts: z.array(Fact),
});
export type FactAction = z.infer<typeof FactAction>;

/** `left`: pending facts that a person has to decide one by one, because they contradict an accepted fact or each other. */
export const AcceptedAll = FactAction.extend({ left: z.int() });
export type AcceptedAll = z.infer<typeof AcceptedAll>;

/** An operation that did not become a fact, and why. An unmapped statement can be promoted to a key. */
export const FactNote = z.object({
  id: FactNoteId,
  bundleId: BundleId,
  runId: ParseRunId,
  kind: z.enum(["refused", "unmapped"]),
  reason: z.string(),
  operation: z.unknown(),
  evidence: FactEvidence.nullable(),
  createdAt: Moment,
});
export type FactNote = z.infer<typeof FactNote>;

export const ParseStats = z.object({
  operations: z.int(),
  accepted: z.int(),
  superseded: z.int(),
  corroborated: z.int(),
  conflicts: z.int(),
  proposed: z.int(),
  needsReview: z.int(),
  refused: z.int(),
  unmapped: z.int(),
});
export type ParseStats = z.infer<typeof ParseStats>;

export const ParseRun = z.object({
  id: ParseRunId,
  bundleId: BundleId,
  status: z.enum(["queued", "running", "succeeded", "failed"]),
  forced: z.boolean(),
  source: z.enum(["model", "posted", "bound"]),
  model: z.string().nullable(),
  jobId: JobId.nullable(),
  stats: ParseStats.nullable(),
  error: z.unknown().nullable(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
});
export type ParseRun = z.infer<typeof ParseRun>;

export const WorkStage = z.enum(["ideation", "planning", "solutioning"]);
export type WorkStage = z.infer<typeof WorkStage>;

/** The immutable text of one turn. */
export const BundleSummary = z.object({
  id: BundleId,
  projectId: ProjectId,
  sessionId: SessionId.nullable(),
  turnKey: z.string(),
  sourceType: z.enum(["structuredQuestions", "chat", "generation", "mixed"]),
  sourceIds: z.array(z.string()),
  workStage: WorkStage,
  sha256: z.string(),
  takenAt: Moment,
  createdAt: Moment,
  /** The newest run; null: no run yet. */
  status: ParseRun.shape.status.nullable(),
});
export type BundleSummary = z.infer<typeof BundleSummary>;

export const Bundle = BundleSummary.extend({
  text: z.string(),
  sections: z.array(
    z.object({
      section: z.enum(["TURN_META", "STRUCTURED_QUESTIONS", "USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"]),
      range: z.object({ start: z.int(), end: z.int() }),
      parts: z.array(z.object({ start: z.int(), end: z.int() })),
    }),
  ),
  runs: z.array(ParseRun.extend({ raw: z.string().nullable() })),
  notes: z.array(FactNote),
});
export type Bundle = z.infer<typeof Bundle>;

/** A question by which a key is filled: without any model, an answer to it is a fact. */
export const KeyQuestion = z.object({
  key: z.string(),
  itemId: z.uuid().nullable(),
  label: z.string(),
  question: z.string(),
  valueType: FactValueType,
  /** Deferred: answered with IDK. */
  status: z.enum(["open", "deferred"]),
  why: z.enum(["empty", "conflict"]),
});
export type KeyQuestion = z.infer<typeof KeyQuestion>;

export const QuickAnswer = z.enum(["YES", "NO", "IDK", "IRRELEVANT"]);
export type QuickAnswer = z.infer<typeof QuickAnswer>;

/** What a turn led to. */
export const TurnResult = z.object({
  bundleId: BundleId,
  /** False: the same turn was sent before. */
  isNew: z.boolean(),
  run: ParseRun.nullable(),
  facts: z.array(Fact),
});
export type TurnResult = z.infer<typeof TurnResult>;

/** How a project's turns are read. */
export const LedgerSettings = z.object({
  /** The model that reads facts out of turns; null: none does. */
  extractor: z.string().nullable(),
});
export type LedgerSettings = z.infer<typeof LedgerSettings>;

/** One line of a knowledge block. */
export const BlockEntry = z.object({
  /** A conflict contradicts the accepted fact of its key. */
  kind: z.enum(["fact", "conflict"]),
  key: z.string(),
  label: z.string(),
  number: z.int(),
  factId: FactId,
  statement: z.string(),
  value: FactValue,
  source: Fact.shape.source,
  severity: z.enum(["hard", "soft"]).nullable(),
});
export type BlockEntry = z.infer<typeof BlockEntry>;

/** What is known about one side of a project, or of an item. */
export const Block = z.object({
  /** "project", or the id of an item. */
  subject: z.string(),
  /** "project.budget" */
  block: z.string(),
  /** The number of the newest event about one of its keys; 0: nothing happened yet. */
  revision: z.int(),
  updatedAt: Moment.nullable(),
  updatedBy: z.enum(["user", "policy"]).nullable(),
  entries: z.array(BlockEntry),
  /** Important keys that are still empty. */
  questions: z.array(z.object({ key: z.string(), question: z.string() })),
});
export type Block = z.infer<typeof Block>;

export const Blocks = z.object({ items: z.array(Block), markdown: z.string() });
export type Blocks = z.infer<typeof Blocks>;

import { z } from "zod";
import { Fact, FactNote } from "./facts.ts";
import { BundleId, JobId, ParseRunId, ProjectId, SessionId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { pageOf, type Route } from "./route.ts";
import { Moment, Money } from "./values.ts";

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
  /** The cost of the run so far. */
  spend: Money,
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
  /** The status of the newest parse run; null if there has been none yet. */
  status: ParseRun.shape.status.nullable(),
  /** The cost of reading the turn so far. */
  spend: Money,
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

/** The result of recording a turn. */
export const TurnResult = z.object({
  bundleId: BundleId,
  /** False if the same turn had been sent before. */
  isNew: z.boolean(),
  run: ParseRun.nullable(),
  facts: z.array(Fact),
});
export type TurnResult = z.infer<typeof TurnResult>;

/** Settings for extracting facts from a project's turns. */
export const LedgerSettings = z.object({
  /**
   * The model that extracts facts from turns: "auto" (the cheapest model of the newest session), a model's id, or null for
   * none.
   */
  extractor: z.string().nullable(),
  /** With "auto": whether an offline rehearsal model may be used if the session has no other model. */
  rehearsal: z.boolean(),
  /** If true, facts are also extracted from documents that models wrote. They are always extracted from people's turns. */
  documents: z.boolean(),
  /** The model that currently extracts facts. While it is null, turns wait. */
  model: z.string().nullable(),
});
export type LedgerSettings = z.infer<typeof LedgerSettings>;

const bundleParams = z.object({ bundleId: BundleId });
const limit = z.coerce.number().int().min(1).max(500).default(100);

/** The turns that facts are extracted from, and the model that reads them. */
export const bundlesRoutes = {
  listBundles: {
    method: "get",
    path: "/api/projects/{projectId}/bundles",
    about: "The turns of a project, newest first. `after` is the id of the last turn on the previous page.",
    params: projectParams,
    query: z.object({ limit, after: BundleId.optional() }),
    response: pageOf(BundleSummary),
  },
  getBundle: {
    method: "get",
    path: "/api/bundles/{bundleId}",
    about:
      "A turn with its text, its parse runs (each with the extractor's answer) and the operations that were refused.",
    params: bundleParams,
    response: Bundle,
  },
  parseBundle: {
    method: "post",
    path: "/api/bundles/{bundleId}/parse",
    about: "Lets the project's extractor read a turn. With `force`, a turn that was already read is read again.",
    params: bundleParams,
    body: z.strictObject({ force: z.boolean().default(false) }),
    response: ParseRun,
  },
  postOperations: {
    method: "post",
    path: "/api/bundles/{bundleId}/operations",
    about: "Applies operations that another program extracted from a turn. They are checked like a model's operations.",
    params: bundleParams,
    body: z.strictObject({ operations: z.array(z.unknown()).max(2_000), force: z.boolean().default(false) }),
    response: TurnResult,
  },
  getLedgerSettings: {
    method: "get",
    path: "/api/projects/{projectId}/ledger",
    about: "Which model extracts facts from the project's turns, and from which turns.",
    params: projectParams,
    response: LedgerSettings,
  },
  changeLedgerSettings: {
    method: "post",
    path: "/api/projects/{projectId}/ledger",
    about:
      "Chooses the model that extracts facts from turns: `auto`, an id, or null for none. The model also reads earlier turns that were not read yet. A model that is chosen by its id also reads documents, unless `documents` is false.",
    params: projectParams,
    body: z.strictObject({
      extractor: z.string().min(1).max(200).nullable().optional(),
      rehearsal: z.boolean().optional(),
      documents: z.boolean().optional(),
    }),
    response: LedgerSettings,
  },
  readBrief: {
    method: "post",
    path: "/api/projects/{projectId}/ledger/brief",
    about: "Lets the project's extractor read the brief like a turn of the person. A brief is read only once.",
    params: projectParams,
    response: LedgerSettings,
  },
} as const satisfies Record<string, Route>;

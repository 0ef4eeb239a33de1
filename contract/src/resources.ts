import { z } from "zod";
import { BlockedBy } from "./blocked-by.ts";
import { Overlay } from "./domains.ts";
import { Duration } from "./durations.ts";
import { Finding } from "./findings.ts";
import { ContributionId, DocumentId, JobId, ProjectId, SessionId, StageRunId } from "./ids.ts";
import { ModelPrices } from "./models.ts";
import { Budget } from "./money.ts";
import { ProviderWait } from "./provider-waits.ts";
import { Quote } from "./quote.ts";
import { Remedy } from "./remedies.ts";
import { JobKind, JobStatus, PauseReason, SessionStatus, StageRunStatus } from "./statuses.ts";
import { ProjectSummary } from "./summaries.ts";
import { Moment, Money } from "./values.ts";

export const ModelInfo = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  about: z.string(),
  contextWindow: z.int(),
  maxOutputTokens: z.int(),
  free: z.boolean(),
  /** What a million tokens cost; null for what costs nothing, and where nobody said. */
  prices: ModelPrices.nullable(),
  /** The day on which its figures were looked up; null where nobody said. */
  noted: z.iso.date().nullable(),
  /** Who says so: this program, models.json, the user's own list, or the provider itself, which was asked just now. */
  source: z.enum(["shipped", "file", "own", "discovered"]),
  /** Whether it can be chosen now; if not, `why` says what to do. */
  ready: z.boolean(),
  why: z.string().nullable(),
  /** Not ready for want of a key that the user may store: where there is a form for it, that is what to point to. */
  needsKey: z.boolean(),
  /** What can be done about `why`, where there is something to name. */
  remedies: z.array(Remedy),
});
export type ModelInfo = z.infer<typeof ModelInfo>;

export const ProcessInfo = z.object({
  key: z.string(),
  version: z.int(),
  name: z.string(),
  about: z.string(),
  stages: z.array(z.object({ key: z.string(), name: z.string(), about: z.string() })),
  /** Added by you; else shipped with the program. */
  own: z.boolean(),
});
export type ProcessInfo = z.infer<typeof ProcessInfo>;

export const Project = ProjectSummary.extend({
  /** The request, verbatim. */
  brief: z.string(),
  /** What binds the project beside its request. */
  overlay: Overlay,
});
export type Project = z.infer<typeof Project>;

/** One piece of expected work of a stage: frozen when the stage starts, done when its document is. */
export const ExpectedWork = z.object({
  key: z.string(),
  label: z.string(),
  model: z.string(),
  intermediate: z.boolean(),
  /** `excluded`: a person had the stage continue without it. */
  state: z.enum(["waiting", "running", "done", "paused", "failed", "cancelled", "excluded"]),
  /** Why it is missing, in one sentence; null when it is done, not started, paused, or waits for a provider. */
  why: z.string().nullable(),
  /** Why it is paused, or the job it waits for is. */
  pauseReason: PauseReason.nullable(),
  /** The provider it waits for; null: for none. */
  waitsFor: ProviderWait.nullable(),
  jobId: JobId.nullable(),
});
export type ExpectedWork = z.infer<typeof ExpectedWork>;

export const StageRun = z.object({
  id: StageRunId.nullable(),
  stage: z.string(),
  name: z.string(),
  about: z.string(),
  /** null: this stage has not been started. */
  status: StageRunStatus.nullable(),
  /** The one this tells of: a stage that the session's iteration does not repeat stands as an earlier one left it. */
  iteration: z.int(),
  calls: z.int(),
  turns: z.int(),
  done: z.int(),
  expected: z.int(),
  /** How many combined texts are written, and how many are known to be needed so far; null where nothing is combined. */
  combining: z.object({ done: z.int(), of: z.int() }).nullable(),
  work: z.array(ExpectedWork),
  /** The providers its work waits for, one entry for each model. */
  waits: z.array(ProviderWait),
  /** What its calls have cost the wallet, in every iteration. */
  spent: Money,
  error: z.string().nullable(),
  /** How many findings of its documents are open. */
  findings: z.int(),
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
});
export type StageRun = z.infer<typeof StageRun>;

export const Session = z.object({
  id: SessionId,
  projectId: ProjectId,
  projectName: z.string(),
  /** Null for sessions older than domains. */
  domain: z.string().nullable(),
  process: z.string(),
  processVersion: z.int(),
  /** The domain's, the project's and its own, as they were when it was made. */
  overlay: Overlay,
  models: z.array(z.string()),
  leadModel: z.string(),
  auto: z.boolean(),
  /** How often a document that was cut off is carried on. */
  continuations: z.int(),
  /** How many proposals each model is asked for. */
  proposals: z.int(),
  /** Go on to the next stage although a required part of a document is missing. */
  acceptFindings: z.boolean(),
  /** How long a provider that is down or rate limits is retried before the work that waits for it fails. */
  retryWindow: Duration,
  status: SessionStatus,
  /** Null: it is running, continues by itself, has finished, or its next stage can be started. */
  blockedBy: BlockedBy.nullable(),
  currentStage: z.string(),
  iteration: z.int(),
  stages: z.array(StageRun),
  /** In all iterations, as are the turns. */
  calls: z.int(),
  turns: z.int(),
  /** How many findings are open, in all stages as they stand. */
  findings: z.int(),
  /** What its calls have cost the wallet. */
  spent: Money,
  /** Null: nothing caps what it may cost. */
  budget: Budget.nullable(),
  /** What it was expected to cost when it was made; null for sessions older than quotes. */
  quote: Quote.nullable(),
  /** What each further iteration was expected to cost when it began. */
  iterationQuotes: z.array(
    Quote.pick({ low: true, expected: true, high: true, free: true }).extend({ iteration: z.int() }),
  ),
  createdAt: Moment,
});
export type Session = z.infer<typeof Session>;

export const DocumentSummary = z.object({
  id: DocumentId,
  sessionId: SessionId,
  stage: z.string(),
  iteration: z.int(),
  model: z.string(),
  /** `whole`: what one work order wrote, assembled from its chunks; `artifact`: one named part of it. */
  kind: z.enum(["whole", "artifact"]),
  /** The artifact's id in kebab-case; null for a whole document. */
  artifact: z.string().nullable(),
  title: z.string(),
  path: z.string(),
  intermediate: z.boolean(),
  chunks: z.int(),
  words: z.int(),
  sha256: z.string(),
  contributionId: ContributionId,
  /** 1 is what the model wrote; every edit counts on. */
  version: z.int(),
  /** Something it was made of was edited or regenerated since: what, in one sentence, and which document. */
  stale: z.object({ reason: z.string(), because: DocumentId }).nullable(),
  /** The document that was written for the same piece of work after this one. */
  replacedBy: DocumentId.nullable(),
  /** The job that writes it anew just now. */
  regenerating: JobId.nullable(),
  /** What is wrong with it; a part of a document has those that are about it. */
  findings: z.array(Finding),
  createdAt: Moment,
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

/** One of a document's texts: 1 is the model's, the others are people's. */
export const DocumentVersion = z.object({
  version: z.int(),
  /** The model's id, or the person's name. */
  author: z.string(),
  at: Moment,
  words: z.int(),
});
export type DocumentVersion = z.infer<typeof DocumentVersion>;

export const Document = DocumentSummary.extend({
  markdown: z.string(),
  artifacts: z.array(z.object({ key: z.string(), title: z.string(), id: DocumentId.nullable() })),
  sources: z.array(z.object({ contributionId: ContributionId, documentId: DocumentId.nullable(), title: z.string() })),
  versions: z.array(DocumentVersion),
});
export type Document = z.infer<typeof Document>;

export const JobError = z.object({
  code: z.string(),
  message: z.string(),
  at: Moment,
  attempt: z.int(),
  /** How often a provider failed like this in a row, and when last; `at` is the first time. */
  tries: z.int().optional(),
  lastAt: Moment.optional(),
});
export type JobError = z.infer<typeof JobError>;

export const Job = z.object({
  id: JobId,
  kind: JobKind,
  status: JobStatus,
  pauseReason: PauseReason.nullable(),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  stage: z.string().nullable(),
  iteration: z.int().nullable(),
  model: z.string().nullable(),
  stepKey: z.string().nullable(),
  label: z.string().nullable(),
  parentId: JobId.nullable(),
  prerequisiteId: JobId.nullable(),
  attempt: z.int(),
  maxRetries: z.int(),
  /** The provider it waits for; null: for none. */
  waitsFor: ProviderWait.nullable(),
  currentStep: z.int().nullable(),
  totalSteps: z.int().nullable(),
  runAt: Moment,
  error: JobError.nullable(),
  errors: z.array(JobError),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
});
export type Job = z.infer<typeof Job>;

export const ProjectFile = z.object({ path: z.string(), sha256: z.string(), bytes: z.int() });
export type ProjectFile = z.infer<typeof ProjectFile>;

/** A change of something, numbered in commit order; a reader that has number n has every number below it. */
export const Event = z.object({
  seq: z.int(),
  kind: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  data: z.record(z.string(), z.unknown()),
  at: Moment,
});
export type Event = z.infer<typeof Event>;

/**
 * The shapes both sides agree on: the browser, the server, the CLI and programs written against the API.
 * Imports zod and nothing else. What stands here is public: adding is free, changing is breaking.
 */
export { ApiError, type Client, createClient } from "./client.ts";
export { type ErrorCode, errorTable, isErrorCode, type Problem } from "./errors.ts";
export {
  ContributionId,
  DocumentId,
  JobId,
  NoticeId,
  ProjectId,
  SessionId,
  StageRunId,
  UserId,
} from "./ids.ts";
export { NewQuote, Quote, type QuotedStage, type TokenRange } from "./quote.ts";
export {
  Document,
  DocumentSummary,
  Event,
  ExpectedWork,
  Job,
  JobError,
  ModelInfo,
  Notice,
  ProcessInfo,
  Project,
  ProjectFile,
  Session,
  StageRun,
} from "./resources.ts";
export { NewProject, NewSession, type Route, type RouteName, routes } from "./routes.ts";
export { RunSummary } from "./run-summary.ts";
export {
  JobKind,
  JobStatus,
  jobStatuses,
  PauseReason,
  SessionStatus,
  StageRunStatus,
} from "./statuses.ts";
export { Money } from "./values.ts";

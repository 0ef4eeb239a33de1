/**
 * The shapes both sides agree on: the browser, the server, the CLI and programs written against the API.
 * Imports zod and nothing else. What stands here is public: adding is free, changing is breaking.
 */
export { BlockedBy } from "./blocked-by.ts";
export {
  Board,
  BoardCard,
  BoardColumn,
  BoardStep,
  boardColumns,
  boardRoutes,
  isBegun,
  SyncedBoard,
  sameMilestone,
} from "./board.ts";
export {
  Claim,
  ClaimCoverage,
  Claims,
  DocumentChecks,
  ProposalLabel,
  Question,
  Scorecard,
  ScoredProposal,
  Scores,
  Verdict,
} from "./claims.ts";
export { ApiError, type Client, createClientFor, type Operation } from "./client.ts";
export { DocumentReceipt, FittedPrompt, Ingredients, NewFit } from "./context.ts";
export {
  ChatToolInfo,
  Conversation,
  ConversationHit,
  conversationsRoutes,
  Exchange,
  ExchangeAction,
  ExchangeEvent,
  ExchangeStatus,
  longestMessage,
  NewConversation,
  NewExchange,
  ToolRun,
  UsedContext,
} from "./conversations.ts";
export { createClient } from "./create-client.ts";
export { describeFinding, describePlanFault, describeScoreGaps, describeWorkFault } from "./describe-finding.ts";
export { coveringDollars, formatDollars, type ParsedDollars, parseDollars } from "./dollars.ts";
export { AddedTemplates, DomainInfo, NewTemplates, Overlay } from "./domains.ts";
export { Duration, formatDuration, parseDuration, sayDuration } from "./durations.ts";
export { type ErrorCode, errorTable, isErrorCode, type Problem } from "./errors.ts";
export {
  Finding,
  FindingCode,
  FindingDetails,
  findingCodes,
  isOpen,
  PlanFault,
  ScoreGaps,
  stopsSession,
  WorkFault,
} from "./findings.ts";
export {
  CardId,
  ContributionId,
  ConversationId,
  DocumentId,
  ExchangeId,
  FeedbackId,
  FindingId,
  JobId,
  NotificationId,
  ProjectId,
  SessionId,
  StageRunId,
  UserId,
} from "./ids.ts";
export { Inbox, InboxAction, InboxItem, InboxKind, inboxKinds } from "./inbox.ts";
export { isInUse } from "./is-in-use.ts";
export { continuationsRange, isWithin, proposalsRange } from "./limits.ts";
export {
  IndexedMemory,
  MemoryHit,
  MemoryKind,
  MemoryLanguage,
  MemorySearch,
  NewMemory,
} from "./memory.ts";
export {
  ConfigProblem,
  EmbeddingEntry,
  EmbeddingModelInfo,
  ModelEntry,
  ModelPrices,
  ModelTest,
  NewProviderKey,
  ProviderKey,
} from "./models.ts";
export {
  Budget,
  Discrepancy,
  PaymentWait,
  StatementGroup,
  StatementGrouping,
  StatementLine,
  StatementSums,
  Wallet,
} from "./money.ts";
export { NamedThing, Noun } from "./names-routes.ts";
export { Notification } from "./notifications.ts";
export { Plan, PlanPart } from "./plan.ts";
export { NewProject } from "./projects-routes.ts";
export { describeWait, ProviderWait } from "./provider-waits.ts";
export { NewQuote, Quote, type QuotedStage, type TokenRange } from "./quote.ts";
export { type QuotedPrices, quotedInAll } from "./quoted-in-all.ts";
export { Remedy } from "./remedies.ts";
export {
  Document,
  DocumentSummary,
  DocumentVersion,
  Event,
  ExpectedWork,
  Job,
  JobError,
  ModelInfo,
  ProcessInfo,
  Project,
  ProjectFile,
  Session,
  StageRun,
} from "./resources.ts";
export type { Route } from "./route.ts";
export { type RouteName, routes } from "./routes.ts";
export { RunSummary } from "./run-summary.ts";
export { NewSession } from "./sessions-routes.ts";
export {
  JobKind,
  JobStatus,
  jobStatuses,
  PauseReason,
  SessionStatus,
  StageRunStatus,
} from "./statuses.ts";
export {
  DerivedChange,
  EditedDocument,
  Feedback,
  RegenerationQuote,
  SeedPrompt,
  steeringRoutes,
} from "./steering.ts";
export { ProjectSummary, SessionSummary } from "./summaries.ts";
export { Amount, Continuations, Money, Proposals } from "./values.ts";
export { StatementQuery, TopUp, walletRoutes } from "./wallet-routes.ts";
export { inWholeDollars, type WayOut, waysOut } from "./ways-out.ts";

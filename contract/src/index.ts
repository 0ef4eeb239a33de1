/**
 * The schemas and types shared by the browser, the server, the CLI and programs written against the API. This package
 * imports only zod. Everything in it is public: additions are compatible, changes are breaking.
 *
 * Each noun has one file with its schemas and routes; `routes.ts` joins the routes of all files. `stage-runs.ts` and
 * `stages.ts` are separate files because a session contains stage runs, and stage routes return sessions.
 */
export { itemBlocks, projectBlocks } from "./block-names.ts";
export { Block, BlockEntry, Blocks, Enrichment, LedgerRecord } from "./blocks.ts";
export {
  Board,
  BoardCard,
  BoardColumn,
  boardColumns,
  ChecklistItem,
  isBegun,
  SyncedBoard,
  sameMilestone,
} from "./board.ts";
export { Bundle, BundleSummary, LedgerSettings, ParseRun, ParseStats, TurnResult, WorkStage } from "./bundles.ts";
export { CatalogueCandidate, CatalogueItem, CatalogueSuggestions, catalogueRoutes } from "./catalogue.ts";
export { Claim, ClaimCoverage, Claims, Verdict } from "./claims.ts";
export { ApiError, type Client, createClientFor, type Operation } from "./client.ts";
export { DocumentReceipt, FittedPrompt, Ingredients, NewFit } from "./context.ts";
export {
  ChatToolInfo,
  Conversation,
  ConversationHit,
  ConversationImport,
  Exchange,
  ExchangeAction,
  ExchangeEvent,
  ExchangeMessage,
  ExchangeStatus,
  ExchangesMigration,
  longestMessage,
  MessageImport,
  NewConversation,
  NewExchange,
  ToolRun,
  UsedContext,
} from "./conversations.ts";
export { createClient } from "./create-client.ts";
export {
  describeFinding,
  describePlanFault,
  describeRepetitions,
  describeScoreGaps,
  describeWorkFault,
} from "./describe-finding.ts";
export { DerivedChange, EditedDocument } from "./document-edits.ts";
export { Document, DocumentChecks, DocumentSummary, DocumentVersion, isInUse, LinkedDocument } from "./documents.ts";
export { coveringDollars, formatDollars, type ParsedDollars, parseDollars } from "./dollars.ts";
export { Duration, formatDuration, parseDuration, sayDuration } from "./durations.ts";
export { type ErrorCode, errorTable, isErrorCode, type Problem } from "./errors.ts";
export { Event } from "./events.ts";
export {
  AcceptedAll,
  Fact,
  FactAction,
  FactCounts,
  FactEvent,
  FactEvidence,
  FactKeyInfo,
  FactNote,
  FactStatus,
  FactValue,
  FactValueType,
  FactWhy,
} from "./facts.ts";
export { Feedback } from "./feedback.ts";
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
export { formatFactValue } from "./format-fact-value.ts";
export {
  BundleId,
  CardId,
  CatalogueId,
  ContributionId,
  ConversationId,
  DocumentId,
  ExchangeId,
  FactId,
  FactNoteId,
  FeedbackId,
  FindingId,
  ItemId,
  JobId,
  LedgerRecordId,
  LineId,
  NotificationId,
  ParseRunId,
  PriceId,
  ProjectId,
  SessionId,
  StageRunId,
  UserId,
} from "./ids.ts";
export { Inbox, InboxAction, InboxItem, InboxKind, inboxKinds } from "./inbox.ts";
export {
  FieldFact,
  FieldWhy,
  Item,
  ItemAction,
  ItemEvent,
  ItemField,
  ItemLine,
  ItemOverride,
  ItemStatus,
  itemsRoutes,
  LineAction,
  LineKind,
  Mention,
  Mentions,
  PlannedCost,
} from "./items.ts";
export { Job, JobError, JobKind, JobStatus, jobStatuses, PauseReason } from "./jobs.ts";
export { KeyQuestion, QuickAnswer } from "./key-questions.ts";
export { continuationsRange, isWithin, proposalsRange } from "./limits.ts";
export { IndexedMemory, MemoryHit, MemoryKind, MemoryLanguage, MemorySearch, NewMemory } from "./memory.ts";
export {
  ConfigProblem,
  EmbeddingEntry,
  EmbeddingModelInfo,
  ModelEntry,
  ModelInfo,
  ModelPrices,
  ModelTest,
  NewProviderKey,
  ProviderKey,
} from "./models.ts";
export { NamedThing, Noun } from "./names.ts";
export { Notification } from "./notifications.ts";
export { inWholeDollars, type PaymentOption, paymentOptions } from "./payment-options.ts";
export { Plan, PlanPart } from "./plan.ts";
export {
  PriceImport,
  PriceMemory,
  PriceObservation,
  PriceRowError,
  PriceRowFault,
  PriceSource,
  PriceStatistics,
  PriceSummary,
  pricesRoutes,
  VendorPrices,
} from "./prices.ts";
export { NewProject, Project, ProjectFile, ProjectSummary } from "./projects.ts";
export { describeWait, ProviderWait } from "./provider-waits.ts";
export { Question } from "./questions.ts";
export { NewQuote, Quote, type QuotedStage, type TokenRange } from "./quotes.ts";
export { RegenerationQuote } from "./regenerations.ts";
export { Remedy } from "./remedies.ts";
export type { Route } from "./route.ts";
export { type RouteName, routes } from "./routes.ts";
export { RunSummary } from "./run-summary.ts";
export { ProposalLabel, Scorecard, ScoredProposal, Scores } from "./scores.ts";
export { SeedPrompt } from "./seed-prompts.ts";
export {
  BlockedBy,
  NewSession,
  type QuotedPrices,
  quotedInAll,
  Session,
  SessionStatus,
  SessionSummary,
} from "./sessions.ts";
export { ExpectedWork, StageRun, StageRunStatus } from "./stage-runs.ts";
export { AddedTemplates, DomainInfo, NewTemplates, Overlay, ProcessInfo } from "./templates.ts";
export { Amount, Continuations, Money, Proposals } from "./values.ts";
export {
  Budget,
  Discrepancy,
  PaymentWait,
  StatementGroup,
  StatementGrouping,
  StatementLine,
  StatementQuery,
  StatementSums,
  TopUp,
  Wallet,
} from "./wallet.ts";

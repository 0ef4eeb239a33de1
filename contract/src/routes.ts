import { z } from "zod";
import { boardRoutes } from "./board.ts";
import { claimsRoutes } from "./claims-routes.ts";
import { contextRoutes } from "./context.ts";
import { AddedTemplates, DomainInfo, NewTemplates, Overlay } from "./domains.ts";
import { DocumentId, JobId, NoticeId, ProjectId, SessionId } from "./ids.ts";
import { IndexedMemory, MemoryHit, MemoryLanguage, MemorySearch, NewMemory } from "./memory.ts";
import {
  EmbeddingEntry,
  EmbeddingModelInfo,
  ModelEntry,
  ModelTest,
  NewProviderKey,
  ProviderKey,
  TokenCount,
} from "./models.ts";
import { NewQuote, Quote } from "./quote.ts";
import {
  Document,
  DocumentSummary,
  Job,
  ModelInfo,
  Notice,
  ProcessInfo,
  Project,
  ProjectFile,
  Session,
} from "./resources.ts";
import { listOf, type Route } from "./route.ts";
import { JobStatus } from "./statuses.ts";
import { steeringRoutes } from "./steering.ts";
import { Amount, Continuations } from "./values.ts";
import { walletRoutes } from "./wallet-routes.ts";

const projectParams = z.object({ projectId: ProjectId });
const sessionParams = z.object({ sessionId: SessionId });
const stageParams = z.object({ sessionId: SessionId, stage: z.string() });
const jobParams = z.object({ jobId: JobId });

export const NewProject = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  /** The request, verbatim. */
  brief: z.string().max(2_000_000),
  /** The file it came from, if any: it names the brief in the project's tree. */
  briefName: z.string().max(200).optional(),
  /** The field it belongs to: its processes, and what it adds to every prompt. `general` when absent. */
  domain: z.string().optional(),
  /** One of the domain's; its default when absent. */
  process: z.string().optional(),
  /** What binds this project beside its request. */
  overlay: Overlay.optional(),
});

export const NewSession = z.strictObject({
  models: z.array(z.string()).min(1).max(12),
  leadModel: z.string().optional(),
  /** Go on to the next stage without waiting for feedback. */
  auto: z.boolean().default(false),
  process: z.string().optional(),
  /** What binds this session beside what the domain and the project say. */
  overlay: Overlay.optional(),
  /** Start the first stage at once. */
  start: z.boolean().default(false),
  /** The largest answer asked of a model in one turn, in tokens; the model's own cap when absent. */
  maxOutputTokens: TokenCount.min(64).optional(),
  /** How often a document that was cut off is carried on; 0: it is left as it is, and says so. The installation's setting when absent. */
  continuations: Continuations.optional(),
  /** What it may cost at most; it pauses when the next call would not fit. */
  budget: Amount.optional(),
});

/**
 * The HTTP API as data. The server mounts a handler for each entry and validates with these schemas, the
 * OpenAPI document is generated from them, and the typed client calls through them: one source, no drift.
 * The event stream (`GET /api/events`) and the statement as CSV are not here: they are no JSON answers.
 */
export const routes = {
  listModels: {
    method: "get",
    path: "/api/models",
    about: "The models that can be chosen.",
    response: listOf(ModelInfo),
  },
  getModel: {
    method: "get",
    path: "/api/model",
    about: "One model, also one that is not listed because its free provider may run any.",
    query: z.object({ id: z.string() }),
    response: ModelInfo,
  },
  addModel: {
    method: "post",
    path: "/api/models",
    about: "Lists a model of your own, or gives one that is listed other figures; only you see it.",
    body: ModelEntry,
    response: ModelInfo,
  },
  removeModel: {
    method: "post",
    path: "/api/models/remove",
    about: "Takes a model of your own off your list.",
    body: z.strictObject({ id: z.string() }),
    response: z.object({ id: z.string() }),
  },
  listEmbeddingModels: {
    method: "get",
    path: "/api/embedding-models",
    about: "The models that can turn texts into vectors, and which one memory uses here.",
    response: listOf(EmbeddingModelInfo),
  },
  addEmbeddingModel: {
    method: "post",
    path: "/api/embedding-models",
    about: "Lists an embedding model of your own; only you see it. Taken off as any model of yours.",
    body: EmbeddingEntry,
    response: EmbeddingModelInfo,
  },
  testModel: {
    method: "post",
    path: "/api/models/test",
    about: "Makes one tiny call to a model, paid from the wallet, and says what came back.",
    body: z.strictObject({ id: z.string() }),
    response: ModelTest,
  },
  listProviderKeys: {
    method: "get",
    path: "/api/provider-keys",
    about: "The keys your calls are made with: whose they are and how they end, never the keys.",
    response: listOf(ProviderKey),
  },
  setProviderKey: {
    method: "post",
    path: "/api/provider-keys",
    about: "Stores a provider's key for you, encrypted. It is used before one in the server's environment.",
    body: NewProviderKey,
    response: ProviderKey,
  },
  removeProviderKey: {
    method: "post",
    path: "/api/provider-keys/remove",
    about: "Forgets the key that was stored for you.",
    body: z.strictObject({ provider: z.string() }),
    response: z.object({ provider: z.string() }),
  },
  listProcesses: {
    method: "get",
    path: "/api/processes",
    about: "The process templates, newest version of each.",
    response: listOf(ProcessInfo),
  },
  listDomains: {
    method: "get",
    path: "/api/domains",
    about: "The domains: fields of work with the processes each offers and what it adds to every prompt.",
    response: listOf(DomainInfo),
  },
  addTemplates: {
    method: "post",
    path: "/api/templates",
    about: "Adds prompts, recipes, processes and domains of your own, all or none; only you see them.",
    body: NewTemplates,
    response: AddedTemplates,
  },
  listProjects: {
    method: "get",
    path: "/api/projects",
    about: "Your projects, newest first.",
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50), before: ProjectId.optional() }),
    response: listOf(Project),
  },
  createProject: {
    method: "post",
    path: "/api/projects",
    about: "Makes a project from a brief.",
    body: NewProject,
    response: Project,
    creates: true,
  },
  getProject: {
    method: "get",
    path: "/api/projects/{projectId}",
    about: "One project.",
    params: projectParams,
    response: Project,
  },
  listProjectFiles: {
    method: "get",
    path: "/api/projects/{projectId}/files",
    about: "Every file of the project's tree, with hash and size.",
    params: projectParams,
    response: listOf(ProjectFile),
  },
  readProjectFile: {
    method: "get",
    path: "/api/projects/{projectId}/file",
    about: "The text of one file of the project's tree.",
    params: projectParams,
    query: z.object({ path: z.string() }),
    response: ProjectFile.extend({ text: z.string() }),
  },
  createQuote: {
    method: "post",
    path: "/api/quotes",
    about: "What a process would cost with these models, for a brief or a project. Nothing is kept or started.",
    body: NewQuote,
    response: Quote,
  },
  createSession: {
    method: "post",
    path: "/api/projects/{projectId}/sessions",
    about: "Makes a session: one run of a process over the project, with its models.",
    params: projectParams,
    body: NewSession,
    response: Session,
    creates: true,
  },
  listSessions: {
    method: "get",
    path: "/api/projects/{projectId}/sessions",
    about: "The project's sessions, newest first.",
    params: projectParams,
    response: listOf(Session),
  },
  getSession: {
    method: "get",
    path: "/api/sessions/{sessionId}",
    about: "One session with its stages, their progress and what is missing.",
    params: sessionParams,
    response: Session,
  },
  generateStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/generate",
    about: "Starts the current stage. Starting it twice is the same as once.",
    params: stageParams,
    response: Session,
  },
  submitStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/submit",
    about: "Submits a finished stage and moves the session on. Submitting twice is the same as once.",
    params: stageParams,
    response: Session,
  },
  pauseStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/pause",
    about: "Pauses what has not started; what is running finishes its turn.",
    params: stageParams,
    response: Session,
  },
  resumeStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/resume",
    about: "Resumes what was paused, each job where it was.",
    params: stageParams,
    response: Session,
  },
  cancelStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/cancel",
    about: "Cancels the stage; what is written stays.",
    params: stageParams,
    response: Session,
  },
  retryStage: {
    method: "post",
    path: "/api/sessions/{sessionId}/stages/{stage}/retry",
    about: "Runs again only what is missing of a failed or cancelled stage.",
    params: stageParams,
    response: Session,
  },
  listDocuments: {
    method: "get",
    path: "/api/sessions/{sessionId}/documents",
    about: "The session's documents in the order they were made.",
    params: sessionParams,
    query: z.object({ stage: z.string().optional(), kind: z.enum(["whole", "artifact"]).optional() }),
    response: listOf(DocumentSummary),
  },
  getDocument: {
    method: "get",
    path: "/api/documents/{documentId}",
    about: "One document with its text, artifacts and sources.",
    params: z.object({ documentId: DocumentId }),
    response: Document,
  },
  ...contextRoutes,
  ...steeringRoutes,
  ...boardRoutes,
  indexMemory: {
    method: "post",
    path: "/api/projects/{projectId}/memory",
    about: "Indexes a text of the project. Indexing the same text twice is the same as once.",
    params: projectParams,
    body: NewMemory,
    response: IndexedMemory,
  },
  indexProject: {
    method: "post",
    path: "/api/projects/{projectId}/memory/documents",
    about: "Indexes the project's brief and documents, as far as they are not indexed already.",
    params: projectParams,
    response: listOf(IndexedMemory),
  },
  forgetMemory: {
    method: "post",
    path: "/api/projects/{projectId}/memory/forget",
    about: "Takes a source of the project out of memory.",
    params: projectParams,
    body: z.strictObject({ source: z.string() }),
    response: z.object({ source: z.string() }),
  },
  setMemoryLanguage: {
    method: "post",
    path: "/api/projects/{projectId}/memory/language",
    about: "Says in which language the project's texts are (english, if nothing is said).",
    params: projectParams,
    body: z.strictObject({ language: MemoryLanguage }),
    response: z.object({ language: MemoryLanguage }),
  },
  searchMemory: {
    method: "post",
    path: "/api/memory/search",
    about: "Finds passages by their words and by what they mean, best first.",
    body: MemorySearch,
    response: listOf(MemoryHit),
  },
  listJobs: {
    method: "get",
    path: "/api/jobs",
    about: "Jobs, newest first.",
    query: z.object({
      session: SessionId.optional(),
      status: JobStatus.optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      before: JobId.optional(),
    }),
    response: listOf(Job),
  },
  getJob: { method: "get", path: "/api/jobs/{jobId}", about: "One job.", params: jobParams, response: Job },
  retryJob: {
    method: "post",
    path: "/api/jobs/{jobId}/retry",
    about: "Makes a failed or cancelled job pending again, and its parents with it.",
    params: jobParams,
    response: Job,
  },
  pauseJob: {
    method: "post",
    path: "/api/jobs/{jobId}/pause",
    about: "Pauses a job that is not running.",
    params: jobParams,
    response: Job,
  },
  resumeJob: {
    method: "post",
    path: "/api/jobs/{jobId}/resume",
    about: "Resumes a paused job where it was.",
    params: jobParams,
    response: Job,
  },
  cancelJob: {
    method: "post",
    path: "/api/jobs/{jobId}/cancel",
    about: "Cancels a job and everything below it.",
    params: jobParams,
    response: Job,
  },
  listNotices: {
    method: "get",
    path: "/api/notices",
    about: "Notices for you, newest first.",
    query: z.object({ unread: z.stringbool().optional(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
    response: listOf(Notice),
  },
  readNotice: {
    method: "post",
    path: "/api/notices/{noticeId}/read",
    about: "Marks a notice as read.",
    params: z.object({ noticeId: NoticeId }),
    response: Notice,
  },
  ...claimsRoutes,
  ...walletRoutes,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

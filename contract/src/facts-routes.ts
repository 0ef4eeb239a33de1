import { z } from "zod";
import {
  AcceptedAll,
  Blocks,
  Bundle,
  BundleSummary,
  Fact,
  FactAction,
  FactCounts,
  FactEvent,
  FactNote,
  FactStatus,
  FactValue,
  FactValueType,
  FactWhy,
  KeyQuestion,
  LedgerSettings,
  ParseRun,
  QuickAnswer,
  TurnResult,
  WorkStage,
} from "./facts.ts";
import { BundleId, FactId, FactNoteId, SessionId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, pageOf, type Route, Search } from "./route.ts";
import { Moment } from "./values.ts";

const factParams = z.object({ factId: FactId });
const bundleParams = z.object({ bundleId: BundleId });
const limit = z.coerce.number().int().min(1).max(500).default(100);
const place = z.coerce.number().int().min(1).max(2_000_000_000).optional();
const reason = z.string().trim().max(2_000).optional();
/** What the person saw: refused if the fact has moved on since. */
const ifStatus = FactStatus.optional();
const key = z.string().max(200);
const turnKey = z.string().min(1).max(200);

/** A key that a project gets for a statement that fits none; as an entry of a key file. */
const NewFactKey = z.strictObject({
  key: z.string().regex(/^(project|item)\.[a-z]+\.[a-z0-9_]+$/, "a key reads scope.block.name, in lower case"),
  label: z.string().trim().min(1).max(100),
  type: FactValueType,
  unit_family: z.string().max(20).optional(),
  options: z.record(z.string(), z.array(z.string())).optional(),
  list: z.boolean().default(false),
  risk: z.enum(["normal", "high"]).default("normal"),
});

/** What is known about a project: facts, the turns that they come from, and blocks. */
export const factsRoutes = {
  listFacts: {
    method: "get",
    path: "/api/projects/{projectId}/facts",
    about:
      "The facts of a project by number, the oldest or the newest first. `after` is the number of the last one of the page before. " +
      "Every word of `search` has to occur in the key, the statement or the quote.",
    params: projectParams,
    query: z.object({
      status: FactStatus.optional(),
      scope: Fact.shape.scope.optional(),
      source: Fact.shape.source.optional(),
      key: key.optional(),
      search: Search,
      order: z.enum(["oldest", "newest"]).default("oldest"),
      limit,
      after: place,
    }),
    response: pageOf(Fact),
  },
  countFacts: {
    method: "get",
    path: "/api/projects/{projectId}/facts/counts",
    about: "The number of facts in each status, and of unmapped statements that were not promoted.",
    params: projectParams,
    response: FactCounts,
  },
  findFact: {
    method: "get",
    path: "/api/projects/{projectId}/facts/named/{name}",
    about: "A fact by its number (F3) or by its key, of which the accepted fact is returned.",
    params: projectParams.extend({ name: z.string().max(200) }),
    response: Fact,
  },
  factsAsOf: {
    method: "get",
    path: "/api/projects/{projectId}/facts/as-of",
    about: "What was accepted at a moment.",
    params: projectParams,
    query: z.object({ at: Moment }),
    response: listOf(Fact),
  },
  factHistory: {
    method: "get",
    path: "/api/projects/{projectId}/facts/history",
    about: "What happened to the facts of a project, the newest first. `before` is the last `seq` of the page before.",
    params: projectParams,
    query: z.object({ limit, before: place }),
    response: pageOf(FactEvent),
  },
  whyFact: {
    method: "get",
    path: "/api/facts/{factId}",
    about: "A fact with its quote in its place, its history, what it replaced and what contradicts it.",
    params: factParams,
    response: FactWhy,
  },
  acceptFact: {
    method: "post",
    path: "/api/facts/{factId}/accept",
    about: "Accepts a fact. The one that was accepted for its key is superseded.",
    params: factParams,
    body: z.strictObject({ reason, ifStatus }),
    response: FactAction,
  },
  rejectFact: {
    method: "post",
    path: "/api/facts/{factId}/reject",
    about: "Rejects a fact. No older one takes its place.",
    params: factParams,
    body: z.strictObject({ reason, ifStatus }),
    response: FactAction,
  },
  chooseFact: {
    method: "post",
    path: "/api/facts/{factId}/choose",
    about: "Settles a contradiction: accepts this fact and rejects every other value that waits for its key.",
    params: factParams,
    body: z.strictObject({ reason, ifStatus }),
    response: FactAction,
  },
  editFact: {
    method: "post",
    path: "/api/facts/{factId}/edit",
    about: "Gives the fact's key another value by hand. It becomes a fact of its own; this one is superseded.",
    params: factParams,
    body: z.strictObject({ value: FactValue, reason, ifStatus }),
    response: FactAction,
  },
  acceptAllFacts: {
    method: "post",
    path: "/api/projects/{projectId}/facts/accept-all",
    about: "Accepts every proposed fact that contradicts nothing, and says how many are left to decide.",
    params: projectParams,
    response: AcceptedAll,
  },
  undoFacts: {
    method: "post",
    path: "/api/projects/{projectId}/facts/undo",
    about: "Takes back an action; without a number, the newest one of a person.",
    params: projectParams,
    body: z.strictObject({ action: z.int().min(1).optional() }),
    response: FactAction,
  },
  listKeyQuestions: {
    method: "get",
    path: "/api/projects/{projectId}/facts/questions",
    about: "What the project should be asked, by rules: contradictions, then important keys without a fact.",
    params: projectParams,
    response: listOf(KeyQuestion),
  },
  answerKeys: {
    method: "post",
    path: "/api/projects/{projectId}/facts/answers",
    about:
      "Answers questions that ask for a key; no model is called. The same turn key with the same answers is one turn.",
    params: projectParams,
    body: z.strictObject({
      turnKey,
      sessionId: SessionId.optional(),
      workStage: WorkStage.default("ideation"),
      answers: z
        .array(z.strictObject({ key, quick: QuickAnswer.optional(), text: z.string().max(20_000).default("") }))
        .min(1)
        .max(100),
    }),
    response: TurnResult,
  },
  listFactNotes: {
    method: "get",
    path: "/api/projects/{projectId}/facts/notes",
    about:
      "Operations that did not become facts, with the reason; the newest first. `unmapped`: statements that were not promoted yet.",
    params: projectParams,
    query: z.object({ kind: FactNote.shape.kind.optional(), limit }),
    response: listOf(FactNote),
  },
  promoteNote: {
    method: "post",
    path: "/api/fact-notes/{noteId}/promote",
    about: "Makes a key for an unmapped statement, and a fact of the statement.",
    params: z.object({ noteId: FactNoteId }),
    body: z.strictObject({ key: NewFactKey, value: FactValue.optional() }),
    response: FactAction,
  },
  listBundles: {
    method: "get",
    path: "/api/projects/{projectId}/bundles",
    about: "The turns of a project, the newest first. `after` is the id of the last one of the page before.",
    params: projectParams,
    query: z.object({ limit, after: BundleId.optional() }),
    response: pageOf(BundleSummary),
  },
  getBundle: {
    method: "get",
    path: "/api/bundles/{bundleId}",
    about: "A turn with its text, its parse runs with what the extractor answered, and what was refused.",
    params: bundleParams,
    response: Bundle,
  },
  parseBundle: {
    method: "post",
    path: "/api/bundles/{bundleId}/parse",
    about: "Has the project's extractor read a turn; `force` reads one again that was read already.",
    params: bundleParams,
    body: z.strictObject({ force: z.boolean().default(false) }),
    response: ParseRun,
  },
  postOperations: {
    method: "post",
    path: "/api/bundles/{bundleId}/operations",
    about: "Applies operations that another program read out of a turn. They are checked as a model's are.",
    params: bundleParams,
    body: z.strictObject({ operations: z.array(z.unknown()).max(2_000), force: z.boolean().default(false) }),
    response: TurnResult,
  },
  getLedgerSettings: {
    method: "get",
    path: "/api/projects/{projectId}/ledger",
    about: "Which model reads facts out of the project's turns.",
    params: projectParams,
    response: LedgerSettings,
  },
  changeLedgerSettings: {
    method: "post",
    path: "/api/projects/{projectId}/ledger",
    about: "Chooses the model that reads facts out of turns; null: none. What was said before is read, too.",
    params: projectParams,
    body: z.strictObject({ extractor: z.string().max(200).nullable() }),
    response: LedgerSettings,
  },
  getBlocks: {
    method: "get",
    path: "/api/projects/{projectId}/blocks",
    about: "What is known about the project, block by block, as data and as Markdown.",
    params: projectParams,
    response: Blocks,
  },
} as const satisfies Record<string, Route>;

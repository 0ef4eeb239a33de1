import { z } from "zod";
import { BundleId, DocumentId, FactId, FactNoteId, ParseRunId, ProjectId, SessionId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, pageOf, type Route, Search } from "./route.ts";
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

/** The quote that a fact is based on: the exact slice of a bundle. Offsets count UTF-16 units. */
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
  /** The number in references: 3 for [F3]. It is unique in the project and never reused. */
  number: z.int(),
  scope: z.enum(["project", "item"]),
  itemId: z.uuid().nullable(),
  /** The current name of the fact's item; null for a fact of the project. */
  itemName: z.string().nullable(),
  key: z.string(),
  /** The knowledge block that the fact's key belongs to: "project.budget". */
  block: z.string(),
  valueType: FactValueType,
  value: FactValue,
  /** The fact in words: "Budget: 80,000 ILS". */
  statement: z.string(),
  status: FactStatus,
  source: z.enum(["user", "agent", "system", "manual"]),
  confidence: z.number(),
  /** True if a person has to decide about the fact; `reviewReason` is a code. */
  needsReview: z.boolean(),
  reviewReason: z.string().nullable(),
  /** Null for a value that a person set by hand. */
  evidence: FactEvidence.nullable(),
  supersedes: FactId.nullable(),
  conflictsWith: FactId.nullable(),
  createdAt: Moment,
});
export type Fact = z.infer<typeof Fact>;

/** A change in the status of a fact: who, when, why. */
export const FactEvent = z.object({
  seq: z.int(),
  factId: FactId,
  number: z.int(),
  /** The fact in words. For a fact of an item, the item's name comes first. */
  statement: z.string(),
  /** The action that this event is part of, identified by the number of the action's first event. */
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
  /** The quote and the text around it; null for values set by hand. */
  context: z.object({ before: z.string(), quote: z.string(), after: z.string() }).nullable(),
  events: z.array(FactEvent),
  /** The facts that this fact superseded, directly or through others, newest first. */
  chain: z.array(Fact),
  /** Open contradictions about the same key. */
  conflicts: z.array(Fact),
  /** At most 50 documents whose prompts contained the fact. They become stale when the fact no longer holds. */
  statedIn: z.array(z.object({ documentId: DocumentId, sessionId: SessionId, stage: z.string(), title: z.string() })),
});
export type FactWhy = z.infer<typeof FactWhy>;

/** The number of facts by status, and the number of statements without a key. */
export const FactCounts = z.object({
  proposed: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  conflict: z.int(),
  superseded: z.int(),
  unmapped: z.int(),
});
export type FactCounts = z.infer<typeof FactCounts>;

/** The result of an action on the ledger. */
export const FactAction = z.object({
  /** Null if nothing had to change. */
  action: z.int().nullable(),
  facts: z.array(Fact),
});
export type FactAction = z.infer<typeof FactAction>;

/**
 * `left`: how many pending facts a person has to decide on one by one, because they contradict an accepted fact or each
 * other.
 */
export const AcceptedAll = FactAction.extend({ left: z.int() });
export type AcceptedAll = z.infer<typeof AcceptedAll>;

/** A statement that did not become a fact, and why. An unmapped statement can be promoted to a key. */
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

/**
 * A new key of a project, for a statement that matches no existing key. It has the same fields as an entry of a key
 * file.
 */
const NewFactKey = z.strictObject({
  key: z.string().regex(/^(project|item)\.[a-z]+\.[a-z0-9_]+$/, "a key reads scope.block.name, in lower case"),
  label: z.string().trim().min(1).max(100),
  type: FactValueType,
  unit_family: z.string().max(20).optional(),
  options: z.record(z.string(), z.array(z.string())).optional(),
  list: z.boolean().default(false),
  risk: z.enum(["normal", "high"]).default("normal"),
});

/** A key that facts of the project may have. */
export const FactKeyInfo = z.object({
  key: z.string(),
  label: z.string(),
  type: FactValueType,
  unitFamily: z.string().nullable(),
  /** The allowed values of an enum; null for other types. */
  options: z.array(z.string()).nullable(),
  isList: z.boolean(),
  isHighRisk: z.boolean(),
  /** The work stages (ideation, planning, solutioning) in whose turns the key is used. */
  stages: z.array(z.string()),
  question: z.string().nullable(),
  /** True if a person added the key to this project. */
  isOwn: z.boolean(),
});
export type FactKeyInfo = z.infer<typeof FactKeyInfo>;

const factParams = z.object({ factId: FactId });
const limit = z.coerce.number().int().min(1).max(500).default(100);
const place = z.coerce.number().int().min(1).max(2_000_000_000).optional();
const reason = z.string().trim().max(2_000).optional();
/** The state that the person saw. The request is rejected if the fact has changed since. */
const ifStatus = FactStatus.optional();

/** The facts of a project, the decisions about them, and the statements that did not become facts. */
export const factsRoutes = {
  listFacts: {
    method: "get",
    path: "/api/projects/{projectId}/facts",
    about:
      "The facts of a project by number, oldest or newest first. `after` is the number of the last fact on the previous page. " +
      "Every word of `search` has to occur in the key, the statement, the quote or the name of the item.",
    params: projectParams,
    query: z.object({
      status: FactStatus.optional(),
      scope: Fact.shape.scope.optional(),
      source: Fact.shape.source.optional(),
      key: z.string().max(200).optional(),
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
    about: "A fact by its number (F3), or the accepted fact of a key.",
    params: projectParams.extend({ name: z.string().max(200) }),
    response: Fact,
  },
  factsAsOf: {
    method: "get",
    path: "/api/projects/{projectId}/facts/as-of",
    about: "The facts that were accepted at a given time.",
    params: projectParams,
    query: z.object({ at: Moment }),
    response: listOf(Fact),
  },
  factHistory: {
    method: "get",
    path: "/api/projects/{projectId}/facts/history",
    about: "The history of a project's facts, newest first. `before` is the last `seq` of the previous page.",
    params: projectParams,
    query: z.object({ limit, before: place }),
    response: pageOf(FactEvent),
  },
  whyFact: {
    method: "get",
    path: "/api/facts/{factId}",
    about:
      "A fact with its quote in context, its history, the facts that it replaced and the facts that contradict it.",
    params: factParams,
    response: FactWhy,
  },
  acceptFact: {
    method: "post",
    path: "/api/facts/{factId}/accept",
    about: "Accepts a fact. It supersedes the previously accepted fact of the same key.",
    params: factParams,
    body: z.strictObject({ reason, ifStatus }),
    response: FactAction,
  },
  rejectFact: {
    method: "post",
    path: "/api/facts/{factId}/reject",
    about: "Rejects a fact. No older fact takes its place.",
    params: factParams,
    body: z.strictObject({ reason, ifStatus }),
    response: FactAction,
  },
  chooseFact: {
    method: "post",
    path: "/api/facts/{factId}/choose",
    about: "Resolves a conflict: accepts this fact and rejects every other pending value of the same key.",
    params: factParams,
    body: z.strictObject({ reason, ifStatus }),
    response: FactAction,
  },
  editFact: {
    method: "post",
    path: "/api/facts/{factId}/edit",
    about: "Sets another value for the fact's key by hand. The value becomes a new fact, which supersedes this one.",
    params: factParams,
    body: z.strictObject({ value: FactValue, reason, ifStatus }),
    response: FactAction,
  },
  acceptAllFacts: {
    method: "post",
    path: "/api/projects/{projectId}/facts/accept-all",
    about: "Accepts every proposed fact without a contradiction. Returns how many facts are left to decide.",
    params: projectParams,
    response: AcceptedAll,
  },
  undoFacts: {
    method: "post",
    path: "/api/projects/{projectId}/facts/undo",
    about: "Undoes an action on the project's facts. Default: the newest action of a person.",
    params: projectParams,
    body: z.strictObject({ action: z.int().min(1).optional() }),
    response: FactAction,
  },
  listFactKeys: {
    method: "get",
    path: "/api/projects/{projectId}/facts/keys",
    about:
      "The keys that facts of the project and of its items may have: those of its domain, then those that people added.",
    params: projectParams,
    response: listOf(FactKeyInfo),
  },
  addFactKey: {
    method: "post",
    path: "/api/projects/{projectId}/facts/keys",
    about: "Adds a key to the project. Repeating the request changes nothing; redefining an existing key is refused.",
    params: projectParams,
    body: NewFactKey,
    response: FactKeyInfo,
  },
  listFactNotes: {
    method: "get",
    path: "/api/projects/{projectId}/facts/notes",
    about:
      "Operations that did not become facts, with the reason, newest first. The kind `unmapped` returns only statements that were not promoted yet.",
    params: projectParams,
    query: z.object({ kind: FactNote.shape.kind.optional(), limit }),
    response: listOf(FactNote),
  },
  promoteNote: {
    method: "post",
    path: "/api/fact-notes/{noteId}/promote",
    about: "Creates a key for an unmapped statement, and a fact from the statement.",
    params: z.object({ noteId: FactNoteId }),
    body: z.strictObject({ key: NewFactKey, value: FactValue.optional() }),
    response: FactAction,
  },
} as const satisfies Record<string, Route>;

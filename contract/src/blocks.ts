import { z } from "zod";
import { Fact, FactValue } from "./facts.ts";
import { FactId, JobId, LedgerRecordId } from "./ids.ts";
import { projectParams } from "./params.ts";
import { listOf, type Route } from "./route.ts";
import { Moment, Money } from "./values.ts";

/** One entry of a knowledge block: a fact, or a value that conflicts with a fact. */
export const BlockEntry = z.object({
  /** `conflict`: a value that contradicts the accepted fact of the same key. */
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

/** A note, question, suggestion or decision in a block, with its author. */
export const LedgerRecord = z.object({
  id: LedgerRecordId,
  kind: z.enum(["note", "question", "suggestion", "decision"]),
  block: z.string(),
  itemId: z.uuid().nullable(),
  /** For a question: the key that its answer fills. For a suggestion: the list key that it is added to when accepted. */
  key: z.string().nullable(),
  text: z.string(),
  severity: z.enum(["hard", "soft"]).nullable(),
  by: z.enum(["user", "model"]),
  model: z.string().nullable(),
  /** `resolved`: the question was answered, or the suggestion was accepted. */
  status: z.enum(["open", "resolved"]),
  addedAt: Moment,
});
export type LedgerRecord = z.infer<typeof LedgerRecord>;

/** The known facts about one aspect of a project or of an item. */
export const Block = z.object({
  /** "project", or the id of an item. */
  subject: z.string(),
  /** The name of the item; null for a block of the project. */
  itemName: z.string().nullable(),
  /** The name of the block, such as "project.budget". */
  block: z.string(),
  /** The sequence number of the newest event about a key or record of the block; 0 if there is none. */
  revision: z.int(),
  updatedAt: Moment.nullable(),
  updatedBy: z.enum(["user", "policy", "model"]).nullable(),
  entries: z.array(BlockEntry),
  /** Notes, suggestions and decisions. */
  records: z.array(LedgerRecord),
  /** The questions to ask: important keys that are empty, and questions that a person or a model added. */
  questions: z.array(z.object({ id: LedgerRecordId.nullable(), key: z.string().nullable(), question: z.string() })),
});
export type Block = z.infer<typeof Block>;

export const Blocks = z.object({ items: z.array(Block), markdown: z.string() });
export type Blocks = z.infer<typeof Blocks>;

/** One model call that adds questions and suggestions to the blocks. */
export const Enrichment = z.object({
  jobId: JobId,
  model: z.string(),
  status: z.enum(["queued", "running", "succeeded", "failed"]),
  /** The number of records that the call added. */
  added: z.int(),
  /** The parts of the answer that were refused, each with the reason. */
  refused: z.array(z.object({ reason: z.string(), operation: z.unknown() })),
  spend: Money,
  createdAt: Moment,
});
export type Enrichment = z.infer<typeof Enrichment>;

const reason = z.string().trim().max(2_000).default("");
/** The revision of the block that the person saw. The request is refused if the block has changed since. */
const ifRevision = z.int().min(0).optional();

export const blocksRoutes = {
  getBlocks: {
    method: "get",
    path: "/api/projects/{projectId}/blocks",
    about: "The project's knowledge blocks, as data and as Markdown.",
    params: projectParams,
    response: Blocks,
  },
  addRecord: {
    method: "post",
    path: "/api/projects/{projectId}/blocks/records",
    about: "Adds a note, a question or a decision to a block.",
    params: projectParams,
    body: z.strictObject({
      kind: z.enum(["note", "question", "decision"]),
      block: z.string().max(100),
      itemId: z.uuid().optional(),
      key: z.string().max(200).optional(),
      text: z.string().trim().min(1).max(2_000),
      ifRevision,
    }),
    response: LedgerRecord,
  },
  changeRecord: {
    method: "post",
    path: "/api/ledger-records/{recordId}",
    about:
      "Resolves or reopens a question, accepts a suggestion (with `resolve`: it becomes a fact set by hand), or removes a record.",
    params: z.object({ recordId: LedgerRecordId }),
    body: z.strictObject({ act: z.enum(["resolve", "reopen", "remove"]), reason, ifRevision }),
    response: LedgerRecord,
  },
  enrichBlocks: {
    method: "post",
    path: "/api/projects/{projectId}/blocks/enrich",
    about:
      "Lets the project's extractor add questions and suggestions to the blocks, in one paid call. No fact changes.",
    params: projectParams,
    response: Enrichment,
  },
  listEnrichments: {
    method: "get",
    path: "/api/projects/{projectId}/blocks/enrichments",
    about: "The calls that enriched the blocks, newest first, each with its refused operations and its cost.",
    params: projectParams,
    response: listOf(Enrichment),
  },
} as const satisfies Record<string, Route>;

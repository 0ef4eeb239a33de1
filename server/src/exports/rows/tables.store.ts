import type { ProjectId } from "@dialectic/contract";
import { type Insertable, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Tables } from "#platform";
import * as claims from "./columns/claim-columns.ts";
import * as documents from "./columns/document-columns.ts";
import * as items from "./columns/item-columns.ts";
import * as ledger from "./columns/ledger-columns.ts";
import * as sessions from "./columns/session-columns.ts";

export type ExportedTable = {
  name: string;
  /** The schema of a line. */
  row: z.ZodObject;
  /** The condition that a row, `t`, belongs to a project. */
  of: (projectId: ProjectId) => RawBuilder<unknown>;
  /** The sort columns of a table without an id. No two rows have the same values in them. */
  order?: RawBuilder<unknown>;
  /** Columns that are not exported, in addition to owners and generated columns. */
  omit?: readonly string[];
  /** Columns of long texts: each becomes a file, unless the tree contains the same text. */
  texts?: readonly string[];
  /** Text columns in which ids are replaced with row references, as they always are in uuid and jsonb columns. */
  idTexts?: readonly string[];
  /** Columns that earlier builds exported under another name: the old name and the current one. */
  renamed?: Record<string, string>;
  /** Expressions that are exported in place of a column. */
  exportAs?: Record<string, RawBuilder<unknown>>;
};

/** Columns that refer to users; an import sets them to the importing user. */
type UserColumn = "owner_id" | "author_id" | "accepted_by";
type ExportedColumn<Name extends keyof Tables> = Exclude<keyof Insertable<Tables[Name]> & string, UserColumn>;

/** A table with a schema for every exported column: a column without a schema does not compile. */
const defineTable = <Name extends keyof Tables, Omitted extends ExportedColumn<Name> = never>({
  columns,
  ...table
}: Omit<ExportedTable, "row" | "omit"> & {
  name: Name;
  omit?: readonly Omitted[];
  columns: Record<Exclude<ExportedColumn<Name>, Omitted>, z.ZodType>;
}): ExportedTable => ({ ...table, row: z.strictObject(columns) });

/** Gives the columns of a row from an earlier build their current names. */
export function withCurrentNames(
  { renamed = {} }: ExportedTable,
  row: Record<string, unknown>,
): Record<string, unknown> {
  const names = new Map(Object.entries(renamed));
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value]));
}

const inProject = (projectId: ProjectId) => sql`t.project_id = ${projectId}`;
const inSessions = (projectId: ProjectId) =>
  sql`t.session_id in (select s.id from sessions s where s.project_id = ${projectId})`;
const ofDocuments = (projectId: ProjectId) =>
  sql`t.document_id in (select d.id from documents d where d.project_id = ${projectId})`;

/**
 * Work in progress is exported as cancelled; a retry resumes it where it was. `resumes_as` gets the value that a
 * cancellation would set.
 */
const jobExpressions = {
  status: sql`case when job_is_over(t.status) then t.status else 'cancelled' end`,
  resumes_as: sql`case when job_is_over(t.status) or t.status in ('processing', 'paused') then t.resumes_as else t.status end`,
};

/** An imported row is exported with the quote from its file, not with the quote of this installation. */
const quoteExpression = sql`case when t.quote_in_export is null then t.quote else t.quote_in_export -> 'quote' end`;

/** The exported tables, in import order. A new table of a project belongs here or in `excludedTables`. */
export const exportedTables: readonly ExportedTable[] = [
  defineTable({
    name: "projects",
    columns: sessions.projects,
    of: (id) => sql`t.id = ${id}`,
    omit: ["slug", "created_at"],
    texts: ["brief"],
  }),
  defineTable({
    name: "sessions",
    columns: sessions.sessions,
    of: inProject,
    omit: ["quote_in_export"],
    exportAs: {
      quote: quoteExpression,
      status: sql`case when t.status in ('running', 'paused') then 'ready' else t.status end`,
      // Named by key, version and hash: ids differ between databases.
      process_template_id: sql`(select concat_ws('/', plain_key(p.key), p.version, p.sha256) from process_templates p where p.id = t.process_template_id)`,
      domain_id: sql`(select concat_ws('/', plain_key(d.key), d.version, d.sha256) from domains d where d.id = t.domain_id)`,
    },
  }),
  defineTable({
    name: "jobs",
    columns: sessions.jobs,
    of: (id) => sql`t.project_id = ${id} and t.kind in ('plan', 'execute', 'combine', 'render')`,
    omit: [
      "fence",
      "deaths",
      "lease_owner",
      "lease_expires_at",
      "pause_reason",
      "paused_at",
      "pause_requested",
      "cancel_requested",
    ],
    idTexts: ["idempotency_key"],
    renamed: { turn: "continuation" },
    exportAs: jobExpressions,
  }),
  defineTable({
    name: "stage_runs",
    columns: sessions.stageRuns,
    of: inSessions,
    texts: ["seed_prompt"],
    exportAs: { status: sql`case when t.status in ('running', 'paused') then 'cancelled' else t.status end` },
  }),
  defineTable({
    name: "contributions",
    columns: documents.contributions,
    of: inProject,
    texts: ["text", "prompt", "raw"],
  }),
  defineTable({
    name: "contribution_sources",
    columns: documents.contributionSources,
    of: (id) => sql`t.contribution_id in (select c.id from contributions c where c.project_id = ${id})`,
    order: sql`t.contribution_id, t.position, t.source_id`,
  }),
  defineTable({
    name: "documents",
    columns: documents.documents,
    of: inProject,
    texts: ["markdown", "file"],
  }),
  defineTable({
    name: "document_versions",
    columns: documents.documentVersions,
    of: inProject,
    order: sql`t.document_id, t.version`,
    texts: ["markdown", "file"],
  }),
  defineTable({ name: "document_findings", columns: documents.documentFindings, of: inProject }),
  defineTable({ name: "feedback", columns: documents.feedback, of: inProject, texts: ["text"] }),
  defineTable({
    name: "seed_prompts",
    columns: sessions.seedPrompts,
    of: inProject,
    order: sql`t.session_id, t.iteration, t.stage collate "C", t.version`,
    texts: ["text"],
  }),
  defineTable({
    name: "board_cards",
    columns: documents.boardCards,
    of: inProject,
    texts: ["body", "file"],
    renamed: { steps: "items" },
  }),
  defineTable({
    name: "iterations",
    columns: documents.iterations,
    of: inProject,
    order: sql`t.session_id, t.iteration`,
    omit: ["quote_in_export"],
    texts: ["progress"],
    exportAs: { quote: quoteExpression },
  }),
  defineTable({ name: "claims", columns: claims.claims, of: inSessions, order: sql`t.session_id, t.number` }),
  defineTable({
    name: "verdicts",
    columns: claims.verdicts,
    of: inSessions,
    order: sql`t.contribution_id, t.number, t.version`,
  }),
  defineTable({
    name: "scores",
    columns: claims.scores,
    of: inSessions,
    order: sql`t.contribution_id, t.proposal_id, t.place, t.version`,
  }),
  defineTable({ name: "questions", columns: claims.questions, of: inSessions, order: sql`t.session_id, t.number` }),
  defineTable({ name: "question_answers", columns: claims.questionAnswers, of: inSessions }),
  defineTable({ name: "claim_choices", columns: claims.claimChoices, of: inSessions }),
  defineTable({
    name: "document_references",
    columns: claims.documentReferences,
    of: ofDocuments,
    order: sql`t.document_id, t.paragraph, t.kind collate "C", t.number, t.version`,
  }),
  defineTable({
    name: "document_checks",
    columns: claims.documentChecks,
    of: ofDocuments,
    order: sql`t.document_id, t.version`,
  }),
  defineTable({ name: "prompt_parts", columns: claims.promptParts, of: inProject, texts: ["text"] }),
  defineTable({ name: "prompt_receipts", columns: claims.promptReceipts, of: inProject }),
  defineTable({
    name: "memory_languages",
    columns: claims.memoryLanguages,
    of: inProject,
    order: sql`t.project_id, t.owner_id`,
  }),
  defineTable({
    name: "known_facts",
    columns: ledger.knownFacts,
    of: inProject,
    order: sql`t.project_id, t.number, t.accepted_at`,
  }),
  // The choice of the extractor is not exported, because the importing user pays for the extractor's calls.
  defineTable({
    name: "ledgers",
    columns: ledger.ledgers,
    of: inProject,
    order: sql`t.project_id`,
    omit: ["extractor", "rehearsal", "documents"],
  }),
  defineTable({ name: "project_items", columns: items.items, of: inProject }),
  defineTable({
    name: "fact_keys",
    columns: ledger.factKeys,
    of: inProject,
    order: sql`t.project_id, t.key collate "C"`,
  }),
  defineTable({
    name: "turn_bundles",
    columns: ledger.turnBundles,
    of: inProject,
    omit: ["source_ids", "item_ids", "uncertain_items"],
    texts: ["text"],
    idTexts: ["turn_key"],
  }),
  defineTable({ name: "key_answers", columns: ledger.keyAnswers, of: inProject, idTexts: ["key"] }),
  defineTable({
    name: "parse_runs",
    columns: ledger.parseRuns,
    of: inProject,
    omit: ["job_id"],
    exportAs: { status: sql`case when t.status = 'succeeded' then t.status else 'failed' end` },
  }),
  defineTable({ name: "facts", columns: ledger.facts, of: inProject }),
  defineTable({
    name: "fact_events",
    columns: ledger.factEvents,
    of: inProject,
    order: sql`t.project_id, t.seq`,
  }),
  defineTable({ name: "fact_notes", columns: ledger.factNotes, of: inProject }),
  defineTable({ name: "ledger_records", columns: ledger.records, of: inProject }),
  defineTable({
    name: "ledger_record_events",
    columns: ledger.recordEvents,
    of: inProject,
    order: sql`t.project_id, t.seq`,
  }),
  // A catalogue belongs to a user, not to a project, so the links from lines to catalogue entries are not exported.
  defineTable({ name: "item_lines", columns: items.itemLines, of: inProject, omit: ["catalogue_id"] }),
  defineTable({
    name: "item_overrides",
    columns: items.itemOverrides,
    of: inProject,
    omit: ["stated", "replaced"],
    order: sql`t.item_id, t.key collate "C"`,
  }),
  defineTable({ name: "item_events", columns: items.itemEvents, of: inProject, order: sql`t.project_id, t.seq` }),
];

/** Tables that refer to projects but are not exported, and why. */
export const excludedTables: Record<string, string> = {
  events: "history of this installation",
  notifications: "history of this installation",
  wallet_holds: "money",
  wallet_transactions: "money",
  model_calls: "money: the costs of calls",
  session_models: "money: the prices of this installation",
  memory_due: "texts that memory has not indexed yet",
  memory_sources: "derived from texts: an import indexes them again",
  shortened_parts: "derived from texts: computed again",
  fit_orders: "prompts of finished jobs",
  project_deletions: "deleted projects",
  project_imports: "history of this installation",
  kept_exports: "stored exports",
  knowledge_blocks: "derived from facts: computed again",
  enrichments: "history of this installation",
  block_entries: "derived from facts: computed again",
  fact_subjects: "names of items: written again with them",
  item_projections: "derived from facts and overrides: computed again",
  item_values: "derived from facts and overrides: computed again",
  catalogue_links: "links to the catalogue of this installation",
  conversations: "conversations stay in this installation",
  exchanges: "conversations stay in this installation",
  messages: "conversations stay in this installation",
};

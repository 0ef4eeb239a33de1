import type { ProjectId } from "@dialectic/contract";
import { type Insertable, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Tables } from "#platform";
import * as claims from "./columns/claim-columns.ts";
import * as documents from "./columns/document-columns.ts";
import * as sessions from "./columns/session-columns.ts";

export type ExportedTable = {
  name: string;
  /** What a line of the table may be. */
  row: z.ZodObject;
  /** Which rows of the table, called `t`, belong to a project. */
  of: (projectId: ProjectId) => RawBuilder<unknown>;
  /** Without an id of its own nobody points at a row; then this is the order of rows, by which no two are alike. */
  order?: RawBuilder<unknown>;
  /** Columns that are of no use elsewhere. Owners and generated columns never travel. */
  omit?: readonly string[];
  /** Columns that hold long texts: each becomes a file, unless the tree has the very same one. */
  texts?: readonly string[];
  /** Columns of text with ids in them. In uuid and jsonb columns they are found anyway. */
  idTexts?: readonly string[];
  /** Columns that earlier builds exported under another name: their name then, and now. */
  renamed?: Record<string, string>;
  /** Columns that are told otherwise than they stand. */
  instead?: Record<string, RawBuilder<unknown>>;
};

/** Columns that name users: in an imported row, the importer. */
type UserColumn = "owner_id" | "author_id" | "accepted_by";
type Travelling<Name extends keyof Tables> = Exclude<keyof Insertable<Tables[Name]> & string, UserColumn>;

/** A table with a schema for every column that travels: one that was added to the table and is missing here does not compile. */
const defineTable = <Name extends keyof Tables, Omitted extends Travelling<Name> = never>({
  columns,
  ...table
}: Omit<ExportedTable, "row" | "omit"> & {
  name: Name;
  omit?: readonly Omitted[];
  columns: Record<Exclude<Travelling<Name>, Omitted>, z.ZodType>;
}): ExportedTable => ({ ...table, row: z.strictObject(columns) });

/** A row of a file as this build names its columns. */
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
 * What is under way cannot travel: it arrives as cancelled, which a retry takes up where it was. `resumes_as` becomes
 * what a cancellation would have made of it.
 */
const jobsInstead = {
  status: sql`case when job_is_over(t.status) then t.status else 'cancelled' end`,
  resumes_as: sql`case when job_is_over(t.status) or t.status in ('processing', 'paused') then t.resumes_as else t.status end`,
};

/** An imported row tells the quote that came with it; its own is that of the installation it was imported into. */
const quoteInstead = sql`case when t.quote_in_export is null then t.quote else t.quote_in_export -> 'quote' end`;

/** What an export has of the database, in the order in which rows can be taken in. A new table of a project belongs here or below. */
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
    instead: {
      quote: quoteInstead,
      status: sql`case when t.status in ('running', 'paused') then 'ready' else t.status end`,
      // Named by what they are: their ids are others in every database.
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
    instead: jobsInstead,
  }),
  defineTable({
    name: "stage_runs",
    columns: sessions.stageRuns,
    of: inSessions,
    texts: ["seed_prompt"],
    instead: { status: sql`case when t.status in ('running', 'paused') then 'cancelled' else t.status end` },
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
  defineTable({ name: "board_cards", columns: documents.boardCards, of: inProject, texts: ["body", "file"] }),
  defineTable({
    name: "iterations",
    columns: documents.iterations,
    of: inProject,
    order: sql`t.session_id, t.iteration`,
    omit: ["quote_in_export"],
    texts: ["progress"],
    instead: { quote: quoteInstead },
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
];

/** Tables that speak of projects and stay behind, and why. */
export const leftOut: Record<string, string> = {
  events: "what happened elsewhere",
  notifications: "what happened elsewhere",
  wallet_holds: "money",
  wallet_transactions: "money",
  model_calls: "money: what calls cost",
  session_models: "money: the prices of another installation",
  memory_due: "which texts memory has not read yet, here",
  memory_sources: "made from texts: index them again",
  shortened_parts: "made from texts: made again",
  fit_orders: "about prompts of jobs that are over",
  project_deletions: "about a project that is gone",
  project_imports: "where a project came from, here",
  kept_exports: "about exports",
};

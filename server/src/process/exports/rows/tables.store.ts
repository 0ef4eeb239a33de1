import type { ProjectId } from "@dialectic/contract";
import { type RawBuilder, sql } from "kysely";
import type { deconstructPath } from "#documents";

type PlaceKind = NonNullable<ReturnType<typeof deconstructPath>>["kind"];

export type ExportedTable = {
  name: string;
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
  /** Columns that hold a place of the tree, and of which kinds: a forged one could lead out of it, or onto another file. */
  places?: Record<string, readonly PlaceKind[]>;
  /** Columns that are told otherwise than they stand. */
  instead?: Record<string, RawBuilder<unknown>>;
};

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
  { name: "projects", of: (id) => sql`t.id = ${id}`, omit: ["slug", "created_at"], texts: ["brief"] },
  {
    name: "sessions",
    of: inProject,
    omit: ["quote_in_export"],
    instead: {
      quote: quoteInstead,
      status: sql`case when t.status in ('running', 'paused') then 'ready' else t.status end`,
      // Named by what they are: their ids are others in every database.
      process_template_id: sql`(select concat_ws('/', plain_key(p.key), p.version, p.sha256) from process_templates p where p.id = t.process_template_id)`,
      domain_id: sql`(select concat_ws('/', plain_key(d.key), d.version, d.sha256) from domains d where d.id = t.domain_id)`,
    },
  },
  {
    name: "jobs",
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
    instead: jobsInstead,
  },
  {
    name: "stage_runs",
    of: inSessions,
    texts: ["seed_prompt"],
    instead: { status: sql`case when t.status in ('running', 'paused') then 'cancelled' else t.status end` },
  },
  {
    name: "contributions",
    of: inProject,
    texts: ["text", "prompt", "raw"],
    places: { path: ["document", "chunk"], raw_path: ["raw"], prompt_path: ["prompt"] },
  },
  {
    name: "contribution_sources",
    of: (id) => sql`t.contribution_id in (select c.id from contributions c where c.project_id = ${id})`,
    order: sql`t.contribution_id, t.position, t.source_id`,
  },
  {
    name: "documents",
    of: inProject,
    texts: ["markdown", "file"],
    places: { path: ["document", "artifact"] },
  },
  {
    name: "document_versions",
    of: inProject,
    order: sql`t.document_id, t.version`,
    texts: ["markdown", "file"],
    places: { earlier_path: ["version"] },
  },
  { name: "document_findings", of: inProject },
  { name: "feedback", of: inProject, texts: ["text"] },
  {
    name: "seed_prompts",
    of: inProject,
    order: sql`t.session_id, t.iteration, t.stage collate "C", t.version`,
    texts: ["text"],
  },
  { name: "board_cards", of: inProject, texts: ["body", "file"], places: { path: ["board"] } },
  {
    name: "iterations",
    of: inProject,
    order: sql`t.session_id, t.iteration`,
    omit: ["quote_in_export"],
    texts: ["progress"],
    instead: { quote: quoteInstead },
  },
  { name: "claims", of: inSessions, order: sql`t.session_id, t.number` },
  { name: "verdicts", of: inSessions, order: sql`t.contribution_id, t.number, t.version` },
  { name: "scores", of: inSessions, order: sql`t.contribution_id, t.proposal_id, t.place, t.version` },
  { name: "questions", of: inSessions, order: sql`t.session_id, t.number` },
  { name: "question_answers", of: inSessions },
  { name: "claim_choices", of: inSessions },
  {
    name: "document_references",
    of: ofDocuments,
    order: sql`t.document_id, t.paragraph, t.kind collate "C", t.number, t.version`,
  },
  { name: "document_checks", of: ofDocuments, order: sql`t.document_id, t.version` },
  { name: "prompt_parts", of: inProject, texts: ["text"] },
  { name: "prompt_receipts", of: inProject },
  { name: "memory_languages", of: inProject, order: sql`t.project_id` },
];

/** Tables that speak of projects and stay behind, and why. */
export const leftOut: Record<string, string> = {
  events: "what happened elsewhere",
  notices: "what somebody was told elsewhere",
  holds: "money",
  ledger_transactions: "money",
  model_calls: "money: what calls cost",
  memory_due: "which texts memory has not read yet, here",
  memory_sources: "made from texts: index them again",
  shortened_parts: "made from texts: made again",
  fit_orders: "about prompts of jobs that are over",
  project_deletions: "about a project that is gone",
  project_imports: "where a project came from, here",
  kept_exports: "about exports",
};

import { FactStatus, FactValue, FactValueType, WorkStage } from "@dialectic/contract";
import { z } from "zod";
import { keyEntry } from "#ledger";
import * as v from "./values.ts";

/** Rows of the ledger, and of the facts that prompts contain. Optional columns have a default in the database. */

const key = v.text(200).regex(/^(project|item)\.[a-z]+\.[a-z0-9_]+$/, "must be scope.block.name");
const code = v.text(100);
const number = v.number(2_000_000_000);
const section = z.enum(["USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"]);
const offset = v.count(2_000_000);
const quote = v.text(250).min(1);
const range = z.strictObject({ start: offset, end: offset });

export const knownFacts = {
  project_id: v.ref("projects"),
  number,
  accepted_at: v.moment,
  ended_at: v.moment.nullish(),
  block: v.words.min(1),
  about: v.text(200).min(1).nullish(),
  statement: v.sentences.min(1),
  said_by_user: z.boolean(),
};

export const ledgers = {
  project_id: v.ref("projects"),
  last_number: v.count(2_000_000_000).optional(),
  revision: v.count(2_000_000_000).optional(),
};

export const factKeys = {
  project_id: v.ref("projects"),
  key,
  /** Its size is limited, because it is read whenever facts, blocks or items are shown. */
  definition: v.json(keyEntry).refine((entry) => JSON.stringify(entry).length <= 100_000, "must be smaller"),
  created_at: v.moment.optional(),
};

export const turnBundles = {
  id: v.ref("turn_bundles"),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions").nullish(),
  turn_key: v.text(200).min(1),
  content_sha256: v.hash,
  source_type: z.enum(["structuredQuestions", "chat", "generation", "mixed"]),
  work_stage: WorkStage,
  scope: z.enum(["project", "item", "multiItem"]),
  text: v.textFile,
  sha256: v.hash,
  sections: v.json(
    z
      .array(
        z.strictObject({
          section: z.enum(["TURN_META", "STRUCTURED_QUESTIONS", "USER_ANSWERS", "FREE_CHAT", "AGENT_OUTPUT"]),
          range,
          parts: z.array(range).max(10_000),
        }),
      )
      .length(5),
  ),
  taken_at: v.moment,
  created_at: v.moment.optional(),
};

/** A key, a question of a document ("Q3"), or a question that was added to a block. */
const question = z.union([key, v.text(20).regex(/^Q\d{1,9}$/, "must be a question"), v.ref("ledger_records")]);

export const keyAnswers = {
  id: v.ref("key_answers"),
  project_id: v.ref("projects"),
  bundle_id: v.ref("turn_bundles"),
  key: question,
  item_id: v.ref("project_items").nullish(),
  quick: z.enum(["YES", "NO", "IDK", "IRRELEVANT"]).nullish(),
  text: v.sentences,
  answered_at: v.moment.optional(),
};

export const parseRuns = {
  id: v.ref("parse_runs"),
  project_id: v.ref("projects"),
  bundle_id: v.ref("turn_bundles"),
  status: z.enum(["succeeded", "failed"]),
  forced: z.boolean().optional(),
  source: z.enum(["model", "posted", "bound"]),
  model: v.model.nullish(),
  raw: v.sentences.nullish(),
  stats: v.json(z.record(z.string(), v.count(1_000_000))).nullish(),
  error: v.json(z.record(z.string(), z.unknown())).nullish(),
  created_at: v.moment.optional(),
  started_at: v.moment.nullish(),
  finished_at: v.moment.nullish(),
};

export const facts = {
  id: v.ref("facts"),
  project_id: v.ref("projects"),
  number,
  scope: z.enum(["project", "item"]),
  item_id: v.ref("project_items").nullish(),
  key,
  is_list: z.boolean(),
  value_type: FactValueType,
  value: v.json(FactValue),
  canonical: v.text(2_500).min(1),
  statement: v.text(2_500).min(1),
  status: FactStatus,
  source_kind: z.enum(["user", "agent", "system", "manual"]),
  confidence: z.number().min(0).max(1),
  needs_review: z.boolean(),
  review_reason: code.nullish(),
  bundle_id: v.ref("turn_bundles").nullish(),
  parse_run_id: v.ref("parse_runs").nullish(),
  quote: quote.nullish(),
  quote_start: offset.nullish(),
  quote_end: offset.nullish(),
  section: section.nullish(),
  supersedes: v.ref("facts").nullish(),
  conflicts_with: v.ref("facts").nullish(),
  created_at: v.moment.optional(),
};

const evidence = z.object({ bundleId: v.ref("turn_bundles"), quote, start: offset, end: offset, section });

export const factEvents = {
  project_id: v.ref("projects"),
  seq: number,
  fact_id: v.ref("facts"),
  action: number,
  act: z.enum(["record", "accept", "reject", "supersede", "corroborate", "edit", "choose", "promote", "undo"]),
  by: z.enum(["user", "policy"]),
  from_status: FactStatus.nullish(),
  to_status: FactStatus,
  reason: v.text(20_000),
  evidence: v.json(evidence).nullish(),
  supersedes: v.ref("facts").nullish(),
  undoes: number.nullish(),
  at: v.moment.optional(),
};

export const factNotes = {
  id: v.ref("fact_notes"),
  project_id: v.ref("projects"),
  bundle_id: v.ref("turn_bundles"),
  parse_run_id: v.ref("parse_runs"),
  kind: z.enum(["refused", "unmapped"]),
  reason: code.min(1),
  operation: v.json(z.unknown().refine((value) => value !== undefined && value !== null, "must not be null")),
  evidence: v.json(z.object({ quote, start: offset, end: offset, section })).nullish(),
  created_at: v.moment.optional(),
};

export const records = {
  id: v.ref("ledger_records"),
  project_id: v.ref("projects"),
  seq: v.count(2_000_000_000).min(1),
  kind: z.enum(["note", "question", "suggestion", "decision"]),
  block: z.string().regex(/^(project|item)\.[a-z_]+$/),
  item_id: v.ref("project_items").nullish(),
  key: key.nullish(),
  text: v.sentences.min(1).max(2_000),
  severity: z.enum(["hard", "soft"]).nullish(),
  by: z.enum(["user", "model"]),
  model: v.model.nullish(),
  added_at: v.moment.optional(),
};

export const recordEvents = {
  project_id: v.ref("projects"),
  seq: v.count(2_000_000_000).min(1),
  record_id: v.ref("ledger_records"),
  act: z.enum(["resolve", "reopen", "remove"]),
  reason: v.sentences,
  at: v.moment.optional(),
};

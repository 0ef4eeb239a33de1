import { BoardColumn, FindingCode, FindingDetails } from "@dialectic/contract";
import { z } from "zod";
import * as v from "./values.ts";

/** Rows of the modules documents and board. Optional columns have a default in the database. */

export const contributions = {
  id: v.ref("contributions"),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions"),
  iteration: v.iteration,
  stage: v.stage,
  job_id: v.ref("jobs"),
  step_key: v.words,
  work_key: v.text(2_500),
  model: v.model,
  output_type: v.words,
  intermediate: z.boolean(),
  template_version: v.ordinal,
  root_id: v.ref("contributions"),
  chunk: v.count(10_000),
  lineage_id: v.ref("contributions").nullish(),
  n: v.ordinal,
  text: v.textFile,
  prompt: v.textFile,
  raw: v.textFile,
  finish_reason: v.words,
  input_tokens: v.tokens,
  output_tokens: v.tokens,
  tokens_estimated: z.boolean(),
  path: v.place("document", "chunk"),
  raw_path: v.place("raw"),
  prompt_path: v.place("prompt"),
  created_at: v.moment.optional(),
  proposal: v.number(4).nullish(),
  number: v.ordinal.nullish(),
  asked_for: z.array(v.words).max(1_000).optional(),
};

export const contributionSources = {
  contribution_id: v.ref("contributions"),
  source_id: v.ref("contributions"),
  position: v.count(1_000_000),
  source_version: v.ordinal.optional(),
};

export const documents = {
  id: v.ref("documents"),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions"),
  iteration: v.iteration,
  stage: v.stage,
  contribution_id: v.ref("contributions"),
  kind: z.enum(["whole", "artifact"]),
  artifact: v.words.nullish(),
  title: v.text(10_000),
  model: v.model,
  intermediate: z.boolean(),
  chunks: v.number(10_000),
  markdown: v.textFile,
  file: v.textFile,
  sha256: v.hash,
  path: v.place("document", "artifact"),
  created_at: v.moment.optional(),
};

export const documentVersions = {
  document_id: v.ref("documents"),
  version: v.ordinal.min(2),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions"),
  markdown: v.textFile,
  file: v.textFile,
  sha256: v.hash,
  earlier_path: v.place("version").nullish(),
  gone: z.boolean().optional(),
  edited_at: v.moment.optional(),
};

export const documentFindings = {
  id: v.ref("document_findings"),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions"),
  contribution_id: v.ref("contributions"),
  code: FindingCode,
  artifact: v.words.nullish(),
  details: v.json(FindingDetails.strict()).optional(),
  created_at: v.moment.optional(),
  accepted_at: v.moment.nullish(),
};

export const feedback = {
  id: v.ref("feedback"),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions"),
  iteration: v.iteration,
  stage: v.stage,
  contribution_id: v.ref("contributions").nullish(),
  version: v.ordinal,
  text: v.textFile,
  given_at: v.moment.optional(),
};

const ChecklistItem = z.strictObject({ node: v.words, text: v.sentences, done: z.boolean() });

export const boardCards = {
  id: v.ref("board_cards"),
  project_id: v.ref("projects"),
  session_id: v.ref("sessions"),
  iteration: v.iteration,
  number: v.ordinal,
  milestone: v.words,
  title: v.text(10_000).min(1),
  body: v.textFile,
  items: v.json(z.array(ChecklistItem).max(100_000)),
  board_column: BoardColumn.optional(),
  source_id: v.ref("contributions"),
  path: v.place("board"),
  file: v.textFile,
  synced: v.text(1_000_000).nullish(),
  file_lost_at: v.moment.nullish(),
  dropped_at: v.moment.nullish(),
  superseded_by: v.ref("board_cards").nullish(),
  superseded_because: v.sentences.nullish(),
  created_at: v.moment.optional(),
  kept_at: v.moment.nullish(),
  superseded_at: v.moment.nullish(),
};

export const iterations = {
  session_id: v.ref("sessions"),
  iteration: v.iteration.min(2),
  project_id: v.ref("projects"),
  from_stage: v.stage,
  progress: v.textFile,
  began_at: v.moment.optional(),
  /** An import stores it in `quote_in_export`, which is never shown. */
  quote: v.json(z.record(z.string(), z.unknown()).nullable()).optional(),
};

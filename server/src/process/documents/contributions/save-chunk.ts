import type { ContributionId, DocumentId, JobId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { AppError, newId, type Tx } from "#platform";
import type { Expected } from "../read/read-answer.ts";
import { constructPath } from "../tree/paths/construct-path.ts";
import type { ContributionName } from "../tree/paths/stored-file.ts";
import * as store from "./contribution.store.ts";
import { finishDocument } from "./finish-document.ts";
import { nameContribution, nameOf } from "./name-contribution.ts";

/** The text of one model call, with its metadata. */
export type ChunkToSave = {
  job: {
    id: JobId;
    ownerId: UserId;
    projectId: ProjectId;
    sessionId: SessionId;
    iteration: number;
    stage: string;
    stepKey: string;
    workKey: string;
  };
  model: string;
  outputType: string;
  intermediate: boolean;
  templateVersion: number;
  /** The first chunk of the document; null if this is the first. */
  rootId: ContributionId | null;
  chunk: number;
  /** `self`: a thesis, which starts a lineage. */
  lineageId: ContributionId | "self" | null;
  /** The number of this proposal, if its model writes several. */
  proposal?: number | null;
  sourceIds: readonly ContributionId[];
  /** For each source that people had edited: the version that was read. */
  sourceVersions?: ReadonlyMap<ContributionId, number>;
  /** The document's planned number; without it, the document gets the next free number. */
  number?: number | undefined;
  /** Keys of artifacts that the request asks for because earlier answers left them out or got them wrong. */
  askedFor?: readonly string[];
  text: string;
  prompt: string;
  raw: string;
  finishReason: string;
  usage: { inputTokens: number; outputTokens: number; estimated: boolean };
  /** Used with the last chunk: the cost of all calls of the document. */
  cost: bigint;
  /** Used with the last chunk: whether a prompt of the document was shortened. */
  isShortened: boolean;
  /** The artifacts that the step expects, used to parse the document. If null, the document stays as it was written. */
  expected: Expected | null;
  /** True if no chunk follows: the answer ended properly, or the limit on requests is reached. */
  last: boolean;
  title: string;
};

export type SavedChunk = {
  contributionId: ContributionId;
  rootId: ContributionId;
  document: { id: DocumentId; path: string } | null;
};

/** Saves a chunk and, with the last chunk, the document. Idempotent per job. */
export async function saveChunk(db: Tx, input: ChunkToSave): Promise<SavedChunk> {
  const row = (await store.findByJob(db, input.job.id)) ?? (await insertChunk(db, input));
  const document = input.last ? await finishDocument(db, { ...input, rootId: row.root_id }) : null;
  return { contributionId: row.id, rootId: row.root_id, document };
}

async function insertChunk(db: Tx, input: ChunkToSave): Promise<store.ContributionRow> {
  const { job } = input;
  const id = newId<ContributionId>();
  const root = input.rootId === null ? null : await requireRoot(db, input.rootId);
  const lineageId = root ? root.lineage_id : input.lineageId === "self" ? id : input.lineageId;
  const { proposal = null } = input;
  const named = { ...job, proposal, model: input.model, outputType: input.outputType, sourceIds: input.sourceIds };
  const name = root ? nameOf(root) : await nameContribution(db, { ...named, lineageId });
  const row: store.ContributionRow = {
    id,
    owner_id: job.ownerId,
    project_id: job.projectId,
    session_id: job.sessionId,
    iteration: job.iteration,
    stage: job.stage,
    job_id: job.id,
    step_key: job.stepKey,
    work_key: job.workKey,
    model: input.model,
    output_type: input.outputType,
    intermediate: input.intermediate,
    template_version: input.templateVersion,
    root_id: root?.id ?? id,
    chunk: input.chunk,
    lineage_id: lineageId,
    n: name.n,
    proposal,
    number: root ? root.number : (input.number ?? (await numberFor(db, input))),
    asked_for: [...(input.askedFor ?? [])],
    text: storable(input.text),
    prompt: storable(input.prompt),
    raw: storable(input.raw),
    finish_reason: input.finishReason,
    input_tokens: input.usage.inputTokens,
    output_tokens: input.usage.outputTokens,
    tokens_estimated: input.usage.estimated,
    ...pathsOf(name, input),
  };
  await store.insertContribution(db, row);
  await store.insertSources(db, row, { ids: input.sourceIds, versions: input.sourceVersions ?? new Map() });
  return row;
}

/** A combined text has no planned number. It gets the number of an earlier text of its work order, else a new one. */
async function numberFor(db: Tx, { job }: ChunkToSave): Promise<number> {
  await store.lockName(db, `${job.sessionId} document numbers`);
  const { sessionId: session_id, iteration, stage, workKey: work_key } = job;
  const known = await store.numberOfWork(db, { session_id, iteration, stage, work_key });
  return known ?? (await store.nextDocumentNumber(db, session_id));
}

/** A text of one chunk is stored at its final path right away; the chunks of a cut-off text are stored in `_work`. */
function pathsOf(of: ContributionName, { chunk, last, intermediate }: ChunkToSave) {
  const isWhole = chunk === 0 && last;
  const number = isWhole ? null : chunk;
  return {
    path: constructPath(isWhole ? { kind: "document", of, intermediate } : { kind: "chunk", of, chunk }),
    raw_path: constructPath({ kind: "raw", of, chunk: number }),
    prompt_path: constructPath({ kind: "prompt", of, chunk: number }),
  };
}

async function requireRoot(db: Tx, id: ContributionId): Promise<store.ContributionRow> {
  const root = await store.findContribution(db, id);
  if (!root) throw new AppError("not_found", `The first chunk ${id} of this document does not exist, or is not yours.`);
  return root;
}

/** PostgreSQL stores neither NUL nor lone surrogates. An answer that contains them has been paid for and must still be saved. */
const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed();

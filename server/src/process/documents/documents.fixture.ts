import type { ContributionId, JobId, ProjectId, SessionId, UserId } from "@dialectic/contract";
import { sql } from "kysely";
import { type Database, newId, type Tx, type UserDb } from "#platform";
import { addUser } from "#test";
import type { ChunkToSave } from "./contributions/save-chunk.ts";
import type { ReadNumbers } from "./links/create-linker.ts";
import type { ReadUndecided } from "./plan/read-plan-file.ts";
import type { BoardFiles } from "./tree/project-files.ts";

type Card = Awaited<ReturnType<BoardFiles>>[number];

/** A project with one session in the middle of a process. `boardFiles` returns `cards`, to which tests add. */
export type SampleSession = {
  owner: UserId;
  db: UserDb;
  projectId: ProjectId;
  sessionId: SessionId;
  cards: Card[];
  boardFiles: BoardFiles;
  readNumbers: ReadNumbers;
  readUndecided: ReadUndecided;
};

export async function sampleSession(
  database: Database,
  {
    stages = ["thesis", "antithesis", "paralysis"],
    shortId = "0a1b2c3d",
  }: { stages?: string[]; shortId?: string } = {},
): Promise<SampleSession> {
  const owner = await addUser(database);
  const processId = await database.asOwner((db) => insertProcess(db, stages));
  const db = database.as(owner);
  const projectId = newId<ProjectId>();
  await db.tx((tx) =>
    sql`
      insert into projects (id, owner_id, name, slug, brief, brief_name, process)
      values (${projectId}, ${owner}, 'Pop-up', 'pop-up', ${"Launch a two-day pop-up.\n\n# For 300 guests\n"}, 'popup', 'sample')`.execute(
      tx,
    ),
  );
  const sessionId = await addSession(db, { projectId, processId, stage: stages[0] ?? "", shortId });
  const cards: Card[] = [];
  return { owner, db, projectId, sessionId, cards, boardFiles: async () => cards, readNumbers, readUndecided };
}

/** The review module, which reads claims and questions, is above this one, so the tests of this module have neither. */
const readUndecided: ReadUndecided = async () => ({ contested: [], questions: [] });
const readNumbers: ReadNumbers = async () => ({ claims: [], questions: [], stated: [] });

async function addSession(
  db: UserDb,
  input: { projectId: ProjectId; processId: string; stage: string; shortId: string },
): Promise<SessionId> {
  const id = newId<SessionId>();
  await db.tx((tx) =>
    sql`
      insert into sessions (id, owner_id, project_id, short_id, process_template_id, models, lead_model, current_stage)
      values (${id}, ${db.userId}, ${input.projectId}, ${input.shortId}, ${input.processId},
        array['rehearsal/atlas', 'rehearsal/briar'], 'rehearsal/atlas', ${input.stage})`.execute(tx),
  );
  return id;
}

/** Inserts a process with these stages, one after the other. Each stage has its own recipe and prompt. */
async function insertProcess(db: Tx, stages: readonly string[]): Promise<string> {
  const id = newId();
  await sql`
    insert into process_templates (id, key, version, name, about, sha256)
    values (${id}, ${`sample-${id}`}, 1, 'Sample', 'A process for tests.', 'x')`.execute(db);
  for (const [index, stage] of stages.entries()) {
    const recipeId = newId();
    const promptId = newId();
    await sql`insert into recipes (id, key, version, definition, sha256) values (${recipeId}, ${`recipe-${recipeId}`}, 1, '{"steps": []}', 'x')`.execute(
      db,
    );
    await sql`insert into prompt_templates (id, key, version, body, sha256) values (${promptId}, ${`prompt-${promptId}`}, 1, 'Write.', 'x')`.execute(
      db,
    );
    await sql`insert into recipe_prompts (recipe_id, prompt_key, prompt_template_id) values (${recipeId}, 'p', ${promptId})`.execute(
      db,
    );
    await sql`
      insert into stages (process_template_id, key, name, about, convergence, recipe_id)
      values (${id}, ${stage}, ${stage}, 'A stage.', 'per_model', ${recipeId})`.execute(db);
    await sql`
      insert into stage_transitions (process_template_id, from_stage, to_stage)
      values (${id}, ${stages[index - 1] ?? null}, ${stage})`.execute(db);
  }
  return id;
}

async function addJob(db: UserDb, kind = "execute"): Promise<JobId> {
  const id = newId<JobId>();
  await db.tx((tx) =>
    sql`insert into jobs (id, owner_id, kind, chain_id) values (${id}, ${db.userId}, ${kind}, ${id})`.execute(tx),
  );
  return id;
}

/** Inserts a stage run with the given stage, status and seed prompt. */
export async function addStageRun(
  sample: SampleSession,
  input: { stage: string; status: string; seedPrompt: string },
): Promise<void> {
  const jobId = await addJob(sample.db, "plan");
  await sample.db.tx((tx) =>
    sql`
      insert into stage_runs (id, owner_id, session_id, iteration, stage, status, root_job_id, seed_prompt, expected, finished_at)
      values (${newId()}, ${sample.owner}, ${sample.sessionId}, 1, ${input.stage}, ${input.status}, ${jobId}, ${input.seedPrompt}, '[]', now())`.execute(
      tx,
    ),
  );
}

/** Inserts a job, and returns a chunk that it could save: a complete thesis by atlas, with `changes`. */
export async function sampleChunk(
  sample: SampleSession,
  changes: Partial<Omit<ChunkToSave, "job">> & { stage?: string; workKey?: string } = {},
): Promise<ChunkToSave> {
  const { stage = "thesis", workKey = "propose:atlas", ...rest } = changes;
  const job = {
    id: await addJob(sample.db),
    ownerId: sample.owner,
    projectId: sample.projectId,
    sessionId: sample.sessionId,
    iteration: 1,
    stage,
    stepKey: "step",
    workKey,
  };
  return {
    job,
    model: "rehearsal/atlas",
    outputType: "thesis",
    intermediate: false,
    templateVersion: 1,
    rootId: null,
    chunk: 0,
    lineageId: "self",
    sourceIds: [] as ContributionId[],
    text: "# Business case\n\nPeople want it.\n\n# Claims\n\n- C: It pays.\n",
    prompt: "===== instructions =====\nWrite.\n",
    raw: '{"text":"…"}',
    finishReason: "stop",
    usage: { inputTokens: 100, outputTokens: 20, estimated: false },
    cost: 1_250n,
    isShortened: false,
    expected: null,
    last: true,
    title: "Thesis",
    ...rest,
  };
}

export function addCard(
  sample: SampleSession,
  { title, path, file }: { title: string; path: string; file: string },
): void {
  sample.cards.push({ title, path, text: file });
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { createApp } from "../../server/src/app/index.ts";
import { topUp } from "../../server/src/engine/wallet/index.ts";
import { createLog, type Database, readConfig } from "../../server/src/platform/index.ts";
import { addTemplates } from "../../server/src/process/recipes/index.ts";
import { createProject, createSession } from "../../server/src/process/sessions/index.ts";
import { longTemplates } from "../../server/test/support/long-templates.ts";
import { startPricedProvider } from "../../server/test/support/start-priced-provider.ts";
import { readEnd } from "../makespan/read-calls.ts";
import type { SentPrompt } from "./compare-prompts.ts";

export type Course = {
  name: string;
  domain: "general" | "at-length";
  process: string;
  models: string[];
  maxOutputTokens: number;
  continuations: number;
  /** If set, a provider on this machine offers the models with a window of this size. */
  contextWindow?: number;
};

const brief =
  "Open a community garden on 400 m² behind the library by 1 May 2027, for 12,000 euros, with 60 families and no tap.";

/** Runs a session to its end on the embedded engine, and returns the prompts that were sent. */
export async function runCourse(course: Course): Promise<SentPrompt[]> {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-prefix-"));
  const env = { DIALECTIC_EMBEDDINGS: "off" };
  const created = await createApp({ config: readConfig(env, { data: dir }), log: createLog("error") });
  if (!created.ok) throw new Error("The data folder of this benchmark is open in another process.");
  const { app } = created;
  const { contextWindow } = course;
  await using provider = contextWindow === undefined ? null : await startPricedProvider({ contextWindow });
  try {
    const ctx = app.ctx(app.userId);
    await addTemplates(ctx, longTemplates);
    provider?.listIn(dir);
    if (provider) await topUp(ctx, { amount: 10_000_000_000n, key: "first" });
    const { domain, process, models, maxOutputTokens, continuations } = course;
    const { id: projectId } = await createProject(ctx, { brief, domain, process });
    const run = {
      models,
      leadModel: models[0],
      maxOutputTokens,
      continuations,
      auto: true,
      start: true,
      acceptFindings: true,
    };
    await createSession(ctx, { projectId, ...run });
    await app.startWorker();
    app.startMaintenance();
    while (!(await readEnd(app.database))) await wait(200);
    return await readPrompts(app.database);
  } finally {
    await app.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function readPrompts(database: Database): Promise<SentPrompt[]> {
  const { rows } = await database.asOwner((db) =>
    sql<SentPrompt>`
      select c.model, c.stage, c.step_key as step, j.chain_id as chain, c.chunk as continuation, c.prompt,
        array(
          select (part ->> 'id') || ' ' || (part ->> 'to')
          from prompt_receipts r, jsonb_array_elements(r.parts) part
          where r.contribution_id = c.id) as shortened
      from contributions c
      join jobs j on j.id = c.job_id
      order by c.created_at, c.id`.execute(db),
  );
  return rows;
}

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { listDifferingTerms, listJobs, listWorkerTroubles, type Worker } from "#jobs";
import { removeProviderKey, setProviderKey } from "#models";
import type { Log } from "#platform";
import { getSession } from "#sessions";
import { engines, startChatProvider, type TestApp, testApp, wholeAnswer } from "#test";

const brief = "Plant a hedge along the road.";
const lab = { id: "lab/one", contextWindow: 100_000, maxOutputTokens: 1_000, free: true };

/** Several workers on one server, each with its own environment and data folder. */
describe.skipIf(!engines.includes("postgres"))("workers that cannot call a model", () => {
  let t: TestApp;
  let provider: Awaited<ReturnType<typeof startChatProvider>>;
  const workers: Worker[] = [];
  const said: string[] = [];

  beforeAll(async () => {
    provider = await startChatProvider("lab", (asked, _count, key) =>
      key === "right-key" ? { pieces: wholeAnswer(asked) } : { pieces: [], status: 401 },
    );
    t = await testApp("postgres", { env: { ...withKey("right-key") } });
    writeFileSync(join(t.dataDir, "models.json"), JSON.stringify({ noted: "2026-01-31", models: [lab] }));
    await t.database.asOwner((db) =>
      sql`
        create table leases (session_id uuid, worker text);
        create function note_lease() returns trigger language plpgsql security definer as $$
        begin
          insert into leases values (new.session_id, new.lease_owner);
          return null;
        end $$;
        create trigger note_lease after update of fence on jobs for each row
          when (new.model is not null) execute function note_lease()`.execute(db),
    );
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    said.length = 0;
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const withKey = (key: string | null) => ({
    DIALECTIC_PROVIDERS: JSON.stringify([{ name: "lab", baseUrl: `${provider.url}/v1`, keyEnv: "LAB_KEY" }]),
    ...(key && { LAB_KEY: key }),
  });
  const keepLines = (worker: string): Log => {
    const keep = (message: string, more: Record<string, unknown> = {}) => {
      said.push([worker, message, more["model"], more["why"]].filter((part) => part !== undefined).join(" | "));
    };
    return { debug: () => undefined, info: keep, warn: keep, error: keep, with: () => keepLines(worker) };
  };
  async function start(name: string, env: NodeJS.ProcessEnv, models: object[] = []): Promise<Worker> {
    const dataDir = join(t.dataDir, `worker-${name}`);
    mkdirSync(dataDir, { recursive: true });
    if (models.length > 0) writeFileSync(join(dataDir, "models.json"), JSON.stringify({ noted: "2026-01-31", models }));
    const worker = await t.startWorker({ own: { name, env, dataDir, log: keepLines(name) } });
    workers.push(worker);
    return worker;
  }
  const newSession = () => t.session({ brief, models: ["lab/one"], auto: true, start: true });
  const jobsOf = async (session: Awaited<ReturnType<typeof newSession>>["id"]) =>
    (await t.ctx.db.tx((db) => listJobs(db, { session, limit: 200 }))).items;
  /** The names of all workers that ever leased a job of a model in this session. */
  const lessees = async (session: string): Promise<string[]> => {
    const { rows } = await t.database.asOwner((db) =>
      sql<{ worker: string }>`select distinct worker from leases where session_id = ${session}`.execute(db),
    );
    return rows.map(({ worker }) => worker);
  };
  const waiting = (sessionId: Awaited<ReturnType<typeof newSession>>["id"]) =>
    vi.waitUntil(
      async () => {
        const session = await getSession(t.ctx, { sessionId });
        return session.blockedBy && session;
      },
      { timeout: 20_000 },
    );

  it("leave its jobs to a worker that can call it, and log this once", async () => {
    await start("bare", withKey(null));
    await start("stranger", {});
    await start("able", withKey("right-key")); // its own lists lack the model, but the session has the model's terms
    const { id } = await newSession();
    const session = await t.reach(id, "iteration_complete");
    expect(session.stages.every(({ status }) => status === "completed")).toBe(true);
    const jobs = await jobsOf(id);
    expect(jobs.filter(({ error }) => error !== null)).toEqual([]);
    expect(await lessees(id)).toEqual(["able"]);
    expect(said.filter((line) => line.startsWith("able"))).toEqual([]);
    expect(said.toSorted()).toEqual([
      "bare | This worker cannot call a model and leases none of its jobs. | lab/one | Set LAB_KEY, or store a key for lab, to use lab/one.",
      expect.stringMatching(
        /^stranger \| This worker cannot call a model and leases none of its jobs\. \| lab\/one \| .*providers\.json/,
      ),
    ]);
  });

  it("let a session wait; the session states the reason, and finishes when a worker can call the model", async () => {
    await start("bare", withKey(null));
    const { id } = await newSession();
    const session = await waiting(id);
    const obstacle = "Set LAB_KEY, or store a key for lab, to use lab/one.";
    const wait = { model: "lab/one", code: "no_worker", obstacle, nextTryAt: null, until: null };
    expect(session).toMatchObject({ status: "running", blockedBy: { kind: "provider", ...wait } });
    expect(session.stages[0]?.waits).toMatchObject([wait]);
    expect(await t.ctx.db.tx(listWorkerTroubles)).toEqual([{ worker: "bare", model: "lab/one", obstacle }]);
    expect(await lessees(id)).toEqual([]);
    await start("able", withKey("right-key"));
    const finished = await t.reach(id, "iteration_complete");
    expect(finished.blockedBy).toBeNull();
    expect((await jobsOf(id)).filter(({ error, attempt }) => error !== null || attempt > 0)).toEqual([]);
  });

  it("take its jobs as soon as the missing key is stored", async () => {
    await start("bare", withKey(null));
    const { id } = await newSession();
    await waiting(id);
    await setProviderKey(t.ctx, { provider: "lab", key: "right-key" });
    await t.reach(id, "iteration_complete");
    expect(await lessees(id)).toEqual(["bare"]);
    expect(said.at(-1)).toBe("bare | This worker can call the model again. | lab/one");
    await removeProviderKey(t.ctx, { provider: "lab" });
  });

  it("return a job to the queue for another worker if the provider refuses their key", async () => {
    await start("wrong", withKey("revoked-key"));
    await start("able", withKey("right-key"));
    const { id } = await newSession();
    await t.reach(id, "iteration_complete");
    expect((await jobsOf(id)).filter(({ attempt }) => attempt > 0)).toEqual([]);
    for (const line of said)
      expect(line).toMatch(
        /^wrong \| (The job was handed back: this worker cannot call its model|This worker cannot call)/,
      );
  });

  it("fail its jobs if no worker has a valid key", async () => {
    await start("wrong", withKey("revoked-key"));
    const { id } = await newSession();
    const { stages } = await t.reach(id, "failed");
    expect(stages[0]?.error).toContain("LAB_KEY");
  });

  it("log a warning if another worker has different prices", async () => {
    const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 2, reasoning: 2 };
    await start("able", withKey("right-key"), [lab]);
    const { id } = await newSession();
    await t.reach(id, "iteration_complete");
    await start("dear", withKey("right-key"), [{ ...lab, free: false, prices }]);
    await vi.waitUntil(() => said.some((line) => line.startsWith("dear")), { timeout: 10_000 });
    expect(said).toEqual([
      "dear | Another worker has different prices or limits for a model. Sessions are charged by the terms they started with. | lab/one",
    ]);
    expect(await t.ctx.db.tx(listDifferingTerms)).toEqual(["lab/one"]);
  });
});

import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { learnRate, setRateLimit } from "#jobs";
import { startLoopback } from "#loopback";
import { engines } from "#test";
import { setupWorkers } from "./worker-processes.ts";

type Call = { model: string; takenAt: number; arrivedAt: number };

/** Starts a local provider that records when each call was counted against the rate limit and when it arrived. */
async function provider(refuses: (call: Call, n: number) => number | null = () => null) {
  const calls: Call[] = [];
  const holds: number[] = [];
  const server = await startLoopback((request, response) => {
    const said = new URL(request.url ?? "", "http://x").searchParams;
    const heldAt = said.get("heldAt");
    if (heldAt) {
      holds.push(Number(heldAt));
      response.end("noted");
      return;
    }
    const call = {
      model: said.get("model") ?? "",
      takenAt: Number(said.get("takenAt")),
      arrivedAt: performance.timeOrigin + performance.now(),
    };
    calls.push(call);
    const seconds = refuses(call, calls.length);
    if (seconds !== null) response.writeHead(429, { "retry-after": String(seconds) });
    response.end("words");
  });
  return { calls, holds, ...server };
}

type Workers = Awaited<ReturnType<typeof setupWorkers>>;
const addJobs = (t: Workers, model: string, url: string, count: number) =>
  t.database.as(t.userId).tx((db) =>
    sql`insert into jobs (id, owner_id, kind, model, payload)
      select gen_random_uuid(), ${t.userId}, 'execute', ${model}, jsonb_build_object('call', ${url}::text)
      from generate_series(1, ${count}::int)`.execute(db),
  );
/**
 * The leases are so long that none expires on a slow machine. A job whose lease expires is leased again and sends its
 * request twice, which is correct but would spoil the count.
 */
const startFour = (t: Workers) => Promise.all([1, 2, 3, 4].map(() => t.start({ leaseMs: 60_000 })));
const allCompleted = sql`select where not exists (select from jobs where status <> 'completed')`;

/** The maximum number of timestamps in any window of this length. */
function mostWithin(times: number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(...sorted.map((from) => sorted.filter((at) => at >= from && at < from + windowMs).length));
}

describe.skipIf(!engines.includes("postgres"))("rate limits of several worker processes", { timeout: 120_000 }, () => {
  it("are never exceeded, as counted by the provider, and all jobs finish", async () => {
    await using t = await setupWorkers("rate-worker");
    await using asked = await provider();
    // A limit of 120 means 12 requests at once and 109 per minute after that. The provider's limit is stricter than ours.
    const [limit, burst, refillPerMs] = [120, 12, 109 / 60_000];
    await setRateLimit(t.database, { key: "model:acme/one", requestsPerMinute: 5_000, tokensPerMinute: 1_000_000 });
    await setRateLimit(t.database, { key: "provider:acme", requestsPerMinute: 6_000, tokensPerMinute: 1_000_000 });
    const learned = { requests: { limit }, heardAt: Date.now() };
    await t.database.as(t.userId).tx((db) => learnRate(db, { model: "acme/one", learned }));
    await addJobs(t, "acme/one", asked.url, 24);
    await addJobs(t, "free/one", asked.url, 20);
    await startFour(t);
    await t.until(allCompleted);

    const calls = asked.calls.filter((call) => call.model === "acme/one");
    expect(calls).toHaveLength(24);
    expect(asked.calls).toHaveLength(44);
    const late = Math.max(...calls.map((call) => call.arrivedAt - call.takenAt));
    for (const windowMs of [100, 500, 1_000, 2_000, 4_000]) {
      const most = mostWithin(
        calls.map((call) => call.arrivedAt),
        windowMs,
      );
      expect(most).toBeLessThanOrEqual(burst + Math.ceil(refillPerMs * (windowMs + late)));
    }
    const [done] = await t.read(
      sql<{ effects: number; pids: number; tries: number }>`
        select
          (select count(*)::int from effects) as effects,
          (select count(distinct pid)::int from effects) as pids,
          (select sum(attempt + deaths)::int from jobs) as tries`,
    );
    expect(done).toMatchObject({ effects: 44, tries: 0 });
    expect(done?.pids).toBeGreaterThan(1);
  });

  it("delay the calls to a model in all processes, but no other calls, if the provider tells one process to wait", async () => {
    await using t = await setupWorkers("rate-worker");
    let refused = false;
    await using asked = await provider((call, n) => {
      if (refused || call.model !== "acme/one" || n < 10) return null;
      refused = true;
      return 1;
    });
    await setRateLimit(t.database, { key: "model:acme/one", requestsPerMinute: 60_000, tokensPerMinute: null });
    await addJobs(t, "acme/one", asked.url, 200);
    await addJobs(t, "acme/two", asked.url, 200);
    await startFour(t);
    await t.until(allCompleted);

    expect(asked.calls).toHaveLength(401);
    const [heldAt = 0] = asked.holds;
    const [row] = await t.read(
      sql<{ until: number }>`select (1000 * extract(epoch from held_off_until))::float8 as until from rate_limits`,
    );
    const meanwhile = asked.calls.filter((call) => call.takenAt > heldAt && call.takenAt < (row?.until ?? 0));
    expect(meanwhile.filter((call) => call.model === "acme/one")).toEqual([]);
    expect(asked.calls.some((call) => call.model === "acme/one" && call.takenAt >= (row?.until ?? 0))).toBe(true);
    const [tries] = await t.read(sql<{ n: number }>`select sum(attempt)::int as n from jobs`);
    expect(tries?.n).toBe(0);
  });
});

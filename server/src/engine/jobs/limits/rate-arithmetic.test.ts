import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { sharedJobs } from "../jobs.fixture.ts";
import { bucketOf, startStory, takeAt } from "./rates.fixture.ts";
import { setRateLimit } from "./rates.ts";

const minute = 60_000;

describe.each(engines)("rate limit arithmetic on %s", (engine) => {
  const setup = sharedJobs(engine);
  type Setup = Awaited<ReturnType<typeof setup>>;

  async function limited(requestsPerMinute: number | null, tokensPerMinute: number | null): Promise<Setup> {
    const t = await setup();
    await setRateLimit(t.database, { key: "model:acme/one", requestsPerMinute, tokensPerMinute });
    await startStory(t.database);
    return t;
  }

  it.each([
    // The burst is a tenth of the limit, at least one; the refill per minute is the rest of the limit plus one.
    { limit: 1, atOnce: 1, nextMs: 60_000 },
    { limit: 5, atOnce: 1, nextMs: 12_000 },
    { limit: 19, atOnce: 1, nextMs: Math.ceil(60_000 / 19) },
    { limit: 20, atOnce: 2, nextMs: Math.ceil(60_000 / 19) },
    { limit: 600, atOnce: 60, nextMs: Math.ceil(60_000 / 541) },
  ])("lets $atOnce of $limit requests through at once, and the next after $nextMs ms", async (expected) => {
    const t = await limited(expected.limit, null);
    for (let n = 0; n < expected.atOnce; n++) expect(await takeAt(t.database, "acme/one", 0, 0)).toBe(0);
    expect(await takeAt(t.database, "acme/one", 0, 0)).toBe(expected.nextMs);
    expect(await takeAt(t.database, "acme/one", 0, expected.nextMs - 1)).toBe(1);
    expect(await takeAt(t.database, "acme/one", 0, expected.nextMs)).toBe(0);
    expect(await bucketOf(t.database, "acme/one", 10 * minute)).toMatchObject({ left: expected.atOnce, wait: 0 });
  });

  it.each([
    // A full bucket holds 1000 of the 10 000 tokens per minute. The other 9000 are refilled at 150 per second.
    { taken: [400, 400], waitMs: 0 },
    { taken: [1000], waitMs: 1 },
    { taken: [400, 400, 500], waitMs: 2_001 },
    { taken: [7_000], waitMs: 40_001 },
    { taken: [10_000], waitMs: 60_001 },
    { taken: [2_000_000], waitMs: 60_001 }, // more than a minute's tokens still delays the next call by one minute only
    { taken: [-5_000], waitMs: 0 },
  ])("makes the next call, of any size, wait $waitMs ms after calls of $taken tokens", async ({ taken, waitMs }) => {
    const t = await limited(null, 10_000);
    for (const tokens of taken) expect(await takeAt(t.database, "acme/one", tokens, 0)).toBe(0);
    expect((await bucketOf(t.database, "acme/one", 0))?.wait).toBeCloseTo(waitMs, 3);
    if (waitMs > 1) {
      expect(await takeAt(t.database, "acme/one", 1, 0)).toBe(waitMs);
      expect(await takeAt(t.database, "acme/one", 5_000, waitMs)).toBe(0);
    }
  });

  it("tolerates a clock that goes backwards and a limit that shrinks or grows", async () => {
    const t = await limited(600, null);
    for (let n = 0; n < 60; n++) await takeAt(t.database, "acme/one", 0, 5_000);
    expect(await takeAt(t.database, "acme/one", 0, 1_000)).toBe(Math.ceil(60_000 / 541));
    const set = (requestsPerMinute: number) =>
      setRateLimit(t.database, { key: "model:acme/one", requestsPerMinute, tokensPerMinute: null });
    await set(6);
    expect(await bucketOf(t.database, "acme/one", 5_000)).toMatchObject({ left: 0, wait: 10_000 });
    await set(6_000);
    expect(await bucketOf(t.database, "acme/one", 5_000)).toMatchObject({ left: 540, wait: 0 });
  });

  it("keeps every minute within the limit for any order of calls, and delays no call that would fit", {
    timeout: 120_000,
  }, async () => {
    const call = fc.record({ afterMs: fc.nat(1_000), tokens: fc.nat(600), obedient: fc.boolean() });
    const story = fc.record({
      requests: fc.integer({ min: 1, max: 40 }),
      calls: fc.array(call, { minLength: 30, maxLength: 50 }),
    });
    const property = fc.asyncProperty(story, async ({ requests, calls }) => {
      const tokens = 3_000;
      const t = await limited(requests, tokens);
      const taken: { at: number; tokens: number }[] = [];
      let now = 0;
      for (const one of calls) {
        now += one.afterMs;
        const waitMs = await takeAt(t.database, "acme/one", one.tokens, now);
        if (waitMs === 0) taken.push({ at: now, tokens: one.tokens });
        if (waitMs === 0 || !one.obedient) continue;
        now += waitMs;
        expect(await takeAt(t.database, "acme/one", one.tokens, now)).toBe(0);
        taken.push({ at: now, tokens: one.tokens });
      }
      for (const { at } of taken) {
        const within = taken.filter((other) => other.at >= at && other.at < at + minute);
        expect(within.length).toBeLessThanOrEqual(requests);
        const used = within.reduce((sum, other) => sum + other.tokens, 0);
        expect(used - (within.at(-1)?.tokens ?? 0)).toBeLessThanOrEqual(tokens);
      }
    });
    await fc.assert(property, { numRuns: engine === "postgres" ? 15 : 4 });
  });

  it("refuses invalid limits", async () => {
    const t = await setup();
    for (const requestsPerMinute of [0, -1]) {
      const attempt = setRateLimit(t.database, { key: "model:acme/one", requestsPerMinute, tokensPerMinute: null });
      await expect(attempt).rejects.toThrow();
    }
    const { rows } = await t.database.asOwner((db) => sql`select from rate_limits`.execute(db));
    expect(rows).toHaveLength(0);
  });
});

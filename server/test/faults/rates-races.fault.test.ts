import { describe, expect, it } from "vitest";
import { setRateLimit } from "#jobs";
import { addUser, engines, testDatabase } from "#test";
import { openSession, type PgSession, untilBlocked } from "./pg-session.ts";

/** Two database connections, driven step by step: the first commits only after the second waits for its lock. */
async function setup(limit: { requestsPerMinute: number | null; tokensPerMinute: number | null }) {
  const test = await testDatabase("postgres");
  if (!test.url) throw new Error("A server has an address.");
  const { url, database } = test;
  await setRateLimit(database, { key: "model:acme/one", ...limit });
  await setRateLimit(database, { key: "provider:acme", ...limit });
  const userId = await addUser(database);
  const open = () => openSession(url, userId);
  const [one, two, watcher] = await Promise.all([open(), open(), open()]);
  return {
    one,
    two,
    /** Lets the second connection continue after it has waited for the first one's lock. */
    async inTurn<T>(second: Promise<T>): Promise<T> {
      await untilBlocked(watcher, two, one);
      await one.commit();
      const result = await second;
      await two.commit();
      return result;
    },
    missing: () => watcher.run<{ tokens: number }>("select tokens_missing as tokens from rate_limits order by key"),
    async [Symbol.asyncDispose]() {
      for (const session of [one, two, watcher]) await session[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
}

const take = async (session: PgSession, tokens: number) => {
  await session.begin();
  const [row] = await session.run<{ wait: number }>("select take_rate('acme/one', $1) as wait", [tokens]);
  return row?.wait;
};

describe.skipIf(!engines.includes("postgres"))("two database sessions with one rate limit", () => {
  it("cannot both take the last request of a limit", async () => {
    await using t = await setup({ requestsPerMinute: 1, tokensPerMinute: null });
    expect(await take(t.one, 0)).toBe(0);
    expect(await t.inTurn(take(t.two, 0))).toBeGreaterThan(0);
  });

  it("keep the count of a call that is made while a limit reported by the provider is being saved", async () => {
    await using t = await setup({ requestsPerMinute: null, tokensPerMinute: 600 });
    await take(t.one, 600);
    await t.two.begin();
    await t.inTurn(t.two.run("select learn_rate('acme/one', null, null, null, 0, clock_timestamp())"));
    expect((await t.missing())[0]?.tokens).toBeGreaterThan(300);
  });

  it("keep the count of a call that is made while the count of another call is being corrected", async () => {
    await using t = await setup({ requestsPerMinute: null, tokensPerMinute: 600 });
    await take(t.one, 600);
    await t.two.begin();
    await t.inTurn(t.two.run("select correct_rate('acme/one', 10, 20)"));
    for (const { tokens } of await t.missing()) expect(tokens).toBeGreaterThan(300);
  });
});

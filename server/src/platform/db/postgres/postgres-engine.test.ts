import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { startDatabaseProxy } from "#test";
import { createDatabase } from "../database.ts";
import { createPostgresEngine } from "./postgres-engine.ts";

const server = process.env["DIALECTIC_TEST_DATABASE_URL"];

describe.skipIf(!server)("the PostgreSQL engine, when the server misbehaves,", () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on("uncaughtException", note);
  afterEach(() => {
    expect(uncaught.splice(0)).toEqual([]);
  });

  async function setup(options: { timeoutMs?: number } = {}) {
    const proxy = await startDatabaseProxy(server ?? "");
    const engine = createPostgresEngine(proxy.url, { maxConnections: 3, timeoutMs: options.timeoutMs ?? 5_000 });
    const database = createDatabase(engine);
    const ask = () => database.asOwner((_, script) => script("select 1"));
    return {
      proxy,
      database,
      ask,
      async [Symbol.asyncDispose]() {
        await database.close();
        await proxy[Symbol.asyncDispose]();
      },
    };
  }

  /** Polls until the condition holds; the test's own time limit ends it. */
  async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await wait(20);
  }

  it("keeps one connection per listener through a hundred restarts", { timeout: 120_000 }, async () => {
    await using t = await setup();
    let heard = 0;
    const stop = await t.database.listen("some_channel", () => (heard += 1));
    await t.ask();
    for (let restart = 0; restart < 100; restart += 1) {
      const before = heard;
      t.proxy.set("starting");
      t.proxy.shutDown();
      if (restart % 10 === 0) await wait(100); // long enough for an attempt that is refused
      t.proxy.set("forward");
      // Every reconnection is announced to the listener, which may have missed a notification.
      await until(() => heard > before);
    }
    await t.ask();
    await wait(1_000); // further connections would appear now
    expect(t.proxy.open()).toBeLessThanOrEqual(2);
    await stop();
  });

  it("does not multiply its attempts while the server refuses connections", async () => {
    await using t = await setup();
    const stop = await t.database.listen("some_channel", () => undefined);
    t.proxy.set("starting");
    const before = t.proxy.accepted();
    t.proxy.shutDown();
    await wait(4_000);
    const tries = t.proxy.accepted() - before;
    expect(tries).toBeGreaterThanOrEqual(1);
    expect(tries).toBeLessThanOrEqual(9);
    t.proxy.set("forward");
    await stop();
  });

  it("closes a listener's connection that went silent, and listens on a new one", async () => {
    await using t = await setup({ timeoutMs: 400 });
    let heard = 0;
    const stop = await t.database.listen("some_channel", () => (heard += 1));
    const [accepted, before] = [t.proxy.accepted(), heard];
    t.proxy.set("silent");
    await until(() => t.proxy.accepted() > accepted);
    t.proxy.set("forward");
    await until(() => heard > before && t.proxy.open() === 1);
    await stop();
    await until(() => t.proxy.open() === 0);
  });

  it("closes a silent connection, reports an unreachable database, and works again on a new connection", async () => {
    await using t = await setup({ timeoutMs: 400 });
    await t.ask();
    t.proxy.set("silent");
    const asked = t.database.asSystem((db) => sql`select 1`.execute(db));
    await expect(asked).rejects.toMatchObject({ code: "database_unreachable" });
    t.proxy.set("forward");
    await t.ask();
  });

  it("gives up a connection that is never established", async () => {
    await using t = await setup({ timeoutMs: 400 });
    t.proxy.set("silent");
    await expect(t.ask()).rejects.toMatchObject({ code: "database_unreachable" });
  });

  it("reports a connection that breaks while it is being established, and keeps the process running", async () => {
    await using t = await setup();
    t.proxy.set("end");
    await expect(t.ask()).rejects.toMatchObject({ code: "database_unreachable" });
    await expect(t.database.listen("some_channel", () => undefined)).rejects.toMatchObject({
      code: "database_unreachable",
    });
  });

  it("reports an unreachable database when a connection is cut in the middle of a transaction", async () => {
    await using t = await setup();
    const cut = t.database.asOwner(async (_, script) => {
      await script("select 1");
      t.proxy.cut();
      await script("select 2");
    });
    await expect(cut).rejects.toMatchObject({ code: "database_unreachable" });
    await t.ask();
  });

  it.each([
    ["the server shuts down", "57P01"],
    ["the connection was idle in a transaction, as after an outage", "25P03"],
    ["the transaction took too long", "25P04"],
    ["the connection was idle for too long", "57P05"],
  ])("reports an unreachable database when the server ends a connection because %s", async (_, code) => {
    await using t = await setup();
    const ended = t.database.asOwner(async (_db, script) => {
      await script("select 1");
      t.proxy.set("deaf");
      const asked = script("select 2");
      t.proxy.shutDown(code);
      await asked;
    });
    await expect(ended).rejects.toMatchObject({ code: "database_unreachable" });
  });

  it("can be closed even if the server is silent", { timeout: 20_000 }, async () => {
    await using t = await setup({ timeoutMs: 60_000 });
    await t.ask();
    t.proxy.set("silent");
    const asked = t.ask().catch((error: unknown) => error);
    await wait(50);
    await t.database.close();
    await expect(asked).resolves.toMatchObject({ code: "database_unreachable" });
  });

  describe("a statement that a thread repeats", () => {
    async function repeating() {
      const t = await setup();
      const answers: number[] = [];
      const errors: unknown[] = [];
      const repeated = t.database.repeat<{ two: number }>({
        everyMs: 50,
        maxSilenceMs: 60_000,
        onRows: ([row]) => answers.push(row?.two ?? 0),
        onError: (error) => errors.push(error),
      });
      repeated.set((db) => sql<{ two: number }>`select 1 + 1 as two`.compile(db));
      await until(() => answers.length > 2);
      return {
        ...t,
        answers,
        errors,
        async [Symbol.asyncDispose]() {
          await repeated.stop();
          await t[Symbol.asyncDispose]();
        },
      };
    }

    it("keeps one connection through restarts", { timeout: 60_000 }, async () => {
      await using t = await repeating();
      for (let restart = 0; restart < 20; restart += 1) {
        const before = t.answers.length;
        t.proxy.set("starting");
        t.proxy.shutDown();
        if (restart % 5 === 0) await until(() => t.errors.length > 0);
        t.proxy.set("forward");
        await until(() => t.answers.length > before);
      }
      expect(new Set(t.answers)).toEqual(new Set([2]));
      expect(t.proxy.open()).toBeLessThanOrEqual(2); // the previous connection may not be closed yet
    });

    it("gives up a silent connection and continues on a new one", { timeout: 60_000 }, async () => {
      await using t = await repeating();
      t.proxy.set("silent");
      await until(() => t.errors.length > 0);
      t.proxy.set("forward");
      const before = t.answers.length;
      await until(() => t.answers.length > before);
    });
  });
});

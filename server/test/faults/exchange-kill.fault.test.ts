import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConversationId } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { localUserId } from "#access";
import { closeStaleExchanges, listExchanges } from "#exchanges";
import { createDatabase, createPgliteEngine, createPostgresEngine, type Database } from "#platform";
import { engines, startScriptedModel, testDatabase } from "#test";
import { auditWallets, getBalance, sweepHolds } from "#wallet";

const program = join(import.meta.dirname, "../../bin/dialectic.mjs");
const dieAt = join(import.meta.dirname, "killed/die-at.ts");
const model = "scripted/model";
const cost = 18n; // one unit per token: 11 in, 7 out

const longTexts = ["tent", "stage", "booth"].map((thing) =>
  Array.from({ length: 400 }, (_, n) => `The ${thing} number ${n} stands in row ${n * 7} of the yard.`).join(" "),
);
/**
 * The number of exchanges before the first kill: the first one, those that make the history long, and the undisturbed one.
 */
const before = 1 + longTexts.length + 2 + 1;

/**
 * The crash points that an exchange with one tool call and a shortened prompt passes, in order. "order decided" and
 * "order kept" are not among them: only chains of jobs store the order in which documents are shortened.
 */
const points = [
  { point: "exchange started#1", charged: 0 },
  { point: "part shortened#1", charged: 0 },
  { point: "part shortened#2", charged: 0 },
  { point: "part shortened#3", charged: 0 },
  { point: "parts kept#1", charged: 0 },
  { point: "context gathered#1", charged: 0 },
  { point: "money held#1", charged: 0 },
  { point: "model answered#1", charged: 0 },
  { point: "reply saved#1", charged: 1 },
  { point: "tools finished#1", charged: 1 },
  { point: "money held#2", charged: 1 },
  { point: "model answered#2", charged: 1 },
  { point: "publication written#1", charged: 1 },
  { point: "exchange published#1", charged: 2 },
] as const;

describe.each(engines)("an exchange whose process is killed, on %s", (engine) => {
  it("is published completely or not at all, with its money and tools recorded, no matter at which crash point it is killed", {
    timeout: 300_000,
  }, async () => {
    await using script = await startScriptedModel();
    await using server = engine === "postgres" ? await testDatabase("postgres") : null;
    using folder = mkdtempDisposableSync(join(tmpdir(), "dialectic-killed-"));
    const home = join(folder.path, "home");
    mkdirSync(home, { mode: 0o700 });
    const passed = join(folder.path, "passed");
    const env = { ...process.env, DATABASE_URL: server?.url ?? "", DIALECTIC_HOME: home, DIALECTIC_SYNC: "off" };
    const run = async (args: string[], point?: string) => {
      const load = point === undefined ? [] : ["--import", dieAt];
      const child = spawn(process.execPath, ["--no-wasm-tier-up", ...load, program, ...args, "--json"], {
        env: { ...env, ...(point === undefined ? {} : { DIE_AT: point, PASSED: passed }) },
        stdio: ["ignore", "pipe", "ignore"],
      });
      let said = "";
      child.stdout.on("data", (data) => {
        said += data;
      });
      const [code, signal] = await once(child, "close");
      return { code, signal, said };
    };
    await run(["wallet", "top-up", "1.00"]);
    script.listIn(home);
    script.follow(({ results }) =>
      results.length === 0 ? { calls: [{ name: "read_wallet", input: {} }] } : { pieces: ["Enough."] },
    );
    const first = JSON.parse((await run(["chat", "--model", model, "-m", "How much?"])).said);
    const conversationId: ConversationId = first.conversationId;
    const ask = (text: string, point?: string) => run(["chat", "--conversation", conversationId, "-m", text], point);
    // Long messages in the middle of the conversation no longer fit once the window becomes smaller.
    for (const text of [...longTexts, "Short.", "And this?"]) await ask(text);
    script.listIn(home, { contextWindow: 18_000 });
    // Checks that the list of points is complete: an undisturbed exchange passes exactly these points, apart from its
    // commits.
    const undisturbed = JSON.parse((await ask("Which points?", "")).said);
    expect(undisturbed).toMatchObject({ status: "completed" });
    const names = readFileSync(passed, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("transaction committed"));
    expect(names).toEqual(points.map(({ point }) => point));
    for (const { point } of points) expect(await ask(`Killed at ${point}`, point)).toMatchObject({ signal: "SIGKILL" });
    const last = JSON.parse((await ask("And now?")).said);
    expect(last).toMatchObject({ status: "completed", number: before + points.length + 1, answer: "Enough." });
    // Of the killed exchanges, only the published one appears in the next prompt.
    expect(script.requests.at(-1)?.messages.map(({ text }) => text.replace(/[\s\S]*## Query\n\n/, ""))).toEqual(
      expect.arrayContaining(["How much?", "Killed at exchange published#1", "And now?"]),
    );
    expect(script.requests.at(-1)?.messages.filter(({ text }) => text.includes("Killed at"))).toHaveLength(1);

    const database: Database = createDatabase(
      server?.url ? createPostgresEngine(server.url) : await createPgliteEngine(join(home, "database")),
    );
    try {
      if (engine === "pglite") {
        // Only one process at a time can use PGlite, so a starting process closes the exchanges that a dead process left open.
        // On a server, the lease has to expire first.
        const { rows } = await database.asOwner((db) =>
          sql`select number from exchanges where status = 'in_progress'`.execute(db),
        );
        expect(rows).toEqual([]);
      }
      await database.asOwner(async (db) => {
        await sql`update exchanges set lease_expires_at = clock_timestamp() where status = 'in_progress'`.execute(db);
        await sql`update wallet_holds set expires_at = clock_timestamp() where state = 'held'`.execute(db);
      });
      await database.asSystem((db) => closeStaleExchanges(db, { all: false }));
      await sweepHolds(database);
      const ctx = { db: database.as(localUserId) };
      const { items } = await listExchanges(ctx, { conversationId });
      const killed = items.toReversed().slice(before, -1);
      expect(killed.map(({ userText, status, number }) => [number, userText, status])).toEqual(
        points.map(({ point }, at) => [
          before + at + 1,
          `Killed at ${point}`,
          point.startsWith("exchange published") ? "completed" : "aborted",
        ]),
      );
      for (const [at, { charged, point }] of points.entries()) {
        const { metrics, tools, answer } = killed[at] ?? first;
        expect([point, answer === null, tools.length]).toEqual([point, charged < 2, charged > 0 ? 1 : 0]);
        expect(BigInt(metrics.spend), point).toBeGreaterThanOrEqual(cost * BigInt(charged));
        if (charged === 2) expect(metrics.spend).toBe(String(cost * 2n));
      }
      const { rows } = await ctx.db.tx((db) =>
        sql<{
          number: number;
        }>`select number from published_messages where conversation_id = ${conversationId} order by 1`.execute(db),
      );
      const published = before + 2; // the exchanges before, the one that was killed after its publication, and the last one
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: published * 4 }, (_, n) => n + 1));
      expect(await ctx.db.tx(auditWallets)).toEqual([]);
      expect((await getBalance(ctx)).held).toBe(0n);
    } finally {
      await database.close();
    }
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, Event, type SessionStatus } from "@dialectic/contract";
import { afterAll, describe, expect, it, vi } from "vitest";
import { engines, runCli, said, startCli, startServer, testDatabase } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-served-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Reads events from a stream, up to and including the first for which `isLast` is true. */
async function eventsUntil(response: Response, isLast: (event: Event) => boolean): Promise<Event[]> {
  const found: Event[] = [];
  let text = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + piece).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.match(/^data: (.*)$/m)?.[1];
      if (!data) continue;
      const event = Event.parse(JSON.parse(data));
      found.push(event);
      if (isLast(event)) return found;
    }
  }
  throw new Error(`The stream ended after ${found.length} events.`);
}

describe.runIf(engines.includes("postgres"))("a server and a worker on a PostgreSQL server", () => {
  it("run a session together in separate processes, with live events", async () => {
    await using t = await testDatabase("postgres");
    // Each process has its own folder, so that they share only the database.
    const env = (name: string) => ({
      DATABASE_URL: t.url ?? "",
      DIALECTIC_HOME: join(root, name),
      DIALECTIC_POLL_MS: "100",
    });
    const lab = { name: "lab", baseUrl: "http://127.0.0.1:9/v1", keyEnv: "LAB_KEY", free: true };
    const own = { DIALECTIC_PROVIDERS: JSON.stringify([lab]), LAB_KEY: "for-the-server-alone" };
    const server = await startServer(["--no-web", "--no-worker"], { ...env("server"), ...own });
    const send = (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${server.secret}`);
      return fetch(new URL(path, server.origin), { ...init, headers });
    };
    const client = createClient(send);
    const project = await client.createProject({ body: { brief: "Plant a hedge along the road.", process: "brief" } });
    const params = { projectId: project.id };
    const body = { models: ["rehearsal/atlas"], auto: true, start: true };
    const session = await client.createSession({ params, body, idempotencyKey: "once" });
    const stream = await send("/api/events?after=0");
    expect((await client.getSession({ params: { sessionId: session.id } })).calls).toBe(0); // there is no worker yet

    const worker = startCli(["worker"], env("worker"));
    await said(worker, /The worker is running/);
    const done: SessionStatus = "iteration_complete";
    const events = await eventsUntil(
      stream,
      (event) => event.kind === "session.changed" && (event.data.status === done || event.data.status === "failed"),
    );
    const numbers = events.map((event) => event.seq);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(await client.getSession({ params: { sessionId: session.id } })).toMatchObject({ status: done, calls: 5 });
    const { items } = await client.listDocuments({ params: { sessionId: session.id }, query: { kind: "whole" } });
    expect(items.map((document) => document.stage)).toEqual([
      "thesis",
      "antithesis",
      "synthesis",
      "parenthesis",
      "paralysis",
    ]);
    const repeated = await client.createSession({ params, body, idempotencyKey: "once" });
    expect(repeated.id).toBe(session.id);

    // Jobs of a model that the worker cannot call must wait, and doctor names the worker.
    const { id } = await client.createSession({ params, body: { models: ["lab/one"], start: true } });
    const stuck = await vi.waitUntil(async () => (await client.getSession({ params: { sessionId: id } })).blockedBy, {
      timeout: 60_000,
    });
    expect(stuck).toMatchObject({ kind: "provider", code: "no_worker", model: "lab/one" });
    const doctor = await runCli(["doctor"], { env: env("doctor") });
    expect(doctor.code).not.toBe(0);
    expect(doctor.stdout).toMatch(/problem +workers +\S+ cannot call lab\/one: .*providers\.json/);

    worker.child.kill("SIGTERM");
    expect(await worker.finished).toMatchObject({ code: 0 });
    expect(await server.stop()).toBe(0);
  });

  it("report a database without tables before they listen", async () => {
    await using t = await testDatabase("postgres");
    await t.database.asOwner((_, script) => script("delete from migrations"));
    for (const command of [["serve", "--port", "0", "--no-web"], ["worker"]]) {
      const refused = await runCli(command, {
        env: { DATABASE_URL: t.url ?? "", DIALECTIC_HOME: join(root, "older") },
      });
      expect(refused).toMatchObject({
        code: 13,
        stderr: expect.stringMatching(/^The database has no tables yet\. .*"dialectic migrate".*\n$/),
      });
    }
  });
});

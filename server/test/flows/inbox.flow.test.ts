import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, Inbox, type InboxItem } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#app";
import { createLog, readConfig } from "#platform";
import {
  engines,
  type FilledInbox,
  fillInbox,
  type OpenCli,
  openCli,
  type RunningServer,
  startServer,
  type TestDatabase,
  testDatabase,
} from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-inbox-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Two hundred projects that need somebody, among many that need nobody; nobody works on them. */
const count = { needing: 200, settled: 200 };
const named = (items: readonly InboxItem[]): string[] =>
  items.map(({ kind, projectName }) => `${kind}: ${projectName}`).toSorted();

describe.each(engines)("the inbox of two hundred projects on %s", (engine) => {
  const data = join(root, engine);
  let database: TestDatabase | undefined;
  let env: NodeJS.ProcessEnv = {};
  let filled: FilledInbox;
  let server: RunningServer;
  let client: Client;
  let cli: OpenCli;

  beforeAll(async () => {
    if (engine === "postgres") {
      database = await testDatabase(engine);
      env = { DATABASE_URL: database.url ?? "" };
    }
    const created = await createApp({ config: readConfig(env, { data }), log: createLog("error") });
    if (!created.ok) throw new Error("The folder of this test is held.");
    filled = await fillInbox(created.app.database, created.app.userId, count);
    await created.app.close();
    server = await startServer(["--data", data, "--no-worker"], env);
    client = createClient((path, init) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${server.secret}`);
      return fetch(new URL(path, server.origin), { ...init, headers });
    });
    cli = openCli();
  }, 120_000);
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    await server.stop();
    await database?.[Symbol.asyncDispose]();
  });

  it("is complete over HTTP, page by page", async () => {
    const items: InboxItem[] = [];
    for (let before: string | undefined; ; ) {
      const found = await client.listInbox({ query: { limit: 50, before } });
      items.push(...found.items);
      expect(found.total).toBe(filled.expected.length);
      if (found.next === null) break;
      before = found.next;
    }
    expect(named(items)).toEqual(filled.expected);
  });

  it("is complete on the command line, and says what to type", async () => {
    const items: InboxItem[] = [];
    for (let next: string[] = []; ; ) {
      const { code, stdout, stderr } = await cli.run(["inbox", "--limit", "150", ...next, "--json", "--data", data], {
        env,
      });
      expect(code, stderr).toBe(0);
      const found = Inbox.parse(JSON.parse(stdout));
      items.push(...found.items);
      if (found.next === null) break;
      next = ["--before", found.next];
    }
    expect(named(items)).toEqual(filled.expected);
    const failed = await cli.run(["inbox", "--kind", "failed", "--limit", "5", "--data", data], { env });
    expect(failed.stdout).toMatch(new RegExp(`^${filled.expected.length} items need you: .+ 33 failed`));
    expect(failed.stdout.match(/ failed\. atlas's thesis: The provider refused request \d+/g)).toHaveLength(5);
    expect(failed.stdout.match(/"dialectic stage retry [0-9a-f-]{36} thesis/g)).toHaveLength(5);
    const [, next] = /"dialectic (inbox [^"]+)" shows the next ones/.exec(failed.stderr) ?? [];
    const second = await cli.run((next ?? "").split(" "), { env });
    expect(second.stdout.match(/ failed\. atlas's thesis: The provider refused request \d+/g)).toHaveLength(5);
    expect(second.stdout).not.toBe(failed.stdout);
    const wrong = await cli.run(["inbox", "--kind", "nonsense", "--data", data], { env });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--kind is not right")]);
  });
});

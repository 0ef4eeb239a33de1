import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, type SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, createPgliteEngine, type Database } from "#platform";
import {
  echoModels,
  engines,
  type OpenCli,
  openCli,
  type RunningServer,
  startEchoProvider,
  startServer,
  testDatabase,
} from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-planted-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The key has no recognisable format, so it can be hidden only by a redactor that was given the key. */
const planted = "planted0Zq81XnWwPj5LmKdRt7";
const masterKey = randomBytes(32).toString("base64");

let cli: OpenCli;
beforeAll(() => {
  cli = openCli();
});
afterAll(() => cli[Symbol.asyncDispose]());

const sources = ["environment", "stored"] as const;
const cases = engines.flatMap((engine) => sources.map((source) => [engine, source] as const));

describe.concurrent.each(cases)("a planted key, on %s, from %s", (engine, source) => {
  it("is sent to its provider and appears nowhere else, even if the provider echoes it", async () => {
    await using undo = new AsyncDisposableStack();
    const provider = await startEchoProvider();
    undo.use(provider);
    const data = join(root, `${engine}-${source}`);
    mkdirSync(data);
    writeFileSync(
      join(data, "providers.json"),
      JSON.stringify([{ name: "lab", baseUrl: provider.url, keyEnv: "LAB_KEY", free: true }]),
    );
    const onServer = engine === "postgres" ? undo.use(await testDatabase("postgres")) : null;
    const env = {
      DIALECTIC_HOME: data,
      DIALECTIC_LOG: "debug",
      DIALECTIC_DISCOVERY_MS: "20000",
      DIALECTIC_SECRET_KEY: masterKey,
      DIALECTIC_ALLOWED_HOSTS: `${provider.url}=LAB_KEY`,
      LAB_KEY: source === "environment" ? planted : "",
      ...(onServer?.url ? { DATABASE_URL: onServer.url } : {}),
    };
    const server = await startServer(["--no-web"], env);
    undo.defer(async () => void (await server.stop()));
    const seen: Record<string, string> = {};

    /** Runs a command with `--json`, as programs do, and records its whole output. */
    const command = async (name: string, args: string[], input?: string) => {
      const { stdout, stderr } = await cli.run([...args, "--json"], { env, ...(input ? { input } : {}) });
      seen[name] = stdout + stderr;
      return stdout;
    };
    if (source === "stored") {
      const stored = await command("key set", ["models", "key", "set", "lab"], `${planted}\n`);
      expect(JSON.parse(stored)).toMatchObject({ provider: "lab", hint: planted.slice(-4), source: "stored" });
    }

    const stream = listenTo(server);
    const client = createClient((path, init) => send(server, path, init));
    const sessions = await Promise.all(echoModels.map((model) => runOver(client, `lab/${model}`)));
    const states = Object.fromEntries(echoModels.map((model, at) => [model, sessions[at]?.status]));
    expect(states).toMatchObject({ denied: "failed", page: "failed", chunks: "awaiting_feedback" });
    for (const model of echoModels) expect(provider.asked()).toContainEqual({ model, key: planted });

    seen.answers = JSON.stringify(await readEverything(client));
    expect(seen.answers).toContain("[hidden]");
    await command("models", ["models"]);
    await command("keys", ["models", "key", "list"]);
    await command("test", ["models", "test", "lab/denied"]);
    await command("jobs", ["jobs", "list"]);
    expect(seen.models).toContain("lab/found-with-[hidden]");
    expect(seen.test).toMatch(/does not accept/);

    expect(await server.stop()).toBe(0);
    seen.stream = await stream;
    seen.log = server.log();
    seen.database = await dump(onServer?.database ?? null, data, (booked) => expect(booked).toBe(0));
    for (const file of readdirSync(data, { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      if (file.isFile()) seen[path] = readFileSync(path, "latin1");
    }
    const holders = (needle: string) => Object.keys(seen).filter((place) => seen[place]?.includes(needle));
    expect(holders(planted)).toEqual([]);
    expect(holders(Buffer.from(planted).toString("hex"))).toEqual([]);
    expect(holders(masterKey)).toEqual([]);
    // Checks that the search works at all: it must find model names in each of these places.
    expect(holders("lab/chunks")).toEqual(expect.arrayContaining(["answers", "stream", "database", "jobs"]));
  });
});

const send = (server: RunningServer, path: string, init: RequestInit = {}) =>
  fetch(new URL(path, server.origin), {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${server.secret}` },
  });

/** Reads the whole event stream until the server stops. */
async function listenTo(server: RunningServer): Promise<string> {
  const response = await send(server, "/api/events?since=0");
  return response.text().catch((error: unknown) => String(error));
}

async function runOver(client: Client, model: string) {
  const project = await client.createProject({ body: { brief: `Plant a hedge with ${model}.`, process: "brief" } });
  const params = { projectId: project.id };
  // A missing answer is retried as in an outage. The short retry window keeps the test fast.
  const body = { models: [model], start: true, retryWindow: "1s" };
  const session = await client.createSession({ params, body });
  return ended(client, session.id);
}

async function ended(client: Client, sessionId: SessionId) {
  for (;;) {
    const session = await client.getSession({ params: { sessionId } });
    if (session.status !== "running") return session;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Reads everything that the API returns. */
async function readEverything(client: Client): Promise<unknown[]> {
  const projects = (await client.listProjects({ query: {} })).items;
  const inProjects = projects.map(async ({ id: projectId }) => {
    const files = (await client.listProjectFiles({ params: { projectId } })).items;
    const read = files.map(({ path }) => client.readProjectFile({ params: { projectId }, query: { path } }));
    return [await client.listSessions({ params: { projectId } }), await Promise.all(read)];
  });
  return [
    projects,
    await Promise.all(inProjects),
    await client.listJobs({ query: { limit: 500 } }),
    await client.listNotifications({ query: { limit: 200 } }),
    await client.listModels(),
    await client.listProviderKeys(),
  ];
}

/** Every row of every table as text. */
async function dump(given: Database | null, data: string, told: (booked: number) => void): Promise<string> {
  const database = given ?? createDatabase(await createPgliteEngine(join(data, "database")));
  try {
    return await database.asOwner(async (db) => {
      const tables = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public' order by 1
      `.execute(db);
      const texts: string[] = [];
      for (const { name } of tables.rows) {
        const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(db);
        if (name === "wallet_entries" || name === "wallet_holds") told(rows.length);
        texts.push(name, ...rows.map((row) => row.text));
      }
      return texts.join("\n");
    });
  } finally {
    if (!given) await database.close();
  }
}

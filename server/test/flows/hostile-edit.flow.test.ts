import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createClient, type DocumentId } from "@dialectic/contract";
import { afterAll, describe, expect, it } from "vitest";
import { engines, hostileTexts, startServer, testDatabase } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-hostile-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The longest text that an edit may have. */
const longest = 2_000_000;

/**
 * Classes whose every character or line is a block, a row or a statement of its own, and some that kept a parser busy once. Every
 * class goes through every parser in the tests beside those, and through an edit in `npm run bench -- hostile`.
 */
const tried = [
  "closing brackets",
  "setext headings",
  "ATX headings",
  "list items",
  "quoted lines",
  "tables",
  "lists inside lists",
  "quotes inside quotes",
  "milestones",
  "work nodes",
  "claims",
];

/** How much longer a request may take during such an edit than during an edit of plain prose of the same length, */
const mostToPlain = 10;
/** and than on an idle server. The embedded database has one session, so a request waits for the transaction of the edit there. */
const mostToIdle = 300;

async function openServer(env: NodeJS.ProcessEnv) {
  const server = await startServer(["--no-web", "--data", join(root, "data")], { DIALECTIC_EMBEDDINGS: "off", ...env });
  const client = createClient((path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${server.secret}`);
    return fetch(new URL(path, server.origin), { ...init, headers });
  });
  const { id: projectId } = await client.createProject({ body: { brief: "Open a garden.", process: "brief" } });
  const body = { models: ["rehearsal/atlas"], start: true };
  const { id: sessionId } = await client.createSession({ params: { projectId }, body, idempotencyKey: "once" });
  while ((await client.getSession({ params: { sessionId } })).status !== "awaiting_feedback") await wait(100);
  const { items } = await client.listDocuments({ params: { sessionId }, query: {} });
  const document = items.find((one) => one.kind === "whole");
  if (!document) throw new Error("The stage wrote no document.");
  return { server, client, documentId: document.id };
}

type Client = Awaited<ReturnType<typeof openServer>>["client"];

/** The longest that a small request waits, sent again and again until `busy` is over. */
async function longestWait(client: Client, busy: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = busy.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined); // awaited below
  let longestMs = 0;
  do {
    const begun = performance.now();
    await client.listProjects({ query: {} });
    longestMs = Math.max(longestMs, performance.now() - begun);
  } while (!isOver);
  await over;
  return longestMs;
}

async function edit(client: Client, documentId: DocumentId, markdown: string): Promise<void> {
  const params = { documentId };
  const { version: baseVersion } = await client.getDocument({ params });
  await client.editDocument({ params, body: { markdown, baseVersion } });
}

describe.each(engines)("doc edit with hostile text, on %s", (engine) => {
  it("never keeps other requests waiting", { timeout: 600_000 }, async () => {
    await using database = engine === "postgres" ? await testDatabase(engine) : null;
    const { server, client, documentId } = await openServer(database?.url ? { DATABASE_URL: database.url } : {});
    try {
      const idle = await longestWait(client, wait(1_000));
      const prose = "We open the garden in May, when the soil is warm. ";
      const plain = await longestWait(client, edit(client, documentId, prose.repeat(longest / prose.length)));
      const slow: string[] = [];
      for (const { name, text } of hostileTexts(longest).filter((one) => tried.includes(one.name))) {
        const ms = await longestWait(client, edit(client, documentId, text.slice(0, longest)));
        const toIdle = Math.round(ms / idle);
        if (ms / Math.max(plain, idle) > mostToPlain || toIdle > mostToIdle)
          slow.push(`${name}: ${toIdle} times as long`);
      }
      expect(slow).toEqual([]);

      const tooLong = edit(client, documentId, "# a\n".repeat(2_500_000));
      await expect(longestWait(client, tooLong)).rejects.toMatchObject({ problem: { code: "invalid_input" } });
    } finally {
      await server.stop();
    }
  });
});

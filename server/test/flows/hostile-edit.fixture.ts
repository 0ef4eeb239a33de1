import { setTimeout as wait } from "node:timers/promises";
import { createClient, type DocumentId } from "@dialectic/contract";
import { startServer } from "#test";

/** The maximum length of a text saved by an edit. */
export const longestEdit = 2_000_000;

/** Starts a server that has one written document. */
export async function openDocument(data: string, env: NodeJS.ProcessEnv = {}) {
  const server = await startServer(["--no-web", "--data", data], { DIALECTIC_EMBEDDINGS: "off", ...env });
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

type Client = Awaited<ReturnType<typeof openDocument>>["client"];

/** Repeats a small request until `busy` settles. Returns the longest response time in milliseconds. */
export async function longestWait(client: Client, busy: Promise<unknown>): Promise<number> {
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

export async function editText(client: Client, documentId: DocumentId, markdown: string): Promise<void> {
  const params = { documentId };
  const { version: baseVersion } = await client.getDocument({ params });
  await client.editDocument({ params, body: { markdown, baseVersion } });
}

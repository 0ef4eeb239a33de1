import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, type Session } from "@dialectic/contract";
import type { Page } from "playwright-core";
import { vi } from "vitest";
import { type RunningServer, startServer } from "#test";
import { openBrowser } from "./browser.ts";

export type WebApp = Awaited<ReturnType<typeof startWebApp>>;

/**
 * Starts a server with its own data folder, and a browser that is signed in to it. The server can be killed and restarted.
 */
export async function startWebApp(program: string, prepare: (dataDir: string) => void = () => undefined) {
  const data = mkdtempSync(join(tmpdir(), "dialectic-web-app-"));
  prepare(data);
  let server: RunningServer = await startServer(["--data", data]);
  const { origin, secret } = server;
  const { port } = new URL(origin);
  const browser = await openBrowser(program);
  const { page, complaints } = browser;
  await page.goto(`${origin}/?token=${secret}`);
  await page.getByRole("heading", { name: "What should be planned?" }).waitFor();
  // Forgets errors so far: while the server builds the web app, it answers 503, which the browser reports as an error.
  complaints.length = 0;
  const client: Client = createClient((path, init) =>
    fetch(new URL(path, origin), { ...init, headers: { ...init.headers, authorization: `Bearer ${secret}` } }),
  );
  return {
    data,
    page,
    complaints,
    client,
    at: (path: string) => new URL(path, origin).href,
    /** Opens another tab of the same browser. */
    openTab: async (path: string): Promise<Page> => {
      const tab = await page.context().newPage();
      tab.setDefaultTimeout(120_000);
      await tab.goto(new URL(path, origin).href);
      return tab;
    },
    /** Ends the server without a warning, as a crash does. */
    kill: async () => {
      process.kill(server.pid, "SIGKILL");
      await server.stop();
    },
    restart: async () => {
      server = await startServer(["--data", data, "--port", port]);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

type Run = { brief?: string; models?: string[]; process?: string; domain?: string };

/** Creates a session that stops after each stage, and waits until its first stage is written. */
export async function firstStageDone(client: Client, run: Run = {}): Promise<Session> {
  const { brief = "Plant a hedge along the north wall.", models = ["rehearsal/atlas"], process = "brief" } = run;
  const domain = run.domain === undefined ? {} : { domain: run.domain };
  const { id: projectId } = await client.createProject({ body: { brief, process, ...domain } });
  const { id: sessionId } = await client.createSession({ params: { projectId }, body: { models, start: true } });
  return sessionAt(client, sessionId, "awaiting_feedback");
}

/** Waits until the session has this status, and returns it. */
export async function sessionAt(client: Client, sessionId: string, status: Session["status"]): Promise<Session> {
  const read = async () => {
    const session = await client.getSession({ params: { sessionId } });
    return session.status === status && session;
  };
  return vi.waitUntil(read, { timeout: 120_000, interval: 100 });
}

/** The whole documents of one stage, in the order of their creation. */
export async function documentsOfStage(client: Client, sessionId: string, stage: string) {
  const { items } = await client.listDocuments({ params: { sessionId }, query: { stage, kind: "whole" } });
  return items.filter((one) => one.replacedBy === null && !one.intermediate);
}

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engines, startCli, testDatabase } from "#test";
import { browserProgram, openBrowser, seriousFaults } from "./browser.ts";

const secret = "s".repeat(43);
const canRun = browserProgram !== undefined && engines.includes("postgres");

/**
 * A proxy in front of a database server. It accepts connections, but forwards nothing until it is opened, so that the
 * product's server stays in its starting phase.
 */
async function startGate(target: URL): Promise<{ url: string; open(): void; refuse(): void; close(): Promise<void> }> {
  const waiting: Socket[] = [];
  let state: "waiting" | "open" | "refusing" = "waiting";
  const letThrough = (socket: Socket) => {
    const onwards = connect(Number(target.port), target.hostname);
    socket.pipe(onwards).pipe(socket);
    socket.on("error", () => onwards.destroy());
    onwards.on("error", () => socket.destroy());
  };
  const treat = (socket: Socket) => {
    if (state === "open") letThrough(socket);
    else if (state === "refusing") socket.destroy();
    else waiting.push(socket);
  };
  const server: Server = createServer(treat);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The gate has no port.");
  const url = new URL(target);
  url.port = String(address.port);
  const become = (next: typeof state) => () => {
    state = next;
    for (const socket of waiting.splice(0)) treat(socket);
  };
  return {
    url: url.href,
    open: become("open"),
    refuse: become("refusing"),
    async close() {
      for (const socket of waiting.splice(0)) socket.destroy();
      server.close();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return address.port;
}

describe.runIf(canRun)("a server that is starting", () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let gate: Awaited<ReturnType<typeof startGate>>;
  let root: string;
  let origin: string;
  let started: ReturnType<typeof startCli>;

  beforeAll(async () => {
    browser = await openBrowser(browserProgram ?? "");
    page = browser.page;
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "dialectic-start-"));
    writeFileSync(join(root, "secret"), secret, { mode: 0o600 });
    database = await testDatabase("postgres");
    gate = await startGate(new URL(database.url ?? ""));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    started = startCli(["serve", "--port", String(port), "--data", root], { DATABASE_URL: gate.url });
    const listens = () =>
      fetch(origin).then(
        () => true,
        () => false,
      );
    await expect.poll(listens, { timeout: 60_000 }).toBe(true);
  });
  afterEach(async () => {
    gate.refuse();
    started.child.kill("SIGTERM");
    await started.finished;
    await gate.close();
    await database[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  it("shows a waiting page that later becomes the app, and answers programs with 503", async () => {
    await page.goto(`${origin}/?token=${secret}`);
    await page.getByRole("heading", { name: "Dialectic is starting…" }).waitFor();
    await page.getByText("Opening the database").waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    const answer = await fetch(`${origin}/api/projects`, { headers: { authorization: `Bearer ${secret}` } });
    expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("content-type")]).toEqual([
      503,
      "1",
      "application/problem+json",
    ]);
    expect(await answer.json()).toMatchObject({ code: "server_starting", status: 503 });
    const foreign = await fetch(`${origin}/`, { headers: { origin: "http://evil.example", accept: "text/html" } });
    expect(foreign.status).toBe(403);

    gate.open();
    await page.getByRole("heading", { name: "What should be planned?" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("shows the reason for a failed start to a browser that has the secret, and exits", async () => {
    await page.goto(`${origin}/?token=${secret}`);
    await page.getByRole("heading", { name: "Dialectic is starting…" }).waitFor();
    gate.refuse();
    await page.getByRole("heading", { name: "Dialectic could not start" }).waitFor();
    const { code, stderr } = await started.finished;
    expect(code).toBe(14);
    const sentence = stderr.trim().split("\n").at(-1) ?? "";
    expect(await page.getByRole("main").textContent()).toContain(sentence.slice(0, 60));
    expect(page.url()).toContain(origin);

    gate.open();
    started = startCli(["serve", "--port", new URL(origin).port, "--data", root], { DATABASE_URL: gate.url });
    await page.getByRole("heading", { name: "What should be planned?" }).waitFor();
  });

  it("hides the reason from a browser that does not have the secret", async () => {
    const stranger = await browser.newVisitor();
    await stranger.goto(`${origin}/`);
    await stranger.getByRole("heading", { name: "Dialectic is starting…" }).waitFor();
    gate.refuse();
    await stranger.getByRole("heading", { name: "Dialectic could not start" }).waitFor();
    await stranger.getByText("The terminal it was started in says why.").waitFor();
    await stranger.context().close();
  });

  it("lets the waiting page say that the server stopped, and show the app when the server is back", async () => {
    await page.goto(`${origin}/?token=${secret}`);
    await page.getByRole("heading", { name: "Dialectic is starting…" }).waitFor();
    started.child.kill("SIGKILL");
    await page.getByRole("heading", { name: "The server stopped while it was starting" }).waitFor();
    await started.finished;
    gate.open();
    started = startCli(["serve", "--port", new URL(origin).port, "--data", root], { DATABASE_URL: gate.url });
    await page.getByRole("heading", { name: "What should be planned?" }).waitFor();
  });
});

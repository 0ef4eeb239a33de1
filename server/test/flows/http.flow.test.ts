import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-http-"));
const data = join(root, "data");
afterAll(() => rmSync(root, { recursive: true, force: true }));

let server: RunningServer;
beforeAll(async () => {
  server = await startServer(["--data", data, "--no-web"]);
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, server.origin), {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${server.secret}` },
  });

/** Sends a request with any Host header, as a hostile page could. */
const askAs = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${server.secret}` };
    request(new URL("/api/models", server.origin), { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });

/** Reads an open stream until the text received so far matches. */
async function readUntil(response: Response, words: RegExp): Promise<string> {
  let text = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (words.test(text)) return text;
  }
  throw new Error(`The stream ended without ${words}: ${text}`);
}

describe("the real server", () => {
  it("listens on loopback only and keeps its secret private", () => {
    expect(new URL(server.origin).hostname).toBe("127.0.0.1");
    const lock = JSON.parse(readFileSync(join(data, "lock.json"), "utf8"));
    expect(lock).toMatchObject({ pid: server.pid, address: `${server.origin}/` });
    expect(JSON.stringify(lock)).not.toContain(server.secret);
    for (const name of ["lock.json", "secret", "folder.lock", "identity.json"])
      expect(statSync(join(data, name)).mode & 0o077).toBe(0);
  });

  it("rejects a foreign host name that resolves to it", async () => {
    const { port } = new URL(server.origin);
    expect(await askAs(`evil.example:${port}`)).toBe(403);
    expect(await askAs(`localhost:${port}`)).toBe(200);
  });

  it("streams events and, after a reconnection, sends those that were missed", async () => {
    const client = createClient(send);
    const stream = await send("/api/events?after=0");
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const reading = readUntil(stream, /project\.created/);
    const first = await client.createProject({ body: { brief: "Plant a hedge along the road." } });
    const text = await reading; // `readUntil` closes the connection when its loop ends
    expect(text).toContain(first.id);
    const last = text.match(/^id: (\d+)\ndata: .*project\.created/m)?.[1] ?? "";

    const missed = await client.createProject({ body: { brief: "Plant another." } });
    const again = await send("/api/events?after=0", { headers: { "last-event-id": last } });
    const caughtUp = await readUntil(again, /project\.created/);
    expect(caughtUp).toContain(missed.id);
    expect(caughtUp).not.toContain(first.id);
  });

  it("accepts a long brief, rejects one that is too long, and keeps running", async () => {
    const client = createClient(send);
    const long = "ä".repeat(1_999_990);
    expect((await client.createProject({ body: { brief: `# Long\n${long}` } })).brief).toHaveLength(1_999_997);
    await expect(client.createProject({ body: { brief: long.repeat(2) } })).rejects.toMatchObject({
      problem: { code: "invalid_input" },
    });
    expect((await send("/api/health")).status).toBe(200);
  });

  it("ends its streams, releases the folder and exits with 0 when it is stopped", async () => {
    const stream = await send("/api/events");
    const ending = stream.text();
    expect(await server.stop()).toBe(0);
    expect(await ending).toMatch(/^id: \d+\n\n/);
    expect(statSync(join(data, "lock.json"), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("keeps its secret after a restart, so that an open page continues to work", async () => {
    const { secret } = server;
    server = await startServer(["--data", data, "--no-web", "--no-worker"]);
    expect(server.secret).toBe(secret);
    expect(await server.stop()).toBe(0);
  });
});

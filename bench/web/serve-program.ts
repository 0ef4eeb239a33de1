import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Client, createClient } from "@dialectic/contract";

const program = join(import.meta.dirname, "..", "..", "server", "bin", "dialectic.mjs");

export type ServedProgram = AsyncDisposable & { origin: string; secret: string; client: Client };

/** `dialectic serve` on an empty data folder and a free port, as a user starts it: server, worker and web app in one process. */
export async function serveProgram(): Promise<ServedProgram> {
  const data = mkdtempSync(join(tmpdir(), "dialectic-bench-web-"));
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--json", "--data", data], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    exited.then(([code]) => Promise.reject(new Error(`The server ended with exit code ${code}.`))),
  ]);
  const address = new URL(JSON.parse(line).url);
  const secret = address.searchParams.get("token") ?? "";
  return {
    origin: address.origin,
    secret,
    client: createClient((path, init) =>
      fetch(new URL(path, address.origin), {
        ...init,
        headers: { ...init.headers, authorization: `Bearer ${secret}` },
      }),
    ),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

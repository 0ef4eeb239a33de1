import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const Listed = z.tuple([z.object({ baseUrl: z.string() })]);

/** Starts a provider in its own process, and creates a data folder that lists its model as `paid/scripted`. */
export async function startProvider(thinkMs: number) {
  const dataDir = mkdtempSync(join(tmpdir(), "dialectic-bench-"));
  const child = spawn(process.execPath, [join(import.meta.dirname, "provider-process.ts"), dataDir, String(thinkMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const [{ baseUrl }] = Listed.parse(JSON.parse(readFileSync(join(dataDir, "providers.json"), "utf8")));
  return {
    dataDir,
    baseUrl,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await once(child, "exit");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

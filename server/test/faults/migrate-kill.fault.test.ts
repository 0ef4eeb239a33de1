import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { engines, testDatabase } from "#test";

const program = join(import.meta.dirname, "../../bin/dialectic.mjs");
const dieAt = join(import.meta.dirname, "killed/die-at.ts");
const all = { conversations: 3, exchanges: 6, withoutAnswer: 0, messages: 12, strays: 0 };

describe.each(engines)("migrate-exchanges whose process is killed, on %s", (engine) => {
  it.each([
    ["grouping written#2", { ...all, conversations: 2, exchanges: 4, messages: 8 }],
    ["conversation grouped#2", { ...all, conversations: 1, exchanges: 2, messages: 4 }],
  ])(
    "leaves each conversation either completely grouped or unchanged when killed at %s, and the next run does the rest",
    {
      timeout: 120_000,
    },
    async (point, rest) => {
      await using server = engine === "postgres" ? await testDatabase("postgres") : null;
      using folder = mkdtempDisposableSync(join(tmpdir(), "dialectic-migrate-"));
      const home = join(folder.path, "home");
      mkdirSync(home, { mode: 0o700 });
      const env = { ...process.env, DATABASE_URL: server?.url ?? "", DIALECTIC_HOME: home, DIALECTIC_SYNC: "off" };
      const run = async (args: string[], dying?: string) => {
        const load = dying ? ["--import", dieAt] : [];
        const child = spawn(process.execPath, ["--no-wasm-tier-up", ...load, program, ...args, "--json"], {
          env: { ...env, ...(dying ? { DIE_AT: dying } : {}) },
          stdio: ["ignore", "pipe", "inherit"],
        });
        let said = "";
        child.stdout.on("data", (data) => {
          said += data;
        });
        const [, signal] = await once(child, "close");
        return signal ? { signal } : JSON.parse(said);
      };
      const lines = ["one", "two", "three"].flatMap((conversation) =>
        [0, 1].flatMap((n) => [
          { conversation, role: "user", content: `Question ${n}`, at: "2025-01-01T00:00:00Z" },
          { conversation, role: "assistant", content: `Answer ${n}`, at: "2025-01-01T00:01:00Z" },
        ]),
      );
      const file = join(folder.path, "messages.jsonl");
      writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
      expect(await run(["chat-import", file])).toMatchObject({ imported: 12, conversations: 3, refused: [] });
      expect(await run(["migrate-exchanges", "--dry-run"])).toEqual({ dryRun: true, ...all });
      expect(await run(["migrate-exchanges"], point)).toEqual({ signal: "SIGKILL" });
      expect(await run(["migrate-exchanges", "--dry-run"])).toEqual({ dryRun: true, ...rest });
      expect(await run(["migrate-exchanges"])).toEqual({ dryRun: false, ...rest });
      const nothing = { conversations: 0, exchanges: 0, withoutAnswer: 0, messages: 0, strays: 0 };
      expect(await run(["migrate-exchanges"])).toEqual({ dryRun: false, ...nothing });
    },
  );
});

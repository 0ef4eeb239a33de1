import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { keepCompiled } from "#test";
import { judgeRows, type Told } from "./judge-rows.ts";
import { type Cut, readRecordedDisk, recording } from "./recorded-disk.ts";

const isTold = (what: unknown): what is Told => typeof what === "object" && what !== null && "is" in what;

/** Runs one of the programs in this folder on an empty data folder, and records all its disk operations. */
export async function recordProgram(program: string, env: NodeJS.ProcessEnv = {}) {
  const root = mkdtempSync(join(tmpdir(), "dialectic-power-"));
  const places = { under: join(root, "disk"), log: join(root, "log") };
  mkdirSync(places.under);
  const settings = { ...recording(places), DIALECTIC_HOME: join(places.under, "data"), ...env };
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...settings },
  });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`);
  return {
    root,
    under: places.under,
    disk: readRecordedDisk(places),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/**
 * Records the disk operations of a process that writes rows to an embedded database, so that the power can be cut at any
 * moment afterwards.
 */
export async function recordRows(env: { ROWS_EACH: string; DIALECTIC_SYNC?: string }) {
  const { root, disk, ...rest } = await recordProgram("write-rows.ts", env);
  let cuts = 0;
  await keepCompiled();
  return {
    records: disk.records,
    /** Cuts the power, opens the data folder that is left, and lists everything that is wrong with it. */
    async cut(cut: Cut): Promise<string[]> {
      cuts += 1;
      const dir = join(root, `cut-${cuts}`);
      disk.cut(dir, cut);
      try {
        return await judgeRows(join(dir, "data"), disk.toldBefore(cut.after).filter(isTold));
      } catch (error) {
        return [`it cannot be opened or read: ${error instanceof Error ? error.message : String(error)}`];
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    },
    ...rest,
  };
}

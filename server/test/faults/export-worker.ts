/**
 * A separate process that exports projects, verifies the files and imports them again, one project at a time. After each
 * project, it reports its peak memory and the duration of each step.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProjectId, UserId } from "@dialectic/contract";
import { checkExport, importProject, writeExport } from "#exports";
import { createDatabase, createLog, createPostgresEngine, systemClock } from "#platform";

const [url = "", user = "", ...projects] = process.argv.slice(2);
const database = createDatabase(createPostgresEngine(url));
const models = { env: {}, dataDir: null };
const ctx = {
  db: database.as(UserId.parse(user)),
  clock: systemClock,
  log: createLog("error"),
  models,
  continuations: 5,
  retryWindowMs: 900_000,
};
const dir = mkdtempSync(join(tmpdir(), "dialectic-export-worker-"));

let most = 0;
const look = () => {
  most = Math.max(most, process.memoryUsage.rss());
};
const looking = setInterval(look, 10);

/** Reports progress on stderr, because a large project takes minutes. */
const timed = async <T>(what: string, work: () => Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  const result = await work();
  const ms = Math.round(performance.now() - began);
  process.stderr.write(`${what} in ${(ms / 1000).toFixed(1)} s\n`);
  return [result, ms];
};

try {
  for (const id of projects) {
    const file = join(dir, `${id}.zip`);
    const [{ bytes }, exportMs] = await timed("exported", () =>
      writeExport(ctx, { projectId: ProjectId.parse(id), file }),
    );
    const [checked, verifyMs] = await timed("verified", () => checkExport(file));
    const [, importMs] = await timed("imported", () => importProject(ctx, checked));
    await checked[Symbol.asyncDispose]();
    look();
    process.stdout.write(`${JSON.stringify({ rss: most, bytes, exportMs, verifyMs, importMs })}\n`);
  }
} finally {
  clearInterval(looking);
  await database.close();
  rmSync(dir, { recursive: true, force: true });
}

import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createLog, readSchema } from "#platform";
import { engines } from "#test";
import { sharedJobs } from "./jobs.fixture.ts";
import { createJobKinds, defineJobKind } from "./kinds.ts";
import { createWorker } from "./worker/worker.ts";

describe.each(engines)("a worker of another build on %s", (engine) => {
  const setup = sharedJobs(engine);

  it.each([
    ["a later migration", sql`insert into migrations (number, name, sha256) values (9999, 'later', 'x')`],
    ["a schema with another hash", sql`update migrations set sha256 = 'x'`],
  ])("takes no job if the database has %s", async (_, change) => {
    const t = await setup();
    const ran: string[] = [];
    const kind = defineJobKind({
      kind: "execute",
      payload: z.object({}),
      async run(_ctx, job) {
        ran.push(job.id);
        return { type: "done" };
      },
    });
    const { sha256 } = readSchema();
    const log = createLog("silent");
    const kinds = createJobKinds([kind]);
    const worker = createWorker({ database: t.database, kinds, log, pollMs: 20, build: sha256 });
    await worker.start();
    const before = await t.add();
    await worker.idle();
    onTestFinished(async () => {
      await t.database.asOwner((db) => sql`delete from migrations where number = 9999`.execute(db));
      await t.database.asOwner((db) => sql`update migrations set sha256 = ${sha256}`.execute(db));
    });
    await t.database.asOwner((db) => change.execute(db));
    const after = await t.add();
    await expect(worker.refused).resolves.toMatchObject({ code: "database_newer" });
    await worker.stop();
    expect(ran).toEqual([before]);
    expect(await t.status(after)).toBe("pending");
  });
});

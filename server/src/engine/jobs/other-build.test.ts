import { sql } from "kysely";
import { expect, it } from "vitest";
import { z } from "zod";
import { createLog, newestMigration } from "#platform";
import { engines } from "#test";
import { sharedJobs } from "./jobs.fixture.ts";
import { createJobKinds, defineJobKind } from "./kinds.ts";
import { createWorker } from "./worker/worker.ts";

for (const engine of engines) {
  const setup = sharedJobs(engine);

  it(`a worker of another build takes no job after a migration, on ${engine}`, async () => {
    const t = await setup();
    const ran: string[] = [];
    const kinds = createJobKinds([
      defineJobKind({
        kind: "execute",
        payload: z.object({}),
        async run(_ctx, job) {
          ran.push(job.id);
          return { type: "done" };
        },
      }),
    ]);
    const worker = createWorker({
      database: t.database,
      kinds,
      log: createLog("silent"),
      pollMs: 20,
      build: newestMigration,
    });
    await worker.start();
    const before = await t.add();
    await worker.idle();
    await t.database.asOwner((db) =>
      sql`insert into migrations (number, name, sha256) values (${newestMigration + 1}, 'newer', 'x')`.execute(db),
    );
    const after = await t.add();
    await expect(worker.refused).resolves.toMatchObject({ code: "database_newer" });
    await worker.stop();
    expect(ran).toEqual([before]);
    expect(await t.status(after)).toBe("pending");
    await t.database.asOwner((db) => sql`delete from migrations where name = 'newer'`.execute(db));
  });
}

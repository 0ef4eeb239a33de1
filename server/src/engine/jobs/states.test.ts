import { jobStatuses } from "@dialectic/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { engines } from "#test";
import { sharedJobs } from "./jobs.fixture.ts";
import { mayMove } from "./states.ts";

const pairs = jobStatuses.flatMap((from) => jobStatuses.map((to) => ({ from, to })));

describe.each(engines)("the transition table on %s", (engine) => {
  const setup = sharedJobs(engine);

  it("is the same in the database and in code for all pairs of statuses", async () => {
    const t = await setup();
    const { rows } = await t.tx((db) =>
      sql<{ from: string; to: string; may: boolean }>`
        select from_status as "from", to_status as "to", job_may_move(from_status, to_status) as may
        from jsonb_to_recordset(${JSON.stringify(pairs.map(({ from, to }) => ({ from_status: from, to_status: to })))}::text::jsonb)
          as pair (from_status text, to_status text)`.execute(db),
    );
    expect(rows).toEqual(pairs.map(({ from, to }) => ({ from, to, may: mayMove(from, to) })));
  });

  it("refuses every change that it does not list, even in SQL typed by the tables' owner", async () => {
    const t = await setup();
    const job = await t.add();
    for (const { from, to } of pairs.filter((pair) => pair.from !== pair.to)) {
      const attempt = t.database.asOwner(async (db) => {
        // Puts the job into the status with triggers off, then makes the change by hand.
        await sql`alter table jobs disable trigger user`.execute(db);
        await sql`update jobs set status = ${from},
          lease_owner = ${from === "processing" ? "someone" : null},
          lease_expires_at = ${from === "processing" ? new Date() : null},
          pause_reason = ${from === "paused" ? "user" : null} where id = ${job}`.execute(db);
        await sql`alter table jobs enable trigger user`.execute(db);
        await sql`update jobs set status = ${to},
          lease_owner = ${to === "processing" ? "someone" : null},
          lease_expires_at = ${to === "processing" ? new Date() : null},
          pause_reason = ${to === "paused" ? "user" : null} where id = ${job}`.execute(db);
      });
      if (mayMove(from, to)) await expect(attempt, `${from} → ${to}`).resolves.toBeUndefined();
      else {
        await expect(attempt, `${from} → ${to}`).rejects.toMatchObject({
          code: "forbidden_transition",
          message: `Job ${job} is ${from}; it cannot become ${to}.`,
        });
      }
    }
  });

  it("lets a job start only in an initial status", async () => {
    const t = await setup();
    for (const status of jobStatuses) {
      const attempt = t.tx((db) =>
        sql`insert into jobs (id, owner_id, kind, status) values (gen_random_uuid(), ${t.userId}, 'execute', ${status})`.execute(
          db,
        ),
      );
      if (["pending", "pending_continuation", "waiting_for_prerequisite"].includes(status)) await attempt;
      else await expect(attempt, status).rejects.toMatchObject({ code: "forbidden_transition" });
    }
  });

  it("refuses to change a job's owner, parent or chain", async () => {
    const t = await setup();
    const job = await t.add();
    const parent = await t.add();
    await expect(
      t.tx((db) => sql`update jobs set parent_id = ${parent} where id = ${job}`.execute(db)),
    ).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

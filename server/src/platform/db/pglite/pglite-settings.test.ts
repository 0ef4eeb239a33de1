import { sql } from "kysely";
import { expect, it } from "vitest";
import { testDatabase } from "#test";

it("the embedded database plans a join by index even for empty tables, because it keeps the plan", async () => {
  await using t = await testDatabase("pglite");
  const plan = await t.database.asSystem(async (db) => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain
      select c.id from documents d
      join contributions c on c.id = d.contribution_id
      join jobs j on j.id = c.job_id
      left join stage_runs r on r.session_id = c.session_id and r.stage = c.stage
      where d.session_id = ${crypto.randomUUID()}`.execute(db);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("Index Scan");
  expect(plan).not.toContain("Seq Scan");
});

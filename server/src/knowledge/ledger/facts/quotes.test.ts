import { sql } from "kysely";
import { expect, it } from "vitest";
import { newId } from "#platform";
import { engines, testDatabase } from "#test";
import { setUpLedger } from "../ledger.fixture.ts";

const size = "project.summary.audience_size";

it.each(engines)(
  "the database accepts a quote only at its position in the text, in UTF-16 units (%s)",
  async (engine) => {
    await using t = await testDatabase(engine);
    const s = await setUpLedger(t.database);
    const { facts } = await s.say("😀🎉 300 guests 😀, not 300 guests.", {
      key: size,
      value: 300,
      quote: "300 guests 😀",
    });
    const [fact] = facts;
    expect(fact?.evidence?.quote).toBe("300 guests 😀");
    const copy = (shift: number) =>
      t.database.asOwner((db) =>
        sql`
        insert into facts
        select (jsonb_populate_record(f, jsonb_build_object('id', ${newId()}::text, 'number', f.number + 100 + ${shift}::int,
          'status', 'rejected', 'quote_start', f.quote_start + ${shift}::int, 'quote_end', f.quote_end + ${shift}::int))).*
        from facts f where f.id = ${fact?.id ?? ""}`.execute(db),
      );
    await copy(0);
    for (const shift of [-1, 1, 2, 19]) await expect(copy(shift), `shifted by ${shift}`).rejects.toThrow(/quote/i);
  },
);

it.each(engines)("a conflicting value creates one notification, even if it is stated twice (%s)", async (engine) => {
  await using t = await testDatabase(engine);
  const s = await setUpLedger(t.database);
  await s.say("300 guests.", { key: size, value: 300, quote: "300 guests" });
  const maybe = { key: size, value: 400, quote: "Maybe 400", confidence: 0.5 };
  await s.say("Maybe 400.", maybe);
  await s.say("Maybe 400.", maybe);
  const { rows } = await s.ctx.db.tx((db) =>
    sql<{
      kind: string;
      data: unknown;
    }>`select kind, data from notifications where project_id = ${s.projectId}`.execute(db),
  );
  expect(rows).toMatchObject([
    { kind: "fact.disputed", data: { number: 2, key: size, statement: "Size of the audience: 400" } },
  ]);
});

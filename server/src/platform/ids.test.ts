import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId, uuidv7 } from "#platform";
import { engines, testDatabase } from "#test";

it("uuidv7 makes version 7 ids that differ and sort by time", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => uuidv7(1_700_000_000_000 + index));
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
    true,
  );
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => uuidv7(1))).size).toBe(1000);
});

it("newId makes ids that sort in the order in which they were made, even within a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, () => newId<string>());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(engines)("new_id() on %s", (engine) => {
  it("makes ids that sort by time together with ids made by the program", async () => {
    await using t = await testDatabase(engine);
    const fromSql = async () => {
      const { rows } = await t.database.asOwner((db) => sql<{ id: string }>`select new_id() as id`.execute(db));
      return rows[0]?.id ?? "";
    };
    const tick = 5; // both clocks are this machine's; a few milliseconds absorb rounding
    const before = uuidv7(Date.now() - tick);
    const made = await fromSql();
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([before, made, uuidv7(Date.now() + tick)].toSorted()[1]).toBe(made);
  });
});

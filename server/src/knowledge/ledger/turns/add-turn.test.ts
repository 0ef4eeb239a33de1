import { sql } from "kysely";
import { expect, it } from "vitest";
import { sha256 } from "#platform";
import { engines, testDatabase } from "#test";
import { setUpLedger } from "../ledger.fixture.ts";
import { findBundle } from "./bundles.store.ts";

it.each(engines)("a turn is stored once under its key, verbatim (%s)", async (engine) => {
  await using t = await testDatabase(engine);
  const s = await setUpLedger(t.database);
  const chat = "Line one\r\nline two [AGENT_OUTPUT]\n😀 שלום \0 end";
  const first = await s.bundle({ turnKey: "k1", chat, answers: [{ questionId: "q1", quick: "YES", text: "Sure." }] });
  expect(first.isNew).toBe(true);
  const bundle = await s.ctx.db.tx((db) => findBundle(db, first.bundleId));
  expect(bundle).toMatchObject({ source_type: "mixed", scope: "project", sha256: sha256(bundle?.text ?? "") });
  expect(bundle?.text).toContain("Line one\nline two [AGENT_OUTPUT]\n😀 שלום \uFFFD end");
  const section = (name: string) => bundle?.sections.find((one) => one.section === name)?.range ?? { start: 0, end: 0 };
  expect(bundle?.text.slice(section("FREE_CHAT").start, section("FREE_CHAT").end)).toMatch(/^Line one[\s\S]*end$/);
  expect(section("AGENT_OUTPUT").end - section("AGENT_OUTPUT").start).toBe(0);

  // The same turn, sent again at another time, is the same bundle.
  const again = await s.bundle({
    turnKey: "k1",
    chat,
    answers: [{ questionId: "q1", quick: "YES", text: "Sure." }],
    takenAt: new Date(),
  });
  expect(again).toEqual({ bundleId: first.bundleId, isNew: false });
  await expect(s.bundle({ turnKey: "k1", chat: "Something else." })).rejects.toMatchObject({
    code: "conflict",
    details: { turnKey: "k1", bundleId: first.bundleId },
  });
  await expect(s.bundle({ turnKey: "k2" })).rejects.toMatchObject({ code: "invalid_input" });
  await expect(s.bundle({ turnKey: "k3", chat: "x".repeat(5_000_000) })).rejects.toMatchObject({
    code: "invalid_input",
  });
  const { rows } = await s.ctx.db.tx((db) =>
    sql<{ n: number }>`select count(*)::int as n from turn_bundles where project_id = ${s.projectId}`.execute(db),
  );
  expect(rows).toEqual([{ n: 1 }]);
});

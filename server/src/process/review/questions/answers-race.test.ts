import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { engines, testDatabase } from "#test";
import { addStageRun } from "../../documents/documents.fixture.ts";
import { briar, setUpReview, thesis } from "../claims.fixture.ts";
import { collectReview } from "../collect-review.ts";
import { promptParts } from "../prompt-parts.ts";
import { lockSession } from "../session.store.ts";
import { answerQuestion } from "./answer-question.ts";

// The embedded database runs one transaction at a time, so there an answer cannot wait for a stage that is starting.
it.skipIf(!engines.includes("postgres"))(
  "an answer that waits for a starting stage does not count for that stage",
  async () => {
    await using t = await testDatabase("postgres");
    const s = await setUpReview(t.database);
    await s.start("thesis");
    await s.write("thesis", briar, thesis(["Tents."], ["Who pays? — decides all — if unanswered: assume the city"]));
    await s.db.tx((db) =>
      collectReview(db, { sessionId: s.sessionId, iteration: 1, stages: ["thesis"], isEnding: true }),
    );

    const [locked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const starting = s.db.tx(async (db) => {
      await lockSession(db, s.sessionId);
      locked.resolve();
      await go.promise;
      await addStageRun(
        { ...s, db: { ...s.db, tx: (act) => act(db) } },
        { stage: "antithesis", status: "running", seedPrompt: "" },
      );
    });
    await locked.promise;
    const answering = answerQuestion(s, { sessionId: s.sessionId, number: 1, answer: "Nobody." });
    await vi.waitUntil(
      () =>
        t.database.asOwner(async (db) => {
          const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
          return rows.length > 0;
        }),
      { timeout: 10_000 },
    );
    go.resolve();
    await Promise.all([starting, answering]);

    const at = { sessionId: s.sessionId, iteration: 1, lineageId: null, documents: [], models: [], request: "" };
    const partsOf = async (stage: string) => {
      const asOf = await s.began(stage);
      return s.db.tx((db) => promptParts(db, { ...at, stage, asOf }));
    };
    expect((await partsOf("antithesis")).answers).toMatchObject([{ id: "Q1", otherwise: "assume the city" }]);
    await s.start("synthesis");
    expect((await partsOf("synthesis")).answers).toMatchObject([{ id: "Q1", answer: "Nobody." }]);
  },
);

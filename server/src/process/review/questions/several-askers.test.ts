import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestDatabase, testDatabase } from "#test";
import { atlas, briar, critique, type ReviewSetup, setUpReview, thesis } from "../claims.fixture.ts";
import { collectReview } from "../collect-review.ts";
import { promptParts } from "../prompt-parts.ts";
import { answerQuestion } from "./answer-question.ts";
import { getQuestions } from "./get-questions.ts";

describe.each(engines)("a question that several documents ask, on %s", (engine) => {
  let t: TestDatabase;
  let s: ReviewSetup;
  const collect = (stage: string) =>
    s.db.tx((db) => collectReview(db, { sessionId: s.sessionId, iteration: 1, stages: [stage], isEnding: true }));
  const asked = async () =>
    (await getQuestions(s, s)).map(({ id, text, stage, askedBy }) => [id, text, stage, askedBy]);

  beforeAll(async () => {
    t = await testDatabase(engine);
    s = await setUpReview(t.database);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("is listed once, with all documents that ask it, even if their stages, capitals or punctuation differ", async () => {
    await s.start("thesis");
    const ofAtlas = await s.write("thesis", atlas, thesis(["A hall."], ["Who pays? — all — if unanswered: the city"]));
    const ofBriar = await s.write("thesis", briar, thesis(["Tents."], ["who pays — the price", "Is there a dock?"]));
    await collect("thesis");
    expect(await asked()).toEqual([
      ["Q1", "Who pays?", "thesis", [atlas, briar]],
      ["Q2", "Is there a dock?", "thesis", [briar]],
    ]);

    await s.start("antithesis");
    const raised = "\n# Open questions\n\n- [ ] **Q** Is there a dock?\n- [ ] **Q** Who cleans?\n";
    await s.write("antithesis", atlas, `${critique(5)}${raised}`, [ofBriar]);
    await collect("antithesis");
    expect(await asked()).toEqual([
      ["Q1", "Who pays?", "thesis", [atlas, briar]],
      ["Q2", "Is there a dock?", "thesis", [atlas, briar]],
      ["Q3", "Who cleans?", "antithesis", [atlas]],
    ]);

    await answerQuestion(s, { sessionId: s.sessionId, number: 1, answer: "The city." });
    await s.start("synthesis");
    const asOf = await s.began("synthesis");
    const { answers, answersOf } = await s.db.tx((db) =>
      promptParts(db, {
        ...{ sessionId: s.sessionId, iteration: 1, stage: "synthesis", lineageId: null, asOf },
        ...{ models: [atlas, briar], request: "Launch." },
        documents: [ofAtlas, ofBriar].map((id, index) => ({ id, name: `D${index + 1}` })),
      }),
    );
    const shown = [...answersOf.values(), answers].flat().map(({ id }) => id);
    expect(shown.toSorted()).toEqual(["Q1", "Q2", "Q3"]);
  });
});

import type { DocumentId } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addVersion } from "#documents";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { chooseVerdict } from "./claims/choose-verdict.ts";
import { getClaims } from "./claims/get-claims.ts";
import { atlas, briar, critique, positions, type ReviewSetup, rowsOf, setUpReview, thesis } from "./claims.fixture.ts";
import { collectReview } from "./collect-review.ts";
import { getDocumentChecks } from "./get-document-checks.ts";
import { promptParts } from "./prompt-parts.ts";
import { answerQuestion } from "./questions/answer-question.ts";
import { getQuestions } from "./questions/get-questions.ts";
import { getScores, leadByReviews } from "./scores/get-scores.ts";

const fail = (): never => {
  throw new Error("There is no such document.");
};

describe.each(engines)("reviews on %s", (engine) => {
  let t: TestDatabase;
  let s: ReviewSetup;
  let [ofAtlas, ofBriar, byAtlas, byBriar] = ["", "", "", ""] as Awaited<ReturnType<ReviewSetup["write"]>>[];
  const collect = (stage: string) =>
    s.db.tx((db) => collectReview(db, { sessionId: s.sessionId, iteration: 1, stages: [stage], isEnding: true }));
  const parts = async (stage: string, lineageId: typeof ofAtlas | null, documents: (typeof ofAtlas)[] = []) => {
    const asOf = await s.began(stage);
    const at = { sessionId: s.sessionId, iteration: 1, stage, lineageId: lineageId ?? null, asOf };
    const named = documents.flatMap((id) => id ?? []).map((id, index) => ({ id, name: `D${index + 1}` }));
    const seen = { documents: named, models: [atlas, briar], request: "Launch." };
    return s.db.tx((db) => promptParts(db, { ...at, ...seen }));
  };
  const claims = () => getClaims(s, s);
  const questions = () => getQuestions(s, s);

  beforeAll(async () => {
    t = await testDatabase(engine);
    s = await setUpReview(t.database);
    await s.start("thesis");
    // Briar's proposal is finished first, but its claims are to be numbered second.
    ofBriar = await s.write(
      "thesis",
      briar,
      thesis(["Tents. As rehearsal/briar says.", "Music."], ["Who pays? — decides all"]),
    );
    ofAtlas = await s.write(
      "thesis",
      atlas,
      `${thesis(["A hall.", "No music.", "Two doors."], ["Is there a dock? — decides the lorry — if unanswered: assume none"])}\nSee [C1].\n`,
    );
    await collect("thesis");
  });
  afterAll(() => t[Symbol.asyncDispose]());

  it("number claims and questions only once, by the model's position in the session, not by which document was finished first", async () => {
    await collect("thesis");
    expect((await claims()).items.map(({ id, model, text }) => [id, model, text])).toEqual([
      ["C1", atlas, "A hall."],
      ["C2", atlas, "No music."],
      ["C3", atlas, "Two doors."],
      ["C4", briar, "Tents. As rehearsal/briar says."],
      ["C5", briar, "Music."],
    ]);
    expect((await questions()).map(({ id, text, otherwise, state }) => [id, text, otherwise, state])).toEqual([
      ["Q1", "Is there a dock?", "assume none", "open"],
      ["Q2", "Who pays?", "", "open"],
    ]);
  });

  it("give a critic the claims and questions of the proposal it reads, with the author's name hidden", async () => {
    await s.start("antithesis");
    const { claims: given, answersOf, answers, toJudge } = await parts("antithesis", ofBriar, [ofBriar]);
    expect(given).toEqual([
      { id: "C4", documentId: "D1", text: "Tents. As the author says." },
      { id: "C5", documentId: "D1", text: "Music." },
    ]);
    expect(toJudge.map(({ number }) => number)).toEqual([4, 5]);
    expect([...answersOf.values()]).toEqual([[{ id: "Q2", question: "Who pays?", otherwise: "no default was given" }]]);
    expect(answers).toEqual([]);
    expect((await parts("antithesis", ofAtlas)).claims.map(({ id, documentId }) => [id, documentId])).toEqual([
      ["C1", undefined],
      ["C2", undefined],
      ["C3", undefined],
    ]);
  });

  it("contain the critics' scores, with self-scores marked and not counted; with two models there is no ranking", async () => {
    await s.write("antithesis", atlas, critique(10), [ofAtlas!]);
    await s.write("antithesis", briar, critique(3), [ofAtlas!]);
    await s.write("antithesis", atlas, critique(7), [ofBriar!]);
    const failed = await s.write("antithesis", briar, critique("great"), [ofBriar!]);
    await collect("antithesis");
    const { items, leadModel } = await getScores(s, s);
    expect(items.map(({ model, median, preference, rank }) => [model, median, preference, rank])).toEqual([
      [atlas, 3.5, null, null],
      [briar, 6.5, null, null],
    ]);
    expect(items[0]?.critics.map(({ critic, self, total }) => [critic, self, total])).toEqual([
      [atlas, true, 8.75],
      [briar, false, 3.5],
    ]);
    expect(leadModel).toBe(atlas);
    await s.db.tx((db) => leadByReviews(db, s.sessionId));
    expect(await getScores(s, s)).toMatchObject({ leadModel: atlas, leadChosen: true }); // chosen by a person
    await t.database.asOwner((db) => sql`update sessions set lead_chosen = false`.execute(db));
    await s.db.tx((db) => leadByReviews(db, s.sessionId));
    expect(await getScores(s, s)).toMatchObject({ leadModel: atlas, leadChosen: false });
    const { rows } = await t.database.asOwner((db) =>
      sql<{ id: DocumentId }>`select id from documents where contribution_id = ${failed}`.execute(db),
    );
    expect(await getDocumentChecks(s, { documentId: rows[0]?.id ?? fail() })).toEqual({
      documentId: rows[0]?.id,
      checked: true,
      warnings: ['Scorecard: "fits" has no score from 0 to 10 (great).'],
      references: { count: 3, resolved: 2, share: 2 / 3, unresolved: [{ paragraph: 2, id: "C99" }] },
    });
  });

  it("give people's answers only to stages that start later, so that a retry of a started stage reads the same answers as before", async () => {
    await answerQuestion(s, { sessionId: s.sessionId, number: 2, answer: "The *city*." });
    expect((await parts("antithesis", null)).answers).toMatchObject([
      { id: "Q1" },
      { id: "Q2", otherwise: "no default was given" },
    ]);
    await s.start("synthesis");
    const before = await parts("synthesis", null, [ofAtlas]);
    expect(before.answers).toEqual([{ id: "Q2", question: "Who pays?", answer: "The *city*." }]);
    expect(before.answersOf.get(ofAtlas!)).toEqual([
      { id: "Q1", question: "Is there a dock?", otherwise: "assume none" },
    ]);
    // A prompt about one proposal contains all answers, but defaults only of that proposal's questions.
    expect((await parts("synthesis", ofBriar)).answers.map(({ id }) => id)).toEqual(["Q2"]);
    await answerQuestion(s, { sessionId: s.sessionId, number: 2, answer: "Nobody." });
    await answerQuestion(s, { sessionId: s.sessionId, number: 2, answer: "Nobody." });
    expect(await parts("synthesis", null, [ofAtlas])).toEqual(before);
    const said = await t.database.asOwner((db) => sql`select from question_answers`.execute(db));
    expect(said.rows).toHaveLength(2);
    expect((await questions())[1]).toMatchObject({ answer: "Nobody.", state: "answered" });
  });

  it("contain one verdict per synthesis and claim, and a warning for each missing verdict", async () => {
    const both = [ofAtlas!, ofBriar!];
    byAtlas = await s.write(
      "synthesis",
      atlas,
      positions({ C1: "kept", C2: "kept", C3: "open", C4: "rejected", C5: "open" }),
      both,
    );
    byBriar = await s.write(
      "synthesis",
      briar,
      positions({ C1: "rejected", C2: "kept", C4: "merged", C9: "kept" }),
      both,
    );
    await collect("synthesis");
    const { items, coverage } = await claims();
    expect(items.filter(({ contested }) => contested).map(({ id }) => id)).toEqual(["C1", "C4"]);
    expect(items[0]?.verdicts.map(({ model, verdict, answers }) => [model, verdict, answers])).toEqual([
      [atlas, "kept", "R-1"],
      [briar, "rejected", "R-1"],
    ]);
    expect(coverage.map(({ model, claims: of, judged, missing }) => [model, of, judged, missing])).toEqual([
      [atlas, 5, 5, []],
      [briar, 5, 3, ["C3", "C5"]],
    ]);
    const { rows } = await t.database.asOwner((db) =>
      sql<{ warnings: string[] }>`
        select warnings from document_checks k join documents d on d.id = k.document_id
        where d.contribution_id = ${byBriar}`.execute(db),
    );
    expect(rows[0]?.warnings).toEqual([
      "Resolved positions: no verdict on [C3], [C5].",
      "Resolved positions: no verdict was requested on [C9].",
    ]);
  });

  it("give the next stage the contested claims and the person's choices", async () => {
    await chooseVerdict(s, { sessionId: s.sessionId, number: 4, verdict: "merged", note: "the hall is dear" });
    await s.start("parenthesis");
    await chooseVerdict(s, { sessionId: s.sessionId, number: 1, verdict: "open", note: "" });
    const { contested } = await parts("parenthesis", null, [byBriar, byAtlas]);
    expect(contested).toEqual([
      {
        id: "C1",
        text: "A hall.",
        verdicts: [
          { documentId: "D2", verdict: "kept" },
          { documentId: "D1", verdict: "rejected" },
        ],
        choice: undefined,
      },
      {
        id: "C4",
        text: "Tents. As the author says.",
        verdicts: [
          { documentId: "D2", verdict: "rejected" },
          { documentId: "D1", verdict: "merged" },
        ],
        choice: { verdict: "merged", because: "the hall is dear" },
      },
    ]);
    expect((await claims()).items[0]?.choice).toMatchObject({ verdict: "open" });
    expect((await parts("synthesis", null)).contested).toEqual([]);
  });

  it("of stages that a further iteration does not repeat are still read by that iteration", async () => {
    const at = { sessionId: s.sessionId, lineageId: null, asOf: null, documents: [], models: [], request: "" };
    const given = (iteration: number, stage: string) =>
      s.db.tx((db) => promptParts(db, { ...at, iteration, stage })).then((all) => ({ ...all, answersOf: undefined }));
    const [first, second] = [await given(1, "parenthesis"), await given(2, "parenthesis")];
    expect(second).toEqual(first);
    expect(second.contested.map(({ id, choice }) => [id, choice?.verdict])).toEqual([
      ["C1", "open"],
      ["C4", "merged"],
    ]);
    expect(second.answers.map(({ id }) => id)).toEqual(["Q1", "Q2"]);
    expect(second.toJudge.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it("of later stages are not in the prompt of a regenerated document", async () => {
    const at = { sessionId: s.sessionId, iteration: 1, asOf: null, documents: [], models: [], request: "" };
    const regenerated = (stage: string, lineageId: typeof ofAtlas | null) =>
      s.db.tx((db) => promptParts(db, { ...at, stage, lineageId: lineageId ?? null }));
    expect(await regenerated("antithesis", ofBriar)).toMatchObject({
      contested: [],
      toJudge: [{ number: 4 }, { number: 5 }],
    });
    expect(await regenerated("thesis", null)).toMatchObject({ contested: [], claims: [] });
  });

  it("are the same when they are derived from the documents again", async () => {
    const before = await rowsOf(t.database);
    await t.database.asOwner(async (db) => {
      await sql`set constraints all deferred`.execute(db);
      for (const table of ["document_checks", "document_references", "scores", "verdicts", "questions", "claims"])
        await sql`delete from ${sql.table(table)}`.execute(db);
      const input = { sessionId: s.sessionId, iteration: 1 };
      await collectReview(db, { ...input, stages: ["thesis", "antithesis", "synthesis"], isEnding: true });
    });
    expect(await rowsOf(t.database)).toEqual(before);
  });

  it("are updated after an edit: unchanged sentences keep their numbers, new ones get the next numbers, and started stages are not affected", async () => {
    const [before, was] = [await parts("antithesis", ofAtlas), await claims()];
    const { rows } = await t.database.asOwner(async (db) => {
      await sql`update stage_runs set status = 'completed', finished_at = now() where stage = 'thesis'`.execute(db);
      return sql<{ id: DocumentId }>`select id from documents where contribution_id = ${ofAtlas}`.execute(db);
    });
    const markdown = thesis(
      ["Two doors.", "A marquee.", "A hall."],
      ["Is there a dock? — decides the lorry — if unanswered: assume one"],
    );
    await s.db.tx((db) =>
      addVersion(db, { documentId: rows[0]?.id ?? fail(), markdown, baseVersion: 1, authorId: s.owner }),
    );
    await s.db.tx((db) =>
      collectReview(db, { sessionId: s.sessionId, iteration: 1, stages: ["thesis", "parenthesis"] }),
    );
    expect((await claims()).items.map(({ id }) => id)).toEqual(["C1", "C3", "C4", "C5", "C6"]);
    expect((await claims()).items.at(-1)).toMatchObject({ text: "A marquee.", model: atlas, verdicts: [] });
    expect(was.items[1]?.id).toBe("C2");
    expect(await parts("antithesis", ofAtlas)).toEqual(before);
    const now = await s.db.tx((db) =>
      promptParts(db, {
        sessionId: s.sessionId,
        iteration: 1,
        stage: "antithesis",
        lineageId: ofAtlas ?? null,
        asOf: null,
        documents: [],
        models: [],
        request: "",
      }),
    );
    expect(now.toJudge.map(({ number }) => number)).toEqual([1, 3, 6]);
  });

  it("are invisible to another user", async () => {
    const db = t.database.as(await addUser(t.database));
    const { sessionId } = s;
    const asked = [
      getClaims({ db }, { sessionId }),
      getScores({ db }, { sessionId }),
      getQuestions({ db }, { sessionId }),
      answerQuestion({ db }, { sessionId, number: 1, answer: "Mine." }),
      chooseVerdict({ db }, { sessionId, number: 1, verdict: "kept", note: "" }),
    ];
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
    for (const number of [7, 2_000_000_000]) {
      await expect(chooseVerdict(s, { sessionId, number, verdict: "kept", note: "" })).rejects.toMatchObject({
        code: "not_found",
      });
      await expect(answerQuestion(s, { sessionId, number, answer: "x" })).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await questions())[0]?.answer).toBeNull();
  });

  it("never lose people's answers and choices", async () => {
    for (const table of ["question_answers", "claim_choices", "claims"]) {
      const change = s.db.tx((db) => sql`delete from ${sql.table(table)}`.execute(db));
      await expect(change).rejects.toThrow(/permission denied/);
    }
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { addRecord } from "#blocks";
import { createItem } from "#items";
import { answerKeys, listFacts, listKeyQuestions } from "#ledger";
import { addUser, engines, testApp } from "#test";
import { importFile, zipFolder } from "./exports.fixture.ts";
import { writeExport } from "./index.ts";

const { fresh, remove } = zipFolder();
afterAll(remove);

const size = "project.summary.audience_size";
const width = "item.dimensions.width";

it.each(engines)("an export keeps answers to all kinds of questions, under any turn key, on %s", async (engine) => {
  await using t = await testApp(engine);
  const session = await t.session({
    brief: "Launch a pop-up in the old hall. Open question: which hall do we rent?",
    models: ["rehearsal/atlas"],
    domain: "event-production",
    start: true,
  });
  const { projectId } = session;
  const worker = await t.startWorker();
  await t.reach(session.id, "awaiting_feedback");
  await worker.stop();
  const { item } = await createItem(t.ctx, { projectId, name: "Backdrop" });
  const block = "project.logistics";
  const record = await addRecord(t.ctx, { projectId, kind: "question", block, text: "Is there a lift?" });
  const other = await addRecord(t.ctx, { projectId, kind: "question", block, text: "Is there a ramp?" });
  const quick = "IDK" as const;
  await answerKeys(t.ctx, {
    ...{ projectId, turnKey: randomUUID(), workStage: "ideation" },
    answers: [
      { key: size, text: "300" },
      { question: "Q1", text: "The mill." },
      { question: record.id, text: "Yes, two." },
      { question: other.id, quick, text: "" },
      { question: `${width}@${item.id}`, quick, text: "" },
    ],
  });
  const file = fresh();
  await writeExport(t.ctx, { projectId, file });
  const ctx = { ...t.ctx, db: t.database.as(await addUser(t.database)) };
  for (const _ of ["once", "again"]) {
    const project = await importFile(ctx, file);
    const facts = (await listFacts(ctx, { projectId: project.id, limit: 9 })).items;
    expect(facts.map(({ statement }) => statement)).toEqual(["Size of the audience: 300"]);
    const deferred = (await listKeyQuestions(ctx, { projectId: project.id })).filter(
      (one) => one.status === "deferred",
    );
    expect(deferred.map(({ question }) => question)).toEqual(["Is there a ramp?", "Backdrop: How wide is it?"]);
  }
});

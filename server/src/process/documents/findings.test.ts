import { type FindingCode, findingCodes } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser, engines, type TestDatabase, testDatabase } from "#test";
import { type SampleSession, sampleChunk, sampleSession } from "./documents.fixture.ts";
import { acceptFinding, findingsOf, getDocument, openFindings, replaceFindings, saveChunk } from "./index.ts";

describe.each(engines)("findings on %s", (engine) => {
  let t: TestDatabase;
  beforeAll(async () => {
    t = await testDatabase(engine);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function save(sample: SampleSession, changes: Parameters<typeof sampleChunk>[1] = {}) {
    const chunk = await sampleChunk(sample, changes);
    const { rootId, document } = await sample.db.tx((db) => saveChunk(db, chunk));
    if (!document) throw new Error("The chunk was not the last.");
    return { rootId, documentId: document.id };
  }
  const missing = (artifact: string) => ({
    code: "artifact_missing" as const,
    artifact,
    details: { title: artifact.toUpperCase() },
  });
  const unjudged = (claims: number[]) => ({
    code: "verdicts_missing" as const,
    artifact: "resolved-positions",
    details: { claims },
  });

  it("stay accepted if they are found again with the same details, and are open again if the details changed", async () => {
    const sample = await sampleSession(t.database);
    const { rootId } = await save(sample);
    const found = (...findings: Parameters<typeof replaceFindings>[1]["findings"][number][]) =>
      sample.db.tx((db) => replaceFindings(db, { rootId, findings }));
    const all = () => sample.db.tx((db) => findingsOf(db, { rootId }));

    await found(missing("claims"), missing("scope"), unjudged([7, 9]));
    const before = await all();
    expect(before.map(({ code, artifact, accepted_at }) => [code, artifact, accepted_at])).toEqual([
      ["artifact_missing", "claims", null],
      ["artifact_missing", "scope", null],
      ["verdicts_missing", "resolved-positions", null],
    ]);
    for (const { id } of before.slice(1))
      expect(await sample.db.tx((db) => acceptFinding(db, { id, rootId, userId: sample.owner }))).toBe("accepted");

    await found(missing("scope"), unjudged([7]));
    const [scope, verdicts, ...others] = await all();
    expect(others).toEqual([]);
    expect(scope).toMatchObject({ id: before[1]?.id, accepted_at: expect.any(Date) });
    expect(verdicts).toMatchObject({ id: before[2]?.id, details: { claims: [7] }, accepted_at: null });
    await found();
    expect(await all()).toEqual([]);
  });

  it("are returned with their document, and each change to a finding is an event of the session", async () => {
    const sample = await sampleSession(t.database);
    const { rootId, documentId } = await save(sample);
    await sample.db.tx((db) => replaceFindings(db, { rootId, findings: [missing("claims")] }));
    const [finding] = (await getDocument({ db: sample.db }, { documentId })).findings;
    expect(finding).toMatchObject({ ...missing("claims"), acceptedAt: null });
    if (!finding) throw new Error("There is no finding.");
    const accept = () => sample.db.tx((db) => acceptFinding(db, { id: finding.id, rootId, userId: sample.owner }));
    expect(await accept()).toBe("accepted");
    const accepted = (await getDocument({ db: sample.db }, { documentId })).findings;
    expect(accepted).toEqual([{ ...finding, acceptedAt: expect.any(String) }]);
    expect(await accept()).toBe("already");
    expect((await getDocument({ db: sample.db }, { documentId })).findings).toEqual(accepted);
    await sample.db.tx((db) => replaceFindings(db, { rootId, findings: [] }));
    const events = await sample.db.tx((db) =>
      db
        .selectFrom("events")
        .select(["kind", "session_id"])
        .where("kind", "like", "finding.%")
        .orderBy("seq")
        .execute(),
    );
    expect(events).toEqual(
      ["finding.added", "finding.accepted", "finding.cleared"].map((kind) => ({ kind, session_id: sample.sessionId })),
    );
  });

  it("are open until they are accepted or their document is replaced, and are visible only to their owner", async () => {
    const sample = await sampleSession(t.database);
    const first = await save(sample);
    const other = await save(sample, { workKey: "propose:briar" });
    for (const { rootId } of [first, other])
      await sample.db.tx((db) => replaceFindings(db, { rootId, findings: [missing("claims")] }));
    const open = () => sample.db.tx((db) => openFindings(db, sample.sessionId));
    expect(await open()).toHaveLength(2);
    await save(sample); // the same work order as `first`, so it replaces that document
    expect(await open()).toEqual([{ iteration: 1, stage: "thesis", code: "artifact_missing" }]);

    const stranger = t.database.as(await addUser(t.database));
    expect(await stranger.tx((db) => openFindings(db, sample.sessionId))).toEqual([]);
    const [finding] = await sample.db.tx((db) => findingsOf(db, other));
    if (!finding) throw new Error("There is no finding.");
    const stolen = { id: finding.id, rootId: other.rootId, userId: stranger.userId };
    expect(await stranger.tx((db) => acceptFinding(db, stolen))).toBe("missing");
    expect(await open()).toHaveLength(1);
    await sample.db.tx((db) => acceptFinding(db, { ...stolen, userId: sample.owner }));
    expect(await open()).toEqual([]);
  });

  it("can have every code of the contract and no other code", async () => {
    const sample = await sampleSession(t.database);
    const { rootId } = await save(sample);
    const findings = findingCodes.map((code) => ({ code, artifact: null, details: {} }));
    await sample.db.tx((db) => replaceFindings(db, { rootId, findings }));
    expect((await sample.db.tx((db) => findingsOf(db, { rootId }))).map(({ code }) => code)).toEqual(findingCodes);
    const odd = [{ code: "sulking" as FindingCode, artifact: null, details: {} }];
    await expect(sample.db.tx((db) => replaceFindings(db, { rootId, findings: odd }))).rejects.toThrow(/code_check/);
  });
});

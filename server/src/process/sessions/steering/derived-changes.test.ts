import type { DerivedChange, DocumentId, Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDocument, listDocuments } from "#documents";
import { getClaims, getQuestions } from "#review";
import { engines, type TestApp, testApp } from "#test";
import { editDocument } from "../index.ts";

const of = (changes: readonly DerivedChange[], kind: DerivedChange["kind"], change: DerivedChange["change"]) =>
  changes.filter((one) => one.kind === kind && one.change === change);

describe.each(engines)("on %s, the changes that an edit causes", (engine) => {
  let t: TestApp;
  let session: Session;
  beforeAll(async () => {
    t = await testApp(engine);
    await t.startWorker();
    const { id } = await t.session({
      brief: "Plant a hedge along the road by May for 900 EUR.",
      auto: true,
      start: true,
    });
    session = await t.reach(id, "iteration_complete");
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function documentOf(stage: string) {
    const [found] = (await listDocuments(t.ctx, { sessionId: session.id, stage, kind: "whole" })).items.filter(
      (one) => !one.intermediate,
    );
    if (!found) throw new Error(`There is no document of ${stage}.`);
    return getDocument(t.ctx, { documentId: found.id });
  }
  async function edit(documentId: DocumentId, change: (markdown: string) => string) {
    const { markdown, version } = await getDocument(t.ctx, { documentId });
    return editDocument(t.ctx, { documentId, markdown: change(markdown), baseVersion: version });
  }
  /** Removes one artifact from a text: its level-1 heading and everything below it. */
  const without = (markdown: string, title: string) =>
    markdown.replace(new RegExp(`^# ${title}\\n[\\s\\S]*?(?=^# |(?![\\s\\S]))`, "m"), "");

  it("name the artifacts, claims and questions that a proposal no longer contains, each with its number", async () => {
    const { id: documentId, markdown: proposal } = await documentOf("thesis");
    const claims = (await getClaims(t.ctx, { sessionId: session.id })).items.filter(
      (one) => one.documentId === documentId,
    );
    // A question that several proposals ask is one row, which names the document that was read first.
    const questions = (await getQuestions(t.ctx, { sessionId: session.id })).filter(({ text }) =>
      proposal.includes(text),
    );
    expect([claims.length, questions.length]).not.toContain(0);
    const { changes, changesLeftOut, version } = await edit(documentId, (markdown) =>
      without(without(markdown, "Claims"), "Open questions"),
    );
    expect([version, changesLeftOut]).toEqual([2, 0]);
    expect(of(changes, "artifact", "removed").map(({ id, text }) => [id, text])).toEqual([
      ["open-questions", "Open questions"],
      ["claims", "Claims"],
    ]);
    expect(of(changes, "claim", "removed").map(({ id, text }) => [id, text])).toEqual(
      claims.map(({ id, text }) => [id, text]),
    );
    expect(of(changes, "question", "removed").map(({ id }) => id)).toEqual(questions.map(({ id }) => id));
    expect(changes.every(({ change }) => change === "removed")).toBe(true);

    const again = await edit(documentId, (markdown) => `${markdown}\n# Claims\n\n- A new sentence to be held to.\n`);
    expect(of(again.changes, "claim", "added")).toMatchObject([
      { id: expect.stringMatching(/^C\d+$/), text: "A new sentence to be held to." },
    ]);
    expect((await edit(documentId, (markdown) => markdown)).changes).toEqual([]);
  });

  it("contain both the old and the new value of a verdict or score", async () => {
    const scored = await documentOf("antithesis");
    const lowered = await edit(scored.id, (markdown) =>
      markdown.replace(/^(.*\| *score 0–10.*\n[^\n]*\n(?:\|)?[^|\n]*\|[^|\n]*\|)[^|\n]*\|/m, "$1 0.5 |"),
    );
    expect(of(lowered.changes, "score", "changed")).toMatchObject([{ after: "0.5", id: null }]);
    const merged = await documentOf("synthesis");
    const flipped = await edit(merged.id, (markdown) => markdown.replace(/\| *kept *\|/, "| rejected |"));
    expect(of(flipped.changes, "verdict", "changed")).toMatchObject([
      { id: expect.stringMatching(/^C\d+$/), before: "kept", after: "rejected" },
    ]);
    const gone = await edit(merged.id, (markdown) => without(markdown, "Resolved positions"));
    expect(of(gone.changes, "verdict", "removed").length).toBeGreaterThan(1);
    expect(of(gone.changes, "verdict", "removed")[0]).toMatchObject({
      id: expect.stringMatching(/^C\d+$/),
      after: null,
    });
  });

  it("name milestones, requirements and work items, and the cards made from them", async () => {
    const plan = await documentOf("parenthesis");
    const shortened = await edit(plan.id, (markdown) => without(markdown, "Milestones"));
    expect(of(shortened.changes, "milestone", "removed").map(({ id }) => id)).toContain("M1");
    const work = await documentOf("paralysis");
    const replaced = await edit(work.id, () => "# Work plan\n\n## M9 Gate\n\n### W9.1 Hang it\n\n- [ ] hang\n");
    expect(of(replaced.changes, "work", "removed").length).toBeGreaterThan(0);
    expect(of(replaced.changes, "work", "added")).toMatchObject([{ id: "W9.1", text: "Hang it" }]);
    expect(of(replaced.changes, "card", "added")).toMatchObject([{ text: "M9 Gate" }]);
    expect(of(replaced.changes, "card", "changed")[0]).toMatchObject({ id: "1", after: "the plan no longer has it" });
  });
});
